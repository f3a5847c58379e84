//! Postings of the text index: which units have a term in a zone, how often, and how long their zones are.
//!
//! A zone is a part of a unit that counts separately: the words of its title, the formulas of its body. A ranker reads
//! the list of each term once and chooses the weights of the zones.

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{Postings, TermInfo};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, TantivyError, Term};

use super::Fields;
use crate::Result;

/// A part of a unit that has words or tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Zone {
    /// Words of title and other names, stemmed.
    Title,
    /// Words of the body, stemmed.
    Body,
    /// Words of the comments, stemmed.
    Comments,
    /// Words for the symbols of the formulas, stemmed.
    Spoken,
    /// L8 tokens of the formulas in the title.
    TitleTokens,
    /// L8 tokens of the formulas in the body.
    BodyTokens,
    /// L8 tokens of the formulas in the comments.
    CommentTokens,
    /// LaTeX tokens of the formulas in title and body.
    Latex,
    /// Tags, unchanged.
    Tags,
    /// Words of title and other names, not stemmed.
    TitleExact,
    /// Words of the body, not stemmed.
    BodyExact,
}

impl Zone {
    pub(super) fn field(self, fields: &Fields) -> Field {
        match self {
            Zone::Title => fields.title,
            Zone::Body => fields.body,
            Zone::Comments => fields.comments,
            Zone::Spoken => fields.spoken,
            Zone::TitleTokens => fields.title_tokens,
            Zone::BodyTokens => fields.body_tokens,
            Zone::CommentTokens => fields.comment_tokens,
            Zone::Latex => fields.latex,
            Zone::Tags => fields.tags,
            Zone::TitleExact => fields.title_exact,
            Zone::BodyExact => fields.body_exact,
        }
    }

    /// Whether the lengths of the zone are stored. Those of tags are not, because a unit has only a few.
    fn has_lengths(self) -> bool {
        self != Zone::Tags
    }
}

/// The list of a term, found but not read yet.
#[derive(Clone)]
pub struct List {
    field: Field,
    /// Its place in each segment; none in segments without the term.
    places: Vec<Option<TermInfo>>,
}

impl List {
    pub(super) fn find(searcher: &Searcher, term: &Term) -> Result<List> {
        let place = |segment: &SegmentReader| -> Result<Option<TermInfo>> {
            Ok(segment.inverted_index(term.field())?.get_term_info(term).map_err(TantivyError::from)?)
        };
        let places = searcher.segment_readers().iter().map(place).collect::<Result<_>>()?;
        Ok(List { field: term.field(), places })
    }

    /// The number of its units; may count deleted ones.
    pub fn length(&self) -> u64 {
        self.places.iter().flatten().map(|place| u64::from(place.doc_freq)).sum()
    }
}

/// Calls `visit` with the number of every unit of a list, ascending, and how often the term occurs.
pub(super) fn for_each(
    searcher: &Searcher,
    bases: &[u32],
    list: &List,
    mut visit: impl FnMut(u32, u32),
) -> Result<()> {
    for ((segment, base), place) in searcher.segment_readers().iter().zip(bases).zip(&list.places) {
        let Some(place) = place else { continue };
        let inverted = segment.inverted_index(list.field)?;
        let read = inverted.read_postings_from_terminfo(place, IndexRecordOption::WithFreqs);
        let mut postings = read.map_err(TantivyError::from)?;
        let alive = segment.alive_bitset();
        let mut document = postings.doc();
        while document != TERMINATED {
            if alive.is_none_or(|alive| alive.is_alive(document)) {
                visit(base + document, postings.term_freq());
            }
            document = postings.advance();
        }
    }
    Ok(())
}

/// Adds the lengths of a zone, times `weight`, to `lengths`, one for each document.
pub(super) fn add_lengths(
    searcher: &Searcher,
    fields: &Fields,
    zone: Zone,
    weight: f32,
    lengths: &mut [f32],
) -> Result<()> {
    if !zone.has_lengths() {
        return Ok(());
    }
    let mut rest = lengths;
    for segment in searcher.segment_readers() {
        let documents = segment.max_doc();
        let (here, behind) = rest.split_at_mut(documents as usize);
        rest = behind;
        let Some(norms) = segment.get_fieldnorms_reader(zone.field(fields)).ok() else { continue };
        add_of_segment(&norms, weight, here);
    }
    Ok(())
}

fn add_of_segment(norms: &FieldNormReader, weight: f32, lengths: &mut [f32]) {
    for (document, length) in (0u32..).zip(lengths) {
        *length += weight * norms.fieldnorm(document) as f32;
    }
}
