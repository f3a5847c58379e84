//! The place of each trial's right unit, system by system, and measures of these places.

use anyhow::Result;
use eval::report::columns::align;
use eval::statistics::comparison::{System, compare};
use serde::Serialize;

/// The places of one system.
pub(super) struct Ranks {
    /// The system.
    pub(super) name: String,
    /// For each trial the place of the right unit, from 1; `None` if it was not found.
    pub(super) places: Vec<Option<usize>>,
}

/// The measures of one system.
#[derive(Serialize)]
struct Row {
    name: String,
    success_at_1: f64,
    success_at_5: f64,
    success_at_10: f64,
    found: f64,
    mrr: f64,
    /// The first system minus this one in reciprocal ranks, with the p-values of t-test and randomisation test.
    difference: Option<f64>,
    t_test: Option<f64>,
    randomisation: Option<f64>,
}

/// All systems over the same trials.
#[derive(Serialize)]
pub(super) struct Findings {
    trials: usize,
    k: usize,
    systems: Vec<Row>,
}

impl Ranks {
    fn within(&self, most: usize) -> f64 {
        let found = self.places.iter().flatten().filter(|&&place| place <= most).count();
        found as f64 / self.places.len().max(1) as f64
    }

    fn reciprocal(&self) -> Vec<f64> {
        self.places.iter().map(|place| place.map_or(0.0, |place| 1.0 / place as f64)).collect()
    }
}

impl Findings {
    /// Compares every system with the first, trial by trial.
    pub(super) fn new(systems: &[Ranks], k: usize, seed: u64) -> Findings {
        let trials = systems.first().map_or(0, |first| first.places.len());
        let names: Vec<String> = (0..trials).map(|trial| trial.to_string()).collect();
        let values: Vec<Vec<f64>> = systems.iter().map(Ranks::reciprocal).collect();
        let mut sides: Vec<System> = Vec::new();
        for (Ranks { name, .. }, values) in systems.iter().zip(&values) {
            sides.push(System { name, topics: &names, values });
        }
        let mut rows: Vec<Row> =
            systems.iter().zip(&values).map(|(ranks, values)| row(ranks, values)).collect();
        if let Some((first, others)) = sides.split_first() {
            for (row, comparison) in rows.iter_mut().skip(1).zip(compare(first, others, seed)) {
                row.difference = Some(-comparison.difference());
                row.t_test = comparison.t_test.map(|test| test.p);
                row.randomisation = comparison.randomisation.map(|test| test.p);
            }
        }
        Findings { trials, k, systems: rows }
    }

    /// Prints a table, or JSON.
    pub(super) fn print(&self, json: bool) -> Result<()> {
        crate::bench::print(json, self, || self.as_text())
    }

    fn as_text(&self) -> String {
        let heading = [
            "system",
            "success@1",
            "success@5",
            "success@10",
            "found",
            "MRR",
            "first−this",
            "p (t)",
            "p (rand.)",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        rows.extend(self.systems.iter().map(Row::cells));
        format!("{} trials, {} results each\n\n{}", self.trials, self.k, align(&rows, 1))
    }
}

fn row(ranks: &Ranks, reciprocal: &[f64]) -> Row {
    Row {
        name: ranks.name.clone(),
        success_at_1: ranks.within(1),
        success_at_5: ranks.within(5),
        success_at_10: ranks.within(10),
        found: ranks.within(usize::MAX),
        mrr: reciprocal.iter().sum::<f64>() / reciprocal.len().max(1) as f64,
        difference: None,
        t_test: None,
        randomisation: None,
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let figures = [self.success_at_1, self.success_at_5, self.success_at_10, self.found, self.mrr];
        let mut cells = vec![self.name.clone()];
        cells.extend(figures.map(|figure| format!("{figure:.4}")));
        cells.push(self.difference.map_or_else(String::new, |difference| format!("{difference:+.4}")));
        let p_value = |p: Option<f64>| p.map_or_else(String::new, |p| format!("{p:.4}"));
        cells.extend([p_value(self.t_test), p_value(self.randomisation)]);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_shares_of_all_trials() {
        let ranks =
            |name: &str, places: &[Option<usize>]| Ranks { name: name.to_owned(), places: places.to_vec() };
        let systems =
            [ranks("a", &[Some(1), Some(2), None, Some(12)]), ranks("b", &[None, None, None, Some(1)])];
        let found = Findings::new(&systems, 20, 1);
        let [a, b] = found.systems.as_slice() else { panic!("two systems") };
        assert_eq!((a.success_at_1, a.success_at_10, a.found), (0.25, 0.5, 0.75));
        assert!((a.mrr - (1.0 + 0.5 + 1.0 / 12.0) / 4.0).abs() < 1e-12);
        assert!((b.difference.unwrap_or(0.0) - (a.mrr - b.mrr)).abs() < 1e-12);
        assert!(a.t_test.is_none() && b.t_test.is_some());
    }
}
