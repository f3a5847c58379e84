//! `perga bench synth`: a synthetic collection on stdout or in a file, or how similar it is to its source.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::error::ErrorKind;
use rayon::prelude::*;
use trec::Input;

use super::distributions::{Figure, figures};
use crate::synthetic::{Generator, Model, Posts, Thread, formulas};

const EXAMPLES: &str = "\
Examples:
  perga bench synth 10000000 --from formulas.tsv.gz -o synthetic.tsv.gz
      ten million formula instances, about 3.3 million of them different
  perga bench synth 100000 --from formulas.tsv.gz --units -o posts.jsonl
      questions and answers with a hundred thousand formulas in them
  perga bench synth --from formulas.tsv.gz --compare
      as many as were given, and both side by side: sizes, repetition, tokens";

/// The command line of `perga bench synth`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How many formula instances to make
    #[arg(value_name = "N", required_unless_present = "compare")]
    instances: Option<u64>,

    /// Formulas to learn from: one formula per line, or a list with tabs (id, visual id, LaTeX); also .gz
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The seed: the same seed makes the same collection
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Make posts with words around the formulas, as JSON Lines
    #[arg(long)]
    units: bool,

    /// Write to this file, packed if its name ends in .gz
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Print how similar given and made formulas are, instead of the formulas
    #[arg(long, conflicts_with_all = ["units", "output"])]
    compare: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.from.is_empty() {
        let hint = "name formulas to learn from: `--from formulas.tsv.gz` (one formula per line, or id, visual id, LaTeX)";
        let message = format!("there is nothing to learn from\nhint: {hint}\n");
        clap::Error::raw(ErrorKind::ArgumentConflict, message).exit();
    }
    let inputs = arguments.from.iter().map(Input::open).collect::<document::Result<Vec<_>>>()?;
    let mut given = Vec::new();
    for input in &inputs {
        given.extend(formulas(input)?);
    }
    let model = Model::learn(given.iter().copied())?;
    let generator = Generator::new(&model, arguments.seed);
    if arguments.compare {
        return compare(&given, generator, arguments.instances.unwrap_or(given.len() as u64));
    }
    let instances = arguments.instances.unwrap_or_default();
    let mut out = create(arguments.output.as_deref())?;
    if arguments.units {
        write_posts(&Posts::new(generator), instances, &mut out)?;
    } else {
        write_formulas(generator, instances, &mut out)?;
    }
    out.finish()
}

/// Instances and threads are made in blocks of this size, each by one core, and written in order.
const BLOCK: usize = 4096;

/// The number of blocks that are made before any is written.
fn blocks_at_once() -> usize {
    4 * rayon::current_num_threads()
}

fn write_formulas(generator: Generator<'_>, instances: u64, out: &mut Output) -> Result<()> {
    let starts: Vec<u64> = (0..instances).step_by(BLOCK).collect();
    for starts in starts.chunks(blocks_at_once()) {
        let rows = |&start: &u64| formula_rows(generator, start, instances.min(start + BLOCK as u64));
        let made: Vec<String> = starts.par_iter().map(rows).collect();
        made.iter().try_for_each(|rows| out.write_all(rows.as_bytes()))?;
    }
    Ok(())
}

fn write_posts(posts: &Posts<'_>, instances: u64, out: &mut Output) -> Result<()> {
    let mut threads = posts.threads(instances);
    loop {
        // A thread has about twenty formulas; smaller blocks keep the memory that blocks of formulas use.
        let planned: Vec<Thread> = threads.by_ref().take(BLOCK / 16 * blocks_at_once()).collect();
        if planned.is_empty() {
            return Ok(());
        }
        let lines = |threads: &[Thread]| {
            let mut lines = String::new();
            threads.iter().for_each(|thread| posts.write(thread, &mut lines));
            lines
        };
        let made: Vec<String> = planned.par_chunks(BLOCK / 16).map(lines).collect();
        made.iter().try_for_each(|lines| out.write_all(lines.as_bytes()))?;
    }
}

/// The rows of the instances from `start` up to `end`: id, number of the formula, LaTeX.
fn formula_rows(generator: Generator<'_>, start: u64, end: u64) -> String {
    let mut rows = String::with_capacity((end - start) as usize * 48);
    let mut latex = String::new();
    for instance in start..end {
        latex.clear();
        let formula = generator.instance(instance, &mut latex);
        rows.push_str(&format!("{}\t{}\t{latex}\n", instance + 1, formula + 1));
    }
    rows
}

/// Prints the distributions of the given formulas and of as many synthetic ones.
fn compare(given: &[&str], generator: Generator<'_>, instances: u64) -> Result<()> {
    let latex = |instance: u64| {
        let mut latex = String::new();
        generator.instance(instance, &mut latex);
        latex
    };
    let made: Vec<String> = (0..instances).into_par_iter().map(latex).collect();
    let made = figures(&made.iter().map(String::as_str).collect::<Vec<_>>());
    let mut out = io::stdout().lock();
    writeln!(out, "{:<44} {:>10} {:>10} {:>7}", "", "given", "made", "ratio")?;
    for (given, made) in figures(given).iter().zip(&made) {
        let Figure { name, value } = given;
        writeln!(out, "{name:<44} {value:>10.2} {:>10.2} {:>7.3}", made.value, made.value / value)?;
    }
    Ok(())
}

/// The output of the collection.
enum Output {
    Plain(BufWriter<Box<dyn Write>>),
    Packed(flate2::write::GzEncoder<BufWriter<File>>),
}

fn create(path: Option<&Path>) -> Result<Output> {
    let Some(path) = path else { return Ok(Output::Plain(BufWriter::new(Box::new(io::stdout().lock())))) };
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let level = flate2::Compression::fast();
        return Ok(Output::Packed(flate2::write::GzEncoder::new(BufWriter::new(file), level)));
    }
    Ok(Output::Plain(BufWriter::new(Box::new(file))))
}

impl Output {
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Output::Plain(out) => out.write_all(bytes)?,
            Output::Packed(out) => out.write_all(bytes)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        match self {
            Output::Plain(mut out) => out.flush()?,
            Output::Packed(out) => out.finish()?.flush()?,
        }
        Ok(())
    }
}
