//! Counts, summed over topics: `NumQ` topics, `NumRet` results, `NumRel` relevant documents judged,
//! `NumRelRet` relevant documents among the results. trec_eval's `num_q`, `num_ret`, `num_rel`,
//! `num_rel_ret`.

use crate::ranking::Ranking;

/// Results.
pub fn retrieved(ranking: &Ranking) -> f64 {
    ranking.grades().len() as f64
}

/// Relevant documents judged.
pub fn relevant(ranking: &Ranking, level: u32) -> f64 {
    ranking.counts().at_least(level) as f64
}

/// Relevant documents among the results.
pub fn relevant_retrieved(ranking: &Ranking, level: u32) -> f64 {
    ranking.relevant_in_top(None, level) as f64
}
