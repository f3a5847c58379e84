//! How a `<math>` element is shown, and the delimiters around LaTeX.

use std::borrow::Cow;

use formula::Notation;

use super::entities;
use super::tags::Tag;

/// A formula before it is written into a text.
pub(super) struct Formula<'a> {
    /// How it is shown in the text, with delimiters.
    pub(super) shown: Cow<'a, str>,
    /// The formula without delimiters.
    pub(super) source: Cow<'a, str>,
    /// How it is written.
    pub(super) notation: Notation,
}

/// The formula of a `<math>` element: MathML, shown as its TeX source if the element has it.
pub(super) fn element<'a>(tag: &Tag<'a>, source: &'a str) -> Formula<'a> {
    let shown = match tex(tag, source) {
        Some(tex) => Cow::Owned(format!("${tex}$")),
        None => Cow::Borrowed(source),
    };
    Formula { shown, source: Cow::Borrowed(source), notation: Notation::MathMl }
}

/// The TeX of a `<math>` element: its `alttext`, or its annotation.
fn tex(tag: &Tag<'_>, source: &str) -> Option<String> {
    let written = match tag.attribute("alttext") {
        Some(text) => text,
        None => entities::decode(annotation(source)?),
    };
    let decoded = entities::decode_in_formula(&written);
    let lines: Vec<&str> = decoded.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let tex = lines.join("\n");
    // MediaWiki wraps the TeX of the author.
    let inner = tex.strip_prefix("{\\displaystyle ").and_then(|rest| rest.strip_suffix('}'));
    let tex = inner.map_or(tex.as_str(), str::trim);
    (!tex.is_empty()).then(|| tex.to_owned())
}

/// The raw text of the annotation in TeX.
fn annotation(source: &str) -> Option<&str> {
    let at = memchr::memmem::find(source.as_bytes(), b"application/x-tex")?;
    let (_, content) = source.get(at..)?.split_once('>')?;
    let end = content.find("</")?;
    content.get(..end)
}

/// The formula of a piece of LaTeX that may have its delimiters around it.
pub(super) fn latex(text: &str) -> Formula<'_> {
    let shown = text.trim();
    Formula {
        shown: Cow::Borrowed(shown),
        source: Cow::Borrowed(undelimited(shown)),
        notation: Notation::Latex,
    }
}

/// LaTeX without the delimiters around it.
fn undelimited(text: &str) -> &str {
    const DELIMITERS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];
    let strip = |(open, close): &(&str, &str)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.trim().is_empty()).then_some(inner)
    };
    DELIMITERS.iter().find_map(strip).unwrap_or(text)
}

/// The formula of `<script type="math/…">`, if the type is one of formulas.
pub(super) fn script<'a>(kind: &str, content: &'a str) -> Option<Formula<'a>> {
    let source = without_cdata(content);
    let (name, mode) = kind.split_once(';').unwrap_or((kind, ""));
    let notation = match name.trim().to_ascii_lowercase().as_str() {
        "math/tex" => Notation::Latex,
        "math/mml" => Notation::MathMl,
        "math/asciimath" => Notation::Text,
        _ => return None,
    };
    let shown = match notation {
        Notation::Latex if mode.contains("display") => Cow::Owned(format!("$${source}$$")),
        Notation::Latex => Cow::Owned(format!("${source}$")),
        _ => Cow::Borrowed(source),
    };
    (!source.is_empty()).then_some(Formula { shown, source: Cow::Borrowed(source), notation })
}

/// The content of a script without the marks that hide it from XML, `% <![CDATA[` and `%]]>`.
fn without_cdata(content: &str) -> &str {
    let trimmed = content.trim();
    let is_hiding = |c: char| c == '%' || c.is_whitespace();
    let Some(inner) = trimmed.trim_start_matches(is_hiding).strip_prefix("<![CDATA[") else { return trimmed };
    inner.strip_suffix("]]>").unwrap_or(inner).trim_matches(is_hiding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_taken_off_once() {
        for (text, expected) in [
            (" $x$ ", "x"),
            ("$$x$$", "x"),
            ("\\[ x \\]", " x "),
            ("x", "x"),
            ("$$", "$$"),
            ("$a$ b", "$a$ b"),
        ] {
            assert_eq!(latex(text).source, expected, "{text}");
        }
    }

    #[test]
    fn scripts_give_their_formulas() {
        let formula = script("math/tex; mode=display", "% <![CDATA[\na<b %]]>").unwrap();
        assert_eq!((&*formula.source, &*formula.shown), ("a<b", "$$a<b$$"));
        assert!(script("text/javascript", "x").is_none());
    }
}
