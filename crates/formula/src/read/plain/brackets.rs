//! Brackets: round ones around arguments, sets, vectors and matrices.

use super::{Translator, scan};
use crate::diagnostic::Span;
use crate::latex::{self, Token, TokenKind};

/// The meaning of a closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
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
    /// It ends a matrix; a comma or semicolon separates rows.
    Matrix,
    /// It ends a row of a matrix; a comma separates cells.
    Row,
}

/// Ends a set.
const SET: &[(TokenKind, &str)] = &[(TokenKind::Command, "}")];

/// Ends a vector.
const VECTOR: &[(TokenKind, &str)] = &[(TokenKind::Command, "rangle")];

impl Translator<'_> {
    pub(super) fn open(&mut self, bracket: Bracket) {
        match bracket {
            Bracket::Group | Bracket::Binomial => self.emit(TokenKind::BeginGroup, "{", 1),
            Bracket::Degree => self.emit(TokenKind::Char('['), "[", 1),
            Bracket::Fence(open) => self.emit(TokenKind::Command, open, 1),
            Bracket::Row => self.at += 1,
            Bracket::Plain | Bracket::Matrix => self.emit(TokenKind::Char('('), "(", 1),
        }
        self.brackets.push(bracket);
    }

    pub(super) fn close(&mut self) {
        match self.brackets.pop().unwrap_or(Bracket::Plain) {
            Bracket::Plain | Bracket::Matrix | Bracket::Row => self.emit(TokenKind::Char(')'), ")", 1),
            Bracket::Group | Bracket::Binomial => self.emit(TokenKind::EndGroup, "}", 1),
            Bracket::Degree => {
                self.emit(TokenKind::Char(']'), "]", 1);
                self.radicand();
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

    /// Reads a comma that separates the arguments of a binomial or the cells of a matrix, if it does.
    pub(super) fn separator(&mut self) -> bool {
        match self.brackets.last() {
            Some(Bracket::Binomial) => {
                self.emit(TokenKind::EndGroup, "}", 0);
                self.emit(TokenKind::BeginGroup, "{", 1);
            }
            Some(Bracket::Row) => self.emit(TokenKind::Alignment, "&", 1),
            _ => return false,
        }
        true
    }

    /// Reads a bracket or separator of a set, vector or matrix; false if it is none.
    pub(super) fn other_bracket(&mut self, c: char) -> bool {
        match (c, self.brackets.last()) {
            ('{', _) => return self.set(),
            ('<', _) => return self.vector(),
            ('[', Some(Bracket::Matrix)) => self.open(Bracket::Row),
            ('[', _) => return self.matrix(),
            (']', Some(Bracket::Row)) => {
                self.brackets.pop();
                self.at += 1;
            }
            (']', Some(Bracket::Matrix)) => {
                self.brackets.pop();
                self.environment(r"\end{bmatrix}", 1);
            }
            (',' | ';', Some(Bracket::Matrix)) => self.emit(TokenKind::Command, "\\", 1),
            _ => return false,
        }
        true
    }

    /// `{1, 2}`, `{x | x>0}`: braces that are not the argument of a script or command.
    fn set(&mut self) -> bool {
        let is_argument = self.out.last().is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Superscript | TokenKind::Subscript | TokenKind::Command | TokenKind::EndGroup
            )
        });
        // `max{a,b}`, `span{u,v}`
        let name = self.source[..self.at].rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        let is_applied =
            name.len() > 2 && name != "sqrt" && !self.source[..self.at].ends_with(&format!("\\{name}"));
        let is_argument = is_argument && !is_applied;
        let Some(length) = scan::bracket(self.inside()) else { return false };
        if is_argument || !is_set(&self.inside()[..length]) {
            return false;
        }
        self.end_after(length - 1, SET, 1);
        self.emit(TokenKind::Command, "{", 1);
        true
    }

    /// `<1,2,3>` where an operand is expected.
    fn vector(&mut self) -> bool {
        let is_operand = self.before().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ')' | ']' | '}'));
        let Some(length) = self.list_in_angles(0).filter(|_| is_operand) else { return false };
        self.end_after(1 + length, VECTOR, 1);
        self.emit(TokenKind::Command, "langle", 1);
        true
    }

    /// Whether a list in angle brackets begins `skip` bytes from here.
    pub(super) fn opens_vector(&self, skip: usize) -> bool {
        self.list_in_angles(skip).is_some()
    }

    /// The length of the list in the angle brackets that begin `skip` bytes from here.
    fn list_in_angles(&self, skip: usize) -> Option<usize> {
        let inside = self.inside().get(skip + 1..)?;
        let length = inside.find(['<', '>', '=']).filter(|&length| length < scan::LONGEST)?;
        (inside[length..].starts_with('>') && inside[..length].contains(',')).then_some(length)
    }

    /// `[[1,2],[3,4]]`.
    fn matrix(&mut self) -> bool {
        if !is_matrix(self.inside()) {
            return false;
        }
        self.environment(r"\begin{bmatrix}", 1);
        self.brackets.push(Bracket::Matrix);
        true
    }

    /// Adds the tokens of some LaTeX for the next `length` bytes.
    fn environment(&mut self, source: &'static str, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.out.extend(latex::tokens(source).into_iter().map(|token| Token { span, ..token }));
        self.at += length;
    }
}

/// Whether braces enclose a list or a condition, and not only group.
pub(super) fn is_set(braces: &str) -> bool {
    let inside = braces.trim_start_matches('{').trim_end_matches('}');
    inside.trim().is_empty() || inside.contains([',', '|', ':', '∣', '<', '>', '≤', '≥', '∈', '…'])
}

/// Whether a text begins with a list of at least two lists of equal length in square brackets.
pub(super) fn is_matrix(text: &str) -> bool {
    let Some(length) = scan::bracket(text) else { return false };
    let mut rest = text[..length].strip_prefix('[').unwrap_or("").trim_start();
    let (mut rows, mut columns) = (0, None);
    while rest.starts_with('[') {
        let Some(length) = scan::bracket(rest) else { return false };
        let cells = separators(&rest[1..length]);
        if *columns.get_or_insert(cells) != cells {
            return false;
        }
        rows += 1;
        rest = rest[length..].trim_start();
        if let Some(behind) = rest.strip_prefix([',', ';']) {
            rest = behind.trim_start();
        }
    }
    rows > 1 && rest == "]"
}

/// The commas of a list outside its inner brackets.
fn separators(list: &str) -> usize {
    let (mut depth, mut count) = (0_i32, 0);
    for c in list.chars() {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        count += usize::from(c == ',' && depth == 0);
    }
    count
}
