//! Systems against a baseline under one measure: means, tests, corrections, counts.
//!
//! Systems are compared on the topics that both have a score for; a run without results for a topic has
//! none unless it was evaluated over all judged topics (`complete`). The corrections are over the systems of one
//! table and one measure: that is the family of claims that a table makes.

use std::collections::HashMap;

use super::{
    RandomisationTest, TTest, WinsTiesLosses, bonferroni, holm, mean, paired_t_test, randomisation_test,
};

/// The scores of one system under one measure, topic by topic.
#[derive(Clone, Copy, Debug)]
pub struct System<'a> {
    /// What tables call it.
    pub name: &'a str,
    /// The topics that it has scores for.
    pub topics: &'a [String],
    /// Its score on each of them.
    pub values: &'a [f64],
}

/// The topics that two systems share, with both scores, in the order of the first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Paired<'a> {
    /// The shared topics.
    pub topics: Vec<&'a str>,
    /// The first system's scores.
    pub first: Vec<f64>,
    /// The second system's scores.
    pub second: Vec<f64>,
}

impl<'a> Paired<'a> {
    /// Pairs two systems by topic.
    pub fn new(first: &System<'a>, second: &System<'_>) -> Self {
        let others: HashMap<&str, f64> =
            second.topics.iter().map(String::as_str).zip(second.values.iter().copied()).collect();
        let mut paired = Paired::default();
        for (topic, &value) in first.topics.iter().zip(first.values) {
            let Some(&other) = others.get(topic.as_str()) else { continue };
            paired.topics.push(topic);
            paired.first.push(value);
            paired.second.push(other);
        }
        paired
    }
}

/// One system against the baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison<'a> {
    /// The system.
    pub name: &'a str,
    /// Topics that both have a score for; everything below is over these.
    pub topics: usize,
    /// The baseline's mean.
    pub baseline: f64,
    /// The system's mean.
    pub mean: f64,
    /// On how many topics the system is better, equal or worse.
    pub counts: WinsTiesLosses,
    /// The paired t-test; `None` for fewer than two topics.
    pub t_test: Option<TTest>,
    /// The paired randomisation test.
    pub randomisation: Option<RandomisationTest>,
    /// The p-value of the t-test, corrected after Bonferroni.
    pub bonferroni: Option<f64>,
    /// The p-value of the t-test, corrected after Holm.
    pub holm: Option<f64>,
    /// How many comparisons the corrections are over.
    pub comparisons: usize,
}

impl Comparison<'_> {
    /// System minus baseline.
    pub fn difference(&self) -> f64 {
        self.mean - self.baseline
    }

    /// The difference as a share of the baseline's mean; `None` when that is 0.
    pub fn relative(&self) -> Option<f64> {
        (self.baseline != 0.0).then(|| self.difference() / self.baseline)
    }

    /// Whether the difference is significant at this level after Holm's correction.
    pub fn is_significant(&self, level: f64) -> bool {
        self.holm.is_some_and(|p| p < level)
    }
}

/// Compares systems with a baseline; those that share no topic with it are left out.
///
/// ```
/// use eval::statistics::comparison::{System, compare};
/// let topics: Vec<String> = (1..=4).map(|i| format!("A.{i}")).collect();
/// let base = System { name: "base", topics: &topics, values: &[0.1, 0.2, 0.3, 0.4] };
/// let mine = System { name: "mine", topics: &topics, values: &[0.2, 0.3, 0.5, 0.4] };
/// let comparison = &compare(&base, &[mine], 1)[0];
/// assert_eq!((comparison.counts.wins, comparison.counts.ties), (3, 1));
/// assert!((comparison.difference() - 0.1).abs() < 1e-12);
/// ```
pub fn compare<'a>(baseline: &System<'_>, systems: &[System<'a>], seed: u64) -> Vec<Comparison<'a>> {
    let mut comparisons: Vec<Comparison> =
        systems.iter().filter_map(|system| uncorrected(baseline, system, seed)).collect();
    let tested: Vec<usize> = (0..comparisons.len()).filter(|&i| comparisons[i].t_test.is_some()).collect();
    let p_values: Vec<f64> =
        tested.iter().filter_map(|&i| comparisons[i].t_test).map(|test| test.p).collect();
    let (simple, stepwise) = (bonferroni(&p_values), holm(&p_values));
    for (place, &index) in tested.iter().enumerate() {
        comparisons[index].bonferroni = Some(simple[place]);
        comparisons[index].holm = Some(stepwise[place]);
    }
    comparisons.iter_mut().for_each(|comparison| comparison.comparisons = tested.len());
    comparisons
}

fn uncorrected<'a>(baseline: &System<'_>, system: &System<'a>, seed: u64) -> Option<Comparison<'a>> {
    let paired = Paired::new(baseline, system);
    Some(Comparison {
        name: system.name,
        topics: paired.topics.len(),
        baseline: mean(&paired.first)?,
        mean: mean(&paired.second)?,
        counts: WinsTiesLosses::of(&paired.first, &paired.second),
        t_test: paired_t_test(&paired.first, &paired.second),
        randomisation: randomisation_test(&paired.first, &paired.second, seed),
        bonferroni: None,
        holm: None,
        comparisons: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn only_shared_topics_count_whatever_their_order() {
        let (ours, theirs) = (topics(&["a", "b", "c"]), topics(&["c", "x", "a"]));
        let first = System { name: "first", topics: &ours, values: &[1.0, 2.0, 3.0] };
        let second = System { name: "second", topics: &theirs, values: &[30.0, 40.0, 10.0] };
        let paired = Paired::new(&first, &second);
        assert_eq!(paired.topics, ["a", "c"]);
        assert_eq!((paired.first, paired.second), (vec![1.0, 3.0], vec![10.0, 30.0]));
    }

    #[test]
    fn corrections_are_over_the_systems_that_could_be_tested() {
        let (many, one, none) = (topics(&["a", "b", "c"]), topics(&["a"]), topics(&["z"]));
        let base = System { name: "base", topics: &many, values: &[0.1, 0.2, 0.3] };
        let systems = [
            System { name: "good", topics: &many, values: &[0.2, 0.4, 0.6] },
            System { name: "one", topics: &one, values: &[0.9] },
            System { name: "none", topics: &none, values: &[0.9] },
            System { name: "same", topics: &many, values: &[0.1, 0.2, 0.3] },
        ];
        let found = compare(&base, &systems, 1);
        let names: Vec<&str> = found.iter().map(|comparison| comparison.name).collect();
        assert_eq!(names, ["good", "one", "same"]);
        let p = found[0].t_test.unwrap().p;
        assert_eq!(found[0].bonferroni, Some(2.0 * p));
        assert_eq!((found[1].t_test, found[1].holm), (None, None));
        assert_eq!(found[2].holm, Some(1.0));
        assert!(found.iter().all(|comparison| comparison.comparisons == 2));
    }
}
