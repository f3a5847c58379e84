//! `perga bench answers ranking`: pipelines and other systems on judged topics, in one table.
//!
//! A pipeline that was trained must not be tested on what it was trained on: `NAME=FILE+FILE` names a pipeline
//! for each file of topics, in their order, so that each year is searched with a pipeline trained on the other year.

mod systems;
mod tables;

use std::path::PathBuf;

use anyhow::{Result, bail};
use eval::{Evaluator, Judgements, Options};
use rank::questions::Question;
use trec::{Input, Qrels, TopicInfo, qrels, topics};

use crate::Failure;
use crate::bench::arguments::{IndexFolder, named_file};
use crate::runs::question;
use systems::{System, Tried};
use tables::Findings;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga bench answers ranking --index DIR --topics 2020.xml --qrels 2020.qrels --pipelines best,bm25
      two pipelines, with random and perfect order
  perga bench answers ranking --index DIR --topics 2020.xml --topics 2022.xml --qrels 2020.qrels --qrels 2022.qrels \\
      --pipelines learned=of-2022.toml+of-2020.toml,best --peer pya0=pya0.run --topic-info task1-2020.json
      a pipeline for each year, trained on the other, against one that was not, and another system's run";

/// The command line of `perga bench answers ranking`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Topics with title and question: ARQMath XML, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<PathBuf>,

    /// The judgements: `topic 0 answer grade`, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    qrels: Vec<PathBuf>,

    /// Attributes of the topics (type, difficulty, dependence): JSON or columns, once or several times
    #[arg(long, value_name = "FILE")]
    topic_info: Vec<PathBuf>,

    /// Pipelines by name or file, or `NAME=FILE+FILE`, one for each file of topics; the first is compared with the others
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "best")]
    pipelines: Vec<String>,

    /// The run of another system, with the name that the table gives it
    #[arg(long, value_name = "NAME=RUN", value_parser = named_file)]
    peer: Vec<(String, PathBuf)>,

    /// The lowest grade that counts as relevant for all measures but nDCG
    #[arg(short = 'l', long, value_name = "GRADE", default_value_t = 1)]
    level: u32,

    /// Count only topics with an answer of this grade or higher
    #[arg(long, value_name = "GRADE", default_value_t = 2)]
    usable: i32,

    /// The seed of random order and of the randomisation test
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// JSON instead of tables
    #[arg(long)]
    json: bool,
}

/// A topic to search for.
struct Asked {
    topic: String,
    question: Question,
    /// The number of its file.
    file: usize,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let qrels = usable(&arguments.qrels, arguments.usable)?;
    let asked = asked(&arguments.topics, &qrels)?;
    if asked.is_empty() {
        let message = format!("no topic has an answer of grade {} or more", arguments.usable);
        bail!(Failure::new(message, "lower `--usable`"));
    }
    let judgements = Judgements::new(&qrels);
    let options = Options { complete: true, level: arguments.level, ..Options::default() };
    let evaluator = Evaluator::new(&judgements, tables::measures()?, options)?;
    let mut systems = Vec::new();
    for name in &arguments.pipelines {
        systems.push(System::of_pipelines(&Tried::load(name, arguments.topics.len())?, &index, &asked)?);
    }
    for (name, file) in &arguments.peer {
        systems.push(System::of_run(name, file)?);
    }
    systems.push(System::in_random_order(&index, &asked, arguments.seed)?);
    let findings = Findings::new(&evaluator, &systems, &info(&arguments.topic_info)?, arguments.seed)?;
    crate::bench::print(arguments.json, &findings, || findings.as_text(arguments.level))
}

/// The judgements of all files, for topics with an answer that is good enough to search for.
fn usable(files: &[PathBuf], least: i32) -> Result<Qrels> {
    let mut joined = qrels::Builder::new("judgements");
    for file in files {
        let read = Qrels::read(Input::open(file)?)?;
        for topic in read.topics() {
            if topic.judgements.iter().all(|judgement| judgement.grade < least) {
                continue;
            }
            for judgement in &topic.judgements {
                joined.push(&topic.id, "0", read.docno(judgement), judgement.grade);
            }
        }
    }
    Ok(joined.finish())
}

/// The topics that count.
fn asked(files: &[PathBuf], qrels: &Qrels) -> Result<Vec<Asked>> {
    let mut asked = Vec::new();
    for (number, file) in files.iter().enumerate() {
        for topic in topics::read(&Input::open(file)?)? {
            if qrels.topic(&topic.id).is_some() {
                asked.push(Asked { question: question(&topic), topic: topic.id, file: number });
            }
        }
    }
    Ok(asked)
}

fn info(files: &[PathBuf]) -> Result<TopicInfo> {
    let mut info = TopicInfo::default();
    for file in files {
        info.read(&Input::open(file)?)?;
    }
    Ok(info)
}
