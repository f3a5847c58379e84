//! Results: how many, how fast, how far the query got, the hits, facets, pages.

use engine::query::reading::Reading;
use engine::read::units::UnitDetails;
use engine::search::SearchResponse;
use engine::search::facets::Facet;
use engine::search::formulas::Relaxed;
use engine::search::listing::TotalIs;
use engine::search::relaxed::RelaxedQuestion;
use maud::{Markup, PreEscaped, html};

use super::address::{self, Address};
use super::frame::{LONGEST_TITLE, Site, at_least, counted, search_page, shortened, thousands};
use super::home::examples;
use super::matched::{code, math, query_drawn, reading_drawn, spoken};
use super::narrowed::{self, is_narrowed};
use super::thread::title;
use super::why::funnel;
use super::{facets, formula_hits, reading, tabs, text_formulas, unit_hits};

/// A search and its results.
pub struct View<'a> {
    /// The parameters of the search.
    pub address: &'a Address,
    /// How the query was read; none for what is like something else.
    pub reading: Option<&'a Reading>,
    /// What others are wanted like, if it is a unit of the index.
    pub like: Option<&'a UnitDetails>,
    /// What was found.
    pub response: &'a SearchResponse,
    /// Hits of a page.
    pub k: usize,
    /// How long all of it took.
    pub milliseconds: f64,
}

impl View<'_> {
    fn total(&self) -> usize {
        self.response.page().total
    }

    fn total_is(&self) -> TotalIs {
        self.response.page().total_is
    }

    /// How many results there are: `190 questions`, `810+ formulas`.
    fn total_in_words(&self) -> String {
        let noun = match self.response {
            SearchResponse::Formulas(_) => "formula",
            SearchResponse::Units(_) => match self.address.get("want") {
                Some("questions") => "question",
                Some("answers") => "answer",
                _ => "result",
            },
        };
        let total = self.total();
        format!("{} {}", at_least(total, self.total_is()), document::plural(total, noun))
    }

    /// Whether the list ends with this page, though there may be more results.
    fn is_end_of_list(&self) -> bool {
        self.total_is() == TotalIs::AtLeast
            && self.shown() > 0
            && self.offset() + self.shown() >= self.total()
    }

    fn offset(&self) -> usize {
        self.response.page().offset
    }

    fn shown(&self) -> usize {
        match self.response {
            SearchResponse::Formulas(response) => response.hits.len(),
            SearchResponse::Units(response) => response.hits.len(),
        }
    }

    /// Whether no result is close to the query. What was left out of it is said above the results instead.
    fn is_nothing_close(&self) -> bool {
        matches!(self.response, SearchResponse::Units(response) if response.nothing_close && response.dropped.is_empty())
    }

    fn facets(&self) -> &[Facet] {
        &self.response.extras().facets
    }
}

/// The page of results.
pub fn results(site: &Site, view: &View<'_>) -> Markup {
    let typed = view.address.get("q").or(view.address.get("like")).unwrap_or("");
    let hits = match view.response {
        SearchResponse::Formulas(response) if response.of_texts => {
            text_formulas::hits(response, view.address)
        }
        SearchResponse::Formulas(response) => formula_hits::hits(response, view.address),
        SearchResponse::Units(response) => unit_hits::hits(response, view.address),
    };
    let content = html! {
        h1 .visually-hidden { "Results for " (asked(view)) }
        div .results data-results=(view.total()) {
            div .head {
                (tabs::tabs(view.address, view.response))
                (tabs::modes(view.address, view.response))
                (summary(view))
            }
            (narrowed::chips(view.address))
            @if let Some(read) = view.reading { (reading::reading(read)) }
            section .hits aria-labelledby="hits" {
                h2 #hits .visually-hidden { "Results" }
                (remarks(view))
                @if view.shown() == 0 { (nothing(view)) }
                @if view.shown() > 0 { (looser(view)) }
                (hits)
                @if let Some(cut) = cut(view) { p .note { (cut) } }
                (pager(view))
            }
            @if view.shown() > 0 || is_narrowed(view.address) { (facets::facets(view.facets(), view.address, view.total_is())) }
        }
    };
    let api = match view.response {
        SearchResponse::Formulas(_) => {
            view.address.with("fold", "true").with("explain", "true").to("/api/v1/search")
        }
        SearchResponse::Units(_) => view.address.to("/api/v1/search"),
    };
    search_page(site, &format!("{} – Perga", shortened(typed, LONGEST_TITLE)), &api, None, content)
}

/// What was asked: the query, or the unit that others are wanted like.
fn asked(view: &View<'_>) -> Markup {
    match (view.reading, view.like) {
        (Some(read), _) => reading_drawn(read),
        (None, Some(unit)) => title(&unit.title_html, &unit.id),
        (None, None) => html! { (view.address.get("like").unwrap_or("")) },
    }
}

/// What time was up for.
fn cut(view: &View<'_>) -> Option<String> {
    let cut = &view.response.extras().cut;
    (!cut.is_empty()).then(|| format!("The search ran out of time, so {} are missing.", cut.join(" and ")))
}

fn summary(view: &View<'_>) -> Markup {
    let (total, offset) = (view.total(), view.offset());
    html! {
        div .summary {
            span .total {
                strong { (view.total_in_words()) }
                @if let Some(unit) = view.like {
                    " like " a href=(address::page("threads", &unit.id)) { (title(&unit.title_html, &unit.id)) }
                }
                @if view.shown() > 0 && total > view.shown() {
                    span .range { ", " (thousands(offset + 1)) "–" (thousands(offset + view.shown())) " shown" }
                }
            }
            @if view.is_nothing_close() {
                span .far title="These texts share some words with your query." { "no close match" }
            }
            span .time { (format!("{:.0} ms", view.milliseconds)) }
            @if total > 1 { (narrowed::orders(view.address)) }
            @if view.shown() > 0 { a .to-facets href="#facets" { "Filters" } }
            button .plain.scripted.share type="button" data-copy="link" data-text=(view.address.to("/")) { "Copy link" }
        }
    }
}

/// What a reader must know to understand the list.
fn remarks(view: &View<'_>) -> Markup {
    match view.response {
        SearchResponse::Formulas(response) => html! {
            @if response.of_texts { p .note { "Formulas of the texts that match, best texts first." } }
        },
        SearchResponse::Units(response) => html! {
            @if let Some(corrected) = &response.corrected {
                p .corrected {
                    "Showing results for "
                    a href=(view.address.with("q", corrected).without("offset").to("/")) { b { (corrected) } }
                    ". "
                    a href=(view.address.with("verbatim", "true").without("offset").to("/")) {
                        "Search instead for " (view.address.get("q").unwrap_or(""))
                    }
                }
            }
            @if let Some(language) = response.foreign_language {
                p .warning { "The query seems to be in " (language) ". This collection has no texts in it." }
            }
            @if !response.dropped.is_empty() {
                p .note {
                    "No text has " (quoted(&response.dropped, " or ")) ". These are results for the rest of your query."
                }
            }
            @if !response.relaxed_phrases.is_empty() {
                p .note {
                    "No exact match for " (quoted(&response.relaxed_phrases, ", ")) "; searched for the words instead."
                }
            }
        },
    }
}

/// Parts of a query in quotation marks.
fn quoted(parts: &[String], between: &str) -> Markup {
    html! { @for (at, part) in parts.iter().enumerate() { @if at > 0 { (between) } q { (part) } } }
}

/// What would find more.
fn looser(view: &View<'_>) -> Markup {
    match view.response {
        SearchResponse::Formulas(response) => relaxed(&response.relaxed),
        SearchResponse::Units(response) => {
            // What was searched for already finds no more.
            let shown = response.corrected.as_deref();
            let others = response.relaxed.iter().filter(|one| Some(one.query.as_str()) != shown);
            relaxed_questions(view, &others.collect::<Vec<_>>())
        }
    }
}

fn relaxed_questions(view: &View<'_>, relaxed: &[&RelaxedQuestion]) -> Markup {
    if relaxed.is_empty() {
        return html! {};
    }
    let to = |one: &RelaxedQuestion| {
        let address = if one.keeps_filters { view.address.clone() } else { Address::default() };
        address.with("q", &one.query).to("/")
    };
    html! {
        section .relaxed.panel aria-labelledby="relaxed" {
            h3 #relaxed { "Try a looser search" }
            ul { @for one in relaxed {
                li {
                    a href=(to(one)) { (query_drawn(&one.query)) }
                    span .change { (code(&one.change)) " · " (counted(one.count, "text")) }
                }
            } }
        }
    }
}

fn relaxed(relaxed: &[Relaxed]) -> Markup {
    if relaxed.is_empty() {
        return html! {};
    }
    html! {
        section .relaxed.panel aria-labelledby="relaxed" {
            h3 #relaxed { "Try a looser search" }
            ul { @for one in relaxed {
                li {
                    a href=(Address::default().with("q", &one.query).with("want", "formulas").with("mode", one.mode).to("/")) { (spoken()) (math(&one.query)) }
                    span .change { (code(&one.change)) " · " (counted(one.count, "formula")) }
                }
            } }
        }
    }
}

/// When nothing was found: that, then what to try, then examples.
fn nothing(view: &View<'_>) -> Markup {
    html! {
        div .empty {
            @if view.offset() > 0 && view.total() > 0 { p .verdict { (end_of_list(view)) } }
            @else { p .verdict { "No results" @if let Some(read) = view.reading { " for " q { (reading_drawn(read)) } } } }
            @if is_narrowed(view.address) { p { a href=(narrowed::widened(view.address).to("/")) { "Search without filters" } } }
            @if view.address.get("mode").is_some_and(|mode| mode != "similar") {
                p { a href=(view.address.without("mode").without("offset").to("/")) { "Look for similar formulas" } }
            }
            (looser(view))
            p { (advice(view.reading)) " " a href="/help" { "Help" } }
            @if let SearchResponse::Formulas(response) = view.response { (funnel(&response.funnel)) }
            (examples())
        }
    }
}

/// What to try, for a query of this sort.
fn advice(reading: Option<&Reading>) -> &'static str {
    let Some(reading) = reading else { return "Choose another text, or type a query." };
    let has = |kind: &str| reading.parts.iter().any(|part| part.kind == kind);
    let is_doubtful = !reading.notes.is_empty()
        || reading
            .parts
            .iter()
            .any(|part| part.formula.as_ref().is_some_and(|formula| !formula.diagnostics.is_empty()));
    match (has("formula"), has("word") || has("phrase")) {
        (false, false) => "The query has no words and no formula. Type either.",
        (true, _) if is_doubtful => "Check the brackets and the commands of the formula.",
        (true, false) => "Use a part of the formula, or ?x for what may differ.",
        (true, true) => "Leave out some words, or a part of the formula.",
        (false, true) => "Check the spelling, or use fewer words.",
    }
}

/// What is said where the list ends although there may be more results.
fn end_of_list(view: &View<'_>) -> String {
    let total = thousands(view.total());
    match view.total_is() {
        TotalIs::AtLeast => {
            format!("These are the first {total} results. Narrow the search to see others.")
        }
        TotalIs::Exact => format!("The list ends at result {total}."),
    }
}

fn pager(view: &View<'_>) -> Markup {
    let (offset, total, k) = (view.offset(), view.total(), view.k.max(1));
    let next = offset + view.shown();
    let at = |offset: usize| match offset {
        0 => view.address.without("offset").to("/"),
        _ => view.address.with("offset", &offset.to_string()).to("/"),
    };
    if offset == 0 && next >= total {
        return PreEscaped(String::new());
    }
    let (pages_before, pages_left) = (offset.div_ceil(k), total.saturating_sub(offset).div_ceil(k));
    // From behind the end of the list, to its last page.
    let before = offset.saturating_sub(k).min(total.saturating_sub(1) / k * k);
    html! {
        @if view.is_end_of_list() { p .note { (end_of_list(view)) } }
        nav .pager aria-label="Pages" {
            @if offset > 0 { a .button rel="prev" href=(at(before)) { "Previous" } }
            @if view.shown() > 0 { span { "page " (pages_before + 1) " of " (pages_before + pages_left) } }
            @if next < total && view.shown() > 0 { a .button rel="next" href=(at(next)) { "Next" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_fits_the_query() {
        let advice = |query: &str| advice(Some(&engine::query::reading::read(query)));
        assert!(advice("pythagorian theorm").contains("spelling"));
        assert!(!advice("}}}}{{{{").contains("spelling"), "{}", advice("}}}}{{{{"));
        assert!(advice("$a^2+b^2=c^2$").contains("part of the formula"));
    }
}
