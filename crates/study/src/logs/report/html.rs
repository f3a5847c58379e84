//! The report as a page: one file that loads nothing, for light, dark, paper and phones.
//!
//! Plots are SVG without a script; their colours are those of the style sheet. Maud escapes every name.

mod svg;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::text::probability;
use super::{Matrix, Report, Row, Section, Value};

const STYLE: &str = include_str!("html/style.css");

/// Writes the page; `command` stands at its foot.
pub fn write(report: &Report, command: &str) -> String {
    let title = match &report.logs[..] {
        [one, other, ..] => format!("Searches: {one} and {other}"),
        [one] => format!("Searches: {one}"),
        [] => "Searches".to_owned(),
    };
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            } "\n"
            body {
                header {
                    h1 { (title) }
                    p .quiet { "Means and shares with 95 % intervals. Grey: the published log of mathematical queries." }
                    (contents(report))
                } "\n"
                main { @for section in &report.sections { (part(report, section)) "\n" } }
                @if !command.is_empty() { footer { p { "Made by " code { (command) } } } } "\n"
            }
        } "\n"
    };
    page.into_string()
}

fn contents(report: &Report) -> Markup {
    html! {
        nav aria-label="Contents" {
            @for section in &report.sections { a href={ "#" (section.key) } { (section.title) } " " }
        }
    }
}

fn part(report: &Report, section: &Section) -> Markup {
    let has_published = section.rows.iter().any(|row| !row.published.is_empty());
    html! {
        section id=(section.key) {
            h2 { (section.title) }
            @if !section.note.is_empty() { p .quiet { (section.note) } }
            div .table tabindex="0" role="region" aria-label=(section.title) {
                table .figures {
                    (head(report, has_published))
                    tbody { @for row in &section.rows { (line(report, row, has_published)) } }
                }
            }
            @if !section.plots.is_empty() {
                div .plots { @for plot in &section.plots { (svg::figure(plot)) } }
            }
            @for matrix in &section.matrices { (table(matrix)) }
        }
    }
}

fn head(report: &Report, has_published: bool) -> Markup {
    html! {
        thead {
            tr {
                td .label {}
                @if report.compares() {
                    @for name in &report.logs { th scope="col" .number { (name) } }
                    th scope="col" .number { abbr title="probability of a difference like this by chance" { "p" } }
                } @else {
                    th scope="col" .number .one { "value" }
                    td .bars {}
                    td .details {}
                }
                @if has_published { th scope="col" .number .published { "published" } }
            }
        }
    }
}

fn line(report: &Report, row: &Row, has_published: bool) -> Markup {
    let is_certain = row.probability.is_some_and(|p| p < 0.05);
    html! {
        tr {
            th scope="row" { (row.label) }
            @if report.compares() {
                @for value in &row.values { td .number title=(value.details()) { (value.shown()) } }
                td .number .certain[is_certain] { (probability(row)) }
            } @else {
                @for value in &row.values {
                    td .number title=(value.details()) { (value.shown()) }
                    td .bars { (bar(value)) }
                    td .quiet .details { (value.details()) }
                }
            }
            @if has_published { td .number .published { (row.published) } }
        }
    }
}

/// A share as a bar, with its interval.
fn bar(value: &Value) -> Markup {
    let (Value::Share(part, whole), Some((low, high))) = (value, value.interval()) else { return html! {} };
    let share = 100.0 * *part as f64 / (*whole).max(1) as f64;
    html! {
        svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
            rect .track width="100" height="8" {}
            rect .share width=(format!("{share:.1}")) height="8" {}
            rect .interval x=(format!("{:.1}", 100.0 * low)) y="3"
                width=(format!("{:.1}", 100.0 * (high - low))) height="2" {}
        }
    }
}

/// Counts as a table in which darker is more.
fn table(matrix: &Matrix) -> Markup {
    let most = matrix.counts.iter().flatten().copied().max().unwrap_or(0).max(1);
    let shade = |count: u64| format!("s{}", (9 * count).div_ceil(most).min(9));
    html! {
        figure .wide {
            figcaption { (matrix.title) }
            div .table tabindex="0" role="region" aria-label=(matrix.title) {
                table .matrix {
                    thead {
                        tr {
                            td {}
                            @for label in &matrix.labels { th scope="col" { (label) } }
                        }
                    }
                    tbody {
                        @for (label, counts) in matrix.labels.iter().zip(&matrix.counts) {
                            tr {
                                th scope="row" { (label) }
                                @for count in counts { td class=(shade(*count)) { (super::grouped(*count)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
