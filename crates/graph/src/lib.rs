//! Meaning graphs: what a sentence with formulas says, as concepts and roles.
//!
//! The graphs are those of Abstract Meaning Representation (AMR), with operator trees grafted in where the formulas stand, as
//! in MathAMR (Mansouri, Oard and Zanibbi, "Contextualized formula search using math abstract meaning representation",
//! CIKM 2022).
//!
//! - [`Graph`]: nodes, roles and constants. [`penman`] reads and writes it, [`draw`] draws it.
//! - [`operator`]: operator trees as labels; [`graft`] puts them in the places of formulas.
//! - [`linear`]: a graph as one line of words, for sentence models.
//! - [`merge()`]: one graph of the graphs of several sentences.
//! - [`build`]: a graph from sentences with formulas, by rules.
//! - [`annotations`]: marked descriptions in the format of NTCIR-10.
//! - [`describe`]: the noun phrases that a text gives to its formulas.
//! - [`smatch`]: how much of two graphs is the same.
//!
//! Every function is pure: no files, no threads, no clock.
//!
//! What it is not: a parser with learned weights. Graphs of real parsers come in as PENMAN.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod annotations;
pub mod build;
pub mod describe;
pub mod draw;
pub mod graft;
mod graph;
pub mod linear;
mod merge;
pub mod operator;
pub mod penman;
pub mod smatch;

pub use graph::{Edge, Graph, Node, NodeId, Target, Variables};
pub use merge::merge;
