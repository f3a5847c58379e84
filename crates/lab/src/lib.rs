//! Lab: what experiments with Perga need, and a person who searches does not.
//!
//! - [`bench`](run): benchmarks anyone can run, a file each; `perga bench` is [`Arguments`] and [`run`].
//! - [`synthetic`]: collections of any size that look like a given one.
//! - [`known_items`]: queries made from formulas, whose answers are known.
//! - [`runs`]: every topic of a file searched for, and the results written as a run.
//! - [`repro`]: published and golden numbers, measured again.
//!
//! Apart from the crates that it measures, so that none of them carries code which only a benchmark calls. It stands
//! above them all: it may print, it reads arguments with clap, and its errors are `anyhow`'s, because they end in a
//! message.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bench;
pub mod known_items;
pub mod repro;
pub mod runs;
pub mod synthetic;

pub use bench::{Arguments, run};
