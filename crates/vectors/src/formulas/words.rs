//! From trees to words: a symbol pair as a sequence of tokens.
//!
//! Tangent-CFT writes a pair as the type and the value of either symbol and the labels of the path between them, each
//! as one character of an artificial alphabet, so that fastText's runs of characters are runs of these. Here a token is
//! a hash of its text, and there is no alphabet to keep.
//!
//! Where it differs from the published program: by type, operators keep their names (the program keeps
//! only their type, so that a sum and a product are the same).

use formula::opt::Opt;
use formula::slt::Slt;
use similarity::tree::{Order, SymbolTree};
use similarity::tuples::{self, Settings, Tuple};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::Representation;

/// Runs of tokens have this many of them.
const RUNS: std::ops::RangeInclusive<usize> = 3..=6;

/// Runs share this many rows: collisions cost little, and tables stay small.
const BUCKETS: u64 = 1 << 18;

/// Tokens before the first and after the last.
const BEGIN: u64 = 1;
const END: u64 = 2;

/// A word: its tokens, the marks of its beginning and end included.
#[derive(Default)]
pub(super) struct Word {
    tokens: Vec<u64>,
}

impl Word {
    /// Its key.
    pub(super) fn key(&self) -> u64 {
        sequence(&self.tokens)
    }

    /// The keys of the runs of tokens in it.
    pub(super) fn parts(&self) -> impl Iterator<Item = u64> {
        RUNS.flat_map(|length| self.tokens.windows(length)).map(|run| sequence(run) % BUCKETS)
    }

    fn set(&mut self, representation: Representation, tuple: &Tuple<'_>) {
        self.tokens.clear();
        self.tokens.push(BEGIN);
        self.symbol(representation, tuple.ancestor);
        self.symbol(representation, tuple.descendant);
        self.tokens.extend(tuple.path.bytes().map(|label| xxh3_64_with_seed(&[label], 1)));
        self.tokens.push(END);
    }

    fn symbol(&mut self, representation: Representation, tag: &str) {
        let by_type = matches!(representation, Representation::SltType | Representation::OptType);
        let Some((kind, value)) = tag.split_at_checked(2).filter(|(kind, _)| kind.ends_with('!')) else {
            return self.tokens.push(xxh3_64(tag.as_bytes()));
        };
        self.tokens.push(xxh3_64(kind.as_bytes()));
        let is_name = matches!(kind, "V!" | "N!" | "T!");
        if by_type && is_name {
            return;
        }
        if kind == "N!" && representation == Representation::Slt {
            return self.tokens.extend(value.bytes().map(|digit| xxh3_64(&[digit])));
        }
        self.tokens.push(xxh3_64(value.as_bytes()));
    }
}

/// A number for a sequence of tokens.
fn sequence(tokens: &[u64]) -> u64 {
    let mixed = tokens.iter().fold(tokens.len() as u64, |sum, token| {
        (sum.rotate_left(23) ^ token).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    mixed ^ (mixed >> 32)
}

/// Calls `visit` with the words of a formula, in the order of its pairs.
pub(super) fn for_each(representation: Representation, slt: &Slt, opt: &Opt, mut visit: impl FnMut(&Word)) {
    let tree = match representation {
        Representation::Slt | Representation::SltType => SymbolTree::of_layout(slt, Order::Tuples),
        Representation::Opt | Representation::OptType => SymbolTree::of_operators(opt),
    };
    let mut word = Word::default();
    tuples::for_each(&tree, Settings::default(), |tuple| {
        word.set(representation, &tuple);
        visit(&word);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn words(source: &str, representation: Representation) -> Vec<Vec<u64>> {
        let formula = read(source, Notation::Latex, &Options::default());
        let mut words = Vec::new();
        for_each(representation, &formula.slt, &formula.opt, |word| words.push(word.tokens.clone()));
        words
    }

    #[test]
    fn a_word_has_types_values_and_labels_between_its_marks() {
        // `x` and `2` with the path `a`: V! x N! 2 a.
        assert_eq!(words("x^2", Representation::Slt)[0].len(), 2 + 5);
        // Numbers by their digits in the layout, whole in the operator tree.
        assert_eq!(words("x^{144}", Representation::Slt)[0].len(), 2 + 7);
        assert!(words("x^{144}", Representation::Opt).iter().all(|word| word.len() <= 2 + 5));
        assert_eq!(words("x^{144}", Representation::SltType)[0].len(), 2 + 3);
        assert_eq!(words("x^{144}", Representation::SltType), words("y^2", Representation::SltType));
        assert_ne!(words("x+y", Representation::OptType), words("x-y", Representation::OptType));
    }

    #[test]
    fn alike_words_share_parts() {
        let parts = |tokens: &[u64]| {
            let mut parts: Vec<u64> = Word { tokens: tokens.to_vec() }.parts().collect();
            parts.sort_unstable();
            parts
        };
        let (one, two) = (parts(&[1, 10, 11, 12, 13, 2]), parts(&[1, 10, 11, 12, 14, 2]));
        assert_eq!(one.len(), 4 + 3 + 2 + 1);
        assert_eq!(one.iter().filter(|part| two.contains(part)).count(), 3);
    }
}
