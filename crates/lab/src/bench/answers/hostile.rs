//! `perga bench answers hostile`: strings that no user would type, at full speed.
//!
//! A search must never fail, and must end within a second, with or without results. Where it finds nothing, it must say
//! how it read the string or which parts it did not understand; `perga search` adds what to do.
//!
//! Searches run in parallel, and one may wait for others that have its threads. So a search that took too long is
//! repeated alone before it counts as slow.

pub(in crate::bench) mod generate;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use index::Index;
use random::Random;
use rank::questions::excerpt::Excerpter;
use rank::questions::explanation::matches;
use rank::questions::{Pipeline, Question, Searcher, Want};
use rayon::prelude::*;

use crate::bench::arguments::IndexFolder;
use crate::bench::search::quantile;
use generate::{Seeds, hostile};

/// The command line of `perga bench answers hostile`.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many strings
    #[arg(value_name = "N", default_value_t = 100_000)]
    count: usize,

    #[command(flatten)]
    index: IndexFolder,

    /// Real queries to mutate, one per line; titles and formulas of the index are used anyway
    #[arg(long, value_name = "FILE")]
    queries: Vec<PathBuf>,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// The most results per query
    #[arg(short, value_name = "K", default_value_t = 20)]
    k: usize,

    /// Milliseconds that no query may exceed
    #[arg(long, value_name = "MS", default_value_t = 1000.0)]
    limit: f64,

    /// The seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Characters of an excerpt, and formulas that are shown with it, as on a page of results.
const EXCERPT: usize = 320;
const MOST_FORMULAS: usize = 2;

/// The outcome of one string.
struct Outcome {
    kind: &'static str,
    query: String,
    hits: usize,
    milliseconds: f64,
    error: Option<String>,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(&index, &pipeline, Want::Units)?;
    let seeds = Seeds::of(&index, &arguments.queries)?;
    let ask = |number: usize| ask(arguments, &index, &searcher, &seeds, number);
    let mut outcomes: Vec<Outcome> = (0..arguments.count).into_par_iter().map(ask).collect();
    for (number, outcome) in outcomes.iter_mut().enumerate() {
        if outcome.milliseconds > arguments.limit {
            *outcome = ask(number);
        }
    }
    report(arguments, &outcomes)
}

fn ask(arguments: &Arguments, index: &Index, searcher: &Searcher, seeds: &Seeds, number: usize) -> Outcome {
    let mut random = Random::named(arguments.seed, &number.to_string());
    let (kind, query) = hostile(seeds, &mut random);
    let started = Instant::now();
    let found = answer(index, searcher, &query, arguments.k);
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let (hits, error) = match found {
        Ok(hits) => (hits, None),
        Err(error) => (0, Some(error.to_string())),
    };
    Outcome { kind, query, hits, milliseconds, error }
}

/// All the work of a page of results; returns the number of hits.
fn answer(index: &Index, searcher: &Searcher, query: &str, k: usize) -> Result<usize> {
    let question = Question::read(query);
    let found = searcher.search(&question, k)?;
    let is_explained = question.is_empty() || !question.read_as.is_empty() || !question.notes.is_empty();
    ensure!(
        !found.hits.is_empty() || is_explained,
        "the search found nothing and does not say how it read the query"
    );
    let excerpter = Excerpter::new(index, &question)?;
    for hit in &found.hits {
        let unit = index.units()?.stored(hit.unit)?;
        excerpter.excerpt(&unit, EXCERPT);
        matches(index, &question, &unit, MOST_FORMULAS);
    }
    Ok(found.hits.len())
}

fn report(arguments: &Arguments, outcomes: &[Outcome]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "strings\t{}", outcomes.len())?;
    let mut kinds: Vec<&str> = outcomes.iter().map(|outcome| outcome.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.kind == kind).collect();
        let found = of_kind.iter().filter(|outcome| outcome.hits > 0).count();
        let times: Vec<f64> = of_kind.iter().map(|outcome| outcome.milliseconds).collect();
        let (median, slowest) = (quantile(&times, 0.5), quantile(&times, 1.0));
        let count = of_kind.len();
        writeln!(
            out,
            "{kind}\t{count}, {found} with results, median {median:.2} ms, slowest {slowest:.1} ms"
        )?;
    }
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.error.is_some()).collect();
    let slow: Vec<&Outcome> =
        outcomes.iter().filter(|outcome| outcome.milliseconds > arguments.limit).collect();
    writeln!(out, "failed\t{}\nover {} ms\t{}", failed.len(), arguments.limit, slow.len())?;
    for outcome in failed.iter().chain(&slow).take(20) {
        let shown: String = outcome.query.chars().take(200).collect();
        let error = outcome.error.as_deref().unwrap_or("");
        writeln!(out, "{}\t{:.0} ms\t{error}\t{shown:?}", outcome.kind, outcome.milliseconds)?;
    }
    if failed.is_empty() && slow.is_empty() {
        return Ok(());
    }
    bail!("{} strings failed and {} took too long", failed.len(), slow.len())
}
