//! An index opened for reading: one complete commit.

mod instances;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use tantivy::collector::DocSetCollector;
use tantivy::directory::Directory;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, ReloadPolicy, Searcher, TantivyDocument, Term};

use self::instances::Order;
use crate::formulas::{Formulas, Variants};
use crate::manifest::{Ledger, Manifest};
use crate::profile::Profile;
use crate::storage::{Storage, marker};
use crate::units::{Fields, StoredOccurrence, StoredUnit, Units, register_tokenizers};
use crate::{Error, Result};

/// The most attempts to open an index while a writer commits.
const MOST_ATTEMPTS: usize = 20;

/// One commit of an index.
pub struct Index {
    storage: Storage,
    searcher: Searcher,
    fields: Fields,
    /// The order of units, by segment of the text index.
    order: Vec<Order>,
    manifest: Manifest,
    ledger: Ledger,
    profile: Profile,
    formulas: Formulas,
    variants: Arc<Variants>,
    /// Made on first use, because formula search does not need it.
    units: OnceLock<Units>,
}

/// Whether an index changed since it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It did not: its last commit is the one that is open.
    Current,
    /// There is another commit, or another index in its place.
    Changed,
    /// There is no index any more.
    Gone,
}

impl Index {
    /// Opens the last commit of the index in a folder.
    pub fn open(folder: impl AsRef<Path>) -> Result<Index> {
        let storage = Storage::open(folder.as_ref())?;
        let text = open_text(&storage, storage.readable())?;
        for attempt in 1.. {
            // A writer may commit between reading the manifest and opening the files it names; then both are read
            // again.
            let opened = Index::open_commit(&storage, &text);
            let is_stale = match &opened {
                Ok(index) => read_manifest(&text, &storage)?.commit != index.manifest.commit,
                Err(_) => attempt < 3,
            };
            if !is_stale || attempt == MOST_ATTEMPTS {
                return opened;
            }
        }
        Err(Error::NoIndex(storage.folder().to_owned()))
    }

    /// Whether the index changed since it was opened. The folder is looked up by its name again, because another one
    /// may have replaced it.
    pub fn freshness(&self) -> Result<Freshness> {
        let found = Storage::open(self.storage.folder()).and_then(|storage| {
            let text = open_text(&storage, storage.readable())?;
            read_manifest(&text, &storage)
        });
        match found {
            Ok(manifest) if manifest.commit_identity == self.manifest.commit_identity => {
                Ok(Freshness::Current)
            }
            Ok(_) => Ok(Freshness::Changed),
            Err(Error::NoIndex(_)) => Ok(Freshness::Gone),
            Err(error) => Err(error),
        }
    }

    fn open_commit(storage: &Storage, text: &tantivy::Index) -> Result<Index> {
        let manifest = read_manifest(text, storage)?;
        let profile = profile_of(&manifest, storage)?;
        check_columns(storage, text)?;
        let reader = text.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let ledger = read_ledger(storage, &manifest)?;
        let formulas = Formulas::open(storage, &manifest, profile.families)?;
        let fields = Fields::of(&text.schema())?;
        let (storage, searcher) = (storage.clone(), reader.searcher());
        let segments = searcher.segment_readers().iter();
        let order = segments.map(Order::of).collect::<Result<_>>()?;
        let variants = Arc::new(Variants::new(&ledger.variants));
        Ok(Index {
            storage,
            searcher,
            fields,
            order,
            manifest,
            ledger,
            profile,
            formulas,
            variants,
            units: OnceLock::new(),
        })
    }

    /// The numbers of the commit.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What is known about the sources.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The families it has.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The formula records.
    pub fn formulas(&self) -> &Formulas {
        &self.formulas
    }

    /// Which formula records look the same.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// Whether a unit that can be found holds a record.
    pub fn is_in_use(&self, record: u32) -> bool {
        let Ledger { unused_records, hidden_records, .. } = &self.ledger;
        unused_records.binary_search(&record).is_err() && hidden_records.binary_search(&record).is_err()
    }

    /// The text index.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// The fields of the text index.
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The number of formulas that units hold; those that look the same count as one.
    pub fn distinct_formulas(&self) -> u64 {
        let unused = self.ledger.unused_records.len() + self.ledger.hidden_records.len();
        let used = u64::from(self.manifest.next_record).saturating_sub(unused as u64);
        used.saturating_sub(self.variants.surplus(|record| self.is_in_use(record)))
    }

    /// The units by number, for searching texts.
    pub fn units(&self) -> Result<&Units> {
        if let Some(units) = self.units.get() {
            return Ok(units);
        }
        let units = Units::open(&self.searcher, &self.fields, Arc::clone(&self.variants))?;
        Ok(self.units.get_or_init(|| units))
    }

    /// A unit by its id.
    pub fn unit(&self, id: &str) -> Result<Option<StoredUnit>> {
        let found = self.find(Term::from_field_text(self.fields.id, id))?;
        found.first().map(|&address| self.stored(address)).transpose()
    }

    /// The units that hold a record, each with its occurrences of the record, by id.
    pub fn occurrences(&self, record: u32) -> Result<Vec<(StoredUnit, Vec<StoredOccurrence>)>> {
        let addresses = self.find(Term::from_field_u64(self.fields.formulas, record.into()))?;
        let mut found = Vec::new();
        for address in addresses {
            let unit = self.stored(address)?;
            let is_wanted = |occurrence: &&StoredOccurrence| occurrence.record == record;
            let occurrences = unit.formulas.iter().filter(is_wanted).cloned().collect();
            found.push((unit, occurrences));
        }
        found.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
        Ok(found)
    }

    /// The documents with a term.
    pub(crate) fn find(&self, term: Term) -> Result<Vec<DocAddress>> {
        find(&self.searcher, term)
    }

    /// The unit of a document.
    pub fn stored(&self, address: DocAddress) -> Result<StoredUnit> {
        stored(&self.searcher, &self.fields, address)
    }

    /// The folder it is in.
    pub fn folder(&self) -> &Path {
        self.storage.folder()
    }

    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }
}

/// The documents with a term, without deleted ones.
pub(crate) fn find(searcher: &Searcher, term: Term) -> Result<Vec<DocAddress>> {
    let query = TermQuery::new(term, IndexRecordOption::Basic);
    let mut found: Vec<DocAddress> = searcher.search(&query, &DocSetCollector)?.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

/// The unit of a document.
pub(crate) fn stored(searcher: &Searcher, fields: &Fields, address: DocAddress) -> Result<StoredUnit> {
    let document: TantivyDocument = searcher.doc(address)?;
    StoredUnit::from_document(&document, fields)
        .ok_or_else(|| Error::damaged("text index", "a unit cannot be read"))
}

/// Opens the text index of a folder.
pub(crate) fn open_text(
    storage: &Storage,
    directory: impl Into<Box<dyn Directory>>,
) -> Result<tantivy::Index> {
    if !storage.path("meta.json").exists() {
        return Err(Error::NoIndex(storage.folder().to_owned()));
    }
    let text = tantivy::Index::open(directory)?;
    register_tokenizers(text.tokenizers());
    Ok(text)
}

/// The manifest of the last commit; that of an empty index if there was no commit yet.
pub(crate) fn read_manifest(text: &tantivy::Index, storage: &Storage) -> Result<Manifest> {
    let Some(kept) = text.load_metas()?.payload else {
        return Ok(Manifest::new(storage.identity(), Profile::default().name));
    };
    let damaged = |message: String| Error::damaged(storage.path("meta.json"), message);
    let manifest = Manifest::read(&kept).map_err(damaged)?;
    if manifest.identity != storage.identity() {
        return Err(Error::damaged(storage.path(marker::FILE), "this marker belongs to another index"));
    }
    Ok(manifest)
}

/// Compares the columns with their checksums. They are small and large parts of them are read anyway, and the text
/// index cannot handle damaged ones.
fn check_columns(storage: &Storage, text: &tantivy::Index) -> Result<()> {
    for segment in text.searchable_segment_metas()? {
        let name = format!("{}.fast", segment.id().uuid_string());
        if !text.directory().validate_checksum(Path::new(&name)).unwrap_or(false) {
            return Err(Error::damaged(storage.path(&name), "the checksum is wrong"));
        }
    }
    Ok(())
}

/// The profile that an index was built with.
pub(crate) fn profile_of(manifest: &Manifest, storage: &Storage) -> Result<Profile> {
    Profile::from_name(&manifest.profile).ok_or_else(|| {
        let message = format!("unknown profile `{}`", manifest.profile);
        Error::damaged(storage.path("meta.json"), message)
    })
}

/// The ledger of a commit.
pub(crate) fn read_ledger(storage: &Storage, manifest: &Manifest) -> Result<Ledger> {
    let Some(file) = &manifest.ledger else { return Ok(Ledger::default()) };
    let bytes = storage.map(&file.name)?;
    if !file.is_of(&bytes) {
        return Err(Error::damaged(storage.path(&file.name), "the checksum of the ledger is wrong"));
    }
    let damaged =
        |error| Error::damaged(storage.path(&file.name), format!("the ledger cannot be read: {error}"));
    serde_json::from_slice(&bytes).map_err(damaged)
}
