//! `perga run`: searches for every topic of a file and writes a run.

use std::path::PathBuf;

use anyhow::Result;
use lab::made::Made;
use lab::runs::{self, Columns, Request, Task, Warning};

use super::{write_run, wrong_usage};
use crate::failure;

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
    request: Request,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let request = &arguments.request;
    if request.k == 0 {
        wrong_usage("`-k` must be at least 1\nhint: runs usually have 1000 results per topic");
    }
    if request.context.is_some() && request.task != Task::Formulas {
        wrong_usage("`--context` is for `--task formulas`: other tasks search whole questions anyway");
    }
    if request.instances.is_some() && request.task != Task::Formulas {
        wrong_usage("`--instances` is for `--task formulas`: other tasks find units, and a unit has one row");
    }
    if request.links.is_some() && !matches!(request.task, Task::Answers | Task::Units) {
        wrong_usage("`--links` is for `--task answers`: a formula has no links");
    }
    if request.rerank.is_some() && (request.task == Task::Open || request.columns == Some(Columns::Ntcir)) {
        wrong_usage("`--rerank` writes rankings\nhint: leave out `--task open` and `--columns ntcir`");
    }
    match (request.task, request.columns) {
        (_, None) | (Task::Open, Some(Columns::Arqmath3)) => {}
        (Task::Open, Some(_)) => {
            wrong_usage("`--task open` writes ARQMath's columns\nhint: leave out `--columns`")
        }
        (Task::Formulas, Some(Columns::Ntcir)) | (_, Some(Columns::Arqmath3)) => wrong_usage(
            "these columns do not fit this task\nhint: `arqmath3` is for `--task open`, `ntcir` for units",
        ),
        (_, Some(_)) => {}
    }
    let (text, made) = runs::write(request, &warn)?;
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
