//! Decides whether a formula without delimiters is LaTeX, MathML or plain text.
//!
//! Commands, alignment and dollars are LaTeX. Without them most formulas read the same in LaTeX and plain text, and
//! are LaTeX; a formula is plain text if it has a notation that LaTeX would read differently.

use super::words::{command, is_tight, takes_argument};
use super::{brackets, digits, operators, scan, words};
use crate::Notation;

/// The most likely notation of a formula without delimiters.
pub fn notation(text: &str) -> Notation {
    let trimmed = text.trim_start();
    let markup = ["<m", "<apply", "<c", "<?xml", "<!", "<sem"].iter().any(|start| trimmed.starts_with(start));
    if markup && trimmed.contains('>') {
        return Notation::MathMl;
    }
    if text.contains(['\\', '&', '$']) && !is_set_difference(text) && !text.contains("\\sqrt(") {
        return Notation::Latex;
    }
    let is_plain = match text.contains('{') {
        true => names_function(text) || has_set(text) || text.contains(['√', '∛', '∜']),
        false => has_plain_mark(text) || names_function(text),
    };
    let is_plain =
        is_plain || text.contains('\\') || text.contains(['Σ', 'Π']) && scan::has_sum_of_letter(text);
    if is_plain { Notation::Text } else { Notation::Latex }
}

/// Whether the only backslash is between two sets: `A\B`, `A \ B`.
fn is_set_difference(text: &str) -> bool {
    match text.split_once('\\') {
        Some((before, _)) => {
            scan::is_set_difference(text, before.len()) && text.matches(['\\', '&', '$']).count() == 1
        }
        None => false,
    }
}

/// Whether a formula without commands and braces has a notation that LaTeX does not have.
fn has_plain_mark(text: &str) -> bool {
    const MARKS: [&str; 45] = [
        "^(", "_(", "^-", "^+", "_-", "<=", ">=", "->", "=>", "**", "sqrt", "oo", "+-", "+/-", "=/=", "~=",
        "~~", "==", "<<", ">>", "<>", "/ ", "√", "∛", "∜", "%", "—", " choose ", "~", "Z/", " x ", "₋∞",
        " of ", " to ", " from ", " as ", "x10^", "•", "∙", "∕", "‘", "⊥", "!==", " and ", " or ",
    ];
    MARKS.iter().any(|mark| text.contains(mark))
        || text.contains(" in ")
        || digits::follow_operand(text)
        || has_bound_without_script(text)
        || text.match_indices('/').any(|(at, _)| scan::divides_bracket(text, at))
        || has_inequality(text)
        || has_long_script(text)
        || has_spaced_numbers(text)
        || brackets::is_matrix(text.get(text.find("[[").unwrap_or(text.len())..).unwrap_or(""))
        || text
            .split('<')
            .skip(1)
            .any(|inside| inside.split('>').next().is_some_and(|list| list.contains(',')))
            && text.contains('>')
}

/// Whether `!=` is an inequality. `n!=6` is more often a factorial.
fn has_inequality(text: &str) -> bool {
    text.match_indices("!=")
        .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_ascii_digit() || operators::COUNTS.contains(&c)))
}

/// Whether a script is longer than one character: `x^12`, `e^ix`, `e^x^2`, `a_ij`.
fn has_long_script(text: &str) -> bool {
    let is_index = |behind: &str| scan::letters(behind) > 1;
    text.split('_').skip(1).any(is_index)
        || text.match_indices('^').any(|(at, _)| match text.as_bytes().get(at + 1..) {
            Some([one, other, ..]) if one.is_ascii_digit() => other.is_ascii_digit() || *other == b'^',
            Some([one, b'^', ..]) => one.is_ascii_alphabetic(),
            Some([b'i', other, ..]) => {
                text[..at].ends_with('e') && !other.is_ascii_punctuation() && *other != b' '
            }
            // `e^kt`
            Some([one, other, ..]) => {
                text[..at].ends_with('e') && one.is_ascii_alphabetic() && other.is_ascii_alphabetic()
            }
            _ => false,
        })
}

/// Whether digits with a power stand directly after an integral: `∫0^1`.
fn has_bound_without_script(text: &str) -> bool {
    text.split('∫').skip(1).any(|behind| {
        let digits = scan::number(behind);
        digits > 0 && behind[digits..].starts_with('^')
    })
}

/// Whether numbers stand side by side, or with an `x` for a product between them: `3 1/2`, `6 x 10^3`.
fn has_spaced_numbers(text: &str) -> bool {
    text.match_indices(' ').any(|(at, _)| {
        let behind = &text[at + 1..];
        let behind = behind.strip_prefix("x ").unwrap_or(behind);
        text[..at].ends_with(|c: char| c.is_ascii_digit()) && behind.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether braces that are no argument enclose a list or a condition: `{1,2}`, `{x | x>0}`.
fn has_set(text: &str) -> bool {
    text.match_indices('{').any(|(at, _)| {
        let is_argument = text[..at].trim_end().ends_with(['^', '_', '}']);
        let braces = scan::bracket(&text[at..]).and_then(|length| text.get(at..at + length));
        !is_argument && braces.is_some_and(brackets::is_set)
    })
}

fn names_function(text: &str) -> bool {
    let is_applied = |(at, _)| text[..at].chars().rev().take_while(char::is_ascii_alphabetic).count() > 3;
    text.match_indices('(').any(is_applied)
        || text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| {
            matches!(word, "ln" | "lg" | "pi" | "div" | "curl" | "grad" | "rot" | "Re" | "Im")
                || words::is_group_name(word)
                || word.len() > 2 && (command(word).is_some() || is_tight(word) || takes_argument(word))
        })
}
