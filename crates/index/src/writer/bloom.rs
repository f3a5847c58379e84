//! A Bloom filter: says that a number is certainly new, or that it may have been added.
//!
//! Most formulas and units of a collection are new. Looking up each of them in every segment would cost more than
//! indexing it; the filter answers for nearly all of them from memory of a fixed size.

/// The number of bits that are set for each number.
const PROBES: u64 = 5;

/// A set of numbers that may claim to have more than it has.
pub(super) struct Bloom {
    words: Vec<u64>,
}

impl Bloom {
    /// A filter of about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Bloom {
        Bloom { words: vec![0; (bytes / 8).max(1)] }
    }

    /// Adds a number with well mixed bits, such as a hash.
    pub(super) fn insert(&mut self, number: u64) {
        for (word, bit) in bits(number, self.words.len()) {
            if let Some(word) = self.words.get_mut(word) {
                *word |= bit;
            }
        }
    }

    /// False if the number was never added.
    pub(super) fn may_hold(&self, number: u64) -> bool {
        let mut bits = bits(number, self.words.len());
        bits.all(|(word, bit)| self.words.get(word).is_some_and(|word| word & bit != 0))
    }
}

fn bits(number: u64, words: usize) -> impl Iterator<Item = (usize, u64)> {
    let step = number.rotate_left(32) | 1;
    (0..PROBES).map(move |probe| {
        let bit = number.wrapping_add(step.wrapping_mul(probe));
        ((bit >> 6) as usize % words, 1 << (bit & 63))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u64) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&number.to_le_bytes())
    }

    #[test]
    fn added_numbers_are_held_and_few_others() {
        let mut bloom = Bloom::new(16 << 10);
        (0..10_000).for_each(|number| bloom.insert(hash(number)));
        assert!((0..10_000).all(|number| bloom.may_hold(hash(number))));
        let claimed = (10_000..110_000).filter(|&number| bloom.may_hold(hash(number))).count();
        assert!(claimed < 3_000, "{claimed} of 100,000");
    }
}
