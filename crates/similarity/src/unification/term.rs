//! Operator trees in the form for the matcher: flat, with a hash for every sub-term.
//!
//! Nodes are in breadth-first order, so that the operands of an operator are a range. A label is a number
//! that is equal for equal labels of any two trees. A hash stands for a whole sub-term and ignores the order
//! of operands that have none; two different sub-terms share a hash by accident about once in 2⁶⁴ pairs.

use formula::canonical::{fixes_places, is_associative};
use formula::names;
use formula::opt::{Font, Kind, NodeId, Opt};
use formula::signatures::hash::{self, mix};
use formula::symbol::Symbol;

/// The form of an operator, which the matcher needs in addition to its label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A minus sign before its only operand.
    Minus,
    Times,
    Divide,
    Power,
    /// An operator that is an expression, which is the first operand.
    Compound,
    /// A named function before its arguments.
    Function,
    /// Brackets that vanish around sums, products and quotients.
    Brackets,
    /// A missing operand.
    Absent,
    Wildcard,
    Other,
}

/// The treatment of a node of the operator tree in a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Kept,
    /// A wildcard replaces it.
    Open,
    /// The node and its subtree are left out.
    Dropped,
}

/// One node of a [`Term`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The node of the operator tree.
    pub(crate) id: NodeId,
    /// Label, font and kind as a number.
    pub(crate) label: u64,
    /// The whole sub-term as a number.
    pub(crate) hash: u64,
    /// Place of the first operand.
    pub(crate) first: u32,
    /// The number of operands.
    pub(crate) count: u32,
    /// Letter and font, if the label is the name of a variable; 0 otherwise.
    pub(crate) letter: u32,
    pub(crate) form: Form,
    /// Whether the operator is commutative.
    pub(crate) commutative: bool,
    /// Whether the operands have no order: the operator is commutative, and there are no dots among them.
    pub(crate) unordered: bool,
    /// Whether the node makes the order of its siblings significant, as dots do.
    pub(crate) fixes_places: bool,
    /// Whether the canonical form dissolves an operand that is the same operator.
    pub(crate) associative: bool,
}

/// A canonical operator tree, or a sub-term of one; the root is the first node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Term {
    pub(crate) nodes: Vec<Node>,
}

impl Term {
    /// The term of a whole canonical tree.
    pub(crate) fn new(opt: &Opt) -> Term {
        opt.root().map_or_else(Term::default, |root| Term::of_part(opt, root, &|_| Part::Kept))
    }

    /// The sub-term at `root` without the nodes that `part` drops.
    pub(crate) fn of_part(opt: &Opt, root: NodeId, part: &dyn Fn(NodeId) -> Part) -> Term {
        let mut nodes = Vec::with_capacity(opt.arena_len());
        nodes.push(head(opt, root, false, part(root)));
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            let first = nodes.len();
            let is_power = node.form == Form::Power;
            if node.form != Form::Wildcard {
                for (place, child) in opt.children(node.id).enumerate() {
                    let what = part(child);
                    if what != Part::Dropped {
                        nodes.push(head(opt, child, is_power && place == 0, what));
                    }
                }
            }
            nodes[at].first = first as u32;
            nodes[at].count = (nodes.len() - first) as u32;
            at += 1;
        }
        let mut term = Term { nodes };
        term.hash();
        term
    }

    fn hash(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let node = self.nodes[at];
            if node.count > 0 {
                let operands = self.operands(at).map(|operand| self.nodes[operand].hash);
                self.nodes[at].hash = joined(node.label, node.unordered, operands);
            }
        }
    }

    /// The operands of a node.
    pub(crate) fn operands(&self, at: usize) -> std::ops::Range<usize> {
        let node = self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }

    /// A set of labels in 64 bits; many labels share a bit. A term can contain another only if it has all its
    /// bits.
    pub(crate) fn label_bits(&self, counts: impl Fn(&Node) -> bool) -> u64 {
        let nodes = self.nodes.iter().filter(|node| counts(node));
        nodes.fold(0, |bits, node| bits | 1 << (node.label >> 58))
    }
}

/// The hash of an operator over operands with these hashes.
pub(crate) fn joined(label: u64, unordered: bool, operands: impl Iterator<Item = u64>) -> u64 {
    let places = operands.zip(1u64..).map(|(hash, place)| mix(if unordered { 0 } else { place }, hash));
    mix(label, places.fold(0, u64::wrapping_add))
}

/// The hash of a term with a minus sign before it.
pub(crate) fn negated(hash: u64) -> u64 {
    joined(hash::name("minus", Kind::Ordered, Font::Plain), false, std::iter::once(hash))
}

fn head(opt: &Opt, id: NodeId, is_base: bool, part: Part) -> Node {
    let node = opt.node(id);
    let is_leaf = opt.is_leaf(id);
    let label = hash::label(opt, id);
    let form = if part == Part::Open { Form::Wildcard } else { form(opt, id, is_leaf) };
    let commutative = !is_leaf && is_commutative(node.kind, opt.symbol(id));
    Node {
        id,
        label,
        hash: label,
        first: 0,
        count: 0,
        letter: letter(opt, id, is_base),
        form,
        commutative,
        unordered: commutative && !opt.children(id).any(|child| fixes_places(opt, child)),
        fixes_places: fixes_places(opt, id),
        associative: !is_leaf && is_associative(opt.symbol(id)),
    }
}

fn form(opt: &Opt, id: NodeId, is_leaf: bool) -> Form {
    match (opt.node(id).kind, opt.symbol(id)) {
        (Kind::Wildcard, _) => Form::Wildcard,
        (Kind::Absent, _) => Form::Absent,
        _ if is_leaf => Form::Other,
        (Kind::Compound, _) => Form::Compound,
        (_, names::MINUS) => Form::Minus,
        (_, names::TIMES) => Form::Times,
        (_, names::DIVIDE) => Form::Divide,
        (_, names::SUP) => Form::Power,
        (Kind::Function, symbol) if symbol != names::DIFFERENTIAL => Form::Function,
        (Kind::Collection, _) if is_bracket(opt, id) => Form::Brackets,
        _ => Form::Other,
    }
}

/// Whether these are brackets around one term, which the canonical form drops if they only group.
fn is_bracket(opt: &Opt, id: NodeId) -> bool {
    ["delimited()", "delimited[]", "delimited{}"].iter().any(|name| opt.label_is(id, name))
}

/// The letter of a variable, as the α-signature defines it: a single letter, also before arguments; not `π`,
/// the base `e` of a power or a double-struck letter.
fn letter(opt: &Opt, id: NodeId, is_base: bool) -> u32 {
    let node = opt.node(id);
    if !matches!(node.kind, Kind::Variable | Kind::Function) {
        return 0;
    }
    let Some(c) = opt.symbol(id).as_char().filter(|c| c.is_alphabetic()) else { return 0 };
    let is_plain = node.font == Font::Plain && node.kind == Kind::Variable;
    let is_constant = match c {
        'π' => is_plain,
        'e' => is_plain && is_base,
        _ => node.font == Font::DoubleStruck,
    };
    if is_constant { 0 } else { u32::from(c) << 4 | node.font as u32 }
}

/// The character of a [`Node::letter`].
pub(crate) fn character(letter: u32) -> char {
    char::from_u32(letter >> 4).unwrap_or('\u{fffd}')
}

/// Whether the operands of a canonical operator may change places.
fn is_commutative(kind: Kind, symbol: Symbol) -> bool {
    kind == Kind::Unordered
        || symbol == names::SET
        || matches!(symbol.as_name(), Some("gcd" | "lcm" | "max" | "min"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::canonical::canonical;
    use formula::sexpr::parse;

    fn hash(text: &str) -> u64 {
        Term::new(&canonical(&parse(text).unwrap())).nodes[0].hash
    }

    #[test]
    fn a_hash_sees_no_order_where_there_is_none() {
        assert_eq!(hash("(plus a (times b c))"), hash("(plus (times c b) a)"));
        assert_ne!(hash("(divide a b)"), hash("(divide b a)"));
        assert_ne!(hash("(plus a a b)"), hash("(plus a b b)"));
        assert_eq!(hash("(max a (gcd c b))"), hash("(max (gcd b c) a)"));
        assert_eq!(negated(hash("(sup x 2)")), hash("(minus (sup x 2))"));
    }

    #[test]
    fn associative_is_what_the_canonical_form_dissolves() {
        for name in ["plus", "times", "and", "union", "compose", "eq", "set", "max", "sup", "tensor-product"]
        {
            let tree = canonical(&parse(&format!("({name} ({name} a b) c)")).unwrap());
            let is_dissolved = Term::new(&tree).nodes[0].count == 3;
            assert_eq!(is_dissolved, names::find(name).is_some_and(is_associative), "{name}");
        }
    }
}
