//! Where a formula occurs, with the words around it.

use index::Index;
use index::units::{StoredOccurrence, StoredUnit};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Result;
use crate::render::rich::{self, Shape};
use crate::render::titles::Title;
use crate::render::{authored, plain_accents};

/// Occurrences of a formula that are shown; the rest is counted.
const MOST_SHOWN: usize = 10;
/// Units that are read to count occurrences; beyond that, units are counted instead.
const MOST_READ: usize = 20;
/// Characters of text on either side of a formula.
const WORDS_AROUND: usize = 50;

/// Where a formula occurs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Occurrence {
    /// Of the formula in the collection; of the unit if the formula has none.
    pub id: String,
    /// Of the formula, where the collection has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visual_id: Option<String>,
    /// The id of the unit.
    pub unit: String,
    /// The kind of the unit.
    pub kind: String,
    /// What is printed before its title in its document: `Theorem 2.3`; empty if nothing is.
    pub name: String,
    /// The title of the unit; for an answer that of its question, without one its first sentence.
    pub title: String,
    /// The same as HTML, with formulas as MathML.
    pub title_html: String,
    /// The entry of the collection that it came from.
    pub source: String,
    /// Its address, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// `title`, `body`, `conditions` or `comment`.
    pub field: &'static str,
    /// The words before the formula.
    pub before: String,
    /// The formula with its delimiters.
    pub formula: String,
    /// Its LaTeX as the author wrote it, without delimiters and the punctuation of the sentence; missing where that is not
    /// LaTeX, or needs macros of its document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The words after it.
    pub after: String,
    /// All of it, with its formulas, as HTML; the formula itself is marked.
    pub html: String,
}

/// The occurrences of a formula.
pub struct Occurrences {
    /// The first ones.
    pub shown: Vec<Occurrence>,
    /// How many there are; of a formula in very many units, the number of units.
    pub count: usize,
    /// The units that hold it.
    pub units: Vec<u32>,
}

/// Where a formula that looks like a record occurs; occurrences of that very record come first, because it is the one
/// that is shown. `first` is a unit whose occurrences come before all others.
pub(crate) fn occurrences(index: &Index, record: u32, first: Option<u32>) -> Result<Occurrences> {
    let all = index.units()?;
    let mut units = Vec::new();
    all.holding(record, |unit| units.push(unit))?;
    units.sort_by_key(|&unit| first != Some(unit));
    let mut stored = Vec::new();
    for &unit in units.iter().take(MOST_READ) {
        stored.push((first != Some(unit), all.stored(unit)?));
    }
    stored.sort_by(|a, b| (a.0, &a.1.id).cmp(&(b.0, &b.1.id)));
    let mut occurrences: Vec<(&StoredUnit, &StoredOccurrence)> = stored
        .iter()
        .flat_map(|(_, unit)| unit.formulas.iter().map(move |occurrence| (unit, occurrence)))
        .filter(|(_, occurrence)| index.variants().are_alike(occurrence.record, record))
        .collect();
    let first = stored.first().filter(|(is_other, _)| !is_other).map(|(_, unit)| unit.id.as_str());
    occurrences
        .sort_by_key(|(unit, occurrence)| (first != Some(unit.id.as_str()), occurrence.record != record));
    let count = if units.len() > MOST_READ { units.len() } else { occurrences.len() };
    let shown = occurrences.into_iter().take(MOST_SHOWN);
    Ok(Occurrences {
        shown: shown.map(|(unit, occurrence)| as_shown(index, unit, occurrence)).collect::<Result<_>>()?,
        count,
        units,
    })
}

fn as_shown(index: &Index, unit: &StoredUnit, occurrence: &StoredOccurrence) -> Result<Occurrence> {
    let text = unit.text(occurrence.field);
    let (start, end) = (occurrence.start as usize, occurrence.end as usize);
    let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let (from, to) = (start - last_words(before).len(), end + first_words(after).len());
    // Words may be cut off, but no formula is cut in two.
    let cut = |at: usize| {
        let is_cut = |one: &&StoredOccurrence| {
            one.field == occurrence.field && (one.start as usize) < at && at < one.end as usize
        };
        unit.formulas.iter().find(is_cut)
    };
    let from = cut(from).map_or(from, |formula| (formula.end as usize).min(start));
    let to = cut(to).map_or(to, |formula| (formula.start as usize).max(end));
    let mut pieces = rich::formulas(index, unit, (occurrence.field, &(from..to)), |_| None);
    for piece in pieces.iter_mut().filter(|piece| piece.place.start == start) {
        piece.html = piece.html.take().map(|html| format!("<mark>{html}</mark>"));
    }
    let question = match &unit.parent {
        Some(parent) if unit.title.is_empty() => index.unit(parent)?,
        _ => None,
    };
    let titled = question.as_ref().unwrap_or(unit);
    let title = Title::of(titled);
    Ok(Occurrence {
        id: occurrence.id.clone().unwrap_or_else(|| unit.id.clone()),
        visual_id: occurrence.visual_id.clone(),
        unit: unit.id.clone(),
        kind: unit.kind.clone(),
        name: unit.position.as_ref().map(|position| position.name.clone()).unwrap_or_default(),
        title: plain_accents(&on_one_line(&title.text)),
        title_html: title.html(index, titled, &[]),
        source: unit.source.clone(),
        url: unit.url.clone(),
        field: occurrence.field.name(),
        before: ellipsis(from > 0, &on_one_line(text.get(from..start).unwrap_or_default()), false),
        formula: on_one_line(unit.formula(occurrence)),
        written: written(index, unit, occurrence),
        after: ellipsis(false, &on_one_line(text.get(end..to).unwrap_or_default()), to < text.len()),
        html: ellipsis(from > 0, &rich::html(text, &(from..to), pieces, Shape::Line), to < text.len()),
    })
}

/// The LaTeX of a formula as its author wrote it, if it can be used anywhere: without macros it gives the same formula.
/// Punctuation at its end belongs to the sentence.
pub(crate) fn written(index: &Index, unit: &StoredUnit, occurrence: &StoredOccurrence) -> Option<String> {
    let stored = index.formulas().record(occurrence.record)?.slt;
    let latex = authored::read(&stored, unit.formula(occurrence), None)?.latex;
    let plain = latex.trim_end_matches(['.', ',', ';']).trim_end();
    // `\,` is a space and `\right.` a bracket: both keep their sign.
    let is_command = plain.ends_with('\\') || plain.ends_with("\\right") || plain.ends_with("\\left");
    Some(if is_command || plain.is_empty() { latex } else { plain }.to_owned())
}

fn ellipsis(before: bool, text: &str, after: bool) -> String {
    format!("{}{text}{}", if before { "…" } else { "" }, if after { "…" } else { "" })
}

/// White space becomes one space, and no other control character reaches a terminal.
fn on_one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The end of a text from the beginning of a word on.
fn last_words(text: &str) -> &str {
    let Some((at, _)) = text.char_indices().rev().nth(WORDS_AROUND) else { return text };
    let end = &text[at..];
    end.split_once(char::is_whitespace).map_or(end, |(_, words)| words)
}

/// The beginning of a text up to the end of a word.
fn first_words(text: &str) -> &str {
    let Some((at, _)) = text.char_indices().nth(WORDS_AROUND) else { return text };
    let beginning = &text[..at];
    beginning.rsplit_once(char::is_whitespace).map_or(beginning, |(words, _)| words)
}
