//! Plain-text formulas, as people type them without knowing LaTeX: `sin(x)/x`, `a^(1+2)`, `int_0^oo`.
//!
//! The reader translates the notation token by token into the tokens of the LaTeX reader, so that the same
//! code reads scripts, brackets and Unicode. The differences:
//!
//! - A script or a root takes a whole number, word or bracket, and its own script: `x^12`, `e^(-x)`, `e^-x^2`.
//! - Known words are symbols (`alpha`, `sqrt`), also with their argument directly after them (`sinx`), and
//!   `<=`, `->`, `!=` are one symbol each (`words`, `operators`).
//! - The bounds after `lim`, `sum from` and `integral from` become limits, also at the end: `lim sin x/x as x->0` (`bounds`).
//! - Digits directly after a letter are an index, or a power that lost its superscript: `x1+x2`, `a2+b2=c2` (`digits`).
//! - Braces are sets, `<1,2>` is a vector and `[[1,2],[3,4]]` a matrix (`brackets`).
//! - After a division sign and a space, the factors up to the next space are the divisor: `1 / 2a` (`scan`).
//!
//! Some groups have no closing bracket in the source. The translator looks ahead for their end (never further
//! than `scan::LONGEST` bytes, so that time is linear), notes it, and closes the group there.

mod bounds;
mod brackets;
mod digits;
mod notation;
mod operators;
pub mod recognise;
mod scan;
mod scripts;
mod spoken;
mod words;

use crate::Options;
use crate::diagnostic::{Diagnostic, Span};
use crate::latex::{self, Token, TokenKind};
use crate::slt::Slt;
use brackets::Bracket;
use digits::Letters;
pub use words::{are_differentials, names_function_with_argument};

/// Reads one formula.
///
/// ```
/// use formula::{Options, plain, write::tangent};
///
/// let (slt, _) = plain::read("x^12 <= sqrt(2)", &Options::default());
/// assert_eq!(tangent::slt_string(&slt), "[V!x[≤[O!root,w[N!2]]],a[N!12]]");
/// ```
pub fn read(source: &str, options: &Options) -> (Slt, Vec<Diagnostic>) {
    let mut translator = Translator::new(source, digits::powers_and_indices(source));
    translator.run();
    latex::read_tokens(translator.out, source.len(), options)
}

/// The end of a group that no bracket of the source closes, or another bracket than usual.
#[derive(Clone, Copy)]
struct End {
    /// The byte at which it ends.
    at: usize,
    /// The tokens that end it.
    tokens: Tokens,
    /// The bytes at its end that only delimit it.
    skip: usize,
}

/// Tokens that the source does not have.
type Tokens = &'static [(TokenKind, &'static str)];

/// The end of a group of LaTeX.
const GROUP: Tokens = &[(TokenKind::EndGroup, "}")];

struct Translator<'a> {
    source: &'a str,
    at: usize,
    out: Vec<Token<'a>>,
    brackets: Vec<Bracket>,
    /// The ends ahead, the nearest last.
    ends: Vec<End>,
    /// The letters whose digits are powers.
    powers: Letters,
    /// The letters whose digits are indices.
    indexed: Letters,
}

impl<'a> Translator<'a> {
    fn new(source: &'a str, (powers, indexed): (Letters, Letters)) -> Translator<'a> {
        Translator {
            source,
            at: 0,
            out: Vec::with_capacity(source.len()),
            brackets: Vec::new(),
            ends: Vec::new(),
            powers,
            indexed,
        }
    }

    fn run(&mut self) {
        loop {
            self.end_groups();
            let Some(c) = self.peek() else { break };
            match c {
                '^' | '_' => self.script(c),
                '(' => self.open(Bracket::Plain),
                ')' => self.close(),
                ',' if self.separator() => {}
                '[' | ']' | ';' | ',' | '{' | '<' if self.other_bracket(c) => {}
                '√' | '∛' | '∜' => self.root_sign(c),
                '²' | '³' | '⁴' | 'ⁿ' if self.degree_of_root(c) => {}
                '‘' if self.before().is_some_and(char::is_alphanumeric) => {
                    self.emit(TokenKind::Char('\''), "'", c.len_utf8())
                }
                '⊥' => self.emit(TokenKind::Command, "perp", c.len_utf8()),
                '₋' if self.rest()[c.len_utf8()..].starts_with('∞') => self.minus_infinity(),
                '∑' | '∏' | '∫' => self.big_operator(c, c),
                ' ' if self.separates_numbers() => self.space_between_numbers(),
                'Σ' | 'Π' if scan::is_sum_of_letter(self.source, self.at) => {
                    self.big_operator(c, if c == 'Σ' { '∑' } else { '∏' });
                }
                '\\' if scan::is_set_difference(self.source, self.at) => {
                    self.emit(TokenKind::Command, "setminus", 1);
                }
                '\\' if self.rest().starts_with("\\sqrt(") => self.root("\\sqrt".len(), None),
                '\\' | '{' | '}' | '?' => self.as_latex(),
                '0'..='9' => self.number(),
                c if c.is_ascii_alphabetic() => self.word(),
                _ => self.operator(),
            }
        }
    }

    /// Ends the groups that end here.
    fn end_groups(&mut self) {
        while let Some(&end) =
            self.ends.last().filter(|end| end.at <= self.at || self.at >= self.source.len())
        {
            self.ends.pop();
            for &(kind, text) in end.tokens {
                self.emit(kind, text, 0);
            }
            if end.at == self.at {
                self.at += end.skip;
            }
        }
    }

    /// Begins a group of LaTeX that ends `length` bytes from here.
    fn group_of(&mut self, length: usize) {
        self.emit(TokenKind::BeginGroup, "{", 0);
        self.end_after(length, GROUP, 0);
    }

    /// Notes that a group ends `length` bytes from here.
    fn end_after(&mut self, length: usize, tokens: Tokens, skip: usize) {
        // A group ends before the one around it.
        let at = (self.at + length).min(self.limit());
        self.ends.push(End { at, tokens, skip });
    }

    /// Where the innermost group ends.
    fn limit(&self) -> usize {
        self.ends.last().map_or(self.source.len(), |end| end.at)
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// The rest of the innermost group.
    fn inside(&self) -> &'a str {
        self.source.get(self.at..self.limit()).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The last character before here that is not white space.
    fn before(&self) -> Option<char> {
        self.source.get(..self.at)?.trim_end().chars().next_back()
    }

    /// Adds a token that stands for the next `length` bytes.
    fn emit(&mut self, kind: TokenKind, text: &'a str, length: usize) {
        self.out.push(Token { kind, text, span: Span::new(self.at, self.at + length) });
        self.at += length;
    }

    fn skip_spaces(&mut self) {
        self.at += scan::spaces(self.rest());
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

    /// Whether a space here stands between two numbers. LaTeX would read them as one.
    fn separates_numbers(&self) -> bool {
        let before = self.source[..self.at].bytes().next_back();
        before.is_some_and(|byte| byte.is_ascii_digit())
            && self.rest().trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// A space between two numbers. A fraction is a group, so that `3 1/2` is not `31/2`.
    fn space_between_numbers(&mut self) {
        self.emit(TokenKind::Command, ",", 1);
        let rest = self.inside();
        let numerator = scan::number(rest);
        let behind = rest.get(numerator..).unwrap_or("");
        let denominator = behind.strip_prefix('/').map_or(0, scan::number);
        if numerator > 0 && denominator > 0 {
            self.emit(TokenKind::Char('('), "(", 0);
            self.end_after(numerator + 1 + denominator, &[(TokenKind::Char(')'), ")")], 0);
        }
    }

    fn number(&mut self) {
        let length = scan::number(self.inside());
        self.script_of_digits(length);
        let start = self.at;
        self.at += length;
        for place in start..self.at {
            let c = char::from(self.source.as_bytes()[place]);
            let text = &self.source[place..=place];
            self.out.push(Token { kind: TokenKind::Char(c), text, span: Span::new(place, place + 1) });
        }
    }
}
