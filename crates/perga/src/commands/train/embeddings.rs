//! `perga train embeddings`: vectors for the formulas of an index, put beside it.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::values::IndexFolder;
use anyhow::Result;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use lab::training::embeddings::{Progress, Settings, Trained, steps, train};

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

    /// Dimensions of a vector
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within(4, 1024))]
    dimensions: u64,

    /// Training passes, each over all formulas
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 1000))]
    epochs: u64,

    /// Random words for each neighbour
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 100))]
    negative: u64,

    /// Largest distance between neighbours
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1, 100))]
    window: u64,

    /// Symbol pairs that occur less often have no vector of their own
    #[arg(long, value_name = "N", default_value_t = 5)]
    min_count: u64,

    /// Seed; the same seed gives the same vectors
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Train as published: 300 dimensions, 30 passes, 20 random words, and the words, rates and steps of the program
    #[arg(long, conflicts_with_all = ["dimensions", "epochs", "negative", "window", "min_count"])]
    published: bool,

    /// Save the training in this folder after each pass, and continue from what is there
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
}

fn within(least: u64, most: u64) -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(least..=most)
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let folder = &arguments.index.index;
    let settings = arguments.settings()?;
    let terminal = Terminal::new(steps(folder, &settings)?);
    let started = Instant::now();
    let trained = train(folder, &settings, arguments.state.as_deref(), &terminal, stop_on_interrupt()?);
    terminal.bar.finish_and_clear();
    if let Some(trained) = trained? {
        say(folder, &trained, &settings, started.elapsed());
    }
    Ok(())
}

impl Arguments {
    fn settings(&self) -> Result<Settings> {
        if self.published {
            return Ok(Settings { seed: self.seed, ..Settings::PUBLISHED });
        }
        Ok(Settings {
            dimensions: usize::try_from(self.dimensions)?,
            epochs: usize::try_from(self.epochs)?,
            negative: usize::try_from(self.negative)?,
            window: usize::try_from(self.window)?,
            least: self.min_count,
            seed: self.seed,
            published: false,
        })
    }
}

/// Says what was trained.
fn say(folder: &Path, trained: &Trained, settings: &Settings, time: Duration) {
    eprintln!(
        "{}: {} formulas have {} vectors of {} numbers, {} in all, trained in {:.1} s",
        folder.display(),
        HumanCount(trained.formulas),
        trained.representations,
        settings.dimensions,
        HumanBytes(trained.bytes),
        time.as_secs_f64()
    );
}

/// A first interrupt stops the training, a second one the program.
fn stop_on_interrupt() -> Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let set = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    // A reproduction runs several commands in one process; the first handler stays.
    if !matches!(set, Err(ctrlc::Error::MultipleHandlers)) {
        set?;
    }
    Ok(&STOP)
}

/// A bar, on a terminal.
struct Terminal {
    bar: ProgressBar,
}

impl Terminal {
    fn new(steps: u64) -> Terminal {
        let is_watched = std::io::stderr().is_terminal();
        let bar = if is_watched { ProgressBar::new(steps) } else { ProgressBar::hidden() };
        let template = "{bar:30} {percent:>3} %  {human_pos} of {human_len} formulas, {eta} left";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Terminal { bar }
    }
}

impl Progress for Terminal {
    fn advance(&self, formulas: u64) {
        self.bar.inc(formulas);
    }
}
