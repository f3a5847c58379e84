//! Formulas as text for a terminal: the formula with what is matched in it, why, and where it occurs.

use std::fmt::Write as _;

use document::counted;
use eval::report::columns::align;

use super::{Results, ShownHit};
use crate::read::occurrences::Occurrence;
use crate::search::terminal::{Style, coloured, push_parts_of, underlined};

/// Occurrences that are shown for each hit.
const MOST_OCCURRENCES: usize = 3;

/// All hits, and with `explain` where they come from.
pub fn write(results: &Results, style: Style) -> String {
    let mut out = String::new();
    for (at, hit) in results.hits.iter().enumerate() {
        push_hit(at + 1, hit, style, &mut out);
    }
    if style.explain {
        push_generators(results, &mut out);
    }
    out
}

fn push_hit(rank: usize, hit: &ShownHit, style: Style, out: &mut String) {
    let why = &hit.explanation;
    let head = format!("{rank:>2}. ");
    let indent = " ".repeat(head.len());
    if style.is_coloured {
        let _ = writeln!(out, "{head}{}", coloured(&why.tex, &why.marks));
    } else {
        let _ = writeln!(out, "{head}{}", why.tex);
        let marks = underlined(&why.tex, &why.marks);
        if !marks.is_empty() {
            let _ = writeln!(out, "{indent}{marks}");
        }
    }
    let _ = writeln!(out, "{indent}{:.4}  {}", hit.score, hit.reason());
    let strip = why.strip_beside_reason();
    if !strip.is_empty() {
        let _ = writeln!(out, "{indent}{strip}");
    }
    if style.explain {
        push_parts_of(&hit.parts, &indent, out);
    }
    for folded in &hit.folded {
        let _ = writeln!(out, "{indent}also {}", folded.tex);
    }
    for occurrence in hit.occurrences.shown.iter().take(MOST_OCCURRENCES) {
        push_occurrence(occurrence, &indent, out);
    }
    if hit.occurrences.count > MOST_OCCURRENCES {
        let _ =
            writeln!(out, "{indent}and {}", counted(hit.occurrences.count - MOST_OCCURRENCES, "more place"));
    }
    out.push('\n');
}

fn push_occurrence(occurrence: &Occurrence, indent: &str, out: &mut String) {
    let title = if occurrence.title.is_empty() { String::new() } else { format!("  {}", occurrence.title) };
    let _ = writeln!(out, "{indent}{}{title}  ({}, {})", occurrence.unit, occurrence.kind, occurrence.source);
    let words = format!("{}{}{}", occurrence.before, occurrence.formula, occurrence.after);
    // The text of a list of formulas is the formula.
    if words.trim() != occurrence.formula.trim() {
        let _ = writeln!(out, "{indent}  {}", words.trim());
    }
}

fn push_generators(results: &Results, out: &mut String) {
    let _ = writeln!(out, "{} from these lists", counted(results.found.candidates, "candidate"));
    let rows: Vec<Vec<String>> = results
        .found
        .lists
        .iter()
        .map(|(name, count)| vec![format!("  {name}"), count.to_string()])
        .collect();
    out.push_str(&align(&rows, 1));
}
