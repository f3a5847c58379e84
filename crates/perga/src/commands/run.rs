//! `perga run`: searches for every topic of a file and writes a run.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use lab::made::Made;
use lab::runs::{self, Columns, Docno, Instances, Request, Task, Warning, Window, With};

use super::{write_run, wrong_usage};
use crate::failure;
use crate::values::{self, IndexFolder};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga run --index mse.index --topics topics-2022.xml --task answers -o ours.run
      answers for the topics of ARQMath Task 1, as a run for `perga eval`
  perga run --index mse.index --topics topics-2022.xml --task formulas --columns arqmath2 --pipeline approach0
      formulas for those of Task 2, by a published system, in the columns of ARQMath
  perga run --index wiki.index --topics NTCIR12-MathWiki.txt --task formulas --instances all -k 100
      every occurrence of the best 100 formulas, for judgements of occurrences
  perga run --index mse.index --topics 2021-task2.xml --task formulas --context=words+operators
      the text around a formula counts as well
  perga run --index mse.index --topics 2021-task2.xml --task formulas --rerank tangent-s.run --pipeline cft2ted
      the results of a run, ours or foreign, in the order of another system";

/// The command line of `perga run`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    topics: PathBuf,

    /// What is searched for
    #[arg(long, value_enum)]
    task: Task,

    /// Results per topic at most; with `--instances`, distinct formulas
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// The system that searches, by its name or its file; also an ensemble of pipelines
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// Rank the results of this run again, by the pipeline, instead of searching for candidates
    #[arg(long, value_name = "RUN")]
    rerank: Option<PathBuf>,

    /// The columns of the run; `arqmath3` for `--task open`, `trec` for the others
    #[arg(long, value_enum)]
    columns: Option<Columns>,

    /// What stands for a formula in the run
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Rows per distinct formula: its first N occurrences in the collection, or `all` [default: 1]
    #[arg(long, value_name = "N", value_parser = values::instances)]
    instances: Option<Instances>,

    /// Also rank by the text around the formula
    #[arg(long, value_name = "WITH", value_parser = values::contexts(), num_args = 0..=1, require_equals = true, default_missing_value = "words")]
    context: Option<With>,

    /// Sentences of context
    #[arg(long, value_name = "N", value_parser = values::windows(), default_value = "3", requires = "context")]
    context_sentences: Window,

    /// Links of topics to questions, for `--pipeline linked-posts`: `topic<TAB>question<TAB>duplicate`
    #[arg(long, value_name = "TSV")]
    links: Option<PathBuf>,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.k == 0 {
        wrong_usage("`-k` must be at least 1\nhint: runs usually have 1000 results per topic");
    }
    if arguments.context.is_some() && arguments.task != Task::Formulas {
        wrong_usage("`--context` is for `--task formulas`: other tasks search whole questions anyway");
    }
    if arguments.instances.is_some() && arguments.task != Task::Formulas {
        wrong_usage("`--instances` is for `--task formulas`: other tasks find units, and a unit has one row");
    }
    if arguments.links.is_some() && !matches!(arguments.task, Task::Answers | Task::Units) {
        wrong_usage("`--links` is for `--task answers`: a formula has no links");
    }
    if arguments.rerank.is_some()
        && (arguments.task == Task::Open || arguments.columns == Some(Columns::Ntcir))
    {
        wrong_usage("`--rerank` writes rankings\nhint: leave out `--task open` and `--columns ntcir`");
    }
    match (arguments.task, arguments.columns) {
        (_, None) | (Task::Open, Some(Columns::Arqmath3)) => {}
        (Task::Open, Some(_)) => {
            wrong_usage("`--task open` writes ARQMath's columns\nhint: leave out `--columns`")
        }
        (Task::Formulas, Some(Columns::Ntcir)) | (_, Some(Columns::Arqmath3)) => wrong_usage(
            "these columns do not fit this task\nhint: `arqmath3` is for `--task open`, `ntcir` for units",
        ),
        (_, Some(_)) => {}
    }
    let (text, made) = runs::write(&arguments.request(), &warn)?;
    let made = |command| Made { command, ..made };
    write_run(arguments.output.as_deref(), &text, made)
}

/// Prints what the user should know about a run.
pub(super) fn warn(warning: Warning) {
    match warning {
        Warning::OldVectors(what) => {
            eprintln!("warning: {what}\nhint: run `perga train embeddings` again");
        }
        Warning::UnusableVectors(error) => failure::warn(error),
        Warning::NoFormula(topic) => eprintln!("warning: topic `{topic}` has no formula"),
        Warning::NoContext(topic) => eprintln!("warning: topic `{topic}` has no question, so no context"),
        Warning::NotIndexed { missing, of } => {
            eprintln!("warning: {missing} of {of} results to rank again are not in the index: left out");
        }
        Warning::NoAnswer(topic) => eprintln!("warning: no answer was found for topic `{topic}`"),
    }
}

impl Arguments {
    fn request(&self) -> Request {
        Request {
            index: self.index.index.clone(),
            topics: self.topics.clone(),
            task: self.task,
            k: self.k,
            pipeline: self.pipeline.clone(),
            rerank: self.rerank.clone(),
            columns: self.columns,
            docno: self.docno,
            instances: self.instances.unwrap_or(Instances::First(NonZeroUsize::MIN)),
            links: self.links.clone(),
            context: self.context.map(|with| (with, self.context_sentences)),
        }
    }
}
