//! Cards: named formulas, by name or by what is looked for.

use engine::read::cards::{Card, Cards};
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::frame::{Screen, Site, counted, page};
use super::unit;

/// The page of cards.
pub fn cards(site: &Site, cards: &Cards, address: &Address, k: usize) -> Markup {
    let query = address.get("q").unwrap_or("");
    let content = html! {
        div .page-head {
            h1 { "Cards" }
            p { "Theorems, definitions and formulas that have a name. " (counted(cards.total, "card")) "." }
        }
        form .filter-form role="search" action="/cards" method="get" {
            input type="search" name="q" value=(query) aria-label="Name or formula" placeholder="A name, or a formula" data-first-field;
            button type="submit" { "Find" }
        }
        @if cards.cards.is_empty() && cards.total == 0 {
            p .empty {
                @if query.is_empty() { "This index has no cards." } @else { "No card has this name or formula. " a href="/cards" { "All cards" } }
            }
        }
        div .card-list { @for card in &cards.cards { (one(card)) } }
        (pager(cards, address, k))
    };
    page(site, Screen::Cards, "Cards – Perga", Some(&address.to("/api/v1/cards")), content)
}

fn one(card: &Card) -> Markup {
    html! {
        article .card data-stop {
            h2 { a .open href=(address::page("units", &card.id)) { (PreEscaped(&card.title_html)) } }
            @if !card.names.is_empty() { p .names { (card.names.join(", ")) } }
            div .statement { (PreEscaped(&card.statement_html)) }
            p .meta { (unit::tags(&card.tags)) }
        }
    }
}

fn pager(cards: &Cards, address: &Address, k: usize) -> Markup {
    let (offset, next) = (cards.offset, cards.offset + cards.cards.len());
    let at = |offset: usize| address.with("offset", &offset.to_string()).to("/cards");
    if cards.cards.is_empty() || (offset == 0 && next >= cards.total) {
        return html! {};
    }
    html! {
        nav .pager aria-label="Pages" {
            @if offset > 0 { a .button rel="prev" href=(at(offset.saturating_sub(k))) { "Previous" } }
            span { (offset + 1) "–" (next) " of " (cards.total) }
            @if next < cards.total { a .button rel="next" href=(at(next)) { "Next" } }
        }
    }
}
