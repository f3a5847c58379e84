//! The floor and the ceiling of a pool: all judged documents in random and in perfect order.
//!
//! nDCG′ depends mostly on how many judged relevant documents are found at all; the judged documents
//! of ARQMath-3 Task 1 in random order already score about 0.57. A table with these two rows shows how good a
//! number is. They know the pool, so they are diagnostics of a measure, never systems.

use random::Random;
use trec::Run;
use trec::run::Builder;

use crate::judgements::Judgements;
use crate::{Evaluator, Result, Scores};

/// Shuffles that the random row is averaged over.
pub const ROUNDS: usize = 100;

/// All judged documents, the best grades first.
pub fn perfect_order(judgements: &Judgements) -> Run {
    let mut builder = Builder::new("perfect order", "perfect order");
    for topic in judgements.topics() {
        builder.topic(topic.id);
        for (docno, grade) in topic.pool.iter() {
            builder.push(topic.id, docno, f64::from(grade));
        }
    }
    builder.finish()
}

/// All judged documents in an order drawn from `seed`.
pub fn random_order(judgements: &Judgements, seed: u64) -> Run {
    let mut builder = Builder::new("random order", "random order");
    for topic in judgements.topics() {
        builder.topic(topic.id);
        let seed = Random::named(seed, topic.id).draw();
        for (docno, _) in topic.pool.iter() {
            // By name, because the table of grades has no order of its own.
            let draw = Random::named(seed, docno).draw();
            builder.push(topic.id, docno, (draw >> 11) as f64);
        }
    }
    builder.finish()
}

/// The mean scores of `rounds` random orders: topic by topic, measure by measure.
pub fn random_scores(evaluator: &Evaluator, seed: u64, rounds: usize) -> Result<Scores> {
    let rounds = rounds.max(1);
    let judgements = evaluator.judgements();
    let mut seeds = Random::new(seed);
    let mut sum = evaluator.evaluate(&random_order(judgements, seeds.draw()))?;
    for _ in 1..rounds {
        let next = evaluator.evaluate(&random_order(judgements, seeds.draw()))?;
        let values = sum.values.iter_mut().flatten().zip(next.values.iter().flatten());
        values.for_each(|(sum, next)| *sum += next);
        sum.overall.iter_mut().zip(&next.overall).for_each(|(sum, next)| *sum += next);
    }
    sum.values.iter_mut().flatten().chain(&mut sum.overall).for_each(|value| *value /= rounds as f64);
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::measure::notation::list;
    use trec::{Input, Qrels};

    #[test]
    fn perfect_is_one_and_random_is_near_its_expectation() {
        let rows: String = (0..40).map(|i| format!("1 0 d{i} {}\n", u8::from(i % 4 == 0))).collect();
        let qrels = Qrels::read(Input::from_bytes("q", rows.into()).unwrap()).unwrap();
        let judgements = Judgements::new(&qrels);
        let evaluator = Evaluator::new(&judgements, list("nDCG,P@10").unwrap(), Options::default()).unwrap();
        assert_eq!(evaluator.evaluate(&perfect_order(&judgements)).unwrap().overall, [1.0, 1.0]);
        let random = random_scores(&evaluator, 7, 400).unwrap();
        assert!((random.overall[1] - 0.25).abs() < 0.02, "{:?}", random.overall);
        assert_eq!(random, random_scores(&evaluator, 7, 400).unwrap());
        assert_ne!(random, random_scores(&evaluator, 8, 400).unwrap());
    }
}
