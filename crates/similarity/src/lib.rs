//! Features of formulas: the parts of their trees by which similar formulas find each other.
//!
//! Every function here is pure: trees in, features out. What is done with the features, an index or a
//! score, is the business of other crates.
//!
//! - [`tuples`]: pairs of symbols and the way between them, after Tangent.
//! - [`l8`]: the tokens of Tangent-L's successor, made for text search engines.
//! - [`paths`]: paths from the leaves of an operator tree towards its root, after Approach Zero.
//! - [`alignment`]: which parts of two formulas correspond, and what became of each variable.
//! - [`maximum_subtree`]: the alignment of Tangent-S and its three scores.
//! - [`overlap`]: common symbols, sizes and shapes, for learned rankings.
//! - [`identity`]: a number that formulas share which are equal by algebra.
//! - [`symbols`]: how well leaves fit, path by path and symbol by symbol, after Approach Zero.
//! - [`unification`]: queries with wildcards against formulas and their sub-terms, after MathWebSearch.
//! - [`containment`]: whether a query is part of a formula, and the parts of a query that must be kept.
//! - [`edit_distance`]: weighted tree edit distance of layout and operator trees, with an early end.
//! - [`latex`]: tokens of the formula as LaTeX, a floor to measure the others by.
//! - [`terms`]: all of these as numbers, family by family, for an index.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod alignment;
pub mod containment;
pub mod edit_distance;
pub mod identity;
pub mod l8;
pub mod latex;
pub mod maximum_subtree;
pub mod overlap;
pub mod paths;
pub mod symbols;
pub mod terms;
pub mod tree;
pub mod tuples;
pub mod unification;

mod label_path;
