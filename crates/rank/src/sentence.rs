//! Vectors of sentences and passages, from a model of the BERT family that lies on this machine.
//!
//! A model such as all-MiniLM-L6-v2 (Reimers and Gurevych, 2019; Wang and others, 2020) takes a text to a vector so
//! that texts about the same thing are near each other, whatever words they use. It finds what shares no word with
//! the query, and little else here can.
//!
//! - [`Encoder`]: a model, opened: texts to vectors. `configuration`, `tokens`, `network` and `kernels` are its parts.
//! - [`models`]: where models are kept, and which one is used.
//! - [`passage`]: the text of a unit that is embedded.
//! - [`embed`]: the vectors of all units of an index, into a file beside it.
//! - [`UnitVectors`]: that file, opened: how near a vector is to each unit.
//!
//! What it is not: needed. Without a model everything else works, nothing is ever fetched, and nothing is trained
//! here. Vectors of formulas are in [`embeddings`](crate::embeddings).

mod configuration;
mod embedding;
mod encoder;
mod kernels;
pub mod models;
mod network;
mod passages;
mod tokens;
mod units;

pub use embedding::{Report, embed};
pub use encoder::Encoder;
pub use models::{Model, installed};
pub use passages::{passage, without_delimiters};
pub use units::UnitVectors;
