//! Sub-expressions: taking them out, and putting others in their place.

use formula::diagnostic::Span;
use formula::opt::{Kind, NodeId, Opt};

use super::text::{is_atom, replaced, whole};
use super::{Below, Written, operator_nodes};

/// How often a place and a replacement are drawn.
const TRIES: usize = 12;

/// The sub-expressions of at most `most` nodes, as LaTeX that is read as the same sub-expression when it stands
/// alone. Absent and unknown things are none.
///
/// ```
/// use lab::known_items::{Written, sub_expressions};
///
/// let written = Written::read(r"\frac{a+1}{x_{n}}");
/// assert_eq!(sub_expressions(&written, 3), ["a", "1", "a+1", "x", "n", "x_{n}"]);
/// ```
pub fn sub_expressions(written: &Written, most: usize) -> Vec<String> {
    let opt = &written.formula.opt;
    let mut found: Vec<(Span, String)> = Vec::new();
    for (id, _) in operator_nodes(opt) {
        let is_of_size = (1..=most).contains(&size(opt, id));
        let Some(span) = place(written, id).filter(|_| is_of_size && is_expression(opt.node(id).kind)) else {
            continue;
        };
        let text = written.latex[span.start as usize..span.end as usize].to_owned();
        let alone = Written::read(&text);
        if alone.is_sound() && has_tree(&alone.formula.opt, opt, id) {
            found.push((span, text));
        }
    }
    found.sort_by_key(|(span, _)| (span.end, std::cmp::Reverse(span.start)));
    found.dedup();
    found.into_iter().map(|(_, text)| text).collect()
}

fn is_expression(kind: Kind) -> bool {
    !matches!(kind, Kind::Absent | Kind::Unknown | Kind::Error | Kind::Text | Kind::Wildcard)
}

/// The piece of the text of a node.
fn place(written: &Written, id: NodeId) -> Option<Span> {
    let span = whole(&written.latex, written.formula.opt.node(id).span)?;
    written.latex.get(span.start as usize..span.end as usize).map(|_| span)
}

fn size(opt: &Opt, id: NodeId) -> usize {
    let mut open = vec![id];
    let mut size = 0;
    while let Some(id) = open.pop() {
        size += 1;
        open.extend(opt.children(id));
    }
    size
}

/// Whether a tree is the same as the sub-tree of another.
fn has_tree(tree: &Opt, other: &Opt, at: NodeId) -> bool {
    let Some(root) = tree.root() else { return false };
    let mut open = vec![(root, at)];
    while let Some((one, two)) = open.pop() {
        let is_same = tree.node(one).kind == other.node(two).kind && tree.label(one) == other.label(two);
        let (ones, twos): (Vec<_>, Vec<_>) = (tree.children(one).collect(), other.children(two).collect());
        if !is_same || ones.len() != twos.len() {
            return false;
        }
        open.extend(ones.into_iter().zip(twos));
    }
    true
}

/// The formula with one sub-expression replaced. The place is drawn among the sub-expressions of at most a third of the formula;
/// `other` gives the replacement. `None` if no place and replacement are found that give a valid, different formula.
pub fn edited(written: &Written, other: &mut dyn FnMut() -> Option<String>, below: Below) -> Option<Written> {
    let opt = &written.formula.opt;
    let nodes = operator_nodes(opt);
    let is_small = |id: NodeId| size(opt, id) * 3 <= nodes.len() && is_expression(opt.node(id).kind);
    let inner = nodes.iter().filter(|(id, depth)| *depth > 0 && is_small(*id));
    let places: Vec<Span> = inner.filter_map(|(id, _)| place(written, *id)).collect();
    for _ in 0..TRIES {
        let (Some(&place), Some(piece)) = (places.get(below(places.len())), other()) else { continue };
        let piece = if is_atom(&piece) { piece } else { in_brackets(&written.latex, place, &piece) };
        let next = Written::read(&replaced(&written.latex, vec![(place, piece)]));
        if next.is_sound() && next.signatures.structure != 0 && !next.says_the_same(written) {
            return Some(next);
        }
    }
    None
}

/// Round brackets around a piece, unless braces are around its place already.
fn in_brackets(latex: &str, place: Span, piece: &str) -> String {
    let before = latex.get(..place.start as usize).unwrap_or_default();
    let after = latex.get(place.end as usize..).unwrap_or_default();
    let is_enclosed = before.ends_with(['{', '(']) && after.starts_with(['}', ')']);
    if is_enclosed { piece.to_owned() } else { format!("({piece})") }
}
