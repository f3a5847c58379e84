//! Formulas of chemistry, which are words and not products of variables: `H2O`, `2H2 + O2 -> 2H2O`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::look::Look;
use super::{Piece, operators};
use crate::table;

static ELEMENTS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../../../data/elements.txt")).collect());

/// The most bytes of a compound.
const LONGEST: usize = 40;

/// The parts of a compound.
#[derive(Clone, Copy, Default)]
struct Parts {
    elements: usize,
    counts: usize,
    long_symbols: usize,
}

/// Whether a word is certainly a compound: several elements, and a count or a symbol of two letters.
pub(super) fn is_compound(word: &str) -> bool {
    is_ion(word)
        || parts(word).is_some_and(|parts| parts.elements > 1 && parts.counts + parts.long_symbols > 0)
            && word.contains(|c: char| c.is_numeric())
}

/// `Na+`, `Ca2+`, `SO4^2-`, `OH-`: a charge at the end, which no operand follows.
fn is_ion(word: &str) -> bool {
    let Some(without_sign) = word.strip_suffix(['+', '-', '−', '⁺', '⁻']) else { return false };
    let without_charge = without_sign.trim_end_matches(['2', '3', '²', '³', '⁴']).trim_end_matches('^');
    let is_known =
        |parts: Parts| parts.counts + parts.long_symbols > 0 || matches!(without_charge, "H" | "OH");
    parts(without_charge).is_some_and(is_known)
}

/// Makes words of the pieces of a reaction: compounds with `+` and an arrow between them.
pub(super) fn set_apart(pieces: &mut [Piece<'_>]) {
    let is_arrow =
        |piece: &Piece<'_>| operators::is_arrow(piece.source) || matches!(piece.source, "=" | "⇌" | "<->");
    let is_part = |piece: &Piece<'_>| is_arrow(piece) || piece.source == "+" || parts(piece.source).is_some();
    let is_reaction = pieces.iter().any(is_arrow)
        && pieces.iter().any(|piece| is_compound(piece.source))
        && pieces.iter().all(is_part);
    if is_reaction {
        pieces.iter_mut().for_each(|piece| piece.look = Look::Word);
    }
}

/// The elements and counts of a compound with its coefficient; none if a word is something else.
fn parts(word: &str) -> Option<Parts> {
    if word.len() > LONGEST {
        return None;
    }
    let mut parts = Parts::default();
    let mut rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    while let Some(c) = rest.chars().next() {
        let length = match c {
            'A'..='Z' => {
                let element = element(rest)?;
                parts.elements += 1;
                parts.long_symbols += usize::from(element == 2);
                element
            }
            '(' if rest
                .get(1..)
                .is_some_and(|inside| inside.starts_with(|c: char| c.is_ascii_uppercase())) =>
            {
                1
            }
            ')' => 1,
            '0'..='9' | '₀'..='₉' => {
                let count = rest.find(|c: char| !matches!(c, '0'..='9' | '₀'..='₉')).unwrap_or(rest.len());
                // One atom has no count: `P1V1` is not a compound.
                if matches!(rest.get(..count)?, "1" | "₁" | "0" | "₀") {
                    return None;
                }
                parts.counts += 1;
                count
            }
            _ => return None,
        };
        rest = rest.get(length..)?;
    }
    (parts.elements > 0).then_some(parts)
}

/// The length of the symbol of an element at the beginning of a text.
fn element(text: &str) -> Option<usize> {
    [2, 1].into_iter().find(|&length| text.get(..length).is_some_and(|symbol| ELEMENTS.contains(symbol)))
}
