//! `perga pool`: from runs to what assessors see, and from what they said to qrels.

mod merge;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use eval::pooling::presets::{self, PRESETS, Preset};
use eval::pooling::{Declaration, Protocol, Ranked, Shares, Take, Unit, Vote, pool};
use rayon::prelude::*;
use serde_json::{Value, json};
use trec::run::Duplicates;
use trec::{Input, Run, VisualMap, run};

use super::eval::{Columns, Which};
use super::{counted, wrong_usage};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Runs are declared after their names or in a manifest, in these words: primary (the default), alternate,
baseline; automatic (the default), manual; team:NAME. A manifest has a run a line: FILE WORD…

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

    /// Runs and their declarations, one a line; files are looked for beside it
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
    #[arg(long, value_enum, value_name = "WAY")]
    vote: Option<Way>,

    /// The seed of the shuffle and of drawn ties
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Add a column: the runs that brought each result (not for assessors' eyes)
    #[arg(long)]
    origin: bool,

    /// JSON instead of columns
    #[arg(long)]
    json: bool,

    /// Columns of the runs
    #[arg(long, value_enum, default_value_t = Columns::Auto, value_name = "COLUMNS")]
    columns: Columns,

    /// What to do with a docno that a topic has twice
    #[arg(long, value_enum, default_value_t = Which::First, value_name = "WHICH")]
    duplicates: Which,

    /// Merge judgements (`topic assessor docno grade`) into qrels instead of pooling runs
    #[arg(long)]
    merge: bool,

    /// How the grades of several assessors become one, instead of the preset's way
    #[arg(long, value_enum, value_name = "HOW", requires = "merge")]
    assessors: Option<merge::How>,

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

/// How runs vote for instances.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// The instances that most runs returned
    Runs,
    /// The highest sum of reciprocal ranks
    ReciprocalRank,
}

/// The pool of one topic.
struct Topic {
    id: String,
    units: Vec<Unit>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let preset = presets::named(&arguments.preset).context("unknown preset")?;
    let map = arguments.visual.as_ref().map(VisualMap::open).transpose()?;
    if arguments.merge {
        return merge::run(arguments, preset, map.as_ref());
    }
    let protocol = protocol(arguments, preset);
    if protocol.distinct.is_some() && map.is_none() {
        let hint = "say which instance is which formula: `--visual formulas.tsv`";
        wrong_usage(format_args!("{} pools visually distinct formulas\nhint: {hint}", preset.name));
    }
    let declarations = declarations(arguments)?;
    let options = run::Options {
        columns: arguments.columns.into(),
        duplicates: Duplicates::from(arguments.duplicates),
    };
    let read = |declaration: &Declaration| Ok(Run::read(Input::open(&declaration.file)?, options)?);
    let runs = declarations.par_iter().map(read).collect::<Vec<Result<Run>>>();
    let runs = runs.into_iter().collect::<Result<Vec<Run>>>()?;
    let topics = pools(&protocol, &declarations, &runs, map.as_ref(), arguments.seed);
    if protocol.distinct.is_some() && topics.iter().all(|topic| topic.units.is_empty()) {
        bail!("none of the runs' formulas is in the map of visual ids\nhint: the runs must hold formula ids");
    }
    note_size(&declarations, &topics);
    let text = match arguments.json {
        true => as_json(arguments, preset, &declarations, &topics),
        false => as_columns(arguments, &declarations, &topics, protocol.distinct.is_some()),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The preset with what the command line says otherwise; what does not fit the preset is refused.
fn protocol(arguments: &Arguments, preset: &Preset) -> Protocol {
    let mut protocol = preset.protocol;
    let unfit = |option: &str, why: &str| format!("{option} says nothing to {}\nhint: {why}", preset.name);
    match &mut protocol.take {
        Take::Depth(depth) => {
            if arguments.size.is_some() {
                wrong_usage(unfit(
                    "`--size`",
                    "it takes the first results of every run: `--primary`, `--alternate`",
                ));
            }
            depth.primary = arguments.primary.unwrap_or(depth.primary);
            depth.alternate = arguments.alternate.unwrap_or(depth.alternate);
        }
        Take::RoundRobin { size, .. } => {
            if arguments.primary.is_some() || arguments.alternate.is_some() {
                wrong_usage(unfit(
                    "`--primary` or `--alternate`",
                    "runs take turns until the pool is full: `--size`",
                ));
            }
            *size = arguments.size.unwrap_or(*size);
        }
    }
    match &mut protocol.distinct {
        Some(rule) => {
            rule.most = arguments.instances.unwrap_or(rule.most);
            rule.vote = match arguments.vote {
                Some(Way::Runs) => Vote::MostRuns,
                Some(Way::ReciprocalRank) => Vote::ReciprocalRank,
                None => rule.vote,
            };
        }
        None if arguments.instances.is_some() || arguments.vote.is_some() => {
            wrong_usage(unfit(
                "`--instances` or `--vote`",
                "they choose instances of formulas, as the presets of Task 2 do",
            ));
        }
        None => {}
    }
    protocol
}

/// The declared runs: those of the manifest, then those of the command line.
fn declarations(arguments: &Arguments) -> Result<Vec<Declaration>> {
    let mut declarations = Vec::new();
    if let Some(manifest) = &arguments.manifest {
        let input = Input::open(manifest)?;
        let name = manifest.display();
        let mut declared = Declaration::manifest(input.text())
            .map_err(|(line, unknown)| anyhow::anyhow!("{name}:{line}: {unknown}"))?;
        if declared.is_empty() {
            bail!(
                "{name}: no runs in this manifest\nhint: a run a line: FILE, then words such as primary or manual"
            );
        }
        let folder = manifest.parent().unwrap_or(Path::new(""));
        for declaration in &mut declared {
            declaration.file = folder.join(&declaration.file).display().to_string();
        }
        declarations.extend(declared);
    }
    for run in &arguments.runs {
        declarations.push(Declaration::parse(run).unwrap_or_else(|unknown| wrong_usage(unknown)));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = declarations.iter().find(|declaration| !seen.insert(&declaration.file)) {
        bail!("{} is declared twice\nhint: a run has one declaration", twice.file);
    }
    Ok(declarations)
}

fn pools(
    protocol: &Protocol,
    declarations: &[Declaration],
    runs: &[Run],
    map: Option<&VisualMap>,
    seed: u64,
) -> Vec<Topic> {
    let mut seen = BTreeSet::new();
    let ids = runs.iter().flat_map(|run| run.topics()).map(|topic| topic.id.as_str());
    let ids: Vec<&str> = ids.filter(|id| seen.insert(*id)).collect();
    let mut shares = Shares::default();
    let visual = |docno: &str| map.and_then(|map| map.get(docno)).map(|visual| visual.to_string());
    let mut topics = Vec::with_capacity(ids.len());
    for id in ids {
        let lists: Vec<Ranked> = declarations
            .iter()
            .zip(runs)
            .map(|(declaration, run)| Ranked { declaration, docnos: eval::ranked(run, id) })
            .collect();
        let units = pool(protocol, id, &lists, &mut shares, visual, seed);
        topics.push(Topic { id: id.to_owned(), units });
    }
    topics
}

/// What was pooled, and what each run alone brought: without it those results would be unjudged.
fn note_size(declarations: &[Declaration], topics: &[Topic]) {
    let sizes: Vec<usize> = topics.iter().map(|topic| topic.units.len()).collect();
    let total: usize = sizes.iter().sum();
    let (least, most) = (sizes.iter().min().unwrap_or(&0), sizes.iter().max().unwrap_or(&0));
    let mean = total as f64 / sizes.len().max(1) as f64;
    let (results, topic_count) = (counted(total, "result"), counted(sizes.len(), "topic"));
    eprintln!("pooled {results} of {topic_count}: {least} to {most} a topic, {mean:.1} on average");
    for (place, declaration) in declarations.iter().enumerate() {
        let units = topics.iter().flat_map(|topic| &topic.units);
        let brought = units.clone().filter(|unit| unit.runs.contains(&place)).count();
        let alone = units.filter(|unit| unit.runs == [place]).count();
        eprintln!("  {}: brought {brought}, {alone} of them alone", declaration.file);
    }
}

fn as_columns(
    arguments: &Arguments,
    declarations: &[Declaration],
    topics: &[Topic],
    distinct: bool,
) -> String {
    let mut out = String::new();
    for topic in topics {
        for unit in &topic.units {
            for instance in &unit.instances {
                out.push_str(&format!("{}\t{instance}", topic.id));
                if distinct {
                    out.push_str(&format!("\t{}", unit.id));
                }
                if arguments.origin {
                    let files: Vec<&str> =
                        unit.runs.iter().map(|&run| declarations[run].file.as_str()).collect();
                    out.push_str(&format!("\t{}", files.join(",")));
                }
                out.push('\n');
            }
        }
    }
    out
}

fn as_json(arguments: &Arguments, preset: &Preset, declarations: &[Declaration], topics: &[Topic]) -> String {
    let run = |declaration: &Declaration| {
        json!({
            "file": declaration.file,
            "priority": format!("{:?}", declaration.priority).to_lowercase(),
            "mode": format!("{:?}", declaration.mode).to_lowercase(),
            "team": declaration.team,
        })
    };
    let unit = |unit: &Unit| {
        let runs: Vec<&str> = unit.runs.iter().map(|&run| declarations[run].file.as_str()).collect();
        json!({ "id": unit.id, "instances": unit.instances, "runs": runs })
    };
    let topic = |topic: &Topic| json!({ "topic": topic.id, "units": topic.units.iter().map(unit).collect::<Vec<Value>>() });
    let value = json!({
        "preset": preset.name,
        "seed": arguments.seed,
        "runs": declarations.iter().map(run).collect::<Vec<Value>>(),
        "topics": topics.iter().map(topic).collect::<Vec<Value>>(),
    });
    format!("{value:#}\n")
}
