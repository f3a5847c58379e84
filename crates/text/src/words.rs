//! The words of a text, folded, with their places.
//!
//! A word is a run of letters and digits: lower case, without accents, without a possessive. Mathematics adds
//! words that are more than a run:
//!
//! - *Hyphenated names* ("Cauchy–Schwarz", "p-adic", "3-manifold") come whole and then in parts, because people search
//!   for both. Any dash inside a word is the same hyphen, TeX's `--` included.
//! - *Scripts in prose* ("L^2", "SL_2", "ℝⁿ") make one word, `l^2`. Its letters alone mean nothing. Only parts that are
//!   words of their own, of three letters or more ("log_2"), follow it, at the same position.
//! - *Ordinals* ("n-th", "n'th", "n^th", "2-nd") become what most people write: `nth`, `2nd`.
//! - *Apostrophes* are dropped: `dont`. "L'Hôpital" is `lhopital`, because people type it without an apostrophe, and
//!   then `hopital`, because that is the name. Both have one position, so a phrase finds either.
//! - *Chinese and Japanese characters* are words of their own: these scripts have no spaces.
//!
//! Words longer than [`LONGEST`] characters are left out and leave a gap in the positions: people do not search for
//! them, and a part of one would match other words. A hyphenated or scripted word of that length comes as its parts
//! alone.
//!
//! What it is not: Unicode's word segmentation (UAX #29), which cuts `L^2`, `p-adic` and `n-th` apart.
//!
//! Time is linear in the text and memory does not depend on it.

mod chain;
mod characters;
mod fold;

use std::collections::VecDeque;

use chain::{Chain, Piece};

pub(crate) use chain::ORDINAL_ENDINGS;

/// The most characters of a word.
pub const LONGEST: usize = 64;

/// A word of a text. A hyphenated name comes whole and then in parts. The parts have their own positions; the whole
/// shares the position of its first part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, folded: lower case, no accents, no possessive. Never empty.
    pub text: String,
    /// Where it starts in the source, in bytes.
    pub start: usize,
    /// Where it ends in the source, in bytes; a possessive is not part of it.
    pub end: usize,
    /// How many positions are before it.
    pub position: u32,
}

/// The words of a text, in order of their starts.
///
/// ```
/// let words: Vec<_> = text::words::words("Hölder's L^p-norm").map(|word| (word.text, word.position)).collect();
/// let words: Vec<_> = words.iter().map(|(text, position)| (text.as_str(), *position)).collect();
/// assert_eq!(words, [("holder", 0), ("l^p-norm", 1), ("l^p", 1), ("norm", 2)]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    Words { text, at: 0, position: 0, in_long_chain: false, ready: VecDeque::new() }
}

struct Words<'a> {
    text: &'a str,
    /// Where reading continues, in bytes; on a character boundary.
    at: usize,
    position: u32,
    /// Whether the next run is joined to a chain that is too long to be a word.
    in_long_chain: bool,
    /// Words of the last chain that were not returned yet; fewer than a hundred.
    ready: VecDeque<Word>,
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        loop {
            if let Some(word) = self.ready.pop_front() {
                return Some(word);
            }
            self.at = characters::word_start(self.text, self.at)?;
            match characters::plain_run(self.text, self.at) {
                Some(end) if !self.in_long_chain => {
                    if let Some(word) = self.plain_word(end) {
                        return Some(word);
                    }
                }
                _ => self.read_chain(),
            }
        }
    }
}

impl Words<'_> {
    /// The word from here to `end`: ASCII letters and digits that are joined to nothing, as most words are.
    fn plain_word(&mut self, end: usize) -> Option<Word> {
        let start = std::mem::replace(&mut self.at, end);
        let position = self.take_position();
        let source = self.text.get(start..end)?;
        (source.len() <= LONGEST).then(|| Word { text: source.to_ascii_lowercase(), start, end, position })
    }

    fn take_position(&mut self) -> u32 {
        let position = self.position;
        self.position = position.saturating_add(1);
        position
    }

    fn read_chain(&mut self) {
        let chain = if self.in_long_chain {
            Chain::of_one_piece(self.text, self.at)
        } else {
            Chain::read(self.text, self.at)
        };
        self.at = chain.next;
        self.in_long_chain = chain.goes_on;
        if chain.too_long {
            return chain.pieces.iter().for_each(|piece| self.push_segment(std::slice::from_ref(piece)));
        }
        if chain.segments().nth(1).is_some() {
            self.push(chain::joined(&chain.pieces), self.position);
        }
        chain.segments().for_each(|segment| self.push_segment(segment));
    }

    /// The words of a run, or of runs joined by scripts: all at one position.
    fn push_segment(&mut self, pieces: &[Piece]) {
        let position = self.take_position();
        self.push(chain::joined(pieces), position);
        for piece in pieces {
            if pieces.len() > 1 && piece.is_own_word() {
                self.push(chain::joined(std::slice::from_ref(piece)), position);
            }
            self.push(piece.without_elision(), position);
        }
    }

    fn push(&mut self, word: Option<chain::Found>, position: u32) {
        self.ready.extend(word.map(|word| Word {
            text: word.text,
            start: word.start,
            end: word.end,
            position,
        }));
    }
}
