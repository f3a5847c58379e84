//! Pasted passages: units that have a long run of the query's words one after another.

use index::units::{Units, Zone};

use crate::Result;
use crate::questions::Question;

/// The fewest words of a run that identify the source of a passage.
const FEWEST_WORDS: usize = 5;

/// Longer runs are searched for by their first words.
const MOST_WORDS: usize = 12;

/// The most runs that are tried, the longest first.
const MOST_RUNS: usize = 3;

/// The weight of a passage in the unit that is answered.
const IN_PARENT: f64 = 0.5;

/// For each candidate, 1 if the passage is in it, less if it is in the unit it answers or only parts of it are.
pub(super) fn values(units: &Units, question: &Question, candidates: &[u32]) -> Result<Vec<f64>> {
    let mut values = vec![0.0f64; candidates.len()];
    let runs = runs(question);
    for run in &runs {
        let mut found: Vec<u32> = Vec::new();
        for zone in [Zone::TitleExact, Zone::BodyExact] {
            units.for_each_phrase(zone, run, &question.budget, |unit| found.push(unit))?;
        }
        found.sort_unstable();
        for (value, &candidate) in values.iter_mut().zip(candidates) {
            let has = |unit: u32| found.binary_search(&unit).is_ok();
            let is_in_parent = || units.parent(candidate).is_some_and(has);
            let share = if has(candidate) {
                1.0
            } else if is_in_parent() {
                IN_PARENT
            } else {
                0.0
            };
            *value += share / runs.len() as f64;
        }
    }
    Ok(values)
}

/// The longest runs of words between formulas, with positions.
fn runs(question: &Question) -> Vec<Vec<(u32, String)>> {
    if !question.is_passage {
        return Vec::new();
    }
    let words = |piece: &str| -> Vec<(u32, String)> {
        let words = text::words::words(piece);
        words.map(|word| (word.position, word.text)).take(MOST_WORDS).collect()
    };
    let mut runs: Vec<Vec<(u32, String)>> = question.title.words().map(words).collect();
    runs.retain(|run| run.len() >= FEWEST_WORDS);
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs.truncate(MOST_RUNS);
    runs
}
