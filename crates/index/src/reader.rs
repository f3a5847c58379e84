//! An index opened for reading: one commit, whole.

use std::path::Path;
use std::sync::OnceLock;

use tantivy::collector::DocSetCollector;
use tantivy::columnar::Column;
use tantivy::directory::Directory;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, ReloadPolicy, Searcher, TantivyDocument, Term};

use crate::formulas::Formulas;
use crate::manifest::{FORMAT, Ledger, Manifest};
use crate::profile::Profile;
use crate::storage::Storage;
use crate::units::{Fields, Instance, StoredUnit, Units, register_tokenizers};
use crate::{Error, Result};

/// How often to try again when a writer commits while the index is being opened.
const MOST_ATTEMPTS: usize = 20;

/// One commit of an index.
pub struct Index {
    storage: Storage,
    searcher: Searcher,
    fields: Fields,
    /// The order in which units were added, by segment of the text index.
    added: Vec<Column<u64>>,
    manifest: Manifest,
    ledger: Ledger,
    profile: Profile,
    formulas: Formulas,
    /// Made when it is asked for: searching for formulas does not need it.
    units: OnceLock<Units>,
}

impl Index {
    /// Opens the last commit of the index in a folder.
    pub fn open(folder: impl AsRef<Path>) -> Result<Index> {
        let storage = Storage::open(folder.as_ref())?;
        let text = open_text(&storage, storage.readable())?;
        for attempt in 1.. {
            // A writer may commit between reading the manifest and opening what it names; then both are read
            // again.
            let opened = Index::open_commit(&storage, &text);
            let is_stale = match &opened {
                Ok(index) => read_manifest(&text, storage.folder())?.commit != index.manifest.commit,
                Err(_) => attempt < 3,
            };
            if !is_stale || attempt == MOST_ATTEMPTS {
                return opened;
            }
        }
        Err(Error::NoIndex(storage.folder().to_owned()))
    }

    /// Whether no writer has committed since it was opened.
    pub fn is_current(&self) -> Result<bool> {
        let text = open_text(&self.storage, self.storage.readable())?;
        Ok(read_manifest(&text, self.storage.folder())?.commit == self.manifest.commit)
    }

    fn open_commit(storage: &Storage, text: &tantivy::Index) -> Result<Index> {
        let manifest = read_manifest(text, storage.folder())?;
        let profile = Profile::from_name(&manifest.profile).unwrap_or_default();
        let reader = text.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let ledger = read_ledger(storage, &manifest)?;
        let formulas = Formulas::open(storage, &manifest, profile.families)?;
        let fields = Fields::of(&text.schema())?;
        let (storage, searcher) = (storage.clone(), reader.searcher());
        let segments = searcher.segment_readers().iter();
        let added = segments.map(|segment| segment.fast_fields().u64("added")).collect::<Result<_, _>>()?;
        Ok(Index {
            storage,
            searcher,
            fields,
            added,
            manifest,
            ledger,
            profile,
            formulas,
            units: OnceLock::new(),
        })
    }

    /// The numbers of the commit.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What is known of the sources.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Which families it keeps.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The formula records.
    pub fn formulas(&self) -> &Formulas {
        &self.formulas
    }

    /// The text index.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// The fields of the text index.
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Different formulas that some unit holds.
    pub fn distinct_formulas(&self) -> u64 {
        u64::from(self.manifest.next_record) - self.ledger.unused_records.len() as u64
    }

    /// The units by number, for searching texts.
    pub fn units(&self) -> Result<&Units> {
        if let Some(units) = self.units.get() {
            return Ok(units);
        }
        let units = Units::open(&self.searcher, &self.fields)?;
        Ok(self.units.get_or_init(|| units))
    }

    /// A unit by its id.
    pub fn unit(&self, id: &str) -> Result<Option<StoredUnit>> {
        let found = self.find(Term::from_field_text(self.fields.id, id))?;
        found.first().map(|&address| self.stored(address)).transpose()
    }

    /// The units that hold a record, each with its occurrences of it, by id.
    pub fn instances(&self, record: u32) -> Result<Vec<(StoredUnit, Vec<Instance>)>> {
        let addresses = self.find(Term::from_field_u64(self.fields.formulas, record.into()))?;
        let mut found = Vec::new();
        for address in addresses {
            let unit = self.stored(address)?;
            let is_wanted = |instance: &&Instance| instance.record == record;
            let instances = unit.formulas.iter().filter(is_wanted).cloned().collect();
            found.push((unit, instances));
        }
        found.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
        Ok(found)
    }

    /// The occurrence of a record that was indexed first, with its unit; none if no unit holds it any more.
    pub fn first_instance(&self, record: u32) -> Result<Option<(StoredUnit, Instance)>> {
        let addresses = self.find(Term::from_field_u64(self.fields.formulas, record.into()))?;
        let mut first: Option<(u64, DocAddress)> = None;
        for address in addresses {
            let column = self.added.get(address.segment_ord as usize);
            let added = column.and_then(|column| column.first(address.doc_id)).unwrap_or(u64::MAX);
            if first.is_none_or(|(least, _)| added < least) {
                first = Some((added, address));
            }
        }
        let Some((_, address)) = first else { return Ok(None) };
        let unit = self.stored(address)?;
        let instance = unit.formulas.iter().find(|instance| instance.record == record).cloned();
        Ok(instance.map(|instance| (unit, instance)))
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

/// The documents with a term, those that were deleted left out.
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

/// The manifest of the last commit; that of an empty index if nothing was ever committed.
pub(crate) fn read_manifest(text: &tantivy::Index, folder: &Path) -> Result<Manifest> {
    let Some(payload) = text.load_metas()?.payload else {
        return Ok(Manifest::new(Profile::default().name));
    };
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let damaged =
        |error| Error::damaged(folder.join("meta.json"), format!("the manifest cannot be read: {error}"));
    let Format { format: found } = serde_json::from_str(&payload).map_err(damaged)?;
    if found != FORMAT {
        return Err(Error::OtherFormat { folder: folder.to_owned(), found, expected: FORMAT });
    }
    serde_json::from_str(&payload).map_err(damaged)
}

/// The ledger of a commit.
pub(crate) fn read_ledger(storage: &Storage, manifest: &Manifest) -> Result<Ledger> {
    if manifest.ledger.is_empty() {
        return Ok(Ledger::default());
    }
    let bytes = storage.map(&manifest.ledger)?;
    let damaged =
        |error| Error::damaged(storage.path(&manifest.ledger), format!("the ledger cannot be read: {error}"));
    serde_json::from_slice(&bytes).map_err(damaged)
}
