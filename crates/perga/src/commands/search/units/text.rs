//! Units for people: title, what is known of it, and the sentences that say most.

use std::fmt::Write as _;
use std::ops::Range;

use super::super::text::{Style, coloured, push_parts_of, underlined};
use super::{Answer, ShownHit};

/// All hits.
pub(super) fn write(answer: &Answer<'_>, style: &Style) -> String {
    let mut out = String::new();
    for (at, hit) in answer.hits.iter().enumerate() {
        push_hit(at + 1, hit, style, &mut out);
    }
    if let Some(milliseconds) = answer.milliseconds {
        let _ = writeln!(out, "{} units looked at closely, {milliseconds:.1} ms", answer.found.candidates);
    }
    out
}

fn push_hit(rank: usize, hit: &ShownHit, style: &Style, out: &mut String) {
    let head = format!("{rank:>2}. ");
    let indent = " ".repeat(head.len());
    let title = match hit.title() {
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
        facts.push(day(date));
    }
    if !unit.tags.is_empty() {
        facts.push(unit.tags.join(", "));
    }
    facts.extend(unit.url.clone());
    facts.join(" · ")
}

/// A day of the calendar, from seconds since 1970.
fn day(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, is_next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + 400 * era + is_next_year)
}

/// A part of a text on one line, the words of the question in bold on a terminal.
fn lit(text: &str, place: &Range<usize>, words: &[Range<usize>], style: &Style) -> String {
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

fn push_formula(
    found: &rank::questions::formula_matches::FormulaMatch,
    indent: &str,
    style: &Style,
    out: &mut String,
) {
    let why = &found.justification;
    match style.is_coloured {
        true => drop(writeln!(out, "{indent}  {}", coloured(&why.tex, &why.marks))),
        false => {
            let _ = writeln!(out, "{indent}  {}\n{indent}  {}", why.tex, underlined(&why.tex, &why.marks));
        }
    }
    let strip = why.strip();
    if !strip.is_empty() {
        let _ = writeln!(out, "{indent}  {strip}");
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(super::day(0), "1970-01-01");
        assert_eq!(super::day(951_782_400), "2000-02-29");
        assert_eq!(super::day(-86_400), "1969-12-31");
        assert_eq!(super::day(1_577_836_799), "2019-12-31");
    }
}
