//! Units in the text index: how a unit becomes a document of tantivy and is read back.
//!
//! Words are indexed twice, stemmed and unstemmed. Votes, dates, tags, threads and links are columns, so that filters
//! and ranking features read them without the stored text. The formulas of a unit are inverted lists as well: from the
//! number of a record to its units. So the occurrences of a formula are deleted and replaced together with the unit,
//! and nothing has to be kept in sync.

mod columns;
mod hidden;
mod numbered;
mod phrases;
mod postings;
mod schema;
mod threads;
mod tokens;
mod words;

use std::collections::BTreeSet;

use document::{Field, Link, Occurrence, Position, Reference, SourceLine, Text, Unit};
use formula::Notation;
pub(crate) use hidden::{hidden_document, hidden_key};
pub use numbered::{Quality, Units};
pub use postings::{List, Zone};
pub use schema::Fields;
pub(crate) use schema::schema;
use serde::{Deserialize, Serialize};
use tantivy::TantivyDocument;
use tantivy::schema::Value;
pub(crate) use tokens::Tokens;
pub use tokens::token_text;
pub(crate) use words::register as register_tokenizers;

/// A unit as it is stored.
#[derive(Clone, Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
pub struct StoredUnit {
    /// See [`Unit::id`].
    pub id: String,
    /// See [`Unit::kind`].
    pub kind: String,
    /// The entry of the collection it came from.
    pub source: String,
    /// The text of the title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The text of the body.
    pub body: String,
    /// Other names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Symbols and their meanings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<(String, String)>,
    /// Conditions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub conditions: String,
    /// Tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// See [`Unit::parent`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// See [`Unit::thread`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// See [`Unit::score`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// See [`Unit::accepted`].
    #[serde(skip_serializing_if = "is_false")]
    pub accepted: bool,
    /// See [`Unit::date`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<i64>,
    /// See [`Unit::url`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Kind and target of its links.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
    /// Its formulas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formulas: Vec<StoredOccurrence>,
    /// See [`Unit::aliases`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// See [`Unit::position`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<StoredPosition>,
    /// See [`Unit::references`]: the first byte, one past the last, and the target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<(u32, u32, String)>,
    /// See [`Unit::line`]: the file, if it is not the source, and the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<(Option<String>, u32)>,
    /// Definitions of the macros that its formulas use, as LaTeX.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub macros: String,
}

/// Where a unit is in its document, as it is stored. See [`Position`].
#[derive(Clone, Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
pub struct StoredPosition {
    /// See [`Position::order`].
    #[serde(rename = "o")]
    pub order: u32,
    /// See [`Position::offset`].
    #[serde(rename = "b", skip_serializing_if = "is_zero")]
    pub offset: u32,
    /// See [`Position::level`].
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// See [`Position::name`].
    #[serde(rename = "n", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// See [`Position::has_own_title`].
    #[serde(rename = "t", skip_serializing_if = "is_false")]
    pub has_own_title: bool,
}

/// An occurrence of a formula in a unit, as it is stored. ARQMath's files say *instance*.
#[derive(Clone, Serialize, Deserialize, Debug, Default, PartialEq)]
pub struct StoredOccurrence {
    /// Its record.
    #[serde(rename = "r")]
    pub record: u32,
    /// The text it is in.
    #[serde(rename = "f", with = "field_number", default, skip_serializing_if = "is_body")]
    pub field: Field,
    /// Its first byte in that text, delimiters included.
    #[serde(rename = "s", default, skip_serializing_if = "is_zero")]
    pub start: u32,
    /// One past its last byte.
    #[serde(rename = "e")]
    pub end: u32,
    /// Its id in the collection.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its visual id in the collection.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    pub visual_id: Option<String>,
}

/// A field is stored as a number: 0 the title, 1 the body, 2 the conditions, 3 and above the comments.
mod field_number {
    use document::Field;
    use serde::{Deserialize, Deserializer, Serializer};

    const FIRST_COMMENT: u32 = 3;

    pub(super) fn serialize<S: Serializer>(field: &Field, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(match field {
            Field::Title => 0,
            Field::Body => 1,
            Field::Conditions => 2,
            Field::Comment(number) => number.saturating_add(FIRST_COMMENT),
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        Ok(match u32::deserialize(deserializer)? {
            0 => Field::Title,
            1 => Field::Body,
            2 => Field::Conditions,
            number => Field::Comment(number - FIRST_COMMENT),
        })
    }
}

fn is_body(field: &Field) -> bool {
    *field == Field::Body
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl StoredUnit {
    /// The stored form of a unit. `records` are those of its formulas, in the order of [`Unit::texts`].
    pub(crate) fn new(unit: &Unit, source: &str, records: &[u32]) -> StoredUnit {
        let text = |text: &Text| text.text.clone();
        StoredUnit {
            id: unit.id.clone(),
            kind: unit.kind.clone(),
            source: source.to_owned(),
            title: text(&unit.title),
            body: text(&unit.body),
            names: unit.names.clone(),
            symbols: unit.symbols.clone(),
            conditions: text(&unit.conditions),
            tags: unit.tags.clone(),
            comments: unit.comments.iter().map(text).collect(),
            parent: unit.parent.clone(),
            thread: unit.thread.clone(),
            score: unit.score,
            accepted: unit.accepted,
            date: unit.date,
            url: unit.url.clone(),
            links: unit.links.iter().map(|Link { kind, target }| (kind.clone(), target.clone())).collect(),
            formulas: occurrences(unit, records),
            aliases: unit.aliases.clone(),
            position: unit.position.as_ref().map(StoredPosition::new),
            references: unit.references.iter().map(stored_reference).collect(),
            line: unit.line.as_ref().map(|SourceLine { file, line }| (file.clone(), *line)),
            macros: unit.macros_in_use(MOST_MACROS),
        }
    }

    /// The unit of this stored form, with the parts that its document needs.
    pub(crate) fn to_unit(&self) -> Unit {
        let text = |field: Field| Text {
            text: self.text(field).to_owned(),
            formulas: self
                .formulas
                .iter()
                .filter(|one| one.field == field)
                .map(|one| self.occurrence(one))
                .collect(),
        };
        let comments = (0..).zip(&self.comments).map(|(number, _)| text(Field::Comment(number)));
        Unit {
            id: self.id.clone(),
            kind: self.kind.clone(),
            title: text(Field::Title),
            body: text(Field::Body),
            names: self.names.clone(),
            symbols: self.symbols.clone(),
            conditions: text(Field::Conditions),
            tags: self.tags.clone(),
            comments: comments.collect(),
            parent: self.parent.clone(),
            thread: self.thread.clone(),
            score: self.score,
            accepted: self.accepted,
            date: self.date,
            url: self.url.clone(),
            links: self.links.iter().cloned().map(|(kind, target)| Link { kind, target }).collect(),
            aliases: self.aliases.clone(),
            // The rest is read from the stored form only.
            ..Unit::default()
        }
    }

    /// An occurrence as a reader gave it, without its source and notation, which are not needed any more.
    fn occurrence(&self, stored: &StoredOccurrence) -> Occurrence {
        Occurrence {
            place: stored.start as usize..stored.end as usize,
            source: self.formula(stored).to_owned(),
            notation: Notation::Latex,
            id: stored.id.clone(),
            visual_id: stored.visual_id.clone(),
        }
    }

    /// The stored form in a document of the text index.
    pub(crate) fn from_document(document: &TantivyDocument, fields: &Fields) -> Option<StoredUnit> {
        let bytes = document.get_first(fields.stored)?.as_bytes()?;
        serde_json::from_slice(bytes).ok()
    }

    fn to_bytes(&self) -> Vec<u8> {
        // Writing JSON into memory cannot fail for a value of this type.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The records of its formulas, ascending, each once.
    pub(crate) fn records(&self) -> Vec<u32> {
        let mut records: Vec<u32> = self.formulas.iter().map(|occurrence| occurrence.record).collect();
        records.sort_unstable();
        records.dedup();
        records
    }

    /// The text of a field.
    pub fn text(&self, field: Field) -> &str {
        match field {
            Field::Title => &self.title,
            Field::Body => &self.body,
            Field::Conditions => &self.conditions,
            Field::Comment(number) => self.comments.get(number as usize).map_or("", String::as_str),
        }
    }

    /// The source of a formula with its delimiters, as in the text.
    pub fn formula(&self, occurrence: &StoredOccurrence) -> &str {
        self.text(occurrence.field).get(occurrence.start as usize..occurrence.end as usize).unwrap_or("")
    }
}

/// Definitions that are longer in all are left out: formulas are then shown without their author's spacing.
const MOST_MACROS: usize = 8 << 10;

impl StoredPosition {
    fn new(position: &Position) -> StoredPosition {
        let Position { order, offset, level, name, has_own_title } = position.clone();
        StoredPosition { order, offset, level, name, has_own_title }
    }
}

fn stored_reference(reference: &Reference) -> (u32, u32, String) {
    let byte = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    (byte(reference.place.start), byte(reference.place.end), reference.target.clone())
}

fn occurrences(unit: &Unit, records: &[u32]) -> Vec<StoredOccurrence> {
    let read =
        unit.texts().flat_map(|(field, text)| text.formulas.iter().map(move |formula| (field, formula)));
    let stored = |((field, formula), &record): ((Field, &Occurrence), &u32)| StoredOccurrence {
        record,
        field,
        start: u32::try_from(formula.place.start).unwrap_or(u32::MAX),
        end: u32::try_from(formula.place.end).unwrap_or(u32::MAX),
        id: formula.id.clone().filter(|id| *id != unit.id),
        visual_id: formula.visual_id.clone(),
    };
    read.zip(records).map(stored).collect()
}

/// The document of a unit. `tokens` come from its formulas.
pub(crate) fn document(
    unit: &Unit,
    stored: &StoredUnit,
    tokens: &Tokens,
    fields: &Fields,
) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.id, &unit.id);
    document.add_text(fields.kind, &unit.kind);
    document.add_text(fields.source, &stored.source);
    document.add_text(fields.thread, unit.thread.as_ref().or(unit.parent.as_ref()).unwrap_or(&unit.id));
    if let Some(parent) = &unit.parent {
        document.add_text(fields.parent, parent);
    }
    for tag in &unit.tags {
        document.add_text(fields.tags, tag);
    }
    for alias in &unit.aliases {
        document.add_text(fields.aliases, alias);
    }
    for key in name_keys(unit) {
        document.add_text(fields.names, key);
    }
    for link in &unit.links {
        document.add_text(fields.links, format!("{}:{}", link.kind, link.target));
    }
    if let Some(score) = unit.score {
        document.add_i64(fields.score, score);
    }
    if unit.accepted {
        document.add_bool(fields.accepted, true);
    }
    if let Some(date) = unit.date {
        document.add_i64(fields.date, date);
    }
    add_words(&mut document, unit, &tokens.spoken, fields);
    tokens.add_to(&mut document, fields);
    for record in stored.records() {
        document.add_u64(fields.formulas, record.into());
    }
    document.add_bytes(fields.stored, &stored.to_bytes());
    document
}

/// The keys of its title and of its other names, each once.
fn name_keys(unit: &Unit) -> BTreeSet<String> {
    let names = unit.names.iter().map(String::as_str).chain([unit.title.text.as_str()]);
    names.filter_map(text::names::key).collect()
}

fn add_words(document: &mut TantivyDocument, unit: &Unit, spoken: &[&str], fields: &Fields) {
    let mut title: Vec<&str> = unit.title.words().collect();
    title.extend(unit.names.iter().map(String::as_str));
    let mut body: Vec<&str> = unit.body.words().chain(unit.conditions.words()).collect();
    body.extend(unit.symbols.iter().map(|(_, meaning)| meaning.as_str()));
    let comments: Vec<&str> = unit.comments.iter().flat_map(Text::words).collect();
    let mut add = |field, pieces: Vec<&str>| {
        let text = pieces.join(" ");
        if !text.trim().is_empty() {
            document.add_text(field, text);
        }
    };
    add(fields.title_exact, title.clone());
    add(fields.title, title);
    add(fields.body_exact, body.clone());
    add(fields.body, body);
    add(fields.comments, comments);
    add(fields.spoken, spoken.to_vec());
}
