//! The walk over the tokens of a body: words go to the text, formulas to their places, headings and theorems to the
//! outline.
//!
//! It is one loop without recursion: a group or environment with an effect at its end leaves an entry for it
//! (`closers`, `environments`). Braces that mean nothing in text are skipped, so the arguments of an unknown command
//! stay in the text.

mod code;
mod commands;
mod equations;
mod formulas;
mod lists;
mod references;

use rustc_hash::FxHashMap;

use super::counters::Counters;
use super::definitions::{Definitions, Meaning, Theorem};
use super::lines::Lines;
use super::tables::{self, Role};
use super::tokens::{self, Kind, Token};
use crate::readers::outline::{Outline, PreviousTitle, capital};
use crate::readers::prose::slug;

/// The most tokens of an argument in brackets, so that one that is never closed does not cost a walk to the end each
/// time.
const LONGEST_OPTION: usize = 400;
/// The most growth of a body by the delimiters that replace its macros, as a factor.
const MOST_GROWTH: usize = 4;

/// The level of a section that an environment makes: that of `\section`.
const PART_LEVEL: usize = 2;

/// The heading that LaTeX prints for an environment.
fn titled_part(name: &str) -> Option<&'static str> {
    match name {
        "abstract" => Some("Abstract"),
        "thebibliography" => Some("References"),
        _ => None,
    }
}

/// What happens at the end of a group.
#[derive(Clone, Copy, Debug)]
enum Closer {
    /// Write this.
    Write(&'static str),
    /// Continue with these arguments.
    Arguments(&'static str),
    /// End the title.
    Title(PreviousTitle),
    Paragraph,
}

/// What happens at the end of an environment.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Nothing,
    EndTheorem(usize),
    EndList,
    /// End the section that the environment has made.
    EndPart(usize),
    Unmute,
}

/// An open environment.
#[derive(Debug)]
struct Environment<'a> {
    name: &'a str,
    effect: Effect,
    /// What a label before it stood for; a number does not last longer than its environment.
    number: Option<String>,
    /// The items of a list so far.
    items: u32,
}

/// The walk and its state.
pub(super) struct Scanner<'a> {
    tokens: Vec<Token<'a>>,
    ends: Vec<u32>,
    at: usize,
    definitions: &'a Definitions,
    outline: Outline,
    lines: &'a Lines,
    source: &'a str,
    counters: Counters,
    /// The number that a label here stands for.
    number: Option<String>,
    closers: Vec<(usize, Closer)>,
    environments: Vec<Environment<'a>>,
    open: FxHashMap<&'a str, usize>,
    /// The number of open drawings.
    muted: usize,
    /// No dollar sign before this token has a partner.
    no_partner_before: usize,
    /// The place that openlogic's labels refer to: part, chapter, section.
    place: [String; 3],
}

/// Reads a body into an outline.
pub(super) fn scan<'a>(
    source: &'a str,
    definitions: &'a Definitions,
    lines: &'a Lines,
    outline: Outline,
) -> Outline {
    let tokens = prepare(source, definitions);
    let ends = tokens::ends(&tokens);
    let mut scanner = Scanner {
        tokens,
        ends,
        at: 0,
        definitions,
        outline,
        lines,
        source,
        counters: Counters::new(definitions.has_chapters, &definitions.within),
        number: None,
        closers: Vec::new(),
        environments: Vec::new(),
        open: FxHashMap::default(),
        muted: 0,
        no_partner_before: 0,
        place: Default::default(),
    };
    scanner.run();
    scanner.outline
}

/// The tokens without definitions, and with macros for delimiters replaced by these.
fn prepare<'a>(source: &'a str, definitions: &'a Definitions) -> Vec<Token<'a>> {
    let all = tokens::tokens(source);
    let ends = tokens::ends(&all);
    let mut kept = Vec::with_capacity(all.len());
    let mut budget = MOST_GROWTH * all.len() + 1000;
    let mut at = 0;
    while let Some(token) = all.get(at) {
        if token.kind == Kind::Command {
            if let Some(behind) = commands::behind_definition(&all, &ends, at) {
                at = behind;
                continue;
            }
            if let Some(Meaning::Delimiter(body)) = definitions.macros.get(token.name) {
                let body = tokens::tokens(body);
                if body.len() <= budget && tables::command(token.name).is_none() {
                    budget -= body.len();
                    kept.extend(body);
                    at += 1;
                    continue;
                }
            }
        }
        kept.push(*token);
        at += 1;
    }
    kept
}

impl<'a> Scanner<'a> {
    fn run(&mut self) {
        while self.at < self.tokens.len() {
            if let Some(&(end, closer)) = self.closers.last().filter(|(end, _)| self.at >= *end) {
                self.closers.pop();
                // A group that a formula extends over is still closed.
                self.at = self.at.max(end + 1);
                self.close(closer);
                continue;
            }
            let token = self.tokens[self.at];
            self.at += 1;
            self.token(token);
        }
    }

    fn token(&mut self, token: Token<'a>) {
        match token.kind {
            Kind::Word => self.word(token.text),
            Kind::Space | Kind::Tie | Kind::Ampersand | Kind::Verbatim => self.outline.prose().space(),
            Kind::Paragraph => self.outline.prose().paragraph(),
            Kind::Open | Kind::Close => {}
            Kind::OpenBracket | Kind::CloseBracket => self.write(token.text),
            Kind::Dollar => self.dollar(),
            Kind::Begin => self.begin(token.name),
            Kind::End => self.end(token.name),
            Kind::Command => self.command(token.name),
        }
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn write(&mut self, words: &str) {
        if self.muted == 0 {
            self.outline.prose().words(words);
        }
    }

    /// Writes a run of characters, with TeX's dashes and quotes replaced.
    fn word(&mut self, word: &str) {
        let is_group_next = self.peek().is_some_and(|token| token.kind == Kind::Open);
        if is_group_next && let Some((before, article)) = open_logic_article(word) {
            self.write(before);
            return self.write(article);
        }
        if !word.contains(['-', '`', '\'']) {
            return self.write(word);
        }
        let word = word.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”");
        self.write(&word.replace('`', "‘").replace('\'', "’"));
    }

    fn close(&mut self, closer: Closer) {
        match closer {
            Closer::Write(words) => self.write(words),
            Closer::Arguments(rest) => self.arguments(rest),
            Closer::Title(previous) => self.outline.end_title(previous),
            Closer::Paragraph => self.outline.prose().paragraph(),
        }
    }

    fn begin(&mut self, name: &'a str) {
        let role = tables::environment(name);
        if role == Some(Role::Math) {
            return self.math_environment();
        }
        if role == Some(Role::Code) && self.code() {
            return;
        }
        if let Some(title) = titled_part(name).filter(|_| !self.outline.is_flat()) {
            return self.begin_part(name, title);
        }
        let number = self.number.clone();
        let effect = match (role, self.definitions.theorems.get(name)) {
            (Some(Role::Drawing(arguments)), _) => {
                self.arguments(arguments);
                self.muted += 1;
                Effect::Unmute
            }
            (Some(Role::Theorem(kind)), None) => self.begin_theorem(kind, &capital(kind), None),
            (role, Some(Theorem { title, counter })) => {
                let kind = match (tables::kind_of_title(title), role) {
                    (Some(kind), _) | (None, Some(Role::Theorem(kind))) => kind.to_owned(),
                    _ => Some(slug(title)).filter(|kind| !kind.is_empty()).unwrap_or_else(|| slug(name)),
                };
                let number = counter.as_ref().map(|counter| self.counters.step(counter));
                self.begin_theorem(&kind, title, number)
            }
            (role, None) => {
                self.outline.prose().paragraph();
                self.arguments(if let Some(Role::Text(arguments)) = role { arguments } else { "o" });
                if lists::is_list(name) { Effect::EndList } else { Effect::Nothing }
            }
        };
        self.environments.push(Environment { name, effect, number, items: 0 });
        *self.open.entry(name).or_default() += 1;
    }

    /// An environment for which LaTeX prints a heading becomes a section, unless its author has written the heading.
    fn begin_part(&mut self, name: &'a str, title: &str) {
        let number = self.number.take();
        let begin = self.at - 1;
        if name == "thebibliography" {
            self.arguments("d");
        }
        let mut effect = Effect::Nothing;
        if !self.outline.is_headed(title) {
            self.closers.clear();
            self.outline.at_line(self.line_of(begin));
            let level =
                if name == "thebibliography" && self.definitions.has_chapters { 1 } else { PART_LEVEL };
            let draft = self.outline.heading(level);
            let previous = self.outline.begin_title(draft);
            self.outline.prose().words(title);
            self.outline.end_title(previous);
            effect = Effect::EndPart(draft);
        }
        self.environments.push(Environment { name, effect, number, items: 0 });
        *self.open.entry(name).or_default() += 1;
    }

    fn begin_theorem(&mut self, kind: &str, printed: &str, number: Option<String>) -> Effect {
        let begin = self.at - 1;
        let bracket = self.behind_spaces(self.at).filter(|&at| self.tokens[at].kind == Kind::OpenBracket);
        let option = bracket.and_then(|at| Some((at, self.bracket_end(at)?)));
        self.number.clone_from(&number);
        if self.outline.is_flat() {
            self.outline.prose().paragraph();
            self.write(printed);
            if let Some(number) = number {
                self.outline.prose().space();
                self.write(&number);
            }
            match option {
                Some((at, end)) => {
                    self.write(" (");
                    self.closers.push((end, Closer::Write("). ")));
                    self.at = at + 1;
                }
                None => self.write(". "),
            }
            return Effect::Nothing;
        }
        self.outline.at_line(self.line_of(begin));
        let draft = self.outline.theorem(kind, printed);
        if let Some(number) = number {
            self.outline.number(draft, number);
        }
        if let Some((at, end)) = option {
            let previous = self.outline.begin_title(draft);
            self.closers.push((end, Closer::Title(previous)));
            self.at = at + 1;
        }
        Effect::EndTheorem(draft)
    }

    /// Where a token is in the files.
    fn line_of(&self, at: usize) -> Option<document::SourceLine> {
        self.lines.find(self.tokens.get(at)?.place_in(self.source)?)
    }

    /// Ends an environment and those left open in it; one that is not open is ignored.
    fn end(&mut self, name: &str) {
        self.outline.prose().paragraph();
        if self.open.get(name).is_none_or(|&count| count == 0) {
            return;
        }
        while let Some(Environment { name: open, effect, number, .. }) = self.environments.pop() {
            if let Some(count) = self.open.get_mut(open) {
                *count -= 1;
            }
            self.number = number;
            match effect {
                Effect::Nothing => {}
                Effect::EndList => self.outline.prose().end_item(),
                Effect::EndTheorem(draft) => self.outline.end_theorem(draft),
                Effect::EndPart(draft) => self.outline.end_heading(draft),
                Effect::Unmute => self.muted = self.muted.saturating_sub(1),
            }
            if open == name {
                break;
            }
        }
        self.outline.prose().paragraph();
    }

    /// The first token at or after `at` that is not a space.
    fn behind_spaces(&self, at: usize) -> Option<usize> {
        let at = if self.tokens.get(at)?.kind == Kind::Space { at + 1 } else { at };
        (at < self.tokens.len()).then_some(at)
    }

    /// The bracket that closes the one at `at`, on the same level of braces and outside formulas.
    fn bracket_end(&self, at: usize) -> Option<usize> {
        let (mut depth, mut is_math, mut place) = (0usize, false, at + 1);
        while place < at + LONGEST_OPTION {
            match self.tokens.get(place)?.kind {
                Kind::Open if self.ends[place] > 0 => place = self.ends[place] as usize,
                Kind::Close | Kind::Paragraph => return None,
                Kind::Dollar => is_math = !is_math,
                Kind::OpenBracket if !is_math => depth += 1,
                Kind::CloseBracket if !is_math && depth == 0 => return Some(place),
                Kind::CloseBracket if !is_math => depth -= 1,
                _ => {}
            }
            place += 1;
        }
        None
    }

    /// The content of the group at `at` as written, and the place after it.
    fn group(&self, at: usize) -> Option<(String, usize)> {
        let at = self.behind_spaces(at).filter(|&at| self.tokens[at].kind == Kind::Open)?;
        let end = Some(self.ends[at] as usize).filter(|&end| end > 0)?;
        Some((formulas::join(&self.tokens[at + 1..end]), end + 1))
    }
}

/// `!!{formula}` and `!!a{formula}` are openlogic's notation for words that can be exchanged.
fn open_logic_article(word: &str) -> Option<(&str, &'static str)> {
    let (before, mark) = word.rsplit_once("!!")?;
    let article = match mark {
        "" | "^" => "",
        "a" => "a ",
        "^a" => "A ",
        _ => return None,
    };
    Some((before, article))
}
