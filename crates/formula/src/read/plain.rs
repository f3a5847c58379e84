//! Plain-text formulas, as people type them without knowing LaTeX: `sin(x)/x`, `a^(1+2)`, `int_0^oo`.
//!
//! The reader translates the notation token by token into the tokens of the LaTeX reader, so that the same
//! code reads scripts, brackets and Unicode. The differences: a script takes a whole number, word or bracket
//! (`x^12`, `e^(-x)`), known words are symbols (`alpha`, `sqrt`), and `<=`, `->`, `!=` are one symbol each.

pub mod recognise;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::Options;
use crate::diagnostic::{Diagnostic, Span};
use crate::latex::{self, Token, TokenKind};
use crate::slt::Slt;
use crate::tables::commands::{self, Command};
use crate::tables::letters;

static WORDS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    include_str!("../../data/plain-words.tsv")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .filter_map(|line| line.split_once('\t'))
        .collect()
});

/// Operators of several characters, longest first, with the character of each.
const OPERATORS: &[(&str, char)] = &[
    ("<=>", '⇔'),
    ("<->", '↔'),
    ("|->", '↦'),
    ("...", '…'),
    ("<=", '≤'),
    (">=", '≥'),
    ("=<", '≤'),
    ("!=", '≠'),
    ("<>", '≠'),
    ("~=", '≈'),
    ("==", '='),
    ("=>", '⇒'),
    ("->", '→'),
    ("<-", '←'),
    ("+-", '±'),
    ("**", '^'),
    ("*", '⋅'),
];

/// Unknown runs of letters up to this length are products of variables, longer ones are names.
const LONGEST_PRODUCT: usize = 3;

/// Reads one formula.
///
/// ```
/// use formula::{Options, plain, write::tangent};
///
/// let (slt, _) = plain::read("x^12 <= sqrt(2)", &Options::default());
/// assert_eq!(tangent::slt_string(&slt), "[V!x[≤[O!root,w[N!2]]],a[N!12]]");
/// ```
pub fn read(source: &str, options: &Options) -> (Slt, Vec<Diagnostic>) {
    let mut translator =
        Translator { source, at: 0, out: Vec::with_capacity(source.len()), brackets: Vec::new() };
    translator.run();
    latex::read_tokens(translator.out, source.len(), options)
}

/// The meaning of a closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// It stays a bracket.
    Plain,
    /// It ends a group that is the argument of a command or script.
    Group,
    /// It ends the degree of a root.
    Degree,
    /// It ends a fence such as `|x|`.
    Fence(&'static str),
    /// It ends the second argument of a binomial; a comma ends the first.
    Binomial,
}

struct Translator<'a> {
    source: &'a str,
    at: usize,
    out: Vec<Token<'a>>,
    brackets: Vec<Bracket>,
}

impl<'a> Translator<'a> {
    fn run(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                '^' | '_' => self.script(c),
                '(' => self.open(Bracket::Plain),
                ')' => self.close(),
                ',' if self.brackets.last() == Some(&Bracket::Binomial) => {
                    self.emit(TokenKind::EndGroup, "}", 0);
                    self.emit(TokenKind::BeginGroup, "{", 1);
                }
                '\\' | '{' | '}' | '?' => self.as_latex(),
                '0'..='9' => self.number(),
                c if c.is_ascii_alphabetic() => self.word(),
                _ => self.operator(),
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn length_while(&self, accepts: impl Fn(char) -> bool) -> usize {
        self.rest().chars().take_while(|&c| accepts(c)).map(char::len_utf8).sum()
    }

    /// Adds a token that stands for the next `length` bytes.
    fn emit(&mut self, kind: TokenKind, text: &'a str, length: usize) {
        self.out.push(Token { kind, text, span: Span::new(self.at, self.at + length) });
        self.at += length;
    }

    fn skip_spaces(&mut self) {
        self.at += self.length_while(char::is_whitespace);
    }

    /// One token of LaTeX in the middle of plain text.
    fn as_latex(&mut self) {
        let length = match self.rest().strip_prefix('\\') {
            Some(name) => {
                let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
                1 + letters.max(name.chars().next().map_or(0, char::len_utf8))
            }
            // A wildcard keeps the letter of its name beside it.
            None if self.rest().starts_with('?') => {
                1 + usize::from(self.rest()[1..].starts_with(char::is_alphabetic))
            }
            None => 1,
        };
        let end = (self.at + length).min(self.source.len());
        let end = if self.source.is_char_boundary(end) { end } else { self.at + 1 };
        for token in latex::tokens(&self.source[self.at..end]) {
            let shift = self.at as u32;
            let span = Span { start: token.span.start + shift, end: token.span.end + shift };
            self.out.push(Token { span, ..token });
        }
        self.at = end;
    }

    /// `^` or `_` and the whole operand after it.
    fn script(&mut self, c: char) {
        let (kind, text) = if c == '^' { (TokenKind::Superscript, "^") } else { (TokenKind::Subscript, "_") };
        self.emit(kind, text, 1);
        self.operand();
    }

    /// The operand of a script or root: a bracket, a signed number or a word, as one group.
    fn operand(&mut self) {
        self.skip_spaces();
        match self.peek() {
            Some('(') => self.open(Bracket::Group),
            Some('-' | '+') if self.rest()[1..].starts_with(|c: char| c.is_ascii_alphanumeric()) => {
                self.emit(TokenKind::BeginGroup, "{", 0);
                self.operator();
                self.simple();
                self.emit(TokenKind::EndGroup, "}", 0);
            }
            Some(c) if c.is_ascii_alphanumeric() => {
                self.emit(TokenKind::BeginGroup, "{", 0);
                self.simple();
                self.emit(TokenKind::EndGroup, "}", 0);
            }
            _ => {}
        }
    }

    fn simple(&mut self) {
        match self.peek() {
            Some('0'..='9') => self.number(),
            Some(_) => self.word(),
            None => {}
        }
    }

    fn open(&mut self, bracket: Bracket) {
        match bracket {
            Bracket::Plain => self.emit(TokenKind::Char('('), "(", 1),
            Bracket::Group | Bracket::Binomial => self.emit(TokenKind::BeginGroup, "{", 1),
            Bracket::Degree => self.emit(TokenKind::Char('['), "[", 1),
            Bracket::Fence(open) => self.emit(TokenKind::Command, open, 1),
        }
        self.brackets.push(bracket);
    }

    fn close(&mut self) {
        match self.brackets.pop().unwrap_or(Bracket::Plain) {
            Bracket::Plain => self.emit(TokenKind::Char(')'), ")", 1),
            Bracket::Group | Bracket::Binomial => self.emit(TokenKind::EndGroup, "}", 1),
            Bracket::Degree => {
                self.emit(TokenKind::Char(']'), "]", 1);
                self.operand();
            }
            Bracket::Fence(open) => {
                let close = match open {
                    "lvert" => "rvert",
                    "lVert" => "rVert",
                    "lfloor" => "rfloor",
                    _ => "rceil",
                };
                self.emit(TokenKind::Command, close, 1);
            }
        }
    }

    fn number(&mut self) {
        let start = self.at;
        self.at += self.length_while(|c| c.is_ascii_digit());
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            self.at += self.length_while(|c| c.is_ascii_digit());
        }
        for place in start..self.at {
            let c = char::from(self.source.as_bytes()[place]);
            let text = &self.source[place..=place];
            self.out.push(Token { kind: TokenKind::Char(c), text, span: Span::new(place, place + 1) });
        }
    }

    /// A run of letters: a known word, a short product, or a name.
    fn word(&mut self) {
        let length = self.length_while(|c| c.is_ascii_alphabetic());
        let word = &self.rest()[..length];
        if self.bracket_word(word, length) {
            return;
        }
        if let Some(name) = command(word) {
            self.emit(TokenKind::Command, name, length);
            return;
        }
        // `sqrt2` and `sinx` begin with a known word, `xy` is a product, `speed` a name.
        if length <= LONGEST_PRODUCT {
            self.letters(length);
        } else {
            self.emit(TokenKind::Command, "mathrm", 0);
            self.emit(TokenKind::BeginGroup, "{", 0);
            self.letters(length);
            self.emit(TokenKind::EndGroup, "}", 0);
        }
    }

    fn letters(&mut self, length: usize) {
        for _ in 0..length {
            let text = &self.rest()[..1];
            let c = text.chars().next().unwrap_or(' ');
            self.emit(TokenKind::Char(c), text, 1);
        }
    }

    /// Words whose brackets are not printed: `sqrt(x)`, `abs(x)`, `root(3)(x)`, `binom(n,k)`.
    fn bracket_word(&mut self, word: &str, length: usize) -> bool {
        let bracket = match word {
            "sqrt" | "root" | "cbrt" => Bracket::Group,
            "abs" => Bracket::Fence("lvert"),
            "norm" => Bracket::Fence("lVert"),
            "floor" => Bracket::Fence("lfloor"),
            "ceil" => Bracket::Fence("lceil"),
            "binom" | "choose" => Bracket::Binomial,
            _ => return false,
        };
        let behind = self.rest()[length..].trim_start();
        let has_bracket = behind.starts_with('(');
        if bracket != Bracket::Group && !has_bracket {
            return false;
        }
        match word {
            "sqrt" => self.emit(TokenKind::Command, "sqrt", length),
            "cbrt" => {
                self.emit(TokenKind::Command, "sqrt", length);
                for (c, text) in [('[', "["), ('3', "3"), (']', "]")] {
                    self.emit(TokenKind::Char(c), text, 0);
                }
            }
            "root" => self.emit(TokenKind::Command, "sqrt", length),
            "binom" | "choose" => self.emit(TokenKind::Command, "binom", length),
            _ => self.at += length,
        }
        self.skip_spaces();
        match bracket {
            Bracket::Group if word == "root" && has_bracket => self.open(Bracket::Degree),
            Bracket::Group => self.operand(),
            bracket => self.open(bracket),
        }
        true
    }

    fn operator(&mut self) {
        let rest = self.rest();
        if let Some(&(text, c)) = OPERATORS.iter().find(|(text, _)| rest.starts_with(text)) {
            match c {
                '^' => {
                    self.at += text.len() - 1;
                    self.script('^');
                }
                c => self.emit(TokenKind::Char(c), text, text.len()),
            }
            return;
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        for token in latex::tokens(&rest[..length]) {
            self.emit(token.kind, token.text, length);
        }
        // A percent sign, or anything else that the LaTeX lexer skips: step over it here.
        if self.rest().len() == rest.len() {
            self.emit(TokenKind::Char('%'), "%", length);
        }
    }
}

/// The LaTeX command of a word: a listed word, a function, or a Greek letter.
fn command(word: &str) -> Option<&'static str> {
    if let Some(&name) = WORDS.get(word) {
        return Some(name);
    }
    let (name, command) = commands::find_entry(word)?;
    let known = match command {
        Command::Function { .. } => true,
        Command::Symbol(c) => is_greek(letters::plain(c).0) && word.len() > 1,
        Command::SymbolText(_) => false,
    };
    known.then_some(name)
}

fn is_greek(c: char) -> bool {
    matches!(c, 'Α'..='ω' | 'ϑ' | 'ϕ' | 'ϖ' | 'ϱ' | 'ϵ')
}
