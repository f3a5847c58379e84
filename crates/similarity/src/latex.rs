//! Tokens of a formula as LaTeX, as a search engine for words would index it.
//!
//! The text comes from our own writer and not from the author, so that spaces, sizes and the choice between
//! equivalent commands do not count. A token is a command, a whole number, or any other character; each pair
//! of neighbours is also a token. Braces around an argument print nothing and are left out, so that `^` and
//! the exponent are neighbours.
//!
//! What it is not: a good way to find formulas. It is the baseline that structural features have to beat.

use formula::slt::Slt;
use formula::write::tex;

/// Calls `visit` with each token of a formula and each pair of neighbours, with a space between them.
///
/// ```
/// use formula::{Options, latex};
///
/// let (slt, _) = latex::read(r"\frac{x}{12}", &Options::default());
/// let mut tokens = Vec::new();
/// similarity::latex::for_each(&slt, |token| tokens.push(token.to_owned()));
/// assert_eq!(tokens, [r"\frac", "x", r"\frac x", "12", "x 12"]);
/// ```
pub fn for_each(slt: &Slt, mut visit: impl FnMut(&str)) {
    let source = tex::write(slt);
    let mut before: Option<&str> = None;
    let mut pair = String::new();
    let mut rest = source.as_str();
    while let Some(length) = token_length(rest) {
        let (token, behind) = rest.split_at(length);
        rest = behind;
        if token.trim().is_empty() || matches!(token, "{" | "}") {
            continue;
        }
        visit(token);
        if let Some(before) = before {
            pair.clear();
            pair.extend([before, " ", token]);
            visit(&pair);
        }
        before = Some(token);
    }
}

/// The bytes of the first token; none at the end of the text.
fn token_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let run = |text: &str, is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    if first.is_ascii_digit() {
        return Some(run(text, |c| c.is_ascii_digit() || c == '.'));
    }
    if first != '\\' {
        return Some(first.len_utf8());
    }
    let name = &text[1..];
    match run(name, |c| c.is_ascii_alphabetic()) {
        0 => Some(1 + name.chars().next().map_or(0, char::len_utf8)),
        letters => Some(1 + letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn tokens(source: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        let slt = read(source, Notation::Latex, &Options::default()).slt;
        for_each(&slt, |token| tokens.push(token.to_owned()));
        tokens.retain(|token| !token.contains(' '));
        tokens
    }

    #[test]
    fn numbers_and_commands_are_whole_and_letters_single() {
        assert_eq!(tokens(r"ab_{12}+3.5\alpha\%"), ["a", "b", "_", "12", "+", "3.5", r"\alpha", r"\%"]);
        assert_eq!(tokens(""), [""; 0]);
    }

    #[test]
    fn the_way_of_typing_does_not_count() {
        assert_eq!(tokens(r"x ^ 2 \le y"), tokens(r"x^{2}\leq{y}"));
    }
}
