//! The MathML reader on hostile input: deep, long and broken.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use formula::diagnostic::Severity;
use formula::mathml::read;
use formula::write::tangent::slt_string;
use formula::{Formula, Options};
use testkit::timed;

const DEPTH: usize = 100_000;

fn seconds(source: &str) -> (Formula, Duration) {
    timed(|| read(source, &Options::default()))
}

#[test]
fn a_hundred_thousand_levels_are_read() {
    for (open, close) in [
        ("<mrow>", "</mrow>"),
        ("<mrow><mo>(</mo>", "<mo>)</mo></mrow>"),
        ("<mstyle mathvariant='bold'>", "</mstyle>"),
        ("<msqrt>", "</msqrt>"),
        ("<msup>", "<mn>2</mn></msup>"),
        ("<msup><mn>2</mn>", "</msup>"),
        ("<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo>", "</mrow></mfrac>"),
        ("<mfenced>", "</mfenced>"),
        ("<mover>", "<mo>^</mo></mover>"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd><mtd>", "</mtd></mtr></mtable>"),
        ("<mmultiscripts>", "</mmultiscripts>"),
        ("<semantics>", "</semantics>"),
        ("<mtext>", "</mtext>"),
        ("<widget>", "</widget>"),
        ("<apply><plus/><cn>1</cn>", "</apply>"),
        ("<ci>", "</ci>"),
        ("<set>", "</set>"),
    ] {
        let inner = if matches!(open, "<mtext>") { "x" } else { "<mi>x</mi>" };
        let closed = format!("<math>{}{inner}{}</math>", open.repeat(DEPTH), close.repeat(DEPTH));
        let unclosed = format!("<math>{}{inner}", open.repeat(DEPTH));
        for source in [closed, unclosed] {
            let (formula, _) = seconds(&source);
            assert!(slt_string(&formula.slt).contains("!x"), "{open}: the symbol in the middle is lost");
            assert!(formula.diagnostics.len() < 300, "{open}: {} findings", formula.diagnostics.len());
        }
    }
}

/// Twice the input may take twice the time, not four times. The smallest of a few runs reduces noise.
#[test]
fn time_grows_with_the_input() {
    for unit in [
        "<mi>x</mi><mo>+</mo>",
        "<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>",
        "<mo>|</mo><mi>x</mi>",
        "<mo>(</mo>",
        "<mo>)</mo>",
        "</mrow>",
        "<mrow>",
        "<mrow></mi>",
        "& ",
        "< ",
        "<mi a='",
        "<!-- ",
        "<![CDATA[ ",
        "<msup><mi>x</mi>",
        "<mfrac/>",
        "<mtable><mtr><mtd>",
        "<mtr/>",
        "<mover>",
        "<apply><and/><share/>",
        "<matrix><matrixrow><ci>a</ci>",
        "<ci>x</ci>",
    ] {
        let time = |length: usize| {
            let source = format!("<math>{}", unit.repeat(length / unit.len()));
            (0..2).map(|_| seconds(&source).1).min().unwrap()
        };
        let (short, long) = (time(400_000), time(1_600_000));
        assert!(
            long < short * 9 + Duration::from_millis(40),
            "{unit}: {short:?} for 400 kB, {long:?} for 1.6 MB"
        );
    }
}

#[test]
fn ten_megabytes_are_one_formula() {
    let unit = "<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo></mrow>";
    let source = format!("<math>{}<mi>y</mi></math>", unit.repeat(10_000_000 / unit.len()));
    let (formula, time) = seconds(&source);
    println!("{} bytes in {time:?}", source.len());
    assert!(formula.diagnostics.is_empty());
    assert!(formula.slt.arena_len() > 500_000);
    assert!(time < Duration::from_secs(20), "{time:?}");
}

/// Broken input: where the finding must point, and what must still be read.
#[test]
fn broken_markup_is_reported_in_its_place() {
    for (source, code, place, layout) in [
        ("<math><mi>x</mi>", "xml-unclosed", "<math", "[V!x]"),
        ("<math><mrow><mi>x</mi></math>", "xml-unclosed", "<mrow", "[V!x]"),
        ("<math><mi>x<mo>+</mo><mn>1</mn></math>", "xml-unclosed", "<mi", "[V!x[+[N!1]]]"),
        ("<math><mi>x</mi></mrow></math>", "xml-stray-end", "</mrow>", "[V!x]"),
        ("<math><mi>x</mi><mo>&</mo></math>", "xml-entity", "&", "[V!x[V!&]]"),
        ("<math><mi>&bogus;</mi></math>", "xml-entity", "&", "[V!&bogus;]"),
        ("<math><mn>1</mn><mo><</mo><mn>2</mn></math>", "xml-less-than", "<", "[N!1[<[N!2]]]"),
        ("<math><mi>x</mi><!-- never closed </math>", "xml-unclosed", "<math", "[V!x]"),
        ("<math><mi class='a>x</mi></math>", "xml-unclosed", "<mi class='a>", "[V!x]"),
        ("<math><mfrac><mn>1</mn></mfrac></math>", "mathml-arguments", "<mfrac><mn>1</mn></mfrac>", "[N!1]"),
        (
            "<math><msup><mi>x</mi><mn>1</mn><mn>2</mn></msup></math>",
            "mathml-arguments",
            "<msup><mi>x</mi><mn>1</mn><mn>2</mn></msup>",
            "[V!x[N!1[N!2]]]",
        ),
        ("<math>x<mo>+</mo><mn>1</mn></math>", "mathml-bare-text", "x", "[T!x[+[N!1]]]"),
    ] {
        let formula = read(source, &Options::default());
        assert_eq!(slt_string(&formula.slt), layout, "{source}");
        let found = formula.diagnostics.iter().any(|finding| {
            let range = finding.span.start as usize..finding.span.end as usize;
            finding.severity == Severity::Recovery && finding.code == code && &source[range] == place
        });
        assert!(found, "{source}: {:?}", formula.diagnostics);
    }
}
