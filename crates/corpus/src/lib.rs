//! Corpus: readers for the files of Math information retrieval.
//!
//! Runs, relevance judgements, topics and formula maps, as TREC, ARQMath and NTCIR write them. Every
//! reader takes an [`Input`] (plain or gzip, with or without byte order mark, any line ends) and either
//! returns the whole file or an [`Error`] that names file, line, what is wrong and what to do about it.
//! There is no half-read result: numbers made from half a file are worse than none.
//!
//! What it is not: an evaluator. Nothing here orders results or counts relevance; that is `eval`.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod answers;
pub mod assessments;
pub mod check;
pub mod collection;
mod date;
mod error;
mod fields;
pub mod input;
pub mod markup;
pub mod qrels;
mod readers;
pub mod run;
pub mod stream;
pub mod topic_info;
pub mod topics;
pub mod unit;
pub mod visual_map;

pub use assessments::Assessments;
pub(crate) use error::Complaints;
pub use error::{Complaint, ComplaintKind, Error, Result};
pub use input::Input;
pub use qrels::Qrels;
pub use run::Run;
pub use topic_info::TopicInfo;
pub use unit::Unit;
pub use visual_map::VisualMap;
