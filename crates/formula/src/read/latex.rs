//! The LaTeX reader: anything people write between dollar signs, as a layout tree.
//!
//! Reading has three steps: the `lexer` makes tokens, `macros` replaces what the document or the formula
//! itself defines, and the `parser` lays out the result. Data files say what commands do
//! (`data/symbols.tsv`, `functions.tsv`, `constructs.tsv`, `environments.tsv`); the modules here are the
//! grammar around them.
//!
//! The reader is a pure function that cannot fail. From broken input it builds the most likely tree and
//! returns a diagnostic for each repair; unknown commands become named nodes. What it is not: TeX. It has no
//! registers, no conditionals and no category codes.

mod arguments;
mod brackets;
mod command;
mod constructs;
mod diagrams;
mod environments;
mod lexer;
mod macros;
mod names;
mod parser;
mod questions;
mod scripts;
mod skipped;
mod structures;
mod symbols;
mod text;
mod typesetting;

use crate::Options;
use crate::diagnostic::Diagnostic;
use crate::slt::Slt;

pub(crate) use lexer::{Token, TokenKind, tokens};
pub use macros::Macros;

/// Reads one formula.
///
/// ```
/// use formula::{Options, latex, write::tangent};
///
/// let (slt, diagnostics) = latex::read(r"x-y^2=0", &Options::default());
/// assert_eq!(tangent::slt_string(&slt), "[V!x[-[V!y[=[N!0]],a[N!2]]]]");
/// assert!(diagnostics.is_empty());
/// ```
pub fn read(source: &str, options: &Options<'_>) -> (Slt, Vec<Diagnostic>) {
    read_tokens(tokens(source), source.len(), options)
}

/// Reads the tokens of a source of `length` bytes.
pub(crate) fn read_tokens<'a>(
    tokens: Vec<Token<'a>>,
    length: usize,
    options: &Options<'a>,
) -> (Slt, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let tokens = macros::expand(tokens, options.macros, &mut findings);
    let tokens = diagrams::with_arrows(with_script_marks(tokens));
    let parser = parser::Parser::new(tokens, length, options.wildcards);
    let (slt, mut diagnostics) = parser.formula();
    diagnostics.splice(0..0, findings);
    (slt, diagnostics)
}

/// `\sb` and `\sp` are `_` and `^`, unless the document has defined them in another way.
fn with_script_marks(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    for token in &mut tokens {
        if token.is_command("sb") {
            token.kind = TokenKind::Subscript;
        } else if token.is_command("sp") {
            token.kind = TokenKind::Superscript;
        }
    }
    tokens
}
