//! `perga bench formula-search`: named pipelines and other systems on the same topics, in one table.
//!
//! Everything is measured on formula records: judged ids and the ids of other systems' runs are looked up in the
//! index first, so that an instance counts for its formula in every system, and each formula counts once.

mod ablation;
pub(crate) mod judged;
mod systems;
mod tables;

use std::path::PathBuf;

use anyhow::{Result, bail};
use eval::{Evaluator, Judgements, Measure, Options};
use index::Index;
use rank::formulas::Pipeline;
use trec::{Input, Qrels};

use super::arguments::{JudgedFormulas, named_file};
use super::search::{Asked, asked};
use judged::Ids;
use systems::System;
use tables::Findings;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga bench formula-search --index DIR --topics topics.tsv --qrels pool.qrels
      every pipeline that comes with the program, with random and perfect order
  perga bench formula-search --index DIR --topics topics.tsv --qrels pool.qrels --pipelines best,tangent-s --peer-run pya0=pya0.run
      two pipelines and the run of another system; its times are read from `pya0.run.times` if that is there
  perga bench formula-search --index DIR --topics topics.tsv --qrels pool.qrels --pipelines best --by-generator --ablation
      what each generator finds, and what `best` is without each of its parts";

/// The command line of `perga bench formula-search`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    judged: JudgedFormulas,

    /// Pipelines by name or file; the others are compared with the first
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pipelines: Vec<String>,

    /// The run of another system, with the name that the table gives it
    #[arg(long, value_name = "NAME=FILE", value_parser = named_file)]
    peer_run: Vec<(String, PathBuf)>,

    /// The lowest grade that counts as relevant for MAP′ and P′@10
    #[arg(short = 'l', long, value_name = "GRADE", default_value_t = 2)]
    level: u32,

    /// Show the relevant formulas that each generator of the first pipeline finds
    #[arg(long)]
    by_generator: bool,

    /// Show the first pipeline without each of its generators, weights and stages
    #[arg(long)]
    ablation: bool,

    /// The seed of random order and of the randomisation test
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// The data that all systems are measured on.
struct Bench<'a> {
    index: &'a Index,
    asked: &'a [Asked],
    evaluator: &'a Evaluator<'a>,
    level: u32,
    seed: u64,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.judged.index.open()?;
    let asked = asked(&arguments.judged.topics)?;
    let mut ids = Ids::new(&index);
    let (qrels, unknown) = ids.judgements(&Qrels::read(Input::open(&arguments.judged.qrels)?)?)?;
    if unknown > 0 {
        eprintln!("note: {unknown} judged formulas are not in the index; they count as not found");
    }
    let judgements = Judgements::new(&qrels);
    let evaluator = Evaluator::new(&judgements, measures(arguments.level)?, options())?;
    let bench = Bench {
        index: &index,
        asked: &asked,
        evaluator: &evaluator,
        level: arguments.level,
        seed: arguments.seed,
    };
    let mut systems = Vec::new();
    let pipelines = pipelines(arguments)?;
    for pipeline in &pipelines {
        systems.push(System::of_pipeline(&bench, pipeline)?);
    }
    for (name, file) in &arguments.peer_run {
        systems.push(System::of_run(&mut ids, name, file)?);
    }
    let mut findings = Findings::new(&bench, &systems)?;
    let Some(first) = pipelines.first() else { bail!("no pipeline was named") };
    if arguments.by_generator {
        findings.generators = ablation::generators(&bench, first);
    }
    if arguments.ablation {
        findings.ablation = ablation::without_each(&bench, first)?;
    }
    super::print(arguments.json, &findings, || findings.as_text())
}

fn pipelines(arguments: &Arguments) -> Result<Vec<Pipeline>> {
    let names: Vec<String> = match arguments.pipelines.as_slice() {
        [] => Pipeline::names().map(str::to_owned).collect(),
        names => names.to_vec(),
    };
    Ok(names.iter().map(|name| Pipeline::load(name)).collect::<rank::Result<_>>()?)
}

/// The measures of the table, in the order of `tables::Row`.
fn measures(level: u32) -> Result<Vec<Measure>> {
    let names = ["nDCG'".to_owned(), format!("AP'(rel={level})"), format!("P'(rel={level})@10")];
    let parse = |name: &String| name.parse::<Measure>().map_err(anyhow::Error::from);
    names.iter().map(parse).collect()
}

/// Topics without results count as 0.
fn options() -> Options {
    Options { complete: true, ..Options::default() }
}
