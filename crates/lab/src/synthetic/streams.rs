//! A stream of random numbers for each thing of a collection.
//!
//! Each instance and each formula has a stream of its own, so that any part of a collection can be made without
//! the parts before it, on as many cores as there are.

use random::{Random, mixed};

/// The purpose of a stream, so that instance 7 and formula 7 of one seed have nothing in common.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// Which formula an instance shows.
    Instance = 1,
    /// The look of a formula.
    Formula = 2,
    /// The text of a post.
    Post = 3,
    /// The form of a thread.
    Thread = 4,
}

impl Purpose {
    /// The stream of a thing: the seed of the collection, what kind of thing it is, its number.
    pub(super) fn stream(self, seed: u64, number: u64) -> Random {
        let seed = mixed(seed ^ ((self as u64) << 56));
        Random::new(mixed(seed ^ number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_depend_on_seed_purpose_and_number() {
        let first = |seed, purpose, number| Purpose::stream(purpose, seed, number).draw();
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
}
