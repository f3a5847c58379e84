//! What `perga logs` does with a log besides a report.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Subcommand;
use document::counted;
use study::logs::files::whole;
use study::logs::forget::{Forgotten, forget as forget_in};
use study::logs::lessons::{Fewest, find};
use study::logs::report::FEWEST_SESSIONS;
use study::logs::synthetic::{self, Subject};
use study::logs::{export, frequent};

use super::Source;

/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A part of `perga logs`.
#[derive(Subcommand)]
pub(super) enum Part {
    /// List queries that found nothing, and propose queries with known answers as topics
    Queries(Queries),
    /// Write features of queries without ids and rare texts
    Export(Export),
    /// Write a synthetic log with the figures of the published study
    Synth(Synth),
}

/// The command line of `perga logs queries`.
#[derive(clap::Args)]
pub(super) struct Queries {
    #[command(flatten)]
    source: Source,

    /// Write queries with a known answer to this file, `topic<TAB>query`
    #[arg(long, value_name = "FILE", requires = "qrels")]
    topics: Option<PathBuf>,

    /// Write their judgements to this file
    #[arg(long, value_name = "FILE", requires = "topics")]
    qrels: Option<PathBuf>,

    /// List the most frequent distinct queries of more than 4 words instead, to be labelled
    #[arg(long, conflicts_with = "topics")]
    long: bool,

    /// The fewest sessions that issued a query
    #[arg(short = 'k', long, value_name = "N", default_value_t = 2)]
    fewest: u64,

    /// The fewest sessions in which a result was viewed for more than 30 seconds
    #[arg(long, value_name = "N", default_value_t = 2)]
    satisfied: u64,
}

/// The command line of `perga logs export`.
#[derive(clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    source: Source,

    /// Check exported files instead
    #[arg(long)]
    check: bool,

    /// A query, site or type must occur in this many sessions, at least 5
    #[arg(short = 'k', long, value_name = "N", default_value_t = FEWEST_SESSIONS,
          value_parser = clap::value_parser!(u64).range(export::LEAST_SESSIONS..))]
    fewest: u64,
}

/// The command line of `perga logs synth`.
#[derive(clap::Args)]
pub(super) struct Synth {
    /// The number of sessions
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    sessions: u64,

    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Searches for anything instead of mathematics
    #[arg(long)]
    general: bool,

    /// Write the phrases of `perga logs --concepts` for this log instead
    #[arg(long, conflicts_with = "general")]
    concepts: bool,
}

/// Runs a part.
pub(super) fn run(part: &Part) -> Result<()> {
    match part {
        Part::Queries(arguments) => queries(arguments),
        Part::Export(arguments) if arguments.check => check(arguments),
        Part::Export(arguments) => {
            let source = arguments.source.files();
            let text = export::write(&source.spool()?, &source.analysis()?, arguments.fewest)?;
            Ok(io::stdout().write_all(text.as_bytes())?)
        }
        Part::Synth(arguments) => synth(arguments),
    }
}

fn queries(arguments: &Queries) -> Result<()> {
    let source = arguments.source.files();
    let (spool, analysis) = (source.spool()?, source.analysis()?);
    if arguments.long {
        let found = frequent::longer_than(&spool, &analysis, 5, frequent::MOST, 1)?;
        return Ok(io::stdout().write_all((found.join("\n") + "\n").as_bytes())?);
    }
    let fewest = Fewest { sessions: arguments.fewest, satisfied: arguments.satisfied };
    let lessons = find(&spool, &analysis, fewest)?;
    let (Some(topics), Some(qrels)) = (&arguments.topics, &arguments.qrels) else {
        return Ok(io::stdout().write_all(lessons.failures().as_bytes())?);
    };
    let write =
        |file: &Path, text: String| std::fs::write(file, text).with_context(|| file.display().to_string());
    write(topics, lessons.topics())?;
    write(qrels, lessons.qrels())?;
    eprintln!("{} with known answers", counted(lessons.known.len(), "query"));
    Ok(())
}

fn check(arguments: &Export) -> Result<()> {
    for file in &arguments.source.logs {
        let name = file.display().to_string();
        let sessions = export::check(&whole(file)?, &name, arguments.fewest)?;
        println!("{name}: {}, no rule broken", counted(usize::try_from(sessions)?, "session"));
    }
    Ok(())
}

fn synth(arguments: &Synth) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.concepts {
        out.write_all(synthetic::concepts(arguments.seed).as_bytes())?;
        return Ok(out.flush()?);
    }
    let subject = if arguments.general { Subject::Anything } else { Subject::Mathematics };
    out.write_all(synthetic::HEADER.as_bytes())?;
    for lines in synthetic::sessions(subject, arguments.seed, arguments.sessions) {
        out.write_all(lines.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Deletes sessions of logs.
pub(super) fn forget(logs: &[PathBuf], sessions: &[String], older: Option<u32>) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let forgotten = match older {
        Some(days) => Forgotten::Before(i64::try_from(now)? - i64::from(days) * DAY),
        None if sessions.iter().any(|session| session == "all") => Forgotten::All,
        None => Forgotten::Sessions(sessions.to_vec()),
    };
    for log in logs {
        let found = forget_in(log, &forgotten)?;
        let line = |count: u64| counted(usize::try_from(count).unwrap_or(usize::MAX), "line");
        println!("{}: deleted {}, kept {}", log.display(), line(found.deleted), line(found.kept));
    }
    Ok(())
}
