//! Separates the punctuation of a sentence from the typed pieces and formulas in it.

use std::ops::Range;

/// Characters that end a sentence or a part of one.
pub(super) const SENTENCE_ENDS: [char; 5] = ['.', ',', ';', ':', '?'];

/// The most layers of punctuation that are removed from a piece: `(f(x)?).`
const MOST_LAYERS: usize = 4;

/// A piece without the punctuation of the sentence around it.
pub(super) fn core(piece: &str) -> &str {
    let mut word = piece.trim_matches(['"', '“', '”', '„', '«', '»', '‘', '’', '`']);
    for _ in 0..MOST_LAYERS {
        let before = word.len();
        word = word.trim_end_matches(['.', ',', ';', ':']).trim_start_matches([',', ';', ':']);
        word = without_end(word);
        word = without_loose_brackets(word);
        word = without_dash(word);
        if word.len() == before {
            break;
        }
    }
    word
}

/// A word or number without the dash or slash at its end: `co- ordinate`, `2/ 3`.
fn without_dash(word: &str) -> &str {
    let Some(before) = word.strip_suffix(['-', '/']) else { return word };
    let is_word = before.chars().count() > 1 && before.chars().all(char::is_alphabetic);
    let is_number = !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit());
    if is_word || is_number { before } else { word }
}

/// A piece without a `?`, `!` or `'` at its end, unless that is a wildcard, factorial or prime.
fn without_end(word: &str) -> &str {
    let Some(last) = word.chars().next_back().filter(|c| matches!(c, '?' | '!' | '\'')) else { return word };
    let before = word.get(..word.len() - last.len_utf8()).unwrap_or("").trim_end();
    let is_kept = match last {
        '?' => {
            before.ends_with(['+', '-', '−', '*', '/', '=', '<', '>', '≤', '≥', '^', '_', '(', '{', '|'])
                || before.is_empty()
                || before == "?"
                || word.ends_with(" ?") && awaits_operand(before)
        }
        _ => {
            let end = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            let is_number = !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
            // `(fg)'=f'g+fg'`
            let is_derivative = last == '\''
                && end.chars().count() < 4
                && before.contains(['=', '+', '('])
                && !before.starts_with('\'');
            end.chars().count() == 1 || is_number || is_derivative || before.ends_with([')', '\'', '!'])
        }
    };
    if is_kept { word } else { before }
}

/// Whether a formula ends with a big operator and its limits, which need something after them: `int_0^1`.
fn awaits_operand(formula: &str) -> bool {
    let last = formula.rsplit(char::is_whitespace).next().unwrap_or("");
    let name = last.trim_start_matches('\\');
    let has_limits = |name: &str| name.is_empty() || name.starts_with(['_', '^', '₀', '₁']);
    ["int", "sum", "prod", "lim", "∫", "∑", "∏"]
        .iter()
        .any(|sign| name.strip_prefix(sign).is_some_and(has_limits))
}

/// A piece without brackets at its edges whose partners are missing: `(see`, `x)`.
fn without_loose_brackets(word: &str) -> &str {
    // Half-open intervals: `[0,1)`.
    if word.contains(',') && is_balanced(word) {
        return word;
    }
    let mut word = word;
    for (open, close) in [('(', ')'), ('[', ']')] {
        for _ in 0..depth(word, open, close) {
            word = word.strip_prefix(open).unwrap_or(word);
        }
        for _ in depth(word, open, close)..0 {
            word = word.strip_suffix(close).unwrap_or(word);
        }
    }
    word
}

/// Whether every bracket closes, round and square brackets alike.
pub(super) fn is_balanced(source: &str) -> bool {
    let mut depth = 0_usize;
    for c in source.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return false,
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// The bytes of a formula without the punctuation of the sentence around it.
pub(super) fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let source = text.get(place.clone()).unwrap_or("");
    let mut inside = source;
    for _ in 0..MOST_LAYERS {
        let before = inside.len();
        inside = inside.trim();
        if !inside.ends_with("...") {
            inside = inside.trim_end_matches(['.', ',', ';', ':']);
        }
        inside = inside.trim_start_matches([',', ';', '‘', '“', '”', '"']);
        inside = inside.trim_end_matches(['“', '”', '"']);
        if source.starts_with('‘') {
            inside = inside.trim_end_matches('’');
        }
        inside = without_end(inside);
        inside = without_loose_brackets(inside);
        if inside.len() == before {
            break;
        }
    }
    let start = place.start + source.find(inside).unwrap_or(0);
    start..start + inside.len()
}

/// How many more brackets open than close.
pub(super) fn depth(source: &str, open: char, close: char) -> i32 {
    let mut depth = 0;
    let mut is_escaped = false;
    for c in source.chars() {
        if !is_escaped {
            depth += i32::from(c == open) - i32::from(c == close);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    depth
}

/// Whether a piece consists of closing brackets.
pub(super) fn closes_only(piece: &str) -> bool {
    piece.chars().all(|c| matches!(c, ')' | ']' | '}' | '.' | ',' | '?'))
}
