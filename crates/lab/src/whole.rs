//! Output files that appear whole or not at all: written beside their place, then renamed.
//!
//! A run that ends early must not look like a run of a system that found little, and an older file must survive a
//! full disk. What is not a regular file (a pipe, `/dev/stdout`) is written directly.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::Failure;

/// Writes a file.
///
/// # Errors
/// The file cannot be written; then a file that was there before is as it was.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let failed = |error: io::Error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Failure::new(message, "its folder must be there and writable, with enough space")
    };
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() && !target.is_file() {
        return Ok(fs::write(&target, text).map_err(failed)?);
    }
    let partial = partial(&target);
    let written = fill(&partial, text).and_then(|()| fs::rename(&partial, &target));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&partial);
    }
    Ok(written.map_err(failed)?)
}

/// Whether a file of this name would be, or is, a regular file.
pub fn is_regular(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

fn fill(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder that no other process uses.
fn partial(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.partial-{}", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("perga-whole-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = folder("replaced");
        let path = folder.join("a.run");
        write(&path, "old").unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_failure_leaves_no_file() {
        let folder = folder("failure");
        let error = write(&folder.join("missing/a.run"), "text").unwrap_err();
        assert!(error.to_string().starts_with("cannot write `"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }
}
