//! Texts that may name a person: mail addresses, links, long numbers, names of accounts.

/// Digits in a row, spaces and dashes between them not counted, that may be a telephone, card or identity number.
const LONGEST_NUMBER: usize = 7;

/// Why a text must not leave the machine; none if nothing speaks against it.
///
/// ```
/// use study::logs::scrub::personal;
///
/// assert_eq!(personal("mail ann@example.org"), Some("a mail address"));
/// assert_eq!(personal("call 0171 555-1234"), Some("a long number"));
/// assert_eq!(personal("taylor series of sin x"), None);
/// ```
pub fn personal(text: &str) -> Option<&'static str> {
    let is_address = |word: &str| {
        let parts = word.split_once('@');
        parts.is_some_and(|(user, host)| !user.is_empty() && host.contains('.'))
    };
    let words = || text.split_whitespace();
    if words().any(is_address) {
        return Some("a mail address");
    }
    if words().any(|word| word.trim_start_matches(['(', '"', '\'']).starts_with('@') && word.len() > 1) {
        return Some("the name of an account");
    }
    if text.contains("://") || text.to_lowercase().contains("www.") {
        return Some("a link");
    }
    has_long_number(text).then_some("a long number")
}

fn has_long_number(text: &str) -> bool {
    let mut digits = 0;
    text.chars().any(|c| {
        digits = match c {
            c if c.is_numeric() => digits + 1,
            ' ' | '-' | '–' | '/' | '(' | ')' | '+' => digits,
            _ => 0,
        };
        digits >= LONGEST_NUMBER
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mathematics_is_not_personal() {
        for text in ["x^2 + 2024", "3.141593 pi", "a@b", "f(1,2,3)", "isbn", "matrix 2x2 3x3"] {
            assert_eq!(personal(text), None, "{text}");
        }
    }

    #[test]
    fn planted_texts_are_found() {
        for text in
            ["4111 1111 1111 1111", "see https://x.org/?id=7", "WWW.me.net", "(@ann)", "x ann@b.co.uk"]
        {
            assert!(personal(text).is_some(), "{text}");
        }
    }
}
