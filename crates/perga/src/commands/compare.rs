//! `perga compare`: runs against a baseline, with tests, counts, slices, and words that say what it means.
//!
//! Like `perga eval`, it reads and measures everything before it prints anything.

mod findings;
mod json;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use eval::report::RunReport;
use eval::{Evaluator, Judgements, Measure, Options};
use findings::{Findings, SideBySide};
use rayon::prelude::*;
use trec::run::Duplicates;
use trec::{Input, Qrels, Run, TopicInfo, VisualMap, run};

use super::eval::{Columns, Measures, Which, distinct, extreme_rows, measures, tell_apart};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga compare task1-2020.qrels ours.tsv theirs.tsv --baseline baseline.tsv -l 2
      each run against the baseline: difference, wins, ties and losses, t-test, randomisation test
  perga compare task1-2022.qrels *.run --baseline bm25.run -l 2 --topic-info task1-2022.json --by type,difficulty
      the same, and the means by type and by difficulty of the topics
  perga compare task2-2022.qrels *.run --baseline a.run -l 2 --visual formulas.tsv --instances
      scored by formula instances and by visually distinct formulas, side by side";

/// The command line of `perga compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The judgements: `topic 0 docno grade` (gzip is read directly, here and below)
    qrels: PathBuf,

    /// The runs: TREC columns or those of ARQMath Task 1 or 2
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// The run that the others are held against: a file, or the tag of one of the runs
    #[arg(short, long, value_name = "RUN")]
    baseline: String,

    /// Measures such as `nDCG'`, `P(rel=2)@10`, `Bpref`; a prime means judged documents only
    #[arg(short, long, value_name = "LIST", default_value = "nDCG',MAP',P'@10", value_parser = measures)]
    measures: Measures,

    /// Compare on all judged topics; those without results count as 0
    #[arg(short = 'c', long)]
    complete: bool,

    /// The lowest grade that counts as relevant, for measures that do not name one
    #[arg(short = 'l', long, value_name = "GRADE", default_value_t = 1)]
    level: u32,

    /// Take unjudged documents out of every ranking
    #[arg(short = 'J', long)]
    judged_only: bool,

    /// Differences with a corrected p-value below this are called significant
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability)]
    alpha: f64,

    /// The seed of the randomisation test and of the row `random order`
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// What is known about the topics: ARQMath's JSON, or `topic<TAB>attribute…`
    #[arg(long, value_name = "FILE")]
    topic_info: Vec<PathBuf>,

    /// Slice the topics by these attributes, such as `type,difficulty,dependence,complexity,multi-part`
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', requires = "topic_info")]
    by: Vec<String>,

    /// Map formula ids to visual ids by this formula list (or folder of them), and keep each once
    #[arg(long, value_name = "MAP")]
    visual: Option<PathBuf>,

    /// Score by formula instances, too: every instance has the grade of its formula
    #[arg(long, requires = "visual")]
    instances: bool,

    /// With `--visual`: the judgements are of formula instances; a formula has its highest grade
    #[arg(long, requires = "visual")]
    judged_instances: bool,

    /// Show the differences of every topic
    #[arg(long)]
    per_topic: bool,

    /// Add two rows: the judged documents in random and in perfect order
    #[arg(long)]
    extremes: bool,

    /// JSON instead of tables and words
    #[arg(long)]
    json: bool,

    /// Columns of the runs
    #[arg(long, value_enum, default_value_t = Columns::Auto, value_name = "COLUMNS")]
    columns: Columns,

    /// What to do with a docno that a topic has twice; with `--visual` the default is `last`
    #[arg(long, value_enum, value_name = "WHICH")]
    duplicates: Option<Which>,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',')]
    drop_grades: Vec<i32>,
}

fn probability(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "a probability is between 0 and 1".to_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let info = read_info(arguments)?;
    let mut qrels = Qrels::read(Input::open(&arguments.qrels)?)?;
    qrels.drop_grades(&arguments.drop_grades);
    let map = arguments.visual.as_ref().map(VisualMap::open).transpose()?;
    let runs = read_runs(arguments)?;
    let by_instance =
        map.as_ref().filter(|_| arguments.instances).map(|map| match arguments.judged_instances {
            true => qrels.clone(),
            false => eval::visual::judged_instances(&qrels, map),
        });
    if let Some(map) = map.as_ref().filter(|_| arguments.judged_instances) {
        qrels = eval::visual::judged_formulas(&qrels, map);
    }
    let judgements = Judgements::new(&qrels);
    let evaluator = Evaluator::new(&judgements, arguments.measures.0.clone(), options(arguments))?;
    let systems = evaluate(&evaluator, &runs, map.as_ref())?;
    let instances = by_instance.map(|qrels| scores_by_instance(arguments, &qrels, &runs)).transpose()?;
    let extremes = arguments.extremes.then(|| extreme_rows(&evaluator, arguments.seed)).transpose()?;
    let mut findings = Findings::new(arguments, qrels.file(), evaluator.measures(), &systems, &info);
    findings.extremes = extremes.map(Vec::from).unwrap_or_default();
    findings.instances = instances.map(|instances| SideBySide::new(&systems, instances));
    note_topics(&findings);
    let text =
        if arguments.json { json::write(&findings) } else { text::write(&findings, arguments.per_topic) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn options(arguments: &Arguments) -> Options {
    Options {
        complete: arguments.complete,
        level: arguments.level,
        judged_only: arguments.judged_only,
        ..Options::default()
    }
}

fn read_info(arguments: &Arguments) -> Result<TopicInfo> {
    let mut info = TopicInfo::default();
    for file in &arguments.topic_info {
        info.read(&Input::open(file)?)?;
    }
    if let Some(unknown) = arguments.by.iter().find(|attribute| !info.has(attribute)) {
        let known: Vec<&str> = info.attributes().collect();
        bail!("no topic has the attribute `{unknown}`\nhint: known are {}", known.join(", "));
    }
    Ok(info)
}

/// The runs, the baseline first.
fn read_runs(arguments: &Arguments) -> Result<Vec<Run>> {
    let default = if arguments.visual.is_some() { Duplicates::KeepLast } else { Duplicates::Refuse };
    let duplicates = arguments.duplicates.map_or(default, Duplicates::from);
    let options = run::Options { columns: arguments.columns.into(), duplicates };
    let read = |path: &Path| Ok(Run::read(Input::open(path)?, options)?);
    let results: Vec<Result<Run>> = arguments.runs.par_iter().map(|path| read(path)).collect();
    let mut runs = results.into_iter().collect::<Result<Vec<Run>>>()?;
    let name = arguments.baseline.as_str();
    let place = match runs.iter().position(|run| run.file() == name) {
        Some(place) => place,
        None if Path::new(name).exists() => {
            runs.push(read(Path::new(name))?);
            runs.len() - 1
        }
        None => match by_tag(&runs, name)? {
            Some(place) => place,
            None => {
                let tags: Vec<&str> = runs.iter().map(Run::tag).collect();
                let tags = tags.join(", ");
                bail!(
                    "there is no run `{name}` to compare with\nhint: name a file, or one of the tags {tags}"
                );
            }
        },
    };
    if runs.len() == 1 {
        bail!(
            "{name} is the only run\nhint: name the runs to compare with it: `perga compare QRELS RUN… --baseline RUN`"
        );
    }
    runs[..=place].rotate_right(1);
    Ok(runs)
}

fn by_tag(runs: &[Run], tag: &str) -> Result<Option<usize>> {
    let mut places = (0..runs.len()).filter(|&place| runs[place].tag() == tag);
    let place = places.next();
    if places.next().is_some() {
        bail!("several runs have the tag `{tag}`\nhint: name the baseline by its file");
    }
    Ok(place)
}

fn evaluate(evaluator: &Evaluator, runs: &[Run], map: Option<&VisualMap>) -> Result<Vec<RunReport>> {
    let one = |run: &Run| {
        let mapped = map.map(|map| distinct(run, map)).transpose()?;
        let scores = evaluator.evaluate(mapped.as_ref().unwrap_or(run))?;
        Ok(RunReport { name: run.tag().to_owned(), file: run.file().to_owned(), scores })
    };
    let results: Vec<Result<RunReport>> = runs.par_iter().map(one).collect();
    let mut systems = results.into_iter().collect::<Result<Vec<_>>>()?;
    tell_apart(&mut systems);
    Ok(systems)
}

fn scores_by_instance(arguments: &Arguments, qrels: &Qrels, runs: &[Run]) -> Result<Vec<RunReport>> {
    let judgements = Judgements::new(qrels);
    let measures: Vec<Measure> = arguments.measures.0.clone();
    let evaluator = Evaluator::new(&judgements, measures, options(arguments))?;
    evaluate(&evaluator, runs, None)
}

/// Where a comparison is over fewer topics than the runs have.
fn note_topics(findings: &Findings) {
    let Some(found) = findings.measures.first() else { return };
    let baseline = findings.systems[0].scores.topics.len();
    for (comparison, system) in found.comparisons.iter().zip(&findings.systems[1..]) {
        let (shared, theirs) = (comparison.topics, system.scores.topics.len());
        if shared < baseline || shared < theirs {
            eprintln!(
                "note: {} has {theirs} judged topics, {} has {baseline}; compared on the {shared} that both have (`-c`: on all)",
                system.name, findings.systems[0].name
            );
        }
    }
}
