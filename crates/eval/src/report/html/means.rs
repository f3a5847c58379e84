//! Runs and measures: the table, its marks, and what it means in words.

use maud::{Markup, html};

use super::label;
use crate::report::{Against, Report, RunReport};

/// The table.
pub(super) fn table(report: &Report, against: Option<&Against>) -> Markup {
    let bests: Vec<Option<String>> = (0..report.columns.len()).map(|column| report.best(column)).collect();
    let bounds: Vec<&RunReport> = report.runs.iter().filter(|run| run.is_bound()).collect();
    html! {
        div .scroll { table .means { "\n"
            thead { tr {
                th { "run" }
                @for column in &report.columns { th { (label(&column.label)) } }
                th { "topics" }
            } } "\n"
            tbody { "\n"
                @for run in report.competitors() { (row(report, run, &bests, against)) }
            } "\n"
            @if !bounds.is_empty() {
                tbody .bounds { "\n"
                    @for run in &bounds { (row(report, run, &[], against)) }
                } "\n"
            }
        } } "\n"
    }
}

fn row(report: &Report, run: &RunReport, bests: &[Option<String>], against: Option<&Against>) -> Markup {
    let baseline = against.is_some_and(|against| std::ptr::eq(against.baseline(), run));
    html! {
        tr {
            th scope="row" { (run.name) @if baseline { " " small { "baseline" } } }
            @for (place, (column, &value)) in report.columns.iter().zip(&run.scores.overall).enumerate() {
                @let number = column.format(value);
                td {
                    @if bests.get(place).is_some_and(|best| best.as_ref() == Some(&number)) {
                        strong { (number) }
                    } @else {
                        (number)
                    }
                    @if let Some(against) = against.filter(|against| !against.column(place).is_empty()) {
                        (mark(against.mark(place, &run.name)))
                    }
                }
            }
            td { (run.scores.topics.len()) }
        } "\n"
    }
}

fn mark(mark: &str) -> Markup {
    let class = if mark == "▲" { "up" } else { "down" };
    html! { span class={ "mark " (class) } { (mark) } }
}

/// The text under the table: legend, bounds, topics left out, and a sentence for every comparison.
pub(super) fn notes(report: &Report, against: Option<&Against>) -> Markup {
    let several = report.competitors().count() > 1;
    html! {
        ul .notes { "\n"
            @if several { li { "Bold: the best run of each measure." } "\n" }
            @if against.is_none() && several {
                li {
                    "With a baseline, the page says which differences are significant, and on which topics."
                } "\n"
            }
            @if let Some(against) = against { li { (against.legend()) "." } "\n" }
            @if report.runs.iter().any(RunReport::is_bound) {
                li {
                    "Random and perfect order rank only the judged documents: they show the score that the pool \
                     gives without any search, and the highest it allows. They use the judgements and are not systems."
                } "\n"
            }
            @for note in report.notes() { li { (note) "." } "\n" }
        } "\n"
        @if let Some(against) = against { (words(report, against)) }
    }
}

/// The first measure is unfolded, the others are folded under their names.
fn words(report: &Report, against: &Against) -> Markup {
    let by_column = report.columns.iter().enumerate().map(|(place, column)| (column, against.words(place)));
    let by_column: Vec<_> = by_column.filter(|(_, sentences)| !sentences.is_empty()).collect();
    html! {
        @for (place, (column, sentences)) in by_column.iter().enumerate() {
            details open=[(place == 0).then_some("open")] {
                summary { (label(&column.label)) " in words" } "\n"
                ul { "\n"
                    @for text in sentences {
                        li { (text.replace(&column.label, &label(&column.label))) } "\n"
                    }
                }
            } "\n"
        }
    }
}
