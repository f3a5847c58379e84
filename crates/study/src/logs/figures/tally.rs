//! Means, deviations and quantiles of whole numbers, exact and independent of the order of adding.

/// The sum and the sum of squares of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many.
    pub count: u64,
    sum: u128,
    squares: u128,
}

impl Tally {
    /// Adds a number.
    pub fn add(&mut self, value: u64) {
        self.add_times(value, 1);
    }

    fn add_times(&mut self, value: u64, times: u64) {
        self.count += times;
        self.sum += u128::from(value) * u128::from(times);
        self.squares += u128::from(value) * u128::from(value) * u128::from(times);
    }

    /// Adds the numbers of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; 0 of no numbers.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation of the sample; 0 of fewer than two numbers.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let around = self.squares as f64 / self.count as f64 - mean * mean;
        (around.max(0.0) * self.count as f64 / (self.count - 1) as f64).sqrt()
    }
}

/// How often each small number occurred.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    counts: Vec<u64>,
}

/// Numbers from here up are counted as this one.
const LARGEST: usize = 4_096;

impl Histogram {
    /// Adds a number.
    pub fn add(&mut self, value: usize) {
        let value = value.min(LARGEST);
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(value) {
            *count += 1;
        }
    }

    /// Adds the numbers of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        super::add_each(&mut self.counts, &other.counts);
    }

    /// How often a number occurred.
    pub fn count(&self, value: usize) -> u64 {
        self.counts.get(value).copied().unwrap_or(0)
    }

    /// How often a number of a range occurred.
    pub fn count_in(&self, values: std::ops::RangeInclusive<usize>) -> u64 {
        self.counts.iter().skip(*values.start()).take(values.end() + 1 - values.start()).sum()
    }

    /// The sum, mean and deviation.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.counts.iter().zip(0..).for_each(|(count, value)| tally.add_times(value, *count));
        tally
    }

    /// The smallest number that at least this share of the numbers does not exceed.
    ///
    /// ```
    /// use study::logs::figures::tally::Histogram;
    ///
    /// let mut histogram = Histogram::default();
    /// [1, 2, 3, 4].iter().for_each(|value| histogram.add(*value));
    /// assert_eq!([0.25, 0.5, 0.75, 1.0].map(|share| histogram.quantile(share)), [1, 2, 3, 4]);
    /// ```
    pub fn quantile(&self, share: f64) -> usize {
        let wanted = share * self.counts.iter().sum::<u64>() as f64;
        let mut below = 0;
        let reached = self.counts.iter().position(|count| {
            below += count;
            below as f64 >= wanted - 1e-9
        });
        reached.unwrap_or(0)
    }

    /// The largest number that occurred.
    pub fn largest(&self) -> usize {
        self.counts.iter().rposition(|count| *count > 0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_that_of_all_numbers() {
        let values = [2u64, 4, 4, 4, 5, 5, 7, 9];
        let (mut one, mut other, mut all) = (Tally::default(), Tally::default(), Tally::default());
        values.iter().for_each(|value| all.add(*value));
        values[..3].iter().for_each(|value| one.add(*value));
        values[3..].iter().for_each(|value| other.add(*value));
        one.merge(&other);
        assert_eq!(one, all);
        assert_eq!(all.mean(), 5.0);
        assert!((all.deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!((Tally::default().mean(), Tally::default().deviation()), (0.0, 0.0));
    }

    #[test]
    fn a_histogram_counts_ranges() {
        let mut histogram = Histogram::default();
        [1, 4, 5, 6, 9, 1_000_000].iter().for_each(|value| histogram.add(*value));
        assert_eq!((histogram.count_in(4..=6), histogram.count(9), histogram.largest()), (3, 1, LARGEST));
    }
}
