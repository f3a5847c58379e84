//! How people search: what query logs say.
//!
//! [`logs`] turns a log of searches and clicks into sessions and figures: how long queries are, how they are changed,
//! when they lead to a click. It needs no index and no network.
//!
//! What it is not: a ranking or a measure of rankings (that is `eval`), or a server.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod error;
pub mod logs;
pub mod secret;

pub use error::{Error, Result};
