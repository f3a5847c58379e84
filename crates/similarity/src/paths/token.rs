//! The classes of nodes that paths are made of.

use formula::names;
use formula::opt::{Kind, NodeId, Opt};

/// The part of a path from a child to its parent.
pub(super) struct Step {
    /// Tokens between the two: the rank of the child, its role on a base with scripts, its sign.
    pub(super) between: Vec<String>,
    /// The class of the parent.
    pub(super) token: String,
}

/// Ranks beyond this one are all the same.
const MAX_RANK: usize = 3;

/// The class of a leaf.
pub(super) fn of_leaf(opt: &Opt, id: NodeId) -> String {
    let class = match opt.node(id).kind {
        Kind::Variable => "VAR",
        Kind::Wildcard => "WILD",
        Kind::Text => "TEXT",
        Kind::Number if opt.label_is(id, "0") => "ZERO",
        Kind::Number if opt.label_is(id, "1") => "ONE",
        Kind::Number if opt.label(id).contains('.') => "FLOAT",
        Kind::Number => "NUM",
        _ => return of_operator(opt, id),
    };
    class.to_owned()
}

/// The way from the child with this rank to its parent.
pub(super) fn step(opt: &Opt, parent: NodeId, rank: usize) -> Step {
    let is_binary = opt.children(parent).nth(1).is_some();
    let symbol = opt.symbol(parent);
    let kind = opt.node(parent).kind;
    let one =
        |between: &str, token: &str| Step { between: vec![between.to_owned()], token: token.to_owned() };
    let plain = |token: String| Step { between: Vec::new(), token };
    match symbol {
        names::MINUS if rank == 0 && is_binary => plain("ADD".to_owned()),
        names::MINUS if is_binary => one("SIGN", "ADD"),
        names::MINUS => plain("SIGN".to_owned()),
        names::SUP | names::SUB if rank == 0 => one("BASE", "HANGER"),
        names::SUP => one("SUPSCRIPT", "HANGER"),
        names::SUB => one("SUBSCRIPT", "HANGER"),
        _ if kind == Kind::Unordered || symbol == names::SET => plain(of_operator(opt, parent)),
        _ if kind == Kind::Function && !is_binary => plain(of_operator(opt, parent)),
        _ => {
            let rank = format!("#{}", (rank + 1).min(MAX_RANK));
            Step { between: vec![rank], token: of_operator(opt, parent) }
        }
    }
}

/// The class of an operator: relations are one, sums and integrals are one, others go by their names.
fn of_operator(opt: &Opt, id: NodeId) -> String {
    let class = match opt.symbol(id) {
        names::PLUS => "ADD",
        names::TIMES => "TIMES",
        names::DIVIDE => "FRAC",
        names::EQ | names::NEQ | names::LT | names::GT | names::LEQ | names::GEQ => "REL",
        names::SUM | names::PRODUCT | names::INT | names::LIMIT => "BIG",
        _ if opt.node(id).kind == Kind::Compound => "APPLY",
        _ => return opt.label(id),
    };
    class.to_owned()
}
