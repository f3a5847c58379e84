//! Words one after another.

use tantivy::collector::DocSetCollector;
use tantivy::query::{PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Searcher, Term};

use crate::Result;

/// The units that have all words of a phrase in their places, ascending. Of words at one position (a hyphenated name
/// whole, and its first part) the last is asked for: texts that write the name without hyphens have it, too.
pub(super) fn units_with(
    searcher: &Searcher,
    bases: &[u32],
    field: Field,
    words: &[(u32, String)],
) -> Result<Vec<u32>> {
    let mut terms: Vec<(usize, Term)> = Vec::new();
    for (position, word) in words {
        let position = *position as usize;
        terms.pop_if(|(last, _)| *last == position);
        terms.push((position, Term::from_field_text(field, word)));
    }
    let query: Box<dyn Query> = match terms.len() {
        0 => return Ok(Vec::new()),
        1 => Box::new(TermQuery::new(terms.remove(0).1, IndexRecordOption::Basic)),
        _ => Box::new(PhraseQuery::new_with_offset(terms)),
    };
    let found = searcher.search(&query, &DocSetCollector)?;
    let number = |address: tantivy::DocAddress| {
        bases.get(address.segment_ord as usize).map_or(u32::MAX, |base| base + address.doc_id)
    };
    let mut units: Vec<u32> = found.into_iter().map(number).collect();
    units.sort_unstable();
    Ok(units)
}
