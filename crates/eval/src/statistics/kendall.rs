//! Kendall's τ-b (Kendall 1945): do two conditions order the same systems alike?
//!
//! τ-a and τ-b agree when nothing is tied; with ties only τ-b can reach 1, so it is the one reported. All
//! pairs are compared one by one: there are tens of systems, not millions, and the counts are needed, too.

/// How two orders agree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kendall {
    /// τ-b, from −1 (reversed) to 1 (the same); `None` when one side ties everything.
    pub tau: Option<f64>,
    /// Pairs that both sides order alike.
    pub concordant: usize,
    /// Pairs that they order differently.
    pub discordant: usize,
    /// Pairs that only the first side ties.
    pub tied_first: usize,
    /// Pairs that only the second side ties.
    pub tied_second: usize,
    /// Pairs that both sides tie.
    pub tied_both: usize,
}

/// Compares the orders that two lists of numbers give; beyond the shorter list numbers are ignored.
///
/// ```
/// let kendall = eval::statistics::kendall(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]);
/// assert_eq!((kendall.concordant, kendall.discordant), (2, 1));
/// assert!((kendall.tau.unwrap() - 1.0 / 3.0).abs() < 1e-15);
/// ```
pub fn kendall(first: &[f64], second: &[f64]) -> Kendall {
    let count = first.len().min(second.len());
    let mut found =
        Kendall { tau: None, concordant: 0, discordant: 0, tied_first: 0, tied_second: 0, tied_both: 0 };
    for i in 0..count {
        for j in i + 1..count {
            match (order(first[i], first[j]), order(second[i], second[j])) {
                (0, 0) => found.tied_both += 1,
                (0, _) => found.tied_first += 1,
                (_, 0) => found.tied_second += 1,
                (a, b) if a == b => found.concordant += 1,
                _ => found.discordant += 1,
            }
        }
    }
    let differing = found.concordant + found.discordant;
    let (untied_first, untied_second) = (differing + found.tied_second, differing + found.tied_first);
    if untied_first > 0 && untied_second > 0 {
        let difference = found.concordant as f64 - found.discordant as f64;
        found.tau = Some(difference / (untied_first as f64).sqrt() / (untied_second as f64).sqrt());
    }
    found
}

fn order(a: f64, b: f64) -> i8 {
    i8::from(a > b) - i8::from(a < b)
}
