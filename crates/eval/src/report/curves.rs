//! How recall and the share of judged results change with depth.
//!
//! Recall by depth shows at which ranks a run finds relevant results. Judged@k shows how far the judgements reach: a
//! run that did not take part in the pool has few judged results, and measures without a prime count the
//! others as not relevant.

use trec::Run;

use crate::measure::notation;
use crate::{Evaluator, Judgements, Options, Result};

/// The depths at which runs are measured.
pub const DEPTHS: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// The curves of one run: a value for each of [`DEPTHS`].
#[derive(Clone, PartialEq, Debug)]
pub struct Curves {
    /// The share of all relevant documents found so far.
    pub recall: Vec<f64>,
    /// The share of results that are judged.
    pub judged: Vec<f64>,
}

/// Draws the curves of runs.
pub struct Curver<'j> {
    evaluator: Evaluator<'j>,
}

impl<'j> Curver<'j> {
    /// Level, averaging and ties as in `options`; unjudged documents always stay in, because a
    /// ranking without them has no depth.
    pub fn new(judgements: &'j Judgements<'j>, options: Options) -> Result<Self> {
        let groups = if judgements.qrels().overlap().is_some() { "(groups)" } else { "" };
        let measure = |name: &str| DEPTHS.map(|depth| format!("{name}{groups}@{depth}")).join(",");
        let measures = notation::list(&format!("{},{}", measure("R"), measure("Judged")))?;
        let options = Options { judged_only: false, ..options };
        Ok(Curver { evaluator: Evaluator::new(judgements, measures, options)? })
    }

    /// The curves of a run.
    pub fn curves(&self, run: &Run) -> Result<Curves> {
        let mut recall = self.evaluator.evaluate(run)?.overall;
        let judged = recall.split_off(DEPTHS.len());
        Ok(Curves { recall, judged })
    }
}
