//! `collection.json`: what a collection was made from, its files with their checksums, and its counts.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name of the manifest.
pub(super) const NAME: &str = "collection.json";

/// A file of a collection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub bytes: u64,
    pub rows: u64,
    pub sha256: String,
}

/// How many formulas there are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Formulas {
    /// All instances.
    pub instances: u64,
    /// Visual ids.
    pub distinct: u64,
    /// Instances by type: title, question, answer, comment.
    pub by_type: BTreeMap<String, u64>,
    /// Instances without trees, by cause.
    pub failures: BTreeMap<String, u64>,
    /// Instances of an earlier version that stand in no post.
    pub spurious: u64,
    /// Instances whose visual id is not that of the earlier version.
    pub changed_visual_ids: u64,
}

/// Posts of a year.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Year {
    pub questions: u64,
    pub answers: u64,
}

/// The manifest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The source as the user named it.
    pub source: String,
    /// The release, such as `V1.3`.
    pub version: String,
    /// Posts are older than this.
    pub before: Option<String>,
    /// Where scores and counts come from: `snapshot` or `recounted`.
    pub scores: String,
    /// The version of the program.
    pub perga: String,
    pub formulas: Formulas,
    pub years: BTreeMap<String, Year>,
    pub files: BTreeMap<String, Entry>,
}

/// Files that are being written into a folder.
pub(super) struct Writing {
    folder: PathBuf,
    pub files: BTreeMap<String, Entry>,
}

impl Writing {
    pub(super) fn new(folder: &Path) -> Writing {
        Writing { folder: folder.to_owned(), files: BTreeMap::new() }
    }

    /// Writes a file with a function that returns its number of rows.
    pub(super) fn file(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<u64>,
    ) -> io::Result<()> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let file = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        let mut out = Hashing { inner: file, hash: Sha256::new(), bytes: 0 };
        let rows = write(&mut out)?;
        out.flush()?;
        let sha256 = hexadecimal(&out.hash.finalize());
        self.files.insert(name.to_owned(), Entry { bytes: out.bytes, rows, sha256 });
        Ok(())
    }
}

struct Hashing<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The size and the checksum of a file.
pub(super) fn measured(path: &Path) -> io::Result<(u64, String)> {
    let (mut file, mut hash, mut bytes) = (File::open(path)?, Sha256::new(), 0);
    let mut block = vec![0; 1 << 18];
    loop {
        match file.read(&mut block)? {
            0 => return Ok((bytes, hexadecimal(&hash.finalize()))),
            read => {
                hash.update(block.get(..read).unwrap_or_default());
                bytes += read as u64;
            }
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
