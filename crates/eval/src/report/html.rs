//! The report as a page: one file that asks the network for nothing, reads well on a phone and on paper,
//! and follows the reader's choice of light or dark.
//!
//! Top down: the table of means with its marks and what they mean in words; gains and losses by topic
//! against the baseline; recall and judged results by depth; every topic of every run. Plots are SVG
//! drawn by the functions beside this file, without a script: what the page shows is in the page.
//!
//! The page is well-formed XML as well as HTML, which makes the promise that no name can break out of
//! its place testable.

mod deltas;
mod escape;
mod heat;
mod lines;
mod means;
mod plot;

use std::ffi::OsString;

use deltas::Pair;
use escape::{escape, label};
use lines::Line;

use super::curves::{Curves, DEPTHS};
use super::{Against, Report, RunReport};
use crate::statistics::comparison::{Paired, System};

const STYLE: &str = include_str!("html/style.css");

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
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<p class=\"facts\">{}</p>\n",
        facts(report)
    );
    out.push_str(&section("Runs and measures", &means::table(report, page.against)));
    out.push_str(&means::notes(report, page.against));
    let first = report.columns.iter().position(|column| !column.whole);
    if let Some(first) = first {
        out.push_str(&gains(page, first));
    }
    out.push_str(&by_depth(page, first));
    if let Some(first) = first {
        out.push_str(&section("Topics", &heat::table(report, first)));
    }
    out.push_str(&footer(page.command));
    out.push_str("</body>\n</html>\n");
    out
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

fn section(heading: &str, content: &str) -> String {
    format!("<h2>{}</h2>\n{content}", escape(heading))
}

fn title(report: &Report) -> String {
    let count = report.competitors().count();
    let runs = if count == 1 { "run".to_owned() } else { format!("{count} runs") };
    let file = report.qrels.rsplit(['/', '\\']).next().unwrap_or_default();
    match report.competitors().next() {
        Some(run) if count == 1 => format!("{} on {}", escape(&run.name), escape(file)),
        _ => format!("{runs} on {}", escape(file)),
    }
}

/// What was measured and how, in a sentence or two.
fn facts(report: &Report) -> String {
    let options = &report.options;
    let mut parts = vec![format!("Judgements: <code>{}</code>.", escape(&report.qrels))];
    parts.push(format!("Relevant from grade {} up, where a measure does not say otherwise.", options.level));
    parts.push(match options.complete {
        true => "Means over all judged topics; a topic without results counts as 0.".to_owned(),
        false => "Means over the judged topics that a run has results for.".to_owned(),
    });
    if options.judged_only {
        parts.push("Unjudged documents are taken out of every ranking.".to_owned());
    }
    if let Some(depth) = options.depth {
        parts.push(format!("Only the first {depth} results of a topic count."));
    }
    parts.join(" ")
}

fn gains(page: &Page, column: usize) -> String {
    let measure = &page.report.columns[column].label;
    let Some(against) = page.against.filter(|against| !against.column(column).is_empty()) else {
        return String::new();
    };
    let baseline = against.baseline();
    let others = page.report.competitors().filter(|run| !std::ptr::eq(*run, baseline));
    let pairs: Vec<Pair> = others.map(|run| pair(baseline, run, column)).collect();
    let reach = pairs.iter().map(Pair::reach).fold(0.0, f64::max);
    let reach = if reach > 0.0 { reach } else { 1.0 };
    let mut figures = String::from("<div class=\"figures\">\n");
    pairs.iter().for_each(|pair| figures.push_str(&deltas::figure(measure, pair, &baseline.name, reach)));
    figures.push_str("</div>\n");
    section("Gains and losses by topic", &figures)
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

fn by_depth(page: &Page, column: Option<usize>) -> String {
    let mut drawn: Vec<(&RunReport, &Curves)> = page
        .report
        .competitors()
        .zip(page.curves)
        .filter(|(_, curves)| curves.recall.len() == DEPTHS.len())
        .collect();
    if drawn.is_empty() {
        return String::new();
    }
    let all = drawn.len();
    let mut note = String::new();
    if all > lines::MOST_LINES {
        keep_best(&mut drawn, page.against, column);
        let measure = column.map_or("", |column| &page.report.columns[column].label);
        note = format!(
            "<p>Drawn are {} of {all} runs: the best by {}{}.</p>\n",
            drawn.len(),
            label(measure),
            if page.against.is_some() { ", and the baseline" } else { "" }
        );
    }
    let lines = |values: fn(&Curves) -> &[f64]| -> Vec<Line> {
        drawn.iter().map(|(run, curves)| Line { name: &run.name, values: values(curves) }).collect()
    };
    let level = page.report.options.level;
    let recall = format!("Recall: share of the documents with grade {level} or higher that are found");
    let figures = format!(
        "<div class=\"figures\">\n{}{}</div>\n",
        lines::figure(&recall, &lines(|curves| &curves.recall), false),
        lines::figure(
            "Judged: share of the results that somebody judged",
            &lines(|curves| &curves.judged),
            true
        )
    );
    section("By depth", &format!("{note}{figures}<p>{}</p>\n", pool_bias(&drawn)))
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
        escape(&least.0.name),
        share(most.1),
        escape(&most.0.name)
    )
}

fn footer(command: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let command = match command.is_empty() {
        true => String::new(),
        false => format!(" by <code>{}</code>", escape(command)),
    };
    format!("<footer>Made with Perga {version}{command}</footer>\n")
}
