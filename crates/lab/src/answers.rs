//! Tokenizers and models for the measures of ARQMath Task 3, which `eval` itself does not open.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use eval::task3::{Encoder, Tokenizer};
use vectors::sentences::{self, WordPieces};

/// The tokenizer of a model.
#[derive(Debug)]
struct Pieces {
    name: String,
    pieces: WordPieces,
}

impl Tokenizer for Pieces {
    fn name(&self) -> &str {
        &self.name
    }

    /// The published program puts a space before every answer.
    fn tokens(&self, text: &str) -> Vec<String> {
        self.pieces.cut(&format!(" {text}"))
    }
}

/// A `tokenizer.json`; labels have the name of its folder, which is that of its model.
///
/// # Errors
/// It cannot be read.
pub fn tokenizer(file: &Path) -> Result<Arc<dyn Tokenizer>> {
    let name = file.parent().map_or_else(String::new, name);
    let name = if name.is_empty() { "tokenizer.json".to_owned() } else { name };
    Ok(Arc::new(Pieces { name, pieces: WordPieces::open(file)? }))
}

/// A model and the layer that is compared.
struct Model {
    name: String,
    encoder: sentences::Encoder,
    layer: Option<usize>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Model").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Encoder for Model {
    fn name(&self) -> &str {
        &self.name
    }

    fn vectors(&self, text: &str) -> Result<Vec<Vec<f32>>, String> {
        self.encoder.encode_pieces(text, self.layer).map_err(|error| error.to_string())
    }
}

/// The model in a folder; texts are compared after so many of its layers.
///
/// # Errors
/// It cannot be read, or is not of a kind that can be used.
pub fn encoder(folder: &Path, layer: Option<usize>) -> Result<Arc<dyn Encoder>> {
    let layers = layer.map(|layer| format!(", layer {layer}")).unwrap_or_default();
    let name = format!("{}{layers}", name(folder));
    Ok(Arc::new(Model { name, encoder: sentences::Encoder::open(folder)?, layer }))
}

/// The last part of a path.
fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
