//! One part of a collection: its files, whether they changed, and its reader.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use document::{Complaint, Fingerprint, Result, Unit};

use super::access::Access;
use super::parts::Parts;
use super::temporary::TemporaryFolder;
use super::{Format, fingerprint};
use crate::readers::{arqmath, html, jsonl, jupyter, latex, markdown, ntcir, pretext, stack_exchange, tsv};
use crate::stream::Lines;

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
    /// The temporary folders that its files were unpacked into; each goes when the last entry in it goes.
    unpacked: Vec<Arc<TemporaryFolder>>,
    access: Arc<Access>,
}

impl Entry {
    /// An entry over files that are there; it may take in what lies beside and below the first of them.
    pub fn new(name: impl Into<String>, format: Format, files: Vec<PathBuf>) -> Entry {
        let access = Access::to_file(files.first().map_or(Path::new(""), PathBuf::as_path));
        Entry::within(name.into(), format, files, Arc::new(access), Vec::new())
    }

    /// An entry that is read with this access, keeping the folders that its files were unpacked into.
    pub(super) fn within(
        name: String,
        format: Format,
        files: Vec<PathBuf>,
        access: Arc<Access>,
        unpacked: Vec<Arc<TemporaryFolder>>,
    ) -> Entry {
        let bytes = files.iter().filter_map(|file| std::fs::metadata(file).ok()).map(|data| data.len()).sum();
        Entry { name, format, files, bytes, unpacked, access }
    }

    /// The lines of one of its files; `name` is the file's in complaints.
    pub(crate) fn lines(&self, file: &Path, name: &str, progress: &Arc<Progress>) -> Result<Lines> {
        let source = self.access.open(file, progress)?;
        Ok(Lines::new(name, source).with_limit(self.access.limits().line))
    }

    /// How its files are opened.
    pub(crate) fn access(&self) -> &Arc<Access> {
        &self.access
    }

    /// The file to begin with; an empty path for an entry without files.
    pub fn main_file(&self) -> &Path {
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// The units of the entry, long ones in parts. What is wrong with one unit is a complaint in the stream; an error is for an
    /// entry that cannot be read at all.
    pub fn read(&self, progress: &Arc<Progress>) -> Result<Reader> {
        let units = match self.format {
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
        }?;
        let units: Reader = Box::new(Parts::of(units, &self.name));
        if self.unpacked.is_empty() {
            return Ok(units);
        }
        Ok(Box::new(Within { units, _folders: self.unpacked.clone() }))
    }

    /// What its files are now, from their content.
    pub fn fingerprint(&self) -> Result<Fingerprint> {
        fingerprint::fingerprint(&self.files)
    }

    /// The same, without reading the files where their lengths and times are as they were.
    pub fn fingerprint_after(&self, before: &Fingerprint) -> Result<Fingerprint> {
        if fingerprint::has_times_of(&self.files, before) { Ok(*before) } else { self.fingerprint() }
    }
}

/// Units whose files must not go before they are read.
struct Within {
    units: Reader,
    _folders: Vec<Arc<TemporaryFolder>>,
}

impl Iterator for Within {
    type Item = Result<Unit, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        self.units.next()
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
