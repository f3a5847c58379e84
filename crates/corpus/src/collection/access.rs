//! How the files of an entry are opened: from where, how much of them, and under which names.
//!
//! Readers open files only through this, so that no reader can forget the boundary, and so that a message names
//! `papers.tgz/main.tex` and not the temporary file that it was unpacked into.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, Hint, Result, Setting};

use super::boundary::{Boundary, Lookup, folder_of};
use super::limits::Limits;
use super::{Progress, paths};
use crate::stream;

/// The hint about a file outside the source.
pub(crate) const OUTSIDE_HINT: Hint =
    Hint::set("it is left out; copy the file into the source, or allow its folder", Setting::IncludeRoot);

/// How the files of an entry are opened.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    boundary: Boundary,
    /// The folder that was walked, or that an archive was unpacked into.
    folder: PathBuf,
    /// The name of that folder for the user.
    name: String,
    limits: Limits,
}

impl Access {
    /// Access to files inside the boundary. The names of files in the folder begin with `name`.
    pub(super) fn new(boundary: Boundary, folder: PathBuf, name: String, limits: Limits) -> Access {
        Access { boundary, folder, name, limits }
    }

    /// Access to a file, its neighbours and the folders below them.
    pub(super) fn to_file(file: &Path) -> Access {
        let folder = folder_of(file);
        let name = paths::clean(&folder);
        Access::new(Boundary::of_source(file), folder, name, Limits::default())
    }

    /// The name of a file for the user.
    pub(crate) fn name_of(&self, file: &Path) -> String {
        let file = paths::lexical(file);
        match file.strip_prefix(paths::lexical(&self.folder)) {
            Ok(inside) => paths::joined(&self.name, inside),
            Err(_) => file.display().to_string(),
        }
    }

    /// How much is read at once.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The file that the first of these paths inside the boundary leads to.
    pub(crate) fn find(&self, candidates: impl IntoIterator<Item = PathBuf>) -> Lookup {
        self.boundary.find(candidates)
    }

    /// Opens a file inside the boundary.
    pub(crate) fn open(&self, file: &Path, progress: &Arc<Progress>) -> Result<Box<dyn BufRead + Send>> {
        let name = self.name_of(file);
        if let Lookup::Outside(_) = self.boundary.look_up(file) {
            let message = "the file is outside the source";
            return Err(Complaint::unread(name, 0, message, OUTSIDE_HINT).into());
        }
        stream::open(file, &name, progress)
    }

    /// The text of a file, up to `most` bytes, and a complaint if not all of it could be read.
    pub(crate) fn text(
        &self,
        file: &Path,
        most: usize,
        progress: &Arc<Progress>,
    ) -> Result<(String, Option<Complaint>)> {
        Ok(stream::text(&self.name_of(file), self.open(file, progress)?, most))
    }
}
