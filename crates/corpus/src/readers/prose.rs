//! Running text as readers write it: words with single spaces, paragraphs with an empty line between them, and the
//! formulas with their places.
//!
//! What it is not: a parser. It gets words and formulas in order and keeps white space tidy, so that no reader of
//! documents has to.

use std::ops::Range;

use document::{Occurrence, Text};
use formula::Notation;

/// What separates the next word from the last.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Paragraph,
}

/// A text being written.
#[derive(Default, Debug)]
pub(crate) struct Prose {
    text: Text,
    gap: Gap,
    /// The sign of an item, which is written before the next word.
    sign: Option<String>,
    references: Vec<Mention>,
    /// Places that lead to other documents, and what they are called.
    links: Vec<(Range<usize>, String)>,
}

/// A place of a text that refers to something whose name may only be known at the end of the document.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mention {
    /// The bytes of the text: the label in brackets.
    place: Range<usize>,
    /// What it refers to.
    pub(crate) label: String,
    /// How it is printed.
    pub(crate) form: Form,
}

/// How a reference is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `2.3`
    Number,
    /// `(2.3)`
    Equation,
    /// `Theorem 2.3`
    Name,
    /// `Bolzano's theorem`
    Title,
    /// `[7]`, for an entry of the bibliography.
    Citation,
}

/// A text whose references have been replaced.
pub(crate) struct Resolved<T> {
    pub(crate) text: Text,
    /// The places that refer to something known, and what it is.
    pub(crate) references: Vec<(Range<usize>, T)>,
    /// The places that refer to something that is nowhere.
    pub(crate) unresolved: Vec<Range<usize>>,
    /// The places that lead to other documents, and what they are called.
    pub(crate) links: Vec<(Range<usize>, String)>,
    /// Where each replaced reference ended before and ends now.
    moved: Vec<(usize, usize)>,
}

impl<T> Resolved<T> {
    /// Where a byte of the text before is now.
    pub(crate) fn moved(&self, offset: usize) -> usize {
        let before = self.moved.partition_point(|&(old, _)| old <= offset);
        before
            .checked_sub(1)
            .and_then(|at| self.moved.get(at))
            .map_or(offset, |&(old, new)| new + offset - old)
    }
}

impl Prose {
    /// Whether nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The whole text so far, with formulas.
    pub(crate) fn as_str(&self) -> &str {
        &self.text.text
    }

    /// The words so far, without the formulas.
    pub(crate) fn only_words(&self) -> String {
        let words: Vec<&str> = self.text.words().flat_map(str::split_whitespace).collect();
        words.join(" ")
    }

    /// Adds white space between words.
    pub(crate) fn space(&mut self) {
        if self.gap == Gap::None {
            self.gap = Gap::Space;
        }
    }

    /// Ends a paragraph.
    pub(crate) fn paragraph(&mut self) {
        self.gap = Gap::Paragraph;
    }

    /// Ends a line, if a paragraph does not end here.
    pub(crate) fn line(&mut self) {
        self.gap = self.gap.max(Gap::Line);
    }

    /// Adds text as it is, with its lines.
    pub(crate) fn verbatim(&mut self, text: &str) {
        self.close_gap();
        self.text.text.push_str(text);
    }

    /// Adds a block of code that has formulas in it.
    pub(crate) fn code(&mut self, code: &Text) {
        self.verbatim("```\n");
        let start = self.text.text.len();
        self.text.text.push_str(&code.text);
        let moved = |formula: &Occurrence| Occurrence {
            place: start + formula.place.start..start + formula.place.end,
            ..formula.clone()
        };
        self.text.formulas.extend(code.formulas.iter().map(moved));
        self.text.text.push_str("\n```");
    }

    /// Where the next word will begin.
    pub(crate) fn here(&mut self) -> usize {
        self.close_gap();
        self.text.text.len()
    }

    /// Says that the text from a byte on leads to another document.
    pub(crate) fn link_from(&mut self, start: usize, target: String) {
        let words = self.text.text.get(start..).unwrap_or("");
        let start = start + words.len() - words.trim_start().len();
        if start < self.text.text.len() {
            self.links.push((start..self.text.text.len(), target));
        }
    }

    /// Begins an item of a list: its sign is written before its first word, whatever begins before that.
    pub(crate) fn item(&mut self, sign: String) {
        self.paragraph();
        self.sign = Some(sign);
    }

    /// Ends an item, which may have no words.
    pub(crate) fn end_item(&mut self) {
        self.paragraph();
        self.sign = None;
    }

    /// Adds words; white space at their ends becomes a gap.
    pub(crate) fn words(&mut self, words: &str) {
        let mut pieces = words.split(|c: char| c.is_whitespace());
        if let Some(first) = pieces.next() {
            self.word(first);
        }
        for piece in pieces {
            self.space();
            self.word(piece);
        }
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        self.close_gap();
        self.text.text.push_str(word);
    }

    /// Adds a formula: the whole text that is shown, and the range of the formula itself in it.
    pub(crate) fn formula(&mut self, shown: &str, inner: Range<usize>) {
        let source = shown.get(inner).unwrap_or(shown).trim();
        if source.is_empty() {
            return self.space();
        }
        self.close_gap();
        let start = self.text.text.len();
        self.text.text.push_str(shown);
        self.text.formulas.push(Occurrence {
            place: start..self.text.text.len(),
            source: source.to_owned(),
            notation: Notation::Latex,
            id: None,
            visual_id: None,
        });
    }

    /// Adds a reference, for now as its label in brackets.
    pub(crate) fn reference(&mut self, label: String, form: Form) {
        self.close_gap();
        let start = self.text.text.len();
        self.text.text.extend(["[", label.as_str(), "]"]);
        self.references.push(Mention { place: start..self.text.text.len(), label, form });
    }

    /// Adds a finished text.
    pub(crate) fn text(&mut self, text: &Text) {
        let mut at = 0;
        for formula in &text.formulas {
            self.paragraphs(text.text.get(at..formula.place.start).unwrap_or(""));
            self.close_gap();
            let start = self.text.text.len();
            self.text.text.push_str(text.text.get(formula.place.clone()).unwrap_or(&formula.source));
            self.text.formulas.push(Occurrence { place: start..self.text.text.len(), ..formula.clone() });
            at = formula.place.end;
        }
        self.paragraphs(text.text.get(at..).unwrap_or(""));
    }

    /// Adds words with empty lines between paragraphs.
    fn paragraphs(&mut self, words: &str) {
        for (number, paragraph) in words.split("\n\n").enumerate() {
            if number > 0 {
                self.paragraph();
            }
            self.words(paragraph);
        }
    }

    /// The text without white space at its ends.
    pub(crate) fn finish(self) -> Text {
        self.text
    }

    /// The number of bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.text.text.len()
    }

    /// The references so far.
    pub(crate) fn references(&self) -> &[Mention] {
        &self.references
    }

    /// The text with its references replaced. `resolve` gives what is printed and what it refers to; none leaves the label
    /// in brackets.
    pub(crate) fn resolve<T>(&self, resolve: impl Fn(&Mention) -> Option<(String, T)>) -> Resolved<T> {
        let old = self.text.text.as_str();
        let mut resolved = Resolved {
            text: Text::plain(String::with_capacity(old.len())),
            references: Vec::new(),
            unresolved: Vec::new(),
            links: Vec::new(),
            moved: Vec::new(),
        };
        let text = &mut resolved.text.text;
        let mut at = 0;
        for mention in &self.references {
            text.push_str(old.get(at..mention.place.start).unwrap_or(""));
            let start = text.len();
            at = mention.place.start;
            let Some((printed, target)) = resolve(mention) else {
                resolved.unresolved.push(start..start + mention.place.len());
                continue;
            };
            text.push_str(&printed);
            resolved.references.push((start..text.len(), target));
            resolved.moved.push((mention.place.end, text.len()));
            at = mention.place.end;
        }
        text.push_str(old.get(at..).unwrap_or(""));
        for formula in &self.text.formulas {
            let place = resolved.moved(formula.place.start)..resolved.moved(formula.place.end);
            resolved.text.formulas.push(Occurrence { place, ..formula.clone() });
        }
        let moved = |(place, target): &(Range<usize>, String)| {
            (resolved.moved(place.start)..resolved.moved(place.end), target.clone())
        };
        resolved.links = self.links.iter().map(moved).collect();
        resolved
    }

    fn close_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        match gap {
            _ if self.text.text.is_empty() => {}
            Gap::None => {}
            Gap::Space => self.text.text.push(' '),
            Gap::Line => self.text.text.push('\n'),
            Gap::Paragraph => self.text.text.push_str("\n\n"),
        }
        if let Some(sign) = self.sign.take() {
            self.text.text.push_str(&sign);
        }
    }
}

/// A short name of letters and digits, for an id: `The Space $L^p$` is `the-space-l-p`.
pub(crate) fn slug(title: &str) -> String {
    const LONGEST: usize = 60;
    let mut slug = String::new();
    for c in title.chars() {
        if slug.len() >= LONGEST {
            break;
        }
        match c.is_alphanumeric() {
            true => slug.extend(c.to_lowercase()),
            false if slug.ends_with('-') || slug.is_empty() => {}
            false => slug.push('-'),
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_tidy_and_formulas_know_their_place() {
        let mut prose = Prose::default();
        prose.paragraph();
        prose.words(" let  ");
        prose.formula("$x$", 1..2);
        prose.words(" be");
        prose.paragraph();
        prose.space();
        prose.words("so");
        prose.formula("$ $", 1..2);
        let text = prose.finish();
        assert_eq!(text.text, "let $x$ be\n\nso");
        assert_eq!((text.formulas[0].place.clone(), text.formulas[0].source.as_str()), (4..7, "x"));
        assert_eq!(text.formulas.len(), 1);
    }

    #[test]
    fn the_sign_of_an_item_is_before_its_first_word_only() {
        let mut prose = Prose::default();
        for item in ["one", "", "two"] {
            prose.item("- ".to_owned());
            prose.paragraph();
            prose.words(item);
            prose.end_item();
        }
        prose.words("end");
        assert_eq!(prose.finish().text, "- one\n\n- two\n\nend");
    }

    #[test]
    fn references_are_replaced_and_everything_after_them_moves() {
        let mut prose = Prose::default();
        prose.words("by ");
        prose.reference("thm:long-label".to_owned(), Form::Name);
        prose.words(" and ");
        prose.reference("lost".to_owned(), Form::Number);
        prose.words(", ");
        prose.formula("$x$", 1..2);
        assert_eq!(prose.as_str(), "by [thm:long-label] and [lost], $x$");
        let end = prose.len();
        let resolved =
            prose.resolve(|mention| (mention.form == Form::Name).then(|| ("Theorem 1".to_owned(), 7)));
        assert_eq!(resolved.text.text, "by Theorem 1 and [lost], $x$");
        assert_eq!(resolved.references, [(3..12, 7)]);
        assert_eq!(resolved.text.text.get(resolved.text.formulas[0].place.clone()), Some("$x$"));
        assert_eq!((resolved.moved(0), resolved.moved(end)), (0, resolved.text.text.len()));
    }

    #[test]
    fn slugs_hold_letters_and_digits() {
        assert_eq!(slug(" The Space $L^p$!"), "the-space-l-p");
        assert_eq!(slug("§ …"), "");
        assert!(slug(&"word ".repeat(100)).len() <= 62);
    }
}
