//! Every format on a small evaluation with names that need escaping, against files under `report/`.
//!
//! `UPDATE_EXPECT=1 cargo test -p eval --test report` writes the files again; look at the difference
//! before you keep it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

use eval::measure::notation;
use eval::report::curves::{Curver, Curves};
use eval::report::html::{self, Page};
use eval::report::{self, Against, Report, RunReport};
use eval::{Evaluator, Judgements, Measure, Options, extremes};
use quick_xml::Reader;
use quick_xml::events::Event;
use trec::{Input, Qrels, Run, run};

const QRELS: &str = "A.1 0 a 3\nA.1 0 b 0\nA.1 0 c 1\nA.2 0 a 0\nA.2 0 d 2\nA.3 0 e 1\nA.3 0 f 0\n";
const BASE: &str = "A.1 Q0 b 1 9 base\nA.1 Q0 a 2 8 base\nA.2 Q0 d 1 9 base\nA.3 Q0 x 1 9 base\n";
const GOOD: &str = "A.1 Q0 a 1 9 x\nA.1 Q0 c 2 8 x\nA.2 Q0 d 1 9 x\nA.3 Q0 e 1 9 x\n";
/// Lacks a judged topic and has an unjudged one.
const ODD: &str = "A.1 Q0 x 1 9 x\nA.1 Q0 a 2 8 x\nA.2 Q0 a 1 9 x\nZ.9 Q0 a 1 1 x\n";
const RUNS: [(&str, &str); 3] =
    [("base", BASE), ("a_&_\"new\", 50% 変更", GOOD), ("<script>alert(1)</script>", ODD)];

fn input(name: &str, text: &str) -> Input {
    Input::from_bytes(name, text.into()).unwrap()
}

fn small() -> Report {
    let qrels = Qrels::read(input("small.qrels", QRELS)).unwrap();
    let judgements = Judgements::new(&qrels);
    let (measures, options) = (notation::list("nDCG',AP,P@1,NumRet").unwrap(), Options::default());
    let evaluator = Evaluator::new(&judgements, measures, options).unwrap();
    let measure = |(name, text): (&str, &str)| {
        let file = format!("{name}.run");
        let run = Run::read(input(&file, text), run::Options::default()).unwrap();
        RunReport { name: name.to_owned(), file, scores: evaluator.evaluate(&run).unwrap() }
    };
    let mut runs = RUNS.map(measure).to_vec();
    let bound = |name: &str, scores| RunReport { name: name.to_owned(), file: String::new(), scores };
    runs.push(bound("random order", extremes::random_scores(&evaluator, 1, 10).unwrap()));
    let perfect = evaluator.evaluate(&extremes::perfect_order(&judgements)).unwrap();
    runs.push(bound("perfect order", perfect));
    let columns = evaluator.measures().iter().map(Measure::column).collect();
    Report { qrels: "small.qrels".into(), columns, runs, options, per_topic: false, correlations: false }
}

fn per_topic() -> Report {
    Report { per_topic: true, ..small() }
}

/// A report in which a run has no value under a measure.
fn with_a_hole() -> Report {
    let mut report = small();
    report.runs[2].scores.overall[1] = f64::NAN;
    report
}

/// Compares with a file under `report/`, or writes it when asked to.
fn expect(file: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/report").join(file);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{file} differs; found:\n{found}");
}

#[test]
fn the_terminal_table() {
    expect("table.txt", &report::table::write(&small()));
    expect("table-per-topic.txt", &report::table::write(&per_topic()));
}

#[test]
fn the_form_of_trec_eval() {
    expect("per-topic.trec", &report::trec::write(&per_topic()));
}

#[test]
fn comma_separated_values() {
    expect("means.csv", &report::csv::write(&with_a_hole()));
    expect("per-topic.csv", &report::csv::write(&per_topic()));
}

#[test]
fn the_latex_table() {
    let report = compared();
    let against = Against::new(&report, "base", 1);
    expect("compared.tex", &report::latex::write(&report, against.as_ref()));
    expect("table.tex", &report::latex::write(&with_a_hole(), None));
}

#[test]
fn json_for_programs() {
    expect("report.json", &report::json::write(&per_topic()));
    assert!(report::json::write(&with_a_hole()).contains("\"AP\": null"));
}

#[test]
fn json_numbers_read_back_to_the_same_bits() {
    let report = small();
    let value: serde_json::Value = serde_json::from_str(&report::json::write(&report)).unwrap();
    for (run, object) in report.runs.iter().zip(value["runs"].as_array().unwrap()) {
        for (column, number) in report.columns.iter().zip(&run.scores.overall) {
            assert_eq!(object["overall"][&column.label].as_f64(), Some(*number), "{}", run.name);
        }
    }
}

#[test]
fn notes_say_which_topics_are_behind_the_means() {
    let expected = [
        "<script>alert(1)</script> has no results for 1 judged topic (A.3): its means are over the other \
         topics",
        "<script>alert(1)</script> has 1 unjudged topic (Z.9): ignored",
    ];
    assert_eq!(small().notes(), expected);
}

#[test]
fn a_run_alone_is_not_the_best() {
    let mut report = small();
    assert_eq!(report.best(0).as_deref(), Some("1.0000"));
    assert_eq!(report.best(3), None, "the most results are no merit");
    report.runs.remove(1);
    report.runs.remove(1);
    assert_eq!(report.best(0), None);
}

/// The curves of the three small runs.
fn small_curves() -> Vec<Curves> {
    let qrels = Qrels::read(input("small.qrels", QRELS)).unwrap();
    let judgements = Judgements::new(&qrels);
    let curver = Curver::new(&judgements, Options { judged_only: true, ..Options::default() }).unwrap();
    let read = |(_, text)| Run::read(input("r", text), run::Options::default()).unwrap();
    RUNS.map(|run| curver.curves(&read(run)).unwrap()).to_vec()
}

fn page(report: &Report, baseline: Option<&str>) -> String {
    let against = baseline.map(|name| Against::new(report, name, 1).unwrap());
    let curves = small_curves();
    let command = "perga eval small.qrels '<b>&.run'";
    html::write(&Page { report, against: against.as_ref(), curves: &curves, command })
}

/// The page without its style sheet.
fn without_style(page: &str) -> String {
    let (start, end) = (page.find("<style>").unwrap(), page.find("</style>").unwrap());
    format!("{}{}", &page[..start], &page[end + "</style>".len()..])
}

/// An element's name and its attributes.
type Element = (String, Vec<(String, String)>);

/// Every element of a page that is well-formed XML, with its attributes, and all its text.
fn parse(page: &str) -> (Vec<Element>, String) {
    let mut reader = Reader::from_str(page);
    let (mut elements, mut text) = (Vec::new(), String::new());
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("at {}: {error}", reader.buffer_position())) {
            Event::Eof => return (elements, text),
            Event::Start(start) | Event::Empty(start) => {
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0).unwrap();
                    (attribute.key.as_ref().to_owned(), value.into_owned())
                });
                let name = start.name().as_ref().to_owned();
                elements.push((name, attributes.collect()));
            }
            Event::Text(part) => text.push_str(&part),
            Event::GeneralRef(part) => text.push_str(&format!("&{};", &*part)),
            _ => {}
        }
    }
}

#[test]
fn the_page() {
    expect("page.html", &without_style(&page(&small(), Some("base"))));
}

#[test]
fn a_page_without_a_baseline_says_what_one_adds() {
    assert!(page(&small(), None).contains("With a baseline"));
    assert!(!page(&small(), Some("base")).contains("With a baseline"));
}

#[test]
fn a_page_is_well_formed_whatever_runs_and_topics_are_called() {
    let mut report = small();
    report.qrels = "</title><script>\u{1}".to_owned();
    for run in &mut report.runs {
        run.scores.topics[0] = "\"><script>x</script>".to_owned();
    }
    for baseline in [None, Some("base"), Some("<script>alert(1)</script>")] {
        let (elements, text) = parse(&page(&report, baseline));
        assert!(!elements.iter().any(|(name, _)| name == "script"));
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{text}");
        assert!(!text.contains('\u{1}'));
    }
}

/// No script, no style, font, picture or frame from elsewhere: nothing has an address.
#[test]
fn a_page_asks_the_network_for_nothing() {
    let page = page(&small(), Some("base"));
    let (elements, _) = parse(&page);
    let asks = ["script", "link", "img", "iframe", "object", "embed", "image", "use"];
    assert!(elements.iter().all(|(name, _)| !asks.contains(&name.as_str())));
    let addresses = ["src", "href", "xlink:href", "srcset", "data", "style", "action", "http-equiv"];
    let named = elements.iter().flat_map(|(_, attributes)| attributes).map(|(name, _)| name.as_str());
    assert!(named.into_iter().all(|name| !addresses.contains(&name) && !name.starts_with("on")));
    assert!(!page.contains("url(") && !page.contains("@import") && !page.contains("//"));
}

#[test]
fn curves_count_what_is_found_and_what_is_judged() {
    let curves = small_curves();
    // 2 + 1 + 1 relevant documents; `base` finds a at rank 2, d at rank 1, e never.
    let third = 1.0 / 3.0;
    assert!((curves[0].recall[0] - third).abs() < 1e-12, "{:?}", curves[0].recall);
    assert!((curves[0].recall[1] - 0.5).abs() < 1e-12);
    // Its first results are b (judged), d (judged), x (not).
    assert!((curves[0].judged[0] - 2.0 * third).abs() < 1e-12);
}

/// Ten topics on which the second run is better by about 0.1, and the third equal to the first.
fn compared() -> Report {
    let values = |shift: fn(usize) -> f64| (0..10).map(|i| 0.3 + shift(i)).collect::<Vec<f64>>();
    let shifts: [fn(usize) -> f64; 3] = [|_| 0.0, |i| 0.1 + 0.001 * i as f64, |_| 0.0];
    let mut report = small();
    report.runs.truncate(3);
    report.columns.truncate(1);
    for (run, shift) in report.runs.iter_mut().zip(shifts) {
        run.scores.topics = (0..10).map(|i| format!("A.{i}")).collect();
        run.scores.values = vec![values(shift)];
        run.scores.overall = vec![values(shift).iter().sum::<f64>() / 10.0];
    }
    report
}

#[test]
fn only_significant_differences_are_marked() {
    let report = compared();
    let against = Against::new(&report, "base.run", 1).unwrap();
    let marks = report.runs.iter().map(|run| against.mark(0, &run.name)).collect::<Vec<_>>();
    assert_eq!(marks, ["", "▲", ""]);
    let turned = Against::new(&report, &report.runs[1].name, 1).unwrap();
    assert_eq!(turned.mark(0, "base"), "▼");
    assert!(Against::new(&report, "absent", 1).is_none());
}

#[test]
fn columns_with_counts_or_holes_are_not_compared() {
    let mut report = compared();
    report.runs[1].scores.values[0][3] = f64::NAN;
    assert!(Against::new(&report, "base", 1).unwrap().column(0).is_empty());
    let report = small();
    assert!(Against::new(&report, "base", 1).unwrap().column(3).is_empty());
}
