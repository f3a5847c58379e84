//! Fuses runs: one run from several, ours or foreign.
//!
//! Every topic that any of the runs has is fused by itself. Ranks come from scores, in trec_eval's order, unless the
//! rank columns are wanted: submitted runs exist whose two orders differ, and a published fusion of them used the columns.
//!
//! The methods are [`rank::fusion`]'s. What is learned are weights for scores of one range, by the solver and the
//! cross-validation that pipelines use ([`rank::learning`]): no topic is fused with weights that have seen its
//! judgements.

mod files;
mod learn;
mod lists;
mod method;

use std::path::PathBuf;

use anyhow::{Result, bail};
use eval::evaluation::Reading;
use rank::fusion::Fuser;

pub use learn::{Learn, Learned};
pub(crate) use lists::{Listed, fuse};
pub use method::{Method, Normalise};

use crate::Failure;
use crate::runs::{Columns, Row, Runs, lines};
use files::Listing;

/// The runs to fuse, and how.
#[derive(Clone, Debug)]
pub struct Fusing {
    /// The files of the runs.
    pub runs: Vec<PathBuf>,
    /// How they are read.
    pub reading: Reading,
    /// Where ranks come from.
    pub ranks: Ranks,
    /// The method, and its settings.
    pub fuser: Fuser,
    /// Learns the weights of the runs.
    pub learn: Option<Learn>,
    /// Results per topic at most.
    pub k: usize,
    /// The columns that are written.
    pub columns: Columns,
    /// The tag of the fused run.
    pub tag: String,
}

/// Where the rank of a result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Ranks {
    /// The scores, in trec_eval's order
    Score,
    /// The rank columns, whatever the scores say
    Column,
}

/// A fused run.
#[derive(Clone, Debug)]
pub struct Fused {
    /// The text of the run.
    pub text: String,
    /// What was learned, if anything was.
    pub learned: Option<Learned>,
}

impl Fusing {
    /// Reads all runs and fuses them.
    ///
    /// # Errors
    /// A file cannot be read or is malformed, a score is infinite where scores are added up, or a post is unknown that
    /// the columns need.
    pub fn fuse(&self) -> Result<Fused> {
        let read = |path: &PathBuf| Listing::read(path, self);
        let listings: Vec<Listing> = self.runs.iter().map(read).collect::<Result<_>>()?;
        let topics = topics(&listings);
        let (rows, learned) = match &self.learn {
            None => (topics.iter().map(|topic| self.topic(&listings, topic)).collect(), None),
            Some(learn) => {
                let (rows, learned) = learn.fuse(self, &listings, &topics)?;
                (rows, Some(learned))
            }
        };
        let rows = self.posts(&topics, rows)?;
        let text = lines(Some(self.columns), &topics, &Runs { tag: self.tag.clone(), rows })?;
        Ok(Fused { text, learned })
    }

    fn topic(&self, listings: &[Listing], topic: &str) -> Vec<Row> {
        let lists: Vec<Vec<Listed>> = listings.iter().map(|listing| listing.topic(topic)).collect();
        fuse(&self.fuser, &lists, self.k)
    }

    /// The rows with the posts that the columns need. The docno of Task 1 is the post; for Task 2 a run must name it.
    fn posts(&self, topics: &[String], mut rows: Vec<Vec<Row>>) -> Result<Vec<Vec<Row>>> {
        if self.columns == Columns::Arqmath1 {
            rows.iter_mut().flatten().for_each(|row| row.unit.clone_from(&row.docno));
        }
        if self.columns != Columns::Arqmath2 {
            return Ok(rows);
        }
        for (topic, rows) in topics.iter().zip(&rows) {
            if let Some(row) = rows.iter().find(|row| row.unit.is_empty()) {
                let formula = &row.docno;
                let message = format!("no run says which post has the formula `{formula}` of topic {topic}");
                let hint = "runs with the columns of ARQMath Task 2 say it; else write TREC columns";
                bail!(Failure::new(message, hint));
            }
        }
        Ok(rows)
    }
}

/// The topics of all runs in the order in which they first appear.
fn topics(listings: &[Listing]) -> Vec<String> {
    let mut seen = rustc_hash::FxHashSet::default();
    let ids = listings.iter().flat_map(|listing| listing.run.topics()).map(|topic| &topic.id);
    ids.filter(|id| seen.insert(id.as_str())).cloned().collect()
}
