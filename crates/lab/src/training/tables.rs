//! What is printed of training.

use anyhow::Result;
use eval::report::columns::align;
use eval::{Evaluator, Judgements, Scores};
use rank::learning::{CrossValidation, Examples};
use trec::{Qrels, Run};

/// What is printed of a cross-validation where only judged candidates count.
const JUDGED: [&str; 3] = ["nDCG'", "MAP'", "P'@10"];
/// And where the others are not relevant.
const ALL: [&str; 3] = ["nDCG@10", "RR", "P@10"];

/// The measures of each fold and of all topics, each scored with weights that have not seen it; over all candidates or
/// those that were judged.
pub(super) fn fold_table(
    qrels: &Qrels,
    examples: &Examples,
    validation: &CrossValidation,
    unseen: &Run,
    is_complete: bool,
) -> Result<String> {
    let names = if is_complete { ALL } else { JUDGED };
    let judgements = Judgements::new(qrels);
    let measures = names.iter().map(|name| name.parse()).collect::<eval::Result<_>>()?;
    // The grades of ARQMath count as relevant from 2 up.
    let level = if qrels.highest_grade() > 1 { 2 } else { 1 };
    let evaluator = Evaluator::new(&judgements, measures, eval::Options { level, ..Default::default() })?;
    let scores = evaluator.evaluate(unseen)?;
    let mut rows = vec![["fold", "topics"].iter().chain(&names).map(ToString::to_string).collect()];
    for fold in 0..validation.weights.len() {
        let is_here = |number: &usize| validation.folds.get(*number) == Some(&fold);
        let topics: Vec<&str> = (0..examples.topics.len())
            .filter(is_here)
            .map(|number| examples.topics[number].id.as_str())
            .collect();
        rows.push(row(&(fold + 1).to_string(), &scores, |id| topics.contains(&id)));
    }
    rows.push(row("all", &scores, |_| true));
    Ok(align(&rows, 1))
}

fn row(name: &str, scores: &Scores, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let wanted: Vec<usize> =
        (0..scores.topics.len()).filter(|&topic| is_wanted(&scores.topics[topic])).collect();
    let mean = |values: &Vec<f64>| {
        let sum: f64 = wanted.iter().filter_map(|&topic| values.get(topic)).sum();
        format!("{:.4}", sum / wanted.len().max(1) as f64)
    };
    let cells = [name.to_owned(), wanted.len().to_string()];
    cells.into_iter().chain(scores.values.iter().map(mean)).collect()
}

/// Weights, the largest first.
pub(super) fn weight_table(names: &[String], weights: &[f64]) -> String {
    let mut sorted: Vec<(&String, f64)> = names.iter().zip(weights.iter().copied()).collect();
    sorted.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
    let rows: Vec<Vec<String>> =
        sorted.into_iter().map(|(name, weight)| vec![name.clone(), format!("{weight:.4}")]).collect();
    align(&rows, 1)
}
