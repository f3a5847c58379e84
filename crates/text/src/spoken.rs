//! The words for a formula: what a reader would call its operators, functions and named symbols.
//!
//! People who do not know a formula ask for "the integral of sine", but a text may have neither word beside `\int \sin
//! x\,dx`. The words are in `data/spoken.tsv`, by the labels of operator trees, so LaTeX, MathML and plain text give
//! the same words.
//!
//! What it is not: a way to read a formula aloud. Order and nesting are lost. Variables and numbers have no words, and
//! neither have the operators that nearly every formula has (plus, equals, powers): a word that occurs everywhere finds
//! nothing.

use std::sync::LazyLock;

use formula::names;
use formula::opt::{Font, Kind, NodeId, Opt};
use rustc_hash::FxHashMap;

use crate::table;

static TABLE: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../data/spoken.tsv"));
    rows.flat_map(|(labels, words)| labels.split(' ').map(move |label| (label, words))).collect()
});

/// The words for the operators, functions and named symbols of a formula: each word once, in order of
/// appearance.
///
/// ```
/// let formula = formula::read(r"\int_0^\pi \sin x\,dx", formula::Notation::Latex, &formula::Options::default());
/// assert_eq!(text::spoken::words(&formula.opt), ["integral", "pi", "sine"]);
/// ```
pub fn words(formula: &Opt) -> Vec<&'static str> {
    let mut said = Vec::new();
    let mut label = String::new();
    let mut open: Vec<NodeId> = formula.root().into_iter().collect();
    while let Some(id) = open.pop() {
        for word in words_of_node(formula, id, &mut label) {
            if !said.contains(&word) {
                said.push(word);
            }
        }
        let first_child = open.len();
        open.extend(formula.children(id));
        if let Some(children) = open.get_mut(first_child..) {
            children.reverse();
        }
    }
    said
}

/// The words for one node; `label` is a buffer for its label.
fn words_of_node(
    formula: &Opt,
    id: NodeId,
    label: &mut String,
) -> impl Iterator<Item = &'static str> + use<> {
    let node = formula.node(id);
    label.clear();
    if node.font == Font::DoubleStruck {
        label.push_str("mathbb-");
    }
    if !matches!(node.kind, Kind::Number | Kind::Text | Kind::Wildcard) {
        formula.push_label(id, label);
        push_degree_of_root(formula, id, label);
    }
    TABLE.get(label.as_str()).copied().unwrap_or("").split_ascii_whitespace()
}

/// Adds the degree to the label of a square or cube root: `root-2`, `root-3`.
fn push_degree_of_root(formula: &Opt, id: NodeId, label: &mut String) {
    if formula.symbol(id) != names::ROOT {
        return;
    }
    let Some(degree) = formula.children(id).nth(1) else { return };
    if formula.label_is(degree, "2") || formula.label_is(degree, "3") {
        label.push('-');
        formula.push_label(degree, label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_words_as_texts_have_them() {
        for (labels, spoken) in table::rows(include_str!("../data/spoken.tsv")) {
            for word in spoken.split(' ') {
                let words: Vec<_> = crate::words::words(word).map(|word| word.text).collect();
                assert_eq!(words, [word], "for `{labels}`");
            }
        }
    }

    #[test]
    fn no_label_has_two_rows() {
        let rows = table::rows(include_str!("../data/spoken.tsv"));
        let labels: Vec<_> = rows.flat_map(|(labels, _)| labels.split(' ')).collect();
        assert_eq!(labels.len(), TABLE.len());
    }

    #[test]
    fn an_empty_formula_says_nothing() {
        assert!(words(&Opt::default()).is_empty());
    }
}
