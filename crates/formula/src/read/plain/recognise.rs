//! Finds the formulas in a typed string, which may be a formula, words, or a mix of both.
//!
//! Delimited formulas (`$…$`, `\(…\)`, environments, `<math>`) stay as they are. The rest is cut at white
//! space. A piece is a formula if it can be nothing else: operators between operands, scripts, commands,
//! mathematical characters. A piece that could be either (a single letter, a number, the name of a function)
//! joins a neighbour that is a formula.
//!
//! What it is not: a language model. Hyphenated names (`Cauchy-Schwarz`, `p-adic`) and ordinary words stay
//! words.

pub use super::notation::notation;
use crate::Notation;
use crate::diagnostic::Span;
use crate::tables::commands::{self, Command};
use crate::tables::operators::{self as dictionary, Role};
use crate::tables::{letters, unicode};

/// The content of a typed string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// One formula and nothing else.
    Formula,
    /// No formula at all.
    Words,
    /// Words and formulas.
    Mix,
}

/// A formula or a run of words in a typed string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The bytes of the content, without delimiters.
    pub span: Span,
    /// The notation of a formula; none for words.
    pub formula: Option<Notation>,
}

/// Whether `text` is a formula, words or a mix.
///
/// ```
/// use formula::plain::recognise::{Content, content};
///
/// assert_eq!(content("x^2+y^2"), Content::Formula);
/// assert_eq!(content("Cauchy-Schwarz inequality"), Content::Words);
/// assert_eq!(content("prove that a^2+b^2=c^2"), Content::Mix);
/// ```
pub fn content(text: &str) -> Content {
    let segments = segments(text);
    let formulas = segments.iter().filter(|segment| segment.formula.is_some()).count();
    match (formulas, segments.len() - formulas) {
        (1, 0) => Content::Formula,
        (0, _) => Content::Words,
        _ => Content::Mix,
    }
}

/// Cuts `text` into formulas and words, in order; white space between them belongs to neither.
pub fn segments(text: &str) -> Vec<Segment> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut words_from = 0;
    while at < text.len() {
        let Some(found) = delimited(text, at) else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        undelimited(text, words_from, at, &mut out);
        out.push(Segment {
            span: Span::new(found.content.0, found.content.1),
            formula: Some(found.notation),
        });
        at = found.end;
        words_from = at;
    }
    undelimited(text, words_from, text.len(), &mut out);
    out
}

struct Delimited {
    content: (usize, usize),
    end: usize,
    notation: Notation,
}

/// The delimited formula that begins at `at`.
fn delimited(text: &str, at: usize) -> Option<Delimited> {
    let rest = &text[at..];
    let between = |open: &str, close: &str| {
        let inside = rest.strip_prefix(open)?;
        let length = inside.find(close)?;
        let start = at + open.len();
        let content = (start, start + length);
        (length > 0).then_some(Delimited { content, end: content.1 + close.len(), notation: Notation::Latex })
    };
    match rest.as_bytes().first()? {
        b'$' if rest.starts_with("$$") => between("$$", "$$"),
        b'$' => between("$", "$").filter(|found| !text[found.content.0..found.content.1].contains("\n\n")),
        b'\\' if rest.starts_with("\\begin{") => environment(rest, at),
        b'\\' => between("\\(", "\\)").or_else(|| between("\\[", "\\]")),
        b'<' if rest.starts_with("<math") || rest.starts_with("<mml:math") || rest.starts_with("<m:math") => {
            let close = rest.find("math>").filter(|&place| rest[..place].contains("</"))?;
            let end = at + close + "math>".len();
            Some(Delimited { content: (at, end), end, notation: Notation::MathMl })
        }
        _ => None,
    }
}

fn environment(rest: &str, at: usize) -> Option<Delimited> {
    let name_end = rest.find('}')?;
    let close = format!("\\end{}", &rest["\\begin".len()..=name_end]);
    let end = at + rest.find(&close)? + close.len();
    Some(Delimited { content: (at, end), end, notation: Notation::Latex })
}

/// How a piece between two spaces looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    /// Nothing but a formula.
    Formula,
    /// A formula beside one, a word otherwise: `x`, `2`, `sin`, `(`.
    Either,
    /// Ordinary language.
    Word,
}

/// Cuts text without delimiters into formulas and words.
fn undelimited(text: &str, from: usize, to: usize, out: &mut Vec<Segment>) {
    let pieces: Vec<(usize, usize, Look)> = pieces(text, from, to);
    let mut first = 0;
    while first < pieces.len() {
        let is_word = pieces[first].2 == Look::Word;
        let mut last = first;
        while last + 1 < pieces.len() && (pieces[last + 1].2 == Look::Word) == is_word {
            last += 1;
        }
        let run = &pieces[first..=last];
        let alone = first == 0 && last + 1 == pieces.len() && from == 0 && to == text.len();
        let is_formula = !is_word
            && (run.iter().any(|piece| piece.2 == Look::Formula) || (alone && stands_alone(text, run)));
        push_run(text, run, is_formula, out);
        first = last + 1;
    }
}

/// Whether pieces that could be either are a formula if they are all the user typed: `sin x`, `x`, `2 pi`.
fn stands_alone(text: &str, run: &[(usize, usize, Look)]) -> bool {
    run.len() > 1
        || run.iter().all(|&(start, end, _)| {
            text[start..end].chars().count() == 1
                || text[start..end].starts_with(|c: char| c.is_ascii_digit())
        })
}

fn push_run(text: &str, run: &[(usize, usize, Look)], is_formula: bool, out: &mut Vec<Segment>) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let (start, end) = (first.0, last.1);
    if !is_formula {
        push_words(out, start, end);
        return;
    }
    // Punctuation at the end belongs to the sentence.
    let formula = text[start..end].trim_end_matches([',', '.', ';', ':', '?']);
    let formula_end = start + formula.len();
    out.push(Segment { span: Span::new(start, formula_end), formula: Some(notation(formula)) });
    if formula_end < end {
        push_words(out, formula_end, end);
    }
}

/// Adds words, or lengthens the words before them.
fn push_words(out: &mut Vec<Segment>, start: usize, end: usize) {
    match out.last_mut() {
        Some(last) if last.formula.is_none() => last.span.end = Span::new(start, end).end,
        _ => out.push(Segment { span: Span::new(start, end), formula: None }),
    }
}

fn pieces(text: &str, from: usize, to: usize) -> Vec<(usize, usize, Look)> {
    let mut out = Vec::new();
    for word in text[from..to].split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        out.push((start, start + word.len(), look(word)));
    }
    // `a` and `I` are English far more often than variables.
    for at in 0..out.len() {
        let (start, end, _) = out[at];
        let is_article = matches!(&text[start..end], "a" | "A" | "I");
        let beside_formula =
            |other: Option<&(usize, usize, Look)>| other.is_none_or(|piece| piece.2 != Look::Word);
        if is_article
            && out.len() > 1
            && !(beside_formula(at.checked_sub(1).and_then(|at| out.get(at)))
                && beside_formula(out.get(at + 1)))
        {
            out[at].2 = Look::Word;
        }
    }
    out
}

fn look(piece: &str) -> Look {
    let word = piece.trim_matches(['.', ',', ';', ':', '?', '!', '"', '\'', '(', ')']);
    if word.is_empty() {
        return if piece.contains(['(', ')']) { Look::Either } else { Look::Word };
    }
    if word.contains(['\\', '^', '_', '=', '<', '>']) || word.chars().any(is_mathematical) {
        return Look::Formula;
    }
    let longest_word =
        word.split(|c: char| !c.is_alphabetic()).map(|run| run.chars().count()).max().unwrap_or(0);
    if longest_word >= 2 && word.chars().all(char::is_alphabetic) {
        let is_symbol = is_function(word) || super::words::command(word).is_some() && !is_english(word);
        return if is_symbol || is_differential(word) { Look::Either } else { Look::Word };
    }
    if word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) || word.chars().count() == 1 {
        return Look::Either;
    }
    composite(piece, word, longest_word)
}

/// A piece of letters, digits and signs: `a+b`, `f(x)`, `2x`, against `p-adic`, `and/or`, `(see`.
fn composite(piece: &str, word: &str, longest_word: usize) -> Look {
    let has_sign = word.contains(['+', '*', '/', '|', '!']) || word.contains('-');
    let applies = piece.contains('(') && piece.contains(')');
    let known_words = word
        .split(|c: char| !c.is_alphabetic())
        .filter(|run| run.chars().count() >= 3)
        .all(|run| !is_english(run) && super::words::command(run).is_some() || matches!(run, "sqrt" | "abs"));
    if longest_word >= 3 && !known_words {
        return Look::Word;
    }
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    let starts_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
    // Ordinals and page ranges are words.
    if starts_with_digit && ["st", "nd", "rd", "th"].iter().any(|ending| word.ends_with(ending)) {
        return Look::Word;
    }
    if has_sign && longest_word <= 2 || applies || known_words && longest_word >= 3 {
        return Look::Formula;
    }
    if has_digit && longest_word <= 2 { Look::Formula } else { Look::Word }
}

/// Whether a word is a differential: `dx`, `dt`, but not `do`.
fn is_differential(word: &str) -> bool {
    word.len() == 2 && word.starts_with('d') && word != "do"
}

/// Whether a character occurs in no sentence.
fn is_mathematical(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let greek = matches!(c, 'Α'..='ω' | 'ϑ' | 'ϕ' | 'ϖ' | 'ϱ' | 'ϵ');
    let operator = dictionary::find(c).is_some_and(|operator| {
        !matches!(operator.role, Role::Punctuation | Role::Other) && !matches!(c, '–' | '—' | '’' | '‘' | '·')
    });
    greek
        || operator
        || matches!(c, '∞' | '√' | '∅' | 'ℓ' | 'ℏ')
        || letters::plain(c).0 != c
        || unicode::superscript(c).is_some()
        || unicode::subscript(c).is_some()
}

fn is_function(word: &str) -> bool {
    matches!(commands::find(word), Some(Command::Function { .. })) && !is_english(word)
}

/// Whether the name of a symbol is more often an ordinary word.
fn is_english(word: &str) -> bool {
    matches!(
        word,
        "in" | "to"
            | "and"
            | "or"
            | "not"
            | "limit"
            | "integral"
            | "sum"
            | "product"
            | "union"
            | "times"
            | "implies"
            | "infinity"
            | "exists"
            | "subset"
            | "dots"
            | "arg"
            | "hom"
            | "dim"
            | "deg"
            | "inf"
            | "sup"
            | "max"
            | "min"
            | "partial"
            | "mod"
            | "iff"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let mut out = String::new();
        for segment in segments(text) {
            let piece = &text[segment.span.start as usize..segment.span.end as usize];
            match segment.formula {
                Some(_) => out.push_str(&format!("[{piece}]")),
                None => out.push_str(piece),
            }
            out.push(' ');
        }
        out.trim_end().to_string()
    }

    #[test]
    fn formulas_are_found_among_words() {
        for (text, expected) in [
            ("x^2+y^2", "[x^2+y^2]"),
            ("sin(x)/x", "[sin(x)/x]"),
            ("sin x", "[sin x]"),
            ("\\frac{a}{b}", "[\\frac{a}{b}]"),
            ("x", "[x]"),
            ("42", "[42]"),
            ("a + b", "[a + b]"),
            ("int_0^oo e^(-x) dx", "[int_0^oo e^(-x) dx]"),
            ("Cauchy-Schwarz inequality", "Cauchy-Schwarz inequality"),
            ("p-adic numbers", "p-adic numbers"),
            ("and/or", "and/or"),
            ("the 3rd theorem", "the 3rd theorem"),
            ("chapter 2", "chapter 2"),
            ("mean value theorem", "mean value theorem"),
            ("what is a group?", "what is a group?"),
            ("prove that a^2+b^2=c^2 for a right triangle", "prove that [a^2+b^2=c^2] for a right triangle"),
            ("is n! > 2^n, for large n?", "is [n! > 2^n] , for large n?"),
            ("limit of sin(x)/x as x → 0", "limit of [sin(x)/x] as [x → 0]"),
            ("solve $x^2=2$ please", "solve [x^2=2] please"),
            ("what is \\(a\\) here", "what is [a] here"),
            ("use <math><mi>x</mi></math> here", "use [<math><mi>x</mi></math>] here"),
            ("L² norm", "[L²] norm"),
            ("", ""),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
