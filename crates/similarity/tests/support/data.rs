//! Real data that is not part of the project, read at run time; a test that does not find it says so and passes.

use std::io::Read;
use std::path::PathBuf;

/// The bytes of a file of the shared data, unpacked; none, with a message, where the data is not there.
pub fn shared(path: &str) -> Option<Vec<u8>> {
    let folder = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(bytes) = std::fs::read(folder.join(path)) else {
        eprintln!("skipped: {path} is not there (set PERGA_SHARED_DATA to the folder that holds it)");
        return None;
    };
    if !path.ends_with(".gz") {
        return Some(bytes);
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
    Some(plain)
}
