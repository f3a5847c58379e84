//! Exact, contains, similar: the conditions under which a formula is a hit.
//!
//! - **exact**: equal canonical form, names kept. A query with wildcards: the whole formula is the query with
//!   something put in for each.
//! - **contains**: the query is a sub-expression of the formula, after a consistent renaming.
//! - **similar**: ranked by a pipeline. `best` puts formulas that match a query with wildcards first, whole
//!   formulas before parts, and then the rest by similarity.
//!
//! Marks hold in all of them: the content of `\exact{…}` must occur unchanged, and so must everything around
//! `\simto{…}`.
//!
//! These conditions are checked on trees, never derived from scores: postings only select the formulas to
//! check (`verified`). Formulas that are not selected cannot be found, so a query of two or three symbols in a large
//! index may have more hits than are given.
//!
//! What it is not: another ranking. In similar mode without marks this is the pipeline.

mod verified;

use formula::canonical::{canonical, same};
use formula::opt::Opt;
use formula::signatures::alpha;
use index::Index;
use similarity::terms::Family;

use crate::formulas::search::{Depth, Hit, Results, Searcher, one_of_each};
use crate::formulas::{Pipeline, Query};
use crate::{Part, Result, part_names, within};
use verified::Verifier;

/// Records of the pipeline that are checked for marks.
const MARKED: usize = 1000;

/// The condition for a hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Equal by convention, names kept.
    Exact,
    /// The query is part of it, after renaming.
    Contains,
    /// Ranked by everything.
    #[default]
    Similar,
}

impl Mode {
    /// Every mode with its name.
    pub const NAMES: [(Mode, &'static str); 3] =
        [(Mode::Exact, "exact"), (Mode::Contains, "contains"), (Mode::Similar, "similar")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Mode::NAMES[self as usize].1
    }

    /// The mode of a name.
    pub fn from_name(name: &str) -> Option<Mode> {
        Mode::NAMES.iter().find(|(_, known)| *known == name).map(|(mode, _)| *mode)
    }
}

/// The `k` best records for a query in a mode. The pipeline matters in similar mode only. Fails when the budget of the
/// query is over.
pub fn search(index: &Index, pipeline: &Pipeline, query: &Query, mode: Mode, k: usize) -> Result<Results> {
    search_to(index, pipeline, query, mode, Depth::of(k))
}

/// The best records for a query in a mode, to a depth. Fails when the budget of the query is over.
pub fn search_to(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    mode: Mode,
    depth: Depth,
) -> Result<Results> {
    let verifier = Verifier::new(query);
    let mut found = match mode {
        Mode::Exact if !verifier.has_wildcards() && !verifier.has_marks() => equal(index, query),
        Mode::Exact | Mode::Contains => verifier.search(index, mode, &[]),
        Mode::Similar if verifier.has_marks() => marked(index, pipeline, query, &verifier)?,
        Mode::Similar => Searcher::new(index, pipeline)?.search_to(query, depth),
    };
    within(&query.budget)?;
    found.hits.retain(|hit| index.is_in_use(hit.record));
    found.hits = one_of_each(index, std::mem::take(&mut found.hits).into_iter()).collect();
    found.is_complete &= found.hits.len() <= depth.listed;
    found.hits.truncate(depth.listed);
    Ok(found)
}

/// Records equal to the query by convention, names kept.
fn equal(index: &Index, query: &Query) -> Results {
    let mut found = Results { is_complete: true, ..Results::default() };
    for record in with_signature(index, Family::Alpha, query.signatures.alpha) {
        if query.budget.is_over() {
            break;
        }
        found.candidates += 1;
        let Some(trees) = index.formulas().record(record) else { continue };
        if same(&canonical(&trees.opt), &query.canonical) {
            found.hits.push(Hit { record, score: 1.0, parts: vec![part(part_names::EQUAL, 1.0, 1.0)] });
        }
    }
    // Formulas that look the same come first.
    let looks = index.formulas().find_visual(query.signatures.visual);
    let looks_so = |hit: &Hit| looks.is_some_and(|looks| index.variants().are_alike(hit.record, looks));
    found.hits.sort_by_key(|hit| (!looks_so(hit), hit.record));
    found.lists.push(("same:alpha".to_owned(), found.candidates));
    found
}

/// Hits that are similar to a query and satisfy its marks.
fn marked(index: &Index, pipeline: &Pipeline, query: &Query, verifier: &Verifier<'_>) -> Result<Results> {
    let similar = Searcher::new(index, pipeline)?.search(query, MARKED);
    let records: Vec<u32> = similar.hits.iter().map(|hit| hit.record).collect();
    let mut found = verifier.search(index, Mode::Similar, &records);
    found.lists.extend(similar.lists);
    found.is_complete &= similar.is_complete;
    Ok(found)
}

fn part(name: &str, value: f64, contribution: f64) -> Part {
    Part { name: name.to_owned(), value, contribution }
}

/// The records that are equal to a formula after renaming variables, in ascending order.
pub fn same_up_to_names(index: &Index, formula: &Opt) -> Vec<u32> {
    with_signature(index, Family::Alpha, alpha(&canonical(formula)))
}

/// The records with a signature, in ascending order.
pub(crate) fn with_signature(index: &Index, family: Family, signature: u64) -> Vec<u32> {
    if signature == 0 {
        return Vec::new();
    }
    let segments = index.formulas().postings(family);
    let lists = segments.iter().filter_map(|segment| segment.list(signature));
    lists.flat_map(|list| list.map(|posting| posting.record).collect::<Vec<_>>()).collect()
}

/// A hit with those after it that are equal after renaming.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedHit {
    /// The best of them.
    pub hit: Hit,
    /// The records folded into it.
    pub folded: Vec<u32>,
}

/// The hits in their order; with `fold`, those that are equal after renaming become one.
pub fn folded(index: &Index, hits: Vec<Hit>, fold: bool) -> Vec<FoldedHit> {
    let mut folded: Vec<FoldedHit> = Vec::new();
    let mut signatures: Vec<u64> = Vec::new();
    for hit in hits {
        let signature = match index.formulas().record(hit.record) {
            Some(record) if fold => alpha(&canonical(&record.opt)),
            _ => 0,
        };
        let known = signatures.iter().position(|known| *known == signature && signature != 0);
        match known.and_then(|at| folded.get_mut(at)) {
            Some(known) => known.folded.push(hit.record),
            None => {
                signatures.push(signature);
                folded.push(FoldedHit { hit, folded: Vec::new() });
            }
        }
    }
    folded
}

#[cfg(test)]
mod tests;
