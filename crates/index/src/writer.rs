//! The writer: adds, replaces and deletes units, and commits.
//!
//! Units come in batches. The formulas of a batch are read by all cores; then, in order, each gets the number
//! of its record, new ones a new number; the features of the new ones are made by all cores again. So the
//! content of an index does not depend on the number of cores.
//!
//! Nothing is seen by readers before [`Writer::commit`]. Memory is bounded by [`Settings::memory`]: new
//! records are written out as a segment when they fill their share of it.

mod batch;
mod bloom;
mod known;
mod lookup;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use corpus::Unit;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{IndexWriter, ReloadPolicy, TantivyError, Term};

use crate::formulas::buffer::Buffer;
use crate::formulas::merge::{self, Merging};
use crate::formulas::{Formulas, Segment};
use crate::manifest::{Ledger, Manifest, Source};
use crate::profile::Profile;
use crate::reader::{open_text, read_ledger, read_manifest};
use crate::storage::{OUR_PREFIX, Storage};
use crate::units::{Fields, StoredUnit, register_tokenizers, schema};
use crate::{Error, Result};

use batch::Batch;
use known::KnownUnits;
use lookup::Lookup;

/// How an index is written.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The profile of a new index; an existing one must have it. None for what is there.
    pub profile: Option<Profile>,
    /// Bytes of memory to work with.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { profile: None, memory: 1 << 30 }
    }
}

/// The only one who may change an index.
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
    /// Records of deleted units: some unit may still hold them.
    doubtful: Vec<u32>,
    /// Units that others with the same id took the place of.
    replaced: u64,
}

impl Writer {
    /// Opens the index in a folder for writing; makes it if it is not there.
    pub fn open(folder: impl AsRef<Path>, settings: Settings) -> Result<Writer> {
        let folder = folder.as_ref();
        let storage = create_folder(folder)?;
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
            text.writer_with_options(options).map_err(|error| refused(folder, error))?;
        // A writer that was killed in the middle of a commit leaves files whose names this one will use.
        writer.garbage_collect_files().wait()?;
        let mut manifest = read_manifest(&text, folder)?;
        let profile = agreed_profile(&mut manifest, settings.profile)?;
        let ledger = read_ledger(&storage, &manifest)?;
        storage.remove_unneeded(|name| is_needed(name, &manifest))?;
        let formulas = Formulas::open(&storage, &manifest, profile.families)?;
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
            manifest,
            ledger,
            formulas,
            buffer,
            lookup,
            merging: None,
            known,
            replaced: 0,
        })
    }

    /// The state of the last commit, with what was added since in its numbers.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The sources and findings so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Notes how far a source was read; the next commit makes it last.
    pub fn set_source(&mut self, name: &str, source: Source) {
        self.ledger.sources.insert(name.to_owned(), source);
    }

    /// Adds the time spent.
    pub fn add_seconds(&mut self, seconds: f64) {
        self.ledger.seconds += seconds;
    }

    /// How many units were replaced by others of the same id since the writer was opened.
    pub fn replaced(&self) -> u64 {
        self.replaced
    }

    /// Adds units that came from `source`. A unit whose id is there already is replaced.
    pub fn add(&mut self, source: &str, units: &[Unit]) -> Result<()> {
        let mut batch = Batch::read(units, &self.lookup, &self.formulas);
        batch.number(&mut self.lookup, &mut self.manifest.next_record)?;
        for prepared in batch.prepare(self.profile.families) {
            self.buffer.add(&prepared);
        }
        let documents = batch.documents(source, &self.fields, self.profile.families);
        for (place, (unit, mut document)) in units.iter().zip(documents).enumerate() {
            document.add_u64(self.fields.added, self.manifest.next_unit);
            self.manifest.next_unit += 1;
            self.replaced += u64::from(self.replace(&unit.id)?);
            self.manifest.units += 1;
            self.manifest.instances += unit.formula_count() as u64;
            self.known.add(&unit.id, &batch.records_of(place));
            self.text.add_document(document)?;
        }
        self.revive(batch.records());
        batch.count_findings(&mut self.ledger);
        if self.buffer.bytes() > self.settings.memory / 2 {
            self.write_segment()?;
        }
        Ok(())
    }

    /// Deletes a unit; false if there is none of that id.
    pub fn delete(&mut self, id: &str) -> Result<bool> {
        self.replace(id)
    }

    /// Deletes all units of a source that were committed, and forgets the source.
    pub fn delete_source(&mut self, name: &str) -> Result<()> {
        let term = Term::from_field_text(self.fields.source, name);
        for unit in self.known.committed(term.clone())? {
            self.forget(&unit);
        }
        self.text.delete_term(term);
        self.ledger.sources.remove(name);
        Ok(())
    }

    /// Makes everything added and deleted so far last, and visible to readers that open the index from now
    /// on. When it returns, it is on the disk.
    pub fn commit(&mut self) -> Result<()> {
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

    /// Commits, and merges everything if much of it is new. Call it when a collection is done.
    pub fn finish(mut self) -> Result<Manifest> {
        self.commit()?;
        self.finish_merging()?;
        if merge::is_worthwhile(self.manifest.segments.iter().map(|segment| segment.records.into())) {
            let number = self.next_segment();
            let families = self.profile.families;
            let segments = self.formulas.segments();
            let name = merge::merge(&self.storage, segments, families, number, &self.ledger.unused_records)?;
            self.manifest.segments = vec![name];
            self.reopen()?;
        }
        self.write_commit()?;
        let Writer { text, storage, manifest, .. } = self;
        text.wait_merging_threads()?;
        storage.remove_unneeded(|name| is_needed(name, &manifest))?;
        Ok(manifest)
    }

    /// Takes a unit out that has this id; false if there is none.
    fn replace(&mut self, id: &str) -> Result<bool> {
        let term = Term::from_field_text(self.fields.id, id);
        let Some((records, instances)) = self.known.take(id, &term)? else { return Ok(false) };
        self.text.delete_term(term);
        self.manifest.units -= 1;
        self.manifest.instances -= instances;
        self.doubtful.extend(records);
        Ok(true)
    }

    fn forget(&mut self, unit: &StoredUnit) {
        if !self.known.forget(&unit.id) {
            return;
        }
        self.manifest.units -= 1;
        self.manifest.instances -= unit.formulas.len() as u64;
        self.doubtful.extend(unit.formulas.iter().map(|instance| instance.record));
    }

    /// Records that were unused are in use again.
    fn revive(&mut self, records: impl Iterator<Item = u32>) {
        if self.ledger.unused_records.is_empty() {
            return;
        }
        for record in records {
            if let Ok(place) = self.ledger.unused_records.binary_search(&record) {
                self.ledger.unused_records.remove(place);
            }
        }
    }

    /// Finds out which of the doubtful records no unit holds any more.
    fn settle_doubts(&mut self) -> Result<()> {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.sort_unstable();
        doubtful.dedup();
        for record in doubtful {
            let term = Term::from_field_u64(self.fields.formulas, record.into());
            if self.known.is_empty(term)?
                && let Err(place) = self.ledger.unused_records.binary_search(&record)
            {
                self.ledger.unused_records.insert(place, record);
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
        self.manifest.ledger = format!("{OUR_PREFIX}{:08}.ledger", self.manifest.commit);
        self.storage.write(&self.manifest.ledger, |out| Ok(serde_json::to_writer(out, &self.ledger)?))?;
        self.storage.sync_names()?;
        let payload = serde_json::to_string(&self.manifest)
            .map_err(|error| Error::damaged("manifest", format!("cannot be written: {error}")))?;
        let mut commit = self.text.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        self.known.committed_all()?;
        let merging = self.merging.is_some();
        // Files of a merge that is going on have no place in a manifest yet.
        if !merging {
            self.storage.remove_unneeded(|name| is_needed(name, &self.manifest))?;
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

/// Whether a file of ours belongs to the commit.
fn is_needed(name: &str, manifest: &Manifest) -> bool {
    let of_segment = |number: u32| name.starts_with(&format!("{OUR_PREFIX}{number:06}."));
    name == manifest.ledger
        || !name.ends_with(".ledger") && manifest.segments.iter().any(|segment| of_segment(segment.number))
}

fn agreed_profile(manifest: &mut Manifest, wanted: Option<Profile>) -> Result<Profile> {
    let found = Profile::from_name(&manifest.profile).unwrap_or_default();
    let wanted = wanted.unwrap_or(found);
    if manifest.commit > 0 && wanted != found {
        return Err(Error::OtherProfile { found: found.name.to_owned(), wanted: wanted.name.to_owned() });
    }
    manifest.profile = wanted.name.to_owned();
    Ok(wanted)
}

/// The folder, made if it is not there; refused if it holds something else.
fn create_folder(folder: &Path) -> Result<Storage> {
    fs::create_dir_all(folder).map_err(|cause| Error::writing(folder, cause))?;
    let storage = Storage::open(folder)?;
    let is_ours =
        |name: &String| name.starts_with(OUR_PREFIX) || name.starts_with('.') || name == "meta.json";
    let names = storage.names()?;
    if !names.is_empty() && !names.iter().any(is_ours) {
        return Err(Error::NotAnIndex(folder.to_owned()));
    }
    Ok(storage)
}

fn create_text(storage: &Storage) -> Result<tantivy::Index> {
    let settings = tantivy::IndexSettings {
        docstore_compression: tantivy::store::Compressor::Zstd(Default::default()),
        ..Default::default()
    };
    let builder = tantivy::Index::builder().schema(schema()).settings(settings);
    let text = builder.create_in_dir(storage.folder()).map_err(|error| refused(storage.folder(), error))?;
    register_tokenizers(text.tokenizers());
    Ok(text)
}

/// What it means that the text index does not let us write.
fn refused(folder: &Path, error: TantivyError) -> Error {
    use tantivy::directory::error::LockError;
    match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => Error::Locked(folder.to_owned()),
        TantivyError::LockFailure(LockError::IoError(cause), _) => {
            let kind = cause.kind();
            Error::writing(folder, std::io::Error::new(kind, cause.to_string()))
        }
        TantivyError::IoError(cause) => {
            Error::writing(folder, std::io::Error::new(cause.kind(), cause.to_string()))
        }
        other => Error::Text(other),
    }
}
