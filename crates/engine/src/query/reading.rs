//! How a query was read, part by part: what a live preview shows.

use std::ops::Range;

use formula::write::tex;
use rank::formulas::explanation::query_mathml;
use rank::questions::Question;
use serde::Serialize;
use text::query::{Clause, Demand};
use utoipa::ToSchema;

use crate::VERSION;
use crate::explain::{self, Finding};

/// How a query was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Reading {
    /// Of the JSON.
    pub version: u32,
    /// The query; places point into it. Pasted HTML is shown as its text.
    pub source: String,
    /// How it was read, in one line.
    pub read_as: String,
    /// Whether it is one formula and nothing else, so that formulas are looked for.
    pub is_formula: bool,
    /// Words, phrases and formulas, in order.
    pub parts: Vec<ReadPart>,
    /// What was dropped or is doubtful.
    pub notes: Vec<ReadNote>,
    /// How it asks.
    pub manner: &'static str,
    /// The kinds of content it wants.
    pub wanted: Vec<&'static str>,
}

/// A part of a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadPart {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// `word`, `phrase` or `formula`.
    pub kind: &'static str,
    /// As it stands in the query.
    pub text: String,
    /// `should`, `must` or `not`.
    pub demand: &'static str,
    /// 1, or less for what says little of what is asked.
    pub weight: f32,
    /// Of a formula: what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<ReadFormula>,
}

/// A formula of a query, as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadFormula {
    /// As LaTeX.
    pub tex: String,
    /// As MathML; variables and wildcards have the classes `b1`, `b2` and so on.
    pub mathml: String,
    /// What the reader remarked or mended; spans point into the query.
    pub diagnostics: Vec<Finding>,
}

/// A remark on a place of a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadNote {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// What there is to say.
    pub message: &'static str,
    /// What to do about it.
    pub hint: &'static str,
}

/// Reads a query.
pub fn read(query: &str) -> Reading {
    let (text, read) = text::query::read(query);
    let question = Question::of_query(text.clone(), read.clone());
    let mut formulas = question.formulas.iter();
    let mut parts: Vec<ReadPart> = Vec::new();
    for clause in &read.clauses {
        let (kind, formula) = match clause {
            Clause::Word(word) if word.is_part => continue,
            Clause::Word(_) => ("word", None),
            Clause::Phrase(_) => ("phrase", None),
            Clause::Formula(_) => ("formula", formulas.next()),
        };
        let place = clause.place().clone();
        let shown = text.text.get(place.clone()).unwrap_or("");
        let formula = formula.map(|asked| read_formula(&asked.query, &place, shown, parts.len()));
        parts.push(ReadPart {
            start: place.start,
            end: place.end,
            kind,
            text: shown.to_owned(),
            demand: demand(clause.demand()),
            weight: clause.weight(),
            formula,
        });
    }
    Reading {
        version: VERSION,
        is_formula: question.is_formula(),
        read_as: question.read_as,
        parts,
        notes: read.notes.iter().map(note).collect(),
        manner: question.manner.name(),
        wanted: question.wanted.iter().map(|wanted| wanted.name()).collect(),
        source: text.text,
    }
}

fn read_formula(
    query: &rank::formulas::Query,
    place: &Range<usize>,
    shown: &str,
    number: usize,
) -> ReadFormula {
    let mut diagnostics = explain::findings(&query.formula.diagnostics);
    let begins = place.start + shown.find(&query.source).unwrap_or(0);
    let begins = u32::try_from(begins).unwrap_or(u32::MAX);
    for finding in &mut diagnostics {
        finding.span = finding.span.map(|byte| byte.saturating_add(begins));
    }
    ReadFormula {
        tex: tex::write(&query.formula.slt),
        mathml: query_mathml(query, &format!("r{number}-")),
        diagnostics,
    }
}

fn demand(demand: Demand) -> &'static str {
    match demand {
        Demand::Should => "should",
        Demand::Must => "must",
        Demand::Not => "not",
    }
}

fn note(note: &text::query::Note) -> ReadNote {
    ReadNote {
        start: note.place.start,
        end: note.place.end,
        message: note.reason.message(),
        hint: note.reason.hint(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_where_they_were_typed() {
        let reading = read("why is $\\sqrt{2$ +irrational");
        let parts: Vec<(&str, &str, &str)> =
            reading.parts.iter().map(|part| (part.kind, part.text.as_str(), part.demand)).collect();
        assert!(parts.contains(&("formula", "$\\sqrt{2$", "should")), "{parts:?}");
        assert!(parts.contains(&("word", "irrational", "must")), "{parts:?}");
        let formula = reading.parts.iter().find_map(|part| part.formula.as_ref()).unwrap();
        assert!(formula.mathml.contains("<msqrt"));
        let span = formula.diagnostics[0].span;
        assert!(span[0] >= 8 && span[1] as usize <= reading.source.len(), "{span:?}");
    }

    #[test]
    fn a_formula_alone_is_one() {
        assert!(read("a^2+b^2=c^2").is_formula);
        assert!(read("$a^2$").is_formula);
        assert!(!read("proof of a^2").is_formula);
        assert!(!read("").is_formula);
    }
}
