//! From a run to numbers: order, grades, measures, averages.

use trec::Run;
use trec::run::Row;

use crate::judgements::{JudgedTopic, Judgements};
use crate::measure::{Average, Measure};
use crate::order::{self, Precision};
use crate::ranking::{Grade, Ranking};
use crate::{Error, Result};

/// How to evaluate; the defaults are trec_eval's.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Average over all judged topics, counting those that the run does not have as 0 (trec_eval's `-c`).
    pub complete: bool,
    /// The lowest grade that counts as relevant, for measures that do not name one (trec_eval's `-l`).
    pub level: u32,
    /// Remove unjudged documents from every ranking (trec_eval's `-J`).
    pub judged_only: bool,
    /// How many results of each topic count (trec_eval's `-M`), before unjudged ones are removed.
    pub depth: Option<usize>,
    /// In how many bits scores are compared.
    pub precision: Precision,
}

impl Default for Options {
    fn default() -> Self {
        let precision = Precision::Double;
        Options { complete: false, level: 1, judged_only: false, depth: None, precision }
    }
}

/// The numbers of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The topics that the averages are over, in the order of the judgements.
    pub topics: Vec<String>,
    /// `values[measure][topic]`, in the order of the evaluator's measures and of `topics`.
    pub values: Vec<Vec<f64>>,
    /// One number per measure: the mean over topics, the sum for counts.
    pub overall: Vec<f64>,
    /// Judged topics that the run has no result for.
    pub missing: Vec<String>,
    /// Topics of the run without judgements.
    pub unjudged: Vec<String>,
}

/// Measures runs against judgements.
pub struct Evaluator<'j> {
    judgements: &'j Judgements<'j>,
    measures: Vec<Measure>,
    /// The measures asked for, then the parts that composed measures are made of.
    columns: Vec<Measure>,
    options: Options,
}

impl<'j> Evaluator<'j> {
    /// Refuses measures without groups if a document is judged in several groups of a topic.
    pub fn new(judgements: &'j Judgements<'j>, measures: Vec<Measure>, options: Options) -> Result<Self> {
        let ungrouped = measures.iter().any(|measure| !measure.groups());
        if let Some(overlap) = judgements.qrels().overlap().filter(|_| ungrouped) {
            return Err(Error::Grouped(Box::new(overlap.clone())));
        }
        let mut columns: Vec<Measure> = measures.iter().map(|measure| measure.settled(&options)).collect();
        let parts: Vec<Measure> = columns.iter().flat_map(Measure::parts).collect();
        columns.extend(parts);
        Ok(Evaluator { judgements, measures, columns, options })
    }

    /// The measures, as they were given.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The judgements that runs are measured against.
    pub fn judgements(&self) -> &'j Judgements<'j> {
        self.judgements
    }

    /// Measures one run.
    pub fn evaluate(&self, run: &Run) -> Result<Scores> {
        let mut scratch = Scratch::default();
        let mut topics = Vec::new();
        let mut missing = Vec::new();
        let mut values = vec![Vec::new(); self.columns.len()];
        for topic in self.judgements.topics() {
            let rows = run.topic(topic.id).map(|found| found.rows.as_slice());
            if rows.is_none() {
                missing.push(topic.id.to_owned());
                if !self.options.complete {
                    continue;
                }
            }
            topics.push(topic.id.to_owned());
            match rows {
                Some(rows) => self.measure_topic(run, rows, topic, &mut scratch, &mut values),
                None => self.measure_missing(topic, &mut values),
            }
        }
        if missing.len() == self.judgements.topics().len() {
            return Err(self.no_common_topic(run));
        }
        let overall = self.overall(&values);
        values.truncate(self.measures.len());
        Ok(Scores { topics, values, overall, missing, unjudged: self.unjudged(run) })
    }

    fn measure_topic(
        &self,
        run: &Run,
        rows: &[Row],
        topic: &JudgedTopic,
        scratch: &mut Scratch,
        values: &mut [Vec<f64>],
    ) {
        scratch.rows.clear();
        scratch.rows.extend_from_slice(rows);
        order::sort(run, &mut scratch.rows, self.options.precision);
        scratch.rows.truncate(self.options.depth.unwrap_or(usize::MAX));
        scratch.grade(run, topic, self.columns.iter().any(Measure::groups));
        for (measure, values) in self.columns.iter().zip(values) {
            let rankings = if measure.groups() { &scratch.groups } else { &scratch.pool };
            let pools = if measure.groups() { &topic.groups[..] } else { std::slice::from_ref(&topic.pool) };
            let scores = rankings.iter().zip(pools).map(|(grades, pool)| {
                let grades = if measure.judged_only() { &grades.judged } else { &grades.all };
                measure.score(&Ranking::new(grades, pool.counts()))
            });
            values.push(scores.sum::<f64>() / pools.len() as f64);
        }
    }

    /// A topic without results: counts still count its judgements, everything else is 0.
    fn measure_missing(&self, topic: &JudgedTopic, values: &mut [Vec<f64>]) {
        for (measure, values) in self.columns.iter().zip(values) {
            values.push(measure.score(&Ranking::new(&[], topic.pool.counts())));
        }
    }

    fn overall(&self, values: &[Vec<f64>]) -> Vec<f64> {
        let mut part = self.measures.len();
        let average = |column: usize| {
            let sum: f64 = values[column].iter().sum();
            match self.columns[column].average() {
                Average::Sum => sum,
                Average::Mean | Average::OfParts => sum / values[column].len() as f64,
            }
        };
        let one = |(column, measure): (usize, &Measure)| match measure.average() {
            Average::Mean | Average::Sum => average(column),
            Average::OfParts => {
                let parts: Vec<f64> =
                    measure.parts().iter().enumerate().map(|(i, _)| average(part + i)).collect();
                part += parts.len();
                measure.combine(&parts)
            }
        };
        self.columns[..self.measures.len()].iter().enumerate().map(one).collect()
    }

    fn unjudged(&self, run: &Run) -> Vec<String> {
        let qrels = self.judgements.qrels();
        let ids = run.topics().iter().map(|topic| &topic.id);
        ids.filter(|id| qrels.topic(id).is_none_or(|topic| topic.judgements.is_empty())).cloned().collect()
    }

    fn no_common_topic(&self, run: &Run) -> Error {
        let first = |id: Option<&str>| id.unwrap_or("none").to_owned();
        Error::NoCommonTopic {
            run: run.file().to_owned(),
            qrels: self.judgements.qrels().file().to_owned(),
            run_topic: first(run.topics().first().map(|topic| topic.id.as_str())),
            qrels_topic: first(self.judgements.topics().first().map(|topic| topic.id)),
        }
    }
}

/// Buffers that are reused from topic to topic.
#[derive(Default)]
struct Scratch {
    rows: Vec<Row>,
    pool: Vec<Grades>,
    groups: Vec<Grades>,
}

/// The grades by rank, with and without unjudged documents.
#[derive(Default)]
struct Grades {
    all: Vec<Grade>,
    judged: Vec<Grade>,
}

impl Scratch {
    fn grade(&mut self, run: &Run, topic: &JudgedTopic, with_groups: bool) {
        let Scratch { rows, pool, groups } = self;
        pool.resize_with(1, Grades::default);
        pool[0].fill(rows.iter().map(|row| topic.pool.grade(run.docno(row))));
        if !with_groups {
            return;
        }
        groups.resize_with(topic.groups.len(), Grades::default);
        for (grades, group) in groups.iter_mut().zip(&topic.groups) {
            grades.fill(rows.iter().map(|row| group.grade(run.docno(row))));
        }
    }
}

impl Grades {
    fn fill(&mut self, grades: impl Iterator<Item = Grade>) {
        self.all.clear();
        self.all.extend(grades);
        self.judged.clear();
        self.judged.extend(self.all.iter().copied().filter(|&grade| grade >= 0));
    }
}
