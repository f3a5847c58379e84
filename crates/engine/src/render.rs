//! Text with formulas and Markdown as safe HTML.
//!
//! Texts become HTML here and only here. Nothing of a collection is trusted: `rich` escapes every character, and the
//! elements are those it writes itself, those of our MathML writer, and the balanced tags of the Markdown reader.

mod authored;
mod markdown;
pub(crate) mod rich;

use formula::write::mathml;
use formula::{Notation, Options};

/// The day of a time in seconds since 1970, as `2015-03-14`.
pub use text::query::day;

/// A formula in LaTeX as MathML in a line; wildcards are shown as they are typed.
pub fn formula(tex: &str) -> String {
    let read = formula::read(tex, Notation::Latex, &Options { wildcards: true, ..Options::default() });
    mathml::write(&read.slt, &mathml::Style { id_prefix: None, class_of: None, display: false })
}
