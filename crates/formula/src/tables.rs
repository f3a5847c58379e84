//! Facts about characters and commands, which readers, writers and the operator trees share.
//!
//! Most of the facts are data files under `data/`. Tables that only one module uses stay with that module.

pub(crate) mod commands;
pub(crate) mod letters;
pub(crate) mod operators;
pub(crate) mod unicode;
