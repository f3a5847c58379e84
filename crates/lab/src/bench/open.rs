//! `perga bench open`: from a cold start to the results of the first query.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use formula::signatures::Signatures;
use formula::{Notation, Options, canonical, read};
use index::Budget;
use index::postings::{Dice, QueryTerm, top_k};
use similarity::terms::{Family, Purpose, Trees};

use super::memory;
use crate::Failure;
use crate::bench::arguments::IndexFolder;

/// The command line of `perga bench open`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// The formula to search for, by the symbol pairs of its layout
    #[arg(value_name = "FORMULA", default_value = r"\int_0^\infty e^{-x^2}\,dx=\frac{\sqrt\pi}{2}")]
    formula: String,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let started = Instant::now();
    let index = arguments.index.open()?;
    let opened = started.elapsed();
    let formula = read(&arguments.formula, Notation::Auto, &Options::default());
    let signatures = Signatures::new(&formula.slt, &canonical::canonical(&formula.opt));
    let terms =
        Trees::new(&formula.slt, &formula.opt, signatures).terms(Family::LayoutTuples, Purpose::Query);
    let query: Vec<QueryTerm> = terms
        .iter()
        .map(|term| QueryTerm { term: term.term, weight: 1.0, count: term.count.into() })
        .collect();
    let query_size = terms.iter().map(|term| u32::from(term.count)).sum();
    let parts = index.formulas().postings(Family::LayoutTuples);
    let hits = top_k(&parts, &query, &Dice { query_size }, 20, &|_| true, &Budget::default());
    let answered = started.elapsed();
    let Some(best) = hits.first() else { bail!(Failure::new("nothing was found", "name another formula")) };
    let trees = index.formulas().record(best.record);
    let mut out = std::io::stdout().lock();
    writeln!(out, "opened, ms\t{:.1}", opened.as_secs_f64() * 1e3)?;
    writeln!(out, "answered, ms\t{:.1}", answered.as_secs_f64() * 1e3)?;
    if let Some(anonymous) = memory::anonymous() {
        writeln!(out, "anonymous memory, MB\t{}", anonymous >> 20)?;
    }
    writeln!(out, "hits\t{}", hits.len())?;
    writeln!(out, "best\t{:.4}", best.score)?;
    if let Some(trees) = trees {
        writeln!(out, "best formula\t{}", formula::write::tex::write(&trees.slt))?;
    }
    Ok(())
}
