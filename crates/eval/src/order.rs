//! The order in which trec_eval sees a run.
//!
//! By score, highest first; where scores are equal by docno as a byte string, *highest* first, so that
//! `9` comes before `10`. The rank column and the order of the file do not count. trec_eval 9.0 kept
//! scores in 32 bits, version 10 in 64: scores that differ in the eighth digit are tied in one and not
//! in the other. [`Precision`] chooses.

use std::cmp::Ordering;

use trec::Run;
use trec::run::Row;

/// The number of bits in which scores are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// 64 bits: trec_eval 10, pytrec_eval.
    #[default]
    Double,
    /// 32 bits: trec_eval 9.0.
    Single,
}

impl Precision {
    /// The score as it is compared; -0 is 0.
    #[inline]
    fn of(self, score: f64) -> f64 {
        match self {
            Precision::Double => score + 0.0,
            Precision::Single => f64::from(score as f32) + 0.0,
        }
    }
}

/// The docnos of a topic in trec_eval's order, best first; none if the run does not have the topic.
pub fn ranked<'r>(run: &'r Run, topic: &str) -> Vec<&'r str> {
    ranked_rows(run, topic).iter().map(|row| run.docno(row)).collect()
}

/// The rows of a topic in that order.
pub fn ranked_rows(run: &Run, topic: &str) -> Vec<Row> {
    let mut rows = run.topic(topic).map(|topic| topic.rows.clone()).unwrap_or_default();
    sort(run, &mut rows, Precision::Double);
    rows
}

/// Puts rows of `run` in trec_eval's order.
pub(crate) fn sort(run: &Run, rows: &mut [Row], precision: Precision) {
    rows.iter_mut().for_each(|row| row.score = precision.of(row.score));
    if rows.is_sorted_by(|a, b| a.score > b.score) {
        return;
    }
    rows.sort_unstable_by(|a, b| compare(run, a, b));
}

#[inline]
fn compare(run: &Run, a: &Row, b: &Row) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| run.docno(b).cmp(run.docno(a)))
}

#[cfg(test)]
mod tests {
    use trec::run::Builder;

    use super::*;

    fn order(rows: &[(&str, f64)], precision: Precision) -> Vec<String> {
        let mut builder = Builder::new("t", "t");
        rows.iter().for_each(|&(docno, score)| assert!(builder.push("1", docno, score)));
        let run = builder.finish();
        let mut rows = run.topics()[0].rows.clone();
        sort(&run, &mut rows, precision);
        rows.iter().map(|row| run.docno(row).to_owned()).collect()
    }

    #[test]
    fn ties_go_to_the_higher_docno_as_a_byte_string() {
        assert_eq!(
            order(&[("10", 1.0), ("9", 1.0), ("a", 1.0), ("B", 1.0)], Precision::Double),
            ["a", "B", "9", "10"]
        );
    }

    #[test]
    fn minus_zero_is_zero_and_infinities_are_scores() {
        let rows = [("a", 0.0), ("b", -0.0), ("c", f64::NEG_INFINITY), ("d", f64::INFINITY)];
        assert_eq!(order(&rows, Precision::Double), ["d", "b", "a", "c"]);
    }

    #[test]
    fn single_precision_ties_what_double_tells_apart() {
        let rows = [("a", 27.531_458_1), ("b", 27.531_458_0)];
        assert_eq!(order(&rows, Precision::Double), ["a", "b"]);
        assert_eq!(order(&rows, Precision::Single), ["b", "a"]);
    }
}
