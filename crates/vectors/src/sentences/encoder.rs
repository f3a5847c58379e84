//! A model, opened: from texts to vectors.

use std::fs;
use std::path::Path;

use candle_core::Device;
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::configuration::Configuration;
use super::files::{CONFIGURATION, LENGTH, POOLING, WEIGHTS};
use super::network::Network;
use super::tokens::Tokens;
use crate::{Error, Result};

/// The hint for a model that cannot be used.
const USABLE: &str = "models like all-MiniLM-L6-v2 can be used";

/// Pieces that go through the network at once. Enough for products of matrices to be fast, few enough for
/// intermediate values to stay in the cache.
const PIECES_AT_ONCE: usize = 1024;

/// Maps texts to vectors of length 1, so that their product is the cosine of the angle between them.
pub struct Encoder {
    tokens: Tokens,
    network: Network,
    dimensions: usize,
    checksum: String,
}

impl Encoder {
    /// Opens the model in a folder: `config.json`, `model.safetensors`, and `tokenizer.json` or `vocab.txt`.
    pub fn open(folder: &Path) -> Result<Encoder> {
        let file = folder.join(CONFIGURATION);
        let configuration: Configuration =
            serde_json::from_slice(&read(&file)?).map_err(|error| Error::model(&file, error))?;
        if let Some(problem) = configuration.problem() {
            return Err(Error::model_with_hint(&file, problem, USABLE));
        }
        check_pooling(folder)?;
        let file = folder.join(WEIGHTS);
        let weights = read(&file)?;
        let checksum = hexadecimal(&Sha256::digest(&weights));
        let damaged = |error: candle_core::Error| Error::model(&file, first_line(&error.to_string()));
        let tensors = candle_core::safetensors::load_buffer(&weights, &Device::Cpu).map_err(damaged)?;
        drop(weights);
        let network = Network::new(tensors, &configuration).map_err(damaged)?;
        let tokens = Tokens::open(folder, most_pieces(folder, &configuration))?;
        Ok(Encoder { tokens, network, dimensions: configuration.hidden_size, checksum })
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The SHA-256 of the weights, which identifies the model.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// A vector for each word piece of a text in its context, without the markers before and after it: the states after
    /// so many layers, or after all.
    pub fn encode_pieces(&self, text: &str, layers: Option<usize>) -> Result<Vec<Vec<f32>>> {
        let pieces = self.tokens.pieces(text).map_err(Error::Encoding)?;
        let vectors = self.network.piece_vectors(&pieces, layers.unwrap_or(usize::MAX));
        let mut vectors = vectors.map_err(|error| Error::Encoding(first_line(&error.to_string())))?;
        vectors.pop();
        Ok(vectors.into_iter().skip(1).collect())
    }

    /// A vector for each text, in their order.
    ///
    /// Texts longer than the model's limit are cut. A text gets the same vector, to five digits, whatever texts are
    /// embedded with it. Batches are spread over the threads of the calling pool.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let pieces = texts.par_iter().map(|text| self.tokens.pieces(text));
        let pieces: Vec<Vec<u32>> = pieces.collect::<Result<_, String>>().map_err(Error::Encoding)?;
        let batches = batches(&pieces);
        let vectors = batches.par_iter().map(|batch| {
            let batch: Vec<&[u32]> =
                batch.iter().filter_map(|&text| pieces.get(text)).map(Vec::as_slice).collect();
            self.network.vectors(&batch).map_err(|error| Error::Encoding(first_line(&error.to_string())))
        });
        let vectors: Vec<Vec<Vec<f32>>> = vectors.collect::<Result<_>>()?;
        let numbers = batches.into_iter().flatten();
        let mut numbered: Vec<(usize, Vec<f32>)> = numbers.zip(vectors.into_iter().flatten()).collect();
        numbered.sort_unstable_by_key(|(text, _)| *text);
        Ok(numbered.into_iter().map(|(_, vector)| vector).collect())
    }
}

/// Which texts go through the network together: the long ones first, so that no thread is left with them at the end.
fn batches(pieces: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    let length = |text: usize| pieces.get(text).map_or(0, Vec::len);
    order.sort_by_key(|&text| std::cmp::Reverse(length(text)));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for text in order {
        match batches.last_mut() {
            Some(batch) if room >= length(text) => batch.push(text),
            _ => {
                batches.push(vec![text]);
                room = PIECES_AT_ONCE;
            }
        }
        room = room.saturating_sub(length(text));
    }
    batches
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|error| {
        let hint = "the folder of a model has `config.json`, `model.safetensors`, and `tokenizer.json` or `vocab.txt`";
        Error::model_with_hint(file, error, hint)
    })
}

/// The most pieces that the model was made for; without that setting, the number of its positions.
fn most_pieces(folder: &Path, configuration: &Configuration) -> usize {
    #[derive(Deserialize)]
    struct Length {
        max_seq_length: Option<usize>,
    }
    let length = fs::read(folder.join(LENGTH)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let stated = length.and_then(|Length { max_seq_length }| max_seq_length);
    stated.unwrap_or(usize::MAX).min(configuration.max_position_embeddings)
}

/// Vectors are means here; a model that was trained for another pooling would give useless ones.
fn check_pooling(folder: &Path) -> Result<()> {
    #[derive(Deserialize)]
    struct Pooling {
        #[serde(default)]
        pooling_mode_mean_tokens: bool,
    }
    let file = folder.join(POOLING);
    let Ok(bytes) = fs::read(&file) else { return Ok(()) };
    let pooling: Pooling = serde_json::from_slice(&bytes).map_err(|error| Error::model(&file, error))?;
    match pooling.pooling_mode_mean_tokens {
        true => Ok(()),
        false => {
            let message = "the model does not take the mean over its word pieces";
            Err(Error::model_with_hint(&file, message, USABLE))
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Candle puts a backtrace behind its messages.
fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}
