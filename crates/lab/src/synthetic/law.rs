//! The law of repetition: how often each formula is used, fitted to how often the given ones are.
//!
//! A collection of formulas is a sample from a law with a heavy head (`n`, `x`, `f(x)`) and a tail without
//! end; how many different ones it has depends on its size. The law here is a Zipf–Mandelbrot law with a
//! free middle, over bands of ranks that share one probability:
//!
//! - the head: each formula seen more than [`HEAD`] times keeps the probability it was seen with;
//! - the middle: bands of probabilities, filled so that as many formulas are seen once, twice, … in a sample
//!   of the given size as were (a mixture of Poisson laws, fitted by expectation maximisation);
//! - the tail: a power law, its exponent chosen so that a collection of ARQMath's scale has ARQMath's ratio
//!   of instances to different formulas.
//!
//! What it is not: a table of formulas. Drawing a rank takes a random number and a search over some hundred bands;
//! nothing grows with the number of instances.

use random::Random;

/// Formulas seen more often than this have a band of their own.
const HEAD: usize = 40;

/// ARQMath has 28.3 million formula instances and 9.4 million visually distinct formulas; 10 million
/// instances have about 3.3 million. The target is a few more, because some of them come out equal.
const TARGET_INSTANCES: f64 = 10e6;
const TARGET_DISTINCT: f64 = 3.4e6;

/// Bands are this factor apart.
const STEP: f64 = std::f64::consts::SQRT_2;

/// The expected count of the rarest band of the middle. Lower, and the middle would explain formulas seen
/// once, which leaves too few for the tail to reach ARQMath's ratio.
const MIDDLE_FROM: f64 = 1.1892;

/// Bands of the tail, from an expected count of 1 in the given sample downwards to a millionth.
const TAIL_BANDS: i32 = 40;

/// Ranks that share one probability.
#[derive(Clone, Debug)]
struct Band {
    /// The number of the first rank.
    first: u64,
    /// How many ranks there are.
    count: u64,
    /// The probability of all ranks before.
    before: f64,
    /// The probability of all ranks of the band.
    mass: f64,
}

/// A drawn rank, and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rank {
    /// Counted from 0; the most frequent formula is 0.
    pub number: u64,
    /// The probability of all more frequent formulas.
    pub quantile: f64,
}

/// How often formulas are used, by rank.
#[derive(Clone, Debug)]
pub(super) struct Law {
    bands: Vec<Band>,
}

impl Law {
    /// The law under which formulas are seen as often as these `counts` say.
    pub(super) fn fit(counts: &[usize]) -> Law {
        let total: usize = counts.iter().sum();
        let mut spectrum = vec![0.0; HEAD + 1];
        let mut head = Vec::new();
        for &count in counts {
            match spectrum.get_mut(count) {
                Some(seen) => *seen += 1.0,
                None => head.push((count as f64, 1.0)),
            }
        }
        let growth = TARGET_INSTANCES / total.max(1) as f64;
        let bands_with = |exponent: f64| {
            let mut bands = head.clone();
            bands.extend(fit_bands(&spectrum, exponent));
            bands
        };
        let mut exponents = (0.3, 1.5);
        for _ in 0..20 {
            let exponent = (exponents.0 + exponents.1) / 2.0;
            match distinct(&bands_with(exponent), growth) < TARGET_DISTINCT {
                true => exponents.0 = exponent,
                false => exponents.1 = exponent,
            }
        }
        Law::from_bands(bands_with(exponents.0))
    }

    /// The law of bands given as expected count and number of formulas.
    fn from_bands(mut bands: Vec<(f64, f64)>) -> Law {
        bands.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut law = Law { bands: Vec::new() };
        let mut sum = 0.0;
        let mut first = 0;
        for (expected, number) in bands {
            let count = number.round() as u64;
            if count == 0 {
                continue;
            }
            let mass = expected * count as f64;
            law.bands.push(Band { first, count, before: sum, mass });
            first = first.saturating_add(count);
            sum += mass;
        }
        for band in &mut law.bands {
            band.before /= sum;
            band.mass /= sum;
        }
        law
    }

    /// Draws a rank.
    #[inline]
    pub(super) fn draw(&self, random: &mut Random) -> Rank {
        let quantile = random.unit();
        let place = self.bands.partition_point(|band| band.before <= quantile).saturating_sub(1);
        let Some(band) = self.bands.get(place) else { return Rank { number: 0, quantile: 0.0 } };
        let within = ((quantile - band.before) / band.mass).clamp(0.0, 1.0);
        // A double has 53 bits; the rarest bands have more ranks than a quantile can distinguish.
        let offset = match band.count {
            count if count < 1 << 20 => ((within * count as f64) as u64).min(count - 1),
            count => random.below(count as usize) as u64,
        };
        Rank {
            number: band.first + offset,
            quantile: band.before + band.mass * offset as f64 / band.count as f64,
        }
    }

    /// The probability of the `count` most frequent formulas.
    pub(super) fn mass_of_first(&self, count: u64) -> f64 {
        let share = |band: &Band| count.saturating_sub(band.first).min(band.count) as f64 / band.count as f64;
        self.bands.iter().map(|band| band.mass * share(band)).sum()
    }

    /// The expected number of different formulas among `instances` instances.
    #[cfg(test)]
    fn distinct(&self, instances: u64) -> f64 {
        let seen = |band: &Band| {
            let expected = instances as f64 * band.mass / band.count as f64;
            band.count as f64 * -(-expected).exp_m1()
        };
        self.bands.iter().map(seen).sum()
    }
}

/// The expected number of different formulas in a sample `growth` times as large.
fn distinct(bands: &[(f64, f64)], growth: f64) -> f64 {
    bands.iter().map(|(expected, number)| number * -(-expected * growth).exp_m1()).sum()
}

/// A part of the mixture: bands in fixed proportion, with the probability that one of its formulas is seen
/// 0, 1, 2, … times.
struct Component {
    bands: Vec<(f64, f64)>,
    seen: Vec<f64>,
}

impl Component {
    fn new(bands: Vec<(f64, f64)>, most: usize) -> Component {
        let sum: f64 = bands.iter().map(|(_, weight)| weight).sum();
        let bands: Vec<_> = bands.into_iter().map(|(expected, weight)| (expected, weight / sum)).collect();
        let mut seen = vec![0.0; most + 1];
        for &(expected, weight) in &bands {
            let mut probability = (-expected).exp();
            for (count, seen) in seen.iter_mut().enumerate() {
                *seen += weight * probability;
                probability *= expected / (count + 1) as f64;
            }
        }
        Component { bands, seen }
    }

    /// The probability that one of its formulas is in the spectrum.
    fn visible(&self) -> f64 {
        self.seen.iter().skip(1).sum::<f64>().max(f64::MIN_POSITIVE)
    }
}

/// Middle and tail: expected count and number of formulas of each band, so that `spectrum[k]` formulas are
/// seen `k` times.
fn fit_bands(spectrum: &[f64], exponent: f64) -> Vec<(f64, f64)> {
    let most = spectrum.len() - 1;
    let tail =
        (0..TAIL_BANDS).map(|step| STEP.powi(-step)).map(|expected| (expected, expected.powf(-exponent)));
    let mut components = vec![Component::new(tail.collect(), most)];
    let mut expected = MIDDLE_FROM;
    while expected < most as f64 / STEP {
        components.push(Component::new(vec![(expected, 1.0)], most));
        expected *= STEP;
    }
    let numbers = mixture(&components, spectrum);
    let bands = components.iter().zip(numbers).flat_map(|(component, number)| {
        component.bands.iter().map(move |&(expected, weight)| (expected, weight * number))
    });
    bands.collect()
}

/// How many formulas each component has, by expectation maximisation.
fn mixture(components: &[Component], spectrum: &[f64]) -> Vec<f64> {
    const ROUNDS: usize = 400;
    let total: f64 = spectrum.iter().sum();
    let mut numbers: Vec<f64> =
        components.iter().map(|component| total / components.len() as f64 / component.visible()).collect();
    for _ in 0..ROUNDS {
        let mut shares = vec![0.0; components.len()];
        for (count, &seen) in spectrum.iter().enumerate().skip(1).filter(|(_, seen)| **seen > 0.0) {
            let expected: f64 = components
                .iter()
                .zip(&numbers)
                .map(|(component, number)| component.seen[count] * number)
                .sum();
            for ((share, component), number) in shares.iter_mut().zip(components).zip(&numbers) {
                *share += seen * component.seen[count] * number / expected.max(f64::MIN_POSITIVE);
            }
        }
        for ((number, component), share) in numbers.iter_mut().zip(components).zip(shares) {
            *number = share / component.visible();
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::streams::Purpose;
    use super::*;
    use std::collections::HashMap;

    /// Counts as those of a sample of Math Stack Exchange: a few frequent formulas, most seen once.
    fn counts() -> Vec<usize> {
        let head = (1..200).map(|rank| 1500 / rank + 7);
        let seen = [(1, 34_000), (2, 3_800), (3, 1_100), (4, 480), (5, 300), (6, 200), (8, 300), (12, 250)];
        head.chain(seen.iter().flat_map(|&(count, number)| std::iter::repeat_n(count, number))).collect()
    }

    #[test]
    fn a_sample_of_the_same_size_repeats_as_the_given_formulas_do() {
        let counts = counts();
        let law = Law::fit(&counts);
        let total: usize = counts.iter().sum();
        let mut sample: HashMap<u64, usize> = HashMap::new();
        for instance in 0..total as u64 {
            let rank = law.draw(&mut Purpose::Instance.stream(1, instance));
            *sample.entry(rank.number).or_default() += 1;
        }
        let close = |made: usize, given: usize| {
            let ratio = made as f64 / given as f64;
            assert!((0.9..1.1).contains(&ratio), "{made} instead of {given}");
        };
        close(sample.len(), counts.len());
        for seen in [1, 2] {
            close(
                sample.values().filter(|count| **count == seen).count(),
                counts.iter().filter(|count| **count == seen).count(),
            );
        }
        close(sample[&0], counts[0]);
    }

    #[test]
    fn ten_million_instances_have_arqmaths_ratio() {
        let law = Law::fit(&counts());
        let ratio = 10e6 / law.distinct(10_000_000);
        assert!((2.9..3.2).contains(&ratio), "{ratio}");
    }

    #[test]
    fn a_single_formula_or_none_makes_a_law_too() {
        for counts in [vec![], vec![1], vec![100_000]] {
            let law = Law::fit(&counts);
            let rank = law.draw(&mut Purpose::Instance.stream(1, 1));
            assert!((0.0..=1.0).contains(&rank.quantile));
        }
    }
}
