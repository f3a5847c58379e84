//! The two trees of a formula, the labels of their nodes, and both trees as bytes.

pub mod names;
pub mod opt;
pub mod packed;
pub mod slt;
pub mod symbol;
pub mod typesetting;
