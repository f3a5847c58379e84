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

/// The output of a reader: units, and complaints about what it had to leave out.
pub type Reader = Box<dyn Iterator<Item = Result<Unit, Complaint>> + Send>;

/// The smallest part of a collection that is read separately.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the index: the path from the user's point of view, the same on every run.
    pub name: String,
    /// Its format.
    pub format: Format,
    /// Its files; reading begins with the first.
    pub files: Vec<PathBuf>,
    /// The size of its files on disk, in bytes.
    pub bytes: u64,
    /// The temporary folders with its unpacked files; each is removed with the last entry in it.
    unpacked: Vec<Arc<TemporaryFolder>>,
    access: Arc<Access>,
}

impl Entry {
    /// An entry of existing files; it may include files beside and below the first of them.
    pub fn new(name: impl Into<String>, format: Format, files: Vec<PathBuf>) -> Entry {
        let access = Access::to_file(files.first().map_or(Path::new(""), PathBuf::as_path));
        Entry::within(name.into(), format, files, Arc::new(access), Vec::new())
    }

    /// An entry that is read with this access and keeps the folders of its unpacked files.
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

    /// The lines of one of its files; `name` is its name in complaints.
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

    /// The units of the entry, long ones in parts. A problem of one unit is a complaint in the stream; an error means
    /// that the entry cannot be read at all.
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

    /// The current state of its files, from their content.
    pub fn fingerprint(&self) -> Result<Fingerprint> {
        fingerprint::fingerprint(&self.files)
    }

    /// The current state of its files; they are not read if their lengths and times are unchanged.
    pub fn fingerprint_after(&self, before: &Fingerprint) -> Result<Fingerprint> {
        if fingerprint::has_times_of(&self.files, before) { Ok(*before) } else { self.fingerprint() }
    }
}

/// Units whose files must not be removed before they are read.
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

/// How far reading has come, in bytes on disk; shared with the code that shows it.
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
