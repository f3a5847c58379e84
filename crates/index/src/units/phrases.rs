//! Finds phrases: consecutive words.
//!
//! It visits the documents of the rarest word, moves the cursors of the other words there, and compares the positions
//! if all words are present. It checks the budget also when nothing matches, because a phrase of frequent words may
//! occur nowhere.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, TantivyError, Term};

use crate::{Budget, Result};

/// The number of documents between two checks of the budget: comparing positions takes about a microsecond for each.
const BETWEEN_LOOKS: u32 = 128;

/// A word of a phrase in one segment.
struct Word {
    postings: SegmentPostings,
    /// Added to its positions, so that those of all words are equal where the phrase occurs.
    shift: u32,
}

/// Calls `visit` with the units that have all words of a phrase at their positions, ascending. Of words at one position
/// (a hyphenated name, and its first part) only the last is searched: texts that write the name without hyphens have it
/// too. When the budget is over, the rest is left out.
pub(super) fn for_each(
    searcher: &Searcher,
    bases: &[u32],
    (field, words): (Field, &[(u32, String)]),
    budget: &Budget,
    mut visit: impl FnMut(u32),
) -> Result<()> {
    let mut terms: Vec<(u32, Term)> = Vec::new();
    for (position, word) in words {
        terms.pop_if(|(last, _)| last == position);
        terms.push((*position, Term::from_field_text(field, word)));
    }
    for (segment, base) in searcher.segment_readers().iter().zip(bases) {
        let Some(mut phrase) = of_segment(segment, field, &terms)? else { continue };
        let alive = segment.alive_bitset();
        let mut count = 0u32;
        while let Some(document) = next(&mut phrase) {
            if count.is_multiple_of(BETWEEN_LOOKS) && budget.is_over() {
                return Ok(());
            }
            count = count.wrapping_add(1);
            let is_alive = alive.is_none_or(|alive| alive.is_alive(document));
            if is_alive && stands_in(&mut phrase, document) {
                visit(base + document);
            }
            if let Some(rarest) = phrase.first_mut() {
                rarest.postings.advance();
            }
        }
    }
    Ok(())
}

/// The words in a segment, the rarest first; none if one of them does not occur.
fn of_segment(segment: &SegmentReader, field: Field, terms: &[(u32, Term)]) -> Result<Option<Vec<Word>>> {
    let inverted = segment.inverted_index(field)?;
    let last = terms.iter().map(|(position, _)| *position).max().unwrap_or(0);
    let mut words = Vec::new();
    for (position, term) in terms {
        let read = inverted.read_postings(term, IndexRecordOption::WithFreqsAndPositions);
        let Some(postings) = read.map_err(TantivyError::from)? else { return Ok(None) };
        words.push(Word { postings, shift: last - position });
    }
    words.sort_by_key(|word| word.postings.doc_freq());
    Ok((!words.is_empty()).then_some(words))
}

/// The document at the cursor of the rarest word.
fn next(phrase: &mut [Word]) -> Option<u32> {
    let document = phrase.first()?.postings.doc();
    (document != TERMINATED).then_some(document)
}

/// Whether the phrase occurs in the document at the cursor of the rarest word.
fn stands_in(phrase: &mut [Word], document: u32) -> bool {
    let has = |word: &mut Word| {
        let at = word.postings.doc();
        (if at < document { word.postings.seek(document) } else { at }) == document
    };
    if !phrase.iter_mut().all(has) {
        return false;
    }
    let (mut common, mut positions) = (Vec::new(), Vec::new());
    let mut words = phrase.iter_mut();
    if let Some(rarest) = words.next() {
        rarest.postings.positions_with_offset(rarest.shift, &mut common);
    }
    for word in words {
        if common.is_empty() {
            return false;
        }
        word.postings.positions_with_offset(word.shift, &mut positions);
        common.retain(|position| positions.binary_search(position).is_ok());
    }
    !common.is_empty()
}
