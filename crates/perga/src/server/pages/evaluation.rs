//! Reports of evaluations that the server was given.

use maud::{Markup, html};

use super::address;
use super::frame::{Screen, Site, counted, page};

/// A report that can be opened.
pub struct Report {
    /// Its name in addresses.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Topics and runs of it.
    pub topics: usize,
    /// Runs of it.
    pub runs: usize,
}

/// The list of reports.
pub fn evaluation(site: &Site, reports: &[Report]) -> Markup {
    let content = html! {
        div .page-head { h1 { "Evaluation" } p { "Runs against judgements: measures, significance, topic by topic." } }
        @if reports.is_empty() {
            div .panel {
                p { "There is nothing to show. Start the server with a folder of topics, runs and judgements:" }
                pre { code { "perga serve INDEX --evaluation FOLDER" } }
            }
        }
        ul .entries { @for report in reports {
            li data-stop {
                span .what { a .open href=(address::page("evaluation", &report.name)) { (report.title) } }
                span .when { (counted(report.runs, "run")) " · " (counted(report.topics, "topic")) }
            }
        } }
    };
    page(site, Screen::Evaluation, "Evaluation – Perga", None, content)
}
