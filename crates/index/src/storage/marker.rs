//! The marker: a small file that identifies a folder as an index of Perga.
//!
//! It is the first file of a new index and never changes. A folder without it belongs to someone else, and Perga writes
//! nothing into it and removes nothing from it. Its identity is random, so that an index that was made again under the
//! same name is recognised as another one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::{Error, Result};

/// The name of the marker.
pub(crate) const FILE: &str = "perga-index.json";

/// The marker while it is being written.
const PARTIAL: &str = "perga-index.json.partial";

/// The first field of the file, for people who open it.
const WHAT: &str = "Perga index; do not edit, see `perga check`";

/// More than a marker can have.
const MOST_BYTES: u64 = 4096;

/// The content of the marker.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marker {
    what: String,
    format: u32,
    identity: String,
}

/// A random name that is different from all others.
pub(crate) fn random_identity() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}

/// Writes the marker of a new index and returns its identity.
pub(super) fn write(folder: &Path) -> Result<String> {
    let identity = random_identity();
    let marker = Marker { what: WHAT.to_owned(), format: FORMAT, identity: identity.clone() };
    let (partial, path) = (folder.join(PARTIAL), folder.join(FILE));
    let write = || -> io::Result<()> {
        let mut file = File::create(&partial)?;
        file.write_all(&text_of(&marker)?)?;
        file.sync_all()?;
        fs::rename(&partial, &path)?;
        File::open(folder)?.sync_all()
    };
    write().map_err(|cause| Error::writing(&path, cause))?;
    Ok(identity)
}

/// The identity of the index in a folder; none if the folder has no marker.
pub(super) fn read(folder: &Path) -> Result<Option<String>> {
    let path = folder.join(FILE);
    let bytes = match fs::metadata(&path) {
        Ok(metadata) if metadata.len() > MOST_BYTES => return Err(damaged(&path)),
        Ok(_) => fs::read(&path),
        Err(cause) => Err(cause),
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(Error::reading(path, cause)),
    };
    let marker: Marker = serde_json::from_slice(&bytes).map_err(|_| damaged(&path))?;
    if marker.format != FORMAT {
        return Err(Error::OtherFormat {
            folder: folder.to_owned(),
            found: marker.format,
            expected: FORMAT,
            sources: Vec::new(),
        });
    }
    // Its content has only one valid form, so that every changed byte is detected.
    match text_of(&marker) {
        Ok(text) if text == bytes && marker.what == WHAT => Ok(Some(marker.identity)),
        _ => Err(damaged(&path)),
    }
}

/// Whether a name is that of an unfinished marker.
pub(super) fn is_partial(name: &str) -> bool {
    name == PARTIAL
}

fn text_of(marker: &Marker) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(marker)?;
    text.push(b'\n');
    Ok(text)
}

fn damaged(path: &Path) -> Error {
    Error::damaged(path, "this is not the marker of an index")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_its_own_identity() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        assert_eq!(read(one.path()).unwrap(), None);
        let identity = write(one.path()).unwrap();
        assert_eq!(read(one.path()).unwrap().as_deref(), Some(identity.as_str()));
        assert_ne!(write(two.path()).unwrap(), identity);
    }

    #[test]
    fn every_damage_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let identity = write(folder.path()).unwrap();
        let path = folder.path().join(FILE);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            for bit in [1, 0x20, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= bit;
                fs::write(&path, &bytes).unwrap();
                // Another identity is detected by comparing it with that of the commit.
                assert!(read(folder.path()).map_or(true, |read| read.as_ref() != Some(&identity)), "{at}");
            }
            fs::write(&path, &whole[..at]).unwrap();
            assert!(read(folder.path()).is_err(), "cut at {at}");
        }
    }
}
