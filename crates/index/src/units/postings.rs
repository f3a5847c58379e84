//! Postings of the text index: which units have a term in a zone, how often, and how long their zones are.
//!
//! A zone is a part of a unit that counts on its own: the words of its title, the formulas of its body. Whoever
//! ranks reads the list of each term once and decides what zones are worth.

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, TERMINATED, TantivyError, Term};

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
    /// Words for what is in the formulas, stemmed.
    Spoken,
    /// L8 tokens of the formulas in the title.
    TitleTokens,
    /// L8 tokens of the formulas in the body.
    BodyTokens,
    /// L8 tokens of the formulas in the comments.
    CommentTokens,
    /// LaTeX tokens of the formulas in title and body.
    Latex,
    /// Tags, as they are.
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

    /// Tags have no lengths: a unit has a handful of them.
    fn has_lengths(self) -> bool {
        self != Zone::Tags
    }
}

/// Calls `visit` with the number of every unit that has a term, ascending, and how often it has it.
pub(super) fn for_each(
    searcher: &Searcher,
    bases: &[u32],
    term: &Term,
    mut visit: impl FnMut(u32, u32),
) -> Result<()> {
    for (segment, base) in searcher.segment_readers().iter().zip(bases) {
        let inverted = segment.inverted_index(term.field())?;
        let read = inverted.read_postings(term, IndexRecordOption::WithFreqs);
        let Some(mut postings) = read.map_err(TantivyError::from)? else { continue };
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
