//! Every format on a small evaluation with names that want escaping, against files under `report/`.
//!
//! `UPDATE_EXPECT=1 cargo test -p eval --test report` writes the files anew; look at the difference
//! before you keep it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

use corpus::{Input, Qrels, Run, run};
use eval::measure::notation;
use eval::report::{self, Report, RunReport};
use eval::{Evaluator, Judgements, Measure, Options, extremes};

const QRELS: &str = "A.1 0 a 3\nA.1 0 b 0\nA.1 0 c 1\nA.2 0 a 0\nA.2 0 d 2\nA.3 0 e 1\nA.3 0 f 0\n";
const BASE: &str = "A.1 Q0 b 1 9 base\nA.1 Q0 a 2 8 base\nA.2 Q0 d 1 9 base\nA.3 Q0 x 1 9 base\n";
const GOOD: &str = "A.1 Q0 a 1 9 x\nA.1 Q0 c 2 8 x\nA.2 Q0 d 1 9 x\nA.3 Q0 e 1 9 x\n";
/// Lacks a judged topic and has one that nobody judged.
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
    Report { qrels: "small.qrels".into(), columns, runs, options, per_topic: false }
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
    expect("table.tex", &report::latex::write(&with_a_hole()));
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
         topics (`-c` counts these as 0)",
        "<script>alert(1)</script> has 1 topic that nobody judged (Z.9): ignored",
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
