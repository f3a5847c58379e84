//! Texts with formulas as HTML: every character is escaped, and formulas are MathML.

use document::markup;
use formula::write::mathml;
use formula::{Notation, Options};
use maud::{Markup, PreEscaped, html};

use crate::assess::desk::Texts;

/// What begins and ends a marked part of a text.
const MARKS: [char; 2] = ['\u{2}', '\u{3}'];

/// The text of an id; a note if there is none.
pub(super) fn of(texts: &Texts, id: &str) -> Markup {
    match texts.get(id) {
        Some(text) => html! { @for paragraph in text.split("\n\n") { p { (paragraph_of(paragraph)) } } },
        None => html! { p .missing { "The text of " code { (id) } " is missing." } },
    }
}

fn paragraph_of(source: &str) -> Markup {
    let marked = markup::delimited(source);
    let (mut from, mut out) = (0, String::new());
    let escaped = |text: Option<&str>| html! { (text.unwrap_or_default()) }.into_string();
    for formula in &marked.formulas {
        out.push_str(&escaped(marked.text.get(from..formula.place.start)));
        let shown = marked.text.get(formula.place.clone()).unwrap_or("");
        out.push_str(&drawn(&formula.source, shown.starts_with("$$") || shown.starts_with("\\[")));
        from = formula.place.end;
    }
    out.push_str(&escaped(marked.text.get(from..)));
    // Only pairs: a text cannot open an element that it does not close.
    let is_paired = out.matches(MARKS[0]).count() == out.matches(MARKS[1]).count()
        && out.find(MARKS[0]).unwrap_or(0) <= out.find(MARKS[1]).unwrap_or(0);
    let [open, close] = if is_paired { ["<mark>", "</mark>"] } else { ["", ""] };
    PreEscaped(out.replace(MARKS[0], open).replace(MARKS[1], close))
}

fn drawn(tex: &str, display: bool) -> String {
    let read = formula::read(tex, Notation::Auto, &Options { wildcards: false, macros: None });
    mathml::write(&read.slt, &mathml::Style { id_prefix: None, class_of: None, display })
}
