//! The sentences of mathematical prose.
//!
//! A sentence ends at a full stop, `?` or `!` before white space, unless the full stop belongs to an abbreviation
//! ("e.g.", "Thm."), an initial ("G. H. Hardy"), a number or a list ("1. Let …"), or a lower-case letter follows.
//! Formulas are never cut: a full stop inside one belongs to it, but one before the closing delimiter ends the sentence
//! that the formula ends. An empty line always ends a sentence.
//!
//! The sentences cover everything but the white space between them, so every position of a text is in one sentence.
//!
//! What it is not: a language model. The abbreviations are a table, `data/abbreviations.txt`.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::table;

static ABBREVIATIONS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| table::lines(include_str!("../data/abbreviations.txt")).collect());

/// Abbreviations that end a sentence when a capital follows.
const OPEN_ABBREVIATIONS: [&str; 5] = ["etc", "al", "inc", "ltd", "co"];

/// The most bytes that are examined for the word before a full stop.
const LONGEST_ABBREVIATION: usize = 16;

/// The sentences of a text, in order. `marked` are the places of its formulas, in order. Ranges that are not places of
/// the text are ignored.
///
/// ```
/// let text = "Let $f(x)=0.5$. Then, e.g., $$f(1)=0.5.$$ Why? See Thm. 2.";
/// let marked = [4..14, 28..41];
/// let sentences = text::sentences::sentences(text, &marked);
/// let sentences: Vec<&str> = sentences.into_iter().map(|place| &text[place]).collect();
/// assert_eq!(sentences, ["Let $f(x)=0.5$.", "Then, e.g., $$f(1)=0.5.$$", "Why?", "See Thm. 2."]);
/// ```
pub fn sentences(text: &str, marked: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut cutter = Cutter { text, start: 0, out: Vec::new() };
    let mut from = 0;
    for place in marked {
        let is_place =
            place.start >= from && text.get(place.clone()).is_some_and(|source| !source.is_empty());
        if !is_place {
            continue;
        }
        cutter.words(from, place.start);
        cutter.formula(place);
        from = place.end;
    }
    cutter.words(from, text.len());
    cutter.cut(text.len());
    cutter.out
}

struct Cutter<'a> {
    text: &'a str,
    /// Where the current sentence starts.
    start: usize,
    out: Vec<Range<usize>>,
}

impl Cutter<'_> {
    fn slice(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or("")
    }

    /// Ends a sentence at `end`.
    fn cut(&mut self, end: usize) {
        let source = self.slice(self.start, end);
        let trimmed = source.trim();
        if !trimmed.is_empty() {
            let start = self.start + (source.len() - source.trim_start().len());
            self.out.push(start..start + trimmed.len());
        }
        self.start = end;
    }

    /// Reads text without formulas.
    fn words(&mut self, from: usize, to: usize) {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while at < to {
            let length =
                self.slice(at, to).bytes().position(|byte| matches!(byte, b'.' | b'?' | b'!' | b'\n'));
            let Some(length) = length else { return };
            at += length;
            if bytes.get(at) == Some(&b'\n') {
                at = self.line_end(at, to);
                continue;
            }
            let end = self.end_of_marks(at, to);
            if self.is_end(at, end, to) {
                self.cut(end);
            }
            at = end;
        }
    }

    /// Reads a line break; an empty line ends a sentence. Returns where reading continues.
    fn line_end(&mut self, at: usize, to: usize) -> usize {
        let rest = self.slice(at, to);
        let spaces = rest.len() - rest.trim_start().len();
        if rest.get(..spaces).unwrap_or("").bytes().filter(|&byte| byte == b'\n').count() > 1 {
            self.cut(at);
        }
        at + spaces.max(1)
    }

    /// Where the marks that end a sentence end, with the closing brackets and quotes after them.
    fn end_of_marks(&self, at: usize, to: usize) -> usize {
        let rest = self.slice(at, to);
        let is_part =
            |c: char| matches!(c, '.' | '?' | '!' | ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '*' | '_');
        at + rest.find(|c| !is_part(c)).unwrap_or(rest.len())
    }

    /// Whether the marks between `at` and `end` end a sentence.
    fn is_end(&self, at: usize, end: usize, to: usize) -> bool {
        let behind = self.slice(end, self.text.len());
        let is_before_formula = end == to && to < self.text.len();
        if behind.is_empty() {
            return true;
        }
        if is_before_formula || !behind.starts_with(char::is_whitespace) {
            return false;
        }
        let marks = self.slice(at, end);
        if marks.contains(['?', '!']) {
            return !follows_in_lower_case(behind);
        }
        let before = word_before(self.slice(self.start, at));
        let folded = before.to_lowercase();
        let is_ellipsis = marks.starts_with("..");
        if OPEN_ABBREVIATIONS.contains(&folded.as_str()) || is_ellipsis {
            return follows_in_upper_case(behind);
        }
        !is_abbreviation(before, &folded) && !self.is_item(at) && !follows_in_lower_case(behind)
    }

    /// Whether a full stop at `at` belongs to a number or letter that starts a sentence: `1. Let`, `(a). Show`.
    fn is_item(&self, at: usize) -> bool {
        let before = self.slice(self.start, at).trim_start();
        let before = before.trim_matches(['(', ')', '[', ']', '*']);
        let is_number = before.len() <= 3 && before.bytes().all(|byte| byte.is_ascii_digit());
        is_number
            || before.chars().count() == 1
            || matches!(before, "ii" | "iii" | "iv" | "vi" | "vii" | "viii" | "ix")
    }

    /// Reads a formula: a mark before its closing delimiter ends the sentence, unless a lower-case letter follows.
    fn formula(&mut self, place: &Range<usize>) {
        let inside = without_delimiter(self.slice(place.start, place.end));
        let behind = self.slice(place.end, self.text.len());
        let ends = inside.ends_with(['.', '?', '!']) && !inside.ends_with("..") && !is_factorial(inside);
        let is_free = behind.starts_with(char::is_whitespace) || behind.is_empty();
        if ends && is_free && !follows_in_lower_case(behind) {
            self.cut(place.end);
        }
    }
}

/// A formula without the delimiter at its end and without the spaces and braces before the delimiter.
fn without_delimiter(source: &str) -> &str {
    const DELIMITERS: &[&str] = &["</math>", "</span>", "$$", "$", "\\]", "\\)"];
    let mut inside = source.trim_end();
    for delimiter in DELIMITERS {
        inside = inside.strip_suffix(delimiter).unwrap_or(inside).trim_end();
    }
    if let Some(begin) = inside.rfind("\\end{").filter(|_| inside.ends_with('}')) {
        inside = inside.get(..begin).unwrap_or(inside).trim_end();
    }
    inside
}

/// `n!`: an exclamation mark directly after an operand.
fn is_factorial(inside: &str) -> bool {
    inside
        .strip_suffix('!')
        .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '}' | '!')))
}

/// The word before a full stop, with the full stops inside it: `e.g`, `Thm`.
fn word_before(before: &str) -> &str {
    let mut start = before.len().saturating_sub(LONGEST_ABBREVIATION);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let tail = before.get(start..).unwrap_or("");
    let word = tail.rsplit(|c: char| {
        c.is_whitespace() || matches!(c, '(' | '[' | '{' | '~' | '"' | '“' | ',' | ';' | '/')
    });
    word.into_iter().next().unwrap_or("")
}

/// An abbreviation of the table, or an initial: one capital.
fn is_abbreviation(word: &str, folded: &str) -> bool {
    let last = word.rsplit(['-', '.']).next().unwrap_or("");
    let mut letters = last.chars();
    let is_initial = letters.next().is_some_and(|c| c.is_uppercase() && c != 'I') && letters.next().is_none();
    is_initial || ABBREVIATIONS.contains(folded)
}

fn follows_in_lower_case(behind: &str) -> bool {
    behind.trim_start().starts_with(char::is_lowercase) && !has_empty_line(behind)
}

fn follows_in_upper_case(behind: &str) -> bool {
    behind.trim_start().starts_with(|c: char| c.is_uppercase() || c == '$') || has_empty_line(behind)
}

/// Whether an empty line is next.
fn has_empty_line(behind: &str) -> bool {
    let spaces = behind.chars().take_while(|c| c.is_whitespace());
    spaces.filter(|&c| c == '\n').nth(1).is_some()
}
