//! What there is to report on: judgements and runs of a folder, to be chosen.

use maud::{Markup, html};

use super::frame::{Screen, Site, counted, page};
use crate::evaluation::Listing;

/// The page of evaluations. `serve_runs` is the command that starts a server with runs.
pub fn evaluation(site: &Site, listing: &Listing, serve_runs: &str) -> Markup {
    let content = html! {
        div .page-head { h1 { "Evaluation" } p { "Runs against judgements: measures, significance, topic by topic." } }
        @if listing.qrels.is_empty() || listing.runs.is_empty() { (nothing(listing, serve_runs)) } @else { (choice(listing)) }
    };
    page(site, Screen::Evaluation, "Evaluation – Perga", None, content)
}

fn nothing(listing: &Listing, serve_runs: &str) -> Markup {
    html! {
        div .panel {
            @if listing.has_folder {
                p { "The folder of this server has " (counted(listing.runs.len(), "run")) " and "
                    (counted(listing.qrels.len(), "file")) " of judgements; a report needs both (" code { ".run" } ", "
                    code { ".tsv" } ", " code { ".qrels" } ")." }
            } @else {
                p { "This server was started without runs. To see reports on yours:" }
                pre { code { (serve_runs) } }
                p .relation { "The folder has runs (" code { ".run" } ", " code { ".tsv" } ") and judgements (" code { ".qrels" } ")." }
            }
        }
    }
}

fn choice(listing: &Listing) -> Markup {
    html! {
        form .choice action="/evaluation/report" method="get" {
            p { label { "Judgements " select name="qrels" { @for name in &listing.qrels { option value=(name) { (name) } } } } }
            fieldset {
                legend { "Runs" }
                ul .entries { @for (at, name) in listing.runs.iter().enumerate() {
                    li { label { input type="checkbox" name="run" value=(name) checked[at == 0]; " " (name) } }
                } }
            }
            p { label { "Compare with "
                select name="baseline" { option value="" { "nothing" } @for name in &listing.runs { option value=(name) { (name) } } }
            } }
            p { label { "Relevant from grade " input type="number" name="level" min="1" max="9" value="1"; } }
            button .go type="submit" { "Report" }
        }
    }
}
