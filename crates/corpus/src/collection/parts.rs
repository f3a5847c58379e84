//! Cuts long units into parts, so that no unit is too large for the search and the index.
//!
//! The units of every reader pass through here. A part keeps the title, kind, parent and thread of the unit; the first
//! part keeps its id, the others are `ID~part-2`, `ID~part-3` and so on. No text is lost: it is cut at the end of a
//! paragraph, a sentence or a word, and never inside a formula, unless the formula alone is too long.
//!
//! What it is not: a way to structure documents. Readers cut at headings and theorems before.

mod cut;

use std::collections::VecDeque;

use document::{Complaint, Text, Unit, kinds, quoted};

use self::cut::{cut, weight};
use super::Reader;

/// The most bytes of text in a unit, with comments: twice the longest article of an encyclopaedia.
const MOST_TEXT: usize = 512 << 10;

/// The most bytes of a title; the rest goes to the text.
const MOST_TITLE: usize = 4 << 10;

/// The most bytes of an id or another name.
const MOST_NAME: usize = 4 << 10;

/// The most bytes of all names, all tags, all symbols or all links of a unit.
const MOST_LISTED: usize = 64 << 10;

/// Units, none of them too long.
pub(super) struct Parts {
    units: Reader,
    /// The name of the entry, for complaints.
    name: String,
    ready: VecDeque<Result<Unit, Complaint>>,
}

impl Parts {
    pub(super) fn of(units: Reader, name: &str) -> Parts {
        Parts { units, name: name.to_owned(), ready: VecDeque::new() }
    }

    fn add(&mut self, mut unit: Unit) {
        if unit.id.len() > MOST_NAME {
            let message =
                format!("a unit whose id {} has {} bytes is left out", quoted(&unit.id), unit.id.len());
            let hint = format!("give it an id of at most {MOST_NAME} bytes");
            return self.ready.push_back(Err(Complaint::unread(&self.name, 0, message, hint)));
        }
        if shorten(&mut unit) {
            let message = format!(
                "names, tags, symbols or links of the unit {} are too long and left out",
                quoted(&unit.id)
            );
            let hint = format!("each list may have {} kB", MOST_LISTED >> 10);
            self.ready.push_back(Err(Complaint::unread(&self.name, 0, message, hint)));
        }
        match is_long(&unit) {
            true => self.ready.extend(parts(unit).into_iter().map(Ok)),
            false => self.ready.push_back(Ok(unit)),
        }
    }
}

impl Iterator for Parts {
    type Item = Result<Unit, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            match self.units.next()? {
                Ok(unit) => self.add(unit),
                Err(complaint) => return Some(Err(complaint)),
            }
        }
    }
}

fn is_long(unit: &Unit) -> bool {
    let is_over = weight(&unit.title) > MOST_TITLE
        || unit.texts().map(|(_, text)| weight(text)).sum::<usize>() > MOST_TEXT;
    is_over || unit.texts().any(|(_, text)| cut::has_long_formula(text))
}

/// Removes what is too long from the lists and names of a unit; returns whether there was something.
fn shorten(unit: &mut Unit) -> bool {
    let before = (unit.names.len(), unit.tags.len(), unit.symbols.len(), unit.links.len());
    keep(&mut unit.names, String::len);
    keep(&mut unit.tags, String::len);
    keep(&mut unit.symbols, |(symbol, meaning)| symbol.len() + meaning.len());
    keep(&mut unit.links, |link| link.kind.len() + link.target.len());
    let mut is_shorter = before != (unit.names.len(), unit.tags.len(), unit.symbols.len(), unit.links.len());
    for name in [&mut unit.parent, &mut unit.thread, &mut unit.url] {
        is_shorter |= name.take_if(|name| name.len() > MOST_NAME).is_some();
    }
    if unit.kind.len() > MOST_NAME {
        unit.kind = kinds::PARAGRAPH.to_owned();
        is_shorter = true;
    }
    is_shorter
}

/// Keeps the first items that together are not too long.
fn keep<T>(items: &mut Vec<T>, length: impl Fn(&T) -> usize) {
    let mut left = MOST_LISTED;
    items.retain(|item| {
        let fits = length(item) <= left;
        left -= if fits { length(item) } else { 0 };
        fits
    });
}

/// The parts of a long unit.
fn parts(mut unit: Unit) -> Vec<Unit> {
    let mut titles = cut(std::mem::take(&mut unit.title), MOST_TITLE).into_iter();
    let title = titles.next().unwrap_or_default();
    let bodies = titles.chain(cut(std::mem::take(&mut unit.body), MOST_TEXT));
    let comments = std::mem::take(&mut unit.comments);
    let conditions = std::mem::take(&mut unit.conditions);
    // They say where they are in the whole body.
    unit.references.clear();
    let thread = unit.thread.clone().or_else(|| unit.parent.clone()).or_else(|| Some(unit.id.clone()));
    let first = Unit { title, thread, ..unit };
    let mut filling = Filling { parts: vec![first], weight: 0 };
    for body in bodies {
        filling.put(&body, |unit| unit.body.is_empty(), |unit, text| unit.body = text);
    }
    for piece in cut(conditions, MOST_TEXT) {
        filling.put(&piece, |unit| unit.conditions.is_empty(), |unit, text| unit.conditions = text);
    }
    for piece in comments.into_iter().flat_map(|comment| cut(comment, MOST_TEXT)) {
        filling.put(&piece, |_| true, |unit, text| unit.comments.push(text));
    }
    filling.parts
}

/// Parts that are being filled.
struct Filling {
    parts: Vec<Unit>,
    /// The weight of the texts in the last part.
    weight: usize,
}

impl Filling {
    /// Puts a text into the last part if it fits and the place is free, otherwise into a new part.
    fn put(&mut self, text: &Text, is_free: impl Fn(&Unit) -> bool, set: impl Fn(&mut Unit, Text)) {
        if text.is_empty() {
            return;
        }
        let fits = self.weight + weight(text) <= MOST_TEXT && self.parts.last().is_some_and(is_free);
        if !fits && self.weight > 0 {
            self.parts.extend(self.parts.first().map(|first| next_part(first, self.parts.len() + 1)));
            self.weight = 0;
        }
        self.weight += weight(text);
        if let Some(unit) = self.parts.last_mut() {
            set(unit, text.clone());
        }
    }
}

/// A part after the first: the data of the unit, without those that only one part needs.
fn next_part(first: &Unit, number: usize) -> Unit {
    Unit {
        id: format!("{}~part-{number}", first.id),
        body: Text::default(),
        conditions: Text::default(),
        comments: Vec::new(),
        names: Vec::new(),
        symbols: Vec::new(),
        links: Vec::new(),
        ..first.clone()
    }
}

#[cfg(test)]
mod tests;
