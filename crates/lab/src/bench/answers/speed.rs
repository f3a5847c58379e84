//! `perga bench answers speed`: the time of whole questions on an index of any size.
//!
//! The index and the searcher are opened once, as a server would; the time of that is printed first. Questions are then
//! searched one after another, twice: the first round may wait for the disk, the second does not.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use rank::questions::{Pipeline, Question, Searcher, Want};
use trec::{Input, topics};

use crate::bench::arguments::IndexFolder;
use crate::bench::memory;
use crate::bench::search::{quantile, timed};
use crate::runs::question;

/// The command line of `perga bench answers speed`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Topics with title and question: ARQMath XML, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<PathBuf>,

    /// Hits per question
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut questions: Vec<Question> = Vec::new();
    for file in &arguments.topics {
        questions.extend(topics::read(&Input::open(file)?)?.iter().map(question));
    }
    if questions.is_empty() {
        bail!("there is no topic in these files");
    }
    let started = Instant::now();
    let index = arguments.index.open()?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(&index, &pipeline, Want::Answers)?;
    let opened = started.elapsed();
    let mut out = std::io::stdout().lock();
    writeln!(out, "units\t{}\nquestions\t{}", index.units()?.count(), questions.len())?;
    writeln!(out, "opened, ms\t{:.0}", opened.as_secs_f64() * 1e3)?;
    for round in ["first", "second"] {
        let (mut cpu, mut wall) = (Vec::new(), Vec::new());
        for question in &questions {
            let started = Instant::now();
            let (hits, milliseconds) = timed(|| searcher.search(question, arguments.k));
            hits?;
            wall.push(started.elapsed().as_secs_f64() * 1e3);
            cpu.push(milliseconds);
        }
        for (clock, times) in [("wall", &wall), ("CPU of one thread", &cpu)] {
            writeln!(out, "{round} round, {clock}, median, ms\t{:.1}", quantile(times, 0.5))?;
            writeln!(out, "{round} round, {clock}, p95, ms\t{:.1}", quantile(times, 0.95))?;
            writeln!(out, "{round} round, {clock}, slowest, ms\t{:.1}", quantile(times, 1.0))?;
        }
    }
    if let Some(anonymous) = memory::anonymous() {
        writeln!(out, "anonymous memory, MB\t{}", anonymous >> 20)?;
    }
    Ok(())
}
