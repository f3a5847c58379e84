//! Topics down, runs across, one colour per value: which topics are hard for all runs, which for one run.
//!
//! It is a table and not a picture: the numbers can be read, copied and printed over several pages, and
//! colour never stands without a number.

use maud::{Markup, html};

use super::label;
use crate::report::{Report, RunReport};

/// Shades of the style sheet: `h0` to `h9`.
const SHADES: f64 = 10.0;

/// One row: a topic with the value of every run and their mean.
struct Topic<'a> {
    id: &'a str,
    values: Vec<Option<f64>>,
    mean: f64,
}

/// The table for one column of the report.
pub(super) fn table(report: &Report, column: usize) -> Markup {
    let runs: Vec<&RunReport> = report.competitors().collect();
    let topics = hardest_first(&runs, column);
    let highest = topics.iter().flat_map(|topic| &topic.values).flatten().copied().fold(1.0, f64::max);
    html! {
        p {
            (label(&report.columns[column].label))
            " of every topic, the hardest first: the stronger the colour, the higher; – means no results."
        } "\n"
        div .scroll { table .heat { "\n"
            thead { tr {
                th { "topic" }
                @for run in &runs { th { span { (run.name) } } }
                @if runs.len() > 1 { th { span { "mean" } } }
            } } "\n"
            tbody { "\n"
                @for topic in &topics {
                    tr {
                        th scope="row" { (topic.id) }
                        @for value in &topic.values { (cell(*value, highest)) }
                        @if runs.len() > 1 { (cell(Some(topic.mean), highest)) }
                    } "\n"
                }
            } "\n"
        } } "\n"
    }
}

/// Topics by their mean over the runs that have them; equal means in the order of the judgements.
fn hardest_first<'a>(runs: &[&'a RunReport], column: usize) -> Vec<Topic<'a>> {
    let mut topics: Vec<Topic> = Vec::new();
    let mut places = rustc_hash::FxHashMap::default();
    for (place, run) in runs.iter().enumerate() {
        let values = run.scores.values.get(column).into_iter().flatten();
        for (id, &value) in run.scores.topics.iter().zip(values) {
            let row = *places.entry(id.as_str()).or_insert_with(|| {
                topics.push(Topic { id, values: vec![None; runs.len()], mean: 0.0 });
                topics.len() - 1
            });
            topics[row].values[place] = Some(value).filter(|value| !value.is_nan());
        }
    }
    for topic in &mut topics {
        let known: Vec<f64> = topic.values.iter().flatten().copied().collect();
        topic.mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
    }
    topics.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    topics
}

fn cell(value: Option<f64>, highest: f64) -> Markup {
    let Some(value) = value else { return html! { td { "–" } } };
    let shade = (value / highest * SHADES).floor().clamp(0.0, SHADES - 1.0);
    let text = format!("{value:.2}");
    let text = text.strip_prefix('0').unwrap_or(&text);
    html! { td class=(format_args!("h{shade:.0}")) title=(format_args!("{value:.4}")) { (text) } }
}
