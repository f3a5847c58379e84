//! Decides whether the text between two dollar signs is a formula or amounts of money.
//!
//! Pandoc's rule (no space inside next to the signs, no digit after the second) separates `$5 and $10` from `$x$`. But
//! people also write `$ x $` and `$x $`, and Math Stack Exchange shows these as formulas. Where pandoc's rule says no,
//! the words decide: prose is not a formula.

/// Words of up to three letters that occur in prose and not in formulas.
const SHORT_WORDS: [&str; 40] = [
    "and", "or", "is", "to", "of", "in", "at", "by", "for", "the", "on", "as", "if", "it", "be", "we", "an",
    "so", "but", "not", "no", "are", "was", "has", "had", "per", "you", "she", "he", "his", "her", "its",
    "our", "my", "me", "can", "may", "all", "who", "bet",
];

/// Long words that occur in formulas.
const FUNCTIONS: [&str; 16] = [
    "sinh", "cosh", "tanh", "coth", "sech", "csch", "arcsin", "arccos", "arctan", "sqrt", "frac", "rank",
    "span", "trace", "limsup", "liminf",
];

/// The most words of prose in a formula that has a mathematical sign.
const MOST_WORDS: usize = 4;

/// Whether `content` between two dollar signs is a formula. `before` and `after` are the characters around it.
pub(super) fn is_formula(before: Option<char>, content: &str, after: Option<char>) -> bool {
    let trimmed = content.trim();
    let Some(first) = trimmed.chars().next() else { return false };
    let is_spaced = trimmed.len() != content.len();
    let digit_after = after.is_some_and(|c| c.is_ascii_digit());
    let is_amount = first.is_ascii_digit() && digit_after;
    let after_amount = before.is_some_and(|c| c.is_ascii_digit());
    if is_amount {
        return has_mathematics(content);
    }
    if is_spaced || digit_after || after_amount || first.is_ascii_digit() {
        return is_mathematical(content);
    }
    has_mathematics(content) || prose_words(content) <= MOST_WORDS
}

/// Whether it has a sign that money and prose do not have.
fn has_mathematics(content: &str) -> bool {
    content.contains(['\\', '^', '_', '=', '<', '>', '+'])
}

/// Whether it is a formula by its words: few or none of them are prose.
fn is_mathematical(content: &str) -> bool {
    let words = prose_words(content);
    if has_mathematics(content) {
        return words <= MOST_WORDS;
    }
    let begins_cut = content.trim_start().starts_with([',', ';', ':', '.', '?', '!']);
    let ends_cut = content.ends_with(char::is_whitespace) && content.trim_end().ends_with([',', ';', '.']);
    words == 0 && !begins_cut && !ends_cut
}

/// The number of words of prose outside of commands and braces.
fn prose_words(content: &str) -> usize {
    let mut words = 0;
    let mut depth = 0usize;
    let mut rest = content;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if letters > 0 {
            let (word, after) = rest.split_at(letters);
            words += usize::from(depth == 0 && is_prose(word));
            rest = after;
            continue;
        }
        let mut characters = rest.chars();
        let sign = characters.next();
        rest = characters.as_str();
        match sign {
            Some('{') => depth += 1,
            Some('}') => depth = depth.saturating_sub(1),
            Some('\\') => rest = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()),
            _ => {}
        }
    }
    words
}

fn is_prose(word: &str) -> bool {
    let lower = word.to_lowercase();
    match word.chars().count() {
        1 => false,
        2 | 3 => SHORT_WORDS.contains(&lower.as_str()),
        _ => !FUNCTIONS.contains(&lower.as_str()) && !word.chars().all(char::is_uppercase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_separated_from_money() {
        for formula in [
            "x",
            " x ",
            "x ",
            "ab",
            " AB ",
            "5",
            "2x+1",
            "1,",
            "4-",
            " \\sin x",
            " f(x) = 3 for all x ",
            " sin x ",
        ] {
            assert!(is_formula(None, formula, Some(' ')), "{formula:?}");
        }
        for money in [
            "5 and ",
            "5, ",
            "5 per hour but she wanted 10",
            " a coffee ",
            " and 10",
            " ",
            "Analysis by the author introduces it.",
        ] {
            assert!(!is_formula(None, money, Some(' ')), "{money:?}");
        }
        assert!(!is_formula(None, "5-", Some('1')), "$5-$10");
        assert!(!is_formula(Some('5'), ", 10", Some(' ')), "5$, 10$");
        assert!(is_formula(Some('3'), "\\times", Some('3')));
        assert!(is_formula(None, "n", Some('0')));
    }
}
