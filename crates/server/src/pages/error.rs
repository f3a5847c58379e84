//! When something is not there or not possible: what, and what to do.

use maud::{Markup, html};

use super::frame::{Screen, Site, page};
use super::home::examples;
use super::matched::code;

/// A page for an error: what happened, and what to do.
pub fn error(site: &Site, title: &str, message: &str, hint: &str) -> Markup {
    let content = html! {
        div .page-head { h1 { (title) } }
        p { (sentence(message)) }
        @if !hint.is_empty() { p .lead { (sentence(hint)) } }
        (examples())
    };
    page(site, Screen::Search, &format!("{title} – Perga"), None, content)
}

/// A message of the API as a sentence: it begins small and has no full stop.
fn sentence(message: &str) -> Markup {
    let mut letters = message.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if message.ends_with(['.', '?', '!']) || message.is_empty() { "" } else { "." };
    code(&format!("{first}{}{stop}", letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_sentences() {
        assert_eq!(sentence("there is no `x`").into_string(), "There is no <code>x</code>.");
    }
}
