//! What Perga answers, as data: the structs that the command line prints as JSON, the server sends, and the pages are
//! made of.
//!
//! One description for all of them, so that a page cannot show what a program cannot get, and a field is documented
//! once: in the OpenAPI document that is generated from these types, and in `docs/reference/search-json.md`.
//!
//! - [`asked`]: what a query asks for. [`reading`]: how it was read, part by part.
//! - [`formulas`] and [`units`]: what was found. [`facets`]: what it could be narrowed to.
//! - [`relaxed`]: what would find more. [`suggestions`]: what could be typed.
//! - [`documents`]: a unit, a thread. [`occurrences`]: a formula and where it occurs. [`cards`]: named formulas.
//! - [`trees`]: what is made of a formula, and how two of them correspond.
//! - [`rich`]: text with formulas as safe HTML.
//! - [`library`]: an index with all that is prepared once and shared by many questions.
//!
//! What it is not: ranking (that is `rank`) or HTTP (that is `server`).

use std::fmt;

pub mod asked;
pub mod cards;
pub mod documents;
pub mod facets;
pub mod formulas;
pub mod justified;
pub mod library;
mod markdown;
pub mod occurrences;
pub mod places;
pub mod reading;
pub mod relaxed;
pub mod rich;
pub mod suggestions;
pub mod trees;
pub mod units;

/// The version of all JSON. Fields may be added; none is taken away or changed while it stays the same.
pub const VERSION: u32 = 1;

/// Something was named that is not there; a line `hint: …` says what is.
#[derive(Debug)]
pub struct NotHere(pub String);

impl fmt::Display for NotHere {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotHere {}
