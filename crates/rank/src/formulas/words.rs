//! What to call an operator in a sentence.
//!
//! Operator trees have names for operators (`sup`, `partialdiff`), and features have tags made of them. People know them
//! by their sign, or by what they make: `∂`, a power. The table is `data/operator-words.tsv`.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

static TABLE: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/operator-words.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t')).collect()
});

/// The words for an operator or a function, by its name in an operator tree.
pub(crate) fn of_operator(name: &str) -> Cow<'static, str> {
    if let Some(words) = TABLE.get(name) {
        return Cow::Borrowed(words);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    match name {
        _ if name.starts_with("interval") => Cow::Borrowed("an interval"),
        _ if name.chars().nth(1).is_none() || name.chars().all(is_word) => Cow::Owned(name.replace('-', " ")),
        // The names of brackets and tables contain their signs.
        _ if name.starts_with("delimited") => Cow::Borrowed("brackets"),
        _ => Cow::Borrowed("other brackets"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_operator_trees_become_words() {
        let words = [
            "partialdiff",
            "sup",
            "interval(C-C)",
            "D-.",
            "delimited{}",
            "sin",
            "less-than-or-similar-to",
            "+",
        ];
        let expected = [
            "∂",
            "a power",
            "an interval",
            "other brackets",
            "brackets",
            "sin",
            "less than or similar to",
            "+",
        ];
        assert_eq!(words.map(|name| of_operator(name).into_owned()), expected);
    }
}
