//! `perga train ranker`: the weights of a pipeline from judgements, and what they are worth on topics not seen.

use anyhow::Result;
use lab::training::ranker::Training;

use crate::commands::run::warn;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga train ranker --index notes.index --topics topics.tsv --qrels judged.qrels -o ours.toml
      then `perga run --pipeline ours.toml …` searches with what was learned
  perga train ranker … --pipeline best --features values.tsv --run unseen.run
      the weights of `best`; the values they weigh; a run in which no topic was scored by weights that saw it
  perga train ranker --task answers --index threads.index --topics 2020.xml --qrels 2020.qrels --unjudged 100 -o of-2020.toml
      what each piece of evidence for an answer should count; unjudged answers count as wrong
  perga train ranker --from train.tsv.gz --cost 0.2 --cost-per pair -o learned.toml
      weights of the columns of a feature file, at the cost that was published; `perga rank` ranks with them";

/// The command line of `perga train ranker`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    training: Training,
}

/// Learns, and returns the tables for people.
pub fn trained(arguments: &Arguments) -> Result<String> {
    arguments.training.run(&warn)
}
