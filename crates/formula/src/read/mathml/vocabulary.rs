//! The element names of Content MathML and the symbol names of LaTeXML with their meaning in operator trees.
//!
//! The table `data/content.tsv` follows the rules of Tangent for the same names (Davila and Zanibbi, 2017).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::names;
use crate::opt::Kind;
use crate::symbol::{Symbol, Texts};

/// The meaning of a name.
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
    for (place, name, meaning) in rows() {
        match place {
            "element" => vocabulary.elements.insert(name, meaning),
            _ => vocabulary.symbols.insert(name, meaning),
        };
    }
    vocabulary
});

/// Place, name and meaning of each line of the table.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, Meaning)> {
    include_str!("../../../data/content.tsv").lines().filter_map(|line| {
        let mut fields = line.split('\t');
        let (place, name, kind) = (fields.next()?, fields.next()?, fields.next()?);
        Some((place, name, Meaning { kind: kind_of(kind), label: fields.next().unwrap_or(name) }))
    })
}

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

/// The meaning of an empty element such as `<plus/>`.
pub(super) fn element(name: &str) -> Option<Meaning> {
    VOCABULARY.elements.get(name).copied()
}

/// The meaning of the text of a `csymbol`; the names of elements mean the same there.
pub(super) fn symbol(name: &str) -> Option<Meaning> {
    VOCABULARY.symbols.get(name).copied().or_else(|| element(name))
}

/// How an operator is spelled: as the empty element of that name, or as a `csymbol`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    Element(&'static str),
    Symbol(&'static str),
}

/// The spelling of an operator of this kind and name; elements before symbols.
pub(crate) fn spelling(kind: Kind, label: &str) -> Option<Spelling> {
    SPELLINGS.get(&(kind, label)).copied()
}

static SPELLINGS: LazyLock<FxHashMap<(Kind, &'static str), Spelling>> = LazyLock::new(|| {
    let mut spellings = FxHashMap::default();
    let mut add = |meaning: Meaning, spelling: Spelling| {
        spellings.entry((meaning.kind, meaning.label)).or_insert(spelling);
    };
    for place in ["element", "symbol"] {
        for (row_place, name, meaning) in rows() {
            match (place, row_place) {
                ("element", "element") => add(meaning, Spelling::Element(name)),
                ("symbol", row_place) if row_place != "element" => add(meaning, Spelling::Symbol(name)),
                _ => {}
            }
        }
    }
    spellings
});

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
