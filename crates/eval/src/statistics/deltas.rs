//! Topic by topic: where one system gains on another, and how often.

/// Differences smaller than this are ties: they come from the order of additions, not from rankings.
const TIE: f64 = 1e-12;

/// On how many topics the second system is better, equal or worse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinsTiesLosses {
    /// Topics on which the second is better.
    pub wins: usize,
    /// Topics on which both are equal.
    pub ties: usize,
    /// Topics on which the second is worse.
    pub losses: usize,
}

impl WinsTiesLosses {
    /// Counts over pairs.
    ///
    /// ```
    /// use eval::statistics::WinsTiesLosses;
    /// let counts = WinsTiesLosses::of(&[0.1, 0.2, 0.3], &[0.4, 0.2, 0.2]);
    /// assert_eq!(counts, WinsTiesLosses { wins: 1, ties: 1, losses: 1 });
    /// ```
    pub fn of(first: &[f64], second: &[f64]) -> Self {
        let mut counts = WinsTiesLosses::default();
        for (first, second) in first.iter().zip(second) {
            match second - first {
                difference if difference > TIE => counts.wins += 1,
                difference if difference < -TIE => counts.losses += 1,
                _ => counts.ties += 1,
            }
        }
        counts
    }
}

/// The scores of one topic and their difference.
#[derive(Clone, PartialEq, Debug)]
pub struct Delta<'a> {
    /// The topic's id.
    pub topic: &'a str,
    /// The first system's score.
    pub first: f64,
    /// The second system's score.
    pub second: f64,
}

impl Delta<'_> {
    /// Second minus first.
    pub fn difference(&self) -> f64 {
        self.second - self.first
    }
}

/// Every topic with its difference, the greatest gain first; equal differences keep the given order.
pub fn deltas<'a>(topics: &[&'a str], first: &[f64], second: &[f64]) -> Vec<Delta<'a>> {
    let scores = first.iter().zip(second);
    let delta = |(&topic, (&first, &second)): (&&'a str, (&f64, &f64))| Delta { topic, first, second };
    let mut deltas: Vec<Delta> = topics.iter().zip(scores).map(delta).collect();
    deltas.sort_by(|a, b| b.difference().total_cmp(&a.difference()));
    deltas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_no_win() {
        let counts = WinsTiesLosses::of(&[0.3], &[0.1 + 0.2]);
        assert_eq!(counts, WinsTiesLosses { wins: 0, ties: 1, losses: 0 });
    }

    #[test]
    fn the_greatest_gain_comes_first() {
        let deltas = deltas(&["a", "b", "c", "d"], &[0.5, 0.1, 0.0, 0.2], &[0.1, 0.4, 0.0, 0.2]);
        let order: Vec<&str> = deltas.iter().map(|delta| delta.topic).collect();
        assert_eq!(order, ["b", "c", "d", "a"]);
        assert!((deltas[0].difference() - 0.3).abs() < 1e-15);
    }
}
