//! Documents as they are read: in the order of their source, page by page, with contents and neighbours.
//!
//! A document is a book, an article or a note whose units are its sections and theorems. A page shows whole sections
//! where they fit, so that a long book stays readable. A theorem stands between the paragraphs of its section at which
//! its author put it, though both are separate units.
//!
//! What it is not: a question with its answers, which `units` reads as a thread.

mod contents;
mod pages;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use document::Field;
use index::Budget;
use index::units::{StoredPosition, StoredUnit};
use rank::questions::excerpt::Excerpter;
use serde::Serialize;
use utoipa::ToSchema;

use self::pages::{Page, Slice};
use super::units::{Drawn, question};
use crate::VERSION;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::render::rich::Shape;
use crate::search::units::MatchedFormula;

/// A page of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DocumentPage {
    /// Of the JSON.
    pub version: u32,
    /// The id of the document.
    pub id: String,
    /// Its title, or the name of its file.
    pub title: String,
    /// The same as HTML.
    pub title_html: String,
    /// The number of this page, from 1.
    pub page: usize,
    /// The number of pages.
    pub pages: usize,
    /// The number of units of the whole document.
    pub units: usize,
    /// The sections around the unit that was asked for, the outermost first.
    pub breadcrumb: Vec<DocumentLink>,
    /// The headings: those of the whole document if they are few, otherwise those around this page.
    pub contents: Vec<DocumentLink>,
    /// The parts of the page, in the order of the source.
    pub parts: Vec<DocumentPart>,
    /// The first heading or unit of the page before.
    pub previous: Option<DocumentLink>,
    /// The first heading or unit of the page after.
    pub next: Option<DocumentLink>,
    /// The entry of the collection it came from.
    pub source: String,
    /// The file it came from, where the server may show paths.
    pub path: Option<String>,
    /// Its address on the web.
    pub url: Option<String>,
}

/// A unit of a document, as a link.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DocumentLink {
    /// The id of the unit.
    pub id: String,
    /// The page it begins on.
    pub page: usize,
    /// The number or name before its title: `2.1`, `Theorem 2.3`.
    pub name: String,
    /// Its title as HTML; empty if it has none of its own.
    pub title_html: String,
    /// For a heading the number of headings around it and itself; none for a theorem.
    pub level: Option<u8>,
    /// Whether it is the section that is shown, or around it.
    pub is_current: bool,
}

/// A unit of a document, or a part of one between the units that stand in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DocumentPart {
    /// The unit.
    pub link: DocumentLink,
    /// `section`, `theorem`, `proof` and so on.
    pub kind: String,
    /// Whether the unit begins here; otherwise it continues.
    pub is_start: bool,
    /// The number of units around it that are not headings.
    pub depth: usize,
    /// The text as HTML.
    pub body_html: String,
    /// The file in which it begins, if the source has several, and its line.
    pub file: Option<String>,
    /// See `file`.
    pub line: Option<u32>,
    /// The path of that file, where the server may show paths.
    pub path: Option<String>,
    /// Formulas of the unit that match those of the query, the best first.
    pub matched: Vec<MatchedFormula>,
}

/// The units of a document in their order.
struct Document {
    id: String,
    units: Vec<StoredUnit>,
    /// The unit that each unit belongs to.
    parents: Vec<Option<usize>>,
    /// The page on which each unit begins.
    begins_on: Vec<usize>,
    slices: Vec<Slice>,
    pages: Vec<Page>,
}

impl Engine {
    /// Whether a document can be read in order: a book, an article or a note, and not a thread or a unit alone.
    pub fn is_document(&self, id: &str) -> Result<bool> {
        let units = self.index().units()?;
        let unit = match units.number(id)? {
            Some(unit) => Some(unit),
            None => units.thread_members(id)?.first().copied(),
        };
        Ok(unit.map(|unit| units.stored(unit)).transpose()?.is_some_and(|unit| unit.position.is_some()))
    }

    /// A page of the document with an id, or of the one that holds the unit with this id; without a number, the page on
    /// which the unit begins. What matches the query is marked.
    pub fn document(
        &self,
        id: &str,
        page: Option<usize>,
        query: &str,
        budget: &Budget,
    ) -> Result<DocumentPage> {
        let missing = || Error::not_in_index(&format!("document `{id}`"));
        let document = self.whole_document(id, budget)?.ok_or_else(missing)?;
        let asked = document.units.iter().position(|unit| unit.id == id);
        let number = match (page, asked) {
            (Some(page), _) => page.clamp(1, document.pages.len().max(1)),
            (None, Some(unit)) => document.page_of(unit),
            (None, None) => 1,
        };
        let shown = document.pages.get(number - 1).cloned().unwrap_or_default();
        let slices = document.slices.get(shown.slices.clone()).unwrap_or_default();
        let current = asked.filter(|&unit| document.page_of(unit) == number);
        let current = current.or_else(|| slices.first().map(|slice| slice.unit)).unwrap_or(0);
        let parts = self.parts(&document, slices, query, budget)?;
        let title = document.title();
        let first = document.units.first();
        Ok(DocumentPage {
            version: VERSION,
            title_html: document
                .title_html(self.index())
                .unwrap_or_else(|| crate::render::rich::escaped(&title)),
            title,
            page: number,
            pages: document.pages.len(),
            units: document.units.len(),
            breadcrumb: document.breadcrumb(self.index(), current),
            contents: document.contents(self.index(), current),
            parts,
            previous: document.neighbour(self.index(), number.checked_sub(2)),
            next: document.neighbour(self.index(), Some(number)),
            source: first.map(|unit| unit.source.clone()).unwrap_or_default(),
            path: None,
            url: first.and_then(|unit| unit.url.clone()),
            id: document.id,
        })
    }

    /// The file of a source, or a file that one includes, if it is still where it was when it was indexed.
    fn path_of(&self, name: &str) -> Option<PathBuf> {
        let inside = |(root, path): (&String, &String)| {
            let rest = match root.as_str() {
                "." => Some(name),
                root if root == name => Some(""),
                root => name.strip_prefix(root).and_then(|rest| rest.strip_prefix('/')),
            };
            let path = Path::new(path);
            let file = if rest?.is_empty() { path.to_path_buf() } else { path.join(rest?) };
            // A source is inside its root, whatever a name says.
            Some(file)
                .filter(|file| file.is_file() && file.canonicalize().is_ok_and(|file| file.starts_with(path)))
        };
        self.index().ledger().roots.iter().find_map(inside)
    }

    fn whole_document(&self, id: &str, budget: &Budget) -> Result<Option<Document>> {
        let units = self.index().units()?;
        let id = match units.number(id)? {
            Some(unit) => units.thread(unit),
            None => id.to_owned(),
        };
        let mut stored: Vec<StoredUnit> = Vec::new();
        for unit in units.thread_members(&id)? {
            rank::within(budget)?;
            stored.push(units.stored(unit)?);
        }
        if stored.iter().all(|unit| unit.position.is_none()) {
            return Ok(None);
        }
        // The parts of a long unit have one position.
        let order = |unit: &StoredUnit| unit.position.as_ref().map_or(u32::MAX, |position| position.order);
        stored.sort_by(|a, b| (order(a), a.id.len(), &a.id).cmp(&(order(b), b.id.len(), &b.id)));
        Ok(Some(Document::new(id, stored)))
    }

    fn parts(
        &self,
        document: &Document,
        slices: &[Slice],
        query: &str,
        budget: &Budget,
    ) -> Result<Vec<DocumentPart>> {
        let index = self.index();
        let question = question(query, budget);
        let excerpter = question.as_ref().map(|question| Excerpter::new(index, question)).transpose()?;
        let marked = question.as_ref().zip(excerpter.as_ref());
        let mut parts = Vec::with_capacity(slices.len());
        for (number, slice) in (1..).zip(slices) {
            rank::within(budget)?;
            let Some(unit) = document.units.get(slice.unit) else { continue };
            let prefix = format!("f{number}-");
            let drawn = Drawn::new(index, unit, marked, &prefix);
            let (file, line) = unit.line.clone().map_or((None, None), |(file, line)| (file, Some(line)));
            parts.push(DocumentPart {
                link: document.link(index, slice.unit, false),
                kind: unit.kind.clone(),
                is_start: slice.is_start,
                depth: slice.depth,
                body_html: drawn.html(Field::Body, &slice.range, Shape::Paragraphs),
                file,
                line,
                path: None,
                matched: if slice.is_start { drawn.matched() } else { Vec::new() },
            });
        }
        Ok(parts)
    }
}

impl DocumentPage {
    /// Adds the paths of files. Only for readers who sit at this machine, or may know what lies on it.
    #[must_use]
    pub fn with_paths(mut self, engine: &Engine) -> DocumentPage {
        let path = |name: &str| engine.path_of(name).map(|path| path.display().to_string());
        self.path = path(&self.source);
        for part in &mut self.parts {
            part.path = path(part.file.as_deref().unwrap_or(&self.source));
        }
        self
    }
}

impl Document {
    /// The document of units in their order.
    fn new(id: String, units: Vec<StoredUnit>) -> Document {
        let slices = pages::slices(&units);
        let pages = pages::pages(&units, &slices);
        let mut begins_on = vec![1; units.len()];
        for (number, page) in (1..).zip(&pages) {
            for slice in
                slices.get(page.slices.clone()).unwrap_or_default().iter().filter(|slice| slice.is_start)
            {
                begins_on[slice.unit] = number;
            }
        }
        let numbers: HashMap<&str, usize> =
            units.iter().enumerate().map(|(number, unit)| (unit.id.as_str(), number)).collect();
        let parent =
            |unit: &StoredUnit| unit.parent.as_deref().and_then(|parent| numbers.get(parent).copied());
        let parents = units.iter().map(parent).collect();
        Document { id, parents, begins_on, slices, pages, units }
    }
}

/// The position of a unit; units without one come last and have no heading.
fn position(unit: &StoredUnit) -> StoredPosition {
    unit.position.clone().unwrap_or_default()
}
