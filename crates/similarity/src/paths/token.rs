//! The classes of nodes, of which paths consist.

use formula::names;
use formula::opt::{Kind, NodeId, Opt};

/// Higher ranks all share the last one.
const RANKS: [&str; 3] = ["/#1", "/#2", "/#3"];

/// Appends the class of a leaf.
pub(super) fn push_leaf(opt: &Opt, id: NodeId, key: &mut String) {
    let class = match opt.node(id).kind {
        Kind::Variable => "/VAR",
        Kind::Wildcard => "/WILD",
        Kind::Text => "/TEXT",
        Kind::Number if opt.label_is(id, "0") => "/ZERO",
        Kind::Number if opt.label_is(id, "1") => "/ONE",
        Kind::Number if opt.symbol(id).as_char().is_none() && opt.label(id).contains('.') => "/FLOAT",
        Kind::Number => "/NUM",
        _ => return push_operator(opt, id, key),
    };
    key.push_str(class);
}

/// Appends the step from the child with this rank to its parent: the rank of the child, its role on a base
/// with scripts or its sign, then the class of the parent. Returns the number of tokens.
pub(super) fn push_step(opt: &Opt, parent: NodeId, rank: usize, key: &mut String) -> usize {
    let is_binary = opt.children(parent).nth(1).is_some();
    let symbol = opt.symbol(parent);
    let kind = opt.node(parent).kind;
    let (step, tokens) = match symbol {
        names::MINUS if rank == 0 && is_binary => ("/ADD", 1),
        names::MINUS if is_binary => ("/SIGN/ADD", 2),
        names::MINUS => ("/SIGN", 1),
        names::SUP | names::SUB if rank == 0 => ("/BASE/HANGER", 2),
        names::SUP => ("/SUPSCRIPT/HANGER", 2),
        names::SUB => ("/SUBSCRIPT/HANGER", 2),
        _ if kind == Kind::Unordered || symbol == names::SET => ("", 1),
        _ if kind == Kind::Function && !is_binary => ("", 1),
        _ => (RANKS[rank.min(RANKS.len() - 1)], 2),
    };
    key.push_str(step);
    if !matches!(symbol, names::MINUS | names::SUP | names::SUB) {
        push_operator(opt, parent, key);
    }
    tokens
}

/// The class of an operator: one for relations, one for sums and integrals, the name for others.
fn push_operator(opt: &Opt, id: NodeId, key: &mut String) {
    let class = match opt.symbol(id) {
        names::PLUS => "/ADD",
        names::TIMES => "/TIMES",
        names::DIVIDE => "/FRAC",
        names::EQ | names::NEQ | names::LT | names::GT | names::LEQ | names::GEQ => "/REL",
        names::SUM | names::PRODUCT | names::INT | names::LIMIT => "/BIG",
        _ if opt.node(id).kind == Kind::Compound => "/APPLY",
        _ => {
            key.push('/');
            return opt.push_label(id, key);
        }
    };
    key.push_str(class);
}
