//! Do assessors agree, beyond what chance would give? Cohen's κ for two, Fleiss's κ for any number.
//!
//! κ = (observed − expected) / (1 − expected): 1 is perfect agreement, 0 is chance. The two differ in what
//! chance is: Cohen (1960) takes each assessor's own habits, Fleiss (1971) those of all together. ARQMath
//! reports Cohen's κ averaged over pairs of assessors, once over the four grades and once with grades cut
//! into H+M (2 or more) and the rest; NTCIR-11 reports Fleiss's.
//!
//! Labels can be of any type that can be compared. Where κ does not exist (nothing rated, or all raters gave
//! one single label, so that chance alone is perfect), the answer is `None`.

mod files;
pub mod json;
pub mod text;

use std::collections::BTreeMap;

pub use files::{Agreement, Counted, Findings};

/// The lowest grade that is High or Medium: where ARQMath cuts four grades into two.
pub const HIGH_OR_MEDIUM: i32 = 2;

/// How well raters agree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kappa {
    /// The share of items (or of pairs of raters) that agree.
    pub observed: f64,
    /// The share that would agree by chance.
    pub expected: f64,
    /// How many items were counted.
    pub items: usize,
    /// (observed − expected) / (1 − expected); `None` when chance alone is perfect.
    pub kappa: Option<f64>,
    /// Whether a rater gave one single label: then κ is 0 whatever the other did, and says nothing.
    pub degenerate: bool,
}

impl Kappa {
    fn new(observed: f64, expected: f64, items: usize) -> Self {
        let room = 1.0 - expected;
        let kappa = (room > 1e-12).then(|| (observed - expected) / room);
        Kappa { observed, expected, items, kappa, degenerate: false }
    }

    /// The standard error of κ, √(pₒ(1 − pₒ) / (n(1 − pₑ)²)).
    pub fn standard_error(&self) -> Option<f64> {
        let room = 1.0 - self.expected;
        self.kappa.map(|_| (self.observed * (1.0 - self.observed) / (self.items as f64 * room * room)).sqrt())
    }
}

/// Cohen's κ of two raters; items that one of them did not rate are skipped. `None` when no item is
/// left.
///
/// ```
/// // 20 + 15 of 50 items agree; the raters say yes to 25 and 30 of them.
/// let labels = |yes_yes, yes_no, no_yes, no_no| {
///     let counts = [(true, true, yes_yes), (true, false, yes_no), (false, true, no_yes), (false, false, no_no)];
///     counts.iter().flat_map(|&(a, b, n)| vec![(Some(a), Some(b)); n]).unzip()
/// };
/// let (first, second): (Vec<_>, Vec<_>) = labels(20, 5, 10, 15);
/// let kappa = eval::agreement::cohen(&first, &second).unwrap();
/// assert!((kappa.kappa.unwrap() - 0.4).abs() < 1e-12);
/// ```
pub fn cohen<L: Ord + Copy>(first: &[Option<L>], second: &[Option<L>]) -> Option<Kappa> {
    let mut margins: BTreeMap<L, (usize, usize)> = BTreeMap::new();
    let (mut items, mut agreed) = (0, 0);
    for (first, second) in first.iter().zip(second) {
        let (Some(first), Some(second)) = (first, second) else { continue };
        items += 1;
        agreed += usize::from(first == second);
        margins.entry(*first).or_default().0 += 1;
        margins.entry(*second).or_default().1 += 1;
    }
    if items == 0 {
        return None;
    }
    let total = items as f64;
    let expected = margins.values().map(|&(ours, theirs)| ours as f64 * theirs as f64).sum::<f64>();
    let has_one = |count: fn(&(usize, usize)) -> usize| margins.values().any(|both| count(both) == items);
    let degenerate = has_one(|both| both.0) || has_one(|both| both.1);
    Some(Kappa { degenerate, ..Kappa::new(agreed as f64 / total, expected / total / total, items) })
}

/// Two raters and their agreement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The first rater's place.
    pub first: usize,
    /// The second rater's place.
    pub second: usize,
    /// Their agreement.
    pub kappa: Kappa,
}

/// Cohen's κ of every two raters that rated an item together. `ratings` are by rater, then by item.
pub fn cohen_pairs<L: Ord + Copy>(ratings: &[Vec<Option<L>>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for first in 0..ratings.len() {
        for second in first + 1..ratings.len() {
            let kappa = cohen(&ratings[first], &ratings[second]);
            pairs.extend(kappa.map(|kappa| Pair { first, second, kappa }));
        }
    }
    pairs
}

/// The plain mean of κ over pairs, as ARQMath averages it; pairs without a κ, or with a degenerate one, are left out.
pub fn mean_kappa<'p>(pairs: impl IntoIterator<Item = &'p Pair>) -> Option<f64> {
    let pairs = pairs.into_iter().filter(|pair| !pair.kappa.degenerate);
    let values: Vec<f64> = pairs.filter_map(|pair| pair.kappa.kappa).collect();
    crate::statistics::mean(&values)
}

/// The mean of κ of one rater with all others: who differs from the rest.
pub fn rater_mean(pairs: &[Pair], rater: usize) -> Option<f64> {
    mean_kappa(pairs.iter().filter(|pair| pair.first == rater || pair.second == rater))
}

/// Pearson's r of the grades of every two raters, in the order of [`cohen_pairs`].
pub fn pearson_pairs(ratings: &[Vec<Option<i32>>], pairs: &[Pair]) -> Vec<Option<f64>> {
    let of = |pair: &Pair| {
        let both = ratings[pair.first].iter().zip(&ratings[pair.second]);
        let both = both.filter_map(|(ours, theirs)| Some((f64::from((*ours)?), f64::from((*theirs)?))));
        let (ours, theirs): (Vec<f64>, Vec<f64>) = both.unzip();
        crate::statistics::pearson(&ours, &theirs)
    };
    pairs.iter().map(of).collect()
}

/// Fleiss's κ. `ratings` are by rater, then by item.
///
/// Fleiss's κ needs the same number of ratings on every item, from any raters. Items with the most
/// frequent number of ratings that is at least two (the larger, if two are equally frequent) are counted, the
/// others are skipped; [`Kappa::items`] is the number of counted items.
///
/// ```
/// // Two items, three raters: all agree on the first, two of three on the second.
/// let ratings = [vec![Some(1), Some(0)], vec![Some(1), Some(0)], vec![Some(1), Some(1)]];
/// let kappa = eval::agreement::fleiss(&ratings).unwrap();
/// // P̄ = (1 + 1/3) / 2 = 2/3 and Pₑ = (4/6)² + (2/6)² = 5/9.
/// assert!((kappa.kappa.unwrap() - 0.25).abs() < 1e-12);
/// ```
pub fn fleiss<L: Ord + Copy>(ratings: &[Vec<Option<L>>]) -> Option<Kappa> {
    let items = ratings.iter().map(Vec::len).max()?;
    let labels = |item: usize| ratings.iter().filter_map(move |rater| rater.get(item).copied().flatten());
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for item in 0..items {
        *sizes.entry(labels(item).count()).or_default() += 1;
    }
    let (&raters, &taken) =
        sizes.iter().filter(|(size, _)| **size >= 2).max_by_key(|(size, count)| (**count, **size))?;
    let mut totals: BTreeMap<L, usize> = BTreeMap::new();
    let mut agreement = 0.0;
    for item in (0..items).filter(|&item| labels(item).count() == raters) {
        let mut counts: BTreeMap<L, usize> = BTreeMap::new();
        labels(item).for_each(|label| *counts.entry(label).or_default() += 1);
        let squares: usize = counts.values().map(|count| count * count).sum();
        agreement += (squares - raters) as f64 / (raters * (raters - 1)) as f64;
        counts.into_iter().for_each(|(label, count)| *totals.entry(label).or_default() += count);
    }
    let all = (taken * raters) as f64;
    let expected = totals.values().map(|&count| (count as f64 / all).powi(2)).sum();
    Some(Kappa::new(agreement / taken as f64, expected, taken))
}

/// Grades cut in two: at least `level`, or below.
pub fn binarised(ratings: &[Vec<Option<i32>>], level: i32) -> Vec<Vec<Option<bool>>> {
    let cut = |rating: &Option<i32>| rating.map(|grade| grade >= level);
    ratings.iter().map(|rater| rater.iter().map(cut).collect()).collect()
}

/// What Landis and Koch (1977) call a κ of this size. The bands are a habit, not a theorem.
pub fn strength(kappa: f64) -> &'static str {
    match kappa {
        kappa if kappa < 0.0 => "poor",
        kappa if kappa <= 0.2 => "slight",
        kappa if kappa <= 0.4 => "fair",
        kappa if kappa <= 0.6 => "moderate",
        kappa if kappa <= 0.8 => "substantial",
        _ => "almost perfect",
    }
}
