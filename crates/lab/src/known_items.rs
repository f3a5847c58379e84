//! Queries made from formulas of a collection, whose right answers are known.
//!
//! A stored formula is written as LaTeX and read again, so that its trees point into the text; the text is
//! then altered the way people alter formulas, and read as any query is. The meaning of an alteration
//! is checked on the trees; a wrong one is not used, so that a query never asks for another formula.
//!
//! - [`with_query_variables`]: some variables become wildcards (NTCIR-11, Wikipedia task).
//! - [`renamed`]: every variable gets another letter.
//! - [`commuted`]: operands without an order change places.
//! - [`in_other_notation`]: the same meaning with other commands and another layout.
//! - [`edited`]: one sub-expression is replaced by another.
//! - [`sub_expressions`]: expressions that can be put in.
//!
//! What it is not: a source of random numbers. The caller draws, so that its seed determines everything here.

mod commuting;
mod editing;
mod notation;
mod renaming;
mod text;
mod variables;

use formula::canonical::canonical;
use formula::diagnostic::Severity;
use formula::opt::Opt;
use formula::signatures::Signatures;
use formula::slt::{Kind, NodeId, Slt};
use formula::write::{sexpr, tex};
use formula::{Formula, Notation, Options, read};

pub use commuting::commuted;
pub use editing::{edited, sub_expressions};
pub use notation::in_other_notation;
pub use renaming::renamed;
pub use variables::with_query_variables;

/// Draws a whole number below a limit.
pub type Below<'a> = &'a mut dyn FnMut(usize) -> usize;

/// A formula and its LaTeX, into which its trees point.
#[derive(Clone, Debug)]
pub struct Written {
    /// The text.
    pub latex: String,
    /// Its trees.
    pub formula: Formula,
    /// Its canonical operator tree.
    pub canonical: Opt,
    /// Its signatures.
    pub signatures: Signatures,
}

impl Written {
    /// Reads LaTeX, without wildcards.
    pub fn read(latex: &str) -> Written {
        let formula = read(latex, Notation::Latex, &Options::default());
        let canonical = canonical(&formula.opt);
        let signatures = Signatures::new(&formula.slt, &canonical);
        Written { latex: latex.to_owned(), formula, canonical, signatures }
    }

    /// Writes a layout tree and reads it again.
    pub fn of_layout(slt: &Slt) -> Written {
        Written::read(&tex::write(slt))
    }

    /// Whether the reader understood everything.
    pub fn is_sound(&self) -> bool {
        let diagnostics = &self.formula.diagnostics;
        self.canonical.root().is_some() && diagnostics.iter().all(|found| found.severity == Severity::Remark)
    }

    /// Whether both have the same canonical tree.
    pub fn says_the_same(&self, other: &Written) -> bool {
        self.signatures.alpha == other.signatures.alpha
            && sexpr::write(&self.canonical) == sexpr::write(&other.canonical)
    }

    /// The number of written symbols: letters, numbers, operators, words.
    pub fn symbols(&self) -> usize {
        let is_symbol = |id: &NodeId| {
            let kind = self.formula.slt.node(*id).kind;
            matches!(kind, Kind::Identifier | Kind::Number | Kind::Operator | Kind::Text | Kind::Command)
        };
        layout_nodes(&self.formula.slt).iter().filter(|id| is_symbol(id)).count()
    }
}

/// Every node of a layout tree, each before its children.
fn layout_nodes(slt: &Slt) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut open: Vec<NodeId> = slt.root().into_iter().collect();
    while let Some(id) = open.pop() {
        nodes.push(id);
        open.extend(slt.next(id));
        open.extend(slt.children(id));
    }
    nodes
}

/// Every node of an operator tree with the number of nodes above it, each before its operands.
fn operator_nodes(opt: &Opt) -> Vec<(NodeId, usize)> {
    let mut nodes = Vec::new();
    let mut open: Vec<(NodeId, usize)> = opt.root().into_iter().map(|root| (root, 0)).collect();
    while let Some((id, depth)) = open.pop() {
        nodes.push((id, depth));
        open.extend(opt.children(id).map(|child| (child, depth + 1)));
    }
    nodes
}

#[cfg(test)]
mod tests;
