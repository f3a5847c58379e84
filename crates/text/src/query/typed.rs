//! Decides which of the pieces that were typed without delimiters are formulas.
//!
//! A piece is mathematical if it cannot be anything else: operators between operands, scripts, commands, mathematical
//! characters. A piece that could be either (a single letter, a number, the name of a function) joins a mathematical
//! neighbour, and an operator that stands alone joins its neighbours on both sides.
//!
//! What it is not: a language model. Hyphenated names (`p-adic`, `L^2-norm`) and ordinary words stay words.

mod brackets;
mod chemistry;
mod look;
mod operators;
mod phrasing;
mod punctuation;

use std::ops::Range;

use super::Demand;
use super::atoms::Atom;
use look::Look;

/// One formula, or the bytes of some words.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Segment {
    pub place: Range<usize>,
    pub is_formula: bool,
    pub sign: Option<Demand>,
    /// Whether it is a formula that may have taken a `-` meant to exclude it.
    pub has_doubtful_sign: bool,
}

struct Piece<'a> {
    source: &'a str,
    content: Range<usize>,
    place: Range<usize>,
    sign: Option<Demand>,
    look: Look,
    has_doubtful_sign: bool,
}

/// Cuts consecutive pieces into formulas and words.
pub(super) fn segments(text: &str, atoms: &[Atom], is_whole_query: bool, signs_count: bool) -> Vec<Segment> {
    let mut pieces: Vec<Piece<'_>> = atoms
        .iter()
        .map(|atom| {
            let source = text.get(atom.content.clone()).unwrap_or("");
            let sign = atom.sign;
            let (content, place) = (atom.content.clone(), atom.place.clone());
            Piece { source, content, place, sign, look: look::look(source), has_doubtful_sign: false }
        })
        .collect();
    brackets::join(&mut pieces);
    phrasing::join(text, &mut pieces);
    chemistry::set_apart(&mut pieces);
    settle_signs(text, &mut pieces, is_whole_query, signs_count);
    settle_short(&mut pieces);
    if is_whole_query {
        settle_first(&mut pieces);
    }
    let mut out = Vec::new();
    let mut rest = pieces.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        if first.look == Look::Word {
            out.push(words(first));
            rest = behind;
            continue;
        }
        let mut length =
            1 + behind.iter().take_while(|piece| piece.look != Look::Word && piece.sign.is_none()).count();
        // The name of a function before a word is a word: `∫ dx/x log or arctan`.
        let ends_in_name =
            |length: usize| rest.get(length - 1).is_some_and(|last| last.look == Look::Function);
        while length > 1 && length < rest.len() && ends_in_name(length) {
            length -= 1;
        }
        let (run, behind) = rest.split_at(length);
        read_run(text, run, is_whole_query && length == pieces.len(), &mut out);
        rest = behind;
    }
    out
}

/// Whether a range is one formula and nothing else.
pub(super) fn is_one_formula(text: &str, place: Range<usize>) -> bool {
    let source = text.get(place).unwrap_or("");
    let mut has_formula = false;
    let is_mathematical = source.split_whitespace().map(look::look).all(|look| {
        has_formula |= look == Look::Formula;
        !matches!(look, Look::Word | Look::Article)
    });
    is_mathematical && has_formula
}

/// Whether a formula is also a word of prose: `L^2`, `SL_2`.
pub(super) fn is_scripted_word(source: &str) -> bool {
    let Some((base, script)) = source.split_once(['^', '_']) else { return false };
    let is_short = |part: &str, most: usize| {
        (1..=most).contains(&part.chars().count()) && part.chars().all(char::is_alphanumeric)
    };
    // `A^T` is a transpose.
    is_short(base, 3)
        && is_short(script, 2)
        && !script.starts_with('T')
        && base.starts_with(char::is_uppercase)
}

fn words(piece: &Piece<'_>) -> Segment {
    let place = piece.content.clone();
    Segment { place, is_formula: false, sign: piece.sign, has_doubtful_sign: false }
}

/// Decides which signs are demands. After a formula or an operator, `-x` continues it, and so it does after a word that a
/// value follows (`from -infinity`). At the beginning of a query, before anything is asked for, `-x^2+1` is a formula.
fn settle_signs<'a>(text: &'a str, pieces: &mut [Piece<'a>], is_whole_query: bool, signs_count: bool) {
    let mut is_behind_formula = false;
    for index in 0..pieces.len() {
        let (before, rest) = pieces.split_at_mut(index);
        let Some(piece) = rest.first_mut() else { return };
        if piece.sign.is_some() {
            let awaits_value = before.last().is_some_and(awaits_value);
            let is_mathematical =
                awaits_value && piece.look == Look::Short || !matches!(piece.look, Look::Word | Look::Short);
            let is_behind_formula = is_behind_formula || awaits_value;
            let is_first = index == 0 && is_whole_query && piece.sign == Some(Demand::Not);
            let opens_formula = is_first && piece.look == Look::Formula;
            if is_mathematical && (is_behind_formula || opens_formula) {
                piece.sign = None;
                piece.content.start = piece.place.start;
                piece.source = text.get(piece.content.clone()).unwrap_or("");
                piece.look = Look::Formula;
                piece.has_doubtful_sign = opens_formula;
            } else if !signs_count {
                piece.sign = None;
            }
        }
        is_behind_formula = piece.sign.is_none()
            && matches!(piece.look, Look::Formula | Look::Letter | Look::Number)
            && !piece.source.ends_with(punctuation::SENTENCE_ENDS);
    }
}

/// Whether a sign after a piece can only be part of a value: `= -b`, `x>0, -x`, `from -infinity`.
fn awaits_value(piece: &Piece<'_>) -> bool {
    const BEFORE_VALUES: &[&str] = &["from", "to", "between", "as", "at", "if", "equals"];
    let is_mathematical = !matches!(piece.look, Look::Word | Look::Article);
    piece.sign.is_none()
        && (is_mathematical && operators::ends_in_operator(piece.source)
            || piece.look == Look::Formula && piece.source.ends_with(',')
            || BEFORE_VALUES.contains(&piece.source))
}

/// Short words and articles are operands beside an operator and words elsewhere.
fn settle_short(pieces: &mut [Piece<'_>]) {
    for index in 0..pieces.len() {
        let (before, rest) = pieces.split_at_mut(index);
        let Some((piece, behind)) = rest.split_first_mut() else { return };
        let (last, next) = (before.last(), behind.first());
        let is_operand = last.is_some_and(|last| {
            operators::ends_in_operator(last.source)
                || (last.look == Look::Function || matches!(last.source, "...," | "…,"))
        }) || next.is_some_and(|next| operators::starts_with_operator(next.source));
        let is_alone = last.is_none() && next.is_none();
        piece.look = match piece.look {
            Look::Short if !is_operand => Look::Word,
            Look::Article if !is_operand && !is_alone && !is_argument(piece, last, next) => Look::Word,
            Look::Short | Look::Article => Look::Letter,
            Look::Word if is_product(piece, before, next) => Look::Letter,
            Look::Letter if is_unknown_of_equation(before, behind) => Look::Word,
            look => look,
        };
    }
}

/// Whether an article is an operand although no operator is beside it: `sin a`, `A^T A`.
fn is_argument(piece: &Piece<'_>, last: Option<&Piece<'_>>, next: Option<&Piece<'_>>) -> bool {
    let is_behind_formula = last
        .is_some_and(|last| last.look == Look::Formula && !last.source.ends_with(punctuation::SENTENCE_ENDS));
    let ends_formula = next.is_none_or(|next| next.look != Look::Word);
    last.is_some_and(|last| look::ends_with_function(last.source))
        || (piece.source == "A" && is_behind_formula && ends_formula)
}

/// Whether a letter after `for` only names what an equation is solved for: `solve for x 3x+2=11`.
fn is_unknown_of_equation(before: &[Piece<'_>], behind: &[Piece<'_>]) -> bool {
    let [next, ..] = behind else { return false };
    before.last().is_some_and(|last| last.source == "for")
        && !operators::starts_with_operator(next.source)
        && matches!(next.look, Look::Formula | Look::Letter | Look::Number)
        && behind.iter().any(|piece| operators::has_relation(piece.source))
}

/// Whether a short word is a product of variables: it ends a formula, behind an operator (`v = u + at`).
fn is_product(piece: &Piece<'_>, before: &[Piece<'_>], next: Option<&Piece<'_>>) -> bool {
    let [.., operand, operator] = before else { return false };
    let is_short =
        matches!(piece.source.len(), 2 | 3) && piece.source.bytes().all(|byte| byte.is_ascii_lowercase());
    let ends_formula = next.is_none_or(|next| next.look == Look::Operator);
    is_short
        && ends_formula
        && piece.sign.is_none()
        && matches!(operator.source, "=" | "+" | "-" | "−" | "*")
        && matches!(operand.look, Look::Letter | Look::Formula | Look::Number)
}

/// `sum 1/n^2`: the first word is an operator if only a formula follows it.
fn settle_first(pieces: &mut [Piece<'_>]) {
    let Some((first, behind)) = pieces.split_first_mut() else { return };
    let is_formula = behind.iter().any(|piece| piece.look == Look::Formula)
        && behind.iter().all(|piece| piece.look != Look::Word && piece.sign.is_none());
    if is_formula && first.sign.is_none() && look::may_open_formula(first.source) {
        first.look = Look::Name;
    }
}

/// Reads a run of pieces that are not words: as formulas, or as words after all.
fn read_run(text: &str, run: &[Piece<'_>], is_whole_query: bool, out: &mut Vec<Segment>) {
    if !is_formula(run, is_whole_query) {
        return out.extend(run.iter().map(words));
    }
    let sign = run.first().and_then(|piece| piece.sign);
    let has_doubtful_sign = run.first().is_some_and(|piece| piece.has_doubtful_sign);
    for part in parts(run) {
        let part = without_loose_operators(part, is_whole_query);
        let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
        if !is_formula(part, is_whole_query) {
            out.extend(part.iter().map(words));
            continue;
        }
        let start = if first.sign.is_some() { first.content.start } else { first.place.start };
        let place = punctuation::trimmed(text, start..last.content.end);
        if place.is_empty() {
            continue;
        }
        out.push(Segment { place, is_formula: true, sign, has_doubtful_sign });
    }
}

/// Whether a run has what makes a formula: a piece that can be nothing else, an operator between operands, or a
/// function before its argument. A run of letters and numbers that is the whole query is a formula too.
fn is_formula(run: &[Piece<'_>], is_whole_query: bool) -> bool {
    let is_operand =
        |piece: &Piece<'_>| matches!(piece.look, Look::Letter | Look::Number | Look::Name | Look::Function);
    let has_formula = run.iter().any(|piece| piece.look == Look::Formula);
    let has_operation = run.windows(3).any(|three| match three {
        [one, two, three] => two.look == Look::Operator && is_operand(one) && is_operand(three),
        _ => false,
    });
    let has_application = run.windows(2).any(|two| match two {
        [one, two] => one.look == Look::Function && matches!(two.look, Look::Letter | Look::Number),
        _ => false,
    });
    let is_alone = is_whole_query
        && match run {
            [one] => matches!(one.look, Look::Letter | Look::Number),
            run => run.iter().any(|piece| matches!(piece.look, Look::Letter | Look::Number)),
        };
    let is_symbol = |piece: &Piece<'_>| piece.look == Look::Operator && operators::is_symbol(piece.source);
    has_formula || has_operation || has_application || is_alone || run.iter().all(is_symbol)
}

/// Cuts a run where one formula ends and the next begins: after a full stop or semicolon, and after a comma between two
/// formulas with a relation each (`x>0, y>0`, but not `x=1, 2, 3`).
fn parts<'a, 'b>(run: &'a [Piece<'b>]) -> Vec<&'a [Piece<'b>]> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut has_relation = false;
    let mut depth = 0;
    for (index, piece) in run.iter().enumerate() {
        has_relation |= operators::has_relation(piece.source);
        depth += punctuation::depth(piece.source, '(', ')')
            + punctuation::depth(piece.source, '{', '}')
            + punctuation::depth(piece.source, '[', ']');
        let is_last = index + 1 == run.len();
        let ends = piece.source.ends_with(['.', ';']) && !piece.source.ends_with("..");
        // `for x: 2x=4`, but not `f: X → Y`.
        let ends = ends
            || depth <= 0
                && piece.source.ends_with(':')
                && !run.iter().skip(index + 1).any(|piece| operators::contains_arrow(piece.source));
        let lists = piece.source.ends_with(',')
            && has_relation
            && next_has_relation(run.get(index + 1..).unwrap_or(&[]));
        if !is_last && (ends || lists && depth <= 0) {
            out.extend(run.get(start..=index));
            (start, has_relation, depth) = (index + 1, false, 0);
        }
    }
    out.extend(run.get(start..));
    out
}

/// Whether there is a relation before the next comma.
fn next_has_relation(pieces: &[Piece<'_>]) -> bool {
    for piece in pieces.iter().take(brackets::LONGEST) {
        if operators::has_relation(piece.source) {
            return true;
        }
        if piece.source.ends_with([',', ';', '.']) {
            return false;
        }
    }
    false
}

/// A run without the operators at its end and the bullets at its start, which belong to the sentence around it.
fn without_loose_operators<'a, 'b>(run: &'a [Piece<'b>], is_whole_query: bool) -> &'a [Piece<'b>] {
    if let [one] = run
        && operators::is_symbol(one.source)
    {
        return run;
    }
    let is_loose = |piece: &Piece<'_>| !is_whole_query && piece.look == Look::Operator;
    let is_bullet =
        |piece: &Piece<'_>| is_loose(piece) && matches!(piece.source, "+" | "-" | "*" | "–" | "—");
    let mut run = run;
    while let Some((_, before)) = run.split_last().filter(|(last, _)| is_loose(last)) {
        run = before;
    }
    while let Some((_, behind)) = run.split_first().filter(|(first, _)| is_bullet(first)) {
        run = behind;
    }
    run
}
