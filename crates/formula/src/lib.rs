//! Formulas: reads LaTeX, MathML and plain text into layout trees, operator trees and canonical forms.
//!
//! Every function of this crate is pure: it reads no files and keeps no state. [`read()`] is the entry point.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod canonical;
pub mod diagnostic;
pub mod meaning;
mod read;
pub mod signatures;
mod tables;
mod tree;
pub mod write;

pub use read::{latex, mathml, plain, sexpr, tangent_strings};
pub use tree::{names, opt, packed, slt, symbol, typesetting};

/// How to read a formula.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Whether `?x`, `\\qvar{x}` and similar notations are query variables. Only queries turn this on: in
    /// a collection `?` is an ordinary symbol.
    pub wildcards: bool,
    /// The macros of the document that contains the formula.
    pub macros: Option<&'a latex::Macros>,
}

/// A formula with both of its trees.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// The layout tree: its look.
    pub slt: slt::Slt,
    /// The operator tree: its meaning.
    pub opt: opt::Opt,
    /// The repairs and remarks of the reader.
    pub diagnostics: Vec<diagnostic::Diagnostic>,
}

/// The notation of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// The reader decides by the look of the formula.
    #[default]
    Auto,
    /// LaTeX, with or without dollar signs around it.
    Latex,
    /// Presentation or Content MathML.
    MathMl,
    /// Plain text: `sin(x)/x`.
    Text,
}

impl Notation {
    /// Every notation with its name in arguments and requests.
    pub const NAMES: [(Notation, &'static str); 4] = [
        (Notation::Auto, "auto"),
        (Notation::Latex, "latex"),
        (Notation::MathMl, "mathml"),
        (Notation::Text, "text"),
    ];
}

/// Reads a formula in any notation. This cannot fail: from broken input the reader builds the most likely
/// trees, and the diagnostics say what it repaired.
///
/// ```
/// use formula::{Notation, Options, read, write};
///
/// let formula = read(r"\frac{a}{b}+1", Notation::Auto, &Options::default());
/// assert_eq!(write::sexpr::write(&formula.opt), "(plus (divide a b) 1)");
///
/// let typed = read("1 + a/b", Notation::Text, &Options::default());
/// let canonical = |formula: &formula::Formula| write::sexpr::write(&formula::canonical::canonical(&formula.opt));
/// assert_eq!(canonical(&formula), canonical(&typed));
/// ```
pub fn read(source: &str, notation: Notation, options: &Options<'_>) -> Formula {
    let (slt, diagnostics) = match notation {
        Notation::Auto => return read(source, plain::recognise::notation(source), options),
        Notation::MathMl => return mathml::read(source, options),
        Notation::Latex => latex::read(source, options),
        Notation::Text => plain::read(source, options),
    };
    Formula { opt: meaning::operator_tree(&slt), slt, diagnostics }
}
