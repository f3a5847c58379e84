//! Other letters for variables.

use super::text::replaced;
use super::variables::{Variable, variables};
use super::{Below, Written};

const FUNCTIONS: &[&str] = &["f", "g", "h", "F", "G", "H", "u", "v", "w"];
const SMALL: &[&str] =
    &["a", "b", "c", "h", "j", "k", "m", "n", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"];
const LARGE: &[&str] = &["A", "B", "C", "D", "H", "K", "L", "M", "P", "Q", "R", "S", "T", "V", "X", "Y"];
const GREEK: &[&str] =
    &["\\alpha", "\\beta", "\\gamma", "\\delta", "\\lambda", "\\mu", "\\nu", "\\rho", "\\tau", "\\omega"];

/// How often letters are drawn until the formula is equal after renaming.
const TRIES: usize = 20;

/// The formula with another letter for each variable, different ones for different variables, of its kind: a
/// small letter for a small one, Greek for Greek. `None` if there are no variables, or if Perga reads
/// no such formula as a renaming of the first.
pub fn renamed(written: &Written, below: Below) -> Option<Written> {
    let variables = variables(written);
    if variables.is_empty() {
        return None;
    }
    for _ in 0..TRIES {
        let Some(letters) = draw(&variables, below) else { continue };
        let mut edits = Vec::new();
        for (variable, letter) in variables.iter().zip(letters) {
            edits.extend(variable.spans.iter().map(|&span| (span, letter.to_owned())));
        }
        let other = Written::read(&replaced(&written.latex, edits));
        let is_renaming = other.signatures.alpha == written.signatures.alpha;
        if is_renaming && other.signatures.visual != written.signatures.visual {
            return Some(other);
        }
    }
    None
}

/// A letter for each variable, none of them in the formula already.
fn draw(variables: &[Variable], below: Below) -> Option<Vec<&'static str>> {
    let old: Vec<String> = variables.iter().map(|variable| variable.letter.to_string()).collect();
    let mut letters: Vec<&str> = Vec::new();
    for variable in variables {
        let kind = match variable.letter {
            _ if variable.is_function => FUNCTIONS,
            letter if !letter.is_ascii() => GREEK,
            letter if letter.is_uppercase() => LARGE,
            _ => SMALL,
        };
        let is_free =
            |letter: &&&str| !letters.contains(*letter) && !old.iter().any(|known| known == **letter);
        let free: Vec<&&str> = kind.iter().filter(is_free).collect();
        letters.push(free.get(below(free.len()))?);
    }
    Some(letters)
}
