//! How formulas are distributed in an index: how many a unit has, how large they are, how often one occurs.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use eval::report::columns::align;
use index::Index;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The shape of a list of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Shape {
    /// How many numbers there are.
    pub count: usize,
    /// The least.
    pub least: usize,
    /// A quarter is at most this.
    pub first_quartile: usize,
    /// Half is at most this.
    pub median: usize,
    /// Three quarters are at most this.
    pub third_quartile: usize,
    /// Of a hundred, 99 are at most this.
    pub percentile_99: usize,
    /// The greatest.
    pub greatest: usize,
    /// The mean.
    pub mean: f64,
}

impl Shape {
    /// Of numbers in any order.
    ///
    /// ```
    /// let shape = lab::distribution::Shape::of(vec![5, 1, 2, 4, 3]);
    /// assert_eq!((shape.least, shape.median, shape.greatest, shape.mean), (1, 3, 5, 3.0));
    /// ```
    pub fn of(mut numbers: Vec<usize>) -> Shape {
        numbers.sort_unstable();
        let at = |share: f64| {
            let place = (share * numbers.len() as f64).ceil() as usize;
            numbers.get(place.saturating_sub(1)).copied().unwrap_or(0)
        };
        Shape {
            count: numbers.len(),
            least: at(0.0),
            first_quartile: at(0.25),
            median: at(0.5),
            third_quartile: at(0.75),
            percentile_99: at(0.99),
            greatest: at(1.0),
            mean: numbers.iter().sum::<usize>() as f64 / numbers.len().max(1) as f64,
        }
    }
}

/// How formulas are distributed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Distribution {
    /// Formulas of a unit, for each kind of unit.
    pub formulas_of_units: BTreeMap<String, Shape>,
    /// Labels in the operator tree of a distinct formula.
    pub labels: Shape,
    /// Occurrences of a distinct formula.
    pub occurrences: Shape,
    /// The share of the distinct formulas that occur once.
    pub once: f64,
}

/// Reads a whole index.
///
/// # Errors
/// It cannot be read.
pub fn of(folder: &Path) -> Result<Distribution> {
    let index = Index::open(folder)?;
    let units = index.units()?;
    let unit = |unit: u32| -> Result<Option<(String, Vec<u32>)>> {
        if !units.is_alive(unit) {
            return Ok(None);
        }
        let stored = units.stored(unit)?;
        let records = stored.formulas.iter().map(|formula| index.variants().first(formula.record));
        Ok(Some((units.kind(unit), records.collect())))
    };
    let read: Vec<Option<(String, Vec<u32>)>> =
        (0..units.count()).into_par_iter().map(unit).collect::<Result<_>>()?;
    let mut of_units: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut occurrences: FxHashMap<u32, usize> = FxHashMap::default();
    for (kind, records) in read.into_iter().flatten() {
        of_units.entry(kind).or_default().push(records.len());
        records.into_iter().for_each(|record| *occurrences.entry(record).or_insert(0) += 1);
    }
    let records: Vec<u32> = occurrences.keys().copied().collect();
    let labels =
        |record: &u32| index.formulas().record(*record).map(|record| crate::topics::atoms(&record.opt));
    let labels: Vec<usize> = records.par_iter().filter_map(labels).collect();
    let once = occurrences.values().filter(|count| **count == 1).count();
    Ok(Distribution {
        formulas_of_units: of_units.into_iter().map(|(kind, numbers)| (kind, Shape::of(numbers))).collect(),
        labels: Shape::of(labels),
        once: once as f64 / occurrences.len().max(1) as f64,
        occurrences: Shape::of(occurrences.into_values().collect()),
    })
}

impl Distribution {
    /// As a table.
    pub fn text(&self) -> String {
        let heading = ["", "number", "least", "25 %", "median", "75 %", "99 %", "greatest", "mean"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let mut add = |name: String, shape: &Shape| {
            let numbers = [
                shape.count,
                shape.least,
                shape.first_quartile,
                shape.median,
                shape.third_quartile,
                shape.percentile_99,
                shape.greatest,
            ];
            let mut row = vec![name];
            row.extend(numbers.map(|number| number.to_string()));
            row.push(format!("{:.2}", shape.mean));
            rows.push(row);
        };
        for (kind, shape) in &self.formulas_of_units {
            add(format!("formulas of a unit: {kind}"), shape);
        }
        add("labels of a distinct formula".to_owned(), &self.labels);
        add("occurrences of a distinct formula".to_owned(), &self.occurrences);
        format!("{}{:.1} % of the distinct formulas occur once\n", align(&rows, 1), 100.0 * self.once)
    }

    /// As JSON.
    ///
    /// # Errors
    /// None that an index can cause.
    pub fn json(&self) -> Result<String> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?))
    }
}
