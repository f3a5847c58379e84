//! Shared by the benchmarks of search: queries of a topic file, and times.

use std::path::Path;

use anyhow::Result;
use cpu_time::ThreadTime;
use formula::Notation;
use rank::formulas::Query;

use trec::topics::Topic;
use trec::{Input, topics};

/// A topic and the formula it asks for.
pub struct Asked {
    /// The topic's id.
    pub topic: String,
    /// Its formula, or the first of them.
    pub query: Query,
}

/// The topics of a file that ask for a formula.
pub fn asked(path: &Path) -> Result<Vec<Asked>> {
    let topics = topics::read(&Input::open(path)?)?;
    let ask =
        |topic: Topic| Some(Asked { query: Query::read(&latex(&topic)?, Notation::Latex), topic: topic.id });
    Ok(topics.into_iter().filter_map(ask).collect())
}

fn latex(topic: &Topic) -> Option<String> {
    let formula = topic.formula.as_ref().or(topic.formulas.first());
    let text = formula.map_or(topic.title.trim(), |formula| formula.latex.trim());
    (!text.is_empty()).then(|| text.to_owned())
}

/// The result of some work and the milliseconds of processor time that it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = ThreadTime::now();
    let answer = work();
    (answer, started.elapsed().as_secs_f64() * 1e3)
}

/// The quantile of the values at a share; 0 if there are none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut ordered = values.to_vec();
    ordered.sort_by(f64::total_cmp);
    let place = (share * ordered.len() as f64) as usize;
    ordered.get(place.min(ordered.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_the_list() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!((quantile(&values, 0.5), quantile(&values, 0.95)), (11.0, 20.0));
        assert_eq!((quantile(&[3.0], 0.95), quantile(&[], 0.5)), (3.0, 0.0));
    }
}
