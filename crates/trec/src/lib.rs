//! The files of evaluation: runs, judgements (qrels), topics, visual maps, answers, assessments, features and links.
//!
//! A file of evaluation is read whole or refused: numbers made from half a file are worse than none. The formats are
//! those of TREC, ARQMath and NTCIR; each has one module. [`Input`] reads the bytes and [`check`] tests whether a run
//! can be submitted.
//!
//! What it is not: measures (see `eval`) or collections (see `corpus`).

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod answers;
pub mod assessments;
pub mod check;
pub mod features;
mod fields;
pub mod input;
pub mod links;
pub mod qrels;
pub mod run;
pub mod topic_info;
pub mod topics;
pub mod visual_map;

pub use assessments::Assessments;
pub use features::Features;
pub use input::Input;
pub use links::Links;
pub use qrels::Qrels;
pub use run::Run;
pub use topic_info::TopicInfo;
pub use visual_map::VisualMap;
