//! One part of a collection: its files, whether they changed, and its reader.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Format;
use crate::readers::{arqmath, html, jsonl, jupyter, latex, markdown, ntcir, pretext, stack_exchange, tsv};
use crate::unit::Unit;
use crate::{Complaint, Result};

/// What a reader yields: units, and complaints about what it had to leave out.
pub type Reader = Box<dyn Iterator<Item = Result<Unit, Complaint>> + Send>;

/// The smallest part of a collection that is read on its own.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the index: the path as the user reaches it, the same on every run.
    pub name: String,
    /// How it is read.
    pub format: Format,
    /// Its files; the first is the one to begin with.
    pub files: Vec<PathBuf>,
    /// The bytes of its files as they are on disk.
    pub bytes: u64,
}

impl Entry {
    /// The units of the entry. What is wrong with one unit is a complaint in the stream; an error is for an
    /// entry that cannot be read at all.
    pub fn read(&self, progress: &Arc<Progress>) -> Result<Reader> {
        match self.format {
            Format::Jsonl => jsonl::read(self, progress),
            Format::Tsv => tsv::read(self, progress),
            Format::Arqmath => arqmath::read(self, progress),
            Format::StackExchange => stack_exchange::read(self, progress),
            Format::Ntcir => ntcir::read(self, progress),
            Format::Latex => latex::read(self, progress),
            Format::Markdown => markdown::read(self, progress),
            Format::Html => html::read(self, progress),
            Format::Jupyter => jupyter::read(self, progress),
            Format::Pretext => pretext::read(self, progress),
        }
    }
}

/// How far reading has come, in bytes on disk; shared with whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
}

impl Progress {
    /// Adds bytes that were read.
    pub fn advance(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// What an entry's files were when they were read: equal fingerprints, equal content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(pub u64);
