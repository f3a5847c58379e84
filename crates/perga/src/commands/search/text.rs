//! Hits for people: the formula with what is matched in it, why, and where it occurs.

use document::counted;
use std::fmt::Write as _;

use engine::explain::{Mark, ScorePart};
use engine::read::occurrences::Occurrence;
use engine::search::formulas::{Results, ShownHit};
use eval::report::columns::align;
use unicode_width::UnicodeWidthChar;

/// How to write.
pub(super) struct Style {
    /// With colours; without, a line under the formula says what is matched.
    pub is_coloured: bool,
    pub explain: bool,
}

/// Occurrences that are shown for each hit.
const MOST_OCCURRENCES: usize = 3;

/// All hits, and with `explain` where they come from.
pub(super) fn write(results: &Results, style: &Style) -> String {
    let mut out = String::new();
    for (at, hit) in results.hits.iter().enumerate() {
        push_hit(at + 1, hit, style, &mut out);
    }
    if style.explain {
        push_generators(results, &mut out);
    }
    out
}

fn push_hit(rank: usize, hit: &ShownHit, style: &Style, out: &mut String) {
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

/// What the score is made of.
pub(super) fn push_parts_of(parts: &[ScorePart], indent: &str, out: &mut String) {
    let rows: Vec<Vec<String>> = parts
        .iter()
        .map(|part| {
            vec![
                format!("{indent}  {}", part.name),
                format!("{:.4}", part.value),
                format!("{:+.4}", part.contribution),
            ]
        })
        .collect();
    out.push_str(&align(&rows, 1));
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

/// Matched parts in colours, the rest dim.
pub(super) fn coloured(tex: &str, marks: &[Option<Mark>]) -> String {
    let mut out = String::new();
    let mut now = "";
    for (at, c) in tex.char_indices() {
        let colour = match marks.get(at).copied().flatten() {
            Some(Mark::Exact) => "\x1b[1;32m",
            Some(Mark::Renamed) => "\x1b[4;33m",
            Some(Mark::Changed) => "\x1b[35m",
            Some(Mark::Bound) => "\x1b[36m",
            None => "\x1b[2m",
        };
        if colour != now {
            out.push_str("\x1b[0m");
            out.push_str(colour);
            now = colour;
        }
        out.push(c);
    }
    out.push_str("\x1b[0m");
    out
}

/// A line under the formula: `=` exact, `~` renamed, `!` changed (another sign, relation, operator, function or number),
/// `?` stands for a wildcard.
pub(super) fn underlined(tex: &str, marks: &[Option<Mark>]) -> String {
    let mut out = String::new();
    for (at, c) in tex.char_indices() {
        let sign = match marks.get(at).copied().flatten() {
            Some(Mark::Exact) => '=',
            Some(Mark::Renamed) => '~',
            Some(Mark::Changed) => '!',
            Some(Mark::Bound) => '?',
            None => ' ',
        };
        out.extend(std::iter::repeat_n(sign, c.width().unwrap_or(1)));
    }
    out.trim_end().to_owned()
}
