//! What judgements look like: how many, how many are relevant, how often the same formula was judged, and how far the
//! judgements reach into runs.
//!
//! - **judged, relevant**: least, greatest and mean number per topic, relevant from each level up.
//! - **unique ratio**: visually distinct formulas judged, as a share of the instances judged; and the share of formulas
//!   of which two instances or more were judged.
//! - **found by one run**: the share of judged results that exactly one run returned (NTCIR-11's *uniq ratio*).
//! - **coverage**: the share of the first 5, 10, 15 results of the runs that were judged.
//!
//! What it is not: an evaluation. Nothing here says which run is better.

mod files;
pub mod json;
pub mod text;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use trec::visual_map::VisualId;
use trec::{Qrels, Run, VisualMap};

pub use files::Describing;

use crate::report::Report;

/// Least, greatest and mean of a number per topic.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    /// The least.
    pub least: usize,
    /// The greatest.
    pub greatest: usize,
    /// The mean.
    pub mean: f64,
}

impl Spread {
    /// Of numbers of topics.
    ///
    /// ```
    /// use eval::description::Spread;
    /// assert_eq!(Spread::of(&[3, 1, 2]), Spread { least: 1, greatest: 3, mean: 2.0 });
    /// ```
    pub fn of(numbers: &[usize]) -> Spread {
        let mean = numbers.iter().sum::<usize>() as f64 / numbers.len().max(1) as f64;
        let least = numbers.iter().min().copied().unwrap_or(0);
        Spread { least, greatest: numbers.iter().max().copied().unwrap_or(0), mean }
    }
}

/// One topic.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DescribedTopic {
    /// Its id.
    pub id: String,
    /// Judged results.
    pub judged: usize,
    /// Relevant results from each of the levels up.
    pub relevant: Vec<usize>,
    /// Visually distinct formulas among the judged instances, if a map is known.
    pub distinct: Option<usize>,
}

/// Judgements, described.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Description {
    /// The file.
    pub file: String,
    /// The levels that relevance is counted from.
    pub levels: Vec<i32>,
    /// How many judgements have each grade.
    pub grades: BTreeMap<i32, usize>,
    /// The topics in the order of the file.
    pub topics: Vec<DescribedTopic>,
    /// Visually distinct formulas as a share of judged instances.
    pub unique_ratio: Option<f64>,
    /// The share of formulas with two judged instances or more.
    pub repeated: Option<f64>,
    /// The share of judged results that exactly one run returned.
    pub found_by_one: Option<f64>,
    /// Depth, and the share of the results of runs to it that were judged.
    pub coverage: Vec<(usize, f64)>,
}

impl Description {
    /// Describes judgements; `levels` are those that relevance is counted from. A grade below 0 is no judgement.
    pub fn new(qrels: &Qrels, levels: &[i32]) -> Description {
        let mut description =
            Description { file: qrels.file().to_owned(), levels: levels.to_vec(), ..Description::default() };
        for topic in qrels.topics() {
            let grades: Vec<i32> = topic
                .judgements
                .iter()
                .map(|judgement| judgement.grade)
                .filter(|grade| *grade >= 0)
                .collect();
            if grades.is_empty() {
                continue;
            }
            grades.iter().for_each(|grade| *description.grades.entry(*grade).or_insert(0) += 1);
            let relevant = |level: &i32| grades.iter().filter(|grade| *grade >= level).count();
            description.topics.push(DescribedTopic {
                id: topic.id.clone(),
                judged: grades.len(),
                relevant: levels.iter().map(relevant).collect(),
                distinct: None,
            });
        }
        description
    }

    /// The number of judgements.
    pub fn judgements(&self) -> usize {
        self.grades.values().sum()
    }

    /// Judged results per topic.
    pub fn judged(&self) -> Spread {
        Spread::of(&self.topics.iter().map(|topic| topic.judged).collect::<Vec<_>>())
    }

    /// Relevant results per topic, from each level up.
    pub fn relevant(&self) -> Vec<Spread> {
        let of = |place| self.topics.iter().filter_map(|topic| topic.relevant.get(place).copied()).collect();
        (0..self.levels.len()).map(|place| Spread::of(&Vec::from_iter::<Vec<usize>>(of(place)))).collect()
    }

    /// Counts visually distinct formulas. Instances that the map does not have are formulas of their own.
    pub fn count_distinct(&mut self, qrels: &Qrels, map: &VisualMap) {
        let (mut distinct, mut repeated) = (0, 0);
        for topic in &mut self.topics {
            let mut instances: FxHashMap<VisualId, usize> = FxHashMap::default();
            for judgement in qrels.topic(&topic.id).into_iter().flat_map(|topic| &topic.judgements) {
                let docno = qrels.docno(judgement);
                *instances.entry(map.get(docno).unwrap_or(VisualId::Other(docno))).or_insert(0) += 1;
            }
            topic.distinct = Some(instances.len());
            distinct += instances.len();
            repeated += instances.values().filter(|count| **count > 1).count();
        }
        self.unique_ratio = Some(distinct as f64 / self.judgements().max(1) as f64);
        self.repeated = Some(repeated as f64 / distinct.max(1) as f64);
    }

    /// Counts how far the judgements reach into runs.
    pub fn count_runs(&mut self, qrels: &Qrels, runs: &[Run], depths: &[usize]) {
        let mut finders: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        let mut reached = vec![(0usize, 0usize); depths.len()];
        for topic in qrels.topics() {
            let judged: FxHashSet<&str> =
                topic.judgements.iter().map(|judgement| qrels.docno(judgement)).collect();
            for run in runs {
                let ranked = crate::ranked(run, &topic.id);
                for (depth, (judged_there, all)) in depths.iter().zip(&mut reached) {
                    let first = ranked.iter().take(*depth);
                    *all += first.len();
                    *judged_there += first.filter(|docno| judged.contains(*docno)).count();
                }
                for docno in ranked.iter().filter_map(|docno| judged.get(docno)) {
                    *finders.entry((topic.id.as_str(), docno)).or_insert(0) += 1;
                }
            }
        }
        let alone = finders.values().filter(|count| **count == 1).count();
        self.found_by_one = Some(alone as f64 / self.judgements().max(1) as f64);
        let share = |(depth, (judged, all)): (&usize, &(usize, usize))| {
            (*depth, *judged as f64 / (*all).max(1) as f64)
        };
        self.coverage = depths.iter().zip(&reached).map(share).collect();
    }
}

/// The numbers as a report: a row for each set of judgements, called as its file without folder and endings.
pub fn report(described: &[Description]) -> Report {
    let levels = described.first().map(|one| one.levels.clone()).unwrap_or_default();
    let mut labels = ["topics", "judgements", "judged least", "judged greatest", "judged mean"]
        .map(str::to_owned)
        .to_vec();
    for level in levels {
        labels.extend(["least", "greatest", "mean"].map(|word| format!(">={level} {word}")));
    }
    labels.extend(["unique ratio", "repeated", "found by one"].map(str::to_owned));
    let spread = |spread: Spread| [spread.least as f64, spread.greatest as f64, spread.mean];
    let row = |one: &Description| {
        let file = one.file.rsplit(['/', '\\']).next().unwrap_or(&one.file);
        let mut row = vec![one.topics.len() as f64, one.judgements() as f64];
        row.extend(spread(one.judged()));
        row.extend(one.relevant().into_iter().flat_map(spread));
        let more = [one.unique_ratio, one.repeated, one.found_by_one];
        row.extend(more.map(|value| value.unwrap_or(f64::NAN)));
        (file.split('.').next().unwrap_or(file).to_owned(), row)
    };
    Report::table(&labels, described.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use trec::Input;
    use trec::run::Builder;

    use super::*;

    #[test]
    fn judgements_are_counted_by_topic_and_by_run() {
        let text = "1 0 a 3\n1 0 b 0\n1 0 c 1\n2 0 a -1\n2 0 d 2\n";
        let qrels = Qrels::read(Input::from_bytes("q", text.into()).unwrap()).unwrap();
        let mut description = Description::new(&qrels, &[1, 2]);
        assert_eq!(description.judgements(), 4);
        assert_eq!(description.judged(), Spread { least: 1, greatest: 3, mean: 2.0 });
        assert_eq!(description.relevant()[1], Spread { least: 1, greatest: 1, mean: 1.0 });
        let run = |rows: &[(&str, &str)]| {
            let mut builder = Builder::new("r", "r");
            rows.iter().zip(0..).for_each(|((topic, docno), place)| {
                builder.push(topic, docno, -f64::from(place));
            });
            builder.finish()
        };
        let runs = [run(&[("1", "a"), ("1", "x"), ("2", "d")]), run(&[("1", "a"), ("1", "b")])];
        description.count_runs(&qrels, &runs, &[1, 2]);
        assert_eq!(description.coverage, [(1, 1.0), (2, 0.8)]);
        assert_eq!(description.found_by_one, Some(0.5));
    }
}
