//! Texts with formulas as HTML: every character is escaped, and formulas are MathML.

use document::markup;
use formula::write::mathml;
use formula::{Notation, Options};
use maud::{Markup, PreEscaped, html};

use crate::assess::desk::Texts;

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
        out.push_str(&drawn(&formula.source));
        from = formula.place.end;
    }
    out.push_str(&escaped(marked.text.get(from..)));
    PreEscaped(out)
}

fn drawn(tex: &str) -> String {
    let read = formula::read(tex, Notation::Auto, &Options { wildcards: false, macros: None });
    mathml::write(&read.slt, &mathml::Style { id_prefix: None, class_of: None, display: false })
}
