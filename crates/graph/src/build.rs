//! A builder of meaning graphs from mathematical prose, without weights.
//!
//! Words get tags from a table and from their neighbours; a parser that descends from clauses to phrases builds the graph as it
//! reads. It knows the sentences of mathematics: "Let F be a group", "Prove that F for all F", "How can I show that", "where F
//! is the number of", conditions, negation, questions. The tables are data files under `data/build`.
//!
//! It takes any text. Whatever the grammar does not expect is skipped or hangs at the top, and **every formula of the text is in
//! the graph**, because a context without its formula is of no use for a search of formulas.
//!
//! What it is not: a parser of English with learned weights. Such parsers agree with people in four of five triples, this
//! one in about half; their graphs come in as PENMAN.

mod clauses;
mod describing;
pub(crate) mod lexicon;
mod nodes;
mod phrases;
mod questions;
mod requests;
pub(crate) mod tokens;
mod verbs;

use std::ops::Range;

use nodes::Parser;
use tokens::Token;

use crate::{Graph, merge};

/// The most words of a sentence that are read as one; longer ones are lists or tables, and are cut.
const LONGEST_SENTENCE: usize = 200;

/// The graph of a text. `formulas` are the places of its formulas, in order; formula number *n* (from 1) becomes a
/// `string-entity` with the name `"eqxneqx"`, which [`crate::graft`] replaces by its operator tree.
///
/// ```
/// let text = "Let $f$ be a continuous function. Prove that $f(0)=0$.";
/// let graph = graph::build::build(text, &[4..7, 45..53]);
/// let expected = "(m / multi-sentence \
///     :snt1 (l / let-01 :arg1 (f / function :arg1-of (c / continue-01) \
///     :domain (s / string-entity :value \"eqx1eqx\")) :mode imperative :arg0 (y / you)) \
///     :snt2 (p / prove-01 :arg1 (s2 / string-entity :value \"eqx2eqx\") :mode imperative :arg0 (y2 / you)))";
/// assert_eq!(graph::penman::on_one_line(&graph), expected);
/// ```
pub fn build(text: &str, formulas: &[Range<usize>]) -> Graph {
    merge(&sentences(text, formulas))
}

/// The graphs of the sentences of a text, one each.
pub fn sentences(text: &str, formulas: &[Range<usize>]) -> Vec<Graph> {
    let mut graphs = Vec::new();
    for (_, words) in tagged_sentences(text, formulas) {
        for words in words.chunks(LONGEST_SENTENCE) {
            graphs.extend(Parser::new(words).sentence());
        }
    }
    graphs
}

/// The sentences of a text with their places and words; the places of words are counted from the start of their sentence.
pub(crate) fn tagged_sentences(text: &str, formulas: &[Range<usize>]) -> Vec<(Range<usize>, Vec<Token>)> {
    let numbered: Vec<(Range<usize>, usize)> = placed(text, formulas);
    let places: Vec<Range<usize>> = numbered.iter().map(|(place, _)| place.clone()).collect();
    let mut rest = numbered.as_slice();
    let mut found = Vec::new();
    for sentence in text::sentences::sentences(text, &places) {
        let before = rest.partition_point(|(place, _)| place.start < sentence.start);
        let count = rest[before..].partition_point(|(place, _)| place.end <= sentence.end);
        let (inside, after) = rest[before..].split_at(count);
        rest = after;
        let moved = |place: &Range<usize>| place.start - sentence.start..place.end - sentence.start;
        let inside: Vec<(Range<usize>, usize)> =
            inside.iter().map(|(place, number)| (moved(place), *number)).collect();
        let words = tokens::tokens(text.get(sentence.clone()).unwrap_or(""), &inside);
        found.push((sentence, words));
    }
    found
}

/// The formulas that are places of the text, in order and without overlaps, with their numbers.
fn placed(text: &str, formulas: &[Range<usize>]) -> Vec<(Range<usize>, usize)> {
    let mut from = 0;
    let mut found = Vec::new();
    for (index, place) in formulas.iter().enumerate() {
        if place.start >= from && text.get(place.clone()).is_some_and(|formula| !formula.is_empty()) {
            from = place.end;
            found.push((place.clone(), index + 1));
        }
    }
    found
}
