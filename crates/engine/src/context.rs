//! The context of a formula as a meaning graph: its sentence, or its sentence with the ones around it, with operator trees
//! where the formulas stand.
//!
//! - [`Engine::context`]: of a formula of the index. [`of_text`]: of a text that is given.
//! - [`of_penman`]: graphs that another program made, in any form of output ([`forms`]).
//! - [`parser`]: a parser of the user in the place of our builder.
//! - [`compare`]: how much of the graphs of two files is the same.
//!
//! What it is not: a ranking. `rank::context` compares contexts.

pub mod compare;
pub mod forms;
pub mod parser;

use std::ops::Range;

use document::markup::delimited;
use formula::Options as Reading;
use formula::opt::Opt;
use formula::write::tangent;
use graph::graft::{self, Mode};
use graph::operator::OperatorTree;
use graph::penman::{self, Quotes};
use graph::{Graph, build};
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};

use crate::error::Result;
use crate::open::Engine;
use crate::query::asked::find_occurrence;
use forms::Form;

pub use graph::penman::Error as PenmanError;

/// How a graph is made.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// The sentences around a formula that count, its own included: an odd number.
    pub window: usize,
    /// Whether operator trees are written as the published program wrote them, with its distortions.
    pub compat: bool,
    /// A command that reads text and writes PENMAN; without it, our own builder. Only for callers who may run programs on
    /// this machine.
    pub parser: Option<&'o str>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { window: 3, compat: false, parser: None }
    }
}

/// A part of a text with the trees of its formulas.
struct Passage<'t> {
    text: &'t str,
    formulas: Vec<(Range<usize>, Opt)>,
}

/// The graph of a text; formulas stand between dollar signs, or in any other way that collections are read in.
///
/// ```
/// use engine::context::{Options, forms::Form, of_text};
///
/// let graph = of_text("Prove that $x^2>0$.", &Options::default()).unwrap();
/// assert_eq!(Form::Linear.write(&graph), "prove-01 you string-entity gt SUP x 2 0 imperative");
/// ```
pub fn of_text(text: &str, options: &Options<'_>) -> Result<Graph> {
    let text = delimited(text);
    let formulas = text.formulas.iter().map(|formula| {
        (formula.place.clone(), formula::read(&formula.source, formula.notation, &Reading::default()).opt)
    });
    graph_of(&Passage { text: &text.text, formulas: formulas.collect() }, options)
}

/// Graphs in PENMAN, one in each block between empty lines, in a form of output. A quotation mark without a partner is an
/// error in strict reading, as it is for the program that made the published linear forms.
pub fn of_penman(source: &str, is_lenient: bool, form: Form) -> Vec<Result<String, PenmanError>> {
    let quotes = if is_lenient { Quotes::Lenient } else { Quotes::Strict };
    let written = |graph: Result<Graph, PenmanError>| graph.map(|graph| form.write(&graph));
    penman::parse_all(source, quotes).into_iter().map(written).collect()
}

impl Engine {
    /// The graph of a unit, or of the sentences around a formula of it: `ID` or `ID#3` for its third formula.
    pub fn context(&self, id: &str, options: &Options<'_>) -> Result<Graph> {
        let index = self.index();
        let (unit, occurrence) = find_occurrence(index, id)?;
        let mut graph = match &occurrence {
            Some(occurrence) => of_occurrence(index, &unit, occurrence, options)?,
            None => graph_of(&passage(index, &unit, document::Field::Body, 0..unit.body.len()), options)?,
        };
        graph.metadata.insert(0, ("id".to_owned(), id.to_owned()));
        if let Some(occurrence) = &occurrence {
            graph.metadata.insert(1, ("formula".to_owned(), on_one_line(unit.formula(occurrence))));
        }
        Ok(graph)
    }
}

/// The graph of the sentences around a formula of a unit.
fn of_occurrence(
    index: &Index,
    unit: &StoredUnit,
    occurrence: &StoredOccurrence,
    options: &Options<'_>,
) -> Result<Graph> {
    let text = unit.text(occurrence.field);
    let places: Vec<Range<usize>> = unit
        .formulas
        .iter()
        .filter(|other| other.field == occurrence.field)
        .map(|other| other.start as usize..other.end as usize)
        .collect();
    let window = window(text, &places, occurrence.start as usize, options.window);
    graph_of(&passage(index, unit, occurrence.field, window), options)
}

/// The sentences around a byte: its own, and as many before and after it as the window holds.
fn window(text: &str, formulas: &[Range<usize>], byte: usize, size: usize) -> Range<usize> {
    let sentences = text::sentences::sentences(text, formulas);
    let own = sentences.partition_point(|sentence| sentence.start <= byte).saturating_sub(1);
    let beside = size.saturating_sub(1) / 2;
    let last = (own + beside).min(sentences.len().saturating_sub(1));
    match (sentences.get(own.saturating_sub(beside)), sentences.get(last)) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..text.len(),
    }
}

/// A part of a text of a unit.
fn passage<'u>(
    index: &Index,
    unit: &'u StoredUnit,
    field: document::Field,
    part: Range<usize>,
) -> Passage<'u> {
    let is_in = |one: &&StoredOccurrence| {
        one.field == field && one.start as usize >= part.start && one.end as usize <= part.end
    };
    let formulas = unit.formulas.iter().filter(is_in).map(|one| {
        let opt = index.formulas().record(one.record).map(|record| record.opt).unwrap_or_default();
        (one.start as usize - part.start..one.end as usize - part.start, opt)
    });
    Passage { formulas: formulas.collect(), text: unit.text(field).get(part.clone()).unwrap_or("") }
}

/// The graph of a passage, with its operator trees.
fn graph_of(passage: &Passage<'_>, options: &Options<'_>) -> Result<Graph> {
    let places: Vec<Range<usize>> = passage.formulas.iter().map(|(place, _)| place.clone()).collect();
    let graph = match options.parser {
        Some(command) => parser::run(command, passage.text, &places)?,
        None => build::build(passage.text, &places),
    };
    let tree = |number: &str| {
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (_, opt) = passage.formulas.get(place)?;
        OperatorTree::from_tangent(&tangent::opt_string(opt))
    };
    let mode = if options.compat { Mode::Compat } else { Mode::Clean };
    let mut graph = graft::graft(&graph, tree, mode);
    graph.metadata = vec![("snt".to_owned(), on_one_line(passage.text))];
    Ok(graph)
}

/// Metadata ends with its line.
fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_sentences_around_a_formula() {
        let text = "One $a$. Two $b$. Three $c$. Four $d$.";
        let places = [4..7, 13..16, 24..27, 34..37];
        let cut = |byte: usize, size: usize| &text[window(text, &places, byte, size)];
        assert_eq!(cut(13, 1), "Two $b$.");
        assert_eq!(cut(13, 3), "One $a$. Two $b$. Three $c$.");
        assert_eq!(cut(34, 3), "Three $c$. Four $d$.");
        assert_eq!(cut(4, 9), text);
        assert_eq!(window("", &[], 0, 3), 0..0);
    }

    #[test]
    fn a_graph_that_cannot_be_read_leaves_the_others() {
        let source = "(a / apple)\n\n(b / \"\n\n# only a comment\n\n(c / cat :mod a)";
        let written = of_penman(source, false, Form::Linear);
        assert_eq!(written.len(), 3);
        assert_eq!(written[0].as_deref(), Ok("apple"));
        assert_eq!(written[1].as_ref().map_err(|error| error.line), Err(3));
        assert!(of_penman("(b / \")", true, Form::Linear)[0].is_ok());
    }
}
