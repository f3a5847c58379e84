//! Formulas with words in them, as people say them: `sum from i=1 to n of i^2`, `limit as x->0 of`, `n choose k`,
//! `x in R`. The words become parts of the formula; the reader of formulas knows them.

use super::look::Look;
use super::operators::{contains_arrow, has_arrow, is_arrow};
use super::punctuation::core;
use super::{Piece, look};

/// The most pieces of a bound: `i = 1`.
const LONGEST_BOUND: usize = 3;

/// Makes the words of spoken formulas parts of them.
pub(super) fn join<'a>(text: &'a str, pieces: &mut [Piece<'a>]) {
    for at in 0..pieces.len() {
        let Some(rest) = pieces.get_mut(at..) else { return };
        let length = bounds(rest).or_else(|| between(rest)).unwrap_or(0);
        for piece in rest.iter_mut().take(length) {
            piece.look = Look::Formula;
        }
        // A sign inside belongs to the formula.
        for piece in rest.iter_mut().take(length).skip(1).filter(|piece| piece.sign.is_some()) {
            piece.sign = None;
            piece.content.start = piece.place.start;
            piece.source = text.get(piece.content.clone()).unwrap_or("");
        }
    }
}

fn is_operand(piece: &Piece<'_>) -> bool {
    matches!(piece.look, Look::Formula | Look::Letter | Look::Number | Look::Name | Look::Function)
        && !piece.source.ends_with(super::punctuation::SENTENCE_ENDS)
}

/// The number of pieces of an operator with its bounds, if something follows them.
fn bounds(pieces: &[Piece<'_>]) -> Option<usize> {
    let (first, rest) = pieces.split_first()?;
    let length = match first.source.to_ascii_lowercase().as_str() {
        "lim" | "limit" => approach(rest)?,
        "sum" | "product" | "prod" | "int" | "integral" | "∑" | "∫" | "∏" => range(rest)?,
        _ => return None,
    };
    let behind = rest.get(length..)?;
    let of = usize::from(behind.first().is_some_and(|piece| piece.source == "of"));
    let term = behind.get(of)?;
    let begins_term =
        matches!(term.look, Look::Formula | Look::Letter | Look::Number | Look::Name | Look::Function);
    begins_term.then_some(1 + length + of)
}

/// `as x->0`, `x to 0`.
fn approach(pieces: &[Piece<'_>]) -> Option<usize> {
    let skip = usize::from(pieces.first()?.source == "as");
    let pieces = pieces.get(skip..)?;
    match pieces {
        [bound, ..] if has_arrow(bound.source) => Some(skip + 1),
        [variable, arrow, target, ..] => {
            let is_bound = matches!(variable.look, Look::Letter | Look::Formula)
                && (is_arrow(arrow.source) || matches!(arrow.source, "to" | "approaches"))
                && is_operand(target);
            is_bound.then_some(skip + 3)
        }
        _ => None,
    }
}

/// `from 0 to 1`, `k = 0 to n`.
fn range(pieces: &[Piece<'_>]) -> Option<usize> {
    let skip = usize::from(pieces.first()?.source == "from");
    let lower = pieces.get(skip..)?;
    let length = lower.iter().take(LONGEST_BOUND + 1).position(|piece| piece.source == "to")?;
    let (lower, rest) = lower.split_at(length);
    let is_bound = !lower.is_empty()
        && lower.iter().all(|piece| !matches!(piece.look, Look::Word | Look::Article))
        && (skip == 1 || lower.iter().any(|piece| piece.source.contains('=')));
    (is_bound && is_operand(rest.get(1)?)).then_some(skip + length + 2)
}

/// The number of pieces of `n choose k` or `x in R`.
fn between(pieces: &[Piece<'_>]) -> Option<usize> {
    let [left, word, right, ..] = pieces else { return None };
    let joins = match word.source {
        "choose" => {
            let is_count =
                |piece: &Piece<'_>| matches!(piece.look, Look::Formula | Look::Letter | Look::Number);
            is_count(left) && !left.source.ends_with(',') && is_count(right)
        }
        // `f : X -> Y`
        ":" => {
            let map = pieces.get(2..).unwrap_or(&[]).iter().take(LONGEST_BOUND);
            left.look == Look::Letter && map.clone().any(|piece| contains_arrow(piece.source))
        }
        "in" => is_element(left) && is_domain(right, pieces.get(3)),
        _ => false,
    };
    joins.then_some(3)
}

/// One variable, or a list of them.
fn is_element(piece: &Piece<'_>) -> bool {
    let source = core(piece.source);
    !piece.source.ends_with(super::punctuation::SENTENCE_ENDS)
        && piece.look != Look::Article
        && source.split(',').all(|name| name.chars().count() == 1 && name.chars().all(char::is_alphabetic))
}

/// A capital letter, perhaps with a script, or an interval or set.
fn is_domain(piece: &Piece<'_>, next: Option<&Piece<'_>>) -> bool {
    let source = core(piece.source);
    if piece.look == Look::Formula && (source.starts_with(['[', '(', '{']) || look::is_double_struck(source))
    {
        return true;
    }
    let name = source.split(['^', '_', '+']).next().unwrap_or("");
    let is_capital = name.chars().count() == 1 && name.chars().all(char::is_uppercase);
    match name {
        "I" => false,
        "A" => next.is_none_or(|next| next.look != Look::Word),
        _ => is_capital,
    }
}
