//! Real data that is not part of the project.

use std::path::PathBuf;

/// A file of the shared data, or nothing, with a word on stderr, where the data is not at hand.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let file = root.join(path);
    if file.exists() {
        return Some(file);
    }
    eprintln!(
        "skipped: {} is not there; set PERGA_SHARED_DATA to the folder of the test data",
        file.display()
    );
    None
}
