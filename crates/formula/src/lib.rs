//! Formulas: LaTeX, MathML and plain text read into layout trees, operator trees and canonical forms.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod commands;
pub mod diagnostic;
mod letters;
pub mod mathml;
pub mod names;
mod operators;
pub mod opt;
pub mod slt;
pub mod symbol;
pub mod tangent_strings;
pub mod write;
