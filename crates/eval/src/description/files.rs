//! Descriptions from files.

use std::path::PathBuf;

use trec::{Input, Qrels, VisualMap};

use super::Description;
use crate::Result;
use crate::evaluation::Reading;

/// Judgements to describe.
#[derive(Clone, Debug, Default)]
pub struct Describing {
    /// The file of judgements.
    pub qrels: PathBuf,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
    /// The levels that relevance is counted from.
    pub levels: Vec<i32>,
    /// A list of formulas, or a folder of lists, that maps judged instances to visual ids.
    pub visual: Option<PathBuf>,
    /// Runs, to say how far the judgements reach into them.
    pub runs: Vec<PathBuf>,
    /// How runs are read.
    pub reading: Reading,
    /// To which depths.
    pub depths: Vec<usize>,
}

impl Describing {
    /// Reads everything and counts.
    pub fn describe(&self) -> Result<Description> {
        let mut qrels = Qrels::read(Input::open(&self.qrels)?)?;
        qrels.drop_grades(&self.dropped_grades);
        let mut description = Description::new(&qrels, &self.levels);
        if let Some(map) = &self.visual {
            description.count_distinct(&qrels, &VisualMap::open(map)?);
        }
        if !self.runs.is_empty() {
            let runs =
                self.runs.iter().map(|path| self.reading.read(path, false)).collect::<Result<Vec<_>>>()?;
            description.count_runs(&qrels, &runs, &self.depths);
        }
        Ok(description)
    }
}
