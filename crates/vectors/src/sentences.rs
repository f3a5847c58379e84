//! Vectors of sentences and passages, from a model of the BERT family on this machine.
//!
//! A model such as all-MiniLM-L6-v2 (Reimers and Gurevych, 2019; Wang and others, 2020) maps a text to a vector so
//! that texts about the same thing are close, whatever words they use. It finds texts that share no word with the
//! query, which little else here can.
//!
//! - [`Encoder`]: a model, opened: texts to vectors. `files`, `configuration`, `tokens`, `network` and `kernels` are its
//!   parts.
//! - [`passage`]: the text of a unit that is embedded.
//! - [`embed`]: the vectors of all units of an index, into a file beside it.
//! - [`UnitVectors`]: that file, opened: how near a vector is to each unit.
//! - [`open`]: both for an index, if the model is the one that made the vectors.
//!
//! What it is not: required. Without a model everything else works, nothing is downloaded, and nothing is trained
//! here. [`models`](crate::models) keeps the models; vectors of formulas are in [`formulas`](crate::formulas).

mod configuration;
mod embedding;
mod encoder;
pub(crate) mod files;
mod kernels;
mod network;
mod opening;
mod passages;
mod tokens;
mod units;
mod word_pieces;

pub use embedding::{Report, embed};
pub use encoder::Encoder;
pub use opening::open;
pub use passages::{passage, without_delimiters};
pub use units::UnitVectors;
pub use word_pieces::WordPieces;
