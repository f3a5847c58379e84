//! Collections: what was found under the names that a user gave, and how each part of it is read.
//!
//! An [`Entry`] is the smallest thing that is read separately and read again when it changes: a file, a LaTeX project
//! with the files it `\input`s, the folder of a Stack Exchange dump. Reading is streaming and tolerant: a reader yields
//! units and, in between, complaints about what it could not read, and continues after each.
//!
//! What it is not: a parser of formulas. Readers say where formulas are and in which notation; the code that uses the
//! units makes the trees.

mod access;
mod boundary;
mod dumps;
mod entry;
mod fingerprint;
mod format;
mod guess;
mod includes;
mod limits;
mod links;
mod names;
mod parts;
mod paths;
mod survey;
mod temporary;
mod unpack;
mod walk;

pub(crate) use access::{Access, OUTSIDE_HINT};
pub(crate) use boundary::Lookup;
pub(crate) use dumps::dump_table;
pub use entry::{Entry, Progress, Reader};
pub use format::Format;
pub(crate) use includes::is_looked_for_beside;
pub use limits::DEFAULT_MEMORY;
pub use survey::{Survey, SurveyOptions, SurveyedSource, survey};
pub use temporary::remove_abandoned;
