//! Lab: tools for experiments with Perga, which search itself does not need.
//!
//! - [`bench`](run): benchmarks that anyone can run, one file each; `perga bench` is [`Benchmark`] and [`run`].
//! - [`synthetic`]: collections of any size that look like a given one.
//! - [`known_items`]: queries made from formulas, whose answers are known.
//! - [`runs`]: every topic of a file searched for, and the results written as a run.
//! - [`answers`]: tokenizers and models for the measures of ARQMath Task 3.
//! - [`collection`]: test collections made from dumps, and topics chosen from them.
//! - [`collections`]: several test collections in one table.
//! - [`distribution`]: how formulas are distributed in an index.
//! - [`fuse`]: one run from several. [`made`] records how a run was made.
//! - [`topics`]: what topics look like. [`shown`]: what assessors are shown of them and of results.
//! - [`training`]: judged topics as examples to learn the weights of a pipeline from.
//! - [`repro`]: published and golden numbers, measured again.
//! - [`meaning`], [`demo`]: commands on meaning graphs, on what symbols stand for, and on example formulas.
//!
//! It is a crate of its own, so that the crates it measures contain no code that only a benchmark calls. It depends on
//! all of them: it may print, it reads arguments with clap, and its errors are `anyhow`'s, because they end in a
//! message.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod answers;
mod bench;
pub mod collection;
pub mod collections;
pub mod demo;
pub mod distribution;
mod failure;
pub mod fuse;
pub mod known_items;
pub mod made;
pub mod meaning;
pub mod repro;
pub mod runs;
pub mod shown;
pub mod synthetic;
pub mod topics;
pub mod training;
pub mod whole;

pub use bench::{Benchmark, IndexFolder, named, run};
pub use failure::Failure;
