//! Unpacks archives into a temporary folder.
//!
//! An archive may come from anywhere. Names that point outside the folder are refused, links and devices are skipped,
//! and excessive growth is stopped: one allowance covers all archives of a source, however they are nested. Files that
//! were already unpacked stay.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use document::{Complaint, Error, Result, counted};

use super::names::{self, Kind};
use super::temporary::TemporaryFolder;
use crate::stream::{self, Allowance};

/// The least space of a file on disk: millions of empty files fill a disk too.
const BYTES_PER_FILE: u64 = 4096;

/// The most refused files of one archive that are named one by one; the others are counted.
const MOST_REFUSED: usize = 10;

/// The kinds of archives, recognised by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Archive {
    Tar,
    SevenZip,
    Zip,
}

impl Archive {
    /// The kind of archive of a file, if it is one. Its name decides whether its content is examined, because documents
    /// of office programs are zip archives too. It is an error if the beginning of the file is damaged, or if the file
    /// has the name of an archive and is none: it may have been one, and its content still counts as existing.
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
                let hint =
                    "only tar, zip and 7z are supported; if it is one of these, copy or download it again";
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
            // Before 1988 tar archives had no magic number; only the name remains.
            head if head.len() == 512 && names::unpacked_name(path).ends_with(".tar") => Some(Archive::Tar),
            _ => None,
        }
    }
}

/// The result of unpacking.
pub(super) struct Unpacked {
    pub folder: TemporaryFolder,
    /// The number of skipped files.
    pub skipped: usize,
    /// The documents of unsupported kinds, by their names in the archive. They are not unpacked.
    pub unsupported: Vec<PathBuf>,
}

/// Unpacks an archive within an allowance. Complaints are about omitted files; it is an error if nothing can be
/// unpacked.
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
        unsupported: Vec::new(),
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
            io::ErrorKind::StorageFull => "set `TMPDIR` to a folder on a disk with more space",
            io::ErrorKind::QuotaExceeded => "unpack it yourself if it is meant to be that large",
            _ => "everything before it was read; copy or download the file again",
        };
        complaints.push(Complaint::unread(name, 0, format!("the archive cannot be unpacked: {error}"), hint));
    }
    let Target { skipped, unsupported, .. } = target;
    Ok(Unpacked { folder, skipped, unsupported })
}

fn no_folder(name: &str, cause: io::Error) -> Error {
    let cause = io::Error::new(cause.kind(), format!("cannot make a temporary folder to unpack it: {cause}"));
    let hint = "set `TMPDIR` to an existing folder that is writable".to_owned();
    Error::Unreadable { file: name.to_owned(), cause, hint }
}

fn refusals(name: &str, refused: &[(String, String)]) -> Vec<Complaint> {
    let hint = "unpack it yourself if you trust it";
    let (named, others) = refused.split_at(refused.len().min(MOST_REFUSED));
    let mut complaints: Vec<Complaint> = named
        .iter()
        .map(|(file, why)| Complaint::unread(name, 0, format!("`{file}` in it is left out: {why}"), hint))
        .collect();
    if !others.is_empty() {
        let message = format!("left out: {} in it", counted(others.len(), "more file"));
        complaints.push(Complaint::unread(name, 0, message, hint));
    }
    complaints
}

/// The destination of unpacked files.
struct Target<'a> {
    folder: &'a Path,
    /// The time of the archive, given to all its files, so that they look unchanged as long as it does.
    modified: Option<SystemTime>,
    allowance: &'a mut Allowance,
    skipped: usize,
    unsupported: Vec<PathBuf>,
    refused: Vec<(String, String)>,
}

impl Target<'_> {
    /// Writes a file of the archive; skips files that no reader reads.
    fn put(&mut self, name: &Path, content: &mut dyn Read) -> io::Result<()> {
        let Some(path) = self.place(name) else {
            self.refused.push((name.display().to_string(), "it points outside the archive".to_owned()));
            return Ok(());
        };
        match names::kind(name) {
            Some(Kind::Skip) => {
                self.skipped += 1;
                return Ok(());
            }
            Some(Kind::Unsupported) => {
                self.unsupported.push(name.to_owned());
                return Ok(());
            }
            _ => {}
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

    /// Where a file is written; none for a name that points outside the folder.
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

/// A new file. An existing one stays: an archive may have a name twice, and the first is kept.
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
    // After the last file is the checksum of the compression, which shows whether the data is intact.
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
            // To reach the next files of the same block, the skipped ones must be read.
            if is_solid {
                io::copy(&mut Bounded { content, allowance: target.allowance }, &mut io::sink())?;
            }
            Ok(true)
        })
        .map_err(other)
}

/// The error of the system inside an error of the archive, or the error of the archive.
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
