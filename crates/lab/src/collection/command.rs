//! The command line of `perga collection`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use document::counted;

use super::{Options, check, topics};
use crate::collections;

/// The commands of `perga collection`.
#[derive(clap::Subcommand)]
pub enum Collection {
    /// Write the files of a collection in the form of ARQMath
    Export(Export),

    /// Read a whole collection and report what is missing, damaged, or does not agree
    Check {
        /// The collection
        folder: PathBuf,

        /// A published collection whose counts it must have: arqmath-3
        #[arg(long, value_name = "NAME")]
        expect: Option<String>,
    },

    /// Choose questions of a year as topics
    Topics {
        /// A dump, a folder in the form of ARQMath, an index, or units
        source: PathBuf,

        /// The settings; see docs/research/collections.md
        #[arg(long, value_name = "FILE")]
        plan: PathBuf,

        /// The folder to make
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
    },

    /// Compare collections: judgements, slices of topics, instances and distinct formulas
    Compare {
        /// Names the files of each collection; see docs/research/comparison.md
        manifest: PathBuf,

        /// JSON instead of tables
        #[arg(long)]
        json: bool,
    },
}

/// The command line of `perga collection export`.
#[derive(clap::Args)]
pub struct Export {
    /// A dump, a folder in the form of ARQMath, an index, or units
    source: PathBuf,

    /// The folder to make
    #[arg(long, value_name = "DIR")]
    into: PathBuf,

    /// Only what is older than this date
    #[arg(long, value_name = "DATE")]
    before: Option<String>,

    /// The release, a part of the names of files
    #[arg(long, value_name = "NAME", default_value = "V1.3")]
    release: String,

    /// Compute scores, counts and accepted answers from votes and posts older than the date
    #[arg(long)]
    recount: bool,

    /// The former release: its ids of formulas and visual ids stay
    #[arg(long, value_name = "DIR")]
    previous: Option<PathBuf>,

    /// Judgements of formulas by their ids; they decide which part of a visual id keeps it
    #[arg(long, value_name = "QRELS", requires = "previous")]
    judged: Option<PathBuf>,

    /// Do not write the pages of threads
    #[arg(long)]
    no_pages: bool,
}

/// Runs the command; returns whether everything could be read.
///
/// # Errors
/// A file cannot be read or written, or a collection has problems.
pub fn run(command: &Collection) -> Result<bool> {
    match command {
        Collection::Export(arguments) => export(arguments),
        Collection::Check { folder, expect } => {
            let found = check::check(folder, expect.as_deref())?;
            let mut out = io::stdout().lock();
            for (name, count) in &found.counts {
                writeln!(out, "{name}\t{count}")?;
            }
            for problem in &found.problems {
                writeln!(out, "problem\t{problem}")?;
            }
            if !found.problems.is_empty() {
                bail!("{}: {}", folder.display(), counted(found.problems.len(), "problem"));
            }
            Ok(true)
        }
        Collection::Topics { source, plan, into } => {
            let chosen = topics::topics(source, plan, into)?;
            let mut out = io::stdout().lock();
            for (stage, left) in &chosen.stages {
                writeln!(out, "{left}\t{stage}")?;
            }
            writeln!(out, "{}\tchosen", chosen.topics)?;
            Ok(true)
        }
        Collection::Compare { manifest, json } => {
            let compared = collections::compare(manifest)?;
            let text = if *json { compared.json() } else { compared.text() };
            io::stdout().write_all(text.as_bytes())?;
            Ok(true)
        }
    }
}

fn export(arguments: &Export) -> Result<bool> {
    let exported = super::export(&Options {
        source: arguments.source.clone(),
        into: arguments.into.clone(),
        before: arguments.before.clone(),
        version: arguments.release.clone(),
        recount: arguments.recount,
        previous: arguments.previous.clone(),
        qrels: arguments.judged.clone(),
        pages: !arguments.no_pages,
    })?;
    for complaint in &exported.complaints {
        eprintln!("warning: {complaint}");
    }
    println!(
        "{}, {}, {}, {}",
        counted(exported.questions as usize, "question"),
        counted(exported.answers as usize, "answer"),
        counted(exported.formulas as usize, "formula"),
        counted(exported.distinct as usize, "visual id"),
    );
    Ok(exported.complaints.is_empty())
}
