//! A linear support vector machine on pairs, by coordinate descent in the dual (Hsieh and others, ICML 2008).
//!
//! It minimises `½ |w|² + C Σ mean max(0, 1 − w·(better − worse))`, the sum over topics and the mean over the pairs
//! of each: a topic with many judgements counts no more than another. Published rankers are often trained with the
//! program SVM-rank, which adds up the errors of all pairs and divides by the number of topics; [`Per`] chooses.
//! Pairs are visited in an order that depends on
//! nothing but their number, so the same table gives the same weights to the last bit.

use random::mixed;

use super::Topic;

/// What an error costs, against the size of the weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The cost.
    pub value: f64,
    /// What it is the cost of.
    pub per: Per,
}

/// What a cost is the cost of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// The mean error of the pairs of a topic: every topic counts the same.
    Topic,
    /// The error of a pair, divided by the number of topics: the option `-c` of the program SVM-rank.
    Pair,
}

impl Default for Cost {
    /// Ten times as much, learned from ten topics, did worse on others.
    fn default() -> Self {
        Cost { value: 1.0, per: Per::Topic }
    }
}

/// Descent ends when no pair is further from its optimum than this.
const TOLERANCE: f64 = 1e-3;
/// Or after this many rounds.
const MOST_ROUNDS: u64 = 300;
/// The most pairs of one topic; of more, this many are taken evenly.
const MOST_PAIRS: usize = 20_000;

/// A better and a worse candidate of a topic.
struct Pair {
    difference: Vec<f64>,
    /// The square of its length.
    square: f64,
    /// The upper bound of its multiplier.
    bound: f64,
    /// Its multiplier.
    pull: f64,
}

/// The weights that order the judged candidates of some topics best; zeros if there is nothing to learn from.
pub fn weights<'t>(topics: impl IntoIterator<Item = &'t Topic>, dimensions: usize, cost: Cost) -> Vec<f64> {
    let topics: Vec<Vec<Pair>> = topics.into_iter().map(pairs).collect();
    let mut pairs = bounded(topics, cost);
    let mut weights = vec![0.0; dimensions];
    for round in 0..MOST_ROUNDS {
        let mut furthest: f64 = 0.0;
        for number in order(pairs.len(), round) {
            let pair = &mut pairs[number];
            let product: f64 = pair.difference.iter().zip(&weights).map(|(a, b)| a * b).sum();
            let gradient = product - 1.0;
            let pull = (pair.pull - gradient / pair.square).clamp(0.0, pair.bound);
            let step = pull - pair.pull;
            if step == 0.0 {
                continue;
            }
            furthest = furthest.max(gradient.abs());
            pair.pull = pull;
            for (weight, value) in weights.iter_mut().zip(&pair.difference) {
                *weight += step * value;
            }
        }
        if furthest < TOLERANCE {
            break;
        }
    }
    weights
}

fn pairs(topic: &Topic) -> Vec<Pair> {
    let judged: Vec<(i32, &[f64])> = topic.judged().collect();
    let mut numbers: Vec<(usize, usize)> = Vec::new();
    for (better, (grade, _)) in judged.iter().enumerate() {
        let is_worse = |(_, (other, _)): &(usize, &(i32, &[f64]))| other < grade;
        numbers.extend(judged.iter().enumerate().filter(is_worse).map(|(worse, _)| (better, worse)));
    }
    let step = numbers.len().div_ceil(MOST_PAIRS).max(1);
    let taken = numbers.into_iter().step_by(step);
    let pairs = taken.map(|(better, worse)| pair(judged[better].1, judged[worse].1));
    pairs.filter(|pair| pair.square > 0.0).collect()
}

/// The pairs of all topics, each with the most that its error may pull.
fn bounded(topics: Vec<Vec<Pair>>, cost: Cost) -> Vec<Pair> {
    let learnable = topics.iter().filter(|pairs| !pairs.is_empty()).count();
    let bound = |pairs: &[Pair]| match cost.per {
        Per::Topic => cost.value / pairs.len() as f64,
        Per::Pair => cost.value / learnable as f64,
    };
    let with_bound = |pairs: Vec<Pair>| {
        let bound = bound(&pairs);
        pairs.into_iter().map(move |pair| Pair { bound, ..pair })
    };
    topics.into_iter().flat_map(with_bound).collect()
}

fn pair(better: &[f64], worse: &[f64]) -> Pair {
    let difference: Vec<f64> = better.iter().zip(worse).map(|(a, b)| a - b).collect();
    let square = difference.iter().map(|value| value * value).sum();
    Pair { difference, square, bound: 0.0, pull: 0.0 }
}

/// The numbers below `count` in an order that differs from round to round.
fn order(count: usize, round: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let other = mixed(mixed(round) ^ last as u64) % (last as u64 + 1);
        order.swap(last, other as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::{Example, score};

    fn topic(id: &str, rows: &[(i32, [f64; 3])]) -> Topic {
        let example = |(grade, values): &(i32, [f64; 3])| Example {
            docno: String::new(),
            grade: Some(*grade),
            values: Some(values.to_vec()),
        };
        Topic { id: id.to_owned(), candidates: rows.iter().map(example).collect() }
    }

    /// Grades that follow the first value against the second, the third being noise.
    fn topics() -> Vec<Topic> {
        let row = |number: u64| {
            let value = |salt: u64| (mixed(number * 3 + salt) % 1000) as f64 / 1000.0;
            let values = [value(0), value(1), value(2)];
            (((values[0] - 0.5 * values[1] + 0.5) * 2.0) as i32, values)
        };
        let rows = |first: u64| (first..first + 40).map(row).collect::<Vec<_>>();
        (0..5).map(|number| topic(&number.to_string(), &rows(number * 40))).collect()
    }

    #[test]
    fn it_finds_the_direction_in_which_grades_grow() {
        let topics = topics();
        let weights = weights(&topics, 3, Cost::default());
        assert!(weights[0] > 0.0 && weights[1] < 0.0, "{weights:?}");
        assert!(weights[2].abs() < weights[1].abs() / 3.0, "{weights:?}");
        for topic in &topics {
            let judged: Vec<_> = topic.judged().collect();
            let pairs = judged.iter().flat_map(|a| judged.iter().map(move |b| (a, b)));
            let (mut right, mut all) = (0, 0);
            for (better, worse) in pairs.filter(|(a, b)| a.0 > b.0) {
                all += 1;
                right += usize::from(score(&weights, better.1) > score(&weights, worse.1));
            }
            assert!(right * 100 >= all * 95, "{right} of {all}");
        }
    }

    #[test]
    fn a_topic_counts_by_its_pairs_only_where_pairs_cost() {
        // Two topics that contradict each other, the second with ten times as many pairs.
        let one = topic("1", &[(1, [1.0, 0.0, 0.0]), (0, [0.0; 3])]);
        let many: Vec<(i32, [f64; 3])> =
            (0..11).map(|number| (i32::from(number == 0), [f64::from(number > 0), 0.0, 0.0])).collect();
        let topics = [one, topic("2", &many)];
        let first = |per| weights(&topics, 3, Cost { value: 0.2, per })[0];
        assert!(first(Per::Topic).abs() < 1e-9, "{}", first(Per::Topic));
        assert!((first(Per::Pair) + 0.9).abs() < 1e-9, "{}", first(Per::Pair));
    }

    #[test]
    fn the_same_table_gives_the_same_bits() {
        assert_eq!(weights(&topics(), 3, Cost::default()), weights(&topics(), 3, Cost::default()));
    }

    #[test]
    fn nothing_is_learned_from_equal_grades() {
        let same = topic("1", &[(2, [0.0, 1.0, 0.0]), (2, [1.0, 0.0, 0.0])]);
        assert_eq!(weights([&same], 3, Cost::default()), [0.0; 3]);
    }
}
