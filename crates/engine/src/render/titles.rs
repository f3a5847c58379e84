//! The title by which people recognise a unit: its own, for an answer that of its question, else its first sentence.
//!
//! A theorem or exercise without a title of its own is stored with one made from its section, which words find; many of them
//! have the same, so none is recognised by it.

use std::ops::Range;

use document::Field;
use index::Index;
use index::units::StoredUnit;

use super::accents;
use super::rich::{self, Shape};
use crate::error::Result;

/// Characters of a first sentence that stands for a title.
const LONGEST: usize = 110;

/// A title and where it stands.
pub(crate) struct Title {
    field: Field,
    place: Range<usize>,
    /// As it was written.
    pub(crate) text: String,
    is_cut: bool,
}

impl Title {
    /// Of a unit; `titled` is the unit itself or, for an answer without a title, its question.
    pub(crate) fn of(titled: &StoredUnit) -> Title {
        let is_own = titled.position.as_ref().is_none_or(|position| position.has_own_title);
        let is_named = is_own && !titled.title.trim().is_empty() || titled.body.trim().is_empty();
        let (field, place) = match is_named {
            true => (Field::Title, 0..titled.title.len()),
            false => (Field::Body, first_sentence(titled)),
        };
        let whole = titled.text(field);
        let text = whole.get(place.clone()).unwrap_or("").to_owned();
        let is_cut = field == Field::Body && !text.ends_with(['.', '?', '!']) && !text.is_empty();
        Title { field, place, text, is_cut }
    }

    /// As HTML: formulas as MathML, `words` of the text lit, accents as characters.
    pub(crate) fn html(&self, index: &Index, titled: &StoredUnit, words: &[Range<usize>]) -> String {
        let start = self.place.start;
        let words: Vec<Range<usize>> =
            words.iter().map(|word| start + word.start..start + word.end).collect();
        let mut pieces = rich::formulas(index, titled, (self.field, &self.place), |_| None);
        let text = titled.text(self.field);
        pieces.extend(accents::pieces(text, &self.place));
        pieces.extend(rich::words(&words));
        // A title is one line, whatever stands in a line of its own in the sentence.
        let html = rich::html(text, &self.place, pieces, Shape::Line).replace(" display=\"block\"", "");
        if self.is_cut { html + "…" } else { html }
    }
}

/// The title of the document that a unit is a part of; none if it is the document, or if that has no title.
pub(crate) fn document(index: &Index, unit: &StoredUnit) -> Result<Option<String>> {
    let (Some(thread), Some(_)) = (&unit.thread, &unit.position) else { return Ok(None) };
    let document = if *thread == unit.id { None } else { index.unit(thread)? };
    let title = document.map(|document| accents::plain(document.title.trim()));
    Ok(title.filter(|title| !title.is_empty()))
}

/// Where the first line of a sentence ends, if it can stand for a title: people who do not end their sentences break lines.
fn end_of_line(body: &str, sentence: &Range<usize>, formulas: &[Range<usize>]) -> Option<usize> {
    const SHORTEST: usize = 12;
    let text = body.get(sentence.clone())?;
    let is_free = |at: &usize| !formulas.iter().any(|formula| formula.start < *at && *at < formula.end);
    let end = text.match_indices('\n').map(|(at, _)| sentence.start + at).find(is_free)?;
    let line = body.get(sentence.start..end)?.trim_end();
    (line.chars().count() >= SHORTEST).then_some(sentence.start + line.len())
}

/// The place of the first sentence of a body, cut before the word or formula that would make it too long.
fn first_sentence(unit: &StoredUnit) -> Range<usize> {
    let in_body = unit.formulas.iter().filter(|occurrence| occurrence.field == Field::Body);
    let formulas: Vec<Range<usize>> =
        in_body.map(|occurrence| occurrence.start as usize..occurrence.end as usize).collect();
    let start = unit.body.len() - unit.body.trim_start_matches(['#', '>', '*', ' ', '\n', '\t']).len();
    let sentences = text::sentences::sentences(&unit.body, &formulas);
    let Some(sentence) = sentences.into_iter().find(|sentence| sentence.end > start) else { return 0..0 };
    let place = sentence.start.max(start)..sentence.end;
    let place = place.start..end_of_line(&unit.body, &place, &formulas).unwrap_or(place.end);
    let text = unit.body.get(place.clone()).unwrap_or("");
    let Some((length, _)) = text.char_indices().nth(LONGEST) else { return place };
    let words = text.get(..length).and_then(|text| text.rfind(char::is_whitespace)).unwrap_or(length);
    let end = place.start + words;
    let cut = formulas.iter().find(|formula| formula.start < end && end < formula.end);
    match cut {
        Some(formula) if formula.start > place.start => place.start..formula.start,
        Some(formula) => place.start..formula.end,
        None => place.start..end,
    }
}
