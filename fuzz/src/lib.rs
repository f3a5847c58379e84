//! Checks of every layout tree, text and unit, whatever its source.

pub mod documents;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use corpus::collection::{Entry, Format};
use document::Text;
use formula::slt::{Edge, MAX_NESTING, NodeId, Slt};

/// Panics unless the spans are inside the source, the nesting is within the bound and no node is reached
/// twice.
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

/// Panics unless the places of formulas split no character, are in order and do not overlap, and no formula
/// is empty.
pub fn check_text(text: &Text) {
    let mut end = 0;
    for formula in &text.formulas {
        assert!(formula.place.start >= end, "formulas overlap");
        let shown = text.text.get(formula.place.clone()).expect("a place between characters");
        assert!(!shown.is_empty() && !formula.source.trim().is_empty(), "an empty formula");
        end = formula.place.end;
    }
}

/// Reads bytes as a file of a format, with the same call as for every file. Panics unless each unit has an id
/// and its formulas are in order inside their text.
pub fn check_units(format: Format, name: &str, bytes: &[u8]) {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = std::env::temp_dir().join(format!("perga-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        folder
    });
    let path = FOLDER.join(name);
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    // For a dump, the same bytes are also its comments and links.
    let others = ["Comments.xml", "PostLinks.xml", "Votes.xml"].map(|name| FOLDER.join(name));
    let mut files = vec![path];
    if format == Format::StackExchange {
        for other in others {
            std::fs::write(&other, bytes).expect("a temporary file can be written");
            files.push(other);
        }
    }
    let Ok(units) = Entry::new(name, format, files).read(&Arc::default()) else { return };
    for unit in units.flatten() {
        assert!(!unit.id.is_empty(), "a unit without an id");
        for (_, text) in unit.texts() {
            check_text(text);
        }
    }
}
