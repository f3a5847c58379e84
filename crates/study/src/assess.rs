//! Assessments: what several people say about the results of a pool, kept so that no click is lost.
//!
//! A [`project`](project::Project) is a folder: what is to be judged, by whom, and a [`journal`] of everything that
//! assessors did. The journal is only ever appended to; [`state`] is what its lines say together, [`queue`] what an
//! assessor sees next, [`results`] the files that `agree`, `pool --merge` and `eval` read.
//!
//! The protocol is that of the ARQMath and NTCIR labs: blind to runs and ranks, in an order of its own for each
//! assessor, with up to five occurrences of a formula that are judged on their own.
//!
//! [`desk`] answers the requests of a page. What it is not: a server. Nothing here listens.

pub mod agreement;
pub mod decisions;
pub mod desk;
pub mod journal;
mod page;
pub mod plan;
pub mod project;
pub mod queue;
pub mod results;
pub mod state;
pub mod texts;
pub mod verdict;
