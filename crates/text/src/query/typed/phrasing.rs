//! Formulas with words in them, as people say them: `sum from i=1 to n of i^2`, `limit as x->0 of`, `n choose k`,
//! `x in R`. The words become parts of the formula; the reader of formulas knows them.

use super::look::Look;
use super::operators::{contains_arrow, ends_in_operator, has_arrow, is_arrow, is_operator};
use super::punctuation::core;
use super::{Piece, look};

/// The most pieces of a bound: `i = 1`.
const LONGEST_BOUND: usize = 3;

/// Makes the words of spoken formulas parts of them.
pub(super) fn join<'a>(text: &'a str, pieces: &mut [Piece<'a>]) {
    for at in 0..pieces.len() {
        let is_alone = at == 0 || pieces.get(at - 1).is_some_and(|last| last.look != Look::Word);
        let is_operand = at > 0 && pieces.get(at - 1).is_some_and(|last| ends_in_operator(last.source));
        let Some(rest) = pieces.get_mut(at..) else { return };
        let length = bounds(rest)
            .or_else(|| bounds_at_end(rest))
            .or_else(|| between(rest, is_alone))
            .or_else(|| logarithm(rest))
            .or_else(|| derivative(rest))
            .or_else(|| applied(rest, is_operand))
            .unwrap_or(0);
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

/// What an operator with bounds is, by its name or sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Limit,
    Integral,
    Sum,
}

impl Operator {
    fn of(name: &str) -> Option<Operator> {
        Some(match name.to_ascii_lowercase().as_str() {
            "lim" | "limit" => Operator::Limit,
            "int" | "integral" | "∫" => Operator::Integral,
            "sum" | "product" | "prod" | "∑" | "∏" => Operator::Sum,
            _ => return None,
        })
    }
}

/// The number of pieces of an operator with its bounds, if something follows them.
fn bounds(pieces: &[Piece<'_>]) -> Option<usize> {
    let (first, rest) = pieces.split_first()?;
    let length = match Operator::of(first.source) {
        Some(Operator::Limit) => approach(rest)?,
        Some(_) => range(rest)?,
        // `∑k=1 to n of k²`
        None if first.source.starts_with(['∑', 'Σ', '∏']) && first.source.contains('=') => {
            let [to, upper, ..] = rest else { return None };
            (to.source == "to" && is_operand(upper)).then_some(2)?
        }
        None => return None,
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
        [variable, verb, to, target, ..] if matches!(verb.source, "goes" | "tends") && to.source == "to" => {
            (variable.look == Look::Letter && is_operand(target)).then_some(skip + 4)
        }
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

/// The most pieces of an integrand, a summand or the like.
const LONGEST_TERM: usize = 24;

/// The number of pieces of an operator whose bounds are at the end: `limit of sin x/x as x -> 0`.
fn bounds_at_end(pieces: &[Piece<'_>]) -> Option<usize> {
    let (first, rest) = pieces.split_first()?;
    let name = first.source;
    let operator = match name.chars().next()? {
        '∫' => Operator::Integral,
        '∑' => Operator::Sum,
        _ if name.eq_ignore_ascii_case("integrate") => Operator::Integral,
        _ => Operator::of(name)?,
    };
    let of = usize::from(rest.first()?.source == "of");
    let term = rest.get(of..)?;
    let length = term.iter().take(LONGEST_TERM).take_while(|piece| is_part_of_term(piece)).count();
    let behind = term.get(length..)?;
    let bound = match (operator, behind.first()) {
        (Operator::Limit, Some(next)) if next.source == "as" => approach(behind)?,
        // `lim sin x/x x→0`
        (Operator::Limit, None) if length > 1 && has_arrow(term.last()?.source) => 0,
        (Operator::Integral, Some(next)) if next.source == "from" => range(behind)?,
        (Operator::Sum, Some(next)) if next.source == "from" => {
            range(behind).filter(|_| behind.iter().any(|piece| piece.source.contains('=')))?
        }
        _ => return None,
    };
    (length > 0 || name.chars().nth(1).is_some()).then_some(1 + of + length + bound)
}

fn is_part_of_term(piece: &Piece<'_>) -> bool {
    !matches!(piece.look, Look::Word | Look::Article) && !piece.source.ends_with([';', ':', '?', '.'])
}

/// The number of pieces of `log base 2 of 8`.
fn logarithm(pieces: &[Piece<'_>]) -> Option<usize> {
    let [log, base, number, of, argument, ..] = pieces else { return None };
    let is_one = log.source == "log" && base.source == "base" && of.source == "of";
    (is_one && is_operand(number) && is_operand(argument)).then_some(5)
}

/// The number of pieces of `rank A`, beside an operator.
fn applied(pieces: &[Piece<'_>], is_operand: bool) -> Option<usize> {
    const NAMES: &[&str] = &["rank", "nullity", "trace"];
    let [name, argument, ..] = pieces else { return None };
    let is_beside_operator = is_operand || pieces.get(2).is_some_and(|next| is_operator(next.source));
    let is_letter = argument.source.chars().count() == 1 && argument.look != Look::Word;
    (NAMES.contains(&name.source) && is_letter && is_beside_operator).then_some(2)
}

/// The number of pieces of `d/dx of x^2`.
fn derivative(pieces: &[Piece<'_>]) -> Option<usize> {
    let [sign, of, argument, ..] = pieces else { return None };
    let is_one = sign.source.starts_with("d/d") && sign.source.chars().count() == 4 && of.source == "of";
    (is_one && is_operand(argument)).then_some(3)
}

/// The number of pieces of `n choose k`, `x in R` or `u x v`.
fn between(pieces: &[Piece<'_>], is_alone: bool) -> Option<usize> {
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
        // But not `n x n matrix`.
        "x" => {
            let is_factor = |piece: &Piece<'_>| {
                piece.source != "x" && piece.source.chars().count() == 1 && piece.look != Look::Word
            };
            let ends = pieces.get(3).is_none_or(|next| next.look != Look::Word);
            is_alone && ends && is_factor(left) && is_factor(right)
        }
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
