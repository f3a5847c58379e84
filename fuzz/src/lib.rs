//! What every layout tree must satisfy, whatever it was read from.

use formula::slt::{Edge, MAX_NESTING, NodeId, Slt};

/// Panics unless the spans lie inside the source, the nesting is within the bound and no node is
/// reached twice.
pub fn check_slt(slt: &Slt, source: &str) {
    let mut seen = vec![false; slt.arena_len()];
    let mut open: Vec<(NodeId, usize)> = slt.root().map(|root| (root, 0)).into_iter().collect();
    while let Some((id, nesting)) = open.pop() {
        assert!(!std::mem::replace(&mut seen[id.index()], true), "a node has two parents");
        assert!(nesting <= MAX_NESTING, "nesting beyond the bound");
        let span = slt.node(id).span;
        assert!(span.start <= span.end && span.end as usize <= source.len(), "span outside the source");
        open.extend(slt.next(id).map(|next| (next, nesting)));
        for child in slt.children(id) {
            let deeper = slt.node(child).edge != Edge::Element;
            open.push((child, nesting + usize::from(deeper)));
        }
    }
}
