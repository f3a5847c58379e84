//! Operator trees from S-expressions, the form the golden suites and `perga tree --as opt` show.
//!
//! `(eq (minus x (sup y 2)) 0)` is the tree of `x-y^2=0`. The reader is the inverse of
//! [`crate::write::sexpr`]: writing what it read gives the same text. The text does not hold the whole tree:
//! bold and upright letters look the same in it, and the reader guesses the kind of a node from its name.

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::names;
use crate::opt::{Font, Kind, NodeId, Opt};
use crate::symbol::Symbol;
use crate::tables::letters;

/// Reads one S-expression.
///
/// # Errors
/// The first thing in the text that cannot be part of an S-expression.
pub fn parse(text: &str) -> Result<Opt, Diagnostic> {
    let mut reader = Reader { text, at: 0, tree: Opt::default(), open: Vec::new() };
    reader.read()?;
    Ok(reader.tree)
}

/// A bracket that is still open, and what it holds so far.
struct Bracket {
    start: usize,
    /// Empty while the operator is not known; `None` for an operator that is an expression.
    name: Option<String>,
    children: Vec<NodeId>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tree: Opt,
    open: Vec<Bracket>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Diagnostic> {
        while let Some(c) = self.skip_space() {
            let start = self.at;
            match c {
                '(' => self.open_bracket(start),
                ')' => self.close_bracket(start)?,
                '"' => {
                    let words = self.quoted(start)?;
                    self.leaf(Kind::Text, &words, start)?;
                }
                _ => {
                    let word = self.word();
                    self.word_leaf(&word, start)?;
                }
            }
        }
        match self.open.last() {
            Some(bracket) => Err(problem("bracket is not closed", bracket.start, self.at, "add a `)`")),
            None => Ok(()),
        }
    }

    fn skip_space(&mut self) -> Option<char> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start().len();
        rest.trim_start().chars().next()
    }

    fn open_bracket(&mut self, start: usize) {
        self.at += 1;
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let name = match next {
            Some('(') | None => None,
            Some(_) => Some(self.operator_word()),
        };
        self.open.push(Bracket { start, name, children: Vec::new() });
    }

    fn close_bracket(&mut self, start: usize) -> Result<(), Diagnostic> {
        self.at += 1;
        let Some(bracket) = self.open.pop() else {
            return Err(problem("bracket that closes nothing", start, self.at, "remove the `)`"));
        };
        let span = Span::new(bracket.start, self.at);
        let node = match bracket.name {
            Some(name) => {
                let (kind, symbol) = self.operator(&name);
                self.tree.inner(kind, symbol, span, &bracket.children)
            }
            None => self.tree.inner(Kind::Compound, Symbol::NONE, span, &bracket.children),
        };
        self.add(node, bracket.start)
    }

    /// The characters up to a space or bracket.
    fn word(&mut self) -> String {
        let rest = self.text.get(self.at..).unwrap_or("");
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("").to_owned()
    }

    /// The name of an operator; those of intervals and other fenced groups end with their two fences.
    fn operator_word(&mut self) -> String {
        let rest = self.text.get(self.at..).unwrap_or("");
        for prefix in ["interval", "delimited"] {
            let Some(fences) = rest.strip_prefix(prefix) else { continue };
            let fences: String = fences.chars().take_while(|c| !c.is_whitespace()).take(2).collect();
            self.at += prefix.len() + fences.len();
            return format!("{prefix}{fences}");
        }
        self.word()
    }

    fn quoted(&mut self, start: usize) -> Result<String, Diagnostic> {
        let mut words = String::new();
        let mut characters = self.text.get(start + 1..).unwrap_or("").char_indices();
        while let Some((offset, c)) = characters.next() {
            match c {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(words);
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => words.push('\n'),
                    Some((_, escaped)) => words.push(escaped),
                    None => break,
                },
                _ => words.push(c),
            }
        }
        Err(problem("quotation is not closed", start, self.text.len(), "add a `\"`"))
    }

    fn word_leaf(&mut self, word: &str, start: usize) -> Result<(), Diagnostic> {
        let mut characters = word.chars();
        match characters.next() {
            Some('_') if word == "_" => self.leaf(Kind::Absent, "", start),
            Some('?') => self.leaf(Kind::Wildcard, characters.as_str(), start),
            Some('\\') if word.len() > 1 => self.leaf(Kind::Unknown, characters.as_str(), start),
            Some(_) if is_number(word) => self.leaf(Kind::Number, word, start),
            _ => match names::find(word) {
                Some(symbol) if word != "d" => {
                    let node = self.tree.leaf(Kind::Constant, symbol, Span::new(start, self.at));
                    self.add(node, start)
                }
                _ => self.leaf(Kind::Variable, word, start),
            },
        }
    }

    fn leaf(&mut self, kind: Kind, label: &str, start: usize) -> Result<(), Diagnostic> {
        let letter = Some(label).filter(|_| kind == Kind::Variable).and_then(single_character);
        let (plain, font) = letter.map(letters::plain).unwrap_or_default();
        let symbol = match font {
            Font::Plain => self.tree.texts.intern(label),
            _ => Symbol::character(plain),
        };
        let node = self.tree.leaf(kind, symbol, Span::new(start, self.at));
        self.tree.nodes[node.index()].font = font;
        self.add(node, start)
    }

    fn operator(&mut self, name: &str) -> (Kind, Symbol) {
        let is_fenced = name.starts_with("interval") || name.starts_with("delimited");
        match names::find(name) {
            _ if is_fenced => (Kind::Collection, self.tree.texts.intern(name)),
            Some(symbol @ (names::SET | names::LIST | names::TUPLE | names::VECTOR)) => {
                (Kind::Collection, symbol)
            }
            Some(symbol @ (names::MATRIX | names::ROW | names::CASES)) => (Kind::Collection, symbol),
            Some(names::DIFFERENTIAL) => (Kind::Function, names::DIFFERENTIAL),
            Some(symbol) => (Kind::Ordered, symbol),
            None => (Kind::Function, self.tree.texts.intern(name)),
        }
    }

    fn add(&mut self, node: NodeId, start: usize) -> Result<(), Diagnostic> {
        if let Some(bracket) = self.open.last_mut() {
            bracket.children.push(node);
            return Ok(());
        }
        if self.tree.root.get().is_some() {
            return Err(problem(
                "a second tree follows the first",
                start,
                self.at,
                "put both in one bracket",
            ));
        }
        self.tree.root = node;
        Ok(())
    }
}

fn single_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Whether a word is digits, with an optional sign or decimal point before them.
fn is_number(word: &str) -> bool {
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    unsigned.strip_prefix('.').unwrap_or(unsigned).starts_with(|c: char| c.is_ascii_digit())
}

fn problem(message: &str, start: usize, end: usize, hint: &'static str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Recovery,
        code: "s-expression",
        message: message.to_owned(),
        span: Span::new(start, end),
        hint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::sexpr::write;

    #[test]
    fn writing_gives_back_what_was_read() {
        for text in [
            "x",
            "(eq (minus x (sup y 2)) 0)",
            "((sup f (minus 1)) x)",
            "(list \"if \\\"so\\\"\" ?x ? \\foo _ (set) infinity 1.5 -2)",
            "(interval[) a b)",
            "(delimited(] (plus a b))",
            "(in x ℝ)",
        ] {
            assert_eq!(write(&parse(text).unwrap()), text);
        }
        assert!(parse(" ").unwrap().root().is_none());
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for (text, message) in [
            ("(plus a", "bracket is not closed"),
            ("a)", "bracket that closes nothing"),
            ("a b", "a second tree follows the first"),
            ("(f \"x)", "quotation is not closed"),
        ] {
            assert_eq!(parse(text).unwrap_err().message, message, "{text}");
        }
    }
}
