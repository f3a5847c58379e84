//! From trees to words: a symbol pair as a sequence of tokens.
//!
//! Tangent-CFT writes a pair as the type and the value of either symbol and the labels of the path between them, each
//! as one character of an artificial alphabet, so that fastText's runs of characters are runs of these. A token is
//! written in one of two ways:
//!
//! - as a hash of its text, with no alphabet to keep. By type, operators keep their names.
//! - as published, with the alphabet and the hashes of the program. By type, every symbol with a type loses its value,
//!   so that a sum and a product are the same.

use formula::opt::Opt;
use formula::slt::Slt;
use similarity::tree::{Order, SymbolTree};
use similarity::tuples::{self, Settings, Tuple};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::Representation;
use super::alphabet::{self, Additions, Alphabet, Characters};

/// Runs of tokens have this many of them.
const RUNS: std::ops::RangeInclusive<usize> = 3..=6;

/// Runs share this many rows: collisions cost little, and tables stay small.
const BUCKETS: u64 = 1 << 18;

/// Tokens before the first and after the last.
const BEGIN: u64 = 1;
const END: u64 = 2;

/// How the symbol pairs of one representation become words.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) representation: Representation,
    /// The alphabet of the published program; without it, tokens are hashes.
    pub(super) alphabet: Option<Alphabet>,
}

/// A word: its tokens, the marks of its beginning and end included.
#[derive(Default)]
pub(super) struct Word {
    tokens: Vec<u64>,
    is_published: bool,
}

impl Word {
    /// Its key.
    pub(super) fn key(&self) -> u64 {
        sequence(&self.tokens)
    }

    /// The keys of the runs of tokens in it.
    pub(super) fn parts(&self) -> impl Iterator<Item = u64> {
        let key = |run: &[u64]| match self.is_published {
            true => alphabet::bucket(run),
            false => sequence(run) % BUCKETS,
        };
        RUNS.flat_map(|length| self.tokens.windows(length)).map(key)
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
        let Some((kind, value)) = tag.split_at_checked(2).filter(|(kind, _)| kind.ends_with('!')) else {
            return self.tokens.push(xxh3_64(tag.as_bytes()));
        };
        self.tokens.push(xxh3_64(kind.as_bytes()));
        let is_name = matches!(kind, "V!" | "N!" | "T!");
        if representation.is_by_type() && is_name {
            return;
        }
        if kind == "N!" && representation == Representation::Slt {
            return self.tokens.extend(value.bytes().map(|digit| xxh3_64(&[digit])));
        }
        self.tokens.push(xxh3_64(value.as_bytes()));
    }

    fn set_published(
        &mut self,
        representation: Representation,
        tuple: &Tuple<'_>,
        characters: &mut Characters<'_>,
    ) {
        self.is_published = true;
        self.tokens.clear();
        self.tokens.push(u64::from(b'<'));
        self.symbol_published(representation, tuple.ancestor, characters);
        self.symbol_published(representation, tuple.descendant, characters);
        self.tokens.extend(tuple.path.bytes().map(|label| characters.label(label)));
        self.tokens.push(u64::from(b'>'));
    }

    /// A type and a value; the mark of an end has the empty value. Tags with the letter O are one token.
    fn symbol_published(
        &mut self,
        representation: Representation,
        tag: &str,
        characters: &mut Characters<'_>,
    ) {
        let Some((kind, value)) = tag.split_once('!').filter(|(kind, _)| *kind != "O") else {
            return self.tokens.push(characters.node(tag));
        };
        self.tokens.push(characters.node(&format!("{kind}!")));
        if representation.is_by_type() {
            return;
        }
        if kind == "N" && representation == Representation::Slt {
            let digits = value.chars().map(|digit| characters.node(digit.encode_utf8(&mut [0; 4])));
            return self.tokens.extend(digits);
        }
        self.tokens.push(characters.node(value));
    }
}

/// A number for a sequence of tokens.
fn sequence(tokens: &[u64]) -> u64 {
    let mixed = tokens.iter().fold(tokens.len() as u64, |sum, token| {
        (sum.rotate_left(23) ^ token).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    mixed ^ (mixed >> 32)
}

impl Spelling {
    /// Words of hashed tokens.
    #[cfg(test)]
    fn hashed(representation: Representation) -> Spelling {
        Spelling { representation, alphabet: None }
    }

    /// Calls `visit` with the words of a formula, in the order of its pairs, and returns the tokens that the alphabet
    /// does not have yet.
    pub(super) fn for_each(&self, slt: &Slt, opt: &Opt, mut visit: impl FnMut(&Word)) -> Additions {
        let representation = self.representation;
        let tree = match representation {
            Representation::Slt | Representation::SltType => SymbolTree::of_layout(slt, Order::Tuples),
            Representation::Opt | Representation::OptType => SymbolTree::of_operators(opt),
        };
        let mut characters = self.alphabet.as_ref().map(Alphabet::characters);
        let mut word = Word::default();
        tuples::for_each(&tree, Settings::default(), |tuple| {
            match &mut characters {
                Some(characters) => word.set_published(representation, &tuple, characters),
                None => word.set(representation, &tuple),
            }
            visit(&word);
        });
        characters.map(|characters| characters.new).unwrap_or_default()
    }

    /// The same while the formulas of a collection are read for the first time: the alphabet grows.
    pub(super) fn read(&mut self, slt: &Slt, opt: &Opt, visit: impl FnMut(&Word)) {
        let new = self.for_each(slt, opt, visit);
        if let Some(alphabet) = &mut self.alphabet {
            alphabet.extend(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    fn words(source: &str, representation: Representation) -> Vec<Vec<u64>> {
        let formula = read(source, Notation::Latex, &Options::default());
        let mut words = Vec::new();
        let spelling = Spelling::hashed(representation);
        spelling.for_each(&formula.slt, &formula.opt, |word| words.push(word.tokens.clone()));
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
            let mut parts: Vec<u64> = Word { tokens: tokens.to_vec(), is_published: false }.parts().collect();
            parts.sort_unstable();
            parts
        };
        let (one, two) = (parts(&[1, 10, 11, 12, 13, 2]), parts(&[1, 10, 11, 12, 14, 2]));
        assert_eq!(one.len(), 4 + 3 + 2 + 1);
        assert_eq!(one.iter().filter(|part| two.contains(part)).count(), 3);
    }

    /// The words of a formula in the published alphabet: nodes by their number, labels as `e` and their number.
    fn published(source: &str, representation: Representation) -> Vec<String> {
        let formula = read(source, Notation::Latex, &Options::default());
        let mut words = Vec::new();
        let token = |token: &u64| match token {
            60_000.. => (token - 60_000).to_string(),
            _ => format!("e{}", token - 500),
        };
        let spelling = Spelling { representation, alphabet: Some(Alphabet::default()) };
        spelling.for_each(&formula.slt, &formula.opt, |word| {
            let inner = &word.tokens[1..word.tokens.len() - 1];
            words.push(inner.iter().map(token).collect::<Vec<_>>().join("."));
        });
        words
    }

    #[test]
    fn published_words_are_those_of_the_program() {
        let expected = "0.1.2.e0 0.1.0.3.e0.e0 2.0.3.e0 2.4.5.e0.e1 2.6.e0.e0 0.3.4.5.e1 4.5.7.8.e0 0.3.6.e0 \
            0.3.4.9.e0.e0 6.4.9.e0 4.9.7.8.e0";
        assert_eq!(published("x-y^2=0", Representation::Slt).join(" "), expected);
        let expected =
            "0.1.e0 0.0.e0.e0 1.0.e0 1.2.e0.e1 1.3.e0.e0 0.2.e1 2.4.e0 0.3.e0 0.2.e0.e0 3.2.e0 2.4.e0";
        assert_eq!(published("x-y^2=0", Representation::SltType).join(" "), expected);
        // By type a sum and a product are the same.
        let by_type = |source: &str| published(source, Representation::OptType);
        assert_eq!(by_type("x+y"), by_type(r"x\times y"));
        // A difference is not: its operands have an order.
        assert_ne!(by_type("x+y"), by_type("x-y"));
    }

    #[test]
    fn a_word_has_the_runs_of_its_characters_and_marks() {
        let count = |length: usize| Word { tokens: vec![1; length + 2], is_published: true }.parts().count();
        assert_eq!((1..=7).map(count).collect::<Vec<_>>(), [1, 3, 6, 10, 14, 18, 22]);
    }
}
