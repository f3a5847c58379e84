//! The state of a training between two epochs, as a file: a training of hours survives an interrupt.
//!
//! A file is written under another name and renamed, so it is either there completely or not at all. It names the
//! settings and the corpus; a state of another training is refused.
//!
//! ```text
//! magic, length of the header, header (JSON), rows of words, of parts, of outputs (32-bit floats)
//! ```

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Settings;
use super::skip_gram::State;
use super::vocabulary::Corpus;
use crate::{Error, Result};

const MAGIC: &[u8; 8] = b"perga-ts";

/// The state of one representation.
pub(super) struct Checkpoint<'a> {
    folder: &'a Path,
    file: PathBuf,
    settings: &'a Settings,
    corpus: u64,
}

#[derive(Deserialize, Serialize)]
struct Header {
    settings: Settings,
    corpus: u64,
    epochs: usize,
    random: u64,
}

impl<'a> Checkpoint<'a> {
    /// For the training of a representation over a corpus.
    pub(super) fn new(folder: &'a Path, name: &str, settings: &'a Settings, corpus: u64) -> Checkpoint<'a> {
        Checkpoint { folder, file: folder.join(format!("{name}.state")), settings, corpus }
    }

    /// Writes a state in the place of an earlier one.
    pub(super) fn write(&self, state: &State) -> Result<()> {
        let partial = self.file.with_extension("partial");
        let write = || {
            fs::create_dir_all(self.folder)?;
            self.write_to(&partial, state)?;
            fs::rename(&partial, &self.file)
        };
        write().map_err(|cause| Error::model(&self.file, cause))
    }

    fn write_to(&self, path: &Path, state: &State) -> io::Result<()> {
        let (epochs, random) = (state.epochs, state.random);
        let header = Header { settings: self.settings.clone(), corpus: self.corpus, epochs, random };
        let header = serde_json::to_vec(&header)?;
        let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
        out.write_all(MAGIC)?;
        out.write_all(&(header.len() as u32).to_le_bytes())?;
        out.write_all(&header)?;
        for value in [&state.words, &state.parts, &state.outputs].into_iter().flatten() {
            out.write_all(&value.to_le_bytes())?;
        }
        out.flush()?;
        out.get_ref().sync_data()
    }

    /// The state of an earlier training; `None` if there is none. Fails if it is of another training.
    pub(super) fn read(&self, corpus: &Corpus) -> Result<Option<State>> {
        if !self.file.exists() {
            return Ok(None);
        }
        let bytes = fs::read(&self.file).map_err(|cause| Error::model(&self.file, cause))?;
        self.parse(&bytes, corpus).map(Some).ok_or_else(|| {
            let message = "this is not the state of a training with these settings on this index";
            Error::model_with_hint(&self.file, message, "remove the file to begin again")
        })
    }

    fn parse(&self, bytes: &[u8], corpus: &Corpus) -> Option<State> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, rest) = rest.split_at_checked(4)?;
        let (header, rest) = rest.split_at_checked(u32::from_le_bytes(length.try_into().ok()?) as usize)?;
        let header: Header = serde_json::from_slice(header).ok()?;
        let is_mine = header.settings == *self.settings && header.corpus == self.corpus;
        let vocabulary = &corpus.vocabulary;
        let (word_count, part_count) = (vocabulary.keys.len(), vocabulary.part_keys.len());
        let dimensions = self.settings.dimensions;
        if !is_mine || rest.len() != (2 * word_count + part_count) * dimensions * size_of::<f32>() {
            return None;
        }
        let mut values =
            rest.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let mut rows = |count: usize| -> Vec<f32> { values.by_ref().take(count * dimensions).collect() };
        let (words, parts, outputs) = (rows(word_count), rows(part_count), rows(word_count));
        Some(State { epochs: header.epochs, random: header.random, words, parts, outputs })
    }
}
