//! Finds every file under the sources: walks folders by their ignore rules, and unpacks and walks archives.
//!
//! Nothing stops the walk. A folder that cannot be opened, a damaged archive or a missing source becomes a complaint,
//! and the source is marked as incomplete, so that files that were not found do not count as deleted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, ComplaintKind};
use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::access::Access;
use super::boundary::{Boundary, folder_of};
use super::limits::Limits;
use super::links::Links;
use super::paths::{clean, joined, real};
use super::temporary::TemporaryFolder;
use super::unpack::{self, Archive};
use super::{SurveyOptions, SurveyedSource, dumps, names};
use crate::stream::{self, Allowance};

/// Nested archives are unpacked to this depth.
const MOST_NESTING: usize = 3;

/// A file that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// Its name for the user: the path from the source, through archives.
    pub name: String,
    /// The temporary folder it was unpacked into.
    pub unpacked: Option<Arc<TemporaryFolder>>,
    /// The index of its source.
    pub source: usize,
    /// The index of the access to read it with.
    pub place: usize,
    /// Whether the user named the file itself.
    pub is_given: bool,
}

/// What was found.
pub(super) struct Walked {
    /// Files, each once, sorted by name within each source.
    pub found: Vec<Found>,
    /// The number of skipped files: files of archives that no reader reads.
    pub skipped: usize,
    /// Files of archives that are documents of an unsupported kind: the index of the source, and the name.
    pub unsupported: Vec<(usize, String)>,
    /// The results for the sources; unread files are not known yet.
    pub sources: Vec<SurveyedSource>,
    /// The accesses to read files with.
    pub accesses: Vec<Arc<Access>>,
    pub complaints: Vec<Complaint>,
}

/// A source may always unpack to this much.
const FREE_SPACE: u64 = 1 << 30;

/// Walks the sources.
pub(super) fn walk(sources: &[PathBuf], options: &SurveyOptions) -> Walked {
    walk_within(sources, options, FREE_SPACE)
}

fn walk_within(sources: &[PathBuf], options: &SurveyOptions, free_space: u64) -> Walked {
    let mut walk = Walk {
        options,
        walked: Walked {
            found: Vec::new(),
            skipped: 0,
            unsupported: Vec::new(),
            sources: Vec::new(),
            accesses: Vec::new(),
            complaints: Vec::new(),
        },
        seen: FxHashSet::default(),
        allowance: Allowance::of_size(0),
        free_space,
    };
    walk.check_include_roots();
    for source in sources {
        walk.source(source);
    }
    walk.walked.found.sort_by(|a, b| (a.source, &a.name).cmp(&(b.source, &b.name)));
    walk.walked
}

/// A folder that is walked: a source, or the folder of an unpacked archive.
struct Place {
    folder: PathBuf,
    name: String,
    unpacked: Option<Arc<TemporaryFolder>>,
    source: usize,
    number: usize,
    nesting: usize,
}

struct Walk<'a> {
    options: &'a SurveyOptions,
    walked: Walked,
    /// The real paths of the files found: links and overlapping sources may lead to a file more than once.
    seen: FxHashSet<PathBuf>,
    /// How much may still be unpacked for the current source.
    allowance: Allowance,
    free_space: u64,
}

impl Walk<'_> {
    fn check_include_roots(&mut self) {
        for root in self.options.include_roots.iter().filter(|root| !root.is_dir()) {
            let message = "the folder to include files from does not exist";
            self.walked.complaints.push(Complaint::unread(
                clean(root),
                0,
                message,
                "make the folder, or leave it out",
            ));
        }
    }

    fn source(&mut self, path: &Path) {
        let number = self.walked.sources.len();
        let name = clean(path);
        self.walked.sources.push(SurveyedSource {
            name: name.clone(),
            real: real(path),
            is_whole: true,
            failure: None,
            unread: BTreeSet::new(),
        });
        self.allowance = Allowance::of_size(0).with_free(self.free_space);
        let mut boundary = Boundary::of_source(path);
        self.options.include_roots.iter().for_each(|root| boundary.add(root));
        let metadata = match std::fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(cause) => {
                return self.fail(number, stream::unreadable(&name, cause).into_complaint());
            }
        };
        let place = |folder: PathBuf| Place {
            name: clean(&folder),
            folder,
            unpacked: None,
            source: number,
            number: self.walked.accesses.len(),
            nesting: 0,
        };
        if metadata.is_dir() {
            let place = place(path.to_owned());
            self.folder(&place, boundary);
        } else if metadata.is_file() {
            let place = place(folder_of(path));
            self.add_access(&place, boundary);
            self.file(path.to_owned(), name, &place, true);
        } else {
            let hint = "name a file, a folder or an archive";
            self.fail(number, Complaint::unread(name, 0, "this is not a regular file", hint));
        }
    }

    fn fail(&mut self, source: usize, complaint: Complaint) {
        if let Some(source) = self.walked.sources.get_mut(source) {
            source.failure = Some(complaint.clone());
        }
        self.complain(source, complaint);
    }

    fn complain(&mut self, source: usize, complaint: Complaint) {
        if complaint.kind == ComplaintKind::Unread
            && let Some(source) = self.walked.sources.get_mut(source)
        {
            source.is_whole = false;
        }
        self.walked.complaints.push(complaint);
    }

    fn add_access(&mut self, place: &Place, boundary: Boundary) {
        let limits = Limits::within(self.options.memory);
        let access = Access::new(boundary, place.folder.clone(), place.name.clone(), limits);
        self.walked.accesses.push(Arc::new(access));
    }

    fn folder(&mut self, place: &Place, boundary: Boundary) {
        let links = Arc::new(Links::new(boundary, self.options.follow && place.unpacked.is_none()));
        let filter = Arc::clone(&links);
        // Only rules in the folder itself apply: a user who names a folder wants it, whatever the rules above it say.
        let walker = WalkBuilder::new(&place.folder)
            .parents(false)
            .git_global(false)
            .require_git(false)
            .follow_links(true)
            .filter_entry(move |entry| is_wanted(entry) && filter.admit(entry))
            .sort_by_file_path(Path::cmp)
            .build();
        // Archives in this folder are walked when its own boundary is known.
        let mut archives = Vec::new();
        let mut files = Vec::new();
        for entry in walker {
            match entry {
                Err(error) => self.complain_about_walk(place, &error),
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    files.push(entry.into_path());
                }
                Ok(_) => {}
            }
        }
        let (boundary, complaints, skipped) = links.finish(|link| name_in(place, link));
        self.walked.skipped += skipped;
        complaints.into_iter().for_each(|complaint| self.complain(place.source, complaint));
        self.add_access(place, boundary);
        for path in files {
            let name = name_in(place, &path);
            archives.extend(self.file_or_archive(path, name, place, false));
        }
        for (path, name, archive) in archives {
            self.archive(&path, &name, archive, place);
        }
    }

    fn file(&mut self, path: PathBuf, name: String, place: &Place, is_given: bool) {
        if let Some((path, name, archive)) = self.file_or_archive(path, name, place, is_given) {
            self.archive(&path, &name, archive, place);
        }
    }

    /// Records a file, each once; returns an archive.
    fn file_or_archive(
        &mut self,
        path: PathBuf,
        name: String,
        place: &Place,
        is_given: bool,
    ) -> Option<(PathBuf, String, Archive)> {
        if !self.seen.insert(real(&path)) {
            return None;
        }
        match Archive::of(&path, &name) {
            // Gigabytes that would be unpacked for nothing.
            Ok(Some(_)) if dumps::is_list_of_trees(&name) && !is_given => self.walked.skipped += 1,
            Ok(Some(archive)) => return Some((path, name, archive)),
            Ok(None) => {
                let unpacked = place.unpacked.clone();
                let (source, place) = (place.source, place.number);
                self.walked.found.push(Found { path, name, unpacked, source, place, is_given });
            }
            Err(error) => self.complain(place.source, error.into_complaint()),
        }
        None
    }

    fn archive(&mut self, path: &Path, name: &str, archive: Archive, place: &Place) {
        if place.nesting >= MOST_NESTING {
            let message = format!("an archive inside {MOST_NESTING} others is left out");
            let complaint = Complaint::unread(name, 0, message, "unpack the outer ones first");
            return self.complain(place.source, complaint);
        }
        if place.nesting == 0 {
            self.allowance.grow(std::fs::metadata(path).map_or(0, |data| data.len()));
        }
        let mut complaints = Vec::new();
        let unpacked = unpack::unpack(path, name, archive, &mut self.allowance, &mut complaints);
        complaints.into_iter().for_each(|complaint| self.complain(place.source, complaint));
        let unpacked = match unpacked {
            Ok(unpacked) => unpacked,
            Err(error) => return self.complain(place.source, error.into_complaint()),
        };
        self.walked.skipped += unpacked.skipped;
        let unsupported = unpacked.unsupported.iter().map(|file| (place.source, joined(name, file)));
        self.walked.unsupported.extend(unsupported);
        let inside = Place {
            folder: unpacked.folder.files().to_owned(),
            name: name.to_owned(),
            unpacked: Some(Arc::new(unpacked.folder)),
            source: place.source,
            number: self.walked.accesses.len(),
            nesting: place.nesting + 1,
        };
        // An archive must not refer to files outside it, even if the user allows that for other files.
        let boundary = Boundary::of_source(&inside.folder);
        self.folder(&inside, boundary);
    }

    fn complain_about_walk(&mut self, place: &Place, error: &ignore::Error) {
        let path = path_of(error);
        // A link to a missing image: no reader would have read it.
        if path.is_some_and(|path| path.is_symlink() && !names::is_readable(path)) {
            self.walked.skipped += 1;
            return;
        }
        let name = path.map_or_else(|| place.name.clone(), |path| name_in(place, path));
        let complaint = if error.is_partial() {
            Complaint::notice(name, 0, words_of(error), "the other rules of the file apply")
        } else if is_loop(error) {
            let message = "the link leads to a folder that contains it";
            Complaint::notice(name, 0, message, "the link is not followed; the files are read where they are")
        } else {
            Complaint::unread(name, 0, words_of(error), "it is left out; check that this user may read it")
        };
        self.complain(place.source, complaint);
    }
}

/// The name of a path in a place.
fn name_in(place: &Place, path: &Path) -> String {
    joined(&place.name, path.strip_prefix(&place.folder).unwrap_or(path))
}

/// The path that an error of the walk is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Partial(errors) => errors.first().and_then(path_of),
        _ => None,
    }
}

/// The text of an error of the walk, without the path.
fn words_of(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => words_of(err),
        ignore::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        _ => false,
    }
}

fn is_wanted(entry: &ignore::DirEntry) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    !is_folder || !names::is_tool_folder(&entry.file_name().to_string_lossy())
}

#[cfg(test)]
#[path = "walk/tests.rs"]
mod tests;
