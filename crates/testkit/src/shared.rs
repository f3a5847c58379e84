//! Real data that is not part of the project: topics, judgements, formulas, documents.

use std::io::Read;
use std::path::PathBuf;

/// The path of a file or folder of the shared data.
///
/// # Panics
/// If it is absent: a test that is not ignored must find its data.
pub fn shared(path: &str) -> PathBuf {
    let root = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let file = root.join(path);
    assert!(
        file.exists(),
        "{} is absent; hint: PERGA_SHARED_DATA names the folder of the shared data",
        file.display()
    );
    file
}

/// The bytes of a file of the shared data, unpacked where its name ends in `.gz`.
fn shared_bytes(path: &str) -> Vec<u8> {
    let bytes = std::fs::read(shared(path)).unwrap();
    if !path.ends_with(".gz") {
        return bytes;
    }
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut unpacked).unwrap();
    unpacked
}

/// The text of a file of the shared data, unpacked where its name ends in `.gz`.
///
/// # Panics
/// If the file is absent, damaged or not UTF-8.
pub fn shared_text(path: &str) -> String {
    String::from_utf8(shared_bytes(path)).unwrap()
}
