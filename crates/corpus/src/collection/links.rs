//! Symbolic links met on a walk: which are followed.
//!
//! A link that leads to a place inside the boundary is followed, a folder once however many links lead to it:
//! a few folders of links to each other have more paths than there is time. One that leads outside is refused,
//! or, where the user wants it, followed and its target allowed from then on.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use document::Complaint;
use rustc_hash::FxHashSet;

use super::boundary::Boundary;
use super::names::{self, Kind};

/// Refused links that are named one by one; the others are counted.
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
    /// Links that lead outside, and where they lead.
    refused: Vec<(PathBuf, PathBuf)>,
    /// Links that lead outside to what no reader takes.
    skipped: usize,
}

impl Links {
    pub(super) fn new(boundary: Boundary, follow: bool) -> Links {
        Links { follow, state: Mutex::new(State { boundary, ..State::default() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the walk goes to an entry.
    pub(super) fn admit(&self, entry: &ignore::DirEntry) -> bool {
        if !entry.path_is_symlink() {
            return true;
        }
        // The walk itself says what is wrong with a link that leads nowhere.
        let Ok(real) = entry.path().canonicalize() else { return true };
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let mut state = self.state();
        if !state.boundary.holds(&real) {
            if !self.follow {
                match names::kind(entry.path()) {
                    Some(Kind::Skip) if !is_folder => state.skipped += 1,
                    _ => state.refused.push((entry.path().to_owned(), real)),
                }
                return false;
            }
            state.boundary.add(&real);
        }
        !is_folder || state.entered.insert(real)
    }

    /// The boundary with what was followed, complaints about what was refused, and how many links were passed
    /// over because no reader takes what they lead to.
    pub(super) fn finish(&self, name: impl Fn(&Path) -> String) -> (Boundary, Vec<Complaint>, usize) {
        let state = std::mem::take(&mut *self.state());
        let hint = "it is left out; `--follow` follows such links";
        let (named, counted) = state.refused.split_at(state.refused.len().min(MOST_NAMED));
        let mut complaints: Vec<Complaint> = named
            .iter()
            .map(|(link, target)| {
                let message = format!("the link leads outside the source, to `{}`", target.display());
                Complaint::unread(name(link), 0, message, hint)
            })
            .collect();
        if let Some((link, _)) = counted.first() {
            let message = match counted.len() {
                1 => "the link leads outside the source".to_owned(),
                count => format!("{count} more links, from this one on, lead outside the source"),
            };
            complaints.push(Complaint::unread(name(link), 0, message, hint));
        }
        (state.boundary, complaints, state.skipped)
    }
}
