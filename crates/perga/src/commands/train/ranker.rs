//! `perga train ranker`: the weights of a pipeline from judgements, and what they are worth on topics not seen.

use std::path::PathBuf;

use anyhow::Result;
use lab::runs::Docno;
use lab::training::ranker::{Searched, Source, Training};
use lab::training::{Cost, Normalise, Per, Task};

use crate::commands::run::warn;
use crate::values::{self, IndexFolder};

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
    index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`, once or several times
    #[arg(long, value_name = "FILE", required_unless_present = "from")]
    topics: Vec<String>,

    /// Judgements for these topics, once or several times
    #[arg(long, value_name = "FILE", required_unless_present = "from")]
    qrels: Vec<String>,

    /// Learn from the values of a feature file: `topic<TAB>docno<TAB>grade<TAB>…`, with a first line of names
    #[arg(long, value_name = "FEATURES", conflicts_with_all = ["topics", "task", "pipeline", "k", "unjudged", "docno", "features"])]
    from: Option<PathBuf>,

    /// Scale each value of the feature file to the range from 0 to 1 over the candidates of a topic
    #[arg(long, requires = "from")]
    min_max: bool,

    /// What an error costs: more follows the judgements more closely, less keeps weights small
    #[arg(long, value_name = "C", default_value_t = 1.0, value_parser = cost)]
    cost: f64,

    /// What that is the cost of
    #[arg(long, value_parser = values::costs(), default_value = "topic")]
    cost_per: Per,

    /// What was judged
    #[arg(long, value_enum, default_value_t = Task::Formulas)]
    task: Task,

    /// Whose candidates are ranked, and what the weights are for: the values of its last stage, or its evidence; `ltr` for
    /// formulas, `best` for the others
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,

    /// Folds of the cross-validation; each is scored with weights from the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=1000))]
    folds: u64,

    /// Candidates per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// Treat the best N unjudged candidates of a topic as not relevant
    #[arg(long, value_name = "N", default_value_t = 0)]
    unjudged: usize,

    /// What the judgements call a formula
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Write the values of the judged candidates, between tabs
    #[arg(long, value_name = "TSV")]
    features: Option<PathBuf>,

    /// Write the run of the cross-validation: each topic scored with weights that have not seen it
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,

    /// Write the pipeline with the weights learned from all topics
    #[arg(short, long, value_name = "TOML")]
    output: Option<PathBuf>,
}

/// Learns, and returns the tables for people.
pub fn trained(arguments: &Arguments) -> Result<String> {
    arguments.training()?.run(&warn)
}

impl Arguments {
    fn training(&self) -> Result<Training> {
        Ok(Training {
            source: self.source(),
            qrels: self.qrels.clone(),
            cost: Cost { value: self.cost, per: self.cost_per },
            folds: usize::try_from(self.folds)?,
            features: self.features.clone(),
            run: self.run.clone(),
            output: self.output.clone(),
        })
    }

    fn source(&self) -> Source {
        let normalise = if self.min_max { Normalise::MinMax } else { Normalise::None };
        match &self.from {
            Some(path) => Source::Features(path.clone(), normalise),
            None => Source::Index(Searched {
                index: self.index.index.clone(),
                topics: self.topics.clone(),
                task: self.task,
                pipeline: self.pipeline.clone(),
                k: self.k,
                unjudged: self.unjudged,
                docno: self.docno,
            }),
        }
    }
}

/// A cost: a positive number.
fn cost(text: &str) -> Result<f64, String> {
    let cost = text.parse::<f64>().ok().filter(|cost| cost.is_finite() && *cost > 0.0);
    cost.ok_or_else(|| "the cost must be a number above 0".to_owned())
}
