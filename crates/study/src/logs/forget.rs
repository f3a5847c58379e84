//! Deletes sessions from a log: some, the old ones, or all.
//!
//! The lines that stay are written beside the log and synced, then written over it, because a server that is running
//! holds the file open. If the machine stops between the two, `FILE.kept` has every line that stays. Lines that cannot
//! be read are deleted too: no one can say whose they are.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use crate::{Error, Result};

use super::entry::session_hash;
use super::input::{self, Whose};

/// What is deleted.
#[derive(Clone, Debug)]
pub enum Forgotten {
    /// Everything.
    All,
    /// These sessions, by the ids of the log.
    Sessions(Vec<String>),
    /// Everything before a time, in milliseconds since 1970.
    Before(i64),
}

/// How many lines were deleted and how many stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deleted {
    /// Lines that were deleted.
    pub deleted: u64,
    /// Lines that stay.
    pub kept: u64,
}

/// Deletes them from a log.
pub fn forget(log: &Path, forgotten: &Forgotten) -> Result<Deleted> {
    let name = log.display().to_string();
    let error = |cause| Error::file(&name, cause);
    let beside = kept_beside(log);
    let ids: FxHashSet<u64> = match forgotten {
        Forgotten::Sessions(ids) => ids.iter().map(|id| session_hash(id)).collect(),
        _ => FxHashSet::default(),
    };
    let mut counts = Deleted::default();
    let mut kept = BufWriter::new(File::create(&beside).map_err(error)?);
    let mut source = BufReader::new(File::open(log).map_err(error)?);
    input::lines(&mut source, &name, &mut |line, whose| {
        let stays = match (whose, forgotten) {
            (Whose::Header, _) => true,
            (Whose::Unknown, _) | (_, Forgotten::All) => false,
            (Whose::Session { session, .. }, Forgotten::Sessions(_)) => !ids.contains(&session),
            (Whose::Session { time, .. }, Forgotten::Before(before)) => time >= *before,
        };
        let is_line = u64::from(whose != Whose::Header);
        if stays {
            counts.kept += is_line;
            kept.write_all(line.as_bytes()).and_then(|()| kept.write_all(b"\n")).map_err(error)
        } else {
            counts.deleted += is_line;
            Ok(())
        }
    })?;
    kept.into_inner()
        .map_err(io::IntoInnerError::into_error)
        .and_then(|file| file.sync_all())
        .map_err(error)?;
    write_over(log, &beside).map_err(error)?;
    Ok(counts)
}

fn kept_beside(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".kept");
    PathBuf::from(name)
}

fn write_over(log: &Path, beside: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).truncate(true).open(log)?;
    io::copy(&mut File::open(beside)?, &mut file)?;
    file.sync_all()?;
    std::fs::remove_file(beside)
}
