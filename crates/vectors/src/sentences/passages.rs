//! The text of a unit that its vector is made of.

use index::units::StoredUnit;

/// The title and the body of a unit, formulas as their LaTeX without delimiters.
///
/// An answer is embedded without its question, which has its own vector: two weighted vectors find more than one vector
/// of both texts, half of which would be cut off.
pub fn passage(unit: &StoredUnit) -> String {
    without_delimiters(&format!("{}\n{}", unit.title, unit.body))
}

/// A text as it is embedded: without the signs that formulas begin and end with.
pub fn without_delimiters(text: &str) -> String {
    let mut plain = text.to_owned();
    for delimiter in ["$$", "$", r"\(", r"\)", r"\[", r"\]"] {
        plain = plain.replace(delimiter, " ");
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
