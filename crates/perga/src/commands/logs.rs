//! `perga logs`: how people search, from a log of searches and clicks.

mod parts;

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;
use eval::report::html::command_line;
use study::logs::analysis::{Analysis, MOST_QUERIES};
use study::logs::concepts::Concepts;
use study::logs::figures::PASTED;
use study::logs::pasted::Pasted;
use study::logs::report::{FEWEST_SESSIONS, Log, Report, html, json, text};
use study::logs::spool::Spool;
use study::logs::{frequent, labels};

/// Examples under `--help`.
const EXAMPLES: &str = "\
A log is the event log of `perga serve --events FILE`, or a table with the columns session, query, issue_time and, if it
has them, search_type, clicked_url, click_time, session_end_time, hits.

Examples:
  perga logs events.jsonl
      sessions, lengths, questions, clicks, and how queries were changed
  perga logs events.jsonl --against last-year.jsonl --format html > report.html
      two logs side by side, with plots
  perga logs engine.tsv --concepts phrases.txt --exclude stop.txt
      only sessions with a query about mathematics, by a list of phrases
  perga logs queries events.jsonl --topics known.tsv --qrels known.qrels
      queries whose answer is known from clicks, for `perga run` and `perga eval`
  perga logs export events.jsonl > features.tsv
      features without ids and without rare queries, to pass on
  perga logs events.jsonl --forget 5f2c77aa01b3d9e4
      deletes a session";

/// The command line of `perga logs`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    part: Option<parts::Part>,

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

    /// Delete sessions from the logs, by id; `all` deletes everything
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["against", "format"])]
    forget: Vec<String>,

    /// Delete from the logs what is older than this many days
    #[arg(long, value_name = "DAYS", conflicts_with_all = ["against", "format", "forget"])]
    forget_older: Option<u32>,
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
    fn analysis(&self) -> Result<Analysis> {
        let concepts = match &self.concepts {
            None => None,
            Some(phrases) => {
                let excluded = self.exclude.as_deref().map(whole).transpose()?.unwrap_or_default();
                Some(Concepts::read(&whole(phrases)?, &excluded))
            }
        };
        Ok(Analysis { concepts, most_queries: self.longest, ..Analysis::default() })
    }

    fn spool(&self) -> Result<Spool> {
        let mut spool = Spool::default();
        self.logs.iter().try_for_each(|log| read(&mut spool, log))?;
        Ok(spool)
    }
}

/// Adds a log; `-` is stdin.
fn read(spool: &mut Spool, log: &Path) -> Result<()> {
    let name = log.display().to_string();
    let source: Box<dyn Read> = match log == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(log).with_context(|| name.clone())?),
    };
    Ok(spool.read(&mut BufReader::with_capacity(1 << 17, source), &name)?)
}

/// A file that may not be UTF-8.
fn whole(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(part) = &arguments.part {
        return parts::run(part);
    }
    if !arguments.forget.is_empty() || arguments.forget_older.is_some() {
        return parts::forget(&arguments.source.logs, &arguments.forget, arguments.forget_older);
    }
    let report = report(arguments)?;
    let text = match arguments.format {
        Format::Text => text::write(&report),
        Format::Json => json::write(&report),
        Format::Html => html::write(&report, &command_line(std::env::args_os().skip(1))),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

fn report(arguments: &Arguments) -> Result<Report> {
    let source = &arguments.source;
    let (analysis, spool) = (source.analysis()?, source.spool()?);
    let analysed = analysis.figures(&spool)?;
    let named = |log: &Path| log.file_name().unwrap_or(log.as_os_str()).to_string_lossy().into_owned();
    let names: Vec<String> = source.logs.iter().map(|log| named(log)).collect();
    let mut logs = vec![Log { name: names.join(", "), analysed: &analysed }];
    let other = match &arguments.against {
        None => None,
        Some(log) => {
            let mut spool = Spool::default();
            read(&mut spool, log)?;
            Some((named(log), analysis.figures(&spool)?))
        }
    };
    logs.extend(other.as_ref().map(|(name, analysed)| Log { name: name.clone(), analysed }));
    let mut report = Report::new(&logs, arguments.fewest);
    if !arguments.texts.is_empty() {
        let queries = frequent::longer_than(&spool, &analysis, PASTED, frequent::MOST, 1)?;
        let mut pasted = Pasted::new(queries.iter().map(String::as_str));
        for file in &arguments.texts {
            pasted.look_in(&whole(file)?);
        }
        let (found, of) = pasted.counts();
        report.add_pasted(found, of);
    }
    if let Some(file) = &arguments.labels {
        let (found, of) = labels::verbose(&whole(file)?, &file.display().to_string())?;
        report.add_verbose(found, of);
    }
    Ok(report)
}
