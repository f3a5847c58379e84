//! Numbers in their shortest notation.
//!
//! `0.50`, `.5` and `00.5` are one number, as are `1,000`, `1 000` and `1000`. A comma before groups of three
//! digits separates thousands; any other single comma is a decimal comma. Notations that are not plain
//! decimals (`1e5`, `0x1F`, `101₂`) are left alone.

/// The shortest notation of a decimal number; none if the text is already the shortest or not a decimal.
pub(super) fn shortest(text: &str) -> Option<String> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if is_plain {
        return None;
    }
    let (whole, fraction) = parts(text)?;
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let mut number = String::with_capacity(whole.len() + fraction.len() + 2);
    number.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        number.push('.');
        number.push_str(fraction);
    }
    Some(number)
}

/// The digits before and after the decimal mark; none if the text is not a plain decimal.
fn parts(text: &str) -> Option<(String, String)> {
    let compact: String = text.chars().filter(|&c| !is_group_space(c)).collect();
    let is_decimal = compact.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    if !is_decimal || !compact.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = compact.split_once('.').unwrap_or((&compact, ""));
    if fraction.contains(['.', ',']) {
        return None;
    }
    if !whole.contains(',') {
        return Some((whole.to_owned(), fraction.to_owned()));
    }
    if separates_thousands(whole) {
        return Some((whole.replace(',', ""), fraction.to_owned()));
    }
    let (whole, decimals) = whole.split_once(',')?;
    let has_one_mark = fraction.is_empty() && !decimals.contains(',') && !compact.contains('.');
    has_one_mark.then(|| (whole.to_owned(), decimals.to_owned()))
}

/// Whether a character groups digits: any space, and the apostrophe of Swiss notation.
fn is_group_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '’')
}

fn separates_thousands(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or("");
    (1..=3).contains(&first.len()) && first != "0" && groups.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::shortest;

    fn canonical(text: &str) -> String {
        shortest(text).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn zeros_that_say_nothing_go() {
        for (text, number) in [
            ("0.50", "0.5"),
            (".5", "0.5"),
            ("2.0", "2"),
            ("2.", "2"),
            ("007", "7"),
            ("0", "0"),
            ("00", "0"),
            ("0.0", "0"),
            ("10", "10"),
            ("100.010", "100.01"),
        ] {
            assert_eq!(canonical(text), number, "{text}");
        }
    }

    #[test]
    fn groups_of_digits_close_up() {
        for (text, number) in [
            ("1,000", "1000"),
            ("1,000,000.50", "1000000.5"),
            ("1 000", "1000"),
            ("12\u{2009}345", "12345"),
            (" 2019", "2019"),
        ] {
            assert_eq!(canonical(text), number, "{text}");
        }
    }

    #[test]
    fn other_commas_are_decimal() {
        for (text, number) in [("1,5", "1.5"), ("0,500", "0.5"), ("3,1416", "3.1416"), ("1,0001", "1.0001")] {
            assert_eq!(canonical(text), number, "{text}");
        }
    }

    #[test]
    fn other_notations_stay() {
        for text in ["1e5", "0x1F", "1.2.3", "1,2,3", "1.000,5", ".", ",", "½", ""] {
            assert_eq!(canonical(text), text);
        }
    }

    #[test]
    fn shortest_is_final() {
        for text in ["0.50", "1,000", "0,500", "00", ".", "1,0001", "1 000,50", "2."] {
            assert_eq!(canonical(&canonical(text)), canonical(text), "{text}");
        }
    }
}
