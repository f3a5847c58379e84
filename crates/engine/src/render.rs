//! Text with formulas and Markdown as safe HTML.
//!
//! Texts become HTML here and only here. Nothing of a collection is trusted: [`rich`] escapes every character, and the
//! elements are those it writes itself, those of our MathML writer, and the balanced tags of the Markdown reader.

mod markdown;
pub mod rich;
