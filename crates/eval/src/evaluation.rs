//! Evaluation as one call: the files of judgements and runs in, a [`Report`] out.
//!
//! The command line, the server and reproductions all fill in an [`Evaluation`] and call
//! [`Evaluation::measure`], so they cannot disagree about what a number means. All runs are read and measured before
//! anything is returned: an error in the last file leaves no numbers of the first.
//!
//! What it is not: a place for sentences. What a reader should know beside the numbers comes as [`Note`]s, and the caller
//! words them, because only the caller knows what its settings are called.

mod answers;
mod beside;
mod notes;
mod reading;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use trec::{Input, Qrels, Run, VisualMap};

pub use answers::Answers;
pub use notes::Note;
pub(crate) use reading::distinct;
pub use reading::{Reading, distinguish};

use crate::report::curves::{Curver, Curves};
use crate::report::html::{self, Page};
use crate::report::{Against, Report, RunReport};
use crate::{Error, Evaluator, Judgements, Measure, Options, Result, extremes};

/// The seed of the row `random order` and of the randomisation test against a baseline.
const SEED: u64 = 1;

/// Runs to measure, against which judgements, and how.
///
/// ```no_run
/// use eval::evaluation::Evaluation;
/// use eval::measure::notation;
///
/// let measures = notation::list("nDCG',P'@10")?;
/// let evaluation = Evaluation::new("task1.qrels", ["ours.run", "theirs.run"], measures);
/// let measured = evaluation.measure(&mut Vec::new())?;
/// print!("{}", eval::report::table::write(&measured.report));
/// # Ok::<(), eval::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The file of judgements.
    pub qrels: PathBuf,
    /// The files of runs.
    pub runs: Vec<PathBuf>,
    /// What is measured. Answers of Task 3 have measures of their own.
    pub measures: Vec<Measure>,
    /// How it is measured.
    pub options: Options,
    /// How runs are read.
    pub reading: Reading,
    /// A list of formulas, or a folder of lists, that maps formula ids to visual ids. Each visual id counts once.
    pub visual: Option<PathBuf>,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
    /// How answers of ARQMath Task 3 are measured. Runs then hold answers instead of rankings.
    pub answers: Option<Answers>,
    /// Whether to add two rows: the judged documents in random and in perfect order; for answers one row, the best
    /// answers.
    pub extremes: bool,
    /// Whether to measure the curves by depth that a page draws.
    pub curves: bool,
    /// Whether the report has the numbers of every topic.
    pub per_topic: bool,
    /// A table with more numbers of the runs, by their names.
    pub beside: Option<PathBuf>,
    /// Whether the report says how every two measures go together over the runs.
    pub correlations: bool,
}

/// What an evaluation found.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The numbers.
    pub report: Report,
    /// The curves of the runs by depth; empty unless they were asked for.
    pub curves: Vec<Curves>,
}

impl Evaluation {
    /// An evaluation with the usual settings: relevant from grade 1 up, rankings with any columns.
    pub fn new<P: Into<PathBuf>>(
        qrels: impl Into<PathBuf>,
        runs: impl IntoIterator<Item = P>,
        measures: Vec<Measure>,
    ) -> Self {
        Evaluation {
            qrels: qrels.into(),
            runs: runs.into_iter().map(Into::into).collect(),
            measures,
            options: Options::default(),
            reading: Reading::default(),
            visual: None,
            dropped_grades: Vec::new(),
            answers: None,
            extremes: false,
            curves: false,
            per_topic: false,
            beside: None,
            correlations: false,
        }
    }

    /// Reads and measures all runs. `notes` receives what a reader should know beside the numbers, or beside the
    /// error.
    pub fn measure(&self, notes: &mut Vec<Note>) -> Result<Measured> {
        let mut qrels = Qrels::read(Input::open(&self.qrels)?)?;
        qrels.drop_grades(&self.dropped_grades);
        let judgements = Judgements::new(&qrels);
        let mut measured = match &self.answers {
            Some(answers) => self.measure_answers(answers, &judgements, notes),
            None => self.measure_rankings(&judgements, notes),
        }?;
        if let Some(table) = &self.beside {
            beside::add(&mut measured.report, &Input::open(table)?)?;
        }
        Ok(measured)
    }

    fn measure_rankings(&self, judgements: &Judgements<'_>, notes: &mut Vec<Note>) -> Result<Measured> {
        let evaluator = Evaluator::new(judgements, self.measures.clone(), self.options)?;
        let map = self.visual.as_ref().map(VisualMap::open).transpose()?;
        let curver = self.curves.then(|| Curver::new(judgements, self.options)).transpose()?;
        let meters = Meters { evaluator: &evaluator, curver, map: map.as_ref() };
        let results: Vec<_> = self.runs.par_iter().map(|path| self.measure_run(&meters, path)).collect();
        let (found, on_runs): (Vec<Result<Found>>, Vec<Option<Note>>) = results.into_iter().unzip();
        notes.extend(on_runs.into_iter().flatten());
        let (mut runs, mut curves) = (Vec::new(), Vec::new());
        for found in found {
            let (run, curve) = found?;
            runs.push(run);
            curves.extend(curve);
        }
        distinguish(&mut runs);
        if self.extremes {
            runs.extend(extreme_rows(&evaluator, SEED)?);
        }
        notes.extend(notes::on_grades(&self.measures, self.options.level, judgements.qrels()));
        notes.extend(notes::on_topics(&runs, self.options.complete));
        let columns = evaluator.measures().iter().map(Measure::column).collect();
        Ok(Measured { report: self.report(judgements, columns, runs), curves })
    }

    /// The numbers of one run, and a note that holds whether or not there are any.
    fn measure_run(&self, meters: &Meters, path: &Path) -> (Result<Found>, Option<Note>) {
        let run = match self.reading.read(path, meters.map.is_some()) {
            Ok(run) => run,
            Err(error) => return (Err(error), None),
        };
        match meters.map.map(|map| distinct(&run, map)) {
            None => (meters.measure(&run), None),
            Some(Err(error)) => (Err(error), None),
            Some(Ok((run, note))) => (meters.measure(&run), note),
        }
    }

    fn report(
        &self,
        judgements: &Judgements<'_>,
        columns: Vec<crate::report::Column>,
        runs: Vec<RunReport>,
    ) -> Report {
        let qrels = judgements.qrels().file().to_owned();
        Report {
            qrels,
            columns,
            runs,
            options: self.options,
            per_topic: self.per_topic,
            correlations: self.correlations,
        }
    }
}

impl Measured {
    /// The comparison of all runs with the one of this name or file.
    pub fn against(&self, baseline: &str) -> Result<Against<'_>> {
        Against::new(&self.report, baseline, SEED).ok_or_else(|| Error::UnknownBaseline {
            name: baseline.to_owned(),
            runs: self.report.competitors().map(|run| run.name.clone()).collect(),
        })
    }

    /// The report as a page; `command` says at its foot how it was made.
    pub fn page(&self, against: Option<&Against<'_>>, command: &str) -> String {
        html::write(&Page { report: &self.report, against, curves: &self.curves, command })
    }
}

/// The numbers of one run.
type Found = (RunReport, Option<Curves>);

/// How every run is measured.
struct Meters<'a> {
    evaluator: &'a Evaluator<'a>,
    curver: Option<Curver<'a>>,
    map: Option<&'a VisualMap>,
}

impl Meters<'_> {
    fn measure(&self, run: &Run) -> Result<Found> {
        let scores = self.evaluator.evaluate(run)?;
        let curves = self.curver.as_ref().map(|curver| curver.curves(run)).transpose()?;
        Ok((RunReport { name: run.tag().to_owned(), file: run.file().to_owned(), scores }, curves))
    }
}

/// The judged documents in random and in perfect order.
pub(crate) fn extreme_rows(evaluator: &Evaluator, seed: u64) -> Result<[RunReport; 2]> {
    let random = extremes::random_scores(evaluator, seed, extremes::ROUNDS)?;
    let perfect = evaluator.evaluate(&extremes::perfect_order(evaluator.judgements()))?;
    let row = |name: &str, scores| RunReport { name: name.to_owned(), file: String::new(), scores };
    Ok([row("random order", random), row("perfect order", perfect)])
}
