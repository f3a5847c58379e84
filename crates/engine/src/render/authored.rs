//! A formula as its author wrote it.
//!
//! A stored tree has no spaces, sizes or columns; the text of a unit has its formulas as they were written. So the source is
//! read again, with the macros that the formulas of the text define. It must give the stored tree: macros of a preamble are
//! not known here, and without them it would be another formula.

use formula::latex::{self, Macros};
use formula::slt::Slt;
use formula::{Options, packed};

/// A formula as it was written.
pub(crate) struct Authored<'a> {
    /// Its tree, with the author's typesetting.
    pub(crate) slt: Slt,
    /// Its LaTeX, without delimiters.
    pub(crate) latex: &'a str,
}

/// A source as it was written, if it is LaTeX and gives the stored tree.
pub(crate) fn read<'a>(stored: &Slt, source: &'a str, macros: Option<&Macros>) -> Option<Authored<'a>> {
    let latex = without_delimiters(source);
    if latex.starts_with('<') {
        return None;
    }
    let (slt, _) = latex::read(latex, &Options { macros, ..Options::default() });
    (bytes(&slt) == bytes(stored)).then_some(Authored { slt, latex })
}

fn bytes(slt: &Slt) -> Vec<u8> {
    let mut bytes = Vec::new();
    packed::pack_layout(slt, &mut bytes);
    bytes
}

/// A source without the dollars or brackets around it.
fn without_delimiters(source: &str) -> &str {
    let source = source.trim();
    let pairs = [("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")];
    let inside = |(open, close)| source.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    pairs.into_iter().find_map(inside).unwrap_or(source).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(source: &str) -> Slt {
        let (slt, _) = latex::read(source, &Options::default());
        packed::unpack_layout(&bytes(&slt)).unwrap()
    }

    #[test]
    fn a_source_is_read_again_without_its_delimiters() {
        for source in [r"f(x)\,dx", r"$f(x)\,dx$", r"$$f(x)\,dx$$", r"\(f(x)\,dx\)", r"\[f(x)\,dx\]"] {
            let stored = stored("f(x)dx");
            assert_eq!(
                read(&stored, source, None).map(|authored| authored.latex),
                Some(r"f(x)\,dx"),
                "{source}"
            );
        }
    }

    #[test]
    fn another_formula_is_not_shown_in_its_place() {
        let macros = Macros::from_preamble(r"\def\m{\mu}");
        assert!(read(&stored(r"\mu"), r"$\m$", None).is_none());
        assert!(read(&stored(r"\mu"), r"$\m$", Some(&macros)).is_some());
        assert!(read(&stored("x"), "<math><mi>x</mi></math>", None).is_none());
    }
}
