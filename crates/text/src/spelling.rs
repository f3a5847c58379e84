//! Finds the words that a misspelt one was probably meant to be, in a vocabulary with counts.
//!
//! It finds every word of the vocabulary within two edits (insertions, deletions, substitutions, and swapped
//! neighbours; Damerau 1964), also if the first letter is wrong: "truskal" was meant to be "kruskal". The index has one
//! number for each word: the set of its letters. An edit changes at most two of these bits, so a word whose bits differ
//! in more than four is more than two edits away. Comparing all the numbers takes a fraction of a millisecond for
//! 200,000 words and leaves few words to compare letter by letter. An index of deletions would be thirty times as
//! large.
//!
//! The corrections are ordered by how probable the slip is (a neighbouring key, a vowel for a vowel, a doubled letter,
//! an ending rather than a beginning) and how common the word is.
//!
//! What it is not: a model of sentences. The caller decides which of two words fits its neighbours.

mod cost;
mod edits;

/// Longest word that is corrected, in characters.
const LONGEST: usize = 32;
/// Fewest characters of a word that is corrected.
const SHORTEST: usize = 3;
/// Words of fewer characters are corrected by one edit only.
const SHORTEST_FOR_TWO_EDITS: usize = 5;
/// A word must be this many times as common to outweigh one more edit.
const COMMONNESS_OF_AN_EDIT: f32 = 40.0;

/// Words in order with their counts and their sets of letters.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// All words, concatenated.
    text: String,
    /// Where each word ends.
    ends: Vec<u32>,
    counts: Vec<u32>,
    letters: Vec<u32>,
    /// The number of characters of each word.
    lengths: Vec<u8>,
}

/// A word that another one was probably meant to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Correction {
    /// The word.
    pub word: String,
    /// How often it occurs in the collection.
    pub count: u32,
    /// How many edits lie between the two; probable slips count for less.
    pub cost: f32,
}

impl Vocabulary {
    /// The vocabulary of some words with their counts. The counts of equal words are added.
    ///
    /// ```
    /// use text::spelling::Vocabulary;
    ///
    /// let vocabulary = Vocabulary::new([("kruskal", 3), ("algorithm", 20), ("russell", 5)]);
    /// assert_eq!(vocabulary.corrections("truskal", 1)[0].word, "kruskal");
    /// assert!(vocabulary.corrections("kruskal", 1).is_empty());
    /// ```
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = (W, u32)>) -> Vocabulary {
        let mut words: Vec<(String, u32)> =
            words.into_iter().map(|(word, count)| (word.into(), count)).collect();
        words.sort();
        let mut out = Vocabulary::default();
        let mut last: Option<String> = None;
        for (word, count) in words {
            if last.as_deref() == Some(&word) {
                if let Some(sum) = out.counts.last_mut() {
                    *sum = sum.saturating_add(count);
                }
                continue;
            }
            out.push(&word, count);
            last = Some(word);
        }
        out
    }

    fn push(&mut self, word: &str, count: u32) {
        // Four gigabytes of different words are not a vocabulary; the rest is left out.
        let Ok(end) = u32::try_from(self.text.len() + word.len()) else { return };
        self.text.push_str(word);
        self.ends.push(end);
        self.counts.push(count);
        self.letters.push(letters(word));
        self.lengths.push(u8::try_from(word.chars().count()).unwrap_or(u8::MAX));
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn word(&self, index: usize) -> &str {
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The index of the first word that is not before `word`.
    fn lower_bound(&self, word: &str) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.word(middle) < word {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// How often a word occurs in the collection; 0 if it does not.
    pub fn count(&self, word: &str) -> u32 {
        let index = self.lower_bound(word);
        if self.word(index) == word { self.counts.get(index).copied().unwrap_or(0) } else { 0 }
    }

    /// The words that start with `start`, most common first, with their counts.
    pub fn starting_with(&self, start: &str, most: usize) -> Vec<(&str, u32)> {
        let from = self.lower_bound(start);
        let mut found: Vec<(&str, u32)> = Vec::new();
        for index in from..self.len() {
            let word = self.word(index);
            if !word.starts_with(start) {
                break;
            }
            found.push((word, self.counts.get(index).copied().unwrap_or(0)));
        }
        found.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        found.truncate(most);
        found
    }

    /// The words that `word` was probably meant to be, the most probable first. A word of the vocabulary is not a
    /// correction of itself.
    pub fn corrections(&self, word: &str, most: usize) -> Vec<Correction> {
        let typed: Vec<char> = word.chars().collect();
        if !(SHORTEST..=LONGEST).contains(&typed.len()) {
            return Vec::new();
        }
        let most_edits: u32 = if typed.len() < SHORTEST_FOR_TWO_EDITS { 1 } else { 2 };
        let wanted = letters(word);
        let pattern = edits::Pattern::new(&typed);
        let mut table = cost::Table::new(&typed);
        let mut found: Vec<(f32, Correction)> = Vec::new();
        for (index, (&letters, &length)) in self.letters.iter().zip(&self.lengths).enumerate() {
            let is_near = (letters ^ wanted).count_ones() <= 2 * most_edits
                && usize::from(length).abs_diff(typed.len()) <= most_edits as usize;
            if !is_near {
                continue;
            }
            let candidate = self.word(index);
            if !(1..=most_edits as usize).contains(&pattern.edits(candidate)) {
                continue;
            }
            let cost = table.cost(candidate);
            let count = self.counts.get(index).copied().unwrap_or(0);
            let likelihood = (count as f32 + 1.0).ln() - cost * COMMONNESS_OF_AN_EDIT.ln();
            found.push((likelihood, Correction { word: candidate.to_owned(), count, cost }));
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.word.cmp(&other.1.word)));
        found.truncate(most);
        found.into_iter().map(|(_, correction)| correction).collect()
    }
}

/// The set of letters of a word, one bit per letter; other characters share the six remaining bits.
fn letters(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| {
        let bit = match c {
            'a'..='z' => u32::from(c) - u32::from('a'),
            c => 26 + u32::from(c) % 6,
        };
        bits | 1 << bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn meant(typed: &str, words: &[(&str, u32)]) -> Vec<String> {
        let vocabulary = Vocabulary::new(words.iter().copied());
        vocabulary.corrections(typed, 3).into_iter().map(|correction| correction.word).collect()
    }

    #[test]
    fn slips_are_corrected() {
        let words = [
            ("kruskal", 4),
            ("theorem", 900),
            ("eigenvalue", 200),
            ("pythagorean", 30),
            ("riemann", 80),
            ("lebesgue", 60),
            ("integral", 700),
            ("integrable", 90),
            ("matrix", 500),
            ("the", 9000),
            ("weierstrass", 20),
        ];
        for (typed, expected) in [
            ("truskal", "kruskal"),
            ("theorm", "theorem"),
            ("thoerem", "theorem"),
            ("eigenvlaue", "eigenvalue"),
            ("pythagorian", "pythagorean"),
            ("rieman", "riemann"),
            ("reimann", "riemann"),
            ("lebesque", "lebesgue"),
            ("intergral", "integral"),
            ("matirx", "matrix"),
            ("teh", "the"),
            ("wierstrass", "weierstrass"),
            ("weierstraas", "weierstrass"),
        ] {
            assert_eq!(meant(typed, &words).first().map(String::as_str), Some(expected), "{typed}");
        }
        assert!(meant("zzzzzz", &words).is_empty());
        assert!(meant("ab", &words).is_empty());
    }

    #[test]
    fn a_likely_slip_goes_before_a_common_word() {
        assert_eq!(meant("matric", &[("matrix", 500), ("metric", 480)])[0], "matrix");
        assert_eq!(meant("konvex", &[("convex", 50), ("vertex", 400)])[0], "convex");
    }

    #[test]
    fn completions_are_most_common_first() {
        let vocabulary =
            Vocabulary::new([("integral", 5), ("integer", 9), ("into", 2), ("angle", 7), ("integral", 6)]);
        assert_eq!(vocabulary.len(), 4);
        assert_eq!(vocabulary.starting_with("inte", 9), [("integral", 11), ("integer", 9)]);
        assert_eq!(vocabulary.count("integer"), 9);
        assert_eq!(vocabulary.count("inte"), 0);
        assert!(Vocabulary::default().starting_with("", 5).is_empty());
    }

    /// The distance by definition: optimal string alignment, with the same cost for all letters.
    fn edits(one: &str, other: &str) -> usize {
        let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
        let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
        for i in 0..=one.len() {
            for j in 0..=other.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let same = usize::from(one[i - 1] != other[j - 1]);
                    let mut least =
                        (table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(table[i - 1][j - 1] + same);
                    if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[one.len()][other.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn all_words_within_two_edits_are_found(
            typed in "[abcdé]{5,8}",
            words in prop::collection::hash_set("[abcdé1]{1,9}", 1..30),
        ) {
            let vocabulary = Vocabulary::new(words.iter().map(|word| (word.clone(), 1)));
            let mut found: Vec<String> =
                vocabulary.corrections(&typed, 100).into_iter().map(|correction| correction.word).collect();
            found.sort();
            let mut expected: Vec<String> =
                words.into_iter().filter(|word| (1..=2).contains(&edits(&typed, word))).collect();
            expected.sort();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn any_word_has_corrections_or_none(typed in r"\PC{0,70}", words in prop::collection::vec(r"\PC{0,40}", 0..20)) {
            let vocabulary = Vocabulary::new(words.into_iter().map(|word| (word, 1)));
            prop_assert!(vocabulary.corrections(&typed, 5).iter().all(|correction| correction.word != typed));
        }
    }
}
