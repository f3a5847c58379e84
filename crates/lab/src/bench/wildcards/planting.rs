//! Formulas made from topics by putting something in for each wildcard.

use std::collections::BTreeMap;

use formula::write::tex;
use index::Index;
use random::Random;
use rank::formulas::Query;
use rank::formulas::wildcards::replace;
use similarity::unification::{Bindings, Names, Pattern, Where};

use crate::bench::known_item::pieces;
use crate::known_items::Written;

/// The most nodes of a replacement for a wildcard.
const PIECE: usize = 12;

/// How often another replacement is drawn for a formula that does not match its topic: for the `f` of `f(x)` most
/// replacements do not.
const TRIES: usize = 200;

/// A formula made from a topic.
pub(super) struct Plant {
    pub(super) query: Query,
    pub(super) latex: String,
    /// The replacement of each name.
    pub(super) bindings: BTreeMap<String, String>,
}

/// As many planted formulas as asked for, the topics in turn, and how often another replacement had to be drawn.
pub(super) fn plant(index: &Index, asked: &[Query], trials: usize, seed: u64) -> (Vec<Plant>, usize) {
    let mut pieces = pieces(index, seed, PIECE);
    pieces.retain(|piece| is_term(piece));
    let mut plants = Vec::new();
    let mut redrawn = 0;
    for (trial, query) in asked.iter().cycle().take(trials).enumerate() {
        let mut random = Random::named(seed, &format!("trial {trial}"));
        let pattern = Pattern::new(&query.canonical);
        let source = tex::write(&query.formula.slt);
        for _ in 0..TRIES {
            let (latex, bindings) = filled(&source, &pieces, &mut random);
            if is_instance(&pattern, &latex) {
                plants.push(Plant { query: query.clone(), latex, bindings });
                break;
            }
            redrawn += 1;
        }
    }
    (plants, redrawn)
}

/// The text with something drawn for each name: in brackets, unless braces are around its place or it is one symbol.
fn filled(source: &str, pieces: &[String], random: &mut Random) -> (String, BTreeMap<String, String>) {
    let mut bindings: BTreeMap<String, String> = BTreeMap::new();
    replace(source, |name| {
        let draw = || pieces.get(random.below(pieces.len())).cloned().unwrap_or_default();
        bindings.entry(name.to_owned()).or_insert_with(draw);
        String::new()
    });
    let mut latex = source.to_owned();
    for (name, piece) in &bindings {
        latex = latex.replace(&format!("{{\\qvar{{{name}}}}}"), &format!("{{{piece}}}"));
    }
    let latex = replace(&latex, |name| {
        let piece = bindings.get(name).cloned().unwrap_or_default();
        if Written::read(&piece).symbols() == 1 { format!("{piece} ") } else { format!("({piece})") }
    });
    (latex, bindings)
}

/// Whether Perga reads the text as a formula that matches the query: brackets and products have several readings.
fn is_instance(pattern: &Pattern, latex: &str) -> bool {
    let written = Written::read(latex);
    let found = pattern.unify(&written.canonical, &mut Bindings::default(), Where::Whole, Names::Kept);
    written.is_sound() && found.is_some()
}

/// Whether brackets around a piece change nothing; around a list they make a tuple.
fn is_term(piece: &str) -> bool {
    Written::read(&format!("({piece})")).says_the_same(&Written::read(piece))
}
