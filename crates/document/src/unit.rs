//! The unit: a text that Perga retrieves, whatever format it came from.
//!
//! A reader turns its format into units and nothing else: a question, an answer, an encyclopaedia article, a theorem of
//! a paper, a cell of a notebook. The text is plain Unicode with the formulas in it as they were written. Their places
//! are kept beside the text, so that no code after the reader has to know about dollars, spans or delimiters.
//!
//! What it is not: a document model. Headings, emphasis and tables are lost; paragraphs are separated by an empty line.

use std::ops::Range;
use std::sync::Arc;

use formula::Notation;
use formula::latex::Macros;

/// A piece of a collection that is found, shown and judged as one.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The name by which it is found, replaced and deleted; unique in an index.
    pub id: String,
    /// What it is: `question`, `answer`, `article`, `paragraph`, `note`, `card`, `formula`, `theorem` …
    pub kind: String,
    /// Its title, with the formulas in it; empty for most answers and paragraphs.
    pub title: Text,
    /// Its text.
    pub body: Text,
    /// Other names of the thing it describes.
    pub names: Vec<String>,
    /// The meaning of its symbols, for cards: symbol (LaTeX) and meaning.
    pub symbols: Vec<(String, String)>,
    /// The conditions under which its statement holds, for cards.
    pub conditions: Text,
    /// Its tags.
    pub tags: Vec<String>,
    /// Comments on it.
    pub comments: Vec<Text>,
    /// The unit it answers or belongs to, by id.
    pub parent: Option<String>,
    /// The thread or document it is part of; the parent's id or its own if the source does not say.
    pub thread: Option<String>,
    /// Votes for it minus votes against it.
    pub score: Option<i64>,
    /// Whether the asker accepted it as the answer.
    pub accepted: bool,
    /// When it was written, in seconds since 1970.
    pub date: Option<i64>,
    /// Where it can be read on the web.
    pub url: Option<String>,
    /// Other units it points to.
    pub links: Vec<Link>,
    /// Other names that links of the collection use for it. They are not searched.
    pub aliases: Vec<String>,
    /// Where it is in its document; none for a unit that stands alone or answers another.
    pub position: Option<Position>,
    /// The places of its body that refer to other units, in order, not overlapping.
    pub references: Vec<Reference>,
    /// Where it begins in the files of its source, if they are files that a person edits.
    pub line: Option<SourceLine>,
    /// The macros of the document it is in.
    pub macros: Option<Arc<Macros>>,
}

/// A pointer from one unit to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The relation of the other unit to this one: `duplicate`, `related`, `reference`.
    pub kind: String,
    /// The id of the other unit.
    pub target: String,
}

/// Where a unit is in its document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// How many units of the document come before it.
    pub order: u32,
    /// The byte of its parent's body at which it stands.
    pub offset: u32,
    /// For the document 0, for a heading the number of headings around it and itself; none for a theorem.
    pub level: Option<u8>,
    /// What is printed before its title: `2.1`, `Theorem 2.3`.
    pub name: String,
    /// Whether its title is its own, and not made from the section that it is in.
    pub has_own_title: bool,
}

/// A piece of a body that refers to another unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The bytes of the body.
    pub place: Range<usize>,
    /// The id of the other unit; empty if what it refers to is nowhere.
    pub target: String,
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The file, if the source has several; otherwise it is the source itself.
    pub file: Option<String>,
    /// Counted from 1.
    pub line: u32,
}

/// A text and the formulas in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Text {
    /// The words and the formulas, as they are shown.
    pub text: String,
    /// The formulas, in order, not overlapping.
    pub formulas: Vec<Occurrence>,
}

/// One formula in a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Occurrence {
    /// The bytes of the text it takes, delimiters included.
    pub place: Range<usize>,
    /// The formula without delimiters, in the notation below.
    pub source: String,
    /// How it is written.
    pub notation: Notation,
    /// Its id in the collection (`<span class="math-container" id="…">`), if there is one.
    pub id: Option<String>,
    /// Its visual id in the collection, if there is one.
    pub visual_id: Option<String>,
}

impl Text {
    /// A text without formulas.
    pub fn plain(text: impl Into<String>) -> Text {
        Text { text: text.into(), formulas: Vec::new() }
    }

    /// A text that is one formula.
    pub fn formula(source: impl Into<String>, notation: Notation, id: Option<String>) -> Text {
        let source = source.into();
        let place = 0..source.len();
        let occurrence = Occurrence { place, source: source.clone(), notation, id, visual_id: None };
        Text { text: source, formulas: vec![occurrence] }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The pieces between the formulas: the words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.formulas.iter().map(|formula| formula.place.end));
        let ends = self.formulas.iter().map(|formula| formula.place.start).chain([self.text.len()]);
        starts.zip(ends).map(|(start, end)| self.text.get(start..end).unwrap_or(""))
    }
}

/// One of the texts of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Field {
    /// [`Unit::title`].
    Title,
    /// [`Unit::body`].
    #[default]
    Body,
    /// [`Unit::conditions`].
    Conditions,
    /// One of [`Unit::comments`], counted from 0.
    Comment(u32),
}

impl Field {
    /// What it is called where a person reads it.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Body => "body",
            Field::Conditions => "conditions",
            Field::Comment(_) => "comment",
        }
    }
}

impl Unit {
    /// Every text of the unit with its field, in reading order.
    pub fn texts(&self) -> impl Iterator<Item = (Field, &Text)> {
        let fields =
            [(Field::Title, &self.title), (Field::Body, &self.body), (Field::Conditions, &self.conditions)];
        let comments = (0..).map(Field::Comment).zip(&self.comments);
        fields.into_iter().chain(comments)
    }

    /// The macros that its own formulas define, over those of its document; none if they define nothing.
    pub fn macros_of_formulas(&self) -> Option<Macros> {
        let sources =
            self.texts().flat_map(|(_, text)| &text.formulas).map(|formula| formula.source.as_str());
        Macros::of_formulas(sources, self.macros.as_deref())
    }

    /// Definitions of the macros of its document that its formulas use, as LaTeX; empty if they have more than `most`
    /// bytes.
    pub fn macros_in_use(&self, most: usize) -> String {
        let Some(macros) = &self.macros else { return String::new() };
        let sources =
            self.texts().flat_map(|(_, text)| &text.formulas).map(|formula| formula.source.as_str());
        let used = macros.definitions_for(sources);
        if used.len() > most { String::new() } else { used }
    }

    /// The number of formulas in all its texts.
    pub fn formula_count(&self) -> usize {
        self.texts().map(|(_, text)| text.formulas.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_is_between_the_formulas() {
        let formula = Occurrence {
            place: 4..9,
            source: "x+1".to_owned(),
            notation: Notation::Latex,
            id: None,
            visual_id: None,
        };
        let text = Text { text: "let $x+1$ be".to_owned(), formulas: vec![formula] };
        assert_eq!(text.words().collect::<Vec<_>>(), ["let ", " be"]);
    }
}
