//! Text with formulas as safe HTML.
//!
//! Nothing of a collection is trusted: units are kept as plain text, every character of it is escaped here, and the only
//! elements are those written here and the MathML of our own writer. There is nothing to sanitise afterwards.

use std::ops::Range;

use document::Field;
use formula::latex::Macros;
use formula::write::{mathml, tex};
use index::Index;
use index::units::{StoredOccurrence, StoredUnit};

use super::{authored, encoded_path, equations, markdown};

/// A place of a text that is shown in its own way.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The bytes it takes.
    pub place: Range<usize>,
    /// The HTML in its place; none for a word that is lit.
    pub html: Option<String>,
}

/// A formula with this many unknown commands is shown as it is written: their names would run into one another.
const UNREADABLE: usize = 4;

/// How lines are shown.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// All in one line.
    Line,
    /// Paragraphs, lists and other blocks.
    Paragraphs,
}

/// A part of a text as HTML, its Markdown included. Pieces that overlap an earlier one or the borders of the part are left
/// out.
pub(crate) fn html(text: &str, part: &Range<usize>, pieces: Vec<Piece>, shape: Shape) -> String {
    let mut taken: Vec<Range<usize>> =
        pieces.iter().filter(|piece| piece.html.is_some()).map(|piece| piece.place.clone()).collect();
    taken.sort_by_key(|place| place.start);
    let mut all = markdown::pieces(text, part, &taken, shape);
    let (words, formulas): (Vec<Piece>, Vec<Piece>) =
        pieces.into_iter().partition(|piece| piece.html.is_none());
    all.extend(formulas);
    all.sort_by_key(|piece| piece.place.start);
    // A word that is lit gives way: of two tags neither may be lost.
    let is_free = |word: &Piece| {
        let next = all.partition_point(|other| other.place.end <= word.place.start);
        all.get(next).is_none_or(|other| word.place.end <= other.place.start)
    };
    let words: Vec<Piece> = words.into_iter().filter(is_free).collect();
    all.extend(words);
    all.sort_by_key(|piece| piece.place.start);
    let mut out = String::with_capacity(part.len() * 2);
    let mut at = part.start;
    for piece in all {
        if piece.place.start < at || piece.place.end > part.end {
            continue;
        }
        push_text(text.get(at..piece.place.start).unwrap_or(""), &mut out);
        match &piece.html {
            Some(html) => out.push_str(html),
            None => {
                out.push_str("<mark>");
                push_text(text.get(piece.place.clone()).unwrap_or(""), &mut out);
                out.push_str("</mark>");
            }
        }
        at = piece.place.end;
    }
    push_text(text.get(at..part.end).unwrap_or(""), &mut out);
    out
}

/// The pieces of the formulas in a part of one text of a unit; `matched` gives the MathML of those that are shown
/// otherwise.
pub(crate) fn formulas(
    index: &Index,
    unit: &StoredUnit,
    (field, part): (Field, &Range<usize>),
    matched: impl Fn(&StoredOccurrence) -> Option<String>,
) -> Vec<Piece> {
    let is_in = |one: &&StoredOccurrence| {
        one.field == field && one.start as usize >= part.start && one.end as usize <= part.end
    };
    let text_of = |one: &StoredOccurrence| unit.text(one.field).get(one.start as usize..one.end as usize);
    let document = Some(Macros::from_preamble(&unit.macros)).filter(|macros| !macros.is_empty());
    let macros =
        Macros::of_formulas(unit.formulas.iter().filter_map(text_of), document.as_ref()).or(document);
    let occurrences = unit.formulas.iter().filter(is_in);
    let piece = |occurrence: &StoredOccurrence| {
        let (start, end) = (occurrence.start as usize, occurrence.end as usize);
        let source = Source { text: text_of(occurrence)?, macros: macros.as_ref() };
        let html = formula(index, occurrence.record, source, matched(occurrence))?;
        let behind = unit.text(field).get(end..part.end).unwrap_or("");
        Some(match equations::numbers(source.text, behind).filter(|_| is_display(source.text)) {
            Some(numbers) => Piece { place: start..end + numbers.listed, html: Some(numbers.beside(&html)) },
            None => Piece { place: start..end, html: Some(html) },
        })
    };
    occurrences.filter_map(piece).collect()
}

/// Numbers each formula by its place among those of its unit, counted from 1, so that a page can tell what its symbols mean there.
pub(crate) fn number(pieces: &mut [Piece], unit: &StoredUnit, field: Field) {
    for piece in pieces {
        let is_here = |one: &StoredOccurrence| one.field == field && one.start as usize == piece.place.start;
        let Some(at) = unit.formulas.iter().position(is_here) else { continue };
        let Some(html) = &mut piece.html else { continue };
        *html = html.replacen(" data-record=", &format!(" data-number=\"{}\" data-record=", at + 1), 1);
    }
}

/// The pieces of a part of the body that lead to other units, or to something that is not in its document.
pub(crate) fn references(unit: &StoredUnit, part: &Range<usize>) -> Vec<Piece> {
    let places = unit.references.iter().map(|(start, end, target)| (*start as usize..*end as usize, target));
    let is_in = |place: &Range<usize>| place.start >= part.start && place.end <= part.end;
    let piece = |(place, target): (Range<usize>, &String)| {
        let words = escaped(unit.body.get(place.clone())?);
        let html = match target.as_str() {
            "" => format!("<span class=\"unresolved\" title=\"Unresolved reference\">{words}</span>"),
            target => format!("<a class=\"reference\" href=\"{}\">{words}</a>", address(target)),
        };
        Some(Piece { place, html: Some(html) })
    };
    places.filter(|(place, _)| is_in(place)).filter_map(piece).collect()
}

/// The address of the page on which a unit can be read, on the server that shows the text.
pub(crate) fn address(id: &str) -> String {
    format!("/threads/{}", encoded_path(id))
}

/// The pieces of words that are lit.
pub(crate) fn words(places: &[Range<usize>]) -> impl Iterator<Item = Piece> + '_ {
    places.iter().map(|place| Piece { place: place.clone(), html: None })
}

/// The source of a formula.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    /// What the formulas of its text define.
    macros: Option<&'a Macros>,
}

/// A formula of the index as an element that says which it is.
fn formula(index: &Index, record: u32, source: Source, matched: Option<String>) -> Option<String> {
    let trees = index.formulas().record(record)?;
    let display = is_display(source.text);
    let authored = authored::read(&trees.slt, source.text, source.macros);
    let tex = match &authored {
        Some(authored) => escaped(authored.latex),
        None => escaped(&tex::write(&trees.slt)),
    };
    let class = if matched.is_some() { "formula matched" } else { "formula" };
    // What matches is written as a block of its own; here it may stand in a line.
    let matched =
        matched.map(|mathml| if display { mathml } else { mathml.replacen(" display=\"block\"", "", 1) });
    let mathml = matched.unwrap_or_else(|| {
        let slt = authored.map_or(trees.slt, |authored| authored.slt);
        if slt.commands().count() >= UNREADABLE {
            let source: Vec<String> = source.text.lines().map(escaped).collect();
            return format!("<code class=\"source\">{}</code>", source.join("\n"));
        }
        mathml::write(&slt, &mathml::Style { id_prefix: None, class_of: None, display })
    });
    Some(format!("<span class=\"{class}\" data-record=\"{record}\" data-tex=\"{tex}\">{mathml}</span>"))
}

/// Whether a formula stands in a line of its own.
pub(crate) fn is_display(source: &str) -> bool {
    ["$$", r"\[", r"\begin"].iter().any(|opening| source.starts_with(opening))
        || source.contains("display=\"block\"")
}

/// Text for elements and attributes of HTML and XML; characters that XML forbids are replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_text(text, &mut out);
    out
}

fn push_text(text: &str, out: &mut String) {
    text.chars().for_each(|c| push_escaped(c, out));
}

fn push_escaped(c: char, out: &mut String) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\n' | '\t' | '\r' => out.push(' '),
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_our_own_elements_is_escaped() {
        let text = "<script>alert('x')</script> & \"more\"\u{1b}";
        let shown = html(text, &(0..text.len()), Vec::new(), Shape::Line);
        assert_eq!(shown, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;more&quot;\u{fffd}");
    }

    #[test]
    fn words_and_formulas_stand_in_their_places_and_paragraphs_end_at_empty_lines() {
        let text = "let $x$ be\n\na <prime>";
        let pieces = vec![
            Piece { place: 15..20, html: None },
            Piece { place: 4..7, html: Some("<math/>".to_owned()) },
            Piece { place: 5..6, html: None },
        ];
        let shown = html(text, &(0..text.len()), pieces, Shape::Paragraphs);
        assert_eq!(shown, "<p>let <math/> be</p><p>a &lt;<mark>prime</mark>&gt;</p>");
    }

    #[test]
    fn a_part_of_a_text_has_its_own_pieces_only() {
        let pieces = vec![Piece { place: 0..3, html: None }, Piece { place: 4..7, html: None }];
        assert_eq!(html("one two three", &(4..13), pieces, Shape::Line), "<mark>two</mark> three");
    }
}
