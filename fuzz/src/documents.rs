//! Checks of the units of every document, whatever its format.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use corpus::collection::{Entry, Format, Progress};
use document::Unit;

/// Reads a source as a file of this format. Panics unless ids are unique, links between units lead to units,
/// and the places of formulas hold formulas.
pub fn check_document(format: Format, source: &str) {
    let folder = std::env::temp_dir().join(format!("perga-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the input");
    let file: PathBuf = folder.join("main");
    fs::write(&file, source).expect("a file for the input");
    let entry = Entry::new("main", format, vec![file]);
    let reader = entry.read(&Arc::new(Progress::default())).expect("a file that is there");
    let units: Vec<Unit> = reader.flatten().collect();
    let ids: HashSet<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids.len(), units.len(), "two units have the same id");
    for unit in &units {
        assert!(unit.parent.as_deref().is_none_or(|parent| ids.contains(parent)), "a missing parent");
        for (_, text) in unit.texts() {
            let mut end = 0;
            for formula in &text.formulas {
                let shown = text.text.get(formula.place.clone()).expect("a place inside the text");
                assert!(
                    shown.contains(&formula.source)
                        && !formula.source.is_empty()
                        && end <= formula.place.start
                );
                end = formula.place.end;
            }
        }
    }
}
