//! Commands in running text: what they write, their arguments, and what they say about the document.

use unicode_normalization::char::compose;

use super::super::definitions::Meaning;
use super::super::tables;
use super::super::tokens::{Kind, Token};
use super::{Closer, Scanner};
use crate::readers::outline::{LONGEST_LABEL, PreviousTitle};

/// The place after the definition that begins at `at`; none if it is not a definition.
pub(super) fn behind_definition(tokens: &[Token<'_>], ends: &[u32], at: usize) -> Option<usize> {
    let name = tokens.get(at)?.name;
    let skip_space =
        |at: usize| at + usize::from(tokens.get(at).is_some_and(|token| token.kind == Kind::Space));
    match name {
        "let" => {
            let target = skip_space(skip_space(at + 1) + 1);
            let is_equals = tokens.get(target).is_some_and(|token| token.text == "=");
            Some((skip_space(target + usize::from(is_equals)) + 1).min(tokens.len()))
        }
        "def" | "gdef" | "edef" | "xdef" => {
            let mut place = skip_space(at + 1) + 1;
            while tokens.get(place).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Space)) {
                place += 1;
            }
            let end = *ends.get(place)? as usize;
            (end > place).then_some(end + 1)
        }
        _ => {
            let is_definition = name.starts_with("new")
                || name.starts_with("renew")
                || name.starts_with("provide")
                || name.to_ascii_lowercase().starts_with("declare")
                || name.starts_with("NewDocument")
                || name.starts_with("RenewDocument");
            let signature = tables::command(name).filter(|_| is_definition)?.arguments;
            if signature.is_empty() {
                return None;
            }
            Some(behind_arguments(tokens, ends, at + 1, signature))
        }
    }
}

/// Whether a token may begin a formula.
fn begins_formula(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Dollar => true,
        Kind::Command => matches!(token.name, "(" | "[" | "ensuremath"),
        Kind::Begin => tables::environment(token.name) == Some(tables::Role::Math),
        _ => false,
    }
}

/// The place after arguments that are all dropped.
fn behind_arguments(tokens: &[Token<'_>], ends: &[u32], mut at: usize, signature: &str) -> usize {
    for argument in signature.chars() {
        let place = at + usize::from(tokens.get(at).is_some_and(|token| token.kind == Kind::Space));
        let Some(token) = tokens.get(place) else { return at };
        at = match (argument, token.kind) {
            ('*', Kind::Word) if token.text == "*" => place + 1,
            ('d' | 'c', Kind::Open) if ends[place] > 0 => ends[place] as usize + 1,
            ('c', Kind::Command) => place + 1,
            ('o', Kind::OpenBracket) => {
                let rest = &tokens[place..];
                let close = rest
                    .iter()
                    .take(super::LONGEST_OPTION)
                    .position(|token| token.kind == Kind::CloseBracket);
                close.map_or(at, |length| place + length + 1)
            }
            _ => at,
        };
    }
    at
}

impl<'a> Scanner<'a> {
    pub(super) fn command(&mut self, name: &'a str) {
        if let Some(level) = tables::heading(name) {
            return self.heading(name, level);
        }
        match name {
            "(" => return self.bracketed("(", ")"),
            "[" => return self.bracketed("[", "]"),
            "ensuremath" => return self.formula_macro(1),
            "label" | "ollabel" => return self.label(name),
            "item" => return self.item(),
            "bibitem" => return self.bibliography_item(),
            "caption" => return self.caption(),
            "setcounter" => return self.set_counter(),
            "appendix" => return self.counters.begin_appendix(self.definitions.has_chapters),
            "olfileid" => return self.place_of_file(),
            "title" => return self.document_title(),
            "hyperref" => return self.hyperref(),
            _ => {}
        }
        let meaning = self.definitions.macros.get(name);
        if meaning.is_none()
            && let Some(accent) = tables::accent(name)
        {
            return self.accented(accent);
        }
        if tables::is_citation(name) {
            return self.citation();
        }
        if let Some(command) = tables::command(name) {
            self.write_of_table(name, command.written);
            return self.arguments(command.arguments);
        }
        if name.ends_with("ref") || name.ends_with("refs") || name.ends_with("Ref") {
            return self.reference(name);
        }
        match meaning {
            Some(Meaning::Formula(arguments)) => self.formula_macro(*arguments),
            Some(Meaning::Words(words)) => self.write(words),
            _ => self.unknown(),
        }
    }

    /// An unknown command: the content of its braces is text.
    fn unknown(&mut self) {
        if self.peek().is_some_and(|token| token.kind == Kind::OpenBracket) {
            self.arguments("o");
        }
    }

    fn write_of_table(&mut self, name: &str, written: &str) {
        match written {
            "" => {}
            "¶" => self.outline.prose().paragraph(),
            "␣" => self.outline.prose().space(),
            _ => self.write(written),
        }
        // TeX drops the space after a command: `Stra\ss e` is one word.
        let is_letter = written.chars().count() == 1 && written.chars().all(char::is_alphabetic);
        let is_named = name.chars().all(|c| c.is_ascii_alphabetic());
        if is_letter && is_named && self.peek().is_some_and(|token| token.kind == Kind::Space) {
            self.at += 1;
        }
    }

    /// Reads arguments. If one is kept, the walk continues in it and returns for the rest.
    pub(super) fn arguments(&mut self, signature: &'static str) {
        for (offset, argument) in signature.char_indices() {
            let rest = signature.get(offset + 1..).unwrap_or("");
            let Some(at) = self.behind_spaces(self.at) else { return };
            let token = self.tokens[at];
            let end = self.ends[at] as usize;
            match (argument, token.kind) {
                ('*', Kind::Word) if token.text.starts_with('*') => self.shorten(at, 1),
                ('d' | 'c', Kind::Open) if end > 0 => self.at = end + 1,
                ('c', Kind::Command) => self.at = at + 1,
                ('k' | 'f', Kind::Open) if end > 0 => {
                    self.closers.push((end, Closer::Arguments(rest)));
                    if argument == 'f' {
                        self.write(" (");
                        self.closers.push((end, Closer::Write(") ")));
                    }
                    self.at = at + 1;
                    return;
                }
                ('o' | 'O', Kind::OpenBracket) => {
                    let Some(end) = self.bracket_end(at) else { continue };
                    let has_formula = self.tokens[at..end].iter().any(begins_formula);
                    self.at = end + 1;
                    // A formula is never left out, not even in the place of an option.
                    if argument == 'O' || has_formula {
                        self.closers.push((end, Closer::Arguments(rest)));
                        self.at = at + 1;
                        return;
                    }
                }
                ('n', Kind::Word)
                    if token.text.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c)) =>
                {
                    self.at = at + 1;
                }
                _ => {}
            }
        }
    }

    /// Skips the first bytes of the word at `at`.
    fn shorten(&mut self, at: usize, bytes: usize) {
        let text = self.tokens[at].text.get(bytes..).unwrap_or("");
        self.tokens[at].text = text;
        self.at = if text.is_empty() { at + 1 } else { at };
    }

    /// A letter with an accent: `\'e`, `\'{e}`, `\v{\i}`.
    fn accented(&mut self, accent: char) {
        let Some(mut at) = self.behind_spaces(self.at) else { return };
        if self.tokens[at].kind == Kind::Open {
            at += 1;
        }
        let Some(token) = self.tokens.get(at).copied() else { return };
        let letter = match token.kind {
            Kind::Word => token.text.chars().next(),
            Kind::Command if matches!(token.name, "i" | "j") => token.name.chars().next(),
            _ => None,
        };
        let Some(letter) = letter else { return };
        match compose(letter, accent) {
            Some(composed) => self.write(composed.encode_utf8(&mut [0; 4])),
            None => self.write(&[letter, accent].iter().collect::<String>()),
        }
        match token.kind {
            Kind::Word => self.shorten(at, letter.len_utf8()),
            _ => self.at = at + 1,
        }
    }

    fn heading(&mut self, name: &str, level: usize) {
        let command = self.at - 1;
        let is_starred = self.peek().is_some_and(|token| token.text.starts_with('*'));
        match name {
            "olchapter" => self.take_place(2),
            "olpart" => self.take_place(1),
            _ => self.arguments("*"),
        }
        self.number = if is_starred { None } else { self.number_of_heading(level) };
        self.drop_short_title();
        let Some(at) = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::Open) else {
            return;
        };
        let end = self.ends[at] as usize;
        if end == 0 {
            return;
        }
        self.at = at + 1;
        if self.outline.is_flat() {
            self.outline.prose().paragraph();
            return self.closers.push((end, Closer::Paragraph));
        }
        self.closers.clear();
        self.outline.at_line(self.line_of(command));
        let draft = self.outline.heading(level);
        if let Some(number) = self.number.clone() {
            self.outline.number(draft, number);
        }
        self.outline.begin_title(draft);
        self.closers.push((end, Closer::Title(PreviousTitle::default())));
        if name.starts_with("ol") {
            let label = self.full_label("sec");
            self.outline.label(label, true, self.number.clone());
        }
    }

    /// The number of the next heading of a level, where LaTeX prints one.
    fn number_of_heading(&mut self, level: usize) -> Option<String> {
        let counter = match level {
            1 => "chapter",
            2 => "section",
            3 => "subsection",
            4 if !self.definitions.has_chapters => "subsubsection",
            _ => return None,
        };
        Some(self.counters.step(counter))
    }

    /// Drops the title for the table of contents, which repeats the title.
    fn drop_short_title(&mut self) {
        let bracket = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::OpenBracket);
        if let Some(end) = bracket.and_then(|at| self.bracket_end(at)) {
            self.at = end + 1;
        }
    }

    fn document_title(&mut self) {
        self.drop_short_title();
        let Some(at) = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::Open) else {
            return;
        };
        let end = self.ends[at] as usize;
        if end == 0 || self.outline.is_flat() {
            return;
        }
        self.at = at + 1;
        let previous = self.outline.begin_title(0);
        self.closers.push((end, Closer::Title(previous)));
    }

    /// `\olfileid{part}{chapter}{section}`
    fn place_of_file(&mut self) {
        self.take_place(3);
    }

    fn take_place(&mut self, count: usize) {
        self.place = Default::default();
        for part in 0..count {
            let Some((name, behind)) = self.group(self.at) else { return };
            self.at = behind;
            if name.len() <= LONGEST_LABEL {
                self.place[part] = name;
            }
        }
    }

    pub(super) fn full_label(&self, label: &str) -> String {
        let parts = self.place.iter().map(String::as_str).chain([label]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(":")
    }
}
