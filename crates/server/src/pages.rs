//! The pages: HTML from the structs that the API returns.
//!
//! One file a screen, each a function from data to markup; nothing here searches or reads an index. Everything works
//! by links and forms; the script of `web/` adds comfort to the same elements. Text goes through maud, which escapes it;
//! the only markup that comes from elsewhere is that of [`engine::render`] and of the MathML writer, both of which
//! escape what they write.
//!
//! What it is not: a template language for others, or a second way to render results.

mod actions;
pub(crate) mod address;
mod cards;
mod collection;
mod document;
mod error;
mod evaluation;
mod facets;
mod form;
mod formula;
mod formula_hits;
mod frame;
mod help;
mod history;
mod home;
mod inspect;
mod matched;
mod meanings;
mod narrowed;
mod reading;
mod results;
mod routes;
mod tabs;
mod text_formulas;
mod thread;
mod tree;
mod unit;
mod unit_hits;
mod why;

pub use routes::{not_found, refused, router};
