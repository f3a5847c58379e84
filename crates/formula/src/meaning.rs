//! From layout to meaning: builds the operator tree of a layout tree.
//!
//! An operator-precedence parser reads every baseline with the roles and priorities of `data/operators.tsv`;
//! scripts, fractions, groups and table cells are separate baselines. Where notation is ambiguous (`f(x)`
//! against `a(b+c)`, the bars of `|x|`, `a|b` and `P(A|B)`, the colon), the parser takes the reading that a
//! mathematician would try first. The rule for each construct is in the module named after it.
//!
//! The parser refuses nothing and loses no symbol: an operator without operands is a leaf, a missing operand
//! is [`crate::opt::Kind::Absent`], a fence without a partner is a leaf among `fragments`. Only symbols that
//! separate or group (commas, brackets, the trailing full stop) get no node of their own.
//!
//! Architecture invariants: the work is linear in the size of the layout, and no operator tree built here is
//! deeper than [`MAX_DEPTH`], however long the chain of operators on its baseline, so that code over
//! operator trees may recurse.
//!
//! What it is not: algebra. `a+b` and `b+a` stay different; see [`crate::canonical`].

mod application;
mod builder;
mod calculus;
mod derivatives;
mod groups;
mod items;
mod precedence;
mod quantifiers;
mod relations;
mod scripts;
mod separators;
mod state;
mod survey;
mod tables;
mod words;

use crate::opt::Opt;
use crate::slt::{Edge, NodeId, Slt};

use application::Letters;
use builder::Builder;
use items::Item;
use state::{Context, Pending};

pub use builder::MAX_DEPTH;

/// Builds the operator tree of a formula.
pub fn operator_tree(slt: &Slt) -> Opt {
    let Some(root) = slt.root() else { return Opt::default() };
    let mut parser = Parser::new(slt);
    parser.baseline(root);
    parser.builder.finish()
}

/// The state of one run: the growing tree and the stacks that all baselines share.
struct Parser<'a> {
    slt: &'a Slt,
    builder: Builder,
    /// The symbols of the baselines being read, the innermost last.
    items: Vec<Item>,
    /// The operators that wait for an operand.
    pending: Vec<Pending>,
    /// The letters this formula uses as functions.
    functions: Letters,
    /// Whether `dx` is a differential here: in the numerator of a fraction under an integral sign.
    differentials: bool,
}

impl<'a> Parser<'a> {
    fn new(slt: &'a Slt) -> Parser<'a> {
        let size = slt.arena_len();
        Parser {
            slt,
            builder: Builder::new(slt, size),
            items: Vec::with_capacity(size),
            pending: Vec::with_capacity(16),
            functions: Letters::of(slt),
            differentials: false,
        }
    }

    /// Reads the baseline that starts at `head` and pushes its tree.
    fn baseline(&mut self, head: NodeId) {
        let first = self.items.len();
        self.gather(head);
        self.row(first, Context::Baseline);
    }

    /// Reads the baseline on an edge of `node`; pushes an absent operand if there is none.
    fn child_baseline(&mut self, node: NodeId, edge: Edge) {
        match self.slt.child(node, edge) {
            Some(head) => self.baseline(head),
            None => self.builder.absent(),
        }
    }
}

#[cfg(test)]
mod tests;
