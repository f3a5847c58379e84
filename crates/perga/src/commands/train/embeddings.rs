//! `perga train embeddings`: vectors for the formulas of an index, put beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use document::{grouped, sized};
use indicatif::ProgressBar;
use lab::training::embeddings::{Progress, Settings, Trained, Training, steps, train};

use crate::commands::{bar, stop_on_signal};
use crate::values::IndexFolder;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga train embeddings --index notes.index
      some minutes for a hundred thousand different formulas; then `--pipeline cft2` works
  perga train embeddings --index notes.index --published --state training
      the method and the settings that were published, some forty times the work; run it again to continue after a stop";

/// The command line of `perga train embeddings`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    #[command(flatten)]
    training: Training,

    /// Save the training in this folder after each pass, and continue from what is there
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let folder = &arguments.index.index;
    let settings = arguments.training.settings()?;
    let template = "{bar:30} {percent:>3} %  {human_pos} of {human_len} formulas, {eta} left";
    let terminal = Terminal { bar: bar(steps(folder, &settings)?, template) };
    let started = Instant::now();
    let trained = train(
        folder,
        &settings,
        arguments.state.as_deref(),
        &terminal,
        stop_on_signal("stopping (a second signal stops at once)")?,
    );
    terminal.bar.finish_and_clear();
    if let Some(trained) = trained? {
        say(folder, &trained, &settings, started.elapsed());
    }
    Ok(())
}

/// Says what was trained.
fn say(folder: &Path, trained: &Trained, settings: &Settings, time: Duration) {
    eprintln!(
        "{}: {} formulas have {} vectors of {} numbers, {} in all, trained in {:.1} s",
        folder.display(),
        grouped(trained.formulas),
        trained.representations,
        settings.dimensions,
        sized(trained.bytes),
        time.as_secs_f64()
    );
}

/// A bar, on a terminal.
struct Terminal {
    bar: ProgressBar,
}

impl Progress for Terminal {
    fn advance(&self, formulas: u64) {
        self.bar.inc(formulas);
    }
}
