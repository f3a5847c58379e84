//! Products whose factors keep their order.
//!
//! The canonical form sorts factors, so that `xy` finds `yx`. For numbers that is a convention. For matrices, operators
//! and elements of groups it is a claim, and `ab-ba` would be `ba-ab`. The two forms here keep the order of factors:
//! all of them, or only those that may not commute. Which letters those are is a judgement about notation
//! ([`ordered_letters`]).
//!
//! What it is not: the form that an index stores. Signatures and features use [`super::canonical`]; these forms only
//! decide what may be said about two formulas.
//!
//! The nodes of both forms have the ids of the same nodes in [`super::canonical`]: only the order of factors differs.

use rustc_hash::FxHashMap;

use super::{Rebuild, canonical, fixes_places, order, rebuilt};
use crate::names;
use crate::opt::{Font, Kind, NodeId, Opt};
use crate::write::sexpr;

/// A letter in a font.
pub type Letter = (char, Font);

/// Larger trees are not searched for the same product in two orders.
const MOST_NODES: usize = 512;

/// The canonical form in which all factors but numbers keep their order.
pub fn in_written_order(opt: &Opt) -> Opt {
    rebuilt(opt, Some(&|tree, factor| tree.node(factor).kind == Kind::Number))
}

/// The canonical form in which factors with these letters keep their order; the others are sorted and come first.
///
/// ```
/// use formula::canonical::{in_order_of, ordered_letters, same};
///
/// let read = |latex| formula::read(latex, formula::Notation::Latex, &formula::Options::default()).opt;
/// let ordered = |latex| in_order_of(&read(latex), &ordered_letters(&read(latex)));
/// assert!(!same(&ordered("ab-ba"), &ordered("ba-ab")));
/// assert!(same(&ordered("2AB+xy"), &ordered("yx+A2B")));
/// ```
pub fn in_order_of(opt: &Opt, letters: &[Letter]) -> Opt {
    rebuilt(opt, Some(&|tree, factor| !is_ordered(tree, factor, letters)))
}

/// The letters of a formula that may not commute: capital and bold letters, letters with a hat, letters in a bracket of
/// two (`[a,b]`) that are also multiplied, letters of a product that occurs in two orders (`ab-ba`), and of one in which
/// a factor returns (`gxg^{-1}`).
pub fn ordered_letters(opt: &Opt) -> Vec<Letter> {
    let canonical = canonical(opt);
    let mut letters = Vec::new();
    let mut products = Vec::new();
    let mut brackets = Vec::new();
    let mut open: Vec<NodeId> = canonical.root().into_iter().collect();
    while let Some(id) = open.pop() {
        open.extend(canonical.children(id));
        letters.extend(letter(&canonical, id).filter(|(c, font)| c.is_uppercase() || is_bold(*font)));
        match canonical.symbol(id) {
            symbol if symbol.as_char() == Some('^') => push_letters(&canonical, id, &mut letters),
            names::TIMES => products.push(id),
            names::INTERVAL_CLOSED => brackets.push(id),
            _ => {}
        }
    }
    for &product in &products {
        let mut factors = Vec::new();
        push_letters(&canonical, product, &mut factors);
        for &bracket in &brackets {
            let mut pair = Vec::new();
            push_letters(&canonical, bracket, &mut pair);
            if pair.len() == 2 && pair.iter().all(|letter| factors.contains(letter)) {
                letters.extend(pair);
            }
        }
    }
    if canonical.arena_len() <= MOST_NODES {
        push_reordered(&canonical, &in_written_order(opt), &products, &mut letters);
    }
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Adds the letters of products that occur in two orders, or to which a factor returns.
fn push_reordered(canonical: &Opt, written: &Opt, products: &[NodeId], letters: &mut Vec<Letter>) {
    let mut known: FxHashMap<String, String> = FxHashMap::default();
    for &product in products {
        let order = sexpr::write_at(written, product);
        let other = known.entry(sexpr::write_at(canonical, product)).or_insert_with(|| order.clone());
        if *other != order || returns(written, product) {
            push_letters(canonical, product, letters);
        }
    }
}

/// Whether a letter is a factor, or the base of one, in two places with something between them.
fn returns(written: &Opt, product: NodeId) -> bool {
    let bases: Vec<Option<Letter>> = written.children(product).map(|factor| base(written, factor)).collect();
    let mut places = bases.iter().enumerate().filter(|(_, base)| base.is_some());
    places.any(|(at, base)| bases.iter().skip(at + 2).any(|later| later == base && bases[at + 1] != *base))
}

fn base(tree: &Opt, factor: NodeId) -> Option<Letter> {
    let is_power = tree.symbol(factor) == names::SUP;
    let leaf = if is_power { tree.children(factor).next()? } else { factor };
    if tree.is_leaf(leaf) { letter(tree, leaf) } else { None }
}

/// Whether a factor may not commute with others like it.
fn is_ordered(tree: &Opt, factor: NodeId, letters: &[Letter]) -> bool {
    let mut open = vec![factor];
    while let Some(id) = open.pop() {
        if tree.is_leaf(id) {
            if letter(tree, id).is_some_and(|letter| letters.contains(&letter)) {
                return true;
            }
            continue;
        }
        let mut children = tree.children(id);
        match (tree.node(id).kind, tree.symbol(id)) {
            (Kind::Collection, names::MATRIX) => return true,
            // The exponential of a matrix is a matrix; its index is not.
            (_, names::SUP) => {
                let base = children.next();
                let is_exponential = base.is_some_and(|base| tree.label_is(base, "e"));
                open.extend(if is_exponential { children.next() } else { base });
            }
            (_, names::SUB) => open.extend(children.next()),
            (Kind::Function, _) if tree.label_is(id, "exp") => open.extend(children),
            // The value of a function, of a derivative or of a sum with limits is taken to be a number.
            (Kind::Function | Kind::Compound | Kind::Unknown, _) => {}
            (_, names::DERIVATIVE | names::PARTIAL_DERIVATIVE | names::ABS | names::NORM) => {}
            _ => open.extend(children),
        }
    }
    false
}

/// The letter of a variable.
fn letter(tree: &Opt, id: NodeId) -> Option<Letter> {
    let node = tree.node(id);
    let letter = node.symbol.as_char().filter(|c| c.is_alphabetic())?;
    (node.kind == Kind::Variable).then_some((letter, node.font))
}

fn push_letters(tree: &Opt, root: NodeId, letters: &mut Vec<Letter>) {
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        letters.extend(letter(tree, id));
        open.extend(tree.children(id));
    }
}

fn is_bold(font: Font) -> bool {
    font == Font::Bold
}

impl Rebuild<'_> {
    /// Puts the factors that commute first, sorted, and leaves the others in their order. False if fewer than two of them
    /// have an order, or if dots keep all of them in their places anyway.
    pub(super) fn keep_order_of_factors(&mut self) -> bool {
        let Some(commutes) = self.commutes else { return false };
        let tree = &self.tree;
        if self.operands.iter().any(|&factor| fixes_places(tree, factor)) {
            return false;
        }
        let (mut free, ordered): (Vec<NodeId>, Vec<NodeId>) =
            self.operands.iter().partition(|&&factor| commutes(tree, factor));
        if ordered.len() < 2 {
            return false;
        }
        free.sort_by(|&a, &b| order::compare(tree, a, tree, b));
        free.extend(ordered);
        self.operands = free;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::same;
    use crate::{Notation, Options, read};

    fn tree(latex: &str) -> Opt {
        read(latex, Notation::Latex, &Options::default()).opt
    }

    fn letters(latex: &str) -> String {
        ordered_letters(&tree(latex)).iter().map(|(letter, _)| *letter).collect()
    }

    #[test]
    fn letters_that_may_not_commute() {
        assert_eq!(letters("2xy+z"), "");
        assert_eq!(letters("AB=C"), "ABC");
        assert_eq!(letters(r"\mathbf{a}\mathbf{b}+c"), "ab");
        assert_eq!(letters("ab-ba"), "ab");
        assert_eq!(letters("xy=yx"), "xy");
        assert_eq!(letters("gxg^{-1}+y"), "gx");
        assert_eq!(letters("[a,b]=ab"), "ab");
        assert_eq!(letters(r"\int_{[a,b]} f(x)\,dx"), "");
        assert_eq!(letters("x x y"), "");
    }

    #[test]
    fn only_the_order_of_such_factors_counts() {
        let equal = |one: &str, two: &str| {
            let (one, two) = (tree(one), tree(two));
            let mut letters = ordered_letters(&one);
            letters.extend(ordered_letters(&two));
            same(&in_order_of(&one, &letters), &in_order_of(&two, &letters))
        };
        assert!(equal("2xy", "yx2"));
        assert!(equal(r"AB\frac12", r"\frac12 AB"));
        assert!(equal(r"\det(A)\det(B)", r"\det(B)\det(A)"));
        assert!(equal("AB+C", "C+AB"));
        assert!(!equal("AB", "BA"));
        assert!(!equal("e^A e^B", "e^B e^A"));
        assert!(!equal("[a,b]=ab-ba", "[a,b]=ba-ab"));
        assert!(!equal("(A+1)B", "B(A+1)"));
    }

    #[test]
    fn nodes_have_the_same_ids_in_every_form() {
        for latex in ["AB-BA", r"-2x\frac{AB}{C}(B-A)+\sqrt{BAB}", r"\sin^2(BA)-[B,A]", "B(-A)=-BA"] {
            let source = tree(latex);
            let forms =
                [canonical(&source), in_written_order(&source), in_order_of(&source, &[('A', Font::Plain)])];
            for id in (0..forms[0].arena_len() as u32).map(NodeId) {
                assert!(forms.iter().all(|form| form.label(id) == forms[0].label(id)), "{latex}");
                assert!(forms.iter().all(|form| form.node(id).span == forms[0].node(id).span), "{latex}");
            }
        }
    }
}
