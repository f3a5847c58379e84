//! `perga logs`: how people search, from a log of searches and clicks.

mod parts;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use eval::report::html::command_line;
use study::logs::analysis::MOST_QUERIES;
use study::logs::files;
use study::logs::report::{FEWEST_SESSIONS, html, json, text};

/// Examples under `--help`.
const EXAMPLES: &str = "\
A log is the event log of `perga serve --events FILE`, or a table with the columns session, query, issue_time and, if it
has them, search_type, clicked_url, click_time, session_end_time, hits.

Examples:
  perga logs report events.jsonl
      sessions, lengths, questions, clicks, and how queries were changed
  perga logs report events.jsonl --against last-year.jsonl --format html > report.html
      two logs side by side, with plots
  perga logs report engine.tsv --concepts phrases.txt --exclude stop.txt
      only sessions with a query about mathematics, by a list of phrases
  perga logs queries events.jsonl --topics known.tsv --qrels known.qrels
      queries whose answer is known from clicks, for `perga run` and `perga eval`
  perga logs export events.jsonl > features.tsv
      features without ids and without rare queries, to pass on
  perga logs forget events.jsonl --session 5f2c77aa01b3d9e4
      deletes a session";

/// The command line of `perga logs`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(clap::Subcommand)]
enum Part {
    /// Report sessions, lengths, questions, clicks and changes of queries
    Report(Reporting),
    /// List queries that found nothing, and propose queries with known answers as topics
    Queries(parts::Queries),
    /// Write features of queries without ids and rare texts
    Export(parts::Export),
    /// Write a synthetic log with the figures of the published study
    Synth(parts::Synth),
    /// Delete sessions from logs
    Forget(parts::Forget),
}

/// The command line of `perga logs report`.
#[derive(clap::Args)]
struct Reporting {
    #[command(flatten)]
    source: Source,

    /// Compare with this log
    #[arg(long, value_name = "LOG")]
    against: Option<PathBuf>,

    /// Look for pasted queries in these texts
    #[arg(long, value_name = "FILE")]
    texts: Vec<PathBuf>,

    /// Labels of queries, `query<TAB>label…`: 1 if it has words that could be left out, else 0
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,

    /// Show words and sites that occurred in at least this many sessions
    #[arg(short = 'k', long, value_name = "N", default_value_t = FEWEST_SESSIONS)]
    fewest: u64,

    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The logs, and which of their sessions count.
#[derive(clap::Args)]
struct Source {
    /// The logs; together they are one
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,

    /// Phrases, one per line: only sessions with one of them in a query, or with a formula, count
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,

    /// Words, one per line: a query with one of them is not about mathematics
    #[arg(long, value_name = "FILE", requires = "concepts")]
    exclude: Option<PathBuf>,

    /// Leave out sessions with more queries than this: they are programs
    #[arg(long, value_name = "N", default_value_t = MOST_QUERIES)]
    longest: usize,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Html,
}

impl Source {
    fn files(&self) -> files::Source<'_> {
        files::Source {
            logs: &self.logs,
            concepts: self.concepts.as_deref(),
            exclude: self.exclude.as_deref(),
            longest: self.longest,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.part {
        Part::Report(arguments) => print(arguments),
        Part::Queries(arguments) => parts::queries(arguments),
        Part::Export(arguments) => parts::export(arguments),
        Part::Synth(arguments) => parts::synth(arguments),
        Part::Forget(arguments) => parts::forget(arguments),
    }
}

fn print(arguments: &Reporting) -> Result<()> {
    let reporting = files::Reporting {
        source: arguments.source.files(),
        against: arguments.against.as_ref(),
        texts: &arguments.texts,
        labels: arguments.labels.as_deref(),
        fewest: arguments.fewest,
    };
    let report = reporting.report()?;
    let text = match arguments.format {
        Format::Text => text::write(&report),
        Format::Json => json::write(&report),
        Format::Html => html::write(&report, &command_line(std::env::args_os().skip(1))),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
