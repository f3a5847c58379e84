//! `perga topics`: what topics look like.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use lab::topics;
use trec::{Input, TopicInfo};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga topics task2-2021.xml --judged task2-2021.qrels
      words, formulas, and how complex the formulas are, over the judged topics
  perga topics task2-2021.xml --classes > complexity.tsv
      the computed complexity of every topic, for `perga compare --topic-info complexity.tsv --by complexity`";

/// The command line of `perga topics`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    topics: PathBuf,

    /// Only topics with judgements in this file
    #[arg(long, value_name = "QRELS")]
    judged: Option<PathBuf>,

    /// What else is known about the topics: ARQMath's JSON, or `topic<TAB>attribute…`
    #[arg(long, value_name = "FILE")]
    topic_info: Vec<PathBuf>,

    /// A row for every topic
    #[arg(long)]
    per_topic: bool,

    /// Only topic and computed complexity, as a table of attributes
    #[arg(long, conflicts_with_all = ["json", "per_topic"])]
    classes: bool,

    /// JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let topics = topics::read(&arguments.topics, arguments.judged.as_deref())?;
    let mut info = TopicInfo::default();
    for file in &arguments.topic_info {
        info.read(&Input::open(file)?)?;
    }
    let text = match (arguments.json, arguments.classes) {
        (true, _) => topics::json(&topics)?,
        (_, true) => topics::classes(&topics),
        _ => topics::text(&topics, &info, arguments.per_topic),
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}
