//! Small notes, and the units they become.

use std::fs;

use document::Unit;
use proptest::prelude::*;
use testkit::assert_linear;

use super::*;
use crate::collection::Format;

fn read_files(files: &[(&str, &str)]) -> (Vec<Unit>, Vec<Complaint>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let name = format!("vault/{}", files[0].0);
    let entry = Entry::new(name, Format::Markdown, vec![folder.path().join(files[0].0)]);
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    for item in read(&entry, &Arc::default()).unwrap() {
        match item {
            Ok(unit) => units.push(unit),
            Err(complaint) => complaints.push(complaint),
        }
    }
    (units, complaints)
}

fn read_one(source: &str) -> Vec<Unit> {
    read_files(&[("note.md", source)]).0
}

fn shown(source: &str) -> (String, String) {
    let (_, text) = text(source);
    for formula in &text.formulas {
        assert!(text.text[formula.place.clone()].contains(&formula.source));
    }
    let formulas: Vec<&str> = text.formulas.iter().map(|formula| formula.source.as_str()).collect();
    (text.text.clone(), formulas.join(" | "))
}

#[test]
fn formulas_are_found_in_every_notation() {
    for (source, formulas) in [
        ("let $x_1*y_2*z$ be", "x_1*y_2*z"),
        ("$$\na\n$$ and \\(b\\), \\[c\\], \\\\(d\\\\)", "a | b | c | d"),
        (
            "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}",
            "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}",
        ),
        ("a `$x$` ``$y$ ` `` $z$", "z"),
        ("```python\n$x$\n```\n$y$\n\n~~~\n$z$\n~~~~\n", "y"),
        ("    $code$\n\ntext $x$", "x"),
        ("costs $5 and $6, \\$7", ""),
        ("between 5$ and $x$", "x"),
        ("$a$$b$", "a | b"),
        ("open $x\n\nlet $y$ be", "y"),
        ("| a | b |\n|---|---|\n| $|x|$ | $y$ |", "|x| | y"),
        ("> quoted $$\n> a\n> b\n> $$", "a\n b"),
        ("<b>$x$</b> <!-- $no$ -->", "x"),
        ("- item $x$\n    - deep $y$\n\n      par $z$", "x | y | z"),
        ("%% $no$ %% $x$", "x"),
        ("**$x$** and _$y$_", "x | y"),
    ] {
        assert_eq!(shown(source).1, formulas, "{source}");
    }
}

#[test]
fn markup_is_gone() {
    assert_eq!(shown("a **b** _c_ [d](http://x) ![e](y.png)\nf").0, "a b c d e f");
    assert_eq!(
        shown("# T\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |").0,
        "- one\n\n- two\n\n| a | b |\n|---|---|\n| c | d |"
    );
    assert_eq!(shown("3. three\n4. four\n   - deep\n\nend").0, "3. three\n\n4. four\n\n- deep\n\nend");
}

#[test]
fn the_front_matter_and_the_first_heading_name_the_note() {
    let units = read_one(
        "---\naliases: [Other]\ntags: [a]\ndate: 1970-01-02\n---\n# The $n$ title\n\ntext #b and #1 $x$",
    );
    let unit = &units[0];
    assert_eq!((unit.id.as_str(), unit.kind.as_str()), ("vault/note.md", "note"));
    assert_eq!((unit.title.text.as_str(), unit.body.text.as_str()), ("The $n$ title", "text #b and #1 $x$"));
    assert_eq!(
        (unit.names.clone(), unit.tags.clone()),
        (vec!["Other".to_owned()], vec!["a".to_owned(), "b".to_owned()])
    );
    assert_eq!(unit.date, Some(86_400));
    assert_eq!(read_one("text")[0].title.text, "note");
    assert_eq!(read_one("---\ntitle: On $x$\nkind: card\n---\ntext")[0].title.formulas.len(), 1);
}

#[test]
fn wiki_links_point_to_notes() {
    let (units, _) = read_files(&[
        (
            "a/note.md",
            "see [[Other|that]], [[deep/Third#Part]], ![[Other]], [file](../root.md) and [[Nowhere]]",
        ),
        ("a/Other.md", ""),
        ("a/deep/Third.md", ""),
        ("root.md", ""),
    ]);
    assert_eq!(units[0].body.text, "see that, deep/Third#Part, Other, file and Nowhere");
    let targets: Vec<&str> = units[0].links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["vault/a/Other.md", "vault/a/deep/Third.md", "vault/root.md"]);
}

#[test]
fn callouts_and_divs_are_units() {
    let units = read_one(
        "Before $a$.\n\n> [!theorem] Name of $t$\n> Every $x$.\n> > [!proof]-\n> > By $y$.\n\n> [!tip] Plain\n> text $z$\n\n\
         ::: {#thm-line .x}\n## The Line\n\nA line $l$, see @def-point.\n:::\n\n::: {.proof}\nBy @thm-line and [@eq-one].\n:::\n\n\
         ::: {#def-point name=\"Point\"}\nA point $p$. ^block\n:::\n\n$$e$$ {#eq-one}\n\n::: column\nafter\n:::",
    );
    let found: Vec<(&str, &str, &str)> =
        units.iter().map(|unit| (unit.id.as_str(), unit.kind.as_str(), unit.title.text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("vault/note.md", "note", "note"),
            ("vault/note.md#theorem-1", "theorem", "Name of $t$"),
            ("vault/note.md#proof-1", "proof", "Proof (note)"),
            ("vault/note.md#thm-line", "theorem", "The Line"),
            ("vault/note.md#proof-2", "proof", "Proof (note)"),
            ("vault/note.md#def-point", "definition", "Point"),
        ]
    );
    assert_eq!(units[0].body.text, "Before $a$.\n\nPlain\n\ntext $z$\n\n$$e$$\n\nafter");
    assert_eq!(units[1].body.text, "Every $x$.");
    assert_eq!(units[2].parent.as_deref(), Some("vault/note.md#theorem-1"));
    assert_eq!(units[3].links[0].target, "vault/note.md#def-point");
    let targets: Vec<&str> = units[4].links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["vault/note.md#thm-line", "vault/note.md"]);
    assert_eq!(units[5].body.text, "A point $p$.");
}

#[test]
fn headings_begin_sections_and_theorems() {
    let units = read_one(
        "# Title\n\nintro\n\n## One $x$\n\ntext\n\n### Sub\n\na\n\n## Two {#sec-two}\n\nb\n\n## Theorem (Completeness)\n\nEvery $s$.",
    );
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "vault/note.md",
            "vault/note.md#one-x",
            "vault/note.md#one-x/sub",
            "vault/note.md#sec-two",
            "vault/note.md#theorem-completeness"
        ]
    );
    assert_eq!((units[1].title.text.as_str(), units[2].body.text.as_str()), ("One $x$", "a"));
    assert_eq!((units[4].kind.as_str(), units[4].title.text.as_str()), ("theorem", "Theorem (Completeness)"));
    assert_eq!(read_one("---\nkind: card\n---\n# Q\n\na\n\n## Solution\n\nb").len(), 1);
    assert_eq!(
        walk::note("## Examples of groups\n\na\n\n## Lemma 2\n\nb", Cut::Headings).outline.into_units(
            "n",
            Text::default(),
            None
        )[0]
        .kind,
        "section"
    );
}

#[test]
fn tables_code_and_tasks_stay_for_the_page_to_draw() {
    assert_eq!(
        shown("a\n\n```python\nx = 1\n\ny < 2\n```\n\nb").0,
        "a\n\n```python\nx = 1\n\ny < 2\n```\n\nb"
    );
    assert_eq!(shown("- [ ] open\n- [x] done").0, "- ☐ open\n\n- ☑ done");
    assert_eq!(shown("    code\n\nb").0, "```\ncode\n```\n\nb");
}

#[test]
fn links_to_notes_have_their_place() {
    let (units, _) = read_files(&[
        (
            "a.md",
            "See [[Groups]], [[Groups#Lagrange|his theorem]], ![[Groups]], [a file](Groups.md) and [[None]].",
        ),
        ("Groups.md", ""),
    ]);
    let body = &units[0].body.text;
    let found: Vec<(&str, &str)> =
        units[0].references.iter().map(|one| (&body[one.place.clone()], one.target.as_str())).collect();
    let to = "vault/Groups.md";
    assert_eq!(found, [("Groups", to), ("his theorem", to), ("Groups", to), ("a file", to)]);
}

#[test]
fn encoded_links_lead_to_their_files() {
    let (units, _) = read_files(&[
        ("a.md", "[two](caf%C3%A9%20notes.md) and [three](100%.md)"),
        ("café notes.md", ""),
        ("100%.md", ""),
    ]);
    let targets: Vec<&str> = units[0].links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["vault/café notes.md", "vault/100%.md"]);
}

#[test]
fn includes_and_shortcodes_are_replaced() {
    let (units, complaints) = read_files(&[
        (
            "main.qmd",
            "a {{< include _part.qmd >}} {{< pagebreak >}} {{< include no.qmd >}} {{< include ../../x >}}",
        ),
        ("_part.qmd", "---\ntitle: x\n---\n$b$ {{< include main.qmd >}}"),
    ]);
    assert_eq!(units[0].body.text, "a $b$");
    assert_eq!(complaints.len(), 2);
}

#[test]
fn macros_are_those_of_the_note() {
    let units = read_one("---\nmacros:\n  R: \\mathbb{R}\n---\n$\\newcommand{\\Z}{\\mathbb Z}$ $x \\in \\R$");
    assert_eq!(units[0].macros.as_ref().map(|macros| macros.len()), Some(2));
}

#[test]
fn hostile_input_takes_linear_time() {
    let pieces = [
        "$",
        "$ ",
        "$x ",
        "$$",
        "\\(",
        "\\[",
        "\\begin{align}",
        "`",
        "`` ",
        "[[",
        "![[",
        "[",
        "%%",
        "<!--",
        "@thm-",
        "^",
        "{",
        "> ",
        ">",
        "- ",
        ":::\n",
        "::: {#thm-a}\n",
        "> [!theorem]\n",
        "```\n",
        "# a\n",
        "*",
        "_a",
        "|",
        "{{<",
        "\n---\n",
        "é$",
        "\\(\n\n",
        "$x$",
        "\u{e000}",
        "a$5 ",
        "<a",
    ];
    for piece in pieces {
        assert_linear(piece, |source| {
            std::hint::black_box((walk::note(source, Cut::Headings).targets.len(), text(source)));
        });
    }
}

/// Blocks in which `@` stands for a formula.
const BLOCKS: [&str; 16] = [
    "words @ and @.",
    "## On @",
    "### Deep @ {#sec-deep}",
    "- item @\n- item\n\n  more @",
    "> quote @\n> more @",
    "> [!theorem] Name of @\n> Then @.",
    "> [!tip]\n> Do @.",
    "::: {#thm-a name=\"Of @\"}\nThen @.\n:::",
    "::: {.proof}\n### Title @\n\nBy @thm-a, @.\n:::",
    "| @ | b |\n|---|---|\n| @ | c |",
    "**bold @** and _soft @_ [link @](x.md) [[note|shown]] #tag",
    "`$no$` and ``$no$ ` ``",
    "```\n$no$\n```",
    "%% $no$ %% <!-- $no$ --> <b>@</b>",
    "costs $5 and $6",
    "1. one @\n2. two",
];

/// Ways to write a formula in one line; `@` is its content.
const FORMULAS: [&str; 5] = ["$@$", "\\(@\\)", "\\[@\\]", "$$@$$", "\\begin{align*}@\\end{align*}"];

proptest! {
    #[test]
    fn every_formula_is_found_once(
        blocks in prop::collection::vec(0..BLOCKS.len(), 0..30),
        ways in prop::collection::vec(0..FORMULAS.len(), 1..10),
    ) {
        let mut source = String::new();
        let mut count = 0;
        for block in blocks {
            let block = BLOCKS[block].replace("@thm", "\u{1}");
            for (number, part) in block.split('@').enumerate() {
                if number > 0 {
                    let way = FORMULAS[ways[count % ways.len()]];
                    source.push_str(&way.replace('@', &format!("x_{{{count}}}*y*")));
                    count += 1;
                }
                source.push_str(&part.replace('\u{1}', "@thm"));
            }
            source.push_str("\n\n");
        }
        for cut in [Cut::Nothing, Cut::Theorems, Cut::Headings] {
            let note = walk::note(&source, cut);
            let title = note.title.clone();
            let units = note.outline.into_units("note", title, None);
            let found: usize = units.iter().map(Unit::formula_count).sum();
            prop_assert_eq!(found, count, "{:?}: {}", cut, source);
        }
    }
}
