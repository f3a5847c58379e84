//! LaTeX projects: sections and theorem-like environments as units, macros applied, labels as links.
//!
//! There are three steps with one type between each. `project` joins the files and drops comments and verbatim text;
//! `definitions` finds the theorem environments of the document and the macros in its words; `scan` walks over the body
//! and makes an outline of the units. The effects of commands and environments are data (`data/latex-commands.tsv`,
//! `data/latex-environments.tsv`).
//!
//! What it is not: TeX. Nothing is typeset, and nothing is expanded except for the delimiters of formulas. Sections,
//! theorems and equations have the numbers that the standard classes print (`counters`). The effect of a command on its
//! arguments is not known, so they are kept.

mod counters;
mod definitions;
mod lines;
mod project;
mod scan;
mod tables;
mod tokens;

use std::sync::Arc;

use document::{Result, Text, Unit, kinds};
use formula::latex::Macros;

use self::definitions::Definitions;
use self::lines::Lines;
use self::tokens::Kind;
use crate::collection::{Entry, Progress, Reader};
use crate::readers::outline::Outline;

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let project = project::assemble(entry, progress)?;
    let units = units(&entry.name, &project.preamble, &project.body, &project.lines);
    let complaints = project.complaints.finish(&entry.name).into_iter().map(Err);
    Ok(Box::new(complaints.chain(units.into_iter().map(Ok))))
}

/// The units of a document.
fn units(name: &str, preamble: &str, body: &str, lines: &Lines) -> Vec<Unit> {
    let mut definitions = Definitions::default();
    Definitions::read(preamble, &mut definitions);
    Definitions::read(body, &mut definitions);
    let macros = Macros::from_preamble(&[preamble, body].join("\n"));
    let macros = Some(macros).filter(|macros| !macros.is_empty()).map(Arc::new);
    let outline = scan::scan(body, &definitions, lines, Outline::new(kinds::ARTICLE));
    outline.into_units(name, title(preamble), macros)
}

/// The text of a piece of LaTeX: words as they are printed, formulas as they are written.
pub(crate) fn text(source: &str) -> Text {
    let mut definitions = Definitions::default();
    Definitions::read(source, &mut definitions);
    scan::scan(source, &definitions, &Lines::default(), Outline::flat()).into_text()
}

/// The text of a piece of LaTeX without definitions.
fn plain(source: &str) -> Text {
    scan::scan(source, &Definitions::default(), &Lines::default(), Outline::flat()).into_text()
}

/// Whether an environment is a formula.
pub(crate) fn is_math_environment(name: &str) -> bool {
    tables::environment(name) == Some(tables::Role::Math)
}

/// The kind of unit that a name denotes: `thm`, `Theorem` and `main theorem` are theorems.
pub(crate) fn theorem_kind(name: &str) -> Option<&'static str> {
    match tables::environment(name) {
        Some(tables::Role::Theorem(kind)) => Some(kind),
        _ => tables::kind_of_title(name),
    }
}

/// The `\title` of a preamble.
fn title(preamble: &str) -> Text {
    let tokens = tokens::tokens(preamble);
    let ends = tokens::ends(&tokens);
    let Some(command) = tokens.iter().position(|token| token.is_command("title")) else {
        return Text::default();
    };
    let rest = tokens.iter().enumerate().skip(command);
    let Some((open, _)) = rest.take(100).find(|(_, token)| token.kind == Kind::Open) else {
        return Text::default();
    };
    let end = ends[open] as usize;
    let inner = tokens.get(open + 1..end).unwrap_or(&[]);
    text(&inner.iter().map(|token| token.text).collect::<String>())
}

#[cfg(test)]
mod tests;
