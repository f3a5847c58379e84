//! The artificial alphabet of the program of Tangent-CFT: each symbol, type and label is one character.
//!
//! Types and values of symbols have characters from 60,000 on, labels of paths from 500 on, in the order in which they
//! are first seen; those of queries follow. fastText's runs of characters are then runs of tokens, and
//! the row of a run is found by the program's hash of its bytes.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The character of the first node.
const FIRST_NODE: u64 = 60_000;

/// The character of the first label.
const FIRST_LABEL: u64 = 500;

/// The rows that runs share in the published program.
const BUCKETS: u32 = 2_000_000;

/// The characters of tokens.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(from = "[Vec<String>; 2]", into = "[Vec<String>; 2]")]
pub(super) struct Alphabet {
    nodes: Tokens,
    labels: Tokens,
}

/// Tokens in the order in which they were seen.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tokens {
    all: Vec<String>,
    numbers: FxHashMap<String, u64>,
}

impl Tokens {
    fn of(all: Vec<String>) -> Tokens {
        let numbers = all.iter().cloned().zip(0..).collect();
        Tokens { all, numbers }
    }

    fn number(&self, token: &str) -> Option<u64> {
        self.numbers.get(token).copied()
    }

    fn add(&mut self, token: &str) {
        self.numbers.insert(token.to_owned(), self.all.len() as u64);
        self.all.push(token.to_owned());
    }
}

impl From<[Vec<String>; 2]> for Alphabet {
    fn from([nodes, labels]: [Vec<String>; 2]) -> Alphabet {
        Alphabet { nodes: Tokens::of(nodes), labels: Tokens::of(labels) }
    }
}

impl From<Alphabet> for [Vec<String>; 2] {
    fn from(alphabet: Alphabet) -> [Vec<String>; 2] {
        [alphabet.nodes.all, alphabet.labels.all]
    }
}

/// The characters of one formula: those of an alphabet, and new ones after them.
pub(super) struct Characters<'a> {
    alphabet: &'a Alphabet,
    /// Tokens that the alphabet does not have.
    pub(super) new: Additions,
}

/// Tokens to add to an alphabet.
#[derive(Default)]
pub(super) struct Additions {
    nodes: Vec<String>,
    labels: Vec<String>,
}

impl Alphabet {
    /// For reading a formula.
    pub(super) fn characters(&self) -> Characters<'_> {
        Characters { alphabet: self, new: Additions::default() }
    }

    /// Adds the tokens that a formula had beyond those known.
    pub(super) fn extend(&mut self, new: Additions) {
        new.nodes.iter().for_each(|token| self.nodes.add(token));
        new.labels.iter().for_each(|token| self.labels.add(token));
    }
}

impl Characters<'_> {
    /// The character of the type or value of a symbol.
    pub(super) fn node(&mut self, token: &str) -> u64 {
        FIRST_NODE + number(&self.alphabet.nodes, &mut self.new.nodes, token)
    }

    /// The character of a label.
    pub(super) fn label(&mut self, label: u8) -> u64 {
        let label = char::from(label).to_string();
        FIRST_LABEL + number(&self.alphabet.labels, &mut self.new.labels, &label)
    }
}

fn number(known: &Tokens, new: &mut Vec<String>, token: &str) -> u64 {
    if let Some(number) = known.number(token) {
        return number;
    }
    let place = new.iter().position(|other| other == token).unwrap_or_else(|| {
        new.push(token.to_owned());
        new.len() - 1
    });
    (known.all.len() + place) as u64
}

/// The row of a run of characters: the 32-bit FNV-1a hash of its UTF-8 bytes, where a byte from 128 on is a negative
/// number, as in fastText.
pub(super) fn bucket(run: &[u64]) -> u64 {
    u64::from(hash(run) % BUCKETS)
}

fn hash(run: &[u64]) -> u32 {
    const OFFSET: u32 = 2_166_136_261;
    const PRIME: u32 = 16_777_619;
    let mut bytes = [0; 4];
    let mut hash = OFFSET;
    for &character in run {
        let character = u32::try_from(character).ok().and_then(char::from_u32);
        for byte in character.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut bytes).bytes() {
            hash = (hash ^ (i32::from(byte as i8) as u32)).wrapping_mul(PRIME);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_fasttext() {
        let run = |text: &str| text.chars().map(|c| u64::from(u32::from(c))).collect::<Vec<u64>>();
        assert_eq!(hash(&run("<ab")), 1_218_209_508);
        assert_eq!(hash(&run("abc")), 440_920_331);
        assert_eq!(hash(&[u64::from(u32::from('<')), 60_000, 60_003]), 1_083_632_688);
        assert_eq!(bucket(&run("abc")), 920_331);
    }

    #[test]
    fn new_tokens_come_after_the_known_ones() {
        let mut alphabet = Alphabet::from([vec!["V!".to_owned(), "x".to_owned()], Vec::new()]);
        let mut characters = alphabet.characters();
        assert_eq!(
            [characters.node("x"), characters.node("y"), characters.node("z")],
            [60_001, 60_002, 60_003]
        );
        assert_eq!([characters.node("y"), characters.label(b'n')], [60_002, 500]);
        let new = characters.new;
        alphabet.extend(new);
        assert_eq!(alphabet.characters().node("z"), 60_003);
        let text = serde_json::to_string(&alphabet).unwrap();
        assert_eq!(serde_json::from_str::<Alphabet>(&text).unwrap(), alphabet);
    }
}
