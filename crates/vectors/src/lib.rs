//! Vectors: texts and formulas as points, so that what is alike is near, whatever words or symbols it uses.
//!
//! - [`sentences`]: vectors of texts, from a pretrained model on this machine.
//! - [`models`]: where those models are kept, and which one is used.
//! - [`formulas`]: vectors of formulas, trained on the formulas of the index at hand.
//!
//! All of the machine learning libraries (tensors, tokenizers, weights) are dependencies of this crate and of no other:
//! `rank` asks for similarities and sees numbers.
//!
//! What it is not: the files. How rows of numbers are stored beside an index is `index::vectors`. Nothing here is
//! needed to search, and nothing is ever downloaded.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod error;
pub mod formulas;
pub mod models;
pub mod sentences;

pub use error::{Error, Result};
