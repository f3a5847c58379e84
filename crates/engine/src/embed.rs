//! Vectors of the units of an index, made with a model on this machine.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use index::Index;
pub use vectors::models;
pub use vectors::sentences::Report;
use vectors::sentences::{self, Encoder};

use crate::Result;

/// A model that is ready to make vectors.
pub struct Embedder {
    name: String,
    encoder: Encoder,
}

impl Embedder {
    /// The model that is used on this machine, opened; none if none was added.
    pub fn installed() -> Result<Option<Embedder>> {
        let Some(model) = models::installed()? else { return Ok(None) };
        let encoder = model.open()?;
        Ok(Some(Embedder { name: model.name, encoder }))
    }

    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives every unit of the index that has none a vector.
    pub fn embed(&self, folder: &Path, stop: &AtomicBool, progress: impl Fn(&Report)) -> Result<Report> {
        let index = Index::open(folder)?;
        Ok(sentences::embed(&index, &self.encoder, &self.name, stop, progress)?)
    }
}
