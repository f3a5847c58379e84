//! Readers: one module for each notation, and the builder that they share.
//!
//! The readers of notations that people write (`latex`, `mathml`, `plain`) cannot fail: they return a tree
//! for every input. The readers of S-expressions and of Tangent strings are strict, because only programs
//! write those.

pub mod latex;
pub(crate) mod layout;
pub mod mathml;
pub mod plain;
pub mod sexpr;
pub mod tangent_strings;
