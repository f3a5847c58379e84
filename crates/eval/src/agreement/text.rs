//! Agreement as a table with words under it.

use super::{Counted, Findings, Kappa, rater_mean, strength};
use crate::report::columns::align;
use document::counted;

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.4}"))
}

/// Writes the table and what it means.
pub fn write(found: &Findings) -> String {
    let halves = format!("κ (≥ {})", found.level);
    let heading =
        ["assessors", "items", "agree", "κ (grades)", "agree", &halves, "r"].map(str::to_owned).to_vec();
    let row = |name: String, grades: &Kappa, halves: &Kappa| {
        let (items, ours, theirs) =
            (grades.items.to_string(), number(Some(grades.observed)), number(Some(halves.observed)));
        vec![name, items, ours, number(grades.kappa), theirs, number(halves.kappa)]
    };
    let mut rows = vec![heading];
    let pairs = found.grades.pairs.iter().zip(&found.halves.pairs);
    for ((grades, halves), r) in pairs.zip(&found.pearson) {
        let name = format!("{} and {}", found.assessors[grades.first], found.assessors[grades.second]);
        let mut row = row(name, &grades.kappa, &halves.kappa);
        row.push(number(*r));
        rows.push(row);
    }
    let means = |name: String, grades: Option<f64>, halves: Option<f64>| {
        let dash = || "-".to_owned();
        vec![name, dash(), dash(), number(grades), dash(), number(halves), dash()]
    };
    if found.assessors.len() > 2 {
        for (number, name) in found.assessors.iter().enumerate() {
            let of = |counted: &Counted| rater_mean(&counted.pairs, number);
            rows.push(means(format!("{name}, mean with the others"), of(&found.grades), of(&found.halves)));
        }
    }
    rows.push(means("Cohen's κ, mean of pairs".to_owned(), found.grades.mean, found.halves.mean));
    if let (Some(grades), Some(halves)) = (&found.grades.fleiss, &found.halves.fleiss) {
        rows.push(row("Fleiss's κ".to_owned(), grades, halves));
    }
    let topics = found.topics.iter().map(|(topic, grades, halves)| {
        let items: usize = grades.pairs.iter().map(|pair| pair.kappa.items).sum();
        let mut row = means(format!("topic {topic}"), grades.mean, halves.mean);
        row[1] = items.to_string();
        row
    });
    rows.extend(topics);
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
    let degenerate = |counted: &Counted| counted.pairs.iter().filter(|pair| pair.kappa.degenerate).count();
    let left_out = match (degenerate(&found.grades), degenerate(&found.halves)) {
        (0, 0) => String::new(),
        (grades, cut) => format!(
            "Left out of the means, because an assessor gave one single label: {grades} over all grades, {cut} after \
             the cut.\n"
        ),
    };
    format!(
        "{}{}{left_out}1 is perfect agreement, 0 is chance; the words are those of Landis and Koch.\n",
        say("Over all grades", found.grades.mean),
        say(&halves, found.halves.mean)
    )
}
