//! `perga bench speed`: the time of a query on an index of any size, and whether pruning loses anything.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use index::postings::{Scored, exhaustive, top_k};
use index::{Budget, Index};
use rank::formulas::candidates::{Generator, bm25_query};
use rank::formulas::{Pipeline, Searcher};

use super::search::{Asked, asked, quantile, timed};
use crate::bench::arguments::IndexFolder;

/// The command line of `perga bench speed`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// The queries: lines `topic<TAB>formula`, or topics of ARQMath or NTCIR
    #[arg(long, value_name = "FILE")]
    topics: PathBuf,

    /// Hits per query, several times for several measurements
    #[arg(short, value_name = "N", default_values_t = [20, 1000])]
    k: Vec<usize>,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// Also score every record for each query, and compare; slow
    #[arg(long)]
    pruning: bool,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(&index, &pipeline)?;
    let asked = asked(&arguments.topics)?;
    if asked.is_empty() {
        bail!("no topic of `{}` has a formula", arguments.topics.display());
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "queries\t{}", asked.len())?;
    for &k in &arguments.k {
        let (mut cpu, mut wall) = (Vec::new(), Vec::new());
        for Asked { query, .. } in &asked {
            let started = Instant::now();
            cpu.push(timed(|| searcher.search(query, k)).1);
            wall.push(started.elapsed().as_secs_f64() * 1e3);
        }
        for (clock, times) in [("CPU", &cpu), ("wall", &wall)] {
            writeln!(out, "k={k} {clock} median, ms\t{:.1}", quantile(times, 0.5))?;
            writeln!(out, "k={k} {clock} p95, ms\t{:.1}", quantile(times, 0.95))?;
        }
    }
    if arguments.pruning {
        let different = different(&index, &pipeline, &asked);
        writeln!(out, "lists that pruning changed\t{different}")?;
    }
    Ok(())
}

/// How many lists of the pipeline's bags differ from those of scoring every record, to the last bit.
fn different(index: &Index, pipeline: &Pipeline, asked: &[Asked]) -> usize {
    let mut different = 0;
    for Asked { query, .. } in asked {
        for generator in &pipeline.candidates {
            let Generator::Bm25 { family, take, k1, b } = *generator else { continue };
            let segments = index.formulas().postings(family);
            let (terms, model) = bm25_query(index, query, family, k1, b);
            let pruned: Vec<Scored> = top_k(&segments, &terms, &model, take, &|_| true, &Budget::default());
            different += usize::from(pruned != exhaustive(&segments, &terms, &model, take, &|_| true));
        }
    }
    different
}
