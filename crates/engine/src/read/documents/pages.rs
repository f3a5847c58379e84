//! How a document is cut into pages.
//!
//! First into slices: a unit, or the part of its text between two units that stand in it. Then slices into pages, so that
//! a section that fits on a page is not cut.

use std::ops::Range;

use index::units::StoredUnit;

use super::position;

/// The most weight of a page. A weight is about the number of bytes of its HTML.
const MOST_OF_PAGE: usize = 220_000;

/// A page with less weight takes the beginning of a section that does not fit on it as a whole.
const LEAST_OF_PAGE: usize = 30_000;

/// The HTML of a byte of a formula, and of a formula beside its bytes.
const FORMULA_BYTE: usize = 16;
const FORMULA: usize = 300;

/// A part of a unit that is shown in one piece.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slice {
    /// The number of the unit in the document.
    pub(super) unit: usize,
    /// The bytes of its body.
    pub(super) range: Range<usize>,
    /// Whether the unit begins here.
    pub(super) is_start: bool,
    /// The number of units around it that are not headings.
    pub(super) depth: usize,
}

/// A page of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Page {
    /// The slices on it.
    pub(super) slices: Range<usize>,
}

/// A unit whose text is not finished.
struct Open {
    unit: usize,
    done: usize,
    has_begun: bool,
    depth: usize,
}

/// The slices of units in their order.
pub(super) fn slices(units: &[StoredUnit]) -> Vec<Slice> {
    let mut slices = Vec::with_capacity(units.len() * 2);
    let mut open: Vec<Open> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let parent = unit.parent.as_deref();
        while open.last().is_some_and(|last| units.get(last.unit).map(|unit| unit.id.as_str()) != parent) {
            close(&mut open, units, &mut slices);
        }
        let mut depth = 0;
        if let Some(parent) = open.last_mut() {
            let end = boundary(&units[parent.unit].body, position(unit).offset as usize);
            cut(parent, &units[parent.unit], end, &mut slices);
            depth = parent.depth + usize::from(position(&units[parent.unit]).level.is_none());
        }
        open.push(Open { unit: number, done: 0, has_begun: false, depth });
    }
    while !open.is_empty() {
        close(&mut open, units, &mut slices);
    }
    slices
}

/// Finishes the innermost unit.
fn close(open: &mut Vec<Open>, units: &[StoredUnit], slices: &mut Vec<Slice>) {
    if let Some(mut last) = open.pop() {
        let unit = &units[last.unit];
        cut(&mut last, unit, unit.body.len(), slices);
    }
}

/// Makes slices of the text of a unit up to `end`, several if there is too much for a page.
fn cut(open: &mut Open, unit: &StoredUnit, end: usize, slices: &mut Vec<Slice>) {
    let end = end.max(open.done);
    for range in pieces(unit, open.done..end) {
        if open.has_begun && unit.body.get(range.clone()).is_none_or(|text| text.trim().is_empty()) {
            continue;
        }
        slices.push(Slice { unit: open.unit, range, is_start: !open.has_begun, depth: open.depth });
        open.has_begun = true;
    }
    open.done = end;
}

/// A range, cut at the ends of paragraphs where it is too heavy for a page.
fn pieces(unit: &StoredUnit, range: Range<usize>) -> Vec<Range<usize>> {
    if weight(unit, &range) <= MOST_OF_PAGE {
        return vec![range];
    }
    let text = unit.body.get(range.clone()).unwrap_or("");
    let ends = text.match_indices("\n\n").map(|(at, gap)| range.start + at + gap.len());
    let is_formula = |at: usize| {
        unit.formulas.iter().any(|one| {
            (one.start as usize) < at && at < one.end as usize && one.field == document::Field::Body
        })
    };
    let (mut pieces, mut start, mut last) = (Vec::new(), range.start, range.start);
    for end in ends.chain([range.end]) {
        if last > start && weight(unit, &(start..end)) > MOST_OF_PAGE / 2 && !is_formula(last) {
            pieces.push(start..last);
            start = last;
        }
        last = end;
    }
    pieces.push(start..range.end);
    pieces
}

/// About how many bytes of HTML a part of a body becomes.
fn weight(unit: &StoredUnit, range: &Range<usize>) -> usize {
    let first = unit.formulas.iter().filter(|one| one.field == document::Field::Body);
    let inside = first.filter(|one| one.start as usize >= range.start && (one.end as usize) <= range.end);
    let formulas: usize = inside.map(|one| FORMULA + FORMULA_BYTE * (one.end - one.start) as usize).sum();
    range.len() * 5 / 4 + formulas
}

/// The nearest place at or before `at` where a text can be cut.
fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The pages of slices.
pub(super) fn pages(units: &[StoredUnit], slices: &[Slice]) -> Vec<Page> {
    let weights: Vec<usize> =
        slices.iter().map(|slice| weight(&units[slice.unit], &slice.range) + FORMULA).collect();
    let sections = section_weights(units, slices, &weights);
    let (mut pages, mut start, mut weight) = (Vec::new(), 0, 0);
    for (at, (&own, &section)) in weights.iter().zip(&sections).enumerate() {
        let is_full = weight + own > MOST_OF_PAGE;
        let breaks_section = section > 0 && weight + section > MOST_OF_PAGE && weight > LEAST_OF_PAGE;
        if at > start && (is_full || breaks_section) {
            pages.push(Page { slices: start..at });
            (start, weight) = (at, 0);
        }
        weight += own;
    }
    pages.push(Page { slices: start..slices.len() });
    pages
}

/// For each slice that begins a heading, the weight of everything under it; 0 for the others.
fn section_weights(units: &[StoredUnit], slices: &[Slice], weights: &[usize]) -> Vec<usize> {
    let mut sections = vec![0; slices.len()];
    let mut open: Vec<(u8, usize, usize)> = Vec::new();
    let mut total = 0;
    for (at, slice) in slices.iter().enumerate() {
        if let Some(level) = position(&units[slice.unit]).level.filter(|_| slice.is_start) {
            while let Some((_, begin, before)) = open.pop_if(|(outer, ..)| *outer >= level) {
                sections[begin] = total - before;
            }
            open.push((level, at, total));
        }
        total += weights[at];
    }
    for (_, begin, before) in open {
        sections[begin] = total - before;
    }
    sections
}

#[cfg(test)]
mod tests {
    use index::units::StoredPosition;

    use super::*;

    fn unit(id: &str, parent: Option<&str>, body: &str, (offset, level): (u32, Option<u8>)) -> StoredUnit {
        StoredUnit {
            id: id.to_owned(),
            parent: parent.map(str::to_owned),
            body: body.to_owned(),
            position: Some(StoredPosition { offset, level, ..StoredPosition::default() }),
            ..StoredUnit::default()
        }
    }

    fn shown(units: &[StoredUnit]) -> Vec<&str> {
        slices(units)
            .iter()
            .map(|slice| units[slice.unit].body.get(slice.range.clone()).unwrap().trim())
            .collect()
    }

    #[test]
    fn theorems_stand_where_their_author_put_them() {
        let units = [
            unit("s", None, "Before.\n\nAfter.", (0, Some(1))),
            unit("t", Some("s"), "Theorem.", (7, None)),
            unit("p", Some("t"), "Proof.", (8, None)),
            unit("l", Some("s"), "Lemma.", (15, None)),
            unit("next", None, "Next.", (0, Some(1))),
        ];
        assert_eq!(shown(&units), ["Before.", "Theorem.", "Proof.", "After.", "Lemma.", "Next."]);
        let depths: Vec<usize> = slices(&units).iter().map(|slice| slice.depth).collect();
        assert_eq!(depths, [0, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn offsets_outside_a_text_or_inside_a_character_do_no_harm() {
        let units = [
            unit("s", None, "é", (0, Some(1))),
            unit("t", Some("s"), "T", (1, None)),
            unit("u", Some("s"), "U", (99, None)),
        ];
        assert_eq!(shown(&units), ["", "T", "é", "U"]);
    }

    #[test]
    fn sections_that_fit_on_a_page_are_not_cut() {
        let long = "word ".repeat(10_000);
        let units: Vec<StoredUnit> =
            (0..10).map(|n| unit(&n.to_string(), None, &long, (0, Some(1)))).collect();
        let slices = slices(&units);
        let pages = pages(&units, &slices);
        assert_eq!(slices.len(), 10);
        assert!(pages.len() >= 4 && pages.iter().all(|page| !page.slices.is_empty()), "{pages:?}");
        assert_eq!(pages.last().unwrap().slices.end, 10);
    }

    #[test]
    fn a_long_text_without_headings_is_cut_at_paragraphs() {
        let body = "one paragraph with some words\n\n".repeat(20_000);
        let units = [unit("long", None, &body, (0, Some(0)))];
        let slices = slices(&units);
        let rejoined: String = slices.iter().map(|slice| &body[slice.range.clone()]).collect();
        assert_eq!(rejoined, body);
        assert!(slices.iter().all(|slice| weight(&units[0], &slice.range) <= MOST_OF_PAGE));
        assert_eq!(slices.iter().filter(|slice| slice.is_start).count(), 1);
    }
}
