//! Finds formulas in running text: delimiters, spans and elements.
//!
//! One scanner finds the formulas in all text that Perga reads, so that a post, a note and a page cannot disagree about
//! what a dollar sign means. [`delimited`] reads text that is plain except for its formulas; [`html`] converts markup
//! to plain text with formulas. Both accept any input: an opening delimiter that is never closed is text, a tag that
//! never ends is text, and time is linear in the input.
//!
//! The HTML tokenizer is our own because HTML parsers do not give three things: the place of `<math>` in the source, so
//! that MathML is kept byte for byte; the `<` in `$x<y$` as a sign; and no tree, which is not needed.
//!
//! What it is not: a renderer or a validator. It finds formulas and does not parse them.

mod delimiters;
mod dollars;
mod elements;
mod entities;
mod environments;
mod formula_elements;
mod math;
mod page;
mod tags;
mod writer;

use std::ops::Range;

pub use delimiters::Rules;
pub use page::{Page, Take, page};

use crate::Text;

/// The formulas in a text that is plain except for them: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, math environments,
/// `<math>…</math>` and `<span class="math-container" id="…">$…$</span>`. Entities in formulas are decoded.
///
/// ```
/// let text = document::markup::delimited(r"If $a &lt; b$ then it costs $5, not $6, says \(f(x)\).");
/// let found: Vec<&str> = text.formulas.iter().map(|formula| formula.source.as_str()).collect();
/// assert_eq!(found, ["a < b", "f(x)"]);
/// assert_eq!(&text.text[text.formulas[0].place.clone()], "$a < b$");
/// ```
pub fn delimited(text: &str) -> Text {
    delimited_by(text, Rules::default(), &[])
}

/// The formulas in a text by other rules. `opaque` are the ranges without formulas, such as code: in order, not
/// overlapping. No formula spans one of them.
pub fn delimited_by(text: &str, rules: Rules, opaque: &[Range<usize>]) -> Text {
    delimiters::text(text, rules, opaque)
}

/// The text of a piece of HTML, with its formulas. Tags are removed; blocks are separated by empty lines.
///
/// ```
/// let text = document::markup::html("<p>Let <i>n</i> be <span class=\"math-container\" id=\"7\">$n&gt;0$</span>.</p>");
/// assert_eq!(text.text, "Let n be $n>0$.");
/// assert_eq!(text.formulas[0].id.as_deref(), Some("7"));
/// ```
pub fn html(source: &str) -> Text {
    page::fragment(source)
}

#[cfg(test)]
mod tests;
