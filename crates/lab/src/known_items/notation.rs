//! The same formula in another notation.

use super::text::{append, end_of_group, is_atom};
use super::{Below, Written};

/// Commands for one symbol, and forms for one function.
const SYNONYMS: &[&[&str]] = &[
    &["\\leq", "\\le", "\\leqslant"],
    &["\\geq", "\\ge", "\\geqslant"],
    &["\\neq", "\\ne", "\\not="],
    &["\\to", "\\rightarrow"],
    &["\\ldots", "\\dots", "\\cdots"],
    &["\\cdot", " ", "\\times"],
    &["\\land", "\\wedge"],
    &["\\lor", "\\vee"],
    &["\\neg", "\\lnot"],
    &["\\emptyset", "\\varnothing"],
    &["\\setminus", "\\backslash"],
    &["\\mid", "|"],
    &["\\colon", ":"],
    &["\\langle", "\\left\\langle"],
    &["\\iff", "\\Leftrightarrow", "\\Longleftrightarrow"],
    &["\\implies", "\\Rightarrow", "\\Longrightarrow"],
    &["\\epsilon", "\\varepsilon"],
    &["\\phi", "\\varphi"],
    &["\\sin", "\\operatorname{sin}", "\\mathrm{sin}"],
    &["\\cos", "\\operatorname{cos}", "\\mathrm{cos}"],
    &["\\tan", "\\operatorname{tan}", "\\mathrm{tan}"],
    &["\\log", "\\operatorname{log}", "\\mathrm{log}"],
    &["\\ln", "\\operatorname{ln}", "\\mathrm{ln}"],
    &["\\exp", "\\operatorname{exp}", "\\mathrm{exp}"],
    &["\\lim", "\\lim\\limits"],
    &["\\sum", "\\sum\\limits", "\\displaystyle\\sum"],
    &["\\prod", "\\prod\\limits"],
    &["\\int", "\\int\\limits", "\\displaystyle\\int"],
];

/// Spaces that people put around operators.
const SPACES: &[&str] = &["\\,", "\\;", "~", "\\quad "];

/// How many changes are made at most.
const CHANGES: usize = 4;

/// How often a change is drawn.
const TRIES: usize = 24;

/// A change: bytes of the text, and their replacement.
type Change = (usize, usize, String);

/// The formula written in another way: fractions with a slash or `\over`, brackets that grow, products with or without a dot,
/// roots as powers, other commands for the same symbols, other spaces. Every change is kept only if the formula
/// still says the same; nothing if none is.
pub fn in_other_notation(written: &Written, below: Below) -> Option<Written> {
    let mut current: Option<Written> = None;
    let mut changes = 0;
    for _ in 0..TRIES {
        let base = current.as_ref().unwrap_or(written);
        let (weighty, light) = (weighty(&base.latex), light(&base.latex));
        // Visible changes are drawn more often than spaces, of which there are many.
        let pool = if weighty.is_empty() || (!light.is_empty() && below(4) == 0) { light } else { weighty };
        let Some(change) = pool.get(below(pool.len())) else { break };
        let next = Written::read(&changed(&base.latex, change));
        if next.latex == base.latex || !next.says_the_same(written) {
            continue;
        }
        current = Some(next);
        changes += 1;
        if changes == CHANGES {
            break;
        }
    }
    current
}

fn changed(latex: &str, (start, end, piece): &Change) -> String {
    let mut out = String::with_capacity(latex.len() + piece.len());
    for piece in [latex.get(..*start), Some(piece), latex.get(*end..)].into_iter().flatten() {
        append(&mut out, piece);
    }
    out
}

/// Changes of layout.
fn weighty(latex: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    for (at, _) in latex.match_indices("\\frac{") {
        fraction(latex, at, &mut changes);
    }
    for (at, word) in latex.match_indices("\\sqrt{") {
        let Some(end) = end_of_group(latex, at + word.len() - 1, ('{', '}')) else { continue };
        let inner = &latex[at + word.len()..end - 1];
        changes.push((at, end, format!("{}^{{1/2}}", bracketed(inner))));
        changes.push((at, end, format!("\\sqrt[2]{{{inner}}}")));
    }
    for (open, close, grown) in [('(', ')', ("\\left(", "\\right)")), ('[', ']', ("\\left[", "\\right]"))] {
        for (at, _) in latex.match_indices(open) {
            let Some(end) = end_of_group(latex, at, (open, close)) else { continue };
            if !latex[..at].ends_with("\\left") && !latex[..at].ends_with('\\') {
                changes.push((at, end, format!("{}{}{}", grown.0, &latex[at + 1..end - 1], grown.1)));
            }
        }
    }
    for forms in SYNONYMS {
        let Some((first, others)) = forms.split_first() else { continue };
        for (at, word) in latex.match_indices(first) {
            let end = at + word.len();
            if latex[end..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            changes.extend(others.iter().map(|other| (at, end, (*other).to_owned())));
        }
    }
    changes
}

/// Other ways of writing the fraction at a place.
fn fraction(latex: &str, at: usize, changes: &mut Vec<Change>) {
    let first = at + "\\frac".len();
    let Some(middle) = end_of_group(latex, first, ('{', '}')) else { return };
    let Some(end) = end_of_group(latex, middle, ('{', '}')) else { return };
    let (over, under) = (&latex[first + 1..middle - 1], &latex[middle + 1..end - 1]);
    for other in [
        format!("\\dfrac{{{over}}}{{{under}}}"),
        format!("\\tfrac{{{over}}}{{{under}}}"),
        format!("{{{over}\\over {under}}}"),
        format!("{}/{}", bracketed(over), bracketed(under)),
        format!("({}/{})", bracketed(over), bracketed(under)),
    ] {
        changes.push((at, end, other));
    }
}

fn bracketed(piece: &str) -> String {
    if is_atom(piece) { piece.to_owned() } else { format!("({piece})") }
}

/// Changes of spaces and braces.
fn light(latex: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    for (at, sign) in latex.match_indices(['+', '=', '<', '>', ',', '-']) {
        let is_inner = at > 0 && at + 1 < latex.len();
        if is_inner {
            changes.extend(SPACES.iter().map(|space| (at, at + 1, format!("{space}{sign}{space}"))));
        }
    }
    for (at, _) in latex.match_indices(['^', '_']) {
        let Some(end) = end_of_group(latex, at + 1, ('{', '}')) else { continue };
        let inner = &latex[at + 2..end - 1];
        if inner.chars().count() == 1 {
            changes.push((at + 1, end, inner.to_owned()));
        }
    }
    changes.push((0, 0, "\\displaystyle ".to_owned()));
    changes
}
