//! For tests only: the shared data, archives, and processor time.
//!
//! A test that needs data outside the project is marked `#[cfg_attr(not(shared_data), ignore = "needs the shared data:
//! set PERGA_SHARED_DATA")]`. The build script `available.rs` beside this crate sets `shared_data` if the data is
//! present, so that a test that cannot run is shown as ignored and never as passed.
//!
//! What it is not: a part of the program. No crate depends on it outside tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod archive;
mod shared;
mod timing;

pub use archive::{archive_files, unpacked_archive};
pub use shared::{shared, shared_text};
pub use timing::{assert_linear, timed};
