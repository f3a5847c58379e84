//! Formulas: LaTeX, MathML and plain text read into layout trees, operator trees and canonical forms.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod canonical;
mod commands;
pub mod diagnostic;
pub mod latex;
mod layout;
mod letters;
pub mod mathml;
pub mod meaning;
pub mod names;
mod operators;
pub mod opt;
pub mod packed;
pub mod plain;
pub mod sexpr;
pub mod signatures;
pub mod slt;
pub mod symbol;
pub mod tangent_strings;
mod unicode;
pub mod write;

/// How to read a formula.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Whether `?x`, `\\qvar{x}` and their like are query variables. Only queries turn this on: in a
    /// collection `?` is an ordinary symbol.
    pub wildcards: bool,
    /// The macros of the document that the formula stands in.
    pub macros: Option<&'a latex::Macros>,
}

/// A formula with both of its trees.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// What it looks like.
    pub slt: slt::Slt,
    /// What it means.
    pub opt: opt::Opt,
    /// What the reader had to say.
    pub diagnostics: Vec<diagnostic::Diagnostic>,
}

/// How a formula is written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// Whatever it looks like.
    #[default]
    Auto,
    /// LaTeX, without or with dollar signs around it.
    Latex,
    /// MathML, Presentation or Content.
    MathMl,
    /// Plain text: `sin(x)/x`.
    Text,
}

impl Notation {
    /// All of them with their names.
    pub const NAMES: [(Notation, &'static str); 4] = [
        (Notation::Auto, "auto"),
        (Notation::Latex, "latex"),
        (Notation::MathMl, "mathml"),
        (Notation::Text, "text"),
    ];
}

/// Reads a formula in any notation. This cannot fail: broken input gives the likeliest trees, and the
/// diagnostics say what was mended.
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
