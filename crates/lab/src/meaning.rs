//! The commands on meaning: graphs of texts and of other programs, their comparison, and what symbols stand for.
//!
//! Each is its arguments and a call of `engine`, which does the work.

pub mod context;
pub mod describe;
pub mod smatch;
