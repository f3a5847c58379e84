//! Text with formulas and Markdown as safe HTML.
//!
//! Texts become HTML here and only here. Nothing of a collection is trusted: `rich` escapes every character, and the
//! elements are those it writes itself, those of our MathML writer, and the balanced tags of the Markdown reader.

pub(crate) mod accents;
pub(crate) mod authored;
mod equations;
mod markdown;
pub(crate) mod rich;
pub(crate) mod titles;

use formula::write::mathml;
use formula::{Notation, Options};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

pub use rich::escaped;

/// The day of a time in seconds since 1970, as `2015-03-14`.
pub use text::query::day;

/// An id as a part of the path of an address: `q/112` stays as it is.
pub fn encoded_path(id: &str) -> String {
    const KEPT: AsciiSet = NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b'/')
        .remove(b':')
        .remove(b'@');
    utf8_percent_encode(id, &KEPT).to_string()
}

/// Accents that a text writes as commands of TeX, as characters: `l'H\^opital`.
pub fn plain_accents(text: &str) -> String {
    accents::plain(text)
}

/// A line of text as HTML: formulas between dollars as MathML, accents as characters, everything else escaped.
pub fn line(text: &str) -> String {
    let mut out = String::new();
    let pieces: Vec<&str> = text.split('$').collect();
    for (at, piece) in pieces.iter().enumerate() {
        match at % 2 == 1 && at + 1 < pieces.len() {
            true if piece.trim().is_empty() => out.push_str("$$"),
            true => out.push_str(&formula(piece)),
            false => out.push_str(&escaped(&accents::plain(piece))),
        }
    }
    out
}

/// A formula in LaTeX as MathML in a line; wildcards are shown as they are typed.
pub fn formula(tex: &str) -> String {
    let read = formula::read(tex, Notation::Latex, &Options { wildcards: true, ..Options::default() });
    mathml::write(&read.slt, &mathml::Style { id_prefix: None, class_of: None, display: false })
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_has_drawn_formulas_and_nothing_that_is_not_escaped() {
        let shown = line(r"l'H\^opital <b> $x^2<y$ and $ alone");
        assert!(shown.starts_with("l&#39;Hôpital &lt;b&gt; <math"), "{shown}");
        assert!(shown.contains("<msup>") && shown.ends_with("</math> and  alone"), "{shown}");
        assert!(!line("$<img src=x>$").contains("<img"));
    }
}
