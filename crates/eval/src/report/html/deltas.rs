//! Gains and losses by topic: one bar per topic, the greatest gain on the left.

use maud::{Markup, html};

use super::label;
use super::plot::{FRAME, line, step, tenth, tick_label};
use crate::statistics::{Delta, deltas};

/// The number of topics at each end that are named under a plot.
const NAMED: usize = 3;

/// The scores of two runs on the topics that they share.
pub(super) struct Pair<'a> {
    pub name: &'a str,
    pub topics: Vec<&'a str>,
    pub baseline: Vec<f64>,
    pub values: Vec<f64>,
}

impl Pair<'_> {
    fn deltas(&self) -> Vec<Delta<'_>> {
        deltas(&self.topics, &self.baseline, &self.values)
    }

    /// The greatest difference to either side.
    pub fn reach(&self) -> f64 {
        self.deltas().iter().map(|delta| delta.difference().abs()).fold(0.0, f64::max)
    }
}

/// The plot of one run against the baseline; `reach` is the range of the axis, the same for all runs.
pub(super) fn figure(measure: &str, pair: &Pair, baseline: &str, reach: f64) -> Markup {
    let deltas = pair.deltas();
    let title = format!("{} − {baseline}", pair.name);
    let step = step(1.5 * reach);
    let steps = (reach / step - 1e-9).ceil().max(1.0) as i32;
    let reach = f64::from(steps) * step;
    let share = |value: f64| (value + reach) / (2.0 * reach);
    let width = 1.0 / deltas.len().max(1) as f64;
    let zero = FRAME.y(share(0.0));
    let plot = html! {
        @for value in (-steps..=steps).map(|i| f64::from(i) * step) {
            (FRAME.grid_line(share(value), &tick_label(value + 0.0, step)))
        }
        @for (place, delta) in deltas.iter().enumerate() {
            (bar(place as f64 * width, width, share(0.0), share(delta.difference()), delta))
        }
        (line("axis", (FRAME.x(0.0), zero), (FRAME.x(1.0), zero))) "\n"
        (FRAME.axis_name(&format!("{} topics, the greatest gain first", deltas.len())))
    };
    html! {
        figure { "\n"
            figcaption { (title) ", " (label(measure)) } "\n"
            (FRAME.svg(&title, &plot))
            p .ends { (ends(&deltas)) } "\n"
        } "\n"
    }
}

fn bar(left: f64, width: f64, zero: f64, end: f64, delta: &Delta) -> Markup {
    let (x, right) = (FRAME.x(left), FRAME.x(left + width));
    let (top, bottom) = (FRAME.y(zero.max(end)), FRAME.y(zero.min(end)));
    let class = if delta.difference() > 0.0 { "gain" } else { "loss" };
    let gap = if right - x > 3.0 { 1.0 } else { 0.0 };
    let (width, height) = (format!("{:.2}", right - x - gap), format!("{:.2}", bottom - top));
    let scores = format!("{:.4} → {:.4} ({})", delta.first, delta.second, signed(delta.difference()));
    html! {
        rect class=(class) x=(tenth(x)) y=(tenth(top)) width=(width) height=(height) {
            title { (delta.topic) ": " (scores) }
        } "\n"
    }
}

/// The topics at both ends in words.
fn ends(deltas: &[Delta]) -> String {
    let list = |found: Vec<&Delta>| {
        let item = |delta: &&Delta| format!("{} {}", delta.topic, signed(delta.difference()));
        found.iter().map(item).collect::<Vec<_>>().join(", ")
    };
    let gains: Vec<&Delta> = deltas.iter().take(NAMED).filter(|delta| delta.difference() > 0.0).collect();
    let losses: Vec<&Delta> =
        deltas.iter().rev().take(NAMED).filter(|delta| delta.difference() < 0.0).collect();
    let mut parts = Vec::new();
    if !gains.is_empty() {
        parts.push(format!("Most gained: {}.", list(gains)));
    }
    if !losses.is_empty() {
        parts.push(format!("Most lost: {}.", list(losses)));
    }
    if parts.is_empty() { "No topic differs.".to_owned() } else { parts.join(" ") }
}

fn signed(value: f64) -> String {
    format!("{value:+.4}").replace('-', "−")
}
