//! Gains and losses by topic: a bar a topic, the greatest gain to the left.

use super::escape::{escape, label};
use super::plot::{FRAME, step, tick_label};
use crate::statistics::{Delta, deltas};

/// Topics that are named under a plot, at each end.
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
pub(super) fn figure(measure: &str, pair: &Pair, baseline: &str, reach: f64) -> String {
    let deltas = pair.deltas();
    let title = format!("{} − {}", escape(pair.name), escape(baseline));
    let step = step(1.5 * reach);
    let steps = (reach / step - 1e-9).ceil().max(1.0) as i32;
    let reach = f64::from(steps) * step;
    let share = |value: f64| (value + reach) / (2.0 * reach);
    let mut plot = String::new();
    for i in -steps..=steps {
        let value = f64::from(i) * step;
        plot.push_str(&FRAME.grid_line(share(value), &tick_label(value + 0.0, step)));
    }
    let width = 1.0 / deltas.len().max(1) as f64;
    for (place, delta) in deltas.iter().enumerate() {
        plot.push_str(&bar(place as f64 * width, width, share(0.0), share(delta.difference()), delta));
    }
    let zero = FRAME.y(share(0.0));
    let (left, right) = (FRAME.x(0.0), FRAME.x(1.0));
    plot.push_str(&format!(
        "<line class=\"axis\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/>\n"
    ));
    plot.push_str(&FRAME.axis_name(&format!("{} topics, the greatest gain first", deltas.len())));
    format!(
        "<figure>\n<figcaption>{title}, {}</figcaption>\n{}<p class=\"ends\">{}</p>\n</figure>\n",
        label(measure),
        FRAME.svg(&title, &plot),
        ends(&deltas)
    )
}

fn bar(left: f64, width: f64, zero: f64, end: f64, delta: &Delta) -> String {
    let (x, right) = (FRAME.x(left), FRAME.x(left + width));
    let (top, bottom) = (FRAME.y(zero.max(end)), FRAME.y(zero.min(end)));
    let class = if delta.difference() > 0.0 { "gain" } else { "loss" };
    let gap = if right - x > 3.0 { 1.0 } else { 0.0 };
    format!(
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.2}\" height=\"{:.2}\"><title>{}: {:.4} → {:.4} ({})</title></rect>\n",
        right - x - gap,
        bottom - top,
        escape(delta.topic),
        delta.first,
        delta.second,
        signed(delta.difference())
    )
}

/// The topics at both ends in words.
fn ends(deltas: &[Delta]) -> String {
    let list = |found: Vec<&Delta>| {
        let item = |delta: &&Delta| format!("{} {}", escape(delta.topic), signed(delta.difference()));
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
