//! Recall and judged results by depth: a line a run over depths on a logarithmic axis.

use super::escape::escape;
use super::plot::{FRAME, step, tick_label};
use crate::report::curves::DEPTHS;

/// Lines that one plot can hold and a reader can tell apart.
pub(super) const MOST_LINES: usize = 6;

/// A run's name and its value at each of [`DEPTHS`].
pub(super) struct Line<'a> {
    pub name: &'a str,
    pub values: &'a [f64],
}

/// The plot with its legend; `title` names what is drawn.
pub(super) fn figure(title: &str, lines: &[Line], from_zero_to_one: bool) -> String {
    let highest = lines.iter().flat_map(|line| line.values).copied().fold(0.0, f64::max);
    let step = step(if from_zero_to_one { 1.0 } else { highest });
    let top = ((highest / step - 1e-9).ceil() * step).max(step);
    let top = if from_zero_to_one { 1.0 } else { top };
    let mut plot = String::new();
    let mut value = 0.0;
    while value <= top + step / 2.0 {
        plot.push_str(&FRAME.grid_line(value / top, &tick_label(value, step)));
        value += step;
    }
    for (place, depth) in DEPTHS.iter().enumerate() {
        plot.push_str(&FRAME.tick(across(place), &depth.to_string()));
    }
    plot.push_str(&FRAME.axis_name("results looked at"));
    for (series, line) in lines.iter().enumerate().rev() {
        plot.push_str(&draw(series, line, top));
    }
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n{}{}</figure>\n",
        escape(title),
        FRAME.svg(&escape(title), &plot),
        legend(lines)
    )
}

/// Depths are nearly evenly spread on a logarithmic axis: 1, 2, 5, 10, …
fn across(place: usize) -> f64 {
    (DEPTHS[place] as f64).log10() / (DEPTHS[DEPTHS.len() - 1] as f64).log10()
}

fn draw(series: usize, line: &Line, top: f64) -> String {
    let place = |(place, value): (usize, &f64)| (FRAME.x(across(place)), FRAME.y(value / top));
    let points: Vec<(f64, f64)> = line.values.iter().enumerate().map(place).collect();
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut out = format!(
        "<g class=\"series s{series}\"><title>{}</title><polyline points=\"{}\"/>",
        escape(line.name),
        path.join(" ")
    );
    points.iter().for_each(|&(x, y)| out.push_str(&marker(series, x, y)));
    out.push_str("</g>\n");
    out
}

/// A shape for every series, so that colour is never the only difference.
fn marker(series: usize, x: f64, y: f64) -> String {
    let polygon = |corners: &[(f64, f64)]| {
        let points: Vec<String> =
            corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
        format!("<polygon points=\"{}\"/>", points.join(" "))
    };
    match series % MOST_LINES {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>"),
        1 => polygon(&[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)]),
        2 => polygon(&[(0.0, -4.0), (3.8, 3.0), (-3.8, 3.0)]),
        3 => polygon(&[(0.0, -4.2), (4.2, 0.0), (0.0, 4.2), (-4.2, 0.0)]),
        4 => polygon(&[(0.0, 4.0), (3.8, -3.0), (-3.8, -3.0)]),
        _ => polygon(&[(-4.0, -1.4), (4.0, -1.4), (4.0, 1.4), (-4.0, 1.4)]),
    }
}

fn legend(lines: &[Line]) -> String {
    let mut out = String::from("<ul class=\"legend\">\n");
    for (series, line) in lines.iter().enumerate() {
        let sample = format!(
            "<svg class=\"sample\" viewBox=\"0 0 36 12\" aria-hidden=\"true\"><g class=\"series s{series}\">\
             <polyline points=\"1,6 35,6\"/>{}</g></svg>",
            marker(series, 18.0, 6.0)
        );
        out.push_str(&format!("<li>{sample}{}</li>\n", escape(line.name)));
    }
    out.push_str("</ul>\n");
    out
}
