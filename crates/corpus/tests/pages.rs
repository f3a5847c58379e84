//! Pages and NTCIR documents from files to units, whole and broken.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use corpus::collection::{Entry, Format, Progress};
use document::{Complaint, Unit};

const PAGE: &str = r##"<!DOCTYPE html>
<html lang="en"><head>
<title>Quadratic equations – a site</title>
<link rel="canonical" href="https://example.org/quadratic">
<meta property="article:published_time" content="2020-02-29T12:00:00Z">
<script>if (a < b && "</p>") { var price = "$5"; }</script>
</head><body>
<nav><ul><li>Home<li>$menu$</ul></nav>
<main>
<h1>Solving $ax^2+bx+c=0$</h1>
<p>For <math alttext="a\neq 0"><mi>a</mi><mo>&ne;</mo><mn>0</mn></math> it costs $5 to know that
\[ x = \frac{-b \pm \sqrt{b^2-4ac}}{2a} \]
<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x</span></span></span>
solves it.</p>
<pre><code>x = (-b + sqrt(d)) / $a # not $math$</code></pre>
<ol><li>first <span class="math-container" id="17" visual_id="4">$\Delta&lt;0$</span></li><li><p>second</p></li></ol>
</main>
<footer>by $someone$</footer>
</body></html>
"##;

const DOCUMENTS: &str = r##"<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="docid" content="Ring"/><title>Ring</title></head>
<body><h1>Ring</h1><p>A ring <math id="Ring:0"><semantics><mi>R</mi><annotation-xml encoding="MathML-Content"><ci>R</ci></annotation-xml><annotation encoding="application/x-tex">R</annotation></semantics></math>.</p></body></html>
<html><body><div class="ltx_para" id="S1.p1"><p>One <m:math id="S1.p1.m1"><m:mi>x</m:mi></m:math></p></div>
<div class="ltx_para" id="S1.p2"><p>Two</p></div></body></html>
"##;

fn read(content: &[u8], format: Format) -> (Vec<Unit>, Vec<Complaint>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.html");
    std::fs::write(&file, content).unwrap();
    let entry = Entry::new("some/file.html", format, vec![file]);
    let progress = Arc::new(Progress::default());
    let (mut units, mut complaints) = (Vec::new(), Vec::new());
    for item in entry.read(&progress).unwrap() {
        match item {
            Ok(unit) => units.push(unit),
            Err(complaint) => complaints.push(complaint),
        }
    }
    assert_eq!(progress.bytes(), content.len() as u64);
    (units, complaints)
}

fn shown(unit: &Unit) -> Vec<&str> {
    unit.body.formulas.iter().map(|formula| &unit.body.text[formula.place.clone()]).collect()
}

#[test]
fn a_page_is_an_article() {
    let (units, complaints) = read(PAGE.as_bytes(), Format::Html);
    assert!(complaints.is_empty(), "{complaints:?}");
    let [unit] = &units[..] else { panic!("{units:?}") };
    assert_eq!((unit.id.as_str(), unit.kind.as_str()), ("some/file.html", "article"));
    assert_eq!(unit.title.text, "Solving $ax^2+bx+c=0$");
    assert_eq!(unit.title.formulas[0].source, "ax^2+bx+c=0");
    assert_eq!(unit.url.as_deref(), Some("https://example.org/quadratic"));
    assert_eq!(unit.date, Some(1_582_977_600));
    let expected = ["$a\\neq 0$", "\\[ x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a} \\]", "$x$", "$\\Delta<0$"];
    assert_eq!(shown(unit), expected);
    let last = unit.body.formulas.last().unwrap();
    assert_eq!((last.id.as_deref(), last.visual_id.as_deref()), (Some("17"), Some("4")));
    assert!(unit.body.text.ends_with("not $math$\n\n- first $\\Delta<0$\n- second"), "{}", unit.body.text);
}

#[test]
fn documents_of_ntcir_follow_each_other() {
    let (units, complaints) = read(DOCUMENTS.as_bytes(), Format::Ntcir);
    assert!(complaints.is_empty(), "{complaints:?}");
    let ids: Vec<_> = units.iter().map(|unit| (unit.id.as_str(), unit.kind.as_str())).collect();
    let expected = [
        ("Ring", "article"),
        ("file/2/S1.p1", "paragraph"),
        ("file/2/S1.p2", "paragraph"),
        ("file/2", "article"),
    ];
    assert_eq!(ids, expected);
    let formula = &units[0].body.formulas[0];
    assert_eq!(formula.id.as_deref(), Some("Ring:0"));
    assert!(formula.source.starts_with("<math id=") && formula.source.ends_with("</math>"));
    assert_eq!(units[1].body.formulas[0].id.as_deref(), Some("S1.p1.m1"));
    assert_eq!(units[1].thread.as_deref(), Some("file/2"));
}

#[test]
fn a_truncated_file_is_read_up_to_its_end() {
    for (source, format) in [(PAGE, Format::Html), (DOCUMENTS, Format::Ntcir)] {
        for cut in (0..source.len()).step_by(7) {
            let (units, complaints) = read(&source.as_bytes()[..cut], format);
            let is_text = |complaint: &Complaint| complaint.message.contains("UTF-8");
            assert!(complaints.iter().all(is_text), "{complaints:?}");
            for unit in &units {
                assert_eq!(shown(unit).len(), unit.body.formulas.len());
            }
        }
    }
}

#[test]
fn invalid_bytes_are_replaced_and_reported_once_with_their_place() {
    let source = PAGE.replace("solves", "sol\u{1}ves").replace("second", "sec\u{1}ond");
    let broken: Vec<u8> = source.bytes().map(|byte| if byte == 1 { 0xff } else { byte }).collect();
    for format in [Format::Html, Format::Ntcir] {
        let (units, complaints) = read(&broken, format);
        let [complaint] = &complaints[..] else { panic!("{complaints:?}") };
        assert_eq!((complaint.file.as_str(), complaint.line), ("some/file.html", 14));
        assert!(units[0].body.text.contains("sec\u{fffd}ond"));
    }
}

#[test]
fn depth_and_size_cost_nothing() {
    const DEEP: usize = 100_000;
    for (open, close) in [
        ("<div>", "</div>"),
        ("<b>", "</i>"),
        ("<ul><li>", ""),
        ("<span class=\"katex\">", "</span>"),
        ("<pre>", ""),
    ] {
        let source = format!("<p>$x$</p>{}<p>$y$</p>{}<p>$z$", open.repeat(DEEP), close.repeat(DEEP));
        let (units, _) = read(source.as_bytes(), Format::Html);
        let found: Vec<&str> = shown(&units[0]);
        assert!(found.first() == Some(&"$x$") && found.last() == Some(&"$z$"), "{open}: {found:?}");
    }
    let huge =
        format!("<p title=\"{}\">$x$<img src='data:{}'>$y$</p>", "> ".repeat(5 << 20), "A".repeat(10 << 20));
    assert_eq!(shown(&read(huge.as_bytes(), Format::Html).0[0]), ["$x$", "$y$"]);
}
