//! Replaces parts of a source by marks before CommonMark sees it: formulas, which CommonMark would spoil, and the
//! additions of Obsidian and Quarto.
//!
//! A mark is a number between two private characters in the text. Code is copied unchanged; comments (`%%…%%`,
//! `<!--…-->`) are dropped.

mod formulas;
mod lines;

use rustc_hash::FxHashMap;

/// The characters around the number of a mark; in the source they are replaced.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// The longest wiki link, reference or label.
const LONGEST_NAME: usize = 300;
/// The longest code span.
const LONGEST_CODE: usize = 1024;

/// What a mark stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mark {
    /// The formula as shown, and the bytes of it without the delimiters.
    Formula(String, std::ops::Range<usize>),
    /// A name for the unit or the equation here.
    Label(String),
    /// A reference to a label.
    Reference(String),
    /// A link to a note, and the text that is shown for it.
    Link { target: String, shown: String },
    /// `> [!kind] title`
    Callout { kind: String, title: String },
    /// `::: {#label .kind name="title"}`
    Div { label: Option<String>, kind: Option<&'static str>, title: String },
    /// `:::`
    EndDiv,
}

/// Words or a mark.
pub(super) enum Piece<'a> {
    Words(&'a str),
    Mark(&'a Mark),
}

/// A source with marks.
#[derive(Default, Debug)]
pub(super) struct Marked {
    pub(super) text: String,
    pub(super) marks: Vec<Mark>,
}

impl Marked {
    /// Replaces all such parts of a source.
    pub(super) fn of(source: &str) -> Marked {
        let mut scanner =
            Scanner { source, at: 0, marked: Marked::default(), searched: FxHashMap::default() };
        scanner.marked.text.reserve(source.len());
        scanner.run();
        scanner.marked
    }

    fn push(&mut self, mark: Mark) {
        self.text.push_str(&format!("{OPEN}{}{CLOSE}", self.marks.len()));
        self.marks.push(mark);
    }

    /// The words and marks of a text that was made from the marked one.
    pub(super) fn pieces<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Piece<'a>> {
        text.split(OPEN).enumerate().flat_map(move |(at, piece)| {
            let parts = piece.split_once(CLOSE).filter(|_| at > 0);
            let (mark, words) = match parts {
                Some((number, words)) => {
                    (number.parse().ok().and_then(|at: usize| self.marks.get(at)), words)
                }
                None => (None, piece),
            };
            mark.map(Piece::Mark).into_iter().chain([Piece::Words(words)])
        })
    }
}

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    marked: Marked,
    /// What is known about each closing delimiter.
    searched: FxHashMap<String, Searched>,
}

/// The result of the last search for a closing delimiter.
#[derive(Clone, Copy, Default)]
struct Searched {
    next: Option<usize>,
    /// Opening delimiters before this place have no closing one.
    fails_before: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    fn run(&mut self) {
        let mut is_line_start = true;
        while self.at < self.source.len() {
            if is_line_start && self.line() {
                continue;
            }
            let rest = self.rest();
            let ordinary = rest.find(is_special).unwrap_or(rest.len());
            self.copy(ordinary);
            let Some(c) = self.rest().chars().next() else { break };
            is_line_start = c == '\n';
            if !self.special(c) {
                self.copy(c.len_utf8());
            }
        }
    }

    /// Copies bytes of the source unchanged.
    fn copy(&mut self, bytes: usize) {
        let text = self.rest().get(..bytes).unwrap_or("");
        match text.contains([OPEN, CLOSE]) {
            true => self.marked.text.push_str(&text.replace([OPEN, CLOSE], "\u{fffd}")),
            false => self.marked.text.push_str(text),
        }
        self.at += bytes;
    }

    /// Replaces what begins with a special character; returns false if nothing does.
    fn special(&mut self, c: char) -> bool {
        match c {
            '`' => self.code(),
            '\\' => self.backslash(),
            '$' => self.dollar(),
            '[' => self.wiki_link(),
            '!' if self.rest().starts_with("![[") => {
                self.at += 1;
                self.wiki_link() || self.copy_back(1)
            }
            '%' => self.comment("%%", "%%"),
            '<' => self.comment("<!--", "-->"),
            '@' => self.reference(),
            '^' => self.block_id(),
            '{' => self.attributes(),
            _ => false,
        }
    }

    /// Takes back a step that did not match.
    fn copy_back(&mut self, bytes: usize) -> bool {
        self.at -= bytes;
        false
    }

    /// The bytes from the current place to a closing delimiter at `from` or later, with at most `most_paragraphs` empty
    /// lines before it. Results are remembered, so no region is searched twice.
    fn find(&mut self, close: &str, from: usize, most_paragraphs: usize) -> Option<usize> {
        let start = self.at + from;
        let known = self.searched.get(close).copied().unwrap_or_default();
        if start < known.fails_before {
            return None;
        }
        let next = match known.next {
            Some(next) if next >= start => Some(next),
            _ => memchr::memmem::find(self.source.as_bytes().get(start..)?, close.as_bytes())
                .map(|at| start + at),
        };
        let between = self.source.get(start..next.unwrap_or(self.source.len())).unwrap_or("");
        let length = if next.is_none() { between.len() } else { paragraph_end(between, most_paragraphs) };
        let is_found = next.is_some() && length == between.len();
        let fails_before = if is_found { 0 } else { start + length };
        self.searched.insert(close.to_owned(), Searched { next, fails_before });
        next.filter(|_| is_found).map(|next| next - self.at)
    }

    /// A code span: it ends with as many backticks as it begins with.
    fn code(&mut self) -> bool {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let ticks = bytes.iter().take_while(|&&c| c == b'`').count();
        let mut at = ticks;
        // Above a kilobyte it is not a code span but a backtick that is never closed.
        let limit = bytes.len().min(ticks + LONGEST_CODE);
        while at < limit && !rest[..at].ends_with("\n\n") {
            if bytes[at] != b'`' {
                at += 1;
                while !rest.is_char_boundary(at) {
                    at += 1;
                }
                continue;
            }
            let run = bytes[at..].iter().take_while(|&&c| c == b'`').count();
            at += run;
            if run == ticks {
                self.copy(at);
                return true;
            }
        }
        self.copy(ticks);
        true
    }

    fn comment(&mut self, open: &str, close: &str) -> bool {
        if !self.rest().starts_with(open) {
            return false;
        }
        let Some(end) = self.find(close, open.len(), usize::MAX) else { return false };
        self.at += end + close.len();
        true
    }

    /// `[[target|shown]]`
    fn wiki_link(&mut self) -> bool {
        let Some(inner) = self.rest().strip_prefix("[[") else { return false };
        let stop = inner
            .char_indices()
            .take(LONGEST_NAME)
            .find(|&(at, c)| c == '\n' || inner[at..].starts_with("]]"));
        let Some((end, c)) = stop else { return false };
        if c == '\n' || end == 0 {
            return false;
        }
        // In a table the bar is escaped.
        let (target, shown) = inner[..end].split_once('|').unwrap_or((&inner[..end], ""));
        let target = target.trim_end_matches('\\').trim();
        let shown = if shown.is_empty() { target } else { shown.trim() };
        let mark = Mark::Link { target: target.to_owned(), shown: shown.to_owned() };
        self.at += end + 4;
        self.marked.push(mark);
        true
    }

    /// Quarto's `@thm-name`, also in brackets.
    fn reference(&mut self) -> bool {
        const PREFIXES: [&str; 16] = [
            "thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr", "sol", "rem", "alg", "eq", "sec", "fig",
            "tbl", "lst",
        ];
        let before = self.source.get(..self.at).and_then(|before| before.chars().next_back());
        let name = self.rest().get(1..).unwrap_or("");
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':');
        let length = name
            .char_indices()
            .take(LONGEST_NAME)
            .find(|&(_, c)| !is_name(c))
            .map_or(name.len(), |(at, _)| at);
        let label = name[..length].trim_end_matches(['-', ':']);
        let is_known = label.split_once('-').is_some_and(|(prefix, _)| PREFIXES.contains(&prefix));
        if !is_known || label.len() > LONGEST_NAME || before.is_some_and(char::is_alphanumeric) {
            return false;
        }
        self.at += 1 + label.len();
        self.marked.push(Mark::Reference(label.to_owned()));
        true
    }

    /// Obsidian's ` ^name` at the end of a line.
    fn block_id(&mut self) -> bool {
        let before = self.source.get(..self.at).and_then(|before| before.chars().next_back());
        let name = self.rest().get(1..).unwrap_or("");
        let length =
            name.bytes().take(LONGEST_NAME).take_while(|c| c.is_ascii_alphanumeric() || *c == b'-').count();
        let behind = name.get(length..).unwrap_or("").chars().next();
        let is_end = matches!(behind, None | Some('\n' | '\r'));
        if length == 0 || !is_end || before.is_some_and(|c| !c.is_whitespace()) {
            return false;
        }
        self.at += 1 + length;
        self.marked.push(Mark::Label(format!("^{}", &name[..length])));
        true
    }

    /// `{#eq-name}` after a formula; elsewhere braces are ordinary.
    fn attributes(&mut self) -> bool {
        if !self.marked.text.trim_end_matches(' ').ends_with(CLOSE) {
            return false;
        }
        let Some(inner) = self.rest().strip_prefix("{#").filter(|inner| inner.starts_with("eq")) else {
            return false;
        };
        let length = inner.char_indices().take(LONGEST_NAME).find(|&(_, c)| matches!(c, '}' | '\n'));
        let Some((end, '}')) = length else { return false };
        let label = inner[..end].split_whitespace().next().unwrap_or("").to_owned();
        self.at += end + 3;
        self.marked.push(Mark::Label(label));
        true
    }
}

fn is_special(c: char) -> bool {
    matches!(c, '`' | '\\' | '$' | '[' | '!' | '%' | '<' | '@' | '^' | '{' | '\n')
}

/// The length of a text up to the empty line after `most_paragraphs` others.
fn paragraph_end(text: &str, most_paragraphs: usize) -> usize {
    if most_paragraphs == usize::MAX {
        return text.len();
    }
    let mut empty = 0;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if end > 0 && line.trim_matches([' ', '\t', '>', '\r', '\n']).is_empty() {
            empty += 1;
            if empty > most_paragraphs {
                break;
            }
        }
        end += line.len();
    }
    end
}
