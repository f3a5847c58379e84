//! Gathering the meanings of a text: phrases, constraints and stated symbols, each with the formulas that it is for.

use std::collections::HashSet;
use std::ops::Range;

use document::Field;
use formula::opt::Opt;
use graph::describe::{Description, Pattern, describe};
use rank::context::sort_in;

use super::symbols::{Shape, Symbol, shape, symbols};
use super::{Meaning, MeaningScope, Meanings, SaidAt, SymbolKind, drawn};

/// The confidence in what formulas state, and in what a card states.
const STATED: f64 = 1.0;

/// The most formulas of a text that are looked at: a book in one unit has its first pages explained.
const MOST_FORMULAS: usize = 2000;

/// Nouns for functions, sets and the other kinds, by the last part of a type.
const KINDS: [(SymbolKind, &[&str]); 4] = [
    (
        SymbolKind::Function,
        &["function", "map", "mapping", "homomorphism", "isomorphism", "morphism", "bijection", "functional"],
    ),
    (
        SymbolKind::Set,
        &[
            "set", "subset", "group", "subgroup", "ring", "field", "space", "subspace", "algebra",
            "category", "module", "ideal",
        ],
    ),
    (SymbolKind::Operator, &["operator", "transform", "transformation"]),
    (SymbolKind::Constant, &["constant"]),
];

/// A formula of a text.
pub(super) struct Formula {
    /// Counted from 1 in the unit.
    pub number: usize,
    pub place: Range<usize>,
    pub latex: String,
    pub opt: Opt,
}

/// A text of a unit with its formulas.
pub(super) struct Passage<'t> {
    pub field: Field,
    pub text: &'t str,
    pub formulas: Vec<Formula>,
}

/// A meaning and where it is said, while meanings are gathered.
struct Found {
    meaning: Meaning,
    /// The text, the paragraph and the sentence that say it, and the first byte of its formula.
    at: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    passage: usize,
    paragraph: usize,
    sentence: usize,
    byte: usize,
}

/// The meanings that the texts of a unit give. `stated` are symbols that it explains outside its texts.
pub(super) fn meanings(passages: &[Passage<'_>], stated: &[(String, String)]) -> Meanings {
    let layouts: Vec<Layout> = passages.iter().map(Layout::of).collect();
    let mut found: Vec<Found> = stated.iter().flat_map(|(symbol, meaning)| card(symbol, meaning)).collect();
    for (number, (passage, layout)) in passages.iter().zip(&layouts).enumerate() {
        of_passage(number, passage, layout, &mut found);
    }
    found.sort_by_key(|one| one.at);
    merge(&mut found);
    set_scopes(&mut found);
    let mut seen: HashSet<String> = HashSet::new();
    let mut explained: HashSet<String> = HashSet::new();
    for (number, (passage, layout)) in passages.iter().zip(&layouts).enumerate() {
        for formula in passage.formulas.iter().take(MOST_FORMULAS) {
            let at = layout.place(number, formula.place.start);
            for symbol in symbols(&formula.opt) {
                if let Some(best) = applying(&found, &symbol.latex, at) {
                    found[best].meaning.formulas.push(formula.number);
                    explained.insert(symbol.latex.clone());
                }
                seen.insert(symbol.latex);
            }
        }
    }
    let meanings = found.into_iter().map(|one| one.meaning).collect();
    Meanings { symbols: seen.len(), explained: explained.len(), meanings, ..Meanings::default() }
}

/// Where the sentences and paragraphs of a text are.
struct Layout {
    sentences: Vec<Range<usize>>,
    paragraphs: Vec<usize>,
}

impl Layout {
    fn of(passage: &Passage<'_>) -> Layout {
        let places: Vec<Range<usize>> = passage.formulas.iter().map(|one| one.place.clone()).collect();
        Layout {
            sentences: text::sentences::sentences(passage.text, &places),
            paragraphs: passage.text.match_indices("\n\n").map(|(at, _)| at).collect(),
        }
    }

    fn place(&self, passage: usize, byte: usize) -> Place {
        Place {
            passage,
            paragraph: self.paragraphs.partition_point(|&end| end <= byte),
            sentence: self.sentences.partition_point(|sentence| sentence.start <= byte),
            byte,
        }
    }

    fn sentence<'t>(&self, text: &'t str, byte: usize) -> &'t str {
        let at = self.sentences.partition_point(|sentence| sentence.start <= byte).checked_sub(1);
        at.and_then(|at| text.get(self.sentences.get(at)?.clone())).unwrap_or("")
    }
}

/// What a card says about a symbol, or about each of a list of symbols.
fn card(symbol: &str, meaning: &str) -> Vec<Found> {
    let read = formula::read(symbol, formula::Notation::Latex, &formula::Options::default());
    match shape(&read.opt) {
        Shape::Names(names) => {
            names.into_iter().map(|one| stated(one.latex.clone(), kind(Some(&one), None), meaning)).collect()
        }
        _ => vec![stated(super::latex(&read.slt), SymbolKind::Expression, meaning)],
    }
}

fn stated(latex: String, kind: SymbolKind, meaning: &str) -> Found {
    let (mathml, letters) = drawn(&latex);
    let said = SaidAt { field: "symbols", start: 0, end: 0, sentence: meaning.to_owned() };
    let meaning = Meaning {
        symbol: latex,
        mathml,
        letters,
        kind,
        noun: None,
        description: Some(meaning.to_owned()),
        short: None,
        constraints: Vec::new(),
        pattern: "stated",
        scope: MeaningScope::Document,
        confidence: STATED,
        said,
        formulas: Vec::new(),
    };
    Found { meaning, at: Place { passage: 0, paragraph: 0, sentence: 0, byte: 0 } }
}

fn of_passage(number: usize, passage: &Passage<'_>, layout: &Layout, found: &mut Vec<Found>) {
    let formulas = passage.formulas.get(..MOST_FORMULAS.min(passage.formulas.len())).unwrap_or_default();
    let places: Vec<Range<usize>> = formulas.iter().map(|one| one.place.clone()).collect();
    let mut described = describe(passage.text, &places).into_iter().peekable();
    for (at, formula) in formulas.iter().enumerate() {
        let description = described.next_if(|one| one.formula == at + 1);
        let constraint = formula.latex.clone();
        let place = layout.place(number, formula.place.start);
        let sentence = layout.sentence(passage.text, formula.place.start);
        let said = |range: Range<usize>| SaidAt {
            field: passage.field.name(),
            start: range.start,
            end: range.end,
            sentence: sentence.trim().to_owned(),
        };
        let (names, constraints) = match shape(&formula.opt) {
            Shape::Names(names) => (names, Vec::new()),
            Shape::States(names) => (names, vec![constraint]),
            Shape::Other => (Vec::new(), Vec::new()),
        };
        // "If x=0 is a solution": what follows a relation is not said about its left side.
        let is_said = |one: &Description| {
            constraints.is_empty() || matches!(one.pattern, Pattern::Let | Pattern::Beside | Pattern::Called)
        };
        let description = description.filter(is_said);
        if let Some(one) = description.as_ref().filter(|_| names.is_empty()) {
            let meaning = phrase(None, &formula.latex, one, said(one.place.clone()));
            found.push(Found { meaning, at: place });
        }
        for name in &names {
            if description.is_none() && constraints.is_empty() {
                continue;
            }
            let mut meaning = match &description {
                Some(one) => phrase(Some(name), &name.latex, one, said(one.place.clone())),
                None => bare(name, said(formula.place.clone())),
            };
            meaning.constraints.clone_from(&constraints);
            if meaning.noun.is_none() {
                meaning.noun = sort_in(&formula.opt).map(str::to_owned);
            }
            found.push(Found { meaning, at: place });
        }
    }
}

/// A meaning that a phrase gives.
fn phrase(name: Option<&Symbol>, latex: &str, one: &Description, said: SaidAt) -> Meaning {
    let (mathml, letters) = drawn(latex);
    Meaning {
        symbol: latex.to_owned(),
        mathml,
        letters,
        kind: kind(name, Some(&one.kind)),
        noun: Some(one.kind.clone()),
        description: Some(one.text.split_whitespace().collect::<Vec<_>>().join(" ")),
        short: Some(one.short.split_whitespace().collect::<Vec<_>>().join(" ")),
        constraints: Vec::new(),
        pattern: one.pattern.name(),
        scope: MeaningScope::Document,
        confidence: (one.score * 1000.0).round() / 1000.0,
        said,
        formulas: Vec::new(),
    }
}

/// A meaning that only formulas give.
fn bare(name: &Symbol, said: SaidAt) -> Meaning {
    let (mathml, letters) = drawn(&name.latex);
    Meaning {
        symbol: name.latex.clone(),
        mathml,
        letters,
        kind: kind(Some(name), None),
        noun: None,
        description: None,
        short: None,
        constraints: Vec::new(),
        pattern: "formula",
        scope: MeaningScope::Document,
        confidence: STATED,
        said,
        formulas: Vec::new(),
    }
}

fn kind(name: Option<&Symbol>, noun: Option<&str>) -> SymbolKind {
    let Some(name) = name else { return SymbolKind::Expression };
    let by_noun = KINDS.iter().find(|(_, nouns)| noun.is_some_and(|noun| nouns.contains(&noun)));
    match by_noun {
        Some((kind, _)) => *kind,
        None if name.is_set => SymbolKind::Set,
        None if name.is_function => SymbolKind::Function,
        None => SymbolKind::Variable,
    }
}

/// Constraints without words go to the words for the same symbol before them; what is said twice is said once.
fn merge(found: &mut Vec<Found>) {
    let mut kept: Vec<Found> = Vec::with_capacity(found.len());
    for one in found.drain(..) {
        let meaning = &one.meaning;
        let last = kept.iter_mut().rev().find(|known| known.meaning.symbol == meaning.symbol);
        if let Some(last) = last {
            let is_same = meaning.description.is_none()
                || last.meaning.description.as_ref().map(|text| text.to_lowercase())
                    == meaning.description.as_ref().map(|text| text.to_lowercase());
            if is_same {
                for constraint in &meaning.constraints {
                    // An equation is a value and not a meaning beside words.
                    if !last.meaning.constraints.contains(constraint) && last.meaning.constraints.len() < 4 {
                        last.meaning.constraints.push(constraint.clone());
                    }
                }
                continue;
            }
        }
        kept.push(one);
    }
    *found = kept;
}

/// A meaning reaches until the symbol gets another one.
fn set_scopes(found: &mut [Found]) {
    let scope = |at: usize, own: &Found| {
        let is_other =
            |(place, one): &(usize, &Found)| *place != at && one.meaning.symbol == own.meaning.symbol;
        let is_near = |(_, one): (usize, &Found)| {
            (one.at.passage, one.at.paragraph) == (own.at.passage, own.at.paragraph)
        };
        let near: Vec<bool> = found.iter().enumerate().filter(is_other).map(is_near).collect();
        match near.is_empty() {
            true => MeaningScope::Document,
            false if near.contains(&true) => MeaningScope::Sentence,
            false => MeaningScope::Paragraph,
        }
    };
    let scopes: Vec<MeaningScope> = found.iter().enumerate().map(|(at, one)| scope(at, one)).collect();
    for (one, scope) in found.iter_mut().zip(scopes) {
        one.meaning.scope = scope;
    }
}

/// The meaning of a symbol at a place: of its sentence, else the last one before it, else the first one after it.
fn applying(found: &[Found], symbol: &str, at: Place) -> Option<usize> {
    let of_symbol = || found.iter().enumerate().filter(|(_, one)| one.meaning.symbol == symbol);
    let is_same_sentence =
        |one: &Found| (one.at.passage, one.at.sentence) == (at.passage, at.sentence) && one.at.sentence > 0;
    of_symbol()
        .rfind(|(_, one)| is_same_sentence(one))
        .or_else(|| of_symbol().take_while(|(_, one)| one.at <= at).last())
        .or_else(|| of_symbol().next())
        .map(|(place, _)| place)
}
