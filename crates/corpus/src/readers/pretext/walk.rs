//! The walk over the elements of a book: words, formulas, units.
//!
//! Open elements are a list with their effects at the end, so nesting takes memory and no stack.

use document::{kinds, markup};
use quick_xml::events::BytesStart;
use rustc_hash::FxHashMap;

use super::elements::{self, Role};
use crate::readers::latex;
use crate::readers::outline::{LONGEST_LABEL, Outline, PreviousTitle, capital};
use crate::readers::prose::Form;

/// The deepest nesting of divisions; deeper ones are text of the one around them.
const DEEPEST_DIVISION: usize = 8;

/// What happens at the end of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    Nothing,
    Paragraph,
    EndDivision(usize),
    EndTheorem(usize),
    Title(PreviousTitle),
    Write(&'static str),
    Formula(Role),
    /// The text between rows ends.
    Rows,
    Unskip,
    EndMacros,
}

/// The walk and its state.
pub(super) struct Walk {
    outline: Outline,
    open: Vec<(String, Effect)>,
    counts: FxHashMap<String, usize>,
    divisions: usize,
    skipped: usize,
    /// Words since the last tag.
    words: String,
    /// The current formula.
    math: Option<String>,
    rows: Vec<String>,
    macros: String,
    is_in_macros: bool,
}

impl Default for Walk {
    fn default() -> Walk {
        Walk {
            outline: Outline::new(kinds::ARTICLE),
            open: Vec::new(),
            counts: FxHashMap::default(),
            divisions: 0,
            skipped: 0,
            words: String::new(),
            math: None,
            rows: Vec::new(),
            macros: String::new(),
            is_in_macros: false,
        }
    }
}

impl Walk {
    /// The units and the macros of the book.
    pub(super) fn finish(self) -> (Outline, String) {
        (self.outline, self.macros)
    }

    /// Text between tags.
    pub(super) fn text(&mut self, text: &str) {
        if self.skipped > 0 {
            return;
        }
        if self.is_in_macros {
            self.macros.push_str(text);
        } else if let Some(math) = &mut self.math {
            math.push_str(text);
        } else {
            self.words.push_str(text);
        }
    }

    /// Reads the text of an included file that is not XML: macros, or the listing of a program.
    pub(super) fn included_text(&mut self, text: &str) {
        if self.is_in_macros {
            self.macros.push_str(text);
        }
    }

    /// Writes the words since the last tag.
    pub(super) fn break_text(&mut self, has_dollars: bool) {
        if self.words.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        match has_dollars {
            true => self.outline.prose().text(&markup::delimited(&words)),
            false => self.outline.prose().words(&words),
        }
    }

    pub(super) fn start(&mut self, start: &BytesStart<'_>, has_dollars: bool) {
        self.break_text(has_dollars);
        let name = start.name().as_ref().to_owned();
        let effect = self.effect(&name, start);
        *self.counts.entry(name.clone()).or_default() += 1;
        self.open.push((name, effect));
    }

    fn effect(&mut self, name: &str, start: &BytesStart<'_>) -> Effect {
        let role = elements::role(name);
        if self.skipped > 0 || role == Role::Skip {
            self.skipped += 1;
            return Effect::Unskip;
        }
        if role == Role::Macros {
            self.is_in_macros = true;
            return Effect::EndMacros;
        }
        if self.is_in_macros {
            return Effect::Nothing;
        }
        self.references(start);
        if self.math.is_some() {
            return self.effect_in_math(role);
        }
        let effect = self.effect_in_text(role);
        let id = elements::attribute(start, "xml:id").or_else(|| elements::attribute(start, "label"));
        if let Some(id) = id.filter(|id| !id.is_empty() && id.len() <= LONGEST_LABEL) {
            let is_unit = matches!(effect, Effect::EndDivision(_) | Effect::EndTheorem(_));
            self.outline.label(id, is_unit, None);
        }
        effect
    }

    fn effect_in_math(&mut self, role: Role) -> Effect {
        match role {
            Role::Row => {
                self.math = Some(String::new());
                Effect::Formula(Role::Row)
            }
            // Some authors also write `md` for the text between rows.
            Role::Between | Role::Rows => {
                self.flush_rows();
                self.math = None;
                self.outline.prose().space();
                Effect::Rows
            }
            _ => Effect::Nothing,
        }
    }

    fn effect_in_text(&mut self, role: Role) -> Effect {
        match role {
            Role::Division if self.divisions < DEEPEST_DIVISION => {
                self.divisions += 1;
                Effect::EndDivision(self.outline.heading(self.divisions))
            }
            Role::Theorem(kind) => Effect::EndTheorem(self.outline.theorem(kind, &capital(kind))),
            Role::Math | Role::Display | Role::Rows | Role::Aligned | Role::Drawing => {
                self.math = Some(String::new());
                Effect::Formula(role)
            }
            // A row without its `md`.
            Role::Row => {
                self.math = Some(String::new());
                Effect::Formula(Role::Display)
            }
            Role::Write(sign) => {
                self.write(sign);
                Effect::Nothing
            }
            Role::Around(before, behind) => {
                self.write(before);
                Effect::Write(behind)
            }
            Role::Title => self.title(),
            Role::Inline => Effect::Nothing,
            _ => {
                self.outline.prose().paragraph();
                Effect::Paragraph
            }
        }
    }

    fn title(&mut self) -> Effect {
        let draft = match self.open.last() {
            Some((_, Effect::EndDivision(draft) | Effect::EndTheorem(draft))) => *draft,
            Some((name, _)) if matches!(name.as_str(), "book" | "article") => 0,
            _ => {
                self.outline.prose().paragraph();
                return Effect::Paragraph;
            }
        };
        Effect::Title(self.outline.begin_title(draft))
    }

    fn write(&mut self, sign: &str) {
        match sign.strip_prefix('␣') {
            Some(rest) => {
                self.outline.prose().space();
                self.outline.prose().words(rest);
            }
            None => self.outline.prose().words(sign),
        }
    }

    fn references(&mut self, start: &BytesStart<'_>) {
        if start.name().as_ref() != "xref" {
            return;
        }
        for name in ["ref", "first", "last"] {
            let value = elements::attribute(start, name).unwrap_or_default();
            for id in value.split([',', ' ']).filter(|id| !id.is_empty() && id.len() <= LONGEST_LABEL) {
                self.outline.reference(id.to_owned(), Form::Name);
            }
        }
    }

    /// Ends an element and those left open in it; one that is not open is ignored.
    pub(super) fn end(&mut self, name: &str, has_dollars: bool) {
        self.break_text(has_dollars);
        if self.counts.get(name).is_none_or(|&count| count == 0) {
            return;
        }
        while let Some(open) = self.close_last() {
            if open == name {
                break;
            }
        }
    }

    /// The number of open elements.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Ends the elements that a file left open.
    pub(super) fn close_to(&mut self, depth: usize, has_dollars: bool) {
        self.break_text(has_dollars);
        while self.open.len() > depth {
            self.close_last();
        }
    }

    fn close_last(&mut self) -> Option<String> {
        let (name, effect) = self.open.pop()?;
        if let Some(count) = self.counts.get_mut(&name) {
            *count -= 1;
        }
        self.close(effect);
        Some(name)
    }

    fn close(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Paragraph => self.outline.prose().paragraph(),
            Effect::EndDivision(draft) => {
                self.divisions = self.divisions.saturating_sub(1);
                self.outline.end_heading(draft);
            }
            Effect::EndTheorem(draft) => {
                self.outline.end_theorem(draft);
                self.outline.prose().paragraph();
            }
            Effect::Title(previous) => self.outline.end_title(previous),
            Effect::Write(sign) => self.write(sign),
            Effect::Formula(role) => self.formula(role),
            Effect::Rows => {
                self.outline.prose().space();
                self.math = Some(String::new());
            }
            Effect::Unskip => self.skipped = self.skipped.saturating_sub(1),
            Effect::EndMacros => {
                self.is_in_macros = false;
                self.macros.push('\n');
            }
        }
    }

    fn formula(&mut self, role: Role) {
        let source = self.math.take().unwrap_or_default();
        match role {
            Role::Row => {
                self.rows.push(source);
                // Inside `md`: the next row, or its end.
                self.math = Some(String::new());
            }
            Role::Rows if !self.rows.is_empty() => self.flush_rows(),
            Role::Aligned => {
                self.rows.push(source);
                self.flush_rows();
            }
            Role::Math => self.write_formula("\\(", &source, "\\)"),
            Role::Drawing => {
                let drawing = latex::text(&source);
                for formula in &drawing.formulas {
                    self.outline.prose().space();
                    self.write_formula("\\(", &formula.source, "\\)");
                }
            }
            _ => self.write_formula("\\[", &source, "\\]"),
        }
    }

    /// Writes the rows as one formula.
    fn flush_rows(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return;
        }
        let rows: Vec<String> = rows.iter().map(|row| latex_of(row.trim())).collect();
        let name = if rows.iter().any(|row| row.contains('&')) { "align*" } else { "gather*" };
        let source = format!("\\begin{{{name}}}\n{}\n\\end{{{name}}}", rows.join(" \\\\\n"));
        self.outline.prose().formula(&source, 0..source.len());
    }

    fn write_formula(&mut self, open: &str, source: &str, close: &str) {
        let source = latex_of(source.trim());
        let shown = format!("{open}{source}{close}");
        self.outline.prose().formula(&shown, open.len()..open.len() + source.len());
    }
}

/// PreTeXt writes `\amp`, `\lt` and `\gt` for signs that XML reserves.
fn latex_of(source: &str) -> String {
    if !source.contains("\\amp") {
        return source.to_owned();
    }
    let mut pieces = source.split("\\amp");
    let mut latex = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let is_longer_name = piece.starts_with(|c: char| c.is_ascii_alphabetic());
        latex.push_str(if is_longer_name { "\\amp" } else { "&" });
        latex.push_str(piece);
    }
    latex
}
