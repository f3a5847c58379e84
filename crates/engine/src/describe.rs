//! Describing formulas: the output forms ([`forms`]), and all of them at once, or two formulas aligned ([`trees`]).

pub mod forms;
pub mod trees;
