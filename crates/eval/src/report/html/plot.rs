//! The few things that plots are made of: a frame, scales, axes. Colours and dashes are classes of the
//! style sheet, so that a plot follows the page into the dark and onto paper.

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
    pub fn svg(&self, title: &str, content: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{title}\">\n{content}</svg>\n",
            self.width, self.height
        )
    }

    /// A horizontal line of the grid with its label.
    pub fn grid_line(&self, share: f64, label: &str) -> String {
        let (left, right, y) = (self.left, self.width - self.right, self.y(share));
        format!(
            "<line class=\"grid\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>\n",
            left - 6.0,
            y + 4.0
        )
    }

    /// A label under the plot.
    pub fn tick(&self, share: f64, label: &str) -> String {
        let (x, y) = (self.x(share), self.y(0.0));
        format!(
            "<line class=\"tick\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y:.1}\" y2=\"{:.1}\"/>\
             <text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>\n",
            y + 4.0,
            y + 17.0
        )
    }

    /// The name of the horizontal axis.
    pub fn axis_name(&self, name: &str) -> String {
        let (x, y) = (self.x(0.5), self.height - 4.0);
        format!("<text class=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>\n")
    }
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
