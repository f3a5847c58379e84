//! `perga index`: collections into an index.

mod embedding;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use document::{Complaint, ComplaintKind, counted, grouped};
use engine::Engine;
use engine::ingest::collection::{Format, Survey, SurveyOptions, roots, survey};
use engine::ingest::{Observer, Options, Profile, Repeated, Report, Settings, State};
use indicatif::ProgressBar;

use super::counted_long;
use crate::{Outcome, failure};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga index ~/notes --index notes.index
      a folder of LaTeX, Markdown, HTML or notebooks; run it again after editing, and only what changed is read
  perga index math.stackexchange.com.7z --index mse.index
      a Stack Exchange dump as it is distributed
  perga index formulas.tsv.gz --index formulas.index --profile lean
      a list of formulas, with a smaller index
  perga index big.jsonl --index big.index --resume
      continue where an interrupted run stopped
  perga index ~/notes --index notes.index --embed
      also make a vector for every unit, with the model that `perga model add` installed

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but parts could not be read. After a read error
Perga deletes nothing under that source; use `--prune` to delete it anyway.";

/// The most warnings that are shown; the rest is counted.
const MOST_COMPLAINTS: u64 = 20;

/// The command line of `perga index`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files, folders or archives
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// The folder of the index; created if it does not exist
    #[arg(long, alias = "into", value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    index: PathBuf,

    /// The format of the sources
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats())]
    format: String,

    /// What a new index keeps of a formula
    #[arg(long, value_name = "NAME", value_parser = profiles())]
    profile: Option<String>,

    /// Continue where an interrupted run stopped, instead of reading that source again
    #[arg(long)]
    resume: bool,

    /// Delete sources that were not found, even if parts of a folder could not be read
    #[arg(long)]
    prune: bool,

    /// Continue with the other sources when one cannot be read at all
    #[arg(long)]
    keep_going: bool,

    /// Follow symbolic links that lead out of the source
    #[arg(long)]
    follow: bool,

    /// A folder outside the source that documents may include files from; can be repeated
    #[arg(long, value_name = "DIR")]
    include_root: Vec<PathBuf>,

    /// Make a vector for every unit that has none, with the model of `perga model`
    #[arg(long)]
    embed: bool,

    /// Other words for the same thing, for searches in this index: rows of a weight, a tab, and phrases with ` = ` between
    /// them
    #[arg(long, value_name = "FILE")]
    synonyms: Option<PathBuf>,

    /// Memory to work with, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(64..))]
    memory: u64,

    /// Seconds from one commit to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, hide = true)]
    commit_every: f64,
}

fn formats() -> PossibleValuesParser {
    std::iter::once("auto").chain(Format::NAMES.iter().map(|(_, name)| *name)).collect::<Vec<_>>().into()
}

fn profiles() -> PossibleValuesParser {
    Profile::ALL.iter().map(|profile| profile.name).collect::<Vec<_>>().into()
}

/// Runs the command, and says what was done.
pub fn run(arguments: &Arguments, say: impl FnOnce(&str)) -> Result<Outcome> {
    // A missing model is said before the work and not after it.
    let model = arguments.embed.then(embedding::model).transpose()?;
    let memory = usize::try_from(arguments.memory)?.saturating_mul(1 << 20);
    let format = Format::from_name(&arguments.format);
    let survey = survey(
        &arguments.sources,
        &SurveyOptions {
            format,
            memory,
            follow: arguments.follow,
            include_roots: arguments.include_root.clone(),
        },
    );
    let Survey { entries, complaints, sources, .. } = &survey;
    if let Some(failure) = sources.iter().find_map(|source| source.failure.as_ref())
        && !arguments.keep_going
    {
        let hint = failure::with_flag(&failure.hint);
        bail!("{failure}\nhint: {hint}\nhint: `--keep-going` indexes the other sources");
    }
    let observer = Terminal::new(entries.iter().map(|entry| entry.bytes).sum());
    complaints.iter().for_each(|complaint| observer.complaint(complaint));
    // Without entries there is nothing to do, unless an index is there from which they vanished.
    if entries.is_empty() && Engine::open(&arguments.index).is_err() {
        bail!("found nothing to index\nhint: `perga index --help` lists the formats; `--format` names one");
    }
    let stop = super::stop_on_signal("stopping after a commit (a second signal stops at once)")?;
    let options = Options {
        settings: Settings { profile: arguments.profile.as_deref().and_then(Profile::from_name), memory },
        resume: arguments.resume,
        commit_every: Duration::try_from_secs_f64(arguments.commit_every).unwrap_or(Duration::MAX),
        roots: &roots(sources, format),
        prune: arguments.prune,
        stop,
    };
    let report = engine::ingest::index(entries, &arguments.index, &options, &observer);
    observer.bar.finish_and_clear();
    let report = report?;
    observer.hidden_complaints();
    if let Some(table) = &arguments.synonyms {
        engine::synonyms::install(table, &arguments.index)?;
    }
    say(&summary(&report, &arguments.index));
    if let Some(model) = model.filter(|_| !report.is_stopped) {
        embedding::run(&arguments.index, &model, stop)?;
    }
    let is_whole = complaints.iter().all(|complaint| complaint.kind == ComplaintKind::Notice);
    Ok(if is_whole && !report.is_partial() { Outcome::Done } else { Outcome::Partial })
}

/// What the run did: one sentence, then what the user should know.
fn summary(report: &Report, folder: &Path) -> String {
    let counts = [(report.read, "read"), (report.vanished, "deleted"), (report.unchanged, "unchanged")];
    let sources: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .enumerate()
        .map(|(place, (count, what))| match place {
            0 => format!("{} {what}", counted(*count, "source")),
            _ => format!("{} {what}", grouped(*count as u64)),
        })
        .collect();
    let (units, formulas) = (counted_long(report.units, "unit"), counted_long(report.occurrences, "formula"));
    let folder = folder.display();
    let mut text = match report.read + report.vanished {
        0 => format!("{folder} is up to date: {units}, {formulas}\n"),
        _ => format!("{folder}: {} in {:.1} s; {units}, {formulas}\n", sources.join(", "), report.seconds),
    };
    let Repeated { within, across } = report.repeated;
    if within > 0 {
        text.push_str(&format!("{} replaced others with the same id\n", counted_long(within, "unit")));
    }
    if across > 0 {
        text.push_str(&format!(
            "{} with an id that another source uses too; Perga shows the source whose name comes last\n",
            counted_long(across, "unit")
        ));
    }
    if report.complaints > 0 {
        text.push_str(&format!(
            "Perga could not read {}, see above\n",
            counted_long(report.complaints, "part")
        ));
    }
    if report.unread_before > 0 {
        let sources = counted(report.unread_before, "unchanged source");
        text.push_str(&format!("{sources} had parts that Perga could not read before\n"));
    }
    for kept in &report.kept {
        text.push_str(&format!("warning: {kept}\n"));
    }
    if !report.kept.is_empty() {
        text.push_str("hint: `--prune` deletes what was not found\n");
    }
    if report.is_stopped {
        text.push_str("stopped early; continue with the same command and `--resume`\n");
    }
    text
}

/// Shows progress: a bar on a terminal, warnings everywhere.
struct Terminal {
    bar: ProgressBar,
    complaints: AtomicU64,
}

impl Terminal {
    fn new(bytes: u64) -> Terminal {
        let template = "{bar:30} {percent:>3} %  {bytes} of {total_bytes}, {eta} left  {msg}";
        Terminal { bar: super::bar(bytes, template), complaints: AtomicU64::new(0) }
    }

    fn hidden_complaints(&self) {
        let complaints = self.complaints.load(Ordering::Relaxed);
        if complaints > MOST_COMPLAINTS {
            eprintln!("and {}", counted_long(complaints - MOST_COMPLAINTS, "more warning"));
        }
    }
}

impl Observer for Terminal {
    fn progress(&self, state: &State) {
        self.bar.set_position(state.bytes);
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        let rate = grouped((state.formulas as f64 / seconds) as u64);
        self.bar.set_message(format!(
            "{} units, {} formulas ({rate}/s)",
            grouped(state.units),
            grouped(state.formulas)
        ));
    }

    fn complaint(&self, complaint: &Complaint) {
        if self.complaints.fetch_add(1, Ordering::Relaxed) < MOST_COMPLAINTS {
            self.bar.suspend(|| failure::complain("warning", complaint));
        }
    }
}
