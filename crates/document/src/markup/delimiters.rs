//! The scanner: where the formulas of a text are.
//!
//! It goes from one sign that may open a formula to the next. The search for the closing delimiter ends at an empty
//! line, at code, or at the next opening delimiter of the same kind. So a delimiter that is never closed costs one
//! formula and not a paragraph, and no part of the text is searched twice for the same thing.

use std::ops::Range;

use formula::Notation;
use rustc_hash::FxHashMap;

use super::tags::{Tag, Token, Tokens, has_class};
use super::{dollars, entities, environments, math};
use crate::{Occurrence, Text};

/// The delimiters of formulas in a text. The default is right for native units and posts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether `<math>` elements and `<span class="math-container">` are formulas, and entities are decoded in
    /// formulas.
    pub tags: bool,
    /// Whether `\(…\)` and `\[…\]` are formulas. In some Markdown they are brackets.
    pub brackets: bool,
    /// Whether a dollar sign may be money. In LaTeX it is not.
    pub money: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { tags: true, brackets: true, money: true }
    }
}

/// The text with its formulas marked.
pub(super) fn text(source: &str, rules: Rules, opaque: &[Range<usize>]) -> Text {
    let mut out = Text { text: String::with_capacity(source.len()), formulas: Vec::new() };
    let mut copied = 0;
    for found in Scanner::new(source, rules, opaque) {
        out.text.push_str(source.get(copied..found.place.start).unwrap_or(""));
        copied = found.place.end;
        write(source, &found, rules, &mut out);
    }
    out.text.push_str(source.get(copied..).unwrap_or(""));
    out
}

/// The formulas of a text that stays unchanged.
pub(super) fn occurrences(text: &str, rules: Rules, opaque: &[Range<usize>]) -> Vec<Occurrence> {
    let occurrence = |found: Found<'_>| {
        let source = text.get(found.content).unwrap_or("").to_owned();
        Occurrence { place: found.place, source, notation: Notation::Latex, id: None, visual_id: None }
    };
    Scanner::new(text, rules, opaque).map(occurrence).collect()
}

/// Writes a formula into the new text.
fn write(source: &str, found: &Found<'_>, rules: Rules, out: &mut Text) {
    let start = out.text.len();
    let content = source.get(found.content.clone()).unwrap_or("");
    let mut push = |shown: &str, source: &str, notation, tag: Option<&Tag<'_>>| {
        out.text.push_str(shown);
        let place = start..out.text.len();
        let id = tag.and_then(|tag| attribute(tag, &["id"]));
        let visual_id = tag.and_then(|tag| attribute(tag, &["visual_id", "visual-id"]));
        out.formulas.push(Occurrence { place, source: source.to_owned(), notation, id, visual_id });
    };
    match &found.kind {
        Kind::Delimited if !rules.tags => {
            push(source.get(found.place.clone()).unwrap_or(""), content, Notation::Latex, None);
        }
        Kind::Delimited => {
            let open = source.get(found.place.start..found.content.start).unwrap_or("");
            let close = source.get(found.content.end..found.place.end).unwrap_or("");
            let content = entities::decode_in_formula(content);
            push(&format!("{open}{content}{close}"), &content, Notation::Latex, None);
        }
        Kind::Math(tag) => {
            let formula = math::element(tag, content);
            push(&formula.shown, &formula.source, formula.notation, Some(tag));
        }
        Kind::Container(tag) => {
            let decoded = entities::decode_in_formula(content);
            let formula = match Tokens::new(content.trim()).next() {
                Some(Token::Open(inner)) if is_math(inner.name) => math::element(&inner, content.trim()),
                _ => math::latex(&decoded),
            };
            push(&formula.shown, &formula.source, formula.notation, Some(tag));
        }
    }
}

/// The first of some attributes that is present and not empty.
pub(super) fn attribute(tag: &Tag<'_>, names: &[&str]) -> Option<String> {
    let value = names.iter().find_map(|name| tag.attribute(name))?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

fn is_math(name: &str) -> bool {
    name.rsplit(':').next().is_some_and(|local| local.eq_ignore_ascii_case("math"))
}

/// A formula in the source.
struct Found<'a> {
    /// The whole formula.
    place: Range<usize>,
    /// The part between the delimiters.
    content: Range<usize>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Delimited,
    Math(Tag<'a>),
    Container(Tag<'a>),
}

/// The most dollar signs in braces (`\text{if $x$}`) that the search for the end of a formula passes.
const MOST_NESTED: usize = 32;

/// After this many elements without an end, all further ones are text: each costs a scan of the rest.
const MOST_UNCLOSED: usize = 16;

struct Scanner<'a> {
    text: &'a str,
    rules: Rules,
    opaque: &'a [Range<usize>],
    at: usize,
    /// The end of the current paragraph, or of the text before the next code; 0 until it is known.
    paragraph_end: usize,
    /// The ends of environments, once there is one.
    environments: Option<FxHashMap<usize, usize>>,
    tokens: Tokens<'a>,
    unclosed: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, rules: Rules, opaque: &'a [Range<usize>]) -> Scanner<'a> {
        Scanner {
            text,
            rules,
            opaque,
            at: 0,
            paragraph_end: 0,
            environments: None,
            tokens: Tokens::new(text),
            unclosed: 0,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Skips code that begins before a place; returns whether there was some.
    fn skip_opaque(&mut self, at: usize) -> bool {
        let Some((first, rest)) = self.opaque.split_first().filter(|(first, _)| first.start <= at) else {
            return false;
        };
        self.at = self.at.max(first.end);
        self.opaque = rest;
        true
    }

    /// Where the paragraph that contains a place ends: at an empty line, before code, or at the end of the text.
    fn paragraph_end(&mut self, at: usize) -> usize {
        if at < self.paragraph_end {
            return self.paragraph_end;
        }
        let limit = self.barrier();
        let mut end = at;
        self.paragraph_end = loop {
            let Some(line) = self.text.get(end..limit).and_then(|rest| rest.find('\n')) else { break limit };
            let after = end + line + 1;
            let blank = self.text.get(after..limit).unwrap_or("");
            let next = blank.trim_start_matches([' ', '\t', '\r']);
            if next.is_empty() || next.starts_with('\n') {
                break after - 1;
            }
            end = after;
        };
        self.paragraph_end
    }

    /// Where the next code begins.
    fn barrier(&self) -> usize {
        self.opaque.first().map_or(self.text.len(), |range| range.start.min(self.text.len()))
    }

    /// The formula that begins at a backslash, or where to continue.
    fn backslash(&mut self, at: usize) -> Result<Found<'a>, usize> {
        match self.byte(at + 1) {
            Some(b'(') if self.rules.brackets => {
                let end = self.paragraph_end(at);
                self.bracketed(at, b')', end).ok_or(at + 2)
            }
            Some(b'[') if self.rules.brackets => self.bracketed(at, b']', self.barrier()).ok_or(at + 2),
            Some(b'b') => self.environment(at).ok_or(at + 2),
            Some(byte) if byte.is_ascii() => Err(at + 2),
            _ => Err(at + 1),
        }
    }

    /// `\(…\)` or `\[…\]` that ends before `end`, with no other one opening inside.
    fn bracketed(&self, start: usize, close: u8, end: usize) -> Option<Found<'a>> {
        let open = self.byte(start + 1)?;
        let bytes = self.text.as_bytes().get(..end)?;
        let mut at = start + 2;
        loop {
            at += memchr::memchr(b'\\', bytes.get(at..)?)?;
            match *bytes.get(at + 1)? {
                byte if byte == close => break,
                byte if byte == open => return None,
                _ => at += 2,
            }
        }
        let content = start + 2..at;
        let is_empty = self.text.get(content.clone())?.trim().is_empty();
        (!is_empty).then_some(Found { place: start..at + 2, content, kind: Kind::Delimited })
    }

    /// `\begin{align}…\end{align}`; the formula is all of it.
    fn environment(&mut self, at: usize) -> Option<Found<'a>> {
        let (name, _) = environments::name(self.text.get(at..)?, "\\begin")?;
        if !environments::is_math(name) {
            return None;
        }
        let text = self.text;
        let ends = self.environments.get_or_insert_with(|| environments::ends(text));
        let end = *ends.get(&at)?;
        (end <= self.barrier()).then_some(Found { place: at..end, content: at..end, kind: Kind::Delimited })
    }

    /// The formula that begins at a dollar sign, or where to continue.
    fn dollar(&mut self, at: usize) -> Result<Found<'a>, usize> {
        let end = self.paragraph_end(at);
        if self.byte(at + 1) != Some(b'$') {
            return self.inline(at, end).ok_or(at + 1);
        }
        if let Some(close) = self.close(at + 2, end, 2) {
            let content = at + 2..close;
            if self.text.get(content.clone()).is_some_and(|content| !content.trim().is_empty()) {
                return Ok(Found { place: at..close + 2, content, kind: Kind::Delimited });
            }
            return Err(close + 2);
        }
        // `$$x$`: one sign too many.
        self.inline(at + 1, end).ok_or(at + 2)
    }

    fn inline(&self, at: usize, end: usize) -> Option<Found<'a>> {
        let close = self.close(at + 1, end, 1)?;
        let content = self.text.get(at + 1..close)?;
        let before = self.text.get(..at)?.chars().next_back();
        let after = self.text.get(close + 1..)?.chars().next();
        if self.rules.tags && ["<span", "</span", "<math"].iter().any(|tag| content.contains(tag)) {
            return None;
        }
        let is_formula = match self.rules.money {
            true => dollars::is_formula(before, content, after),
            false => !content.trim().is_empty(),
        };
        is_formula.then_some(Found { place: at..close + 1, content: at + 1..close, kind: Kind::Delimited })
    }

    /// Where the closing dollar signs are, one or two. Signs in braces belong to a text inside the formula, unless the
    /// braces are never closed.
    fn close(&self, start: usize, end: usize, count: usize) -> Option<usize> {
        let bytes = self.text.as_bytes().get(..end)?;
        let mut first_nested = None;
        let (mut at, mut depth, mut nested) = (start, 0usize, 0);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b'$' => {
                    let is_double = bytes.get(at + 1) == Some(&b'$');
                    let closes = count == 1 || is_double;
                    match (closes, depth) {
                        (true, 0) => return Some(at),
                        // A single sign in a display formula: it was not a display formula.
                        (false, 0) => break,
                        (true, _) => first_nested = first_nested.or(Some(at)),
                        (false, _) => {}
                    }
                    nested += 1;
                    if nested > MOST_NESTED {
                        break;
                    }
                    at += usize::from(is_double && count == 2);
                }
                _ => {}
            }
            at += 1;
        }
        first_nested
    }

    /// The element that begins at `<`, or where to continue.
    fn element(&mut self, at: usize) -> Result<Found<'a>, usize> {
        if self.unclosed >= MOST_UNCLOSED || !begins_formula(self.text.get(at..).unwrap_or("")) {
            return Err(at + 1);
        }
        self.tokens.seek(at);
        let Some(Token::Open(tag)) = self.tokens.next() else { return Err(at + 1) };
        let start = self.tokens.place();
        let is_container = !is_math(tag.name);
        if tag.is_empty || (is_container && !has_class(&tag.class(), |class| class == "math-container")) {
            return Err(start);
        }
        let barrier = self.barrier();
        let Some(close) = self.tokens.close_of(tag.name).filter(|close| close.end <= barrier) else {
            self.unclosed += 1;
            return Err(start.min(barrier));
        };
        let place = at..close.end;
        if !is_container {
            return Ok(Found { content: place.clone(), place, kind: Kind::Math(tag) });
        }
        // ARQMath has nested spans; the inner one is the formula.
        let content = self.text.get(start..close.start).unwrap_or("").trim_start();
        if content.is_empty() || content.starts_with("<span") {
            return Err(start);
        }
        Ok(Found { place, content: start..close.start, kind: Kind::Container(tag) })
    }
}

/// Whether a text begins with a tag that may hold a formula.
fn begins_formula(text: &str) -> bool {
    let name = text.get(1..).and_then(super::tags::name_of);
    name.is_some_and(|name| name.eq_ignore_ascii_case("span") || is_math(name))
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let found = match self.rules.tags {
                true => memchr::memchr3(b'$', b'\\', b'<', rest),
                false => memchr::memchr2(b'$', b'\\', rest),
            };
            let at = self.at + found?;
            if self.skip_opaque(at) {
                continue;
            }
            let result = match self.byte(at) {
                Some(b'$') => self.dollar(at),
                Some(b'\\') => self.backslash(at),
                _ => self.element(at),
            };
            match result {
                Ok(found) => {
                    self.at = found.place.end;
                    return Some(found);
                }
                Err(next) => self.at = next,
            }
        }
    }
}
