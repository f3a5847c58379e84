//! Classifies a piece between two spaces by its characters alone.

use std::sync::LazyLock;

use formula::plain::{are_differentials, names_function_with_argument};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chemistry;
use super::operators::is_operator;
use super::punctuation::{core, depth};
use crate::words::ORDINAL_ENDINGS;
use crate::{question, table};

const NAMES_AND_KINDS: &str = include_str!("../../../data/typed-names.tsv");

static NAMES: LazyLock<FxHashMap<&'static str, Look>> = LazyLock::new(|| {
    table::rows(NAMES_AND_KINDS)
        .filter(|(_, kind)| *kind != "scripted")
        .map(|(name, kind)| (name, if kind == "function" { Look::Function } else { Look::Name }))
        .collect()
});

/// English words that name an operator if they have a script.
static SCRIPTED: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    table::rows(NAMES_AND_KINDS).filter(|(_, kind)| *kind == "scripted").map(|(name, _)| name).collect()
});

static WORDS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../../../data/typed-words.txt")).collect());

/// A run of at least this many letters is an ordinary word rather than a product of variables.
const FEWEST_LETTERS_OF_A_WORD: usize = 3;

static UNITS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../../../data/units.txt")).collect());

/// The most letters of a script.
const LONGEST_SCRIPT: usize = 4;

/// The most bytes of a line of `typed-words.txt`.
const LONGEST_LISTED_WORD: usize = 8;

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Look {
    /// Certainly a formula.
    Formula,
    /// A single letter, possibly with an index.
    Letter,
    /// A number.
    Number,
    /// The name of a function: `sin`.
    Function,
    /// Another name used in formulas: `pi`, `dx`.
    Name,
    /// `+`, `=`, `->` alone.
    Operator,
    /// `a`, `A`, `I`: far more often English than variables.
    Article,
    /// Two letters, or three capitals, that are not a common word: `xy`, `ABC`.
    Short,
    /// Ordinary language.
    Word,
}

/// The look of a piece.
pub(super) fn look(piece: &str) -> Look {
    let word = core(piece);
    if word.is_empty() && piece.starts_with("...") || word == "…" {
        return Look::Name;
    }
    if word.is_empty() {
        return if is_operator(piece) { Look::Operator } else { Look::Word };
    }
    if is_operator(word) {
        return Look::Operator;
    }
    if is_listed_word(word) || chemistry::is_compound(word) || is_quantity(word) {
        return Look::Word;
    }
    if word.contains("://") || word.contains('@') || is_hyphenated_name(word) {
        return Look::Word;
    }
    if is_accented(word) {
        return Look::Letter;
    }
    if word.chars().all(char::is_alphabetic) {
        return look_of_letters(word);
    }
    if is_number(word.trim_end_matches('…')) {
        // `0.999...` is an endless number; `3...` may end a sentence.
        let is_endless = word.contains('.') && (piece.ends_with("...") || piece.ends_with('…'));
        return if is_endless { Look::Formula } else { Look::Number };
    }
    look_of_mixed(word)
}

/// Whether a piece is in the table of words with signs, in any case.
fn is_listed_word(word: &str) -> bool {
    word.len() <= LONGEST_LISTED_WORD && WORDS.contains(word.to_ascii_lowercase().as_str())
}

fn look_of_letters(word: &str) -> Look {
    let mut letters = word.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return Look::Word };
    if second.is_none() {
        return match first {
            'a' | 'A' | 'I' => Look::Article,
            c if is_mathematical(c) && !is_greek(c) => Look::Formula,
            _ => Look::Letter,
        };
    }
    if word.chars().any(|c| is_mathematical(c) && !is_greek(c)) {
        return Look::Formula;
    }
    if let Some(&look) = NAMES.get(word) {
        return look;
    }
    let has_greek_argument = word.chars().next_back().is_some_and(is_greek) && begins_with_function(word);
    if names_function_with_argument(word) || has_greek_argument {
        return Look::Formula;
    }
    // `nθ`
    let (last, before) = (word.chars().next_back(), word.chars().count() - 1);
    if last.is_some_and(is_greek) && before <= 2 && word.chars().take(before).all(|c| c.is_ascii_alphabetic())
    {
        return Look::Letter;
    }
    // `Δx`
    if is_greek(first) && word.chars().count() <= 3 && word.chars().skip(1).all(|c| c.is_ascii_alphabetic()) {
        return Look::Letter;
    }
    let count = word.chars().count();
    let is_differential = count == 2 && first == 'd' && word != "do";
    if is_differential || are_differentials(word) {
        return Look::Name;
    }
    if word.chars().all(is_greek) {
        return if count < FEWEST_LETTERS_OF_A_WORD { Look::Formula } else { Look::Word };
    }
    let is_upper = word.chars().all(char::is_uppercase);
    let is_short = count == 2 || count == 3 && (is_upper || is_mixed(word));
    let is_common = question::is_stop_word(&word.to_lowercase());
    if is_short && !is_common { Look::Short } else { Look::Word }
}

/// Classifies a piece with other characters than letters: `a+b`, `f(x)`, `2x`, `\alpha`, against `and/or`, `(see`,
/// `3rd`.
fn look_of_mixed(word: &str) -> Look {
    if has_command(word) {
        return Look::Formula;
    }
    let runs: Vec<&str> = word.split(|c: char| !c.is_alphabetic()).filter(|run| !run.is_empty()).collect();
    let is_known = |run: &&str| {
        is_operand(run) || is_scripted(word, run) || is_script(word, run) || is_factor(word, run)
    };
    let is_known = |run: &&str| is_known(run) || word.contains('=') && is_applied(word, run);
    if !runs.iter().all(is_known) && !is_equation(word, &runs) {
        return Look::Word;
    }
    if starts_with_function_of_number(word) {
        return Look::Formula;
    }
    if is_ratio(word) {
        return Look::Letter;
    }
    if is_ordinal(word) || is_contraction(word) || is_size(word) {
        return Look::Word;
    }
    if word.strip_prefix(['+', '-', '−']).is_some_and(is_number) {
        return Look::Number;
    }
    let is_between = |sign: char| word.contains(sign) && !word.starts_with(sign) && !word.ends_with(sign);
    if word.contains(['^', '_', '=', '<', '>', '+', '*', '/', '|', '\'', '!'])
        || is_between('~')
        || is_between('•')
        || word.contains(['-', '–', '?', '·']) && word.chars().count() > 1
        || word.chars().any(is_mathematical)
        || is_bracketed_list(word)
        || is_application(word)
    {
        let has_operand = !runs.is_empty()
            || word.contains(|c: char| c.is_ascii_digit())
            || word.chars().any(is_mathematical);
        return if has_operand { Look::Formula } else { Look::Word };
    }
    if word.starts_with(|c: char| c.is_ascii_digit())
        && !runs.is_empty()
        && word.chars().all(char::is_alphanumeric)
    {
        return Look::Formula;
    }
    let starts_with_letter = word.starts_with(char::is_alphabetic);
    let is_indexed = starts_with_letter && word.chars().skip(1).all(|c| c.is_ascii_digit());
    // A list of variables: `x,y`, `v1,v2,...,vn`.
    let is_indexed_item = |item: &str| {
        item.chars().count() == 2 && item.ends_with(|c: char| c.is_ascii_digit() || c == 'n') || item == "..."
    };
    let is_list = word.split(',').all(|item| item.chars().count() == 1)
        || word.contains(',') && word.split(',').all(is_indexed_item);
    if is_indexed || is_list || word.contains(['(', ')', '[', ']', '{', '}']) {
        Look::Letter
    } else {
        Look::Word
    }
}

/// Whether a run of letters can be an operand: it is short, or a name used in formulas.
fn is_operand(run: &str) -> bool {
    let count = run.chars().count();
    let is_upper = run.chars().all(char::is_uppercase);
    let is_short = count < FEWEST_LETTERS_OF_A_WORD || count == 3 && (is_upper || is_mixed(run));
    let is_common = count == 2 && question::is_stop_word(run);
    NAMES.contains_key(run)
        || is_short && !is_common
        || begins_with_function(run)
        || names_function_with_argument(run)
        || run.chars().any(|c| is_mathematical(c) && !is_greek(c))
}

/// Whether a word belongs to a formula because it is an operator with a script: `sum_(n=1)^oo`.
fn is_scripted(piece: &str, run: &str) -> bool {
    SCRIPTED.contains(run)
        && piece.match_indices(run).any(|(at, _)| {
            piece.get(at + run.len()..).is_some_and(|behind| behind.starts_with(['_', '^', '(', '{']))
        })
}

/// Whether a run of letters is a product because of what is around it: `by` in `ax+by=c`, `udv` in `∫udv`.
fn is_factor(piece: &str, run: &str) -> bool {
    let count = run.chars().count();
    let has_differential = (2..=4).contains(&count)
        && run.ends_with(['x', 'y', 't', 'u', 'v'])
        && run.chars().rev().nth(1) == Some('d');
    // `Pdx+Qdy`
    let is_form = count == 3 && run.starts_with(char::is_uppercase) && piece.contains(['+', '-', '=']);
    count == 2 && piece.contains('=') && piece.contains(['+', '-', '('])
        || has_differential && (is_form || piece.contains(['∫', '∮']))
}

/// `x̄`: a letter with a mark above it.
fn is_accented(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(char::is_alphabetic)
        && matches!(characters.next(), Some('\u{302}'..='\u{304}' | '\u{307}' | '\u{20d0}'..='\u{20ff}'))
        && characters.next().is_none()
}

/// Whether a run of letters is applied to something: `rank(A)`.
fn is_applied(piece: &str, run: &str) -> bool {
    piece
        .match_indices(run)
        .all(|(at, _)| piece.get(at + run.len()..).is_some_and(|behind| behind.starts_with('(')))
}

/// Whether a run of letters is the script of something: `TAx` in `x^TAx`.
fn is_script(piece: &str, run: &str) -> bool {
    run.chars().count() <= LONGEST_SCRIPT
        && piece
            .match_indices(run)
            .any(|(at, _)| piece.get(..at).is_some_and(|before| before.ends_with(['^', '_'])))
}

/// Letters that are not written like a word: `nRT`, `GMm`.
fn is_mixed(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase)
}

/// Whether a piece is an equation for one or two letters, with products of a few letters: `v=u+at`, `E=mgh`.
fn is_equation(piece: &str, runs: &[&str]) -> bool {
    let Some((left, right)) = piece.split_once('=') else { return false };
    let left = left.split(['^', '²', '³']).next().unwrap_or("");
    let is_short = |run: &&str| run.chars().count() <= 3 || is_operand(run);
    (1..=2).contains(&left.chars().count())
        && left.chars().all(char::is_alphabetic)
        && !right.is_empty()
        && runs.iter().all(is_short)
}

/// `sin2x`, `sqrt2`, `log10`: a function, digits and perhaps a variable.
fn starts_with_function_of_number(word: &str) -> bool {
    let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let (name, behind) = word.split_at(letters);
    let argument = behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    NAMES.get(name) == Some(&Look::Function)
        && argument.len() < behind.len()
        && argument.chars().count() <= 1
        && argument.chars().all(char::is_alphabetic)
}

/// `a:b`, `3:4`, but not the time `10:30`.
fn is_ratio(word: &str) -> bool {
    let is_term = |term: &str| {
        (term.chars().count() == 1 && term.chars().all(char::is_alphanumeric))
            || (!term.is_empty() && term.bytes().all(|byte| byte.is_ascii_digit()))
    };
    word.split_once(':').is_some_and(|(left, right)| is_term(left) && is_term(right) && right.len() != 2)
}

/// `3pm`, `5km`: a number and a unit.
fn is_quantity(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < word.len() && UNITS.contains(unit.to_ascii_lowercase().as_str())
}

/// Whether a piece ends with the name of a function.
pub(super) fn ends_with_function(piece: &str) -> bool {
    let name = piece.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    NAMES.get(name) == Some(&Look::Function)
}

/// Whether a piece is nothing but an opening bracket or closing brackets.
pub(super) fn is_bracket(piece: &str) -> bool {
    piece.chars().all(|c| matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | '.' | '?'))
}

/// Whether a word is an operator if something mathematical follows it.
pub(super) fn may_open_formula(word: &str) -> bool {
    SCRIPTED.contains(word)
}

/// `sinx`, `logn`, `isinθ`, `cosnθ`: a function and one letter, perhaps with a factor.
fn begins_with_function(run: &str) -> bool {
    let Some((last, argument)) = run.char_indices().next_back() else { return false };
    let (name, _) = run.split_at(last);
    let is_function = |name: &str| NAMES.get(name) == Some(&Look::Function);
    let without_i = name.strip_prefix('i').unwrap_or(name);
    let without_factor = without_i.strip_suffix(['n', 'm', 'k']).unwrap_or(without_i);
    is_function(name) || is_greek(argument) && (is_function(without_i) || is_function(without_factor))
}

/// Whether a piece opens a bracket after a short name and does not close it: `f(x,`, `gcd(a,`.
pub(super) fn opens_application(piece: &str) -> bool {
    let Some((name, _)) = piece.split_once('(') else { return false };
    let mut runs = piece.split(|c: char| !c.is_alphabetic()).filter(|run| !run.is_empty());
    depth(piece, '(', ')') > 0
        && name.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '^'))
        && runs.all(|run| is_operand(run) || is_scripted(piece, run))
}

/// Whether a word is a hyphenated name: one of its parts is an ordinary word.
fn is_hyphenated_name(word: &str) -> bool {
    if has_command(word) || word.contains(['=', '<', '>', '+']) {
        return false;
    }
    let parts = || word.split(['-', '‐', '‑', '–', '—']);
    if is_commutator(parts()) {
        return false;
    }
    let is_word = |part: &str| {
        let is_long = part.chars().count() >= FEWEST_LETTERS_OF_A_WORD;
        let has_letters_only = part.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '’');
        let is_common = question::is_stop_word(part) || ORDINAL_ENDINGS.contains(&part);
        let is_abbreviation = part.chars().count() > 1 && part.chars().all(char::is_uppercase);
        let is_name = is_long && !NAMES.contains_key(part) || is_common && part.len() > 1;
        has_letters_only && (is_name || is_abbreviation)
    };
    let are_all_long = parts().all(|part| {
        part.chars().count() >= FEWEST_LETTERS_OF_A_WORD && part.chars().all(char::is_alphabetic)
    });
    parts().nth(1).is_some() && (parts().any(is_word) || are_all_long)
}

/// Whether two parts have the same letters in reverse: `AB-BA`.
fn is_commutator<'a>(mut parts: impl Iterator<Item = &'a str>) -> bool {
    match (parts.next(), parts.next(), parts.next()) {
        (Some(one), Some(other), None) => {
            one.chars().count() == 2 && one != other && one.chars().rev().eq(other.chars())
        }
        _ => false,
    }
}

fn has_command(word: &str) -> bool {
    word.match_indices('\\').any(|(at, _)| {
        let behind = word.get(at + 1..).and_then(|rest| rest.chars().next());
        behind.is_some_and(|c| {
            c.is_ascii_alphabetic() || matches!(c, '\\' | '{' | '}' | '|' | ',' | ';' | '!' | '(' | '[')
        })
    })
}

fn is_number(word: &str) -> bool {
    let is_part_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '–' | '%' | '°');
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part_of_number)
}

fn is_ordinal(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_counted = ending.len() < word.len() || word.len() <= 4;
    is_counted && ORDINAL_ENDINGS.contains(&ending.trim_start_matches(['^', '\'', '-']))
        || word.ends_with("^th")
        || word.ends_with("'th")
}

/// `I've`, `2's`, `0s`: letters after an apostrophe, or a plural.
fn is_contraction(word: &str) -> bool {
    let is_plural = word
        .strip_suffix('s')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    // A transpose: `X'X`.
    if word.chars().count() == 3 && word.chars().filter(|c| c.is_uppercase()).count() == 2 {
        return false;
    }
    let behind = word.split(['\'', '’']).skip(1);
    let is_contracted = behind.into_iter().any(|behind| behind.starts_with(char::is_alphabetic));
    is_plural || is_contracted && !word.contains(['=', '+', '^', '_', '(', '*', '/'])
}

/// `2x2`: the size of a matrix.
fn is_size(word: &str) -> bool {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('x').is_some_and(|(rows, columns)| is_count(rows) && is_count(columns))
}

/// `(a,b)`, `[0,1]`, `{1,2}`: brackets with a comma inside.
fn is_bracketed_list(word: &str) -> bool {
    word.starts_with(['(', '[', '{']) && word.ends_with([')', ']', '}']) && word.contains(',')
}

/// `f(x)`, `sin(2x)`, `2(x)`: a bracket with something before it and something in it.
fn is_application(word: &str) -> bool {
    let Some((name, inside)) = word.split_once('(') else { return false };
    !name.is_empty() && inside.contains(')') && !inside.starts_with(')') && inside != "s)"
}

/// A character that does not occur in ordinary sentences.
fn is_mathematical(c: char) -> bool {
    is_greek(c)
        || matches!(
            c,
            '△' | '×' | '÷' | '±' | '¬' | '²' | '³' | '¹' | '⁄' | '′' | '″' | '‴' | '‖' | 'ˣ' | 'ʸ'
        )
        || matches!(u32::from(c),
            0x2070..=0x209F          // superscripts and subscripts
            | 0x2102..=0x2138        // double-struck and script letters
            | 0x1D2C..=0x1D6A        // superscript letters
            | 0x2C7C                 // subscript j
            | 0xFF0B | 0xFF1C..=0xFF1E // full-width + < = >
            | 0x2190..=0x23FF        // arrows, operators, technical
            | 0x27C0..=0x27EF | 0x27F0..=0x27FF | 0x2900..=0x2AFF
            | 0x1D400..=0x1D7FF) // mathematical alphabets
}

fn is_greek(c: char) -> bool {
    matches!(c, 'Α'..='ω' | 'ϑ' | 'ϕ' | 'ϖ' | 'ϱ' | 'ϵ')
}

/// Whether a name begins with a double-struck letter.
pub(super) fn is_double_struck(name: &str) -> bool {
    name.starts_with(['ℝ', 'ℂ', 'ℕ', 'ℤ', 'ℚ', 'ℙ', 'ℍ'])
}
