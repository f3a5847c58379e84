//! The report as a page: one file that loads nothing from the network, reads well on a phone and on paper,
//! and follows the reader's choice of light or dark.
//!
//! Top down: the table of means with its marks and what they mean in words; gains and losses by topic
//! against the baseline; recall and judged results by depth; every topic of every run. Plots are SVG
//! drawn by the functions beside this file, without a script: what the page shows is in the page.
//!
//! Maud escapes every name that a file, tag or topic has. The page is well-formed XML as well as HTML, which makes the
//! promise that no name can break out of its place testable.

mod deltas;
mod heat;
mod lines;
mod means;
mod plot;

use document::counted;
use std::ffi::OsString;

use deltas::Pair;
use lines::Line;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::curves::{Curves, DEPTHS};
use super::{Against, Report, RunReport};
use crate::statistics::comparison::{Paired, System};

const STYLE: &str = include_str!("html/style.css");

/// Elements without content, closed as XML requires.
const META: &str = "<meta charset=\"utf-8\"/>\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";

/// Everything that the page shows.
pub struct Page<'r> {
    /// The numbers.
    pub report: &'r Report,
    /// The comparison with a baseline, if there is one.
    pub against: Option<&'r Against<'r>>,
    /// Curves by depth in the order of the report's runs; empty: none are drawn.
    pub curves: &'r [Curves],
    /// The command that made it, for the foot of the page; may be empty.
    pub command: &'r str,
}

/// Writes the page.
pub fn write(page: &Page) -> String {
    let report = page.report;
    let title = title(report);
    let first = report.columns.iter().position(|column| !column.whole);
    let body = html! {
        p .facts { (facts(report)) } "\n"
        h2 { "Runs and measures" } "\n"
        (means::table(report, page.against))
        (means::notes(report, page.against))
        @if let Some(first) = first { (gains(page, first)) }
        (by_depth(page, first))
        @if let Some(first) = first {
            h2 { "Topics" } "\n"
            (heat::table(report, first))
        }
        (footer(page.command))
    };
    framed(&title, &body)
}

/// A page with a title. Control characters, which neither HTML nor XML may have, become `\u{fffd}`.
pub(super) fn framed(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" { "\n"
            head { "\n"
                (PreEscaped(META))
                title { (title) } "\n"
                style { "\n" (PreEscaped(STYLE)) } "\n"
            } "\n"
            body { "\n"
                h1 { (title) } "\n"
                (body)
            } "\n"
        } "\n"
    };
    let allowed =
        |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    page.into_string().chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect()
}

/// A command of this program as it could be typed again, for the foot of a page.
pub fn command_line(words: impl IntoIterator<Item = OsString>) -> String {
    let quoted = |word: String| match word.chars().all(|c| c.is_alphanumeric() || "-_./,=:@+%".contains(c)) {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words = words.into_iter().map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("perga".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A measure's name: the prime as a prime.
fn label(text: &str) -> String {
    text.replace('\'', "′")
}

fn title(report: &Report) -> String {
    let count = report.competitors().count();
    let file = report.qrels.rsplit(['/', '\\']).next().unwrap_or_default();
    match report.competitors().next() {
        Some(run) if count == 1 => format!("{} on {file}", run.name),
        _ => format!("{} on {file}", counted(count, "run")),
    }
}

/// What was measured and how, in a sentence or two.
fn facts(report: &Report) -> Markup {
    let options = &report.options;
    html! {
        "Judgements: " code { (report.qrels) } "."
        " Relevant from grade " (options.level) " up, where a measure does not say otherwise."
        @if options.complete {
            " Means over all judged topics; a topic without results counts as 0."
        } @else {
            " Means over the judged topics that a run has results for."
        }
        @if options.judged_only { " Unjudged documents are taken out of every ranking." }
        @if let Some(depth) = options.depth { " Only the first " (depth) " results of a topic count." }
    }
}

fn gains(page: &Page, column: usize) -> Markup {
    let measure = &page.report.columns[column].label;
    let Some(against) = page.against.filter(|against| !against.column(column).is_empty()) else {
        return Markup::default();
    };
    let baseline = against.baseline();
    let others = page.report.competitors().filter(|run| !std::ptr::eq(*run, baseline));
    let pairs: Vec<Pair> = others.map(|run| pair(baseline, run, column)).collect();
    let reach = pairs.iter().map(Pair::reach).fold(0.0, f64::max);
    let reach = if reach > 0.0 { reach } else { 1.0 };
    html! {
        h2 { "Gains and losses by topic" } "\n"
        div .figures { "\n"
            @for pair in &pairs { (deltas::figure(measure, pair, &baseline.name, reach)) }
        } "\n"
    }
}

fn pair<'a>(baseline: &'a RunReport, run: &'a RunReport, column: usize) -> Pair<'a> {
    let system = |run: &'a RunReport| System {
        name: &run.name,
        topics: &run.scores.topics,
        values: &run.scores.values[column],
    };
    let Paired { topics, first, second } = Paired::new(&system(baseline), &system(run));
    Pair { name: &run.name, topics, baseline: first, values: second }
}

fn by_depth(page: &Page, column: Option<usize>) -> Markup {
    let mut drawn: Vec<(&RunReport, &Curves)> = page
        .report
        .competitors()
        .zip(page.curves)
        .filter(|(_, curves)| curves.recall.len() == DEPTHS.len())
        .collect();
    if drawn.is_empty() {
        return Markup::default();
    }
    let all = drawn.len();
    if all > lines::MOST_LINES {
        keep_best(&mut drawn, page.against, column);
    }
    let measure = column.map_or("", |column| &page.report.columns[column].label);
    let lines = |values: fn(&Curves) -> &[f64]| -> Vec<Line> {
        drawn.iter().map(|(run, curves)| Line { name: &run.name, values: values(curves) }).collect()
    };
    let level = page.report.options.level;
    let recall = format!("Recall: share of the documents with grade {level} or higher that are found");
    let judged = "Judged: share of the results that are judged";
    html! {
        h2 { "By depth" } "\n"
        @if all > lines::MOST_LINES {
            p {
                "Drawn are " (drawn.len()) " of " (all) " runs: the best by " (label(measure))
                @if page.against.is_some() { ", and the baseline" } "."
            } "\n"
        }
        div .figures { "\n"
            (lines::figure(&recall, &lines(|curves| &curves.recall), false))
            (lines::figure(judged, &lines(|curves| &curves.judged), true))
        } "\n"
        p { (pool_bias(&drawn)) } "\n"
    }
}

/// The baseline and the best others, as many as a plot can hold, in the order of the report.
fn keep_best(drawn: &mut Vec<(&RunReport, &Curves)>, against: Option<&Against>, column: Option<usize>) {
    let is_baseline = |run: &RunReport| against.is_some_and(|against| std::ptr::eq(against.baseline(), run));
    let score = |run: &RunReport| match column.and_then(|column| run.scores.overall.get(column)) {
        _ if is_baseline(run) => f64::INFINITY,
        Some(&value) if !value.is_nan() => value,
        _ => f64::NEG_INFINITY,
    };
    let mut scores: Vec<f64> = drawn.iter().map(|(run, _)| score(run)).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    let least = scores.get(lines::MOST_LINES - 1).copied().unwrap_or(f64::NEG_INFINITY);
    drawn.retain(|(run, _)| score(run) >= least);
    drawn.truncate(lines::MOST_LINES);
}

/// What the share of judged results means for the table.
fn pool_bias(drawn: &[(&RunReport, &Curves)]) -> String {
    let Some(ten) = DEPTHS.iter().position(|&depth| depth == 10) else { return String::new() };
    let by_judged =
        |a: &&(&RunReport, &Curves), b: &&(&RunReport, &Curves)| a.1.judged[ten].total_cmp(&b.1.judged[ten]);
    let (Some(least), Some(most)) = (drawn.iter().min_by(by_judged), drawn.iter().max_by(by_judged)) else {
        return String::new();
    };
    let share = |curves: &Curves| format!("{:.0} %", 100.0 * curves.judged[ten]);
    let advice =
        "An unjudged result counts as not relevant in measures without a prime; the primed ones skip it.";
    if drawn.len() == 1 {
        return format!("{} of the first ten results are judged. {advice}", share(least.1));
    }
    if share(least.1) == share(most.1) {
        return format!("Of the first ten results, {} are judged for every run. {advice}", share(least.1));
    }
    format!(
        "Of the first ten results, {} are judged for {} and {} for {}. {advice}",
        share(least.1),
        least.0.name,
        share(most.1),
        most.0.name
    )
}

fn footer(command: &str) -> Markup {
    html! {
        footer {
            "Made with Perga " (env!("CARGO_PKG_VERSION"))
            @if !command.is_empty() { " by " code { (command) } }
        } "\n"
    }
}
