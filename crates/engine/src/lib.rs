//! The one door to Perga: the command line, the server and other programs use this crate and nothing below it.
//!
//! - [`ingest`]: brings an index up to date with a collection.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ingest;
