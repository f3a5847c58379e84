//! Which symbolic links a walk follows.
//!
//! A link to a place inside the boundary is followed. A folder is entered once, however many links lead to it, because
//! a few folders of links to each other have an astronomical number of paths. A link to a place outside is refused, or,
//! if the user wants it, followed, and its target is allowed from then on.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use document::{Complaint, Hint, Setting};
use rustc_hash::FxHashSet;

use super::boundary::Boundary;
use super::names;

/// The most refused links that are named one by one; the others are counted.
const MOST_NAMED: usize = 10;

/// The links of a walk.
pub(super) struct Links {
    follow: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    boundary: Boundary,
    /// The real paths of the folders that links led to.
    entered: FxHashSet<PathBuf>,
    /// Links that point outside, and their targets.
    refused: Vec<(PathBuf, PathBuf)>,
    /// Links that point outside to files that no reader reads.
    skipped: usize,
}

impl Links {
    pub(super) fn new(boundary: Boundary, follow: bool) -> Links {
        Links { follow, state: Mutex::new(State { boundary, ..State::default() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the walk visits an entry.
    pub(super) fn admit(&self, entry: &ignore::DirEntry) -> bool {
        if !entry.path_is_symlink() {
            return true;
        }
        // The walk itself reports a link that leads nowhere.
        let Ok(real) = entry.path().canonicalize() else { return true };
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let mut state = self.state();
        if !state.boundary.holds(&real) {
            if !self.follow {
                if is_folder || names::is_readable(entry.path()) {
                    state.refused.push((entry.path().to_owned(), real));
                } else {
                    state.skipped += 1;
                }
                return false;
            }
            state.boundary.add(&real);
        }
        !is_folder || state.entered.insert(real)
    }

    /// The boundary with the followed targets, complaints about the refused links, and the number of links that were
    /// skipped because no reader reads their targets.
    pub(super) fn finish(&self, name: impl Fn(&Path) -> String) -> (Boundary, Vec<Complaint>, usize) {
        let state = std::mem::take(&mut *self.state());
        let hint = Hint::set("it is left out; such links can be followed", Setting::Follow);
        let (named, counted) = state.refused.split_at(state.refused.len().min(MOST_NAMED));
        let mut complaints: Vec<Complaint> = named
            .iter()
            .map(|(link, target)| {
                let message = format!("the link points outside the source, to `{}`", target.display());
                Complaint::unread(name(link), 0, message, hint.clone())
            })
            .collect();
        if let Some((link, _)) = counted.first() {
            let message = match counted.len() {
                1 => "the link points outside the source".to_owned(),
                count => format!("{count} more links, from this one on, point outside the source"),
            };
            complaints.push(Complaint::unread(name(link), 0, message, hint));
        }
        (state.boundary, complaints, state.skipped)
    }
}
