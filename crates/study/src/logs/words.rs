//! What was typed, as an analysis counts it: folded words, and formulas as one token each.
//!
//! Compatibility forms and case are folded, Arabic letters become the Persian ones, apostrophes vanish, and everything
//! that is neither a letter nor a digit separates. A formula, with or without delimiters, is one token.
//!
//! What it is not: the words of an index ([`text::words`]). Hyphenated names count as two words here, as in the
//! published counts.

use std::fmt::Write;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

/// The most bytes of a query that are read; the rest of a longer one is left out.
const MOST_BYTES: usize = 4_000;

/// Signs of which a query without a formula has none.
static SIGNS: LazyLock<FxHashSet<char>> = LazyLock::new(|| r"$\^_={}+*/<>|".chars().collect());

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// The words in order; a formula is `$…$` without white space.
    pub tokens: Vec<String>,
    /// The sources of the formulas in order, as typed.
    pub formulas: Vec<String>,
    /// Whether it ends a sentence with a question mark.
    pub has_question_mark: bool,
}

impl Typed {
    /// Reads what was typed. This cannot fail.
    ///
    /// ```
    /// use study::logs::words::Typed;
    ///
    /// let typed = Typed::read("What’s the Proof of $a^2 = b$?");
    /// assert_eq!(typed.tokens, ["whats", "the", "proof", "of", "$a^2=b$"]);
    /// assert!(typed.has_question_mark);
    /// ```
    pub fn read(source: &str) -> Typed {
        let source = source.get(..source.floor_char_boundary(MOST_BYTES)).unwrap_or_default();
        let mut typed = Typed::default();
        if !may_have_formula(source) {
            typed.push_words(source);
            return typed;
        }
        let (marked, query) = text::query::read(source);
        let mut from = 0;
        for formula in query.formulas() {
            typed.push_words(marked.text.get(from..formula.place.start).unwrap_or_default());
            let inner = formula.marked.and_then(|at| marked.formulas.get(at));
            typed.push_formula(inner.map_or(&formula.source, |inner| &inner.source));
            from = formula.place.end.max(from);
        }
        typed.push_words(marked.text.get(from..).unwrap_or_default());
        typed
    }

    fn push_words(&mut self, words: &str) {
        self.has_question_mark |= words.contains(['?', '؟']);
        if words.is_ascii() {
            for word in words.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'') {
                self.push_word(word.chars().filter(|c| *c != '\'').map(|c| c.to_ascii_lowercase()).collect());
            }
            return;
        }
        let mut word = String::new();
        for c in words.nfkc().flat_map(char::to_lowercase).map(one_letter) {
            match c {
                '\'' | '’' | '‘' | '`' | '\u{200c}' | '\u{200d}' | '\u{307}' => {}
                c if c.is_alphanumeric() => word.push(c),
                _ => self.push_word(std::mem::take(&mut word)),
            }
        }
        self.push_word(word);
    }

    fn push_word(&mut self, word: String) {
        if !word.is_empty() {
            self.tokens.push(word);
        }
    }

    fn push_formula(&mut self, source: &str) {
        let inner: String = source.chars().filter(|c| !c.is_whitespace()).collect();
        let mut token = String::with_capacity(inner.len() + 2);
        let _ = write!(token, "${inner}$");
        self.tokens.push(token);
        self.formulas.push(source.to_owned());
    }

    /// The words without the formulas.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str).filter(|token| !is_formula(token))
    }

    /// A number that is equal for equal token sequences.
    pub fn key(&self) -> u64 {
        xxh3_64(self.text().as_bytes())
    }

    /// The tokens with spaces between them.
    pub fn text(&self) -> String {
        self.tokens.join(" ")
    }
}

/// Whether a token is a formula.
pub fn is_formula(token: &str) -> bool {
    token.starts_with('$')
}

/// Whether a query has a sign of a formula: a query variable counts as one, the question mark of a question does not.
fn may_have_formula(source: &str) -> bool {
    let mut before = ' ';
    source.chars().any(|c| {
        let is_variable = before == '?' && c.is_alphabetic();
        before = c;
        is_variable || SIGNS.contains(&c)
    })
}

/// One letter for the forms of it that keyboards of one language produce.
fn one_letter(c: char) -> char {
    match c {
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        'ة' => 'ه',
        'أ' | 'إ' | 'ٱ' => 'ا',
        'ؤ' => 'و',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<String> {
        Typed::read(source).tokens
    }

    #[test]
    fn words_are_folded_and_separated() {
        assert_eq!(tokens("Cauchy–Schwarz  INEQUALITY, 2nd"), ["cauchy", "schwarz", "inequality", "2nd"]);
        assert_eq!(tokens("\"l'Hôpital's rule\""), ["lhôpitals", "rule"]);
        assert_eq!(tokens("ﬁnite Ｇｒｏｕｐ"), ["finite", "group"]);
        assert_eq!(tokens("كتاب رياضي"), tokens("کتاب ریاضی"));
        assert!(tokens(" … — !").is_empty());
    }

    #[test]
    fn formulas_are_one_token() {
        assert_eq!(tokens(r"solve $x^2 + 1 = 0$ now"), ["solve", "$x^2+1=0$", "now"]);
        assert_eq!(tokens(r"\frac{?a}{?b}"), [r"$\frac{?a}{?b}$"]);
        assert_eq!(tokens("?f(x)=0"), ["$?f(x)=0$"]);
        assert_eq!(Typed::read("proof of e^{i\\pi}=-1").formulas, [r"e^{i\pi}=-1"]);
    }

    #[test]
    fn a_question_mark_is_no_variable() {
        assert!(Typed::read("what is a ring?").has_question_mark);
        assert!(!Typed::read("?x^2+1").has_question_mark);
        assert_eq!(tokens("why? because"), ["why", "because"]);
    }

    #[test]
    fn very_long_queries_are_cut() {
        assert!(Typed::read(&"ä ".repeat(100_000)).tokens.len() <= MOST_BYTES);
    }
}
