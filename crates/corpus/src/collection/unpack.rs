//! Archives, unpacked into a temporary folder.
//!
//! An archive may come from anywhere: names that point out of the folder are refused, links and devices are
//! passed over, and what grows out of all proportion is stopped: one allowance holds for all archives of a source,
//! however they are nested. What was unpacked before stays.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use document::{Complaint, Error, Result};

use super::names::{self, Kind};
use super::temporary::TemporaryFolder;
use crate::stream::{self, Allowance};

/// What a file takes on disk at least: millions of empty ones fill a disk too.
const BYTES_PER_FILE: u64 = 4096;

/// The names of files of one archive that are refused one by one; the others are counted.
const MOST_REFUSED: usize = 10;

/// The kinds of archives, told by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Archive {
    Tar,
    SevenZip,
    Zip,
}

impl Archive {
    /// What kind of archive a file is, if it is one. Its name decides whether it is looked at: documents of
    /// office programs are zip archives too. An error is for a file whose beginning is damaged, and for one that
    /// is called an archive and is none: it may have been one, and what was in it is not gone.
    pub(super) fn of(path: &Path, name: &str) -> Result<Option<Archive>> {
        let kind = names::kind(path);
        if !matches!(kind, Some(Kind::Archive) | None) {
            return Ok(None);
        }
        let mut head = Vec::new();
        if let Err(error) = stream::open(path, name, &Arc::default())?.take(512).read_to_end(&mut head) {
            return Err(stream::damaged(name, 0, &error).into());
        }
        match Archive::of_head(&head, path) {
            None if kind == Some(Kind::Archive) => {
                let message = "this is not an archive that can be unpacked";
                let hint = "tar, zip and 7z are read; copy or download the file again if it is one of these";
                Err(Complaint::unread(name, 0, message, hint).into())
            }
            archive => Ok(archive),
        }
    }

    fn of_head(head: &[u8], path: &Path) -> Option<Archive> {
        match head {
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
    pub folder: TemporaryFolder,
    /// How many files were passed over.
    pub skipped: usize,
}

/// Unpacks an archive within an allowance. Complaints are about what was left out; an error is for an archive of
/// which nothing can be had.
pub(super) fn unpack(
    path: &Path,
    name: &str,
    archive: Archive,
    allowance: &mut Allowance,
    complaints: &mut Vec<Complaint>,
) -> Result<Unpacked> {
    let metadata = std::fs::metadata(path).map_err(|cause| stream::unreadable(name, cause))?;
    let folder = TemporaryFolder::new().map_err(|cause| no_folder(name, cause))?;
    let mut target = Target {
        folder: folder.files(),
        modified: metadata.modified().ok(),
        allowance,
        skipped: 0,
        refused: Vec::new(),
    };
    let outcome = match archive {
        Archive::Tar => unpack_tar(path, &mut target),
        Archive::SevenZip => unpack_7z(path, &mut target),
        Archive::Zip => unpack_zip(path, &mut target),
    };
    complaints.extend(refusals(name, &target.refused));
    if let Err(error) = outcome {
        let hint = match error.kind() {
            io::ErrorKind::StorageFull => "set `TMPDIR` to a folder on a disk with more room",
            io::ErrorKind::QuotaExceeded => "unpack it yourself if it is meant to be that large",
            _ => "what came before it was read; copy or download the file again",
        };
        complaints.push(Complaint::unread(name, 0, format!("the archive cannot be unpacked: {error}"), hint));
    }
    let skipped = target.skipped;
    Ok(Unpacked { folder, skipped })
}

fn no_folder(name: &str, cause: io::Error) -> Error {
    let cause =
        io::Error::new(cause.kind(), format!("no temporary folder can be made to unpack it: {cause}"));
    let hint = "set `TMPDIR` to a folder that is there and can be written to".to_owned();
    Error::Unreadable { file: name.to_owned(), cause, hint }
}

fn refusals(name: &str, refused: &[(String, String)]) -> Vec<Complaint> {
    let hint = "unpack it yourself if you trust it";
    let (named, counted) = refused.split_at(refused.len().min(MOST_REFUSED));
    let mut complaints: Vec<Complaint> = named
        .iter()
        .map(|(file, why)| Complaint::unread(name, 0, format!("`{file}` in it is left out: {why}"), hint))
        .collect();
    if !counted.is_empty() {
        let message = format!("{} more files in it are left out", counted.len());
        complaints.push(Complaint::unread(name, 0, message, hint));
    }
    complaints
}

/// Where files are unpacked to.
struct Target<'a> {
    folder: &'a Path,
    /// The time of the archive, given to all its files, so that they look unchanged while it does.
    modified: Option<SystemTime>,
    allowance: &'a mut Allowance,
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
        self.allowance.take(BYTES_PER_FILE)?;
        let mut file = match create(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::StorageFull => return Err(error),
            Err(error) => {
                self.refused.push((name.display().to_string(), error.to_string()));
                return Ok(());
            }
        };
        let mut bounded = Bounded { content, allowance: self.allowance };
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
    let name = path.display().to_string();
    let stream = stream::open(path, &name, &Arc::default())
        .map_err(|error| io::Error::other(error.into_complaint().message))?;
    let mut archive = tar::Archive::new(stream);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry.path()?.into_owned();
        target.put(&name, &mut entry)?;
    }
    // Behind the last file stands the checksum of the packing, which says whether all was as it was written.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map(drop)
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
                io::copy(&mut Bounded { content, allowance: target.allowance }, &mut io::sink())?;
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
