//! Definitions of a document that matter for its running text: theorem environments, and macros that are used outside
//! formulas.
//!
//! What it is not: the macros of formulas, which `formula` reads and applies itself. Here a macro is either a delimiter
//! (`\be` for `\begin{equation}`), a formula with its own dollars, or words.

use rustc_hash::FxHashMap;

use super::tokens::{self, Kind, Token, tokens};
use crate::readers::outline::capital;

/// A longer body is not an abbreviation.
const LONGEST_BODY: usize = 2000;

/// The meaning of a macro in running text.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meaning {
    /// It begins or ends something: its body replaces it.
    Delimiter(String),
    /// It is a formula with this many arguments.
    Formula(usize),
    /// It is replaced by these words.
    Words(String),
}

/// A theorem environment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Theorem {
    /// The title that it prints.
    pub(super) title: String,
    /// Its counter; none if it is not numbered.
    pub(super) counter: Option<String>,
}

/// The definitions of a document.
#[derive(Default, Debug)]
pub(super) struct Definitions {
    /// The theorem environments by name.
    pub(super) theorems: FxHashMap<String, Theorem>,
    /// Counters, and those that they are numbered within.
    pub(super) within: Vec<(String, String)>,
    /// Whether the document has chapters.
    pub(super) has_chapters: bool,
    /// The meaning of each macro in running text.
    pub(super) macros: FxHashMap<String, Meaning>,
}

impl Definitions {
    /// Collects the definitions in a piece of LaTeX.
    pub(super) fn read(source: &str, into: &mut Definitions) {
        let tokens = tokens(source);
        let ends = tokens::ends(&tokens);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if token.kind != Kind::Command {
                continue;
            }
            let mut reader = Reader { tokens: &tokens, ends: &ends, at };
            match token.name {
                "newtheorem" | "spnewtheorem" | "newmdtheoremenv" | "newtcbtheorem" => {
                    into.theorem(&mut reader);
                }
                "declaretheorem" => into.declared_theorem(&mut reader),
                "newcommand" | "renewcommand" | "providecommand" | "DeclareRobustCommand" => {
                    into.command(&mut reader);
                }
                "def" | "gdef" => into.plain(&mut reader),
                "numberwithin" | "counterwithin" => into.number_within(&mut reader),
                "chapter" | "olchapter" => into.has_chapters = true,
                _ => continue,
            }
            at = reader.at;
        }
    }

    /// `\newtheorem{name}[counter]{Title}[within]`
    fn theorem(&mut self, reader: &mut Reader<'_, '_>) {
        let is_starred = reader.star();
        reader.option();
        let Some(name) = reader.group() else { return };
        let shared = reader.option();
        let Some(title) = reader.group() else { return };
        let within = reader.option();
        let counter = (!is_starred).then(|| shared.unwrap_or_else(|| name.clone()));
        self.add_theorem(name, super::plain(&title).text, counter, within);
    }

    /// `\declaretheorem[name=Title, numberwithin=section]{name}`
    fn declared_theorem(&mut self, reader: &mut Reader<'_, '_>) {
        let options = reader.option().unwrap_or_default();
        let Some(name) = reader.group() else { return };
        let pairs = options.split(',').filter_map(|pair| pair.split_once('='));
        let pairs: Vec<(&str, &str)> = pairs.map(|(key, value)| (key.trim(), value.trim())).collect();
        let value = |keys: &[&str]| pairs.iter().find(|(key, _)| keys.contains(key)).map(|(_, value)| *value);
        let title = value(&["name", "title", "heading"]);
        let title = title.map_or_else(|| capital(&name), |title| super::plain(title).text);
        let shared = value(&["sibling", "numberlike", "sharenumber"]).map(str::to_owned);
        let within = value(&["numberwithin", "within", "parent"]).map(str::to_owned);
        let is_numbered = value(&["numbered"]) != Some("no");
        let counter = is_numbered.then(|| shared.unwrap_or_else(|| name.clone()));
        self.add_theorem(name, title, counter, within);
    }

    fn add_theorem(&mut self, name: String, title: String, counter: Option<String>, within: Option<String>) {
        if let (Some(counter), Some(within)) = (&counter, within) {
            self.within.push((counter.clone(), within.trim().to_owned()));
        }
        self.theorems.insert(name, Theorem { title, counter });
    }

    /// `\numberwithin{equation}{section}`
    fn number_within(&mut self, reader: &mut Reader<'_, '_>) {
        reader.star();
        reader.option();
        if let (Some(counter), Some(within)) = (reader.group(), reader.group()) {
            self.within.push((counter, within));
        }
    }

    /// `\newcommand{\name}[2][default]{body}`
    fn command(&mut self, reader: &mut Reader<'_, '_>) {
        reader.star();
        let Some(name) = reader.name() else { return };
        let count = reader.option();
        let has_default = count.is_some() && reader.option().is_some();
        let Some(body) = reader.group() else { return };
        let count = count.and_then(|count| count.trim().parse().ok()).unwrap_or(0);
        if !has_default {
            self.define(name, count, body);
        }
    }

    /// `\def\name#1#2{body}`
    fn plain(&mut self, reader: &mut Reader<'_, '_>) {
        let Some(name) = reader.name() else { return };
        let mut count = 0;
        while let Some(token) = reader.peek().filter(|token| token.kind == Kind::Word) {
            count += token.text.bytes().filter(|&c| c == b'#').count();
            reader.at += 1;
        }
        let Some(body) = reader.group() else { return };
        self.define(name, count, body);
    }

    fn define(&mut self, name: String, parameters: usize, body: String) {
        if body.len() > LONGEST_BODY {
            return;
        }
        match meaning(parameters, &body) {
            Some(meaning) => self.macros.insert(name, meaning),
            None => self.macros.remove(&name),
        };
    }
}

/// The meaning of a macro in running text, if it is a simple one.
fn meaning(parameters: usize, body: &str) -> Option<Meaning> {
    let count = |needle: &str| body.matches(needle).count();
    let is_uneven = count("\\begin{") != count("\\end{")
        || count("\\[") != count("\\]")
        || count("\\(") != count("\\)")
        || count("$") % 2 == 1
        || body.trim() == "$$";
    if is_uneven {
        return (parameters == 0).then(|| Meaning::Delimiter(body.to_owned()));
    }
    let is_math = body.trim_start_matches('{').starts_with(['$']) || body.contains("\\ensuremath");
    if is_math {
        return Some(Meaning::Formula(parameters));
    }
    if parameters == 0 {
        let text = super::plain(body);
        let is_plain = text.formulas.is_empty() && !body.contains(['#', '@']);
        return is_plain.then_some(Meaning::Words(text.text));
    }
    // `\newcommand{\term}[1]{\emph{#1}\index{#1}}`: treated like an unknown command.
    None
}

/// Reads the arguments of a definition.
struct Reader<'a, 't> {
    tokens: &'t [Token<'a>],
    ends: &'t [u32],
    at: usize,
}

impl<'a> Reader<'a, '_> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|token| token.kind == Kind::Space) {
            self.at += 1;
        }
    }

    /// Skips a star; returns whether there was one.
    fn star(&mut self) -> bool {
        let is_starred = self.peek().is_some_and(|token| token.text == "*");
        self.at += usize::from(is_starred);
        is_starred
    }

    fn join(&self, range: std::ops::Range<usize>) -> String {
        self.tokens.get(range).unwrap_or(&[]).iter().map(|token| token.text).collect()
    }

    fn option(&mut self) -> Option<String> {
        const LONGEST: usize = 200;
        self.skip_spaces();
        self.peek().filter(|token| token.kind == Kind::OpenBracket)?;
        let rest = self.tokens.get(self.at..)?;
        let length = rest.iter().take(LONGEST).position(|token| token.kind == Kind::CloseBracket)?;
        let text = self.join(self.at + 1..self.at + length);
        self.at += length + 1;
        Some(text)
    }

    fn group(&mut self) -> Option<String> {
        self.skip_spaces();
        self.peek().filter(|token| token.kind == Kind::Open)?;
        let end = *self.ends.get(self.at).filter(|&&end| end > 0)? as usize;
        let text = self.join(self.at + 1..end);
        self.at = end + 1;
        Some(text)
    }

    fn name(&mut self) -> Option<String> {
        self.skip_spaces();
        let token = self.peek()?;
        if token.kind == Kind::Open {
            let name = self.group()?;
            return name.trim().strip_prefix('\\').map(str::to_owned);
        }
        self.at += 1;
        (token.kind == Kind::Command).then(|| token.name.to_owned())
    }
}
