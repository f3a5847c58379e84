//! Tree strings in the form of Tangent-S, the common language of formula search experiments.
//!
//! A node is `[`, its tag, its children and `]`; see Mansouri and others, *Tangent-CFT* (2019), and the
//! visual ids of ARQMath, which are made of these strings. Tags carry a type before an exclamation mark
//! (`V!x`, `N!12`, `M!()1x1`); characters that mean something in the string itself are spelled out.
//!
//! Two deliberate differences from what the reference program prints: letters in most fonts are plain
//! letters (only double-struck, script and Fraktur letters are distinct), and an unknown command keeps its
//! name (`E!\foo`) where the reference has an empty `E!`.

mod opt;
mod slt;
mod tag;

pub use opt::{opt_string, push_opt_string};
pub use slt::{push_slt_string, slt_string};
pub(crate) use tag::push_letters;
