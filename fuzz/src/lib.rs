//! What every layout tree and every text must satisfy, whatever it was read from.

use corpus::unit::Text;
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

/// Panics unless the formulas stand between characters, in order, without overlap, and are not empty.
pub fn check_text(text: &Text) {
    let mut end = 0;
    for formula in &text.formulas {
        assert!(formula.place.start >= end, "formulas overlap");
        let shown = text.text.get(formula.place.clone()).expect("a place between characters");
        assert!(!shown.is_empty() && !formula.source.trim().is_empty(), "an empty formula");
        end = formula.place.end;
    }
}
