//! Why a server did not start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The index cannot be opened.
    #[error("cannot serve `{}`", .folder.display())]
    Index {
        /// The folder of the index.
        folder: PathBuf,
        /// Why not.
        source: Box<engine::Error>,
    },
    /// The runs to report on are not in a folder.
    #[error("`{}` is not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// The log of events cannot be opened.
    #[error("cannot write the events to `{}`", .file.display())]
    Events {
        /// The file of the log.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The address is not free, or not ours.
    #[error("cannot listen at {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The system has no room for a server.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl Error {
    /// What to do about it, where that depends on nothing but the server.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Error::NotAFolder(_) => Some("give a folder with runs and qrels"),
            _ => None,
        }
    }
}
