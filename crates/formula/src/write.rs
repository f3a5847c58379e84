//! Writers: trees to text in the notations other programs and people read.
//!
//! Every writer is a pure function that appends to one string. None of them recurses along a baseline, nor
//! without a bound along operands, so a formula of any length can be written, in time linear in its length.

pub(crate) mod alphabet;
pub mod ascii;
pub mod content;
pub mod json;
pub mod layout;
pub mod mathml;
pub mod sexpr;
pub mod tangent;
pub mod tex;
