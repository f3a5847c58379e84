//! Lexical overlap: what two answers have in common as tokens.
//!
//! The paper compares *bags* of tokens, the published program *sets*: both are here.

use rustc_hash::FxHashMap;

/// Cuts a normalised answer into tokens.
pub trait Tokenizer: std::fmt::Debug + Send + Sync {
    /// What labels call it.
    fn name(&self) -> &str;
    /// The tokens of a text, in order.
    fn tokens(&self, text: &str) -> Vec<String>;
}

/// Perga's own tokenizer: words and numbers, LaTeX commands, the two marks of mathematics, and every other sign by
/// itself. Case counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnTokens;

impl Tokenizer for OwnTokens {
    fn name(&self) -> &str {
        "perga tokens"
    }

    fn tokens(&self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = token_length(rest, first);
            if !first.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            rest = &rest[length..];
        }
        tokens
    }
}

/// The tokens of a text, ready to compare.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    counts: FxHashMap<String, usize>,
    length: usize,
}

impl Tokens {
    /// Counts tokens.
    pub fn new(tokens: Vec<String>) -> Tokens {
        let length = tokens.len();
        let mut counts = FxHashMap::default();
        for token in tokens {
            *counts.entry(token).or_insert(0) += 1;
        }
        Tokens { counts, length }
    }

    /// F1 of the two bags: a token counts as often as both have it.
    ///
    /// ```
    /// use eval::task3::{OwnTokens, Tokenizer, Tokens};
    /// let tokens = |text: &str| Tokens::new(OwnTokens.tokens(text));
    /// assert_eq!(tokens("a a b").bag_overlap(&tokens("a b b")), 2.0 / 3.0);
    /// assert_eq!(tokens("a a b").set_overlap(&tokens("a b b")), 1.0);
    /// ```
    pub fn bag_overlap(&self, reference: &Tokens) -> f64 {
        let common = self
            .counts
            .iter()
            .map(|(token, count)| reference.counts.get(token).map_or(0, |other| *count.min(other)));
        f1(common.sum(), self.length, reference.length)
    }

    /// F1 of the two sets.
    ///
    /// ```
    /// use eval::task3::{OwnTokens, Tokenizer, Tokens};
    /// // {the, cat} and {the, dog, barks}: one in common, P = 1/2, R = 1/3
    /// let tokens = |text: &str| Tokens::new(OwnTokens.tokens(text));
    /// let f1 = tokens("the cat").set_overlap(&tokens("the dog barks"));
    /// assert!((f1 - 0.4).abs() < 1e-12);
    /// ```
    pub fn set_overlap(&self, reference: &Tokens) -> f64 {
        let common = self.counts.keys().filter(|token| reference.counts.contains_key(*token)).count();
        f1(common, self.counts.len(), reference.counts.len())
    }
}

fn f1(common: usize, first: usize, second: usize) -> f64 {
    if common == 0 {
        return 0.0;
    }
    let (precision, recall) = (common as f64 / first as f64, common as f64 / second as f64);
    2.0 * precision * recall / (precision + recall)
}

/// The text in the form that Task 3 compares: `$` alternately opens and closes mathematics, written
/// `[MATH]` and `[/MATH]`; white space is one space; adjacent formulas are one.
///
/// ```
/// use eval::task3::normalise;
/// assert_eq!(normalise("Let  $x$ $y$ be \\$5, $z$"), "Let [MATH] x y [/MATH] be \\$5, [MATH] z");
/// ```
pub fn normalise(text: &str) -> String {
    let mut marked = String::with_capacity(text.len() + 16);
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        if c == '$' && !escaped {
            marked.push_str(if inside { " [/MATH] " } else { " [MATH] " });
            inside = !inside;
        } else {
            marked.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    let words = marked.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = words.replace("[/MATH] [MATH] ", "");
    joined.strip_suffix(" [/MATH]").unwrap_or(&joined).to_owned()
}

fn token_length(rest: &str, first: char) -> usize {
    let run =
        |of: fn(char) -> bool, from: usize| rest[from..].find(|c| !of(c)).map_or(rest.len(), |at| from + at);
    match first {
        '[' if rest.starts_with("[MATH]") => 6,
        '[' if rest.starts_with("[/MATH]") => 7,
        '\\' => match run(|c| c.is_ascii_alphabetic(), 1) {
            1 => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            end => end,
        },
        c if c.is_alphabetic() => run(char::is_alphabetic, 0),
        c if c.is_numeric() => run(char::is_numeric, 0),
        c => c.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words_commands_and_signs() {
        let tokens = OwnTokens.tokens("so [MATH] \\frac{x}{12} [/MATH]");
        assert_eq!(tokens, ["so", "[MATH]", "\\frac", "{", "x", "}", "{", "12", "}", "[/MATH]"]);
    }
}
