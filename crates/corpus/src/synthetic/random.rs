//! Reproducible chance: the same seed gives the same collection on every machine, in every version.
//!
//! Each instance and each formula has a stream of its own, so that any part of a collection can be made without
//! the parts before it, on as many cores as there are. The generator itself is the crate `random`.
//!
//! What it is not: a source of secrets.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(random::Random);

/// What a stream is for, so that instance 7 and formula 7 of one seed have nothing in common.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// Which formula an instance shows.
    Instance = 1,
    /// What a formula looks like.
    Formula = 2,
    /// What a post says.
    Post = 3,
    /// The form of a thread.
    Thread = 4,
}

impl Random {
    /// The stream of a thing: the seed of the collection, what kind of thing it is, its number.
    pub(super) fn new(seed: u64, purpose: Purpose, number: u64) -> Random {
        let seed = random::mixed(seed ^ ((purpose as u64) << 56));
        Random(random::Random::new(random::mixed(seed ^ number)))
    }

    /// The next 64 bits.
    #[inline]
    pub(super) fn draw(&mut self) -> u64 {
        self.0.draw()
    }

    /// A whole number below `limit`; 0 when the limit is 0.
    #[inline]
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(limit)) >> 64) as u64
    }

    /// One of the items; none of none.
    #[inline]
    pub(super) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// A number from 0 up to but not 1.
    #[inline]
    pub(super) fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with this probability.
    #[inline]
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_depend_on_seed_purpose_and_number() {
        let first = |seed, purpose, number| Random::new(seed, purpose, number).draw();
        let all = [
            first(1, Purpose::Instance, 7),
            first(2, Purpose::Instance, 7),
            first(1, Purpose::Formula, 7),
            first(1, Purpose::Instance, 8),
        ];
        for (place, draw) in all.iter().enumerate() {
            assert!(!all[..place].contains(draw));
        }
        assert_eq!(all[0], first(1, Purpose::Instance, 7));
    }

    #[test]
    fn draws_stay_in_their_range() {
        let mut random = Random::new(1, Purpose::Post, 1);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((0.0..1.0).contains(&random.unit()));
        }
        assert_eq!(random.below(0), 0);
        assert_eq!(random.choose::<u8>(&[]), None);
    }
}
