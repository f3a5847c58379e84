//! `perga bench known-item`: queries made from formulas of an index, and the ranks of these formulas.
//!
//! Two kinds: some variables as wildcards, after the Wikipedia task of NTCIR-11; or, with `--altered`, the formula as
//! another person might have written it.

mod altered;
mod opened;

use std::collections::HashSet;

use anyhow::{Result, bail};
use formula::Notation;
use formula::canonical::canonical;
use formula::signatures::{Signatures, alpha};
use index::Index;
use random::Random;
use rank::formulas::{Pipeline, Query, Searcher};

use super::arguments::{Drawn, IndexFolder};
use super::search::timed;
use crate::known_items::{Written, sub_expressions};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga bench known-item 1000 --index DIR
      a thousand formulas with some of their variables as wildcards
  perga bench known-item 2000 --index DIR --altered --source-prefix mse-posts-
      two thousand formulas renamed, commuted, in other notation, and with one sub-expression changed";

/// The command line of `perga bench known-item`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How many formulas are drawn
    #[arg(value_name = "N")]
    count: usize,

    #[command(flatten)]
    index: IndexFolder,

    /// A variable with l nodes above it becomes a wildcard when a number drawn from 0 to 1 is greater than Z·l
    #[arg(long, value_name = "Z", default_value_t = 0.3)]
    z: f64,

    /// Alter the formulas instead: other letters, another order, other notation, one sub-expression changed
    #[arg(long, conflicts_with = "z")]
    altered: bool,

    /// Draw only formulas of units whose ids begin like this
    #[arg(long, value_name = "TEXT", default_value = "")]
    source_prefix: String,

    /// The most results per query (1000, or 20 with `--altered`)
    #[arg(short, value_name = "K")]
    k: Option<usize>,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    #[command(flatten)]
    drawn: Drawn,
}

/// The fewest symbols of a formula that is drawn.
pub(super) const LEAST_SYMBOLS: usize = 5;

/// The number of formulas whose sub-expressions are put into others.
const DONORS: usize = 2000;

/// The formulas to search for, and the system that searches.
struct Bench<'i> {
    index: &'i Index,
    searcher: Searcher<'i>,
    chosen: Vec<Chosen>,
}

impl Bench<'_> {
    /// Searches with a query that was made from a formula; the rank (from 1) of the formula, or of one that is equal
    /// after renaming, and milliseconds.
    fn search(&self, query: &str, chosen: &Chosen, k: usize) -> (Option<usize>, f64) {
        let query = Query::read(query, Notation::Latex);
        let (found, milliseconds) = timed(|| self.searcher.search(&query, k));
        let alpha = Some(chosen.written.signatures.alpha);
        let is_it = |record: u32| record == chosen.record || alpha_of(self.index, record) == alpha;
        (found.hits.iter().position(|hit| is_it(hit.record)).map(|place| place + 1), milliseconds)
    }
}

/// A formula of the index.
pub(super) struct Chosen {
    pub(super) record: u32,
    pub(super) written: Written,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let chosen = choose(&index, arguments)?;
    let bench = Bench { index: &index, searcher: Searcher::new(&index, &pipeline)?, chosen };
    match arguments.altered {
        true => altered::run(arguments, &bench),
        false => opened::run(arguments, &bench),
    }
}

/// Draws formulas, each once.
fn choose(index: &Index, arguments: &Arguments) -> Result<Vec<Chosen>> {
    let mut random = Random::named(arguments.drawn.seed, "formulas");
    let records = index.manifest().next_record as usize;
    let mut seen = HashSet::new();
    let mut chosen = Vec::new();
    while chosen.len() < arguments.count && seen.len() < records {
        let record = random.below(records) as u32;
        if !seen.insert(record) {
            continue;
        }
        let Some(written) = written(index, record).filter(|written| written.symbols() >= LEAST_SYMBOLS)
        else {
            continue;
        };
        if is_of_source(index, record, &arguments.source_prefix)? {
            chosen.push(Chosen { record, written });
        }
    }
    if chosen.is_empty() {
        bail!(
            "no formula of {LEAST_SYMBOLS} symbols or more has a unit whose id begins with `{}`",
            arguments.source_prefix
        );
    }
    Ok(chosen)
}

/// A record as LaTeX, if Perga reads it as the same formula.
pub(super) fn written(index: &Index, record: u32) -> Option<Written> {
    let trees = index.formulas().record(record)?;
    let written = Written::of_layout(&trees.slt);
    let stored = Signatures::new(&trees.slt, &canonical(&trees.opt));
    (written.is_sound() && written.signatures == stored).then_some(written)
}

fn is_of_source(index: &Index, record: u32, prefix: &str) -> Result<bool> {
    Ok(prefix.is_empty() || index.occurrences(record)?.iter().any(|(unit, _)| unit.id.starts_with(prefix)))
}

/// The α-signature of a record.
fn alpha_of(index: &Index, record: u32) -> Option<u64> {
    Some(alpha(&canonical(&index.formulas().record(record)?.opt)))
}

/// Small sub-expressions of formulas drawn from an index.
pub(super) fn pieces(index: &Index, seed: u64, most_nodes: usize) -> Vec<String> {
    let mut random = Random::named(seed, "pieces");
    let records = index.manifest().next_record as usize;
    let mut pieces = Vec::new();
    for _ in 0..DONORS.min(records * 4) {
        let record = random.below(records) as u32;
        let Some(written) = written(index, record) else { continue };
        let found = sub_expressions(&written, most_nodes);
        pieces.extend(found.get(random.below(found.len())).cloned());
    }
    pieces
}
