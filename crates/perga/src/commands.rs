//! The commands of the workbench, a file each.

pub mod eval;
