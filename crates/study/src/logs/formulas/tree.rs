//! An operator tree as an owned tree of labels, for comparisons that take it apart.
//!
//! Sums in sums and products in products are dissolved, so that `a+b+c` has three operands however it is grouped. The
//! depth is bounded by the readers' bound on nesting, so functions recurse.
//!
//! What it is not: the canonical form, which also moves signs and sorts factors. People see what they typed.

use std::cmp::Ordering;

use formula::opt::{Kind, NodeId, Opt};

/// Operators whose operands have no order.
const COMMUTATIVE: [&str; 12] =
    ["plus", "times", "eq", "neq", "and", "or", "union", "intersect", "approx", "equivalent", "gcd", "lcm"];

/// Operators that dissolve in themselves.
const ASSOCIATIVE: [&str; 6] = ["plus", "times", "and", "or", "union", "intersect"];

/// What a label stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Category {
    Variable,
    /// A number, or a constant such as infinity.
    Constant,
    Wildcard,
    /// An operator or a function.
    Head,
    Other,
}

/// A node with its operands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Tree {
    pub category: Category,
    pub label: String,
    pub children: Vec<Tree>,
}

impl Tree {
    /// The tree of a formula; of one with more nodes than `most` only the outermost label.
    pub fn new(opt: &Opt, most: usize) -> Tree {
        match opt.root() {
            Some(root) if opt.arena_len() <= most => Tree::at(opt, root),
            Some(root) => Tree { category: Category::Other, label: opt.label(root), children: Vec::new() },
            None => Tree { category: Category::Other, label: String::new(), children: Vec::new() },
        }
    }

    fn at(opt: &Opt, id: NodeId) -> Tree {
        let label = opt.label(id);
        let category = match opt.node(id).kind {
            Kind::Variable if opt.is_leaf(id) => Category::Variable,
            Kind::Number | Kind::Constant => Category::Constant,
            Kind::Wildcard => Category::Wildcard,
            Kind::Text | Kind::Absent | Kind::Error => Category::Other,
            _ => Category::Head,
        };
        let mut children = Vec::new();
        for child in opt.children(id) {
            let child = Tree::at(opt, child);
            match child.label == label && ASSOCIATIVE.contains(&label.as_str()) {
                true => children.extend(child.children),
                false => children.push(child),
            }
        }
        Tree { category, label, children }
    }

    /// Whether its operands have no order.
    pub fn is_commutative(&self) -> bool {
        COMMUTATIVE.contains(&self.label.as_str())
    }

    /// The tree with operands that have no order in one order.
    pub fn sorted(&self) -> Tree {
        let mut children: Vec<Tree> = self.children.iter().map(Tree::sorted).collect();
        if self.is_commutative() {
            children.sort();
        }
        Tree { category: self.category, label: self.label.clone(), children }
    }

    /// The number of labels: a compound operator has none of its own.
    pub fn size(&self) -> usize {
        usize::from(!self.label.is_empty()) + self.children.iter().map(Tree::size).sum::<usize>()
    }

    /// The labels from the top down.
    pub fn labels(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.push_labels(&mut found);
        found
    }

    fn push_labels<'a>(&'a self, out: &mut Vec<&'a str>) {
        if !self.label.is_empty() {
            out.push(&self.label);
        }
        self.children.iter().for_each(|child| child.push_labels(out));
    }

    /// Whether any node has a property.
    pub fn any(&self, is_so: &dyn Fn(&Tree) -> bool) -> bool {
        is_so(self) || self.children.iter().any(|child| child.any(is_so))
    }

    /// Whether a tree is a proper part of it.
    pub fn contains(&self, part: &Tree) -> bool {
        self.children.iter().any(|child| child.any(&|node| node == part))
    }

    /// Whether every operand of another node is one of its own.
    pub fn has_operands_of(&self, other: &Tree) -> bool {
        unmatched(&other.children, &self.children).is_empty()
    }

    /// Pairs of nodes at the same places; false if the shapes differ.
    pub fn pair_up<'a>(&'a self, other: &'a Tree, pairs: &mut Vec<(&'a Tree, &'a Tree)>) -> bool {
        pairs.push((self, other));
        self.children.len() == other.children.len()
            && self.children.iter().zip(&other.children).all(|(one, two)| one.pair_up(two, pairs))
    }

    /// The smallest parts that hold everything in which two trees differ.
    pub fn difference<'a>(&'a self, other: &'a Tree) -> (&'a Tree, &'a Tree) {
        let (mut one, mut two) = (self, other);
        while one.label == two.label && one.children.len() == two.children.len() {
            let (gone, came) = match one.is_commutative() {
                true => (unmatched(&one.children, &two.children), unmatched(&two.children, &one.children)),
                false => one.children.iter().zip(&two.children).filter(|(a, b)| a != b).unzip(),
            };
            match (&gone[..], &came[..]) {
                (&[gone], &[came]) => (one, two) = (gone, came),
                _ => break,
            }
        }
        (one, two)
    }

    /// The tree as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.push_text(&mut out);
        out
    }

    fn push_text(&self, out: &mut String) {
        out.push('(');
        out.push_str(&self.label);
        for child in &self.children {
            out.push(' ');
            child.push_text(out);
        }
        out.push(')');
    }
}

/// The trees of the first list without partners in the second; both are sorted, as multisets.
fn unmatched<'a>(first: &'a [Tree], second: &[Tree]) -> Vec<&'a Tree> {
    let mut found = Vec::new();
    let mut others = second.iter().peekable();
    for tree in first {
        while others.next_if(|other| (*other).cmp(tree) == Ordering::Less).is_some() {}
        if others.next_if(|other| *other == tree).is_none() {
            found.push(tree);
        }
    }
    found
}
