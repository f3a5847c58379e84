//! What symbols stand for: what a text says of each, where it says it, and how sure that is.
//!
//! "Let `G` be a finite group", "where `n` is the number of edges", `x\in\mathbb{N}`: noun phrases come from
//! `graph::describe`, constraints from the formulas themselves, and a card names its symbols outright. A symbol can have
//! several meanings in one text. At a place, the one of its sentence counts, else the last one before it, else the first one
//! after it.
//!
//! - [`of_text`]: of a text that is given. [`Engine::meanings`]: of a unit.
//! - [`CollectionMeanings`]: of one formula across the collection, a part of what [`Engine::formula`] gives.
//! - [`annotations`]: descriptions in the format of NTCIR-10, written and compared.
//!
//! What it is not: knowledge. A symbol that no text explains has no meaning here.

pub mod annotations;
mod collection;
mod gather;
mod symbols;

use std::ops::Range;

use document::Field;
use document::markup::delimited;
use formula::Options;
use formula::slt::Slt;
use formula::write::{mathml, tex};
use index::formulas::Record;
use index::units::StoredUnit;
use index::{Budget, Index};
use serde::Serialize;
use utoipa::ToSchema;

use crate::VERSION;
use crate::error::Result;
use crate::open::Engine;
use crate::query::asked::find_occurrence;
use gather::{Formula, Passage};

pub use collection::{CollectionMeaning, CollectionMeanings};

/// The meanings of a text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Meanings {
    /// Of the JSON.
    pub version: u32,
    /// In the order in which the text gives them.
    pub meanings: Vec<Meaning>,
    /// Symbols of its formulas.
    pub symbols: usize,
    /// Those of them with a meaning.
    pub explained: usize,
}

/// A meaning of a symbol in a text.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Meaning {
    /// The symbol as LaTeX; the whole formula if what is explained is no symbol.
    pub symbol: String,
    /// As MathML.
    pub mathml: String,
    /// What the symbol looks like, without markup.
    pub letters: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The noun in its base form: `group`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub noun: Option<String>,
    /// The whole noun phrase: `a finite group of order $n$`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The noun with what stands before it: `finite group`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// What formulas state about it, as LaTeX: `n\ge 2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// How the text says it: `let`, `denotes`, `called`, `where`, `is`, `beside`, `formula`, `stated`.
    pub pattern: &'static str,
    /// How far it reaches before the symbol gets another meaning.
    pub scope: MeaningScope,
    /// Between 0 and 1: how often such a statement is right.
    pub confidence: f64,
    /// Where it is said.
    pub said: SaidAt,
    /// The formulas of the text with the symbol in this meaning, counted from 1.
    pub formulas: Vec<usize>,
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A variable.
    Variable,
    /// A function.
    Function,
    /// A set, or a structure on one.
    Set,
    /// An operator.
    Operator,
    /// A constant.
    Constant,
    /// A formula that is no symbol.
    Expression,
}

/// How far a meaning reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MeaningScope {
    /// Its sentence.
    Sentence,
    /// Its paragraph.
    Paragraph,
    /// The whole text.
    Document,
}

/// Where a meaning is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SaidAt {
    /// `title`, `body`, `conditions`, `comment` or `symbols`.
    pub field: &'static str,
    /// The first byte of the phrase in that text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The sentence with it, with formulas in their delimiters.
    pub sentence: String,
}

impl Meaning {
    /// The meaning in words, with what formulas state behind it: `a finite group; n\ge 2`.
    pub fn in_words(&self) -> String {
        let words = self.description.iter().map(String::as_str);
        let constraints = self.constraints.iter().map(String::as_str);
        words.chain(constraints).collect::<Vec<_>>().join("; ")
    }
}

/// The meanings that a text gives; formulas stand between dollar signs, or in any other way that collections are read in.
///
/// ```
/// let found = engine::meaning::of_text("Let $G$ be a finite group and $n\\ge2$.");
/// let said: Vec<(&str, String)> =
///     found.meanings.iter().map(|one| (one.symbol.as_str(), one.in_words())).collect();
/// assert_eq!(said, [("G", "a finite group".to_owned()), ("n", "n\\ge 2".to_owned())]);
/// ```
pub fn of_text(text: &str) -> Meanings {
    let text = delimited(text);
    let formulas = text.formulas.iter().enumerate().map(|(at, one)| {
        let read = formula::read(&one.source, one.notation, &Options::default());
        Formula { number: at + 1, place: one.place.clone(), latex: latex(&read.slt), opt: read.opt }
    });
    let formulas = formulas.collect();
    gather::meanings(&[Passage { field: Field::Body, text: &text.text, formulas }], &[])
}

impl Engine {
    /// The meanings that a unit gives, or those of one formula of it (`ID#3`).
    pub fn meanings(&self, id: &str) -> Result<Meanings> {
        let (unit, occurrence) = find_occurrence(self.index(), id)?;
        let mut found = of_unit(self.index(), &unit);
        if let Some(occurrence) = occurrence {
            let number = unit.formulas.iter().position(|other| *other == occurrence).map_or(0, |at| at + 1);
            found.meanings.retain(|meaning| meaning.formulas.contains(&number));
            found.explained = found.meanings.len();
            let opt = self.index().formulas().record(occurrence.record).map(|record| record.opt);
            found.symbols = opt.map_or(0, |opt| symbols::symbols(&opt).len());
        }
        Ok(found)
    }
}

/// The meanings that a unit gives.
pub(crate) fn of_unit(index: &Index, unit: &StoredUnit) -> Meanings {
    let fields = [Field::Title, Field::Body, Field::Conditions];
    let passages: Vec<Passage<'_>> = fields.into_iter().map(|field| passage(index, unit, field)).collect();
    gather::meanings(&passages, &unit.symbols)
}

/// What the units that hold a formula say it stands for; nothing for a formula that is no symbol and that no text names.
pub(crate) fn of_formula(
    index: &Index,
    record: &Record,
    units: &[u32],
    budget: &Budget,
) -> Result<CollectionMeanings> {
    let symbol = match symbols::shape(&record.opt) {
        symbols::Shape::Names(names) if names.len() == 1 => names.into_iter().next(),
        _ => None,
    };
    let latex = symbol.map_or_else(|| latex(&record.slt), |symbol| symbol.latex);
    collection::meanings(index, units, &latex, budget)
}

fn passage<'u>(index: &Index, unit: &'u StoredUnit, field: Field) -> Passage<'u> {
    let numbered = unit.formulas.iter().enumerate().filter(|(_, one)| one.field == field);
    let formulas = numbered.filter_map(|(at, one)| {
        let record = index.formulas().record(one.record)?;
        let place: Range<usize> = one.start as usize..one.end as usize;
        Some(Formula { number: at + 1, place, latex: latex(&record.slt), opt: record.opt })
    });
    Passage { field, text: unit.text(field), formulas: formulas.collect() }
}

fn latex(slt: &Slt) -> String {
    tex::write(&slt.without_closing_punctuation())
}

/// LaTeX as MathML, and as what is seen of it.
fn drawn(latex: &str) -> (String, String) {
    let read = formula::read(latex, formula::Notation::Latex, &Options::default());
    let style = mathml::Style { id_prefix: None, class_of: None, display: false };
    let drawn = mathml::write(&read.slt, &style);
    let mut letters = String::new();
    let mut is_tag = false;
    for c in drawn.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag && !c.is_whitespace() => letters.push(c),
            _ => {}
        }
    }
    (drawn, letters)
}

/// The version of the JSON of an empty list.
impl Default for Meanings {
    fn default() -> Self {
        Meanings { version: VERSION, meanings: Vec::new(), symbols: 0, explained: 0 }
    }
}
