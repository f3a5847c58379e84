//! Formulas in running text: delimiters, spans and elements.
//!
//! One scanner finds formulas in all text that Perga reads, so that a post, a note and a page cannot disagree
//! about what a dollar sign means. [`delimited`] takes text that is plain but for its formulas, [`html`] takes
//! markup and gives such text. Both are total: an opening delimiter that nothing closes is text, a tag that
//! ends nowhere is text, and time is linear in the input whatever it holds.
//!
//! The tokenizer for HTML is ours, because three things are asked of it that parsers of pages do not give: the
//! place of `<math>` in the source, so that MathML is kept to the byte; `<` in `$x<y$` as the sign it is; and
//! nothing kept of a tree that nobody needs.
//!
//! What it is not: a renderer or a validator. Formulas are found, never read.

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

/// The formulas in a text that is plain but for them: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, math environments,
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

/// The formulas in a text by other rules. `opaque` are ranges of the text in which there are none, such as code: in
/// order, not overlapping; no formula goes across one.
pub fn delimited_by(text: &str, rules: Rules, opaque: &[Range<usize>]) -> Text {
    delimiters::text(text, rules, opaque)
}

/// The text of a piece of HTML, with its formulas; tags are gone, blocks are separated by empty lines.
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
