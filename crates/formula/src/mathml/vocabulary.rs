//! What the element names of Content MathML and the symbol names of LaTeXML stand for in operator trees.
//!
//! The table is `data/content.tsv`; after the rules of Tangent for the same names (Davila and Zanibbi, 2017).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::names;
use crate::opt::Kind;
use crate::symbol::{Symbol, Texts};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) kind: Kind,
    label: &'static str,
}

impl Meaning {
    /// The label as a symbol of a tree.
    pub(super) fn symbol(self, texts: &mut Texts) -> Symbol {
        match self.kind {
            Kind::Variable => texts.intern(self.label),
            _ => names::find(self.label).unwrap_or_else(|| texts.intern(self.label)),
        }
    }
}

struct Vocabulary {
    elements: FxHashMap<&'static str, Meaning>,
    symbols: FxHashMap<&'static str, Meaning>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary { elements: FxHashMap::default(), symbols: FxHashMap::default() };
    for line in include_str!("../../data/content.tsv").lines() {
        let mut fields = line.split('\t');
        let (Some(place), Some(name), Some(kind)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let meaning = Meaning { kind: kind_of(kind), label: fields.next().unwrap_or(name) };
        match place {
            "element" => vocabulary.elements.insert(name, meaning),
            _ => vocabulary.symbols.insert(name, meaning),
        };
    }
    vocabulary
});

fn kind_of(letter: &str) -> Kind {
    match letter {
        "U" => Kind::Unordered,
        "F" => Kind::Function,
        "C" => Kind::Constant,
        "V" => Kind::Variable,
        "W" => Kind::Absent,
        _ => Kind::Ordered,
    }
}

/// What an empty element such as `<plus/>` stands for.
pub(super) fn element(name: &str) -> Option<Meaning> {
    VOCABULARY.elements.get(name).copied()
}

/// What the text of a `csymbol` stands for; the names of elements mean the same there.
pub(super) fn symbol(name: &str) -> Option<Meaning> {
    VOCABULARY.symbols.get(name).copied().or_else(|| element(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_kinds_of_tangent() {
        assert_eq!(element("plus").map(|meaning| meaning.kind), Some(Kind::Unordered));
        assert_eq!(element("determinant").map(|meaning| meaning.label), Some("det"));
        assert_eq!(symbol("superscript").map(|meaning| meaning.label), Some("sup"));
        assert_eq!(symbol("absent").map(|meaning| meaning.kind), Some(Kind::Absent));
        assert_eq!(symbol("plus").map(|meaning| meaning.kind), Some(Kind::Unordered));
        assert_eq!(symbol("Q7913892"), None);
    }
}
