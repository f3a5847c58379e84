//! Joins the pieces inside a bracket that opens in one piece and closes in another: `f(x, y)`, `{x | x>0}`.

use super::look::{self, Look};
use super::{Piece, operators, punctuation};

/// The most pieces that one bracket may span.
pub(super) const LONGEST: usize = 48;

/// Makes the pieces between a bracket that opens in a formula and the one that closes it part of the formula.
pub(super) fn join(pieces: &mut [Piece<'_>]) {
    let mut at = 0;
    while at < pieces.len() {
        let (before, rest) = pieces.split_at_mut(at);
        let is_operand = before.last().is_some_and(|last| operators::is_operator(last.source));
        at += joined_from(rest, is_operand).max(1);
    }
}

/// Joins the pieces inside the bracket that the first one opens; returns how many they are. After an operator the bracket
/// is an operand, whatever is in it.
fn joined_from(pieces: &mut [Piece<'_>], is_operand: bool) -> usize {
    let Some(first) = pieces.first() else { return 0 };
    let has_brace = first.look == Look::Formula && punctuation::depth(first.source, '{', '}') > 0;
    let last = if has_brace && !first.source.starts_with('{') {
        end(pieces, |_| true, |source| punctuation::depth(source, '{', '}'))
    } else if look::opens_application(first.source) {
        // `Σ(k=1 to n)`, `P(A and B)`
        let has_bounds = first.source.starts_with(['Σ', '∑', '∫', 's']);
        let is_event = first.source.starts_with("P(") || first.source.starts_with("Pr(");
        let is_inside = |piece: &Piece<'_>| {
            piece.look != Look::Word
                || punctuation::closes_only(piece.source)
                || has_bounds && piece.source == "to"
                || is_event && matches!(piece.source, "and" | "or" | "not" | "given")
        };
        end(pieces, is_inside, |source| punctuation::depth(source, '(', ')'))
    } else if first.source.starts_with(['(', '[', '{']) {
        group(pieces, is_operand)
    } else {
        None
    };
    let Some(last) = last else { return 0 };
    for piece in pieces.iter_mut().take(last + 1) {
        piece.look = Look::Formula;
        // A sign inside brackets belongs to the formula.
        piece.content.start = piece.place.start;
    }
    for piece in pieces.iter_mut().take(last + 1).skip(1) {
        piece.sign = None;
    }
    last + 1
}

/// The piece that closes what the first one opens; none if a piece before it is not inside a formula.
fn end(
    pieces: &[Piece<'_>],
    is_inside: impl Fn(&Piece<'_>) -> bool,
    depth_of: impl Fn(&str) -> i32,
) -> Option<usize> {
    let mut depth = 0;
    for (index, piece) in pieces.iter().enumerate().take(LONGEST) {
        if index > 0 && !is_inside(piece) {
            return None;
        }
        depth += depth_of(piece.source);
        if depth <= 0 {
            return Some(index);
        }
    }
    None
}

/// The end of a bracket with a list or an operation in it: `[0, 1)`, `( x + 1 )`, `{x in R : x>0}`.
fn group(pieces: &[Piece<'_>], is_operand: bool) -> Option<usize> {
    let first = pieces.first()?;
    let is_set = first.source.starts_with('{');
    let depth_of = |source: &str| {
        [('(', ')'), ('[', ']'), ('{', '}')]
            .into_iter()
            .map(|(open, close)| punctuation::depth(source, open, close))
            .sum::<i32>()
    };
    let is_inside = |piece: &Piece<'_>| {
        piece.look != Look::Word
            || look::is_bracket(piece.source)
            || is_set && matches!(piece.source, "in" | ":" | "…" | "...")
    };
    let may_open = first.look != Look::Word || look::is_bracket(first.source);
    if !may_open || depth_of(first.source) <= 0 {
        return None;
    }
    let last = end(pieces, is_inside, depth_of)?;
    let has_content = pieces.get(..=last)?.iter().any(|piece| {
        matches!(piece.look, Look::Formula | Look::Operator)
            || piece.source.ends_with(',')
            || operators::has_relation(piece.source)
    });
    (has_content || is_operand).then_some(last)
}
