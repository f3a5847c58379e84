//! Which long queries are texts of a collection, pasted.
//!
//! Of the most frequent distinct queries of 20 words or more, those whose words stand in the collection one after
//! another are pasted. The published study found 49.8 %.
//!
//! The first 20 words of each query are looked up at every place of the text, then the rest is compared: time is linear
//! in the text.

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::figures::PASTED;
use super::words::Typed;

/// Queries that may be pasted.
#[derive(Clone, Debug, Default)]
pub struct Pasted {
    queries: Vec<Vec<String>>,
    found: Vec<bool>,
    by_start: FxHashMap<u64, Vec<usize>>,
}

impl Pasted {
    /// Takes the queries of 20 words or more.
    ///
    /// ```
    /// use study::logs::pasted::Pasted;
    ///
    /// let long: String = (0..25).map(|n| format!("word{n} ")).collect();
    /// let mut pasted = Pasted::new([long.as_str(), "a short query"]);
    /// pasted.look_in(&format!("before {} after", long.to_uppercase()));
    /// assert_eq!(pasted.counts(), (1, 1));
    /// ```
    pub fn new<'a>(queries: impl IntoIterator<Item = &'a str>) -> Pasted {
        let mut pasted = Pasted::default();
        for query in queries {
            let words = Typed::read(query).tokens;
            let Some(start) = words.get(..PASTED) else { continue };
            pasted.by_start.entry(hash(start)).or_default().push(pasted.queries.len());
            pasted.queries.push(words);
            pasted.found.push(false);
        }
        pasted
    }

    /// Looks for the queries in a text.
    pub fn look_in(&mut self, text: &str) {
        // Reading cuts long texts, so they are read piece by piece.
        let words: Vec<String> = pieces(text).flat_map(|piece| Typed::read(piece).tokens).collect();
        for at in 0..words.len().saturating_sub(PASTED - 1) {
            let (Some(start), Some(rest)) = (words.get(at..at + PASTED), words.get(at..)) else { continue };
            for query in self.by_start.get(&hash(start)).into_iter().flatten() {
                if let (Some(words), Some(found)) = (self.queries.get(*query), self.found.get_mut(*query)) {
                    *found |= rest.starts_with(words);
                }
            }
        }
    }

    /// How many were found, of how many.
    pub fn counts(&self) -> (u64, u64) {
        (self.found.iter().filter(|found| **found).count() as u64, self.found.len() as u64)
    }
}

fn hash(words: &[String]) -> u64 {
    words.iter().fold(0, |hash, word| hash.rotate_left(5) ^ xxh3_64(word.as_bytes()).wrapping_mul(hash | 1))
}

/// A text in pieces of at most 2,000 bytes that end at white space where there is some.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    const LONGEST: usize = 2_000;
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let most = rest.floor_char_boundary(LONGEST);
        let end = match rest.len() <= LONGEST {
            true => rest.len(),
            false => rest.get(..most)?.rfind(char::is_whitespace).map_or(most, |at| at + 1),
        };
        let (piece, left) = rest.split_at_checked(end)?;
        rest = left;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_two_thousand_queries_are_found() {
        let mut random = random::Random::new(5);
        let mut sentence = |_| -> String { (0..22).map(|_| format!("w{} ", random.below(5_000))).collect() };
        let pasted: Vec<String> = (0..996).map(&mut sentence).collect();
        let others: Vec<String> = (0..1_004).map(&mut sentence).collect();
        let mut found = Pasted::new(pasted.iter().chain(&others).map(String::as_str));
        found.look_in(&pasted.join("\n and between: "));
        assert_eq!(found.counts(), (996, 2_000));
    }

    #[test]
    fn texts_without_spaces_are_read() {
        let mut pasted = Pasted::new(["x"]);
        pasted.look_in(&"é".repeat(10_000));
        assert_eq!(pasted.counts(), (0, 0));
    }
}
