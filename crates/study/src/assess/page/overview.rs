//! The organiser's page: how far everybody is, what the assessors disagree about, and the files.

use maud::{Markup, html};

use super::{framed, name_of, rich};
use crate::assess::agreement::{self, Pair};
use crate::assess::desk::{PATH, Texts};
use crate::assess::journal::Item;
use crate::assess::project::Project;
use crate::assess::queue;
use crate::assess::results::{Results, Several};
use crate::assess::state::State;
use crate::assess::verdict::Verdict;

/// The files, with what they are for.
const FILES: [(&str, &str); 6] = [
    ("judgements.tsv", "every verdict, for perga agree and perga pool"),
    ("qrels", "grades, for perga eval"),
    ("qrels-complete", "the same with the codes of results without a grade"),
    ("instances.qrels", "grades of single occurrences"),
    ("times.tsv", "the time of each verdict"),
    ("post.tsv", "marks of answers that systems wrote"),
];

/// The page.
pub(crate) fn overview(project: &Project, texts: &Texts, state: &State) -> String {
    let results = Results::new(project, state, Several::First);
    let disagreements = results.disagreements();
    let (_, dropped) = results.qrels();
    let body = html! {
        main .alone .wide {
            h1 { "Assessment" }
            (people(project, state))
            @if let Some(mean) = results.mean_time() {
                p { "A verdict takes " (format!("{:.1}", mean / 1000.0)) " seconds: the mean over questions of their means." }
            }
            @if !dropped.is_empty() {
                p { "Fewer than two relevant results so far, not in the qrels: " (dropped.join(", ")) "." }
            }
            (agreement(&agreement::pairs(project, state)))
            h2 #disagreements { "Disagreements (" (disagreements.len()) ")" }
            @for (item, said) in disagreements.iter().take(100) { (disagreement(project, texts, item, said)) }
            h2 { "Files" }
            ul { @for (name, what) in FILES { li { a href={ (PATH) "/export/" (name) } { (name) } ": " (what) } } }
        }
    };
    framed("Assessment", &body)
}

fn people(project: &Project, state: &State) -> Markup {
    html! {
        table {
            thead { tr { th { "Assessor" } th { "Judged" } th { "Of" } th { "Median seconds" } } }
            tbody {
                @for name in project.settings.assessors.keys() {
                    @let progress = queue::progress(project, state, name);
                    tr {
                        td { (name) }
                        td .number { (progress.done) }
                        td .number { (progress.all) }
                        td .number { (format!("{:.1}", progress.median_ms as f64 / 1000.0)) }
                    }
                }
            }
        }
    }
}

fn agreement(pairs: &[Pair]) -> Markup {
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
    html! {
        @if !pairs.is_empty() {
            h2 { "Agreement" }
            p .quiet { "Cohen's κ: 1 is perfect, 0 is chance. An asterisk marks a pair in which one gave a single grade." }
            div .scrolls tabindex="0" role="region" aria-label="Agreement" {
                table {
                    thead { tr { th { "Round" } th { "Assessors" } th { "Results" } th { "κ of grades" } th { "κ of relevant" } } }
                    tbody {
                        @for pair in pairs {
                            tr {
                                td { (pair.round) }
                                td { (pair.first) ", " (pair.second) }
                                td .number { (pair.grades.items) }
                                td .number { (number(pair.grades.kappa)) @if pair.grades.degenerate { "*" } }
                                td .number { (number(pair.relevant.kappa)) @if pair.relevant.degenerate { "*" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn disagreement(project: &Project, texts: &Texts, item: &Item, said: &[(&str, Verdict)]) -> Markup {
    let task = project.settings.task;
    let shown = item.instance.as_ref().unwrap_or(&item.unit);
    html! {
        article .candidate {
            h3 { "Question " (item.topic) ", " (shown) }
            details { summary { "Question" } div .text { (rich::of(texts, &item.topic)) } }
            div .text { (rich::of(texts, shown)) }
            p { @for (name, verdict) in said { (name) ": " strong { (name_of(task, *verdict)) } ". " } }
            form method="post" action={ (PATH) "/adjudicate" } {
                input type="hidden" name="topic" value=(item.topic);
                input type="hidden" name="unit" value=(item.unit);
                @if let Some(instance) = &item.instance { input type="hidden" name="instance" value=(instance); }
                fieldset .choices {
                    legend { "Decide" }
                    @for choice in task.choices() { (super::button(&choice, false)) }
                }
            }
        }
    }
}
