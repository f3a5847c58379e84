//! The report of a small log, computed by hand, in its three forms.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use study::logs::analysis::Analysis;
use study::logs::report::{self, Log, Report, Value};
use study::logs::spool::Spool;

/// Two sessions of one id, one of another; a formula; a question.
const LOG: &str = "\
session\tquery\tissue_time\tsearch_type\tclicked_url\tclick_time\tsession_end_time
a\ttaylor series\t2020-01-01 10:00:00\tWeb\t\t\t
a\ttaylor series pdf\t2020-01-01 10:01:00\tWeb\thttps://en.wikipedia.org/wiki/T\t2020-01-01 10:01:10\t
b\twhat is a ring?\t2020-01-01 10:01:30\tWeb\thttps://ncatlab.org/ring\t2020-01-01 10:02:00\t2020-01-01 10:02:20
a\ttaylor series pdf\t2020-01-01 10:01:00\tWeb\thttps://de.wikipedia.org/wiki/T\t2020-01-01 10:01:50\t2020-01-01 10:02:40
a\t$a+b$\t2020-01-01 12:00:00\tWeb\t\t\t
a\t$a+b+c$\t2020-01-01 12:00:30\tWeb\t\t\t
";

fn report(logs: usize) -> Report {
    let mut spool = Spool::default();
    spool.read(&mut LOG.as_bytes(), "log").unwrap();
    let analysed = Analysis::default().figures(&spool).unwrap();
    let log = |name: &str| Log { name: name.to_owned(), analysed: &analysed };
    Report::new(&[log("one.tsv"), log("two.tsv")][..logs], 1)
}

#[test]
fn figures_are_those_computed_by_hand() {
    let report = report(1);
    let value = |section: &str, key: &str| report.row(section, key).unwrap().values[0];
    assert_eq!(value("size", "sessions"), Value::Count(3));
    assert_eq!(value("size", "queries"), Value::Count(5));
    assert_eq!(value("size", "clicks"), Value::Count(3));
    assert_eq!(value("sessions", "zero_click"), Value::Share(1, 3));
    assert_eq!(value("sessions", "click_final"), Value::Share(2, 3));
    // The first page was viewed for 40 seconds, the second for 50, that of the other user for 20.
    assert_eq!(value("sessions", "satisfied"), Value::Share(1, 3));
    assert_eq!(value("sessions", "minutes").shown(), "1.17");
    assert_eq!(value("questions", "questions"), Value::Share(1, 5));
    assert_eq!(value("contents", "pdf"), Value::Share(1, 5));
    assert_eq!(value("changes", "adding"), Value::Share(2, 2));
    assert_eq!(value("success", "adding"), Value::Share(1, 2));
    assert_eq!(value("formulas", "only_formula"), Value::Share(2, 5));
    assert_eq!(value("formula_changes", "operand_added"), Value::Share(1, 1));
    assert_eq!(value("sites", "wikipedia_org"), Value::Share(2, 3));
    assert_eq!(value("clicks", "entropy").shown(), "0.50");
}

#[test]
fn two_logs_stand_side_by_side() {
    let report = report(2);
    let text = report::text::write(&report);
    assert!(text.contains("one.tsv") && text.contains("two.tsv"));
    let row = report.row("sessions", "zero_click").unwrap();
    assert_eq!(row.probability, Some(1.0));
    let json: serde_json::Value = serde_json::from_str(&report::json::write(&report)).unwrap();
    assert_eq!(json["sections"]["sessions"]["rows"]["zero_click"]["values"][1]["part"], 1);
}

#[test]
fn the_page_escapes_names_and_has_no_query() {
    let mut report = report(1);
    report.logs = vec!["<script>".to_owned()];
    let page = report::html::write(&report, "perga logs '<b>'");
    assert!(!page.contains("<script>") && !page.contains("<b>"));
    assert!(page.contains("<svg") && !page.contains("NaN") && !page.contains("http"));
    assert!(!page.contains("taylor"));
    let text = report::text::write(&report);
    assert!(text.contains("Queries per session") && !text.contains("taylor"));
}
