//! Small books, and the units they become.

use std::fs;

use document::{Text, Unit};

use super::*;
use crate::collection::Format;

fn read_files(files: &[(&str, &str)]) -> (Vec<Unit>, Vec<Complaint>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let entry = Entry::new("book", Format::Pretext, vec![folder.path().join(files[0].0)]);
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    for item in read(&entry, &Arc::default()).unwrap() {
        match item {
            Ok(unit) => units.push(unit),
            Err(complaint) => complaints.push(complaint),
        }
    }
    (units, complaints)
}

fn read_one(text: &str) -> Vec<Unit> {
    read_files(&[("main.ptx", text)]).0
}

#[test]
fn divisions_and_theorems_are_units() {
    let units = read_one(
        r#"<pretext><docinfo><macros>\newcommand{\R}{\mathbb R}</macros></docinfo><book xml:id="b"><title>A Book</title>
        <section xml:id="sec-one"><title>One <m>x</m></title><p>Text, see <xref ref="thm-a"/>.</p>
        <theorem xml:id="thm-a"><title>Name</title><statement><p>For <m>a \lt b</m>.</p></statement>
        <proof><p>Because<fn>of <m>n</m></fn>.</p></proof></theorem>
        <exercise><statement><p>Why?</p></statement><solution><p>So.</p></solution></exercise>
        <p>After.</p></section></book></pretext>"#,
    );
    let ids: Vec<(&str, &str)> = units.iter().map(|unit| (unit.id.as_str(), unit.kind.as_str())).collect();
    assert_eq!(
        ids,
        [
            ("book", "article"),
            ("book#sec-one", "section"),
            ("book#thm-a", "theorem"),
            ("book#sec-one/proof-1", "proof"),
            ("book#sec-one/exercise-1", "exercise"),
            ("book#sec-one/solution-1", "solution"),
        ]
    );
    assert_eq!(units[0].title, Text::plain("A Book"));
    assert_eq!(units[1].title.text, r"One \(x\)");
    assert_eq!(units[1].body.text, "Text, see Name.\n\nAfter.");
    assert_eq!(units[1].links[0].target, "book#thm-a");
    assert_eq!(units[2].title.text, "Name");
    assert_eq!(units[2].body.formulas[0].source, r"a \lt b");
    assert_eq!(units[3].parent.as_deref(), Some("book#thm-a"));
    assert_eq!(units[3].body.text, r"Because (of \(n\)).");
    assert_eq!(units[3].title.text, "Proof (One)");
    assert_eq!(units[0].macros.as_ref().map(|macros| macros.len()), Some(1));
}

#[test]
fn rows_are_one_formula_and_text_between_them_is_text() {
    let units = read_one(
        r"<p>So <md><mrow>a \amp= b</mrow><mrow>\amp= c</mrow><intertext>with <m>d</m></intertext><mrow>e</mrow></md>
        and <me>f</me><men xml:id='eq'>g &lt; h</men> <q>end</q><ndash/></p>",
    );
    let sources: Vec<&str> = units[0].body.formulas.iter().map(|formula| formula.source.as_str()).collect();
    assert_eq!(
        sources,
        [
            "\\begin{align*}\na &= b \\\\\n&= c\n\\end{align*}",
            "d",
            "\\begin{gather*}\ne\n\\end{gather*}",
            "f",
            "g < h"
        ]
    );
    assert!(units[0].body.text.ends_with("“end”–"), "{}", units[0].body.text);
}

#[test]
fn elements_without_text_are_left_out() {
    let units = read_one(
        r"<section><title>T</title><p>a<idx><m>no</m></idx> <c>$b$</c></p><sage><input>no</input></sage>
        <image><latex-image>\begin{tikzpicture}\draw node {$A$};\end{tikzpicture}</latex-image></image></section>",
    );
    assert_eq!(units[0].body.text, "a $b$\n\n\\(A\\)");
}

#[test]
fn includes_are_followed_once_and_inside_the_folder() {
    let (units, complaints) = read_files(&[
        (
            "main.ptx",
            r#"<book xmlns:xi="x"><xi:include href="./a.xml"/><xi:include href="a.xml"/>
            <xi:include href="no.xml"/><xi:include href="../../../etc/hostname"/></book>"#,
        ),
        ("a.xml", r#"<section xml:id="a"><p><m>x</m></p><xi:include href="main.ptx"/></section>"#),
    ]);
    assert_eq!(units.iter().map(Unit::formula_count).sum::<usize>(), 1);
    let messages: Vec<&str> = complaints.iter().map(|complaint| complaint.message.as_str()).collect();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert_eq!(messages[0], "`main.ptx` includes itself");
    assert_eq!(messages[1], "`no.xml` does not exist");
}

#[test]
fn broken_xml_ends_its_file_and_no_other() {
    let (units, complaints) = read_files(&[
        (
            "main.ptx",
            r#"<book><xi:include href="a.xml"/><section xml:id="s"><p><m>y</m></p></section></book>"#,
        ),
        ("a.xml", "<section xml:id='a'><p><m>x</m> <md><mrow>z <![CDATA[ never closed"),
    ]);
    assert_eq!(units.iter().map(Unit::formula_count).sum::<usize>(), 3);
    assert_eq!((complaints.len(), complaints[0].line), (1, 1));
    let units = read_one("<a></b></p><p>x & y &unknown; <m>z</p> <section></a><p>after</p>");
    assert!(units.iter().any(|unit| unit.body.text.contains("after")), "{units:?}");
}

#[test]
fn deep_nesting_is_read() {
    for name in ["section", "theorem", "p", "m", "md", "idx"] {
        let deep = format!("<{name}>").repeat(100_000);
        read_one(&deep);
        read_one(&format!("{deep}x{}", format!("</{name}>").repeat(100_000)));
    }
}
