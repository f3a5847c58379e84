//! Words for posts: a list of frequent ones, and as many rare ones as are needed.
//!
//! The rank of a word follows a Pareto law whose two numbers give `the` its share of about 5.5 % and 760,000
//! words about 15,000 different ones, as in posts of Math Stack Exchange. Words after the list are made
//! from syllables: they represent names, rare terms and typos, which make up most of a real
//! vocabulary.

use random::Random;

/// The law of ranks: P(rank ≥ r) = (1 + r / SCALE)^-SHAPE.
const SCALE: f64 = 11.0;
const SHAPE: f64 = 0.65;

/// Beyond this rank every word is as rare as the rest.
const MOST_RANKS: f64 = 1e9;

/// The words and tags.
#[derive(Debug)]
pub(super) struct Words {
    frequent: Vec<&'static str>,
    tags: Vec<&'static str>,
}

impl Words {
    /// The words of the data files.
    pub(super) fn new() -> Words {
        let list = |text: &'static str| -> Vec<&'static str> {
            text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
        };
        Words { frequent: list(include_str!("words.txt")), tags: list(include_str!("tags.txt")) }
    }

    /// Appends a word.
    pub(super) fn push(&self, random: &mut Random, out: &mut String) {
        let rank = SCALE * ((1.0 - random.unit()).powf(-1.0 / SHAPE) - 1.0);
        let rank = rank.min(MOST_RANKS) as usize;
        match self.frequent.get(rank) {
            Some(word) => out.push_str(word),
            None => push_rare(rank as u64, out),
        }
    }

    /// A tag, frequent ones more often.
    pub(super) fn tag(&self, random: &mut Random) -> &'static str {
        let place = (self.tags.len() as f64 * random.unit().powi(2)) as usize;
        self.tags.get(place).copied().unwrap_or("mathematics")
    }
}

/// Appends an invented word, the same for the same rank: syllables as digits of the rank.
fn push_rare(mut rank: u64, out: &mut String) {
    const ONSETS: [&str; 16] =
        ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "ch"];
    const RIMES: [&str; 12] = ["a", "e", "i", "o", "u", "an", "er", "in", "or", "al", "es", "on"];
    let syllables = (ONSETS.len() * RIMES.len()) as u64;
    loop {
        let syllable = (rank % syllables) as usize;
        out.push_str(ONSETS[syllable % ONSETS.len()]);
        out.push_str(RIMES[syllable / ONSETS.len() % RIMES.len()]);
        rank /= syllables;
        if rank == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::streams::Purpose;
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_vocabulary_grows_as_that_of_real_posts() {
        let words = Words::new();
        let mut random = Purpose::Post.stream(1, 1);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for _ in 0..200_000 {
            let mut word = String::new();
            words.push(&mut random, &mut word);
            *counts.entry(word).or_default() += 1;
        }
        let the = counts["the"] as f64 / 200_000.0;
        assert!((0.05..0.06).contains(&the), "{the}");
        assert!((5_000..10_000).contains(&counts.len()), "{}", counts.len());
    }

    #[test]
    fn tags_are_words_of_the_list() {
        let words = Words::new();
        let mut random = Purpose::Post.stream(1, 1);
        assert!((0..1000).all(|_| words.tags.contains(&words.tag(&mut random))));
    }
}
