//! Formulas as they are shown: drawn, lit where they match, with what became of variables.

use engine::explain::{Bound, Renaming};
use engine::query::reading::{self, Reading};
use engine::render;
use maud::{Markup, PreEscaped, html};

use super::frame::shortened;

/// Characters of a query that is drawn in a link.
const LONGEST_QUERY: usize = 100;

/// A formula in LaTeX, drawn in a line; wildcards are shown as they are typed.
pub(super) fn math(tex: &str) -> Markup {
    PreEscaped(render::formula(tex))
}

/// Text in which formulas stand between dollars.
pub(super) fn text(text: &str) -> Markup {
    html! {
        @for (at, piece) in text.split('$').enumerate() {
            @if at % 2 == 1 { (math(piece)) } @else { (piece) }
        }
    }
}

/// Text in which code stands between backticks.
pub(super) fn code(text: &str) -> Markup {
    html! {
        @for (at, piece) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// Says what a link is that holds nothing but a formula: not every screen reader takes MathML for the name of a link.
pub(super) fn spoken() -> Markup {
    html! { span .visually-hidden { "Formula: " } }
}

/// What became of each variable and wildcard of the query, with its number; variables that keep their names are left out.
pub(super) fn substitution(renamings: &[Renaming], bounds: &[Bound]) -> Markup {
    let renamed: Vec<&Renaming> = renamings.iter().filter(|renaming| renaming.from != renaming.to).collect();
    if renamed.is_empty() && bounds.is_empty() {
        return html! {};
    }
    html! {
        dl .substitution {
            @for Renaming { from, to, number } in renamed {
                (entry(*number, &math(from), to))
            }
            @for Bound { name, tex, number } in bounds {
                (entry(*number, &html! { span .wildcard { "?" (name) } }, tex))
            }
        }
    }
}

fn entry(number: usize, from: &Markup, to: &str) -> Markup {
    html! {
        div class={ "b" (number) } {
            dt { span .no { (number) } (from) }
            dd { (math(to)) }
        }
    }
}

/// A query that nothing was searched for yet, with its formulas drawn.
pub(super) fn query_drawn(query: &str) -> Markup {
    match query.chars().count() > LONGEST_QUERY {
        true => html! { (shortened(query, LONGEST_QUERY)) },
        false => reading_drawn(&reading::read(query)),
    }
}

/// A query that was read, with its formulas drawn, for links and headings; a long one is cut.
pub(super) fn reading_drawn(reading: &Reading) -> Markup {
    if reading.source.chars().count() > LONGEST_QUERY {
        return html! { (shortened(&reading.source, LONGEST_QUERY)) };
    }
    let mut at = 0;
    let is_drawn = |formula: &reading::ReadFormula| !formula.tex.trim().is_empty();
    html! {
        @for part in reading.parts.iter().filter(|part| part.formula.as_ref().is_some_and(is_drawn)) {
            (reading.source.get(at..part.start).unwrap_or(""))
            @if let Some(formula) = &part.formula { (math(&formula.tex)) }
            (PreEscaped({ at = part.end; "" }))
        }
        (reading.source.get(at..).unwrap_or(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renaming(from: &str, to: &str) -> Renaming {
        Renaming { from: from.to_owned(), to: to.to_owned(), number: 1 }
    }

    #[test]
    fn variables_that_keep_their_names_have_no_entry() {
        assert_eq!(substitution(&[renaming("p", "p")], &[]).into_string(), "");
        let shown = substitution(&[renaming("p", "p"), renaming("q", "b")], &[]).into_string();
        assert_eq!(shown.matches("<dt>").count(), 1, "{shown}");
    }
}
