//! Units as text for a terminal: title, what is known of it, and the sentences that say most.

use std::fmt::Write as _;
use std::ops::Range;

use super::{Results, ShownHit};
use crate::explain::FormulaMatch;
use crate::search::terminal::{Style, coloured, push_parts_of, underlined};
use document::counted;

/// All hits.
pub fn write(results: &Results, style: Style) -> String {
    let mut out = String::new();
    for (at, hit) in results.hits.iter().enumerate() {
        push_hit(at + 1, hit, style, &mut out);
    }
    out
}

fn push_hit(rank: usize, hit: &ShownHit, style: Style, out: &mut String) {
    let head = format!("{rank:>2}. ");
    let indent = " ".repeat(head.len());
    let title = match hit.title.as_str() {
        "" => hit.unit.id.clone(),
        title => lit(title, &(0..title.len()), &hit.title_words, style),
    };
    let _ = writeln!(out, "{head}{title}");
    let _ = writeln!(out, "{indent}{:.4}  {}", hit.hit.score, about(hit));
    if style.explain {
        push_parts_of(&hit.hit.parts, &indent, out);
    }
    let excerpt = lit(&hit.unit.body, &hit.excerpt.place, &hit.excerpt.words, style);
    if !excerpt.is_empty() {
        let before = if hit.excerpt.place.start > 0 { "… " } else { "" };
        let after = if hit.excerpt.place.end < hit.unit.body.trim_end().len() { " …" } else { "" };
        let _ = writeln!(out, "{indent}{before}{excerpt}{after}");
    }
    for formula in &hit.formulas {
        push_formula(formula, &indent, style, out);
    }
    if !hit.copies.is_empty() {
        let copies = counted(hit.copies.len(), "copy");
        let ids: Vec<&str> = hit.copies.iter().map(|copy| copy.id.as_str()).collect();
        let _ = writeln!(out, "{indent}and {copies}: {}", ids.join(", "));
    }
    out.push('\n');
}

/// Kind, id, tags, votes, date and address.
fn about(hit: &ShownHit) -> String {
    let unit = &hit.unit;
    let mut facts = vec![format!("{} {}", unit.kind, unit.id)];
    if let Some(votes) = unit.score {
        facts.push(format!("{votes} votes"));
    }
    if unit.accepted {
        facts.push("accepted".to_owned());
    }
    if let Some(date) = unit.date {
        facts.push(crate::render::day(date));
    }
    if !unit.tags.is_empty() {
        facts.push(unit.tags.join(", "));
    }
    facts.extend(unit.url.clone());
    facts.join(" · ")
}

/// A part of a text on one line, the words of the question in bold on a terminal.
fn lit(text: &str, place: &Range<usize>, words: &[Range<usize>], style: Style) -> String {
    let mut out = String::new();
    let mut at = place.start;
    let inside = words.iter().filter(|word| word.start >= place.start && word.end <= place.end);
    for word in inside.filter(|_| style.is_coloured) {
        out.push_str(text.get(at..word.start).unwrap_or(""));
        let _ = write!(out, "\x1b[1m{}\x1b[0m", text.get(word.clone()).unwrap_or(""));
        at = word.end;
    }
    out.push_str(text.get(at..place.end).unwrap_or(""));
    let words: Vec<&str> = out.split_whitespace().collect();
    words.join(" ").chars().map(|c| if c.is_control() && c != '\x1b' { '\u{fffd}' } else { c }).collect()
}

fn push_formula(found: &FormulaMatch, indent: &str, style: Style, out: &mut String) {
    let why = &found.explanation;
    match style.is_coloured {
        true => drop(writeln!(out, "{indent}  {}", coloured(&why.tex, &why.marks))),
        false => {
            let _ = writeln!(out, "{indent}  {}\n{indent}  {}", why.tex, underlined(&why.tex, &why.marks));
        }
    }
    let _ = writeln!(out, "{indent}  {}", why.reason);
    let strip = why.strip_beside_reason();
    if !strip.is_empty() {
        let _ = writeln!(out, "{indent}  {strip}");
    }
}
