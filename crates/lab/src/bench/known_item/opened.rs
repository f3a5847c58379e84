//! Some variables as wildcards.

use std::io::{self, Write};

use anyhow::Result;
use random::Random;
use rayon::prelude::*;
use serde::Serialize;

use super::{Arguments, Bench, Chosen};
use crate::bench::search::quantile;
use crate::known_items::with_query_variables;

/// The outcome of one query.
struct Outcome {
    query: String,
    /// The rank of the formula, or of one that is equal after renaming; from 1.
    rank: Option<usize>,
    milliseconds: f64,
}

/// The figures.
#[derive(Serialize)]
struct Findings {
    queries: usize,
    formulas_without_wildcards: usize,
    k: usize,
    z: f64,
    found: f64,
    success_at_1: f64,
    success_at_5: f64,
    success_at_10: f64,
    success_at_20: f64,
    mrr: f64,
    milliseconds_median: f64,
    milliseconds_p95: f64,
}

pub(super) fn run(arguments: &Arguments, bench: &Bench) -> Result<()> {
    let k = arguments.k.unwrap_or(1000);
    let ask = |chosen: &Chosen| {
        let mut random = Random::named(arguments.drawn.seed, &chosen.record.to_string());
        let mut unit = || (random.draw() >> 11) as f64 / (1u64 << 53) as f64;
        let query = with_query_variables(&chosen.written, arguments.z, &mut unit)?;
        let (rank, milliseconds) = bench.search(&query, chosen, k);
        Some(Outcome { query, rank, milliseconds })
    };
    let outcomes: Vec<Outcome> = bench.chosen.par_iter().filter_map(ask).collect();
    let findings = Findings::new(arguments, k, bench.chosen.len(), &outcomes);
    let mut out = io::stdout().lock();
    if arguments.drawn.shown.show_failures {
        for outcome in outcomes.iter().filter(|outcome| outcome.rank.is_none()) {
            writeln!(out, "not found\t{}", outcome.query)?;
        }
    }
    crate::bench::print(arguments.drawn.shown.json, &findings, || findings.as_text())
}

impl Findings {
    fn new(arguments: &Arguments, k: usize, chosen: usize, outcomes: &[Outcome]) -> Findings {
        let count = outcomes.len().max(1) as f64;
        let within = |most: usize| {
            outcomes.iter().filter(|outcome| outcome.rank.is_some_and(|rank| rank <= most)).count() as f64
                / count
        };
        let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        Findings {
            queries: outcomes.len(),
            formulas_without_wildcards: chosen - outcomes.len(),
            k,
            z: arguments.z,
            found: within(k),
            success_at_1: within(1),
            success_at_5: within(5),
            success_at_10: within(10),
            success_at_20: within(20),
            mrr: outcomes
                .iter()
                .filter_map(|outcome| outcome.rank)
                .map(|rank| 1.0 / rank as f64)
                .sum::<f64>()
                / count,
            milliseconds_median: quantile(&times, 0.5),
            milliseconds_p95: quantile(&times, 0.95),
        }
    }

    fn as_text(&self) -> String {
        format!(
            "queries        {}\nno wildcards   {}\nfound in {:<5} {:.4}\nsuccess@1      {:.4}\nsuccess@5      {:.4}\n\
             success@10     {:.4}\nsuccess@20     {:.4}\nMRR            {:.4}\nCPU ms         {:.1} (p95 {:.1})\n",
            self.queries,
            self.formulas_without_wildcards,
            self.k,
            self.found,
            self.success_at_1,
            self.success_at_5,
            self.success_at_10,
            self.success_at_20,
            self.mrr,
            self.milliseconds_median,
            self.milliseconds_p95,
        )
    }
}
