//! How often queries come again, and how much people agree about what to click.
//!
//! The click entropy of a query is `−Σ P(u) log₂ P(u)` over the pages `u` clicked for it, `P` being the share of its
//! clicks. Queries without a click have none; the mean is over distinct queries.

/// The queries and clicks of a log as hashes.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The lowest bit says whether the query is a question.
    queries: Vec<u64>,
    /// Query and page.
    clicks: Vec<(u64, u64)>,
}

/// How often a query came before it is counted with all more frequent ones.
pub const MOST_FREQUENT: usize = 20;

/// What the hashes say together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Repeats {
    /// Queries.
    pub queries: u64,
    /// Distinct queries.
    pub distinct: u64,
    /// Queries that came once.
    pub once: u64,
    /// Questions, and distinct ones.
    pub questions: u64,
    /// See `questions`.
    pub distinct_questions: u64,
    /// The sum of entropies and the number of distinct clicked queries.
    pub entropy: Mean,
    /// The same by how often the query came, from 1 to [`MOST_FREQUENT`] and more.
    pub by_frequency: Vec<Mean>,
    /// Distinct queries by how often they came, from 1 to [`MOST_FREQUENT`] and more.
    pub frequencies: Vec<u64>,
}

/// A mean in two parts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; 0 of no numbers.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// The standard deviation of the sample; 0 of fewer than two numbers.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let (count, mean) = (self.count as f64, self.mean());
        ((self.squares / count - mean * mean).max(0.0) * count / (count - 1.0)).sqrt()
    }
}

impl Asked {
    /// Adds a query by its hash.
    pub fn add_query(&mut self, query: u64, is_question: bool) {
        self.queries.push(query & !1 | u64::from(is_question));
    }

    /// Adds a click on a page for a query.
    pub fn add_click(&mut self, query: u64, page: u64) {
        self.clicks.push((query & !1, page));
    }

    /// Adds those of another part of the log.
    pub fn merge(&mut self, mut other: Asked) {
        // Exactly: doubling would take twice the memory of a large log.
        self.queries.reserve_exact(other.queries.len());
        self.clicks.reserve_exact(other.clicks.len());
        self.queries.append(&mut other.queries);
        self.clicks.append(&mut other.clicks);
    }

    /// Sorts and counts.
    pub fn repeats(&mut self) -> Repeats {
        self.queries.sort_unstable();
        self.clicks.sort_unstable();
        let mut found = Repeats {
            queries: self.queries.len() as u64,
            by_frequency: vec![Mean::default(); MOST_FREQUENT],
            frequencies: vec![0; MOST_FREQUENT],
            ..Repeats::default()
        };
        let mut clicks = &self.clicks[..];
        for same in self.queries.chunk_by(|one, other| one >> 1 == other >> 1) {
            let (Some(query), count) = (same.first().map(|query| query & !1), same.len()) else { continue };
            let questions = same.iter().filter(|query| *query & 1 == 1).count() as u64;
            found.distinct += 1;
            found.once += u64::from(count == 1);
            found.distinct_questions += u64::from(questions > 0);
            found.questions += questions;
            let place = count.min(MOST_FREQUENT) - 1;
            if let Some(frequency) = found.frequencies.get_mut(place) {
                *frequency += 1;
            }
            clicks = clicks.get(clicks.partition_point(|click| click.0 < query)..).unwrap_or_default();
            let (own, rest) = clicks.split_at(clicks.partition_point(|click| click.0 <= query));
            clicks = rest;
            if !own.is_empty() {
                let entropy = entropy(own.chunk_by(|one, other| one == other).map(<[_]>::len));
                found.entropy.add(entropy);
                if let Some(mean) = found.by_frequency.get_mut(place) {
                    mean.add(entropy);
                }
            }
        }
        found
    }
}

/// The entropy in bits of how often each page was clicked.
///
/// ```
/// use study::logs::figures::repeats::entropy;
///
/// assert_eq!(entropy([1; 8]), 3.0);
/// assert_eq!(entropy([4, 1, 1, 1, 1]), 2.0);
/// assert_eq!(entropy([7]), 0.0);
/// ```
pub fn entropy(clicks: impl IntoIterator<Item = usize>) -> f64 {
    let clicks: Vec<f64> = clicks.into_iter().filter(|count| *count > 0).map(|count| count as f64).collect();
    let all: f64 = clicks.iter().sum();
    let bits = -clicks.iter().map(|count| count / all * (count / all).log2()).sum::<f64>();
    bits.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropies_of_worked_examples() {
        for (clicks, expected) in [
            (vec![1; 8], 3.0),
            (vec![1; 10], 10f64.log2()),
            (vec![5, 3, 2], 1.4855),
            (vec![4, 1, 1, 1, 1], 2.0),
            (vec![9], 0.0),
        ] {
            assert!((entropy(clicks.clone()) - expected).abs() < 5e-5, "{clicks:?}");
        }
    }

    #[test]
    fn clicks_are_joined_with_their_queries() {
        let mut asked = Asked::default();
        for (query, pages) in [(8u64, vec![1, 2]), (4, vec![]), (4, vec![]), (6, vec![3]), (2, vec![])] {
            asked.add_query(query, query == 4);
            pages.into_iter().for_each(|page| asked.add_click(query, page));
        }
        let found = asked.repeats();
        assert_eq!((found.queries, found.distinct, found.once), (5, 4, 3));
        assert_eq!((found.questions, found.distinct_questions), (2, 1));
        assert_eq!((found.entropy.count, found.entropy.mean()), (2, 0.5));
        assert_eq!(&found.frequencies[..2], [3, 1]);
    }
}
