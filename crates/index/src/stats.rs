//! The content of an index and the space it takes, part by part.

use std::collections::BTreeMap;

use serde::Serialize;
use similarity::terms::Family;

use crate::storage::names as files;
use crate::{Index, vectors};

/// The numbers of an index.
#[derive(Clone, Serialize, Debug)]
pub struct Stats {
    /// The version of the format on disk.
    pub format: u32,
    /// Commits so far.
    pub commit: u64,
    /// The profile.
    pub profile: &'static str,
    /// Units.
    pub units: u64,
    /// Units by their kind.
    pub kinds: BTreeMap<String, u64>,
    /// Occurrences of formulas.
    pub formulas: u64,
    /// Visually distinct formulas.
    pub distinct_formulas: u64,
    /// Sources that were read.
    pub sources: usize,
    /// Sources that were not read to their end.
    pub incomplete_sources: usize,
    /// How often each kind of diagnostic occurred in formulas.
    pub diagnostics: BTreeMap<String, u64>,
    /// The most frequent undefined commands, most frequent first.
    pub unknown_commands: Vec<(String, u64)>,
    /// The content and size of each family.
    pub families: Vec<FamilyStats>,
    /// Bytes of the packed trees.
    pub tree_bytes: u64,
    /// Bytes of the text index: words, stored units, columns, which units hold which formulas.
    pub text_bytes: u64,
    /// Bytes of the vectors of formulas and units; 0 if there are none.
    pub vector_bytes: u64,
    /// The vectors of units, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_vectors: Option<UnitVectorStats>,
    /// Bytes of everything.
    pub bytes: u64,
    /// Bytes for each distinct formula, everything included.
    pub bytes_per_distinct_formula: f64,
    /// Seconds spent indexing.
    pub seconds: f64,
}

/// The numbers of one family of features.
#[derive(Clone, Serialize, Debug)]
pub struct FamilyStats {
    /// Its name.
    pub name: &'static str,
    /// Different features.
    pub terms: u64,
    /// Postings.
    pub postings: u64,
    /// Bytes on disk.
    pub bytes: u64,
}

/// The numbers of the vectors of units.
#[derive(Clone, Serialize, Debug)]
pub struct UnitVectorStats {
    /// Units with a vector.
    pub units: u64,
    /// The number of dimensions of a vector.
    pub dimensions: u32,
    /// The name of the model that made them.
    pub model: String,
    /// The SHA-256 of its weights.
    pub checksum: String,
}

/// The most undefined commands that are listed.
const MOST_COMMANDS: usize = 20;

impl Stats {
    /// The numbers of an index.
    pub fn of(index: &Index) -> crate::Result<Stats> {
        let (manifest, ledger) = (index.manifest(), index.ledger());
        let families: Vec<FamilyStats> =
            index.profile().families.iter().map(|&family| family_stats(index, family)).collect();
        let storage = index.storage();
        let size = |name: &String| storage.size(name);
        let names = storage.names()?;
        let vector_bytes = vectors::size(index);
        let is_tree = |name: &&String| name.ends_with(".records");
        let (ours, text): (Vec<&String>, Vec<&String>) = names
            .iter()
            .filter(|name| files::is_ours(name) || files::is_text(name) || *name == "meta.json")
            .partition(|name| files::is_ours(name));
        let tree_bytes = ours.iter().copied().filter(is_tree).map(size).sum();
        let text_bytes = text.into_iter().map(size).sum();
        let bytes = ours.into_iter().map(size).sum::<u64>() + text_bytes;
        let distinct = index.distinct_formulas();
        Ok(Stats {
            format: manifest.format,
            commit: manifest.commit,
            profile: index.profile().name,
            units: manifest.units,
            kinds: kinds(index)?,
            formulas: manifest.occurrences,
            distinct_formulas: distinct,
            sources: ledger.sources.len(),
            incomplete_sources: ledger.sources.values().filter(|source| !source.is_complete).count(),
            diagnostics: ledger.diagnostics.clone(),
            unknown_commands: most_frequent(&ledger.unknown_commands),
            families,
            tree_bytes,
            text_bytes,
            vector_bytes,
            unit_vectors: unit_vectors(index)?,
            bytes,
            bytes_per_distinct_formula: bytes as f64 / distinct.max(1) as f64,
            seconds: ledger.seconds,
        })
    }
}

fn unit_vectors(index: &Index) -> crate::Result<Option<UnitVectorStats>> {
    let vectors = vectors::units::UnitVectors::open(index)?;
    Ok(vectors.map(|vectors| {
        let header = vectors.header().clone();
        UnitVectorStats {
            units: header.units.into(),
            dimensions: header.dimensions,
            model: header.model,
            checksum: header.checksum,
        }
    }))
}

fn family_stats(index: &Index, family: Family) -> FamilyStats {
    let storage = index.storage();
    let parts = index.formulas().postings(family);
    let file = |number| files::family(number, family);
    let bytes =
        index.formulas().segments().iter().map(|segment| storage.size(&file(segment.name().number))).sum();
    FamilyStats {
        name: family.name(),
        terms: parts.iter().map(|part| part.terms()).sum(),
        postings: parts.iter().map(|part| part.postings()).sum(),
        bytes,
    }
}

/// Units by kind, without deleted ones.
fn kinds(index: &Index) -> crate::Result<BTreeMap<String, u64>> {
    let mut kinds = BTreeMap::new();
    for segment in index.searcher().segment_readers() {
        let Some(column) = segment.fast_fields().str("kind")? else { continue };
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for document in segment.doc_ids_alive() {
            for kind in column.term_ords(document) {
                *counts.entry(kind).or_default() += 1;
            }
        }
        for (kind, count) in counts {
            let mut name = String::new();
            column.ord_to_str(kind, &mut name).map_err(tantivy::TantivyError::from)?;
            *kinds.entry(name).or_default() += count;
        }
    }
    Ok(kinds)
}

fn most_frequent(counts: &BTreeMap<String, u64>) -> Vec<(String, u64)> {
    let mut counts: Vec<(String, u64)> = counts.iter().map(|(name, count)| (name.clone(), *count)).collect();
    counts.sort_by(|(a, a_count), (b, b_count)| b_count.cmp(a_count).then_with(|| a.cmp(b)));
    counts.truncate(MOST_COMMANDS);
    counts
}
