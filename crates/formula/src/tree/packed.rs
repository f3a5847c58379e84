//! Trees as bytes, small enough to keep millions of them: about two bytes per node.
//!
//! The bytes list the nodes of a tree in pre-order. A node is one byte for its kind and for which fields
//! follow, then its label and, where it has them, its style and the places of its children. Spans are not
//! stored: they point into a source, and a stored formula has as many sources as it has occurrences.
//!
//! Operator names are numbers of the [`Vocabulary`] they were written with. A store of trees keeps its
//! vocabulary once, so that a later version with more names can read the old trees.
//!
//! What it is not: a check of integrity. Damaged bytes give `None` or another tree, never a panic and never
//! a tree deeper than those of the readers. A store that must detect damage keeps a checksum.

mod bytes;
mod layout;
mod operators;

use crate::names;
use crate::opt::Opt;
use crate::slt::Slt;
use crate::symbol::Symbol;

/// The operator names of stored trees, by number.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    symbols: Vec<Option<Symbol>>,
    texts: Vec<String>,
}

impl Vocabulary {
    /// The names this version writes, in the order of their numbers.
    pub fn written() -> Vec<&'static str> {
        names::all()
    }

    /// The vocabulary of trees that were written with `names`.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Vocabulary {
        let texts: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let symbols = texts.iter().map(|text| names::find(text)).collect();
        Vocabulary { symbols, texts }
    }

    /// The symbol of a number; a name this version does not know becomes a text of the tree.
    fn symbol(&self, number: u64, texts: &mut crate::symbol::Texts) -> Option<Symbol> {
        let number = usize::try_from(number).ok()?;
        match self.symbols.get(number)? {
            Some(symbol) => Some(*symbol),
            None => Some(texts.intern(self.texts.get(number)?)),
        }
    }
}

impl Default for Vocabulary {
    /// The vocabulary of this version.
    fn default() -> Self {
        Vocabulary::of(Vocabulary::written())
    }
}

/// Appends a layout tree to `out`.
///
/// ```
/// use formula::packed::{self, Vocabulary};
/// use formula::{Options, latex, write::tangent};
///
/// let (slt, _) = latex::read(r"\frac{a}{b}+x^2", &Options::default());
/// let mut bytes = Vec::new();
/// packed::pack_layout(&slt, &mut bytes);
/// let back = packed::unpack_layout(&bytes).unwrap();
/// assert_eq!(tangent::slt_string(&back), tangent::slt_string(&slt));
/// ```
pub fn pack_layout(slt: &Slt, out: &mut Vec<u8>) {
    layout::pack(slt, out);
}

/// The layout tree in `bytes`, which must hold it and nothing else.
pub fn unpack_layout(bytes: &[u8]) -> Option<Slt> {
    layout::unpack(bytes)
}

/// Appends an operator tree to `out`, names by the numbers of [`Vocabulary::written`].
pub fn pack_operators(opt: &Opt, out: &mut Vec<u8>) {
    operators::pack(opt, out);
}

/// The operator tree in `bytes`, which must hold it and nothing else.
pub fn unpack_operators(bytes: &[u8], vocabulary: &Vocabulary) -> Option<Opt> {
    operators::unpack(bytes, vocabulary)
}

#[cfg(test)]
mod tests;
