//! Similarity of formulas: features of their trees that similar formulas share, and comparisons of two trees.
//!
//! Every function here is pure: trees in, features or scores out. Other crates build an index or a ranking
//! from them.
//!
//! - [`tuples`]: pairs of symbols and the path between them, after Tangent.
//! - [`l8`]: the tokens of Tangent-L's successor, made for text search engines.
//! - [`paths`]: paths from the leaves of an operator tree towards its root, after Approach Zero.
//! - [`alignment`]: which parts of two formulas correspond, and how variables were renamed.
//! - [`maximum_subtree`]: the alignment of Tangent-S and its three scores.
//! - [`overlap`]: common symbols, sizes and shapes, for learned rankings.
//! - [`learning_to_rank`]: the features of a published ranker as its program computes them.
//! - [`identity`]: a number that algebraically equal formulas share.
//! - [`symbols`]: how well leaves fit, path by path and symbol by symbol, after Approach Zero.
//! - [`unification`]: queries with wildcards against formulas and their sub-terms, after MathWebSearch.
//! - [`containment`]: whether a query is part of a formula, and the parts of a query that must be kept.
//! - [`edit_distance`]: weighted tree edit distance of layout and operator trees, with a limit.
//! - [`latex`]: tokens of the formula as LaTeX, a baseline for the others.
//! - [`terms`]: features as numbers, family by family, for an index.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod alignment;
pub mod containment;
pub mod edit_distance;
pub mod identity;
pub mod l8;
pub mod latex;
pub mod learning_to_rank;
pub mod maximum_subtree;
pub mod overlap;
pub mod paths;
pub mod symbols;
pub mod terms;
pub mod tree;
pub mod tuples;
pub mod unification;

mod label_path;
