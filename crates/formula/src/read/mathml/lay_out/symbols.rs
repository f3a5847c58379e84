//! The characters of operator names: the operator dictionary read backwards.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::opt::{Kind, NodeId, Opt};
use crate::slt;
use crate::symbol::Symbol;
use crate::tables::operators::{self, Operator};

/// Names that are written as words or as several characters, and names whose usual character is not the
/// first one in the dictionary.
const WORDS: [(&str, &str); 23] = [
    ("limit", "lim"),
    ("limit-supremum", "lim sup"),
    ("limit-infimum", "lim inf"),
    ("supremum", "sup"),
    ("infimum", "inf"),
    ("determinant", "det"),
    ("dimension", "dim"),
    ("kernel", "ker"),
    ("rem", "mod"),
    ("assign", ":="),
    ("times", "×"),
    ("divide", "/"),
    ("minus", "-"),
    ("conditional", "|"),
    ("double-factorial", "!!"),
    ("real", "Re"),
    ("imaginary", "Im"),
    ("infinity", "∞"),
    ("emptyset", "∅"),
    ("imaginaryi", "i"),
    ("hbar", "ℏ"),
    ("prime", "′"),
    ("degree", "°"),
];

/// The first character of the dictionary for each name.
static CHARACTERS: LazyLock<FxHashMap<Symbol, char>> = LazyLock::new(|| {
    let mut characters = FxHashMap::default();
    for c in ('!'..='\u{2FFF}').filter(|c| !matches!(c, '\u{2061}'..='\u{2064}')) {
        if let Some(operator) = operators::find(c) {
            characters.entry(operator.name).or_insert(c);
        }
    }
    characters
});

/// The dictionary entry of the operator that a node is, by its name or its character.
pub(super) fn operator(opt: &Opt, id: NodeId) -> Option<&'static Operator> {
    if matches!(opt.node(id).kind, Kind::Number | Kind::Text | Kind::Wildcard | Kind::Constant) {
        return None;
    }
    let (_, text) = written(opt, id);
    operators::find_text(&text)
}

/// How the label of a node is written, and as what kind of symbol.
pub(super) fn written(opt: &Opt, id: NodeId) -> (slt::Kind, String) {
    let label = opt.label(id);
    match opt.node(id).kind {
        Kind::Number => return (slt::Kind::Number, label),
        Kind::Text => return (slt::Kind::Text, label),
        Kind::Wildcard => return (slt::Kind::Wildcard, label),
        _ => {}
    }
    let text = match WORDS.iter().find(|(name, _)| *name == label) {
        Some((_, text)) if opt.node(id).kind != Kind::Variable => (*text).to_owned(),
        _ => CHARACTERS.get(&opt.symbol(id)).map_or(label, char::to_string),
    };
    let is_operator = operators::find_text(&text).is_some() || text.starts_with('′');
    (if is_operator { slt::Kind::Operator } else { slt::Kind::Identifier }, text)
}
