//! Archives, unpacked into a temporary folder.
//!
//! An archive may come from anywhere: names that point out of the folder are refused, links and devices are
//! passed over, and what grows out of all proportion is stopped. What was unpacked before stays.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use tempfile::TempDir;

use super::names::{self, Kind};
use crate::stream::{self, Allowance};
use crate::{Complaint, Result};

/// The most files that an archive may have.
const MOST_FILES: usize = 2_000_000;

/// The kinds of archives, told by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Archive {
    Tar,
    SevenZip,
    Zip,
}

impl Archive {
    /// What kind of archive a file is, if it is one. Its name decides whether it is looked at: documents of
    /// office programs are zip archives too.
    pub(super) fn of(path: &Path) -> Option<Archive> {
        if !matches!(names::kind(path), Some(Kind::Archive) | None) {
            return None;
        }
        let head = stream::head(path, 512).ok()?;
        match head.as_slice() {
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some(Archive::SevenZip),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Archive::Zip),
            head if head.get(257..262) == Some(b"ustar") => Some(Archive::Tar),
            // Before 1988 a tar archive had no mark; the name is all there is.
            head if head.len() == 512 && names::unpacked_name(path).ends_with(".tar") => Some(Archive::Tar),
            _ => None,
        }
    }
}

/// What was unpacked.
pub(super) struct Unpacked {
    pub folder: TempDir,
    /// How many files were passed over.
    pub skipped: usize,
}

/// Unpacks an archive. Complaints are about what was left out; an error is for an archive of which nothing
/// can be had.
pub(super) fn unpack(
    path: &Path,
    name: &str,
    archive: Archive,
    complaints: &mut Vec<Complaint>,
) -> Result<Unpacked> {
    let unreadable = |cause| stream::unreadable(path, cause);
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    let folder = tempfile::Builder::new().prefix("perga-").tempdir().map_err(unreadable)?;
    let mut target = Target {
        folder: folder.path(),
        modified: metadata.modified().ok(),
        allowance: Allowance::of_size(metadata.len()),
        files: 0,
        skipped: 0,
        refused: Vec::new(),
    };
    let outcome = match archive {
        Archive::Tar => unpack_tar(path, &mut target),
        Archive::SevenZip => unpack_7z(path, &mut target),
        Archive::Zip => unpack_zip(path, &mut target),
    };
    complaints.extend(target.refused.drain(..).map(|(file, why)| {
        Complaint::new(
            name,
            0,
            format!("`{file}` in it is left out: {why}"),
            "unpack it yourself if you trust it",
        )
    }));
    if let Err(error) = outcome {
        let hint = match error.kind() {
            io::ErrorKind::StorageFull => "set `TMPDIR` to a folder on a disk with more room",
            io::ErrorKind::QuotaExceeded => "unpack it yourself if it is meant to be that large",
            _ => "what came before it was read; copy or download the file again",
        };
        complaints.push(Complaint::new(name, 0, format!("the archive cannot be unpacked: {error}"), hint));
    }
    let skipped = target.skipped;
    Ok(Unpacked { folder, skipped })
}

/// Where files are unpacked to.
struct Target<'a> {
    folder: &'a Path,
    /// The time of the archive, given to all its files, so that they look unchanged while it does.
    modified: Option<SystemTime>,
    allowance: Allowance,
    files: usize,
    skipped: usize,
    refused: Vec<(String, String)>,
}

impl Target<'_> {
    /// Writes a file of the archive; passes over what no reader takes.
    fn put(&mut self, name: &Path, content: &mut dyn Read) -> io::Result<()> {
        let Some(path) = self.place(name) else {
            self.refused.push((name.display().to_string(), "it points out of the archive".to_owned()));
            return Ok(());
        };
        if names::kind(name) == Some(Kind::Skip) {
            self.skipped += 1;
            return Ok(());
        }
        self.files += 1;
        if self.files > MOST_FILES {
            return Err(io::Error::new(
                io::ErrorKind::QuotaExceeded,
                format!("more than {MOST_FILES} files"),
            ));
        }
        let mut file = match create(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::StorageFull => return Err(error),
            Err(error) => {
                self.refused.push((name.display().to_string(), error.to_string()));
                return Ok(());
            }
        };
        let mut bounded = Bounded { content, allowance: &mut self.allowance };
        io::copy(&mut bounded, &mut file)?;
        self.modified.map_or(Ok(()), |time| file.set_modified(time))
    }

    /// Where a file goes; none for a name that leads out of the folder.
    fn place(&self, name: &Path) -> Option<PathBuf> {
        let mut path = self.folder.to_owned();
        for component in name.components() {
            match component {
                Component::Normal(part) => path.push(part),
                Component::CurDir => {}
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        (path != self.folder).then_some(path)
    }
}

/// A new file. One that is there already stays: an archive may hold a name twice, and the first is kept.
fn create(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::options().write(true).create_new(true).open(path)
}

struct Bounded<'a> {
    content: &'a mut dyn Read,
    allowance: &'a mut Allowance,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.allowance.take(count as u64)?;
        Ok(count)
    }
}

fn unpack_tar(path: &Path, target: &mut Target<'_>) -> io::Result<()> {
    let stream = stream::open(path, &Arc::default()).map_err(io::Error::other)?;
    let mut archive = tar::Archive::new(stream);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry.path()?.into_owned();
        target.put(&name, &mut entry)?;
    }
    Ok(())
}

fn unpack_7z(path: &Path, target: &mut Target<'_>) -> io::Result<()> {
    let file = BufReader::new(File::open(path)?);
    let mut archive =
        sevenz_rust2::ArchiveReader::new(file, sevenz_rust2::Password::empty()).map_err(other)?;
    let is_solid = archive.archive().is_solid;
    archive
        .for_each_entries(|entry, content| {
            if entry.is_directory() || entry.is_anti_item() {
                return Ok(true);
            }
            target.put(Path::new(entry.name()), content)?;
            // What follows in the same block can only be had by reading what was passed over.
            if is_solid {
                io::copy(content, &mut io::sink())?;
            }
            Ok(true)
        })
        .map_err(other)
}

/// The system's error inside an archive's, or the archive's own.
fn other(error: sevenz_rust2::Error) -> io::Error {
    match error {
        sevenz_rust2::Error::Io(error, _) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

fn unpack_zip(path: &Path, target: &mut Target<'_>) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path)?))?;
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number)?;
        if !entry.is_file() {
            continue;
        }
        let name = PathBuf::from(entry.name()?.replace('\\', "/"));
        target.put(&name, &mut entry)?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "unpack/tests.rs"]
mod tests;
