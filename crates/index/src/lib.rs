//! The index: what is on disk, and how it gets there without ever being half-written.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod postings;
