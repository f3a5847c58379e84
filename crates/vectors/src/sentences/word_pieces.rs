//! A tokenizer alone, without its model: what evaluation counts as tokens.

use std::path::Path;

use tokenizers::Tokenizer;

use crate::{Error, Result};

/// Cuts texts into word pieces, without limit.
#[derive(Debug)]
pub struct WordPieces {
    tokenizer: Tokenizer,
}

impl WordPieces {
    /// Opens a `tokenizer.json`.
    pub fn open(file: &Path) -> Result<WordPieces> {
        let mut tokenizer = Tokenizer::from_file(file).map_err(|error| Error::model(file, error))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| Error::model(file, error))?;
        Ok(WordPieces { tokenizer })
    }

    /// The pieces of a text, without markers. None if it cannot be cut.
    pub fn cut(&self, text: &str) -> Vec<String> {
        let encoding = self.tokenizer.encode(text, false);
        encoding.map(|encoding| encoding.get_tokens().to_vec()).unwrap_or_default()
    }
}
