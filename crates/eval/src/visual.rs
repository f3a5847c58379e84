//! Visually distinct deduplication: from formula instances to formulas, as ARQMath evaluates Task 2.
//!
//! Steps: order the instances by score (equal scores: as the file has them), replace each by its visual
//! id, keep the first of each visual id with its score, leave out instances that the map does not know.
//! The result is a run over visual ids; measured with a prime measure it is the official number. Note
//! that the evaluator breaks ties by visual id, not by file order: so did the official trec_eval call.
//!
//! Repeated instances are resolved while reading: [`trec::run::Duplicates::KeepLast`] is what the
//! official scripts do.

mod judgements;

pub use judgements::{judged_formulas, judged_instances};
use trec::run::{Builder, Row};
use trec::{Run, VisualMap};

/// A run over visual ids.
pub struct Distinct {
    /// The run.
    pub run: Run,
    /// Instances that the map does not know.
    pub unknown: usize,
    /// Instances that look like one ranked before them.
    pub repeated: usize,
}

/// Maps formula instances to visually distinct formulas.
pub fn distinct(run: &Run, map: &VisualMap) -> Distinct {
    let mut builder = Builder::new(run.file(), run.tag());
    let (mut unknown, mut repeated) = (0, 0);
    let mut rows: Vec<Row> = Vec::new();
    for topic in run.topics() {
        builder.topic(&topic.id);
        rows.clone_from(&topic.rows);
        rows.sort_by(|a, b| (b.score + 0.0).total_cmp(&(a.score + 0.0)));
        for row in &rows {
            match map.get(run.docno(row)) {
                None => unknown += 1,
                Some(visual) => {
                    repeated += usize::from(!builder.push(&topic.id, &visual.to_string(), row.score))
                }
            }
        }
    }
    Distinct { run: builder.finish(), unknown, repeated }
}

#[cfg(test)]
mod tests {
    use trec::Input;

    use super::*;

    #[test]
    fn the_best_instance_stands_for_its_formula() {
        let mut map = VisualMap::default();
        map.read(&Input::from_bytes("m", "1\t70\n2\t70\n3\t80\n4\t90\n".into()).unwrap()).unwrap();
        let mut builder = Builder::new("r", "r");
        for (formula, score) in [("1", 1.0), ("3", 2.0), ("2", 3.0), ("5", 9.0), ("4", 2.0)] {
            builder.push("B.1", formula, score);
        }
        let distinct = distinct(&builder.finish(), &map);
        let rows = &distinct.run.topics()[0].rows;
        let found: Vec<_> = rows.iter().map(|row| (distinct.run.docno(row), row.score)).collect();
        assert_eq!(found, [("70", 3.0), ("80", 2.0), ("90", 2.0)]);
        assert_eq!((distinct.unknown, distinct.repeated), (1, 1));
    }
}
