//! The names of the files of an index, and which files are ours.
//!
//! Perga removes files, so it must know its own. A file is ours if its name is exactly one that this module makes, in a
//! folder with our [marker](super::marker). A name that only begins like ours belongs to someone else:
//! `perga-thesis.tex` is a thesis.

use similarity::terms::Family;

const PREFIX: &str = "perga-";
const RECORDS: &str = "records";
const LEDGER: &str = "ledger";
const UNIT_VECTORS: &str = "unit-vectors";
const FORMULA_VECTORS: &str = "formula-vectors";

/// The least digits in the number of a segment or a file of vectors, and of a commit.
const SEGMENT_DIGITS: usize = 6;
const COMMIT_DIGITS: usize = 8;

/// The extensions of the files of a segment of the text index; that of deleted documents has a number before it.
const TEXT_ENDINGS: [&str; 7] = ["idx", "pos", "term", "store", "store.temp", "fast", "fieldnorm"];
const DELETED_ENDING: &str = ".del";
const TEXT_DIGITS: usize = 32;

/// The file of trees of a segment.
pub(crate) fn records(number: u32) -> String {
    format!("{PREFIX}{number:0SEGMENT_DIGITS$}.{RECORDS}")
}

/// The file with the postings of one family of a segment.
pub(crate) fn family(number: u32, family: Family) -> String {
    format!("{PREFIX}{number:0SEGMENT_DIGITS$}.{}", family.name())
}

/// The file of the vectors of units.
pub(crate) fn unit_vectors(number: u32) -> String {
    format!("{PREFIX}{number:0SEGMENT_DIGITS$}.{UNIT_VECTORS}")
}

/// The file of the vectors of formulas.
pub(crate) fn formula_vectors(number: u32) -> String {
    format!("{PREFIX}{number:0SEGMENT_DIGITS$}.{FORMULA_VECTORS}")
}

/// The file of the ledger of a commit.
pub(crate) fn ledger(commit: u64) -> String {
    format!("{PREFIX}{commit:0COMMIT_DIGITS$}.{LEDGER}")
}

/// Whether a name is one of those above.
pub(crate) fn is_ours(name: &str) -> bool {
    segment_number(name).is_some()
        || name.strip_suffix(".ledger").is_some_and(|stem| number_of(stem, COMMIT_DIGITS).is_some())
}

/// The number of the segment or of the vectors in one of our names.
pub(crate) fn segment_number(name: &str) -> Option<u32> {
    let (stem, ending) = name.split_once('.')?;
    let is_known = [RECORDS, UNIT_VECTORS, FORMULA_VECTORS].contains(&ending)
        || Family::NAMES.iter().any(|(_, name)| *name == ending);
    let number = number_of(stem, SEGMENT_DIGITS).filter(|_| is_known)?;
    u32::try_from(number).ok()
}

/// Whether a name is one that the text index gives to the files of its segments.
pub(crate) fn is_text(name: &str) -> bool {
    let Some((segment, ending)) = name.split_once('.') else { return false };
    let is_segment = segment.len() == TEXT_DIGITS && segment.bytes().all(is_lower_hex);
    let is_deleted = || {
        let number = ending.strip_suffix(DELETED_ENDING);
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    is_segment && (TEXT_ENDINGS.contains(&ending) || is_deleted())
}

fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// The number after the prefix, in the form that we write: padded with zeros to `digits`, and no further.
fn number_of(stem: &str, digits: usize) -> Option<u64> {
    let text = stem.strip_prefix(PREFIX)?;
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == digits || text.len() > digits && !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_we_write_are_ours() {
        for name in [
            records(0),
            records(1_234_567),
            family(12, Family::LayoutTuples),
            unit_vectors(3),
            formula_vectors(3),
            ledger(7),
            ledger(123_456_789),
        ] {
            assert!(is_ours(&name), "{name}");
        }
        assert_eq!(segment_number("perga-000012.records"), Some(12));
    }

    #[test]
    fn similar_names_are_not_ours() {
        for name in [
            "perga-thesis.tex",
            "perga-results.csv",
            "perga-000001.tex",
            "perga-1.records",
            "perga-0000001.records",
            "perga-000001.records.bak",
            "perga-000001.RECORDS",
            "perga-+00001.records",
            "perga-00001.ledger",
            "perga-ledger",
            "perga-99999999999999999999.ledger",
            "my-perga-000001.records",
            "perga-index.json",
            "",
        ] {
            assert!(!is_ours(name), "{name}");
        }
    }

    #[test]
    fn names_of_the_text_index() {
        let id = "0123456789abcdef0123456789abcdef";
        for ending in ["idx", "store.temp", "77.del"] {
            assert!(is_text(&format!("{id}.{ending}")), "{ending}");
        }
        for name in ["meta.json", "../x.idx", "0123.idx", &format!("{id}.tex"), &format!("{id}..del"), id] {
            assert!(!is_text(name), "{name}");
        }
    }
}
