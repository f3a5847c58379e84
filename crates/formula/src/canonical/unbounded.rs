//! A formula with the bounds of its sums, integrals and limits left out.
//!
//! People type `\sum 1/n` and mean the harmonic series, which texts write with its bounds.

use crate::names;
use crate::opt::{Kind, NodeId, Opt};
use crate::symbol::Symbol;

/// The operators whose scripts are bounds, besides those of [`names`].
const BOUNDED: [&str; 6] = ["union", "intersect", "supremum", "infimum", "limit-supremum", "limit-infimum"];

/// The tree without bounds, or none if it has no operator with bounds. The result for a canonical tree need not be canonical.
///
/// ```
/// use formula::canonical::{canonical, same, unbounded};
///
/// let tree = |latex| canonical(&formula::read(latex, formula::Notation::Latex, &formula::Options::default()).opt);
/// let series = unbounded(&tree(r"\sum_{n=1}^\infty\frac1n")).expect("it has bounds");
/// assert!(same(&series, &tree(r"\sum 1/n")));
/// assert!(unbounded(&tree("f^{-1}(x)+x_1")).is_none());
/// ```
pub fn unbounded(opt: &Opt) -> Option<Opt> {
    let mut tree = opt.clone();
    let mut found = false;
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        if let Some((operator, operands)) = bounded(&tree, id) {
            let symbol = tree.symbol(operator);
            let node = &mut tree.nodes[id.index()];
            (node.kind, node.symbol, node.first_child) = (Kind::Function, symbol, operands);
            found = true;
        }
        open.extend(tree.children(id));
    }
    found.then_some(tree)
}

/// The operator under the bounds of a node, and its first operand.
fn bounded(opt: &Opt, id: NodeId) -> Option<(NodeId, NodeId)> {
    if opt.node(id).kind != Kind::Compound {
        return None;
    }
    let head = opt.children(id).next()?;
    let mut operator = head;
    while matches!(opt.symbol(operator), names::SUB | names::SUP | names::UNDER | names::OVER) {
        operator = opt.children(operator).next()?;
    }
    let is_bounded = operator != head && opt.is_leaf(operator) && takes_bounds(opt, operator);
    is_bounded.then(|| (operator, opt.node(head).next_sibling))
}

fn takes_bounds(opt: &Opt, operator: NodeId) -> bool {
    let symbol: Symbol = opt.symbol(operator);
    matches!(symbol, names::SUM | names::PRODUCT | names::INT | names::LIMIT)
        || BOUNDED.iter().any(|name| opt.label_is(operator, name))
}
