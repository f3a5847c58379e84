//! Eval: measures of retrieval runs against relevance judgements, to trec_eval's digits.
//!
//! How a number is made: a [`trec::Qrels`] becomes [`Judgements`] (grades by docno, one table per topic);
//! an [`Evaluator`] puts every topic of a [`trec::Run`] in trec_eval's order, looks up the grade at
//! each rank, hands this [`Ranking`] to every [`Measure`], and averages. Measures see nothing but grades
//! by rank and the number of judgements of each grade, so each is a few lines in a file of its own.
//!
//! ```
//! use trec::{Input, Qrels, Run, run};
//! use eval::{Evaluator, Judgements, Measure, Options};
//!
//! let qrels = Input::from_bytes("q", "1 0 a 2\n1 0 b 0\n".into()).unwrap();
//! let qrels = Qrels::read(qrels).unwrap();
//! let run = Input::from_bytes("r", "1 Q0 b 1 9 x\n1 Q0 a 2 8 x\n".into()).unwrap();
//! let run = Run::read(run, run::Options::default()).unwrap();
//!
//! let judgements = Judgements::new(&qrels);
//! let measures: Vec<Measure> = ["RR", "P(rel=2)@1"].iter().map(|name| name.parse().unwrap()).collect();
//! let evaluator = Evaluator::new(&judgements, measures, Options::default()).unwrap();
//! let scores = evaluator.evaluate(&run).unwrap();
//! assert_eq!(scores.overall, [0.5, 0.0]);
//! ```
//!
//! [`evaluation::Evaluation`] does all of that in one call, from files to a [`report::Report`].
//!
//! What it is not: a parser of files (that is `trec`), or a printer of reports on a terminal.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod agreement;
pub mod comparison;
pub mod description;
mod error;
pub mod evaluation;
mod evaluator;
pub mod extremes;
mod judgements;
pub mod measure;
mod order;
pub mod pooling;
mod ranking;
pub mod report;
pub mod statistics;
pub mod submission;
pub mod task3;
pub mod visual;

pub use error::{Error, Result};
pub use evaluator::{Evaluator, Options, Scores};
pub use judgements::{JudgedTopic, Judgements, Pool};
pub use measure::Measure;
pub use order::{Precision, ranked, ranked_rows};
pub use ranking::{Grade, GradeCounts, Ranking, UNJUDGED};
