//! The published graphs: contexts, graphs and linear forms of ARQMath topics, and the formulas of the topics.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use testkit::shared_text;

/// The rows of a file of tab-separated fields, in quotation marks where they hold line breaks.
pub fn rows(path: &str) -> Vec<Vec<String>> {
    let text = shared_text(path);
    let split = |text: &str, separator: char| -> Vec<String> {
        let mut is_quoted = false;
        let parts = text.split(move |c: char| {
            is_quoted ^= c == '"';
            c == separator && !is_quoted
        });
        parts.map(str::to_owned).collect()
    };
    let field = |text: String| -> String {
        let text = text.trim_end_matches('\r');
        let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
        inside.replace("\"\"", "\"")
    };
    let rows = split(&text, '\n').into_iter().filter(|row| !row.is_empty());
    rows.map(|row| split(&row, '\t').into_iter().map(field).collect()).collect()
}

/// The second field by the first one, `B.7`.
fn published(name: &str) -> BTreeMap<String, String> {
    let rows = rows(&format!("mathamr/{name}.tsv.gz")).into_iter();
    rows.filter(|row| row[0].starts_with("B.")).map(|row| (row[0].clone(), row[1].clone())).collect()
}

pub fn contexts() -> BTreeMap<String, String> {
    published("context_topic")
}

pub fn graphs() -> BTreeMap<String, String> {
    published("mathamr_topics")
}

pub fn linear_forms() -> BTreeMap<String, String> {
    published("linearized_mathamr_topics")
}

/// The Content MathML of the formulas of each topic, by the number of the formula.
pub fn formulas() -> BTreeMap<String, BTreeMap<String, String>> {
    let mut found: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for year in ["2020", "2021"] {
        for row in rows(&format!("arqmath/gold-trees/{year}-opt.tsv.gz")).into_iter().skip(1) {
            let topic = row[1].replace("A.", "B.");
            let number = row[0].trim_start_matches("q_").to_owned();
            found.entry(topic).or_default().insert(number, row.last().unwrap().clone());
        }
    }
    found
}
