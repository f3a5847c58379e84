//! Plots: bars for one series, lines for several.

use maud::{Markup, html};

use crate::logs::report::Plot;

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 42.0;

/// The scale of a plot.
struct Scale {
    columns: usize,
    most: f64,
    step: f64,
    is_share: bool,
}

impl Scale {
    fn new(plot: &Plot) -> Scale {
        let largest = plot.series.iter().flat_map(|(_, heights)| heights).copied().fold(0.0, f64::max);
        let step = round_step(largest);
        let most = step * (largest / step).ceil().max(1.0);
        Scale { columns: plot.labels.len().max(1), most, step, is_share: plot.is_share }
    }

    /// The middle of a column.
    fn x(&self, column: usize) -> f64 {
        LEFT + (column as f64 + 0.5) * self.column()
    }

    /// The width of a column.
    fn column(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.columns as f64
    }

    fn y(&self, height: f64) -> f64 {
        HEIGHT - BOTTOM - height / self.most * (HEIGHT - TOP - BOTTOM)
    }

    fn label(&self, height: f64) -> String {
        if !self.is_share {
            return if self.step < 1.0 { format!("{height:.1}") } else { format!("{height:.0}") };
        }
        let digits = usize::from(self.step < 0.01);
        format!("{:.digits$} %", 100.0 * height)
    }
}

/// A step of 1, 2 or 5 times a power of ten that divides a range into at most five parts.
fn round_step(largest: f64) -> f64 {
    if largest <= 0.0 || !largest.is_finite() {
        return 1.0;
    }
    let power = 10f64.powf((largest / 5.0).log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| largest / step <= 5.0)
        .unwrap_or(10.0 * power)
}

/// The plot with its title, and a legend if there is more than one series.
pub(super) fn figure(plot: &Plot) -> Markup {
    let scale = Scale::new(plot);
    let is_lines = plot.series.len() > 1;
    html! {
        figure {
            figcaption { (plot.title) }
            @if is_lines {
                ul .legend {
                    @for (place, (name, _)) in plot.series.iter().enumerate() {
                        li class={ "line" (place) } {
                            svg viewBox="0 0 30 8" aria-hidden="true" { line x1="0" x2="30" y1="4" y2="4" {} }
                            (name)
                        }
                    }
                }
            }
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(plot.title) {
                (axes(plot, &scale))
                @for (place, (name, heights)) in plot.series.iter().enumerate() {
                    @if is_lines { (line(place, name, heights, plot, &scale)) } @else { (bars(heights, plot, &scale)) }
                }
            }
        }
    }
}

fn axes(plot: &Plot, scale: &Scale) -> Markup {
    let steps = (scale.most / scale.step).round() as usize;
    // As many labels as fit without touching.
    let every = plot.labels.len().div_ceil(15).max(1);
    let last = plot.labels.len().saturating_sub(1);
    html! {
        @for height in (0..=steps).map(|step| step as f64 * scale.step) {
            line .grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(tenth(scale.y(height))) y2=(tenth(scale.y(height))) {}
            text .end x=(LEFT - 6.0) y=(tenth(scale.y(height) + 4.0)) { (scale.label(height)) }
        }
        @for (column, label) in plot.labels.iter().enumerate() {
            @if column == last || (column % every == 0 && last - column >= every) {
                text .middle x=(tenth(scale.x(column))) y=(HEIGHT - BOTTOM + 16.0) { (label) }
            }
        }
        text .middle x=(tenth((LEFT + WIDTH - RIGHT) / 2.0)) y=(HEIGHT - 6.0) { (plot.axis) }
    }
}

fn bars(heights: &[f64], plot: &Plot, scale: &Scale) -> Markup {
    let width = scale.column() * 0.74;
    html! {
        @for (column, (height, label)) in heights.iter().zip(&plot.labels).enumerate() {
            @if *height > 0.0 {
                rect .bar x=(tenth(scale.x(column) - width / 2.0)) y=(tenth(scale.y(*height)))
                    width=(tenth(width)) height=(tenth(scale.y(0.0) - scale.y(*height))) {
                    title { (label) " " (plot.axis) ": " (exact(*height, plot.is_share)) }
                }
            }
        }
    }
}

fn line(place: usize, name: &str, heights: &[f64], plot: &Plot, scale: &Scale) -> Markup {
    let point = |(column, height): (usize, &f64)| format!("{:.1},{:.1}", scale.x(column), scale.y(*height));
    let points: Vec<String> = heights.iter().enumerate().map(point).collect();
    html! {
        g class={ "line" (place) } {
            polyline points=(points.join(" ")) {}
            @for (column, (height, label)) in heights.iter().zip(&plot.labels).enumerate() {
                circle cx=(tenth(scale.x(column))) cy=(tenth(scale.y(*height))) r="2.6" {
                    title { (name) ", " (label) " " (plot.axis) ": " (exact(*height, plot.is_share)) }
                }
            }
        }
    }
}

fn exact(height: f64, is_share: bool) -> String {
    if is_share { format!("{:.2} %", 100.0 * height) } else { format!("{height:.2}") }
}

/// A coordinate to a tenth of a pixel.
fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (largest, expected) in [(0.26, 0.1), (1.0, 0.2), (3.4, 1.0), (0.0, 1.0), (47.0, 10.0)] {
            assert!((round_step(largest) - expected).abs() < 1e-9, "{largest}: {}", round_step(largest));
        }
    }

    #[test]
    fn an_empty_plot_is_drawn() {
        let plot = Plot {
            title: "<none>".to_owned(),
            axis: "x".to_owned(),
            labels: Vec::new(),
            series: vec![("a".to_owned(), Vec::new())],
            is_share: true,
        };
        let drawn = figure(&plot).into_string();
        assert!(drawn.contains("&lt;none&gt;") && !drawn.contains("NaN"));
    }
}
