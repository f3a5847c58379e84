//! Links between questions that people made: `question<TAB>question`, with the kind of the link after another tab.
//!
//! A topic is often a question that is not in the collection; its links come in a file of their own. Only duplicates
//! count, and a link without a kind is one. A first line of names is left out.
//!
//! What it is not: the links of units, which the index has.

use document::{Result, quoted};
use rustc_hash::FxHashMap;

use crate::Input;

/// The duplicates of questions.
///
/// ```
/// use trec::{Input, Links};
/// let text = "question\tlinked\tkind\nA.1\t9\tduplicate\nA.1\t7\trelated\nA.2\t3\tduplicate\n";
/// let links = Links::read(&Input::from_bytes("x.tsv", text.into()).unwrap()).unwrap();
/// assert_eq!(links.duplicates("A.1"), ["9"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Links {
    duplicates: FxHashMap<String, Vec<String>>,
}

const HINT: &str =
    "every line is a question or topic, a tab, a question, and the kind of the link after another tab";

impl Links {
    /// Reads a file.
    pub fn read(input: &Input) -> Result<Links> {
        let mut links = Links::default();
        for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
            let columns: Vec<&str> = line.text.split('\t').map(str::trim).collect();
            let (from, to, kind) = match columns[..] {
                [from, to] => (from, to, "duplicate"),
                [from, to, kind] => (from, to, kind),
                _ => {
                    let message = format!("expected 2 or 3 columns, found {}", columns.len());
                    return Err(input.complain(line.number, message, HINT));
                }
            };
            if from.is_empty() || to.is_empty() {
                return Err(input.complain(line.number, "an empty question", HINT));
            }
            match kind {
                "duplicate" => links.duplicates.entry(from.to_owned()).or_default().push(to.to_owned()),
                "related" => {}
                "kind" if line.number == 1 => {}
                other => {
                    let message = format!("unknown kind of link {}", quoted(other));
                    return Err(input.complain(
                        line.number,
                        message,
                        "the kinds are `duplicate` and `related`",
                    ));
                }
            }
        }
        Ok(links)
    }

    /// The duplicates of a question, in the order of the file.
    pub fn duplicates(&self, question: &str) -> &[String] {
        self.duplicates.get(question).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Links> {
        Links::read(&Input::from_bytes("x.tsv", text.into())?)
    }

    #[test]
    fn a_link_without_a_kind_is_a_duplicate() {
        let links = read("A.1\t9\nA.1\t8\tduplicate\n\n").unwrap();
        assert_eq!(links.duplicates("A.1"), ["9", "8"]);
        assert!(links.duplicates("9").is_empty());
    }

    #[test]
    fn malformed_lines_are_refused() {
        for (text, start) in [
            ("A.1\n", "x.tsv:1: expected 2 or 3 columns, found 1"),
            ("A.1\t9\n\t9\n", "x.tsv:2: an empty question"),
            ("A.1\t9\tsame\n", "x.tsv:1: unknown kind of link `same`"),
            ("A.1\t9\n1\t2\tkind\n", "x.tsv:2: unknown kind"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.to_string().starts_with(start) && !error.hint().is_empty(), "{error}");
        }
    }
}
