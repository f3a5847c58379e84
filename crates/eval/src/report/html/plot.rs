//! The few things that plots are made of: a frame, scales, axes. Colours and dashes are classes of the
//! style sheet, so that a plot follows the page in dark mode and in print.

use maud::{Markup, html};

/// The drawing area. Plots are drawn at about the width of a phone, so that letters stay readable there;
/// on a wide page they stand side by side.
pub(super) struct Frame {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The frame that all plots of the page share.
pub(super) const FRAME: Frame =
    Frame { width: 420.0, height: 250.0, left: 46.0, right: 18.0, top: 10.0, bottom: 36.0 };

impl Frame {
    /// The share `0..=1` of the way to the right.
    pub fn x(&self, share: f64) -> f64 {
        self.left + share * (self.width - self.left - self.right)
    }

    /// The share `0..=1` of the way up.
    pub fn y(&self, share: f64) -> f64 {
        self.height - self.bottom - share * (self.height - self.top - self.bottom)
    }

    /// The element around a plot; `title` is what a screen reader says.
    pub fn svg(&self, title: &str, content: &Markup) -> Markup {
        html! {
            svg viewBox=(format_args!("0 0 {} {}", self.width, self.height)) role="img" aria-label=(title) { "\n"
                (content)
            } "\n"
        }
    }

    /// A horizontal line of the grid with its label.
    pub fn grid_line(&self, share: f64, label: &str) -> Markup {
        let (left, right, y) = (self.left, self.width - self.right, self.y(share));
        html! {
            (line("grid", (left, y), (right, y)))
            text .end x=(tenth(left - 6.0)) y=(tenth(y + 4.0)) { (label) } "\n"
        }
    }

    /// A label under the plot.
    pub fn tick(&self, share: f64, label: &str) -> Markup {
        let (x, y) = (self.x(share), self.y(0.0));
        html! {
            (line("tick", (x, y), (x, y + 4.0)))
            text .middle x=(tenth(x)) y=(tenth(y + 17.0)) { (label) } "\n"
        }
    }

    /// The name of the horizontal axis.
    pub fn axis_name(&self, name: &str) -> Markup {
        let (x, y) = (self.x(0.5), self.height - 4.0);
        html! { text .middle x=(tenth(x)) y=(tenth(y)) { (name) } "\n" }
    }
}

/// A straight line of a class.
pub(super) fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! {
        line class=(class) x1=(tenth(from.0)) x2=(tenth(to.0)) y1=(tenth(from.1)) y2=(tenth(to.1)) {}
    }
}

/// A coordinate, rounded to a tenth of a pixel.
pub(super) fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// A round step that cuts `0..=most` into at most five parts.
///
/// The steps are 1, 2 and 5 times a power of ten: what a reader counts in.
pub(super) fn step(most: f64) -> f64 {
    if most.is_nan() || most <= 0.0 || most.is_infinite() {
        return 1.0;
    }
    let power = 10f64.powf((most / 5.0).log10().floor());
    let fits = |factor: &&f64| most / (power * **factor) <= 5.0 + 1e-9;
    power * [1.0, 2.0, 5.0, 10.0].iter().find(fits).copied().unwrap_or(10.0)
}

/// A number on an axis: as many digits as its step needs.
pub(super) fn tick_label(value: f64, step: f64) -> String {
    let digits = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        for (most, expected) in [(1.0, 0.2), (0.26, 0.1), (0.5, 0.1), (0.04, 0.01), (3.0, 1.0), (0.0, 1.0)] {
            assert!((step(most) - expected).abs() < 1e-12, "{most}: {}", step(most));
        }
        assert!([0.001, 0.7, 12.0, 999.0].iter().all(|&most| most / step(most) <= 5.0 + 1e-9));
    }

    #[test]
    fn labels_have_the_digits_of_their_step() {
        assert_eq!(tick_label(0.4, 0.2), "0.4");
        assert_eq!(tick_label(-0.05, 0.05), "−0.05");
        assert_eq!(tick_label(2.0, 1.0), "2");
    }

    #[test]
    fn the_frame_ends_where_its_margins_begin() {
        assert_eq!((FRAME.x(0.0), FRAME.x(1.0)), (46.0, 402.0));
        assert_eq!((FRAME.y(0.0), FRAME.y(1.0)), (214.0, 10.0));
    }
}
