//! `perga run`: searches for every topic of a file and writes a run.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use lab::runs::{self, Columns, Docno, Request, Sentences, Task, Warning, With};

use crate::failure;
use crate::values::IndexFolder;

/// The command line of `perga run`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    topics: PathBuf,

    /// What is searched for
    #[arg(long, value_enum)]
    task: Task,

    /// Results per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// The columns of the run; `arqmath3` for `--task open`, `trec` for the others
    #[arg(long, value_enum)]
    columns: Option<Columns>,

    /// What stands for a formula in the run
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Order formulas by the context of the topic's as well: words, words+latex or words+operators
    #[arg(long, value_name = "WITH", num_args = 0..=1, require_equals = true, default_missing_value = "words")]
    context: Option<With>,

    /// Sentences that context reaches over: the formula's own, or the two around it as well
    #[arg(long, value_name = "N", value_enum, default_value_t = Sentences::Three, requires = "context")]
    context_sentences: Sentences,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.k == 0 {
        bail!("`-k` must be at least 1");
    }
    if arguments.context.is_some() && arguments.task != Task::Formulas {
        bail!("`--context` is for `--task formulas`: other tasks search whole questions anyway");
    }
    let text = runs::write(&arguments.request(), &warn)?;
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
        }
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
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
            columns: self.columns,
            docno: self.docno,
            context: self.context.map(|with| (with, self.context_sentences)),
        }
    }
}
