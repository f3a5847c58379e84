//! How people search, and what they say about results: query logs and assessments.
//!
//! [`logs`] turns a log of searches and clicks into sessions and figures: how long queries are, how they are changed,
//! when they lead to a click. [`assess`] keeps what assessors say about the results of a pool. Neither needs an index
//! or a network.
//!
//! What it is not: a ranking or a measure of rankings (that is `eval`), or a server.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod assess;
mod error;
pub mod logs;
pub mod secret;

pub use error::{Error, Result};
