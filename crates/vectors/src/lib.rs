//! Vectors: texts and formulas as points, so that similar ones are close, whatever words or symbols they use.
//!
//! - [`sentences`]: vectors of texts, from a pretrained model on this machine.
//! - [`models`]: where those models are kept, and which one is used.
//! - [`formulas`]: vectors of formulas, trained on the formulas of an index.
//!
//! Only this crate depends on the machine learning libraries (tensors, tokenizers, weights): `rank` asks for
//! similarities and gets numbers.
//!
//! What it is not: the storage. `index::vectors` stores rows of numbers beside an index. Search works without this
//! crate's vectors, and Perga never downloads a model.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod error;
pub mod formulas;
pub mod models;
pub mod sentences;

pub use error::{Error, Result};
