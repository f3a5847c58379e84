//! How Terrier cuts a text into terms, and PyTerrier's words for symbols.
//!
//! Terrier knows nothing of formulas: `\frac{a}{b}` is `frac`, `a` and `b`, and operators vanish. The labs' PyTerrier
//! baseline writes every symbol as a word first.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// The longest term.
const LONGEST: usize = 20;

/// The most digits of a term.
const MOST_DIGITS: usize = 4;

/// A term with this many equal characters in a row is left out.
const REPEATED: usize = 4;

/// What becomes of the symbols of formulas and prose.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Symbols {
    /// They only separate letters and digits.
    #[default]
    Dropped,
    /// Each is written as a word: `+` is `plus`.
    Words,
}

/// The words for symbols. Two backslashes come before one.
const WORDS: [(&str, &str); 32] = [
    ("+", "plus"),
    ("-", "minus"),
    ("^", "power"),
    ("*", "star"),
    ("#", "hash"),
    ("!", "exclaim"),
    ("?", "question"),
    (",", "comma"),
    (".", "period"),
    ("/", "forward slash"),
    (":", "colon"),
    (";", "semicolon"),
    ("&", "ampersand"),
    ("~", "tilde"),
    ("`", "backquote"),
    ("@", "at"),
    ("$", "dollar"),
    ("%", "percent"),
    ("\"", "double quote"),
    ("'", "single quote"),
    ("|", "vertical bar"),
    ("=", "equals"),
    (">", "greater than"),
    ("<", "less than"),
    ("{", "open brace"),
    ("}", "close brace"),
    ("[", "open square bracket"),
    ("]", "close square bracket"),
    ("(", "open parenthesis"),
    (")", "close parenthesis"),
    ("\\\\", "double backslash"),
    ("\\", "backslash"),
];

/// A text with words instead of symbols.
///
/// ```
/// use rank::questions::baselines::words::spelled;
/// let words = |text| spelled(text).split_whitespace().collect::<Vec<_>>().join(" ");
/// assert_eq!(
///     words(r"\frac{a}{b}+x^2"),
///     "backslash frac open brace a close brace open brace b close brace plus x power 2"
/// );
/// ```
pub fn spelled(text: &str) -> String {
    let mut spelled = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match WORDS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
            Some((symbol, word)) => {
                spelled.push(' ');
                spelled.push_str(word);
                spelled.push(' ');
                rest = &rest[symbol.len()..];
            }
            None => {
                spelled.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    spelled
}

/// How texts become terms.
#[derive(Clone, Debug, Default)]
pub struct Tokenizer {
    /// What becomes of symbols.
    pub symbols: Symbols,
    /// The words that are left out; without them, those that Perga leaves out.
    pub stop_words: Option<FxHashSet<String>>,
    /// Whether all words are kept, as they are in lower case.
    pub keeps_all: bool,
}

impl Tokenizer {
    /// The terms of a text: runs of Latin letters and digits, in lower case, without stop words, stemmed after Porter.
    ///
    /// ```
    /// use rank::questions::baselines::words::Tokenizer;
    /// let terms = Tokenizer::default().terms(r"The limits of $\frac{x}{b}+x^2$ in 12345");
    /// assert_eq!(terms, ["limit", "frac", "x", "b", "x", "2"]);
    /// ```
    pub fn terms(&self, text: &str) -> Vec<String> {
        match self.symbols {
            Symbols::Dropped => self.of_runs(text),
            Symbols::Words => self.of_runs(&spelled(text)),
        }
    }

    fn of_runs(&self, text: &str) -> Vec<String> {
        let runs = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| is_term(run));
        if self.keeps_all {
            return runs.map(str::to_ascii_lowercase).collect();
        }
        let folded = runs.map(str::to_ascii_lowercase).filter(|word| !self.is_stop_word(word));
        folded.map(|word| text::stem::porter(&word)).collect()
    }

    fn is_stop_word(&self, word: &str) -> bool {
        match &self.stop_words {
            Some(words) => words.contains(word),
            None => text::question::is_stop_word(word),
        }
    }
}

/// Whether a run of letters and digits is a term.
fn is_term(run: &str) -> bool {
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    !run.is_empty() && run.len() <= LONGEST && digits <= MOST_DIGITS && !repeats(run.as_bytes())
}

fn repeats(run: &[u8]) -> bool {
    run.windows(REPEATED).any(|window| window.iter().all(|byte| *byte == window[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_words_in_prose_and_tags_too() {
        let words = spelled("<math id=\"5\">x</math>");
        let words: Vec<&str> = words.split_whitespace().collect();
        let expected = "less than math id equals double quote 5 double quote greater than x less than forward slash \
                        math greater than";
        assert_eq!(words.join(" "), expected);
        assert_eq!(
            spelled(r"\\\").split_whitespace().collect::<Vec<_>>(),
            ["double", "backslash", "backslash"]
        );
    }

    #[test]
    fn terms_that_say_little_are_left_out() {
        let words = Tokenizer { stop_words: Some(FxHashSet::default()), ..Tokenizer::default() };
        let text = "aaaa aaab 1234 12345 a1b2c3d4e5 abcdefghijklmnopqrstu abcdefghijklmnopqrst é_x X";
        assert_eq!(words.terms(text), ["aaab", "1234", "abcdefghijklmnopqrst", "x", "x"]);
        let stop = Tokenizer { stop_words: Some(["x".to_owned()].into_iter().collect()), ..words };
        assert_eq!(stop.terms("the X y"), ["the", "y"]);
    }
}
