//! Jupyter notebooks: the Markdown cells under a heading are a unit, with the LaTeX that code cells printed.
//!
//! Notebooks of format 4 have their cells at the top level, those of format 3 in worksheets, with headings as separate
//! cells. What it is not: a reader of programs. Code and its other outputs are left out.

use std::sync::Arc;

use document::{Complaint, Hint, Result, Setting, Text, Unit, kinds};
use formula::latex::Macros;
use serde_json::Value;

use super::prose::Prose;
use super::{latex, markdown};
use crate::collection::{Entry, Progress, Reader};

/// The longest id of a cell, in bytes; Jupyter allows 64.
const LONGEST_ID: usize = 100;

/// Cells are joined up to this length.
const LONGEST_UNIT: usize = 6000;

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let file = entry.main_file();
    let access = entry.access();
    let (source, complaint) = access.text(file, access.limits().line, progress)?;
    let name = access.name_of(file);
    if let Some(complaint) = complaint.as_ref().filter(|complaint| complaint.is_unread()) {
        let complaint = unread(complaint.clone(), source.len(), access.limits().line);
        return Ok(Box::new(std::iter::once(Err(complaint))));
    }
    let mut complaints: Vec<Complaint> = complaint.into_iter().collect();
    let units = match serde_json::from_str::<Value>(&source) {
        Ok(notebook) => {
            let cells = cells(&notebook);
            if cells.is_empty() {
                let hint = "open it in Jupyter and save it again";
                complaints.push(Complaint::new(&name, 0, "no cells in this notebook", hint));
            }
            let title = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
            units(&entry.name, title, &cells)
        }
        Err(error) => {
            let message = format!("the notebook is not valid JSON: {error}");
            let hint = "open it in Jupyter and save it again";
            complaints.push(Complaint::new(&name, error.line(), message, hint));
            Vec::new()
        }
    };
    Ok(Box::new(complaints.into_iter().map(Err).chain(units.into_iter().map(Ok))))
}

/// The complaint about a notebook that is incomplete, and therefore cannot be read at all.
fn unread(complaint: Complaint, length: usize, most: usize) -> Complaint {
    // A character may be truncated at the end.
    if length + char::MAX.len_utf8() <= most {
        return complaint;
    }
    let message = format!("a notebook of more than {} MB is not read", most >> 20);
    let hint = Hint::set("clear its outputs in Jupyter, or give more memory", Setting::Memory);
    Complaint { message, hint, line: 0, ..complaint }
}

/// The cells of either format.
fn cells(notebook: &Value) -> Vec<&Value> {
    let top = notebook.get("cells").and_then(Value::as_array).into_iter().flatten();
    let sheets = notebook.get("worksheets").and_then(Value::as_array).into_iter().flatten();
    let sheets = sheets.filter_map(|sheet| sheet.get("cells").and_then(Value::as_array)).flatten();
    top.chain(sheets).collect()
}

/// A text that is one string or a list of lines.
fn joined(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// Cells that become one unit.
#[derive(Default)]
struct Group {
    id: String,
    source: String,
    printed: Vec<Text>,
}

fn units(entry: &str, name: &str, cells: &[&Value]) -> Vec<Unit> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let id = || match cell
            .get("id")
            .and_then(Value::as_str)
            .filter(|id| !id.is_empty() && id.len() <= LONGEST_ID)
        {
            Some(id) => id.to_owned(),
            None => (number + 1).to_string(),
        };
        match cell.get("cell_type").and_then(Value::as_str) {
            Some("markdown") => add(&mut groups, joined(cell.get("source")), id),
            Some("heading") => {
                let level = cell.get("level").and_then(Value::as_u64).unwrap_or(1).clamp(1, 6) as usize;
                add(&mut groups, format!("{} {}", "#".repeat(level), joined(cell.get("source"))), id);
            }
            Some("code") => {
                let printed = printed(cell);
                if printed.is_empty() {
                    continue;
                }
                if groups.is_empty() {
                    groups.push(Group { id: id(), ..Group::default() });
                }
                if let Some(group) = groups.last_mut() {
                    group.printed.extend(printed);
                }
            }
            _ => {}
        }
    }
    let all: Vec<&str> = groups.iter().map(|group| group.source.as_str()).collect();
    let macros = Macros::from_preamble(&all.join("\n"));
    let macros = Some(macros).filter(|macros| !macros.is_empty()).map(Arc::new);
    let mut seen = rustc_hash::FxHashSet::default();
    let mut units = Vec::new();
    for (number, group) in groups.into_iter().enumerate() {
        // A cell that was copied by hand may have the id of another.
        let is_new = seen.insert(group.id.clone());
        let id = if is_new { group.id } else { format!("{}~{}", group.id, number + 1) };
        let (title, text) = markdown::text(&group.source);
        let mut body = Prose::default();
        body.text(&text);
        for printed in &group.printed {
            body.paragraph();
            body.text(printed);
        }
        if title.is_empty() && body.is_empty() {
            continue;
        }
        units.push(Unit {
            id: format!("{entry}#{id}"),
            kind: kinds::NOTE.to_owned(),
            title: if title.is_empty() { Text::plain(name) } else { title },
            body: body.finish(),
            thread: Some(entry.to_owned()),
            macros: macros.clone(),
            ..Unit::default()
        });
    }
    units
}

/// Adds a Markdown cell to the last group, or begins another with it.
fn add(groups: &mut Vec<Group>, source: String, id: impl Fn() -> String) {
    let is_heading = source.trim_start().starts_with('#');
    let joins = groups.last().is_some_and(|group| {
        !is_heading && !group.source.is_empty() && group.source.len() + source.len() <= LONGEST_UNIT
    });
    match groups.last_mut().filter(|_| joins) {
        Some(group) => {
            group.source.push_str("\n\n");
            group.source.push_str(&source);
        }
        None => groups.push(Group { id: id(), source, printed: Vec::new() }),
    }
}

/// The LaTeX that a code cell printed.
fn printed(cell: &Value) -> Vec<Text> {
    let outputs = cell.get("outputs").and_then(Value::as_array).into_iter().flatten();
    let latex = outputs.filter_map(|output| {
        output.get("data").and_then(|data| data.get("text/latex")).or_else(|| output.get("latex"))
    });
    latex.map(|source| latex::text(&joined(Some(source)))).filter(|text| !text.formulas.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(notebook: &Value) -> Vec<Unit> {
        units("book.ipynb", "book", &cells(notebook))
    }

    #[test]
    fn cells_under_a_heading_are_one_unit() {
        let notebook = json!({"nbformat": 4, "cells": [
            {"cell_type": "markdown", "id": "a1", "source": ["# Sums of $n$\n", "Let $x$"]},
            {"cell_type": "code", "id": "b", "source": ["print('$no$')"], "outputs": [
                {"output_type": "stream", "text": ["$no$"]},
                {"data": {"text/plain": ["x**2"], "text/latex": ["$\\displaystyle x^{2}$"]}}]},
            {"cell_type": "markdown", "id": "c", "source": "and `$no$` $y$"},
            {"cell_type": "markdown", "source": "## Next\n$$z$$"},
            {"cell_type": "raw", "source": "$no$"}]});
        let units = read(&notebook);
        let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
        assert_eq!(ids, ["book.ipynb#a1", "book.ipynb#4"]);
        assert_eq!(units[0].title.text, "Sums of $n$");
        assert_eq!(units[0].body.text, "Let $x$\n\nand $no$ $y$\n\n$\\displaystyle x^{2}$");
        assert_eq!(units[0].formula_count(), 4);
        assert_eq!((units[1].title.text.as_str(), units[1].body.text.as_str()), ("Next", "$$z$$"));
    }

    #[test]
    fn format_3_keeps_its_cells_in_worksheets() {
        let notebook = json!({"nbformat": 3, "worksheets": [{"cells": [
            {"cell_type": "heading", "level": 2, "source": ["Title"]},
            {"cell_type": "markdown", "source": ["text $a$"]},
            {"cell_type": "code", "input": "1", "outputs": [{"output_type": "pyout", "latex": ["$$b$$"]}]}]}]});
        let units = read(&notebook);
        assert_eq!(units.len(), 1);
        assert_eq!((units[0].title.text.as_str(), units[0].formula_count()), ("Title", 2));
    }

    #[test]
    fn other_json_gives_no_units() {
        for value in [json!(null), json!([]), json!({"cells": 1}), json!({"cells": [1, {"cell_type": 2}]})] {
            assert!(read(&value).is_empty());
        }
    }
}
