//! What `perga logs` does with a log besides a report.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use document::counted;
use study::logs::export::LEAST_SESSIONS;
use study::logs::files::whole;
use study::logs::forget::{Forgotten, forget as forget_in};
use study::logs::frequent;
use study::logs::lessons::{Fewest, find};
use study::logs::report::FEWEST_SESSIONS;
use study::logs::synthetic::{self, Subject};

use super::Source;

/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

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
          value_parser = clap::value_parser!(u64).range(LEAST_SESSIONS..))]
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

    /// Write the phrases of `perga logs report --concepts` for this log instead
    #[arg(long, conflicts_with = "general")]
    concepts: bool,
}

/// Writes features, or checks exported files.
pub(super) fn export(arguments: &Export) -> Result<()> {
    if arguments.check {
        return check(arguments);
    }
    let source = arguments.source.files();
    let (spool, analysis) = (source.spool()?, source.analysis()?);
    let text = study::logs::export::write(&spool, &analysis, arguments.fewest)?;
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Lists queries that found nothing, or writes topics.
pub(super) fn queries(arguments: &Queries) -> Result<()> {
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
        let sessions = study::logs::export::check(&whole(file)?, &name, arguments.fewest)?;
        println!("{name}: {}, no rule broken", counted(usize::try_from(sessions)?, "session"));
    }
    Ok(())
}

/// Writes a synthetic log.
pub(super) fn synth(arguments: &Synth) -> Result<()> {
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

/// The command line of `perga logs forget`.
#[derive(clap::Args)]
pub(super) struct Forget {
    /// The logs
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,

    /// Delete these sessions
    #[arg(long, value_name = "SESSION", required_unless_present_any = ["all", "older"])]
    session: Vec<String>,

    /// Delete everything
    #[arg(long, conflicts_with_all = ["session", "older"])]
    all: bool,

    /// Delete what is older than this many days
    #[arg(long, value_name = "DAYS", conflicts_with = "session")]
    older: Option<u32>,
}

/// Deletes sessions of logs.
pub(super) fn forget(arguments: &Forget) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let forgotten = match arguments.older {
        Some(days) => Forgotten::Before(i64::try_from(now)? - i64::from(days) * DAY),
        None if arguments.all => Forgotten::All,
        None => Forgotten::Sessions(arguments.session.clone()),
    };
    for log in &arguments.logs {
        let found = forget_in(log, &forgotten)?;
        let line = |count: u64| counted(usize::try_from(count).unwrap_or(usize::MAX), "line");
        println!("{}: deleted {}, kept {}", log.display(), line(found.deleted), line(found.kept));
    }
    Ok(())
}
