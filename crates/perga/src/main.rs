//! The `perga` binary: commands over the libraries.
//!
//! Data goes to stdout, everything else to stderr. Exit code 0 is success, 1 a failure (an unreadable
//! file, a full disk), 2 wrong usage, 3 work that was done although parts could not be read. A reader that closes the pipe early (`perga tree … | head`) is no
//! failure.
//!
//! What it is not: a place for logic. A command reads its arguments, calls a library and prints; only
//! here is `anyhow` used, because only here does an error end in a message.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod commands;
mod failure;
mod report;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Perga, a math-aware search engine.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the trees of a formula, or of one formula a line on stdin
    Tree(commands::tree::Arguments),
    /// Index files, folders, archives and dumps
    Index(commands::index::Arguments),
    /// Search for every topic of a file and write a run
    Run(commands::run::Arguments),
    /// Search an index for formulas
    Search(commands::search::Arguments),
    /// Serve the page and the API
    Serve(commands::serve::Arguments),
    /// Suggest what could be typed instead, or next
    Suggest(commands::suggest::Arguments),
    /// Say what an index holds and what it costs
    Stats(commands::stats::Arguments),
    /// Read everything in an index and say whether it is whole
    Check(commands::check::Arguments),
    /// Measure runs against relevance judgements, or check them as submissions
    Eval(commands::eval::Arguments),
    /// Compare runs with a baseline: significance, wins, slices of topics, in words
    Compare(commands::compare::Arguments),
    /// Pool runs for assessment by a published protocol, or merge judgements into qrels
    Pool(commands::pool::Arguments),
    /// Measure how well assessors agree
    Agree(commands::agree::Arguments),
    /// Measure published and golden numbers again
    Repro(commands::repro::Arguments),
    /// Learn from an index what searching in it can use
    Train(commands::train::Arguments),
    /// Add, list and remove models for sentence vectors
    Model(commands::model::Arguments),
    /// Make collections to measure with
    Bench(lab::Arguments),
    /// Look at example formulas, then at your own, in the terminal
    Demo,
}

/// How a command ended that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Done,
    /// Done, but parts could not be read.
    Partial,
}

/// The exit code of [`Outcome::Partial`].
const PARTIAL: u8 = 3;

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(command_line());
    std::panic::set_hook(Box::new(say_bug));
    // A panic was said by the hook already.
    let Ok(result) = std::panic::catch_unwind(|| run(&arguments.command)) else { return ExitCode::FAILURE };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Partial) => ExitCode::from(PARTIAL),
        Err(error) if failure::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::say(&error);
            ExitCode::FAILURE
        }
    }
}

/// What is said of a bug. Damaged files of an index can lead to one in a library, so that is looked at first.
fn say_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("unknown");
    let place = panic.location().map_or_else(String::new, |place| format!(" ({place})"));
    eprintln!("error: internal error: {message}{place}");
    eprintln!("hint: `perga check` says whether the index is damaged; if it is not, please report this");
}

fn run(command: &Command) -> anyhow::Result<Outcome> {
    let result = match command {
        Command::Index(arguments) => return commands::index::run(arguments),
        Command::Tree(arguments) => commands::tree::run(arguments),
        Command::Run(arguments) => commands::run::run(arguments),
        Command::Search(arguments) => commands::search::run(arguments),
        Command::Serve(arguments) => commands::serve::run(arguments),
        Command::Suggest(arguments) => commands::suggest::run(arguments),
        Command::Stats(arguments) => commands::stats::run(arguments),
        Command::Check(arguments) => commands::check::run(arguments),
        Command::Eval(arguments) => commands::eval::run(arguments),
        Command::Compare(arguments) => commands::compare::run(arguments),
        Command::Pool(arguments) => commands::pool::run(arguments),
        Command::Agree(arguments) => commands::agree::run(arguments),
        Command::Repro(arguments) => commands::repro::run(arguments),
        Command::Train(arguments) => commands::train::run(arguments),
        Command::Model(arguments) => commands::model::run(arguments),
        Command::Bench(arguments) => lab::run(arguments),
        Command::Demo => commands::demo::run(),
    };
    result.map(|()| Outcome::Done)
}

/// The arguments; those of `tree` may be formulas that begin with a minus sign.
fn command_line() -> Vec<OsString> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match arguments.get(1) {
        Some(command) if command == "tree" => {
            arguments.into_iter().map(commands::tree::shield_minus).collect()
        }
        _ => arguments,
    }
}
