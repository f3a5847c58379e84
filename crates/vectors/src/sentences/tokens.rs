//! From a text to word pieces.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::processors::bert::BertProcessing;
use tokenizers::{Tokenizer, TruncationParams};

use super::files::{SETTINGS, TOKENIZER, VOCABULARY};
use crate::{Error, Result};

/// Cuts texts into word pieces, up to a limit.
pub(super) struct Tokens {
    tokenizer: Tokenizer,
}

impl Tokens {
    /// From `tokenizer.json` in a model's folder or, without it, from `vocab.txt`.
    pub fn open(folder: &Path, most: usize) -> Result<Tokens> {
        let file = folder.join(TOKENIZER);
        let mut tokenizer = match file.exists() {
            true => Tokenizer::from_file(&file).map_err(|error| Error::model(&file, error)),
            false => from_vocabulary(folder),
        }?;
        tokenizer.with_padding(None);
        let limit = TruncationParams { max_length: most, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(limit)).map_err(|error| Error::model(&file, error))?;
        Ok(Tokens { tokenizer })
    }

    /// The numbers of the pieces, with the markers before and after every text.
    pub fn pieces(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoding = self.tokenizer.encode_fast(text, true).map_err(|error| error.to_string())?;
        Ok(encoding.get_ids().to_vec())
    }
}

/// The tokenizer of BERT with a vocabulary of one piece per line.
fn from_vocabulary(folder: &Path) -> Result<Tokenizer> {
    #[derive(Deserialize)]
    struct Settings {
        #[serde(default = "yes")]
        do_lower_case: bool,
    }
    fn yes() -> bool {
        true
    }
    let file = folder.join(VOCABULARY);
    let missing = |_| {
        let message = format!("there is neither `{TOKENIZER}` nor `{VOCABULARY}`");
        let hint = "the folder of a model has `config.json`, `model.safetensors` and one of these";
        Error::model_with_hint(folder, message, hint)
    };
    let vocabulary = fs::read(&file).map_err(missing)?;
    let damaged = |error| Error::model(&file, error);
    let pieces = WordPiece::read_bytes(&vocabulary).map_err(damaged)?;
    let special = |name: &str| {
        let number = pieces.get(name).copied();
        number
            .map(|number| (name.to_owned(), number))
            .ok_or_else(|| Error::model(&file, format!("there is no piece `{name}`")))
    };
    let (first, last) = (special("[CLS]")?, special("[SEP]")?);
    let unknown = special("[UNK]")?.0;
    let settings = fs::read(folder.join(SETTINGS)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let Settings { do_lower_case } = settings.unwrap_or(Settings { do_lower_case: true });
    let model = WordPiece::builder().vocab(pieces).unk_token(unknown).build().map_err(damaged)?;
    let mut tokenizer = Tokenizer::new(model);
    tokenizer.with_normalizer(Some(BertNormalizer::new(true, true, None, do_lower_case))).map_err(damaged)?;
    tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
    tokenizer.with_post_processor(Some(BertProcessing::new(last, first)));
    Ok(tokenizer)
}
