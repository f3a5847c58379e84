//! `perga pool`: from runs to what assessors see, and from what they said to qrels.

mod merge;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use eval::pooling::merge::Assessors;
use eval::pooling::presets::{self, Overrides, PRESETS, Preset, Unfit};
use eval::pooling::{Declaration, Pooling, Protocol, Vote, write};
use trec::run::{self, Columns, Duplicates};

use super::wrong_usage;
use crate::values;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Runs are declared after their names or in a manifest, in these words: primary (the default), alternate,
baseline; automatic (the default), manual; team:NAME. A manifest has one run per line: FILE WORD…

Examples:
  perga pool --preset arqmath3-task1 ours.tsv other.tsv=alternate theirs.tsv=primary,manual > pool.tsv
      answers of primary runs to depth 45, of alternate runs to 20, shuffled
  perga pool --preset arqmath2-task2 --visual formulas.tsv --manifest runs.tsv --seed 7 --origin
      visually distinct formulas with up to 5 instances each, and which runs brought them
  perga pool --preset ntcir11 --size 30 a.run=team:A b.run=team:B
      a preset with another size
  perga pool --preset ntcir11 --merge ann.tsv bob.tsv > merged.qrels
      two assessors' R, PR and N added to grades from 0 to 4";

/// The command line of `perga pool`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The protocol
    #[arg(long, value_name = "NAME", value_parser = preset_names())]
    preset: String,

    /// The runs, each with its declaration: `FILE` or `FILE=WORD,WORD`; with `--merge` the judgements
    #[arg(required_unless_present = "manifest", value_name = "RUN")]
    runs: Vec<String>,

    /// Runs and their declarations, one per line; files are looked up beside it
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,

    /// Map formula ids to visual ids by this formula list (or folder of them)
    #[arg(long, value_name = "MAP")]
    visual: Option<PathBuf>,

    /// Results (or visually distinct formulas) of a primary run, instead of the preset's
    #[arg(long, value_name = "N")]
    primary: Option<usize>,

    /// Results of an alternate run, instead of the preset's
    #[arg(long, value_name = "N")]
    alternate: Option<usize>,

    /// Results of a topic where runs take turns, instead of the preset's
    #[arg(long, value_name = "N")]
    size: Option<usize>,

    /// Instances of a formula, instead of the preset's
    #[arg(long, value_name = "N")]
    instances: Option<usize>,

    /// How runs vote for instances, instead of the preset's way
    #[arg(long, value_parser = values::votes(), value_name = "WAY")]
    vote: Option<Vote>,

    /// Runs of open answers (ARQMath Task 3): all of them are judged among the results
    #[arg(long, value_name = "RUN", num_args = 1..)]
    answers: Vec<PathBuf>,

    /// Where to write which run gave which answer: `run topic docno`
    #[arg(long, value_name = "FILE", requires = "answers")]
    answers_map: Option<PathBuf>,

    /// Where to write the texts of the answers: `topic docno answer runs`
    #[arg(long, value_name = "FILE", requires = "answers")]
    answers_texts: Option<PathBuf>,

    /// The seed of the shuffle and of drawn ties
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Add a column: the runs that brought each result (do not show it to assessors)
    #[arg(long)]
    origin: bool,

    /// JSON instead of columns
    #[arg(long)]
    json: bool,

    /// Columns of the runs
    #[arg(long, value_parser = values::columns(), default_value = "auto", value_name = "COLUMNS")]
    columns: Columns,

    /// What to do with a docno that a topic has twice
    #[arg(long, value_parser = values::duplicates(), default_value = "first", value_name = "WHICH")]
    duplicates: Duplicates,

    /// Merge judgements (`topic assessor docno grade`) into qrels instead of pooling runs
    #[arg(long)]
    merge: bool,

    /// How the grades of several assessors become one, instead of the preset's way
    #[arg(long, value_parser = values::assessors(), value_name = "HOW", requires = "merge")]
    assessors: Option<Assessors>,

    /// The lowest relevant grade when topics with too few relevant results are dropped
    #[arg(short = 'l', long, value_name = "GRADE", requires = "merge")]
    level: Option<i32>,

    /// Drop topics with fewer relevant results than this, instead of the preset's number
    #[arg(long, value_name = "N", requires = "merge")]
    least_relevant: Option<usize>,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',', requires = "merge")]
    drop_grades: Vec<i32>,
}

fn preset_names() -> PossibleValuesParser {
    let value = |preset: &Preset| clap::builder::PossibleValue::new(preset.name).help(preset.description);
    PossibleValuesParser::new(PRESETS.iter().map(value).collect::<Vec<_>>())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let preset = presets::named(&arguments.preset).context("unknown preset")?;
    if arguments.merge {
        return merge::run(arguments, preset);
    }
    let protocol = arguments.protocol(preset);
    if protocol.distinct.is_some() && arguments.visual.is_none() {
        let hint = "say which instance is which formula: `--visual formulas.tsv`";
        wrong_usage(format_args!("{} pools visually distinct formulas\nhint: {hint}", preset.name));
    }
    let pooling = Pooling {
        protocol,
        declarations: arguments.declarations()?,
        reading: run::Options { columns: arguments.columns, duplicates: arguments.duplicates },
        visual: arguments.visual.clone(),
        answers: arguments.answers.clone(),
        seed: arguments.seed,
    };
    let pools = pooling.pool()?;
    if let Some(path) = &arguments.answers_map {
        lab::whole::write(path, &pools.answers.map())?;
    }
    if let Some(path) = &arguments.answers_texts {
        lab::whole::write(path, &pools.answers.texts())?;
    }
    eprint!("{}", write::summary(&pools));
    let text = match arguments.json {
        true => write::json(&pools, preset.name),
        false => write::columns(&pools, arguments.origin),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

impl Arguments {
    /// The preset with what the command line says otherwise; what does not fit the preset is refused.
    fn protocol(&self, preset: &Preset) -> Protocol {
        let overrides = Overrides {
            primary: self.primary,
            alternate: self.alternate,
            size: self.size,
            instances: self.instances,
            vote: self.vote,
        };
        preset.protocol_with(&overrides).unwrap_or_else(|unfit| {
            let (option, why) = match unfit {
                Unfit::Size => {
                    ("`--size`", "it takes the first results of every run: `--primary`, `--alternate`")
                }
                Unfit::Depths => {
                    ("`--primary` or `--alternate`", "runs take turns until the pool is full: `--size`")
                }
                Unfit::Instances => (
                    "`--instances` or `--vote`",
                    "they choose instances of formulas, as the presets of Task 2 do",
                ),
            };
            wrong_usage(format_args!("{option} does not apply to preset {}\nhint: {why}", preset.name))
        })
    }

    /// The declared runs: those of the manifest, then those of the command line.
    fn declarations(&self) -> Result<Vec<Declaration>> {
        let mut declarations = match &self.manifest {
            Some(manifest) => Declaration::read_manifest(manifest)?,
            None => Vec::new(),
        };
        for run in &self.runs {
            declarations.push(
                Declaration::parse(run).unwrap_or_else(|unknown| {
                    wrong_usage(format_args!("{unknown}\nhint: {}", unknown.hint()))
                }),
            );
        }
        Ok(declarations)
    }
}
