//! Runs against a baseline, from files to findings: tests, counts, slices of topics, and the order of the systems.
//!
//! [`BaselineComparison::score`] reads and measures everything and owns the numbers; [`Scored::findings`] says what they
//! mean; [`text`] and [`json`] write it. The tests themselves are in [`crate::statistics`].
//!
//! What it is not: a report on runs by themselves. That is [`crate::evaluation`].

mod findings;
pub mod json;
mod runs;
pub mod text;

use std::path::PathBuf;

use rayon::prelude::*;
use trec::{Input, Qrels, Run, TopicInfo, VisualMap};

pub use findings::{Cut, Findings, Found, Order, SideBySide};

use crate::evaluation::{Note, Reading, distinct, distinguish, extreme_rows};
use crate::report::RunReport;
use crate::{Error, Evaluator, Judgements, Measure, Options, Result, visual};

/// Runs to compare with a baseline, on which judgements, and how.
#[derive(Clone, Debug)]
pub struct BaselineComparison {
    /// The file of judgements.
    pub qrels: PathBuf,
    /// The files of runs.
    pub runs: Vec<PathBuf>,
    /// The run that the others are compared with: a file, or the tag of one of the runs.
    pub baseline: String,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// How it is measured.
    pub options: Options,
    /// How runs are read.
    pub reading: Reading,
    /// A difference with a corrected p-value below this is significant.
    pub alpha: f64,
    /// The seed of the randomisation test and of the row `random order`.
    pub seed: u64,
    /// Files with attributes of the topics.
    pub topic_info: Vec<PathBuf>,
    /// The attributes of topics to slice by.
    pub attributes: Vec<String>,
    /// A list of formulas, or a folder of lists, that maps formula ids to visual ids. Each visual id counts once.
    pub visual: Option<PathBuf>,
    /// Whether to score by formula instances as well.
    pub by_instance: bool,
    /// Whether the judgements are of formula instances; a formula then has its highest grade.
    pub judged_instances: bool,
    /// Whether to add two rows: the judged documents in random and in perfect order.
    pub extremes: bool,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
}

/// The runs of a comparison, measured.
#[derive(Clone, Debug)]
pub struct Scored {
    qrels: String,
    measures: Vec<Measure>,
    options: Options,
    alpha: f64,
    seed: u64,
    attributes: Vec<String>,
    info: TopicInfo,
    /// The baseline first.
    systems: Vec<RunReport>,
    extremes: Vec<RunReport>,
    instances: Option<Vec<RunReport>>,
}

impl BaselineComparison {
    /// Reads and measures all runs. `notes` receives what a reader should know beside the numbers, or beside the
    /// error.
    pub fn score(&self, notes: &mut Vec<Note>) -> Result<Scored> {
        let info = self.read_info()?;
        let mut qrels = Qrels::read(Input::open(&self.qrels)?)?;
        qrels.drop_grades(&self.dropped_grades);
        let map = self.visual.as_ref().map(VisualMap::open).transpose()?;
        let runs = self.read_runs()?;
        let by_instance = map.as_ref().filter(|_| self.by_instance).map(|map| match self.judged_instances {
            true => qrels.clone(),
            false => visual::judged_instances(&qrels, map),
        });
        if let Some(map) = map.as_ref().filter(|_| self.judged_instances) {
            qrels = visual::judged_formulas(&qrels, map);
        }
        let judgements = Judgements::new(&qrels);
        let evaluator = Evaluator::new(&judgements, self.measures.clone(), self.options)?;
        let systems = evaluate(&evaluator, &runs, map.as_ref(), notes)?;
        let instances = by_instance.map(|qrels| self.scores_by_instance(&qrels, &runs)).transpose()?;
        let extremes = self.extremes.then(|| extreme_rows(&evaluator, self.seed)).transpose()?;
        Ok(Scored {
            qrels: qrels.file().to_owned(),
            measures: evaluator.measures().to_vec(),
            options: self.options,
            alpha: self.alpha,
            seed: self.seed,
            attributes: self.attributes.clone(),
            info,
            systems,
            extremes: extremes.map(Vec::from).unwrap_or_default(),
            instances,
        })
    }

    fn read_info(&self) -> Result<TopicInfo> {
        let mut info = TopicInfo::default();
        for file in &self.topic_info {
            info.read(&Input::open(file)?)?;
        }
        if let Some(unknown) = self.attributes.iter().find(|attribute| !info.has(attribute)) {
            let known = info.attributes().map(str::to_owned).collect();
            return Err(Error::UnknownAttribute { attribute: unknown.clone(), known });
        }
        Ok(info)
    }

    fn scores_by_instance(&self, qrels: &Qrels, runs: &[Run]) -> Result<Vec<RunReport>> {
        let judgements = Judgements::new(qrels);
        let evaluator = Evaluator::new(&judgements, self.measures.clone(), self.options)?;
        evaluate(&evaluator, runs, None, &mut Vec::new())
    }
}

impl Scored {
    /// What the numbers mean.
    pub fn findings(&self) -> Findings<'_> {
        Findings::new(self)
    }
}

fn evaluate(
    evaluator: &Evaluator,
    runs: &[Run],
    map: Option<&VisualMap>,
    notes: &mut Vec<Note>,
) -> Result<Vec<RunReport>> {
    let scores = |run: &Run| {
        let scores = evaluator.evaluate(run)?;
        Ok(RunReport { name: run.tag().to_owned(), file: run.file().to_owned(), scores })
    };
    let one = |run: &Run| match map.map(|map| distinct(run, map)) {
        None => (scores(run), None),
        Some(Err(error)) => (Err(error), None),
        Some(Ok((run, note))) => (scores(&run), note),
    };
    let results: Vec<_> = runs.par_iter().map(one).collect();
    let (found, on_runs): (Vec<Result<RunReport>>, Vec<Option<Note>>) = results.into_iter().unzip();
    notes.extend(on_runs.into_iter().flatten());
    let mut systems = found.into_iter().collect::<Result<Vec<_>>>()?;
    distinguish(&mut systems);
    Ok(systems)
}
