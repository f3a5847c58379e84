//! How every two measures go together over the runs: Pearson's r of their means and Kendall's τ-b of the orders.

use super::Report;
use super::columns::align;
use crate::statistics::{kendall, pearson};

/// Two measures over the runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair<'a> {
    /// The first measure.
    pub first: &'a str,
    /// The second measure.
    pub second: &'a str,
    /// The runs that have both.
    pub runs: usize,
    /// Pearson's r; `None` where it does not exist.
    pub pearson: Option<f64>,
    /// Kendall's τ-b; `None` where it does not exist.
    pub kendall: Option<f64>,
}

/// Every two measures. Bounds of the pool are no runs.
pub fn pairs(report: &Report) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for (number, first) in report.columns.iter().enumerate() {
        for (other, second) in report.columns.iter().enumerate().skip(number + 1) {
            let both = report.competitors().filter_map(|run| {
                let value = |place: usize| run.scores.overall.get(place).filter(|value| !value.is_nan());
                Some((*value(number)?, *value(other)?))
            });
            let (ours, theirs): (Vec<f64>, Vec<f64>) = both.unzip();
            pairs.push(Pair {
                first: &first.label,
                second: &second.label,
                runs: ours.len(),
                pearson: pearson(&ours, &theirs),
                kendall: kendall(&ours, &theirs).tau,
            });
        }
    }
    pairs
}

/// The pairs as a table for people.
pub(super) fn table(report: &Report) -> String {
    let value = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let mut rows = vec![["measures", "runs", "r", "τ-b"].map(str::to_owned).to_vec()];
    for pair in pairs(report) {
        let names = format!("{}–{}", pair.first, pair.second);
        rows.push(vec![names, pair.runs.to_string(), value(pair.pearson), value(pair.kendall)]);
    }
    align(&rows, 1)
}
