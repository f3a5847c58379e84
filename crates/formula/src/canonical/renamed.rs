//! A formula with other letters.

use crate::opt::{Font, NodeId, Opt};
use crate::symbol::Symbol;

/// The tree with other letters: `name_of` gives a node another one, or none if it keeps its label. The result of renaming a
/// canonical tree need not be canonical.
///
/// ```
/// use formula::canonical::{canonical, renamed, same};
/// use formula::opt::Font;
///
/// let tree = |latex| canonical(&formula::read(latex, formula::Notation::Latex, &formula::Options::default()).opt);
/// let query = tree("a+2b");
/// let other = renamed(&query, |node| query.label_is(node, "a").then_some(('x', Font::Plain)));
/// assert!(same(&canonical(&other), &tree("2b+x")));
/// ```
pub fn renamed(opt: &Opt, name_of: impl Fn(NodeId) -> Option<(char, Font)>) -> Opt {
    let mut tree = opt.clone();
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        open.extend(tree.children(id));
        if let Some((letter, font)) = name_of(id) {
            let node = &mut tree.nodes[id.index()];
            (node.symbol, node.font) = (Symbol::character(letter), font);
        }
    }
    tree
}
