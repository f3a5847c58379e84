//! Every file under the sources: folders walked by their ignore rules, archives unpacked and walked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::{DirEntry, WalkBuilder};
use rustc_hash::FxHashSet;
use tempfile::TempDir;

use super::unpack::{self, Archive};
use super::{dumps, names};
use crate::stream;
use crate::{Complaint, Error, Result};

/// Archives in archives are unpacked this deep.
const MOST_NESTING: usize = 3;

/// A file that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// Its name for the user: the path from the source on, through archives.
    pub name: String,
    /// The temporary folder it was unpacked into.
    pub unpacked: Option<Arc<TempDir>>,
    /// Which of the sources it is under.
    pub source: usize,
    /// Whether the user named the file itself.
    pub is_given: bool,
}

/// The files under the sources, sorted by name within each source, each file once; and how many files of
/// archives were passed over.
pub(super) fn files(sources: &[PathBuf], complaints: &mut Vec<Complaint>) -> Result<(Vec<Found>, usize)> {
    let mut walk = Walk { found: Vec::new(), seen: FxHashSet::default(), skipped: 0, complaints };
    for (number, source) in sources.iter().enumerate() {
        let metadata = std::fs::metadata(source).map_err(|cause| stream::unreadable(source, cause))?;
        let name = clean(source);
        let place = Place { unpacked: None, source: number, nesting: 0 };
        if metadata.is_dir() {
            walk.folder(source, &name, &place);
        } else {
            walk.file(source.clone(), name, &place, true);
        }
    }
    let (mut found, skipped) = (walk.found, walk.skipped);
    found.sort_by(|a, b| (a.source, &a.name).cmp(&(b.source, &b.name)));
    Ok((found, skipped))
}

/// Where a walk stands.
struct Place {
    unpacked: Option<Arc<TempDir>>,
    source: usize,
    nesting: usize,
}

struct Walk<'a> {
    found: Vec<Found>,
    /// The real paths of the files found: links and overlapping sources lead to a file more than once.
    seen: FxHashSet<PathBuf>,
    skipped: usize,
    complaints: &'a mut Vec<Complaint>,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, name: &str, place: &Place) {
        // Only rules in the folder itself hold: whoever names a folder wants it, whatever the one above says.
        let walker = WalkBuilder::new(folder)
            .parents(false)
            .git_global(false)
            .require_git(false)
            .follow_links(true)
            .filter_entry(is_wanted)
            .sort_by_file_path(Path::cmp)
            .build();
        for entry in walker {
            match entry {
                Err(error) => self.complain(name, &error),
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                    self.file(entry.path().to_owned(), joined(name, inside), place, false);
                }
                Ok(_) => {}
            }
        }
    }

    fn file(&mut self, path: PathBuf, name: String, place: &Place, is_given: bool) {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !self.seen.insert(real) {
            return;
        }
        match Archive::of(&path) {
            // Gigabytes that would be unpacked for nothing.
            Some(_) if dumps::is_list_of_trees(&name) && !is_given => self.skipped += 1,
            Some(archive) => self.archive(&path, &name, archive, place),
            None => {
                let unpacked = place.unpacked.clone();
                self.found.push(Found { path, name, unpacked, source: place.source, is_given });
            }
        }
    }

    fn archive(&mut self, path: &Path, name: &str, archive: Archive, place: &Place) {
        if place.nesting >= MOST_NESTING {
            let message = format!("an archive within {MOST_NESTING} archives is left out");
            self.complaints.push(Complaint::new(name, 0, message, "unpack the outer ones first"));
            return;
        }
        match unpack::unpack(path, name, archive, self.complaints) {
            Ok(unpacked) => {
                self.skipped += unpacked.skipped;
                let folder = Arc::new(unpacked.folder);
                let inside = Place {
                    unpacked: Some(Arc::clone(&folder)),
                    source: place.source,
                    nesting: place.nesting + 1,
                };
                self.folder(folder.path(), name, &inside);
            }
            Err(Error::Malformed(complaint)) => self.complaints.push(*complaint),
            Err(Error::Unreadable { cause, hint, .. }) => {
                self.complaints.push(Complaint::new(name, 0, cause.to_string(), hint));
            }
        }
    }

    fn complain(&mut self, name: &str, error: &ignore::Error) {
        let hint = match error {
            _ if error.is_partial() => "the other rules of the file hold",
            _ if is_loop(error) => "the link is not followed; the files are read where they are",
            _ => "it is left out; check that this user may read it",
        };
        self.complaints.push(Complaint::new(name, 0, error.to_string(), hint));
    }
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        _ => false,
    }
}

fn is_wanted(entry: &DirEntry) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let is_root = entry.depth() == 0;
    is_root || !is_folder || !names::is_tool_folder(&entry.file_name().to_string_lossy())
}

/// A path as a name: `/` between the parts, no `.` among them.
fn clean(path: &Path) -> String {
    let name = path.components().as_path();
    let name = name.strip_prefix(".").unwrap_or(name);
    if name.as_os_str().is_empty() { ".".to_owned() } else { joined("", name) }
}

fn joined(folder: &str, inside: &Path) -> String {
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    // The root is a part of its own, `/`, and needs no other after it.
    let inside = parts.join("/").replacen("//", "/", 1);
    match folder {
        "" | "." => inside,
        folder => format!("{}/{inside}", folder.trim_end_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_paths_that_the_user_knows() {
        for (path, name) in
            [("./a/b", "a/b"), (".", "."), ("/a/b/", "/a/b"), ("a/./b", "a/b"), ("../a", "../a")]
        {
            assert_eq!(clean(Path::new(path)), name);
        }
        assert_eq!(joined(".", Path::new("a")), "a");
        assert_eq!(joined("/", Path::new("a/b")), "/a/b");
    }
}
