//! The canonical form of operator trees: one tree for formulas that are equal by convention.
//!
//! `b+a` and `a+b`, `a-b` and `-b+a`, `x>0` and `0<x`, `0.50` and `.5` are written differently but mean the
//! same to every reader. The canonical form chooses one of them, so that equality of formulas becomes
//! equality of trees. The canonical form of a canonical tree is the tree itself.
//!
//! One pass rebuilds the tree, operands before operators. Each rule is a small function over operands that
//! are already canonical: `notation` for names, fonts and words, `number` for numbers, `arithmetic` for sums,
//! signs, products and quotients, `operator` for everything else; `order` sorts operands that have no order.
//! `products` has a second form in which factors that may not commute keep their order.
//! `data/equivalences.tsv` lists the facts about single operators. The pass dissolves nested sums and
//! products on the way down, so the work is linear except for the sorting.
//!
//! What it is not: algebra. It does not expand, cancel or evaluate; `2x` and `x+x` stay different.

mod arithmetic;
mod notation;
mod number;
mod operator;
mod order;
mod products;
mod renamed;
mod unbounded;

use std::cmp::Ordering;

use crate::names;
use crate::opt::{Kind, NodeId, Opt};
use crate::symbol::Symbol;

pub(crate) use notation::content_names;
pub use notation::is_associative;
pub use order::fixes_places;
pub(crate) use order::has_order;
pub use products::{Letter, in_order_of, in_written_order, ordered_letters};
pub use renamed::renamed;
pub use unbounded::unbounded;

/// The tree that represents all formulas equal to `opt` by convention.
///
/// Each node keeps the span and the flags of the node it comes from.
pub fn canonical(opt: &Opt) -> Opt {
    rebuilt(opt, None)
}

/// Whether a factor, a node of the canonical tree, may change places with others.
type Commutes<'a> = &'a dyn Fn(&Opt, NodeId) -> bool;

/// The canonical form; with `commutes`, factors for which it is false keep their order.
fn rebuilt<'a>(opt: &'a Opt, commutes: Option<Commutes<'a>>) -> Opt {
    let Some(root) = opt.root() else { return Opt::default() };
    let mut rebuild = Rebuild::new(opt);
    rebuild.commutes = commutes;
    rebuild.tasks.push(Task::Enter { node: root, sign: Sign::Plus, within: Symbol::NONE });
    while let Some(task) = rebuild.tasks.pop() {
        match task {
            Task::Enter { node, sign, within } => rebuild.enter(node, sign, within),
            Task::Build { node, name, operands_from, sign } => rebuild.build(node, name, operands_from, sign),
        }
    }
    rebuild.tree.root = rebuild.done.pop().map_or(NodeId::NONE, |operand| operand.node);
    rebuild.tree
}

/// Whether two trees have the same labels, fonts and shape; spans and flags do not count.
pub fn same(one: &Opt, other: &Opt) -> bool {
    match (one.root(), other.root()) {
        (Some(a), Some(b)) => order::compare(one, a, other, b) == Ordering::Equal,
        (None, None) => true,
        _ => false,
    }
}

/// The sign of an operand in a sum. In a product only the first two occur.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    PlusMinus,
    MinusPlus,
}

impl Sign {
    /// The sign after another minus; none where two signs do not combine into one.
    fn negated(self) -> Option<Sign> {
        match self {
            Sign::Plus => Some(Sign::Minus),
            Sign::Minus => Some(Sign::Plus),
            Sign::PlusMinus | Sign::MinusPlus => None,
        }
    }
}

/// A canonical operand that waits for its operator.
#[derive(Clone, Copy)]
struct Operand {
    node: NodeId,
    sign: Sign,
}

enum Task {
    /// Look at a node of the source that is an operand of the sum or product `within`.
    Enter { node: NodeId, sign: Sign, within: Symbol },
    /// Build the operator `name` of a source node over the operands finished since then.
    Build { node: NodeId, name: Symbol, operands_from: usize, sign: Sign },
}

struct Rebuild<'a> {
    source: &'a Opt,
    tree: Opt,
    tasks: Vec<Task>,
    done: Vec<Operand>,
    /// Operands of the node under construction.
    operands: Vec<NodeId>,
    /// Which factors commute; none if all of them do.
    commutes: Option<Commutes<'a>>,
}

impl<'a> Rebuild<'a> {
    fn new(source: &'a Opt) -> Self {
        let mut tree = Opt::default();
        tree.nodes.reserve(source.arena_len() + 4);
        Rebuild {
            source,
            tree,
            tasks: Vec::with_capacity(16),
            done: Vec::with_capacity(16),
            operands: Vec::with_capacity(8),
            commutes: None,
        }
    }

    fn enter(&mut self, node: NodeId, sign: Sign, within: Symbol) {
        if self.source.is_leaf(node) {
            let node = self.leaf(node);
            return self.done.push(Operand { node, sign });
        }
        let name = self.operator_name(node);
        if self.dissolve(node, name, sign, within) {
            return;
        }
        self.tasks.push(Task::Build { node, name, operands_from: self.done.len(), sign });
        let cluster = match name {
            names::MINUS | names::PLUS_MINUS | names::MINUS_PLUS => names::PLUS,
            name if is_associative(name) => name,
            _ => Symbol::NONE,
        };
        if cluster.is_none() || !self.dissolve(node, name, Sign::Plus, cluster) {
            self.enter_children(node, Symbol::NONE, Sign::Plus, Sign::Plus);
        }
    }

    /// Replaces a node that is part of the surrounding sum or product with its operands.
    fn dissolve(&mut self, node: NodeId, name: Symbol, sign: Sign, within: Symbol) -> bool {
        let unary = self.source.children(node).nth(1).is_none();
        let in_sum = within == names::PLUS;
        match name {
            _ if within.is_none() => return false,
            names::MINUS if unary && (in_sum || within == names::TIMES) => {
                let Some(sign) = sign.negated() else { return false };
                self.enter_children(node, within, sign, sign);
            }
            names::TIMES if within == names::TIMES => self.enter_children(node, within, sign, Sign::Plus),
            _ if sign != Sign::Plus => return false,
            _ if name == within => self.enter_children(node, within, Sign::Plus, Sign::Plus),
            names::MINUS if in_sum => self.enter_children(node, within, Sign::Plus, Sign::Minus),
            names::PLUS_MINUS | names::MINUS_PLUS if in_sum => {
                let sign = if name == names::PLUS_MINUS { Sign::PlusMinus } else { Sign::MinusPlus };
                self.enter_children(node, within, if unary { sign } else { Sign::Plus }, sign);
            }
            _ => return false,
        }
        true
    }

    /// Enters the children of a node, the first with one sign, the others with another.
    fn enter_children(&mut self, node: NodeId, within: Symbol, first: Sign, others: Sign) {
        let from = self.tasks.len();
        for (i, child) in self.source.children(node).enumerate() {
            let sign = if i == 0 { first } else { others };
            self.tasks.push(Task::Enter { node: child, sign, within });
        }
        self.tasks[from..].reverse();
    }

    fn build(&mut self, node: NodeId, name: Symbol, operands_from: usize, sign: Sign) {
        let built = match name {
            names::PLUS | names::MINUS | names::PLUS_MINUS | names::MINUS_PLUS => {
                self.sum(node, operands_from)
            }
            names::TIMES => self.product(node, operands_from),
            _ => {
                self.operands.clear();
                self.operands.extend(self.done[operands_from..].iter().map(|operand| operand.node));
                self.operator(node, name)
            }
        };
        self.done.truncate(operands_from);
        self.done.push(Operand { node: built, sign });
    }

    /// Adds an inner node over [`Rebuild::operands`] with the span and flags of `origin`.
    fn inner(&mut self, kind: Kind, symbol: Symbol, origin: NodeId) -> NodeId {
        let origin = self.source.node(origin);
        let operands = std::mem::take(&mut self.operands);
        let id = self.tree.inner(kind, symbol, origin.span, &operands);
        self.tree.nodes[id.index()].flags = origin.flags;
        self.tree.nodes[id.index()].font = notation::font(origin.font);
        self.operands = operands;
        id
    }

    /// The only child of a canonical node labelled `name`.
    fn only_child(&self, id: NodeId, name: Symbol) -> Option<NodeId> {
        let node = self.tree.node(id);
        if node.symbol != name || matches!(node.kind, Kind::Text) {
            return None;
        }
        let child = node.first_child.get()?;
        (self.tree.node(child).next_sibling == NodeId::NONE).then_some(child)
    }

    /// Sorts [`Rebuild::operands`] unless one of them makes their order significant.
    fn sort_operands(&mut self) {
        let tree = &self.tree;
        if self.operands.iter().any(|&operand| fixes_places(tree, operand)) {
            return;
        }
        self.operands.sort_by(|&a, &b| order::compare(tree, a, tree, b));
    }
}

#[cfg(test)]
mod tests;
