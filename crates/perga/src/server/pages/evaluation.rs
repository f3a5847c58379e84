//! The list of reports on runs and judgements.

use maud::{Markup, html};

use super::address;
use super::frame::{Screen, Site, counted, page};

/// A report that can be opened.
pub struct Report {
    /// Its name in addresses.
    pub name: String,
    /// The runs in it.
    pub runs: Vec<String>,
}

/// The list of reports.
pub fn evaluation(site: &Site, reports: &[Report]) -> Markup {
    let content = html! {
        div .page-head { h1 { "Evaluation" } p { "Runs against judgements: measures, significance, topic by topic." } }
        @if reports.is_empty() {
            div .panel {
                p { "There is nothing to show. Start the server with a folder of runs and qrels:" }
                pre { code { "perga serve --index INDEX --runs FOLDER" } }
            }
        }
        ul .entries { @for report in reports {
            li data-stop {
                span .what { a .open href=(address::page("evaluation", &report.name)) { (report.name) } }
                span .when { (counted(report.runs.len(), "run")) ": " (report.runs.join(", ")) }
            }
        } }
    };
    page(site, Screen::Evaluation, "Evaluation – Perga", None, content)
}
