//! Sub-terms as S-expressions, and bindings substituted into a query.

#![allow(dead_code, reason = "each test uses its part")]

use formula::canonical::canonical;
use formula::opt::{Kind, NodeId, Opt};
use formula::{Notation, Options, read, sexpr};
use similarity::unification::{Binding, Match};

/// The canonical tree of a LaTeX query.
pub fn query(latex: &str) -> Opt {
    canonical(&read(latex, Notation::Latex, &Options { wildcards: true, macros: None }).opt)
}

/// The canonical tree of a LaTeX formula.
pub fn formula(latex: &str) -> Opt {
    canonical(&read(latex, Notation::Latex, &Options::default()).opt)
}

/// A sub-term as an S-expression, with the text of `replace` for the nodes that it knows.
pub fn write(opt: &Opt, node: NodeId, replace: &dyn Fn(NodeId) -> Option<String>) -> String {
    if let Some(text) = replace(node) {
        return text;
    }
    let children: Vec<String> = opt.children(node).map(|child| write(opt, child, replace)).collect();
    let label = match opt.node(node).kind {
        Kind::Text => format!("{:?}", opt.label(node)),
        Kind::Wildcard => format!("?{}", opt.label(node)),
        Kind::Absent => "_".to_owned(),
        Kind::Unknown => format!("\\{}", opt.label(node)),
        Kind::Compound => return format!("({})", children.join(" ")),
        _ => opt.label(node),
    };
    match opt.node(node).kind {
        Kind::Collection => format!("({})", [vec![label], children].concat().join(" ")),
        _ if children.is_empty() => label,
        _ => format!("({label} {})", children.join(" ")),
    }
}

/// The meaning of a wildcard as an S-expression.
pub fn bound(candidate: &Opt, binding: &Binding) -> String {
    let terms: Vec<String> = binding.nodes.iter().map(|&node| write(candidate, node, &|_| None)).collect();
    let term = match binding.nodes[..] {
        [node] if binding.is_head => candidate.label(node),
        [_] => terms[0].clone(),
        _ => format!("({} {})", operator_over(candidate, &binding.nodes), terms.join(" ")),
    };
    if binding.negated { format!("(minus {term})") } else { term }
}

/// The label of the operator with these operands.
fn operator_over(opt: &Opt, operands: &[NodeId]) -> String {
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    while let Some(node) = open.pop() {
        if opt.children(node).any(|child| operands.contains(&child)) {
            return opt.label(node);
        }
        open.extend(opt.children(node));
    }
    String::new()
}

/// The canonical form of the query with the wildcards replaced by their meaning.
pub fn substituted(query: &Opt, candidate: &Opt, matched: &Match) -> Opt {
    let replace = |node: NodeId| {
        if query.node(node).kind != Kind::Wildcard {
            return None;
        }
        let name = query.label(node);
        let by_name = matched.bindings.iter().find(|binding| binding.name == name && !name.is_empty());
        let by_pair = || {
            let partner = matched.pairs.iter().find(|pair| pair.0 == node)?.1;
            matched.bindings.iter().find(|binding| binding.nodes.contains(&partner))
        };
        by_name.or_else(by_pair).map(|binding| bound(candidate, binding))
    };
    let Some(root) = query.root() else { return Opt::default() };
    let text = write(query, root, &replace);
    canonical(&sexpr::parse(&text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message)))
}
