//! Drawings of a graph: lines of text, and SVG. As JSON, a [`crate::Graph`] is its fields.
//!
//! Both draw the tree in which the graph is written. Where a node comes again, the text names its variable, and the picture
//! has a dashed line.

mod picture;
mod tree;

pub use picture::svg;
pub use tree::text;
