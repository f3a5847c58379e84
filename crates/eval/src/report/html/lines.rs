//! Recall and judged results by depth: one line per run over depths on a logarithmic axis.

use maud::{Markup, html};

use super::plot::{FRAME, step, tenth, tick_label};
use crate::report::curves::DEPTHS;

/// The most lines of one plot that a reader can distinguish.
pub(super) const MOST_LINES: usize = 6;

/// A run's name and its value at each of [`DEPTHS`].
pub(super) struct Line<'a> {
    pub name: &'a str,
    pub values: &'a [f64],
}

/// The plot with its legend; `title` names what is drawn.
pub(super) fn figure(title: &str, lines: &[Line], from_zero_to_one: bool) -> Markup {
    let highest = lines.iter().flat_map(|line| line.values).copied().fold(0.0, f64::max);
    let step = step(if from_zero_to_one { 1.0 } else { highest });
    let top = ((highest / step - 1e-9).ceil() * step).max(step);
    let top = if from_zero_to_one { 1.0 } else { top };
    let mut values = Vec::new();
    let mut value = 0.0;
    while value <= top + step / 2.0 {
        values.push(value);
        value += step;
    }
    let plot = html! {
        @for value in values { (FRAME.grid_line(value / top, &tick_label(value, step))) }
        @for (place, depth) in DEPTHS.iter().enumerate() { (FRAME.tick(across(place), &depth.to_string())) }
        (FRAME.axis_name("number of results"))
        @for (series, line) in lines.iter().enumerate().rev() { (draw(series, line, top)) }
    };
    html! {
        figure { "\n"
            figcaption { (title) } "\n"
            (FRAME.svg(title, &plot))
            (legend(lines))
        } "\n"
    }
}

/// Depths are nearly evenly spread on a logarithmic axis: 1, 2, 5, 10, …
fn across(place: usize) -> f64 {
    (DEPTHS[place] as f64).log10() / (DEPTHS[DEPTHS.len() - 1] as f64).log10()
}

fn draw(series: usize, line: &Line, top: f64) -> Markup {
    let place = |(place, value): (usize, &f64)| (FRAME.x(across(place)), FRAME.y(value / top));
    let line_points: Vec<(f64, f64)> = line.values.iter().enumerate().map(place).collect();
    html! {
        g class={ "series s" (series) } {
            title { (line.name) }
            polyline points=(points(&line_points)) {}
            @for &(x, y) in &line_points { (marker(series, x, y)) }
        } "\n"
    }
}

/// Places as SVG lists them.
fn points(places: &[(f64, f64)]) -> String {
    places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// A shape for every series, so that colour is never the only difference.
fn marker(series: usize, x: f64, y: f64) -> Markup {
    let corners: &[(f64, f64)] = match series % MOST_LINES {
        0 => return html! { circle cx=(tenth(x)) cy=(tenth(y)) r="3.2" {} },
        1 => &[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)],
        2 => &[(0.0, -4.0), (3.8, 3.0), (-3.8, 3.0)],
        3 => &[(0.0, -4.2), (4.2, 0.0), (0.0, 4.2), (-4.2, 0.0)],
        4 => &[(0.0, 4.0), (3.8, -3.0), (-3.8, -3.0)],
        _ => &[(-4.0, -1.4), (4.0, -1.4), (4.0, 1.4), (-4.0, 1.4)],
    };
    let corners: Vec<(f64, f64)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    html! { polygon points=(points(&corners)) {} }
}

fn legend(lines: &[Line]) -> Markup {
    html! {
        ul .legend { "\n"
            @for (series, line) in lines.iter().enumerate() {
                li {
                    svg .sample viewBox="0 0 36 12" aria-hidden="true" {
                        g class={ "series s" (series) } {
                            polyline points="1,6 35,6" {}
                            (marker(series, 18.0, 6.0))
                        }
                    }
                    (line.name)
                } "\n"
            }
        } "\n"
    }
}
