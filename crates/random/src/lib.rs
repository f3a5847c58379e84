//! Reproducible random numbers. The same seed gives the same draws on every machine, in every version.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): one
//! addition and two multiplications per draw, all 64 bits usable, and short enough to be written here, so
//! that a seed in a paper keeps its meaning whatever a library does.
//!
//! It is a crate because its users (pools, benchmarks, training, baselines) have nothing else in common.
//!
//! What it is not: a source of secrets.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// The increment of the state with each draw.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number in which every bit depends on every bit of another: the first draw of the stream with that seed.
///
/// ```
/// assert_eq!(random::mixed(7), random::Random::new(7).draw());
/// ```
#[inline]
pub fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(STEP);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// A stream of random numbers that its seed determines.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The seed of the rest of this stream: what is drawn next from it is drawn next from here.
    ///
    /// ```
    /// let mut stream = random::Random::new(7);
    /// stream.draw();
    /// assert_eq!(random::Random::new(stream.state()).draw(), stream.draw());
    /// ```
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The stream of this seed and a name, so that each topic has its own draws, whatever topics come before it.
    pub fn named(seed: u64, name: &str) -> Self {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0100_0000_01b3;
        let hash = name.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
        Random { state: Random::new(seed).draw() ^ hash }
    }

    /// The next 64 bits.
    #[inline]
    pub fn draw(&mut self) -> u64 {
        let bits = mixed(self.state);
        self.state = self.state.wrapping_add(STEP);
        bits
    }

    /// A whole number below `limit` (0 when the limit is 0). The bias of taking the upper half of a product
    /// is below 2⁻³² for every limit that fits in memory.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.draw()) * limit as u128) >> 64) as usize
    }

    /// One of the items; `None` if there are none.
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// A number from 0 up to 1, exclusive.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A single-precision number from 0 up to 1, exclusive, with 24 random bits.
    #[inline]
    pub fn fraction(&mut self) -> f32 {
        (self.draw() >> 40) as f32 / (1 << 24) as f32
    }

    /// Puts a slice in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567 that the generator's published test vector has.
    #[test]
    fn draws_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let draws: Vec<u64> = (0..5).map(|_| random.draw()).collect();
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(draws, expected);
    }

    #[test]
    fn a_shuffle_keeps_everything_and_depends_on_seed_and_name() {
        let shuffled = |seed, name| {
            let mut items: Vec<u32> = (0..50).collect();
            Random::named(seed, name).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(1, "A.1");
        assert_eq!(sorted, shuffled(1, "A.1"));
        assert_ne!(sorted, shuffled(2, "A.1"));
        assert_ne!(sorted, shuffled(1, "A.2"));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<u32>>());
    }

    #[test]
    fn every_place_is_equally_likely() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 5];
        (0..50_000).for_each(|_| counts[random.below(5)] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn draws_stay_in_their_range() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((0.0..1.0).contains(&random.unit()));
        }
        assert_eq!(random.choose::<u8>(&[]), None);
    }
}
