//! The writer: adds, replaces and deletes units, and commits.
//!
//! Units come in batches. All cores read the formulas of a batch. Then each formula gets the number of its record in
//! order, new ones a new number, and all cores compute the features of the new ones. So the content of an index does
//! not depend on the number of cores.
//!
//! An id names one unit. Within a source the last unit of an id counts. Of several sources with the same id, the one
//! whose name comes last is shown, and the others are kept as [hidden copies](crate::units). So what an index shows
//! does not depend on which source was read first, and a unit that two sources share survives the loss of either.
//!
//! Readers see nothing before [`Writer::commit`]. Memory is bounded by [`Settings::memory`]: new records are written as
//! a segment when they fill their share of it.

mod batch;
mod bloom;
mod known;
mod lookup;
mod sources;

use std::path::Path;
use std::sync::Arc;

use batch::Batch;
use document::Unit;
use known::KnownUnits;
use lookup::Lookup;
use rustc_hash::FxHashSet;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{IndexWriter, ReloadPolicy};

use crate::formulas::buffer::Buffer;
use crate::formulas::merge::{self, Merging};
use crate::formulas::{Formulas, Segment};
use crate::manifest::{FileName, Ledger, Manifest, Source};
use crate::profile::Profile;
use crate::reader::{open_text, profile_of, read_ledger, read_manifest};
use crate::storage::{Storage, names};
use crate::units::{Fields, register_tokenizers, schema};
use crate::{Error, Result, commit};

/// How an index is written.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The profile of a new index; an existing index must have this profile. None accepts any.
    pub profile: Option<Profile>,
    /// Bytes of memory to work with.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { profile: None, memory: 1 << 30 }
    }
}

/// The only object that may change an index.
pub struct Writer {
    storage: Storage,
    text: IndexWriter,
    fields: Fields,
    profile: Profile,
    settings: Settings,
    manifest: Manifest,
    ledger: Ledger,
    /// Segments that are on disk, committed or not.
    formulas: Formulas,
    buffer: Buffer,
    lookup: Lookup,
    merging: Option<Merging>,
    known: KnownUnits,
    /// Records of deleted units; other units may still hold them.
    doubtful: Vec<u32>,
    /// The number of the first unit that this writer added.
    first_unit: u64,
    /// Units that others with the same id replaced: in one source, and from different ones.
    repeated: Repeated,
    /// Whether hidden copies were added or deleted since the last commit.
    has_hidden_changes: bool,
}

/// Units whose id occurred more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeated {
    /// In one source, since the writer was opened: the last one counts.
    pub within: u64,
    /// In different sources: one is shown, the others are kept hidden.
    pub across: u64,
}

impl Writer {
    /// Opens the index in a folder for writing; makes it if the folder is new or empty.
    pub fn open(folder: impl AsRef<Path>, settings: Settings) -> Result<Writer> {
        let folder = folder.as_ref();
        let storage = Storage::open_or_create(folder)?;
        let text = match storage.path("meta.json").exists() {
            true => open_text(&storage, storage.writable())?,
            false => create_text(&storage)?,
        };
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread((settings.memory / 8).clamp(16 << 20, 512 << 20))
            .build();
        let writer: IndexWriter =
            text.writer_with_options(options).map_err(|error| Error::refused(folder, error))?;
        // Read and check everything that decides what is removed before removing anything.
        let mut manifest = read_manifest(&text, &storage)?;
        let profile = agreed_profile(&mut manifest, &storage, settings.profile)?;
        let ledger = read_ledger(&storage, &manifest)?;
        let formulas = Formulas::open(&storage, &manifest, profile.families)?;
        // A writer that was killed during a commit leaves files whose names this one will use.
        writer.garbage_collect_files().wait()?;
        storage.remove_unneeded(|name| manifest.names(name))?;
        let fields = Fields::of(&text.schema())?;
        let reader = text.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let known = KnownUnits::new(reader, fields, settings.memory / 16);
        let lookup = Lookup::new(&formulas, settings.memory / 16);
        let buffer = Buffer::new(manifest.next_record, profile.families);
        Ok(Writer {
            storage,
            text: writer,
            fields,
            profile,
            settings,
            doubtful: ledger.doubtful_records.clone(),
            first_unit: manifest.next_unit,
            manifest,
            ledger,
            formulas,
            buffer,
            lookup,
            merging: None,
            known,
            repeated: Repeated::default(),
            has_hidden_changes: false,
        })
    }

    /// The state of the last commit, with later additions counted in its numbers.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The sources and findings so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Records how far a source was read; the next commit stores it.
    pub fn set_source(&mut self, name: &str, source: Source) {
        self.ledger.sources.insert(name.to_owned(), source);
    }

    /// Records the path of a folder or archive that contains entries.
    pub fn set_root(&mut self, name: &str, path: String) {
        self.ledger.roots.insert(name.to_owned(), path);
    }

    /// Adds the time spent.
    pub fn add_seconds(&mut self, seconds: f64) {
        self.ledger.seconds += seconds;
    }

    /// Units whose id occurred more than once since the writer was opened.
    pub fn repeated(&self) -> Repeated {
        self.repeated
    }

    /// Adds units that came from `source`. A unit of that source with an existing id replaces the old one; one of
    /// another source stays, shown or hidden.
    pub fn add(&mut self, source: &str, units: &[Unit]) -> Result<()> {
        self.explained(|writer| writer.add_units(source, units))
    }

    fn add_units(&mut self, source: &str, units: &[Unit]) -> Result<()> {
        // Of units with the same id the last counts; the others would only fill the list of deletions.
        let ids: FxHashSet<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
        if ids.len() < units.len() {
            self.repeated.within += (units.len() - ids.len()) as u64;
            return self.add_units(source, &last_of_each(units));
        }
        // Units that another source added since the last commit cannot be read back before they are committed.
        if units.iter().any(|unit| self.known.is_recent_elsewhere(source, &unit.id)) {
            self.commit_all()?;
        }
        let mut batch = Batch::read(units, &self.lookup, &self.formulas);
        let Manifest { next_record, .. } = &mut self.manifest;
        batch.number(&mut self.lookup, &self.formulas, next_record, &mut self.ledger.variants)?;
        for prepared in batch.prepare(self.profile.families) {
            self.buffer.add(&prepared);
        }
        self.revive(batch.records());
        for (stored, document) in batch.documents(source, &self.fields, self.profile.families) {
            self.add_unit(stored, document)?;
        }
        batch.count_findings(&mut self.ledger);
        if self.buffer.bytes() > self.settings.memory / 2 {
            self.write_segment()?;
        }
        Ok(())
    }

    /// Commits everything added and deleted so far: it is on the disk when this returns, and readers that open the
    /// index from now on see it.
    pub fn commit(&mut self) -> Result<()> {
        self.explained(Writer::commit_all)
    }

    fn commit_all(&mut self) -> Result<()> {
        self.write_segment()?;
        if self.merging.as_ref().is_some_and(Merging::is_finished) {
            self.finish_merging()?;
        }
        self.write_commit()?;
        if !self.doubtful.is_empty() {
            self.settle_doubts()?;
            self.write_commit()?;
        }
        self.start_merging()
    }

    /// Commits, and merges everything if much of it is new. Call it at the end of a collection.
    pub fn finish(mut self) -> Result<Manifest> {
        self.explained(Writer::merge_all)?;
        let Writer { text, storage, manifest, .. } = self;
        text.wait_merging_threads().map_err(|error| storage.explain(error.into()))?;
        storage.remove_unneeded(|name| manifest.names(name))?;
        Ok(manifest)
    }

    fn merge_all(&mut self) -> Result<()> {
        self.commit_all()?;
        self.finish_merging()?;
        if merge::is_worthwhile(self.manifest.segments.iter().map(|segment| segment.records.into())) {
            let number = self.next_segment();
            let families = self.profile.families;
            let segments = self.formulas.segments();
            let name = merge::merge(&self.storage, segments, families, number, &self.ledger.unused_records)?;
            self.manifest.segments = vec![name];
            self.reopen()?;
        }
        self.write_commit()
    }

    /// Runs `work`; if it fails because of the disk, the error says so.
    fn explained<T>(&mut self, work: impl FnOnce(&mut Writer) -> Result<T>) -> Result<T> {
        let result = work(self);
        result.map_err(|error| self.storage.explain(error))
    }

    /// Marks unused records as used again.
    fn revive(&mut self, records: impl Iterator<Item = u32>) {
        if self.ledger.unused_records.is_empty() && self.ledger.hidden_records.is_empty() {
            return;
        }
        for record in records {
            remove(&mut self.ledger.unused_records, record);
            remove(&mut self.ledger.hidden_records, record);
        }
    }

    /// Finds out which doubtful records no unit holds any more, or only hidden copies do.
    fn settle_doubts(&mut self) -> Result<()> {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.sort_unstable();
        doubtful.dedup();
        for record in doubtful {
            remove(&mut self.ledger.unused_records, record);
            remove(&mut self.ledger.hidden_records, record);
            if !self.known.is_unused(self.fields.formulas, record)? {
                continue;
            }
            match self.known.is_unused(self.fields.hidden_formulas, record)? {
                true => insert(&mut self.ledger.unused_records, record),
                false => insert(&mut self.ledger.hidden_records, record),
            }
        }
        Ok(())
    }

    /// Writes the buffered records as a segment.
    fn write_segment(&mut self) -> Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let number = self.next_segment();
        let name = self.buffer.write(&self.storage, number)?;
        let segment = Segment::open(&self.storage, &name, self.profile.families)?;
        self.manifest.segments.push(name);
        self.formulas = Formulas::of(self.formulas.segments().iter().cloned().chain([segment]).collect());
        self.lookup.written();
        Ok(())
    }

    fn write_commit(&mut self) -> Result<()> {
        self.manifest.commit += 1;
        self.ledger.doubtful_records.clone_from(&self.doubtful);
        let name = names::ledger(self.manifest.commit);
        let bytes = serde_json::to_vec(&self.ledger)
            .map_err(|error| Error::damaged("ledger", format!("cannot be written: {error}")))?;
        self.storage.write(&name, |out| std::io::Write::write_all(out, &bytes))?;
        self.storage.sync_names()?;
        self.manifest.ledger = Some(FileName::of(name, &bytes));
        commit::commit(&mut self.text, &mut self.manifest)?;
        self.has_hidden_changes = false;
        self.known.committed_all()?;
        // The files of a running merge are not in a manifest yet.
        if self.merging.is_none() {
            self.storage.remove_unneeded(|name| self.manifest.names(name))?;
        }
        Ok(())
    }

    fn start_merging(&mut self) -> Result<()> {
        if self.merging.is_some() {
            return Ok(());
        }
        let Some(range) = merge::candidates(&self.manifest.segments) else { return Ok(()) };
        let segments = self.formulas.segments().get(range).unwrap_or_default().to_vec();
        let number = self.next_segment();
        let unused = Arc::new(self.ledger.unused_records.clone());
        let (storage, families) = (self.storage.clone(), self.profile.families);
        self.merging = Some(Merging::start(storage, segments, families, number, unused));
        Ok(())
    }

    fn finish_merging(&mut self) -> Result<()> {
        let Some(merging) = self.merging.take() else { return Ok(()) };
        merging.finish(&mut self.manifest.segments, &self.ledger.unused_records)?;
        self.reopen()
    }

    fn reopen(&mut self) -> Result<()> {
        self.lookup.forget();
        self.formulas = Formulas::open(&self.storage, &self.manifest, self.profile.families)?;
        Ok(())
    }

    fn next_segment(&mut self) -> u32 {
        let number = self.manifest.next_segment;
        self.manifest.next_segment += 1;
        number
    }
}

/// The last unit of each id, in order.
fn last_of_each(units: &[Unit]) -> Vec<Unit> {
    let mut seen = FxHashSet::default();
    let mut last: Vec<Unit> = units.iter().rev().filter(|unit| seen.insert(&unit.id)).cloned().collect();
    last.reverse();
    last
}

fn insert(records: &mut Vec<u32>, record: u32) {
    if let Err(place) = records.binary_search(&record) {
        records.insert(place, record);
    }
}

fn remove(records: &mut Vec<u32>, record: u32) {
    if let Ok(place) = records.binary_search(&record) {
        records.remove(place);
    }
}

fn agreed_profile(manifest: &mut Manifest, storage: &Storage, wanted: Option<Profile>) -> Result<Profile> {
    let found = profile_of(manifest, storage)?;
    let wanted = wanted.unwrap_or(found);
    if manifest.commit > 0 && wanted != found {
        return Err(Error::OtherProfile { found: found.name.to_owned(), wanted: wanted.name.to_owned() });
    }
    manifest.profile = wanted.name.to_owned();
    Ok(wanted)
}

/// The settings of the text index.
pub(crate) fn text_settings() -> tantivy::IndexSettings {
    tantivy::IndexSettings {
        docstore_compression: tantivy::store::Compressor::Zstd(Default::default()),
        ..Default::default()
    }
}

fn create_text(storage: &Storage) -> Result<tantivy::Index> {
    let text = tantivy::Index::create(storage.writable(), schema(), text_settings())
        .map_err(|error| Error::refused(storage.folder(), error))?;
    register_tokenizers(text.tokenizers());
    Ok(text)
}
