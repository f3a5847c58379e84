//! Lists of formulas: one row for each, with an id, a visual id and a post, or one formula per line.
//!
//! A header names the columns, or they are recognised from the first rows: lists with two columns are `id, latex`, with
//! three `id, visual id, latex`, and lists of articles are `article, latex, …`. Each row becomes a unit of kind
//! `formula`.
//!
//! What it is not: a reader of any table. Without a column of formulas there is nothing to read.

mod columns;
mod rows;

use std::sync::Arc;

use columns::Columns;
use document::{Complaint, Result, Text, Unit, kinds};
use formula::Notation;
use rows::{Row, Rows};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::collection::{Entry, Progress, Reader};
use crate::stream::Lines;

/// The beginnings of MathML; a `<` alone is a relation.
const MARKUP: [&str; 5] = ["<math", "<m:math", "<mml:math", "<?xml", "<semantics"];

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let formulas = Formulas::new(entry.lines(entry.main_file(), &entry.name, progress)?);
    Ok(Box::new(formulas.map(|item| item.map(|listed| listed.unit))))
}

/// Whether a text looks like a list of formulas.
pub(crate) fn has_formulas(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(rows::SAMPLE_LINES).collect();
    Columns::find(&lines).is_some()
}

/// Whether a text begins with a header that names a column of formulas.
pub(crate) fn has_header(text: &str) -> bool {
    text.lines().next().is_some_and(|line| Columns::of_header(line).is_some())
}

/// A row of a list as a unit.
pub(crate) struct Listed {
    pub unit: Unit,
    /// The problem of the formula according to ARQMath: `d` if it is in no post, `v` if its visual id changed.
    pub issue: Option<String>,
}

/// The rows of a list.
pub(crate) struct Formulas {
    rows: Rows,
    columns: Columns,
    /// How often an id occurred, by its hash, for lists with repeated ids.
    counts: FxHashMap<u64, u32>,
}

impl Formulas {
    /// The rows among these lines; their name is the name of the file in ids and complaints.
    pub(crate) fn new(lines: Lines) -> Self {
        let mut rows = Rows::new(lines);
        let columns = Columns::of(&rows.sample());
        rows.begin(&columns);
        Formulas { rows, columns, counts: FxHashMap::default() }
    }

    fn listed(&mut self, row: &Row) -> Result<Listed, Complaint> {
        let field = |column: Option<usize>| {
            let field = column.and_then(|column| row.fields.get(column)).map(|field| field.trim());
            field.filter(|field| !field.is_empty()).map(str::to_owned)
        };
        let Some(source) = field(Some(self.columns.formula)) else {
            let message = match row.fields.len() {
                count if count <= self.columns.formula => {
                    format!(
                        "{count} columns, but the formula is expected in column {}",
                        self.columns.formula + 1
                    )
                }
                _ => "a row without a formula".to_owned(),
            };
            return Err(self.complain(row, message, "check that columns are separated by tabs"));
        };
        let Some(id) = self.id(row, field(self.columns.id)) else {
            return Err(self.complain(row, "a row without an id", "give each formula its own id"));
        };
        let is_markup = MARKUP.iter().any(|start| source.starts_with(start));
        let notation = if is_markup { Notation::MathMl } else { Notation::Latex };
        let mut body = Text::formula(source, notation, Some(id.clone()));
        if let Some(formula) = body.formulas.first_mut() {
            formula.visual_id = field(self.columns.visual);
        }
        let parent = field(self.columns.post);
        let thread = field(self.columns.thread).or_else(|| parent.clone());
        let issue = field(self.columns.issue);
        let unit = Unit { id, kind: kinds::FORMULA.to_owned(), body, parent, thread, ..Unit::default() };
        Ok(Listed { unit, issue })
    }

    /// The id of a row: its own, with a number from the second occurrence on if ids repeat, or name and line.
    fn id(&mut self, row: &Row, own: Option<String>) -> Option<String> {
        if self.columns.id.is_none() {
            return Some(format!("{}:{}", self.rows.name(), row.line));
        }
        let own = own?;
        if !self.columns.ids_repeat {
            return Some(own);
        }
        let count = self.counts.entry(xxh3_64(own.as_bytes())).or_default();
        *count += 1;
        Some(if *count == 1 { own } else { format!("{own}#{count}") })
    }

    fn complain(&self, row: &Row, message: impl Into<String>, hint: &str) -> Complaint {
        Complaint::new(self.rows.name(), row.line, message, hint)
    }
}

impl Iterator for Formulas {
    type Item = Result<Listed, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.rows.next()? {
                Err(complaint) => return Some(Err(complaint)),
                Ok(row) if row.is_empty() => {}
                Ok(row) => return Some(self.listed(&row)),
            }
        }
    }
}

#[cfg(test)]
mod tests;
