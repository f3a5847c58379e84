//! Agreement as a table with words under it.

use super::{Findings, Kappa, strength};
use crate::report::columns::align;
use document::counted;

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.4}"))
}

/// Writes the table and what it means.
pub fn write(found: &Findings) -> String {
    let halves = format!("κ (≥ {})", found.level);
    let heading = ["assessors", "items", "agree", "κ (grades)", "agree", &halves].map(str::to_owned).to_vec();
    let row = |name: String, grades: &Kappa, halves: &Kappa| {
        let (items, ours, theirs) =
            (grades.items.to_string(), number(Some(grades.observed)), number(Some(halves.observed)));
        vec![name, items, ours, number(grades.kappa), theirs, number(halves.kappa)]
    };
    let mut rows = vec![heading];
    for (grades, halves) in found.grades.pairs.iter().zip(&found.halves.pairs) {
        let name = format!("{} and {}", found.assessors[grades.first], found.assessors[grades.second]);
        rows.push(row(name, &grades.kappa, &halves.kappa));
    }
    let dash = || "-".to_owned();
    let mean = "Cohen's κ, mean of pairs".to_owned();
    rows.push(vec![mean, dash(), dash(), number(found.grades.mean), dash(), number(found.halves.mean)]);
    if let (Some(grades), Some(halves)) = (&found.grades.fleiss, &found.halves.fleiss) {
        rows.push(row("Fleiss's κ".to_owned(), grades, halves));
    }
    format!("{}\n{}", align(&rows, 1), words(found))
}

fn words(found: &Findings) -> String {
    let pairs = counted(found.grades.pairs.len(), "pair");
    let say = |what: &str, mean: Option<f64>| match mean {
        Some(kappa) => {
            format!("{what}, agreement is {} (mean κ = {kappa:.2} over {pairs}).\n", strength(kappa))
        }
        None => format!("{what}, κ does not exist: all assessors gave the same label.\n"),
    };
    let halves = format!("Cut into grade {} and up, and the rest", found.level);
    format!(
        "{}{}1 is perfect agreement, 0 is chance; the words are those of Landis and Koch.\n",
        say("Over all grades", found.grades.mean),
        say(&halves, found.halves.mean)
    )
}
