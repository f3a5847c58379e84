//! `perga repro`: published and golden numbers, measured again.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Parser;
use eval::report::Report;
use eval::report::reproductions::{self, State};
use lab::repro::{Outcome, Places, Reproduction, all_in, describe, reproduce};
use lab::training::feature_files;

use super::{agree, compare, eval as evaluate, fuse, index, qrels, run as search, train};
use crate::failure;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga repro
      every reproduction of the folder `repro`
  perga repro repro/arqmath-2020-task1-runs.toml --data ~/collections
      one of them; Perga looks for its files beside it, then under ~/collections
  perga repro --report field.html
      all of them as a page: published, ours, difference, and what is missing";

/// The folder of reproductions.
const FOLDER: &str = "repro";

/// The command line of `perga repro`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Reproductions; without any, those in the folder `repro`
    files: Vec<PathBuf>,

    /// The folder of the collections
    #[arg(
        long,
        value_name = "DIR",
        env = "PERGA_SHARED_DATA",
        hide_env_values = true,
        default_value = "../shared/data"
    )]
    data: PathBuf,

    /// Also write a page with all numbers
    #[arg(long, value_name = "HTML")]
    report: Option<PathBuf>,
}

/// A command of a reproduction.
#[derive(clap::Parser)]
#[command(name = "perga")]
struct Line {
    #[command(subcommand)]
    command: Step,
}

#[derive(clap::Subcommand)]
enum Step {
    Eval(Box<evaluate::Arguments>),
    Compare(Box<compare::Arguments>),
    Qrels(Box<qrels::Arguments>),
    Agree(agree::Arguments),
    Index(Box<index::Arguments>),
    Run(Box<search::Arguments>),
    Rank(feature_files::Arguments),
    Fuse(Box<fuse::Arguments>),
    Train(Box<train::Arguments>),
}

/// Runs the command; a difference is a failure.
pub fn run(arguments: &Arguments) -> Result<()> {
    let files = match arguments.files.as_slice() {
        [] => all_in(Path::new(FOLDER))?,
        files => files.to_vec(),
    };
    let reproductions =
        files.iter().map(|file| Reproduction::read(file)).collect::<Result<Vec<Reproduction>>>()?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (file, reproduction) in files.iter().zip(&reproductions) {
        let outcome = reproduce(reproduction, &Places::new(file, &arguments.data), &perform)?;
        io::stdout().write_all(describe(file, reproduction, &outcome).as_bytes())?;
        outcomes.push(outcome);
    }
    if let Some(page) = &arguments.report {
        let named = files.iter().zip(&reproductions).zip(&outcomes);
        let sections: Vec<_> =
            named.map(|((file, reproduction), outcome)| outcome.section(file, reproduction)).collect();
        lab::whole::write(page, &reproductions::write(&sections))?;
    }
    let count = |state| outcomes.iter().filter(|outcome| outcome.state() == state).count();
    let (same, different, skipped) = (count(State::Same), count(State::Differs), count(State::Skipped));
    eprintln!("{same} reproduced, {different} different, {skipped} skipped");
    if skipped > 0 {
        eprintln!(
            "hint: `--data DIR` or PERGA_SHARED_DATA names the folder of the missing files, now `{}`",
            arguments.data.display()
        );
    }
    if different > 0 {
        bail!("{different} of {} reproductions differ", files.len());
    }
    Ok(())
}

/// Runs the words of a command; the error is what the command would say.
fn perform(words: &[OsString]) -> Result<Option<Report>, String> {
    let program = OsString::from("perga");
    let line = Line::try_parse_from(std::iter::once(&program).chain(words));
    let Line { command } = line.map_err(|error| error.to_string())?;
    let done = match &command {
        Step::Eval(arguments) => return evaluate::report(arguments).map(Some),
        Step::Compare(arguments) => compare::report(arguments).map(Some),
        Step::Qrels(arguments) => {
            qrels::described(arguments).map(|described| Some(eval::description::report(&described)))
        }
        Step::Agree(arguments) => agree::findings(arguments).map(|findings| Some(findings.report())),
        Step::Index(arguments) => index::run(arguments, |_| ()).map(|_| None),
        Step::Run(arguments) => search::run(arguments).map(|()| None),
        Step::Rank(arguments) => feature_files::rank(arguments).map(|()| None),
        Step::Fuse(arguments) => fuse::run(arguments).map(|()| None),
        Step::Train(arguments) => train::trained(arguments).map(|_| None),
    };
    done.map_err(|error| failure::described(&error))
}
