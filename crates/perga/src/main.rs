//! The `perga` binary: commands over the libraries.
//!
//! Data goes to stdout, everything else to stderr. Exit code 0 is success, 1 a failure (an unreadable file, a full
//! disk), 2 wrong usage, 3 work that was done although parts could not be read. A reader that closes the pipe early
//! (`perga tree … | head`) is no failure.
//!
//! What it is not: a place for logic. A command reads its arguments, calls a library and prints; only
//! here is `anyhow` used, because only here does an error end in a message.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod commands;
mod failure;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Perga, a math-aware search engine
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Index files, folders, archives and dumps
    Index(commands::index::Arguments),
    /// Search an index for formulas, answers or texts
    Search(commands::search::Arguments),
    /// Serve the page and the API
    Serve(commands::serve::Arguments),
    /// Suggest queries for what was typed
    Suggest(commands::suggest::Arguments),
    /// Show what an index holds and how large it is
    Stats(commands::stats::Arguments),
    /// Read a whole index and report damage
    Check(commands::check::Arguments),
    /// Show the trees of a formula, or of each line on stdin
    Tree(commands::tree::Arguments),
    /// Show what the symbols of a text stand for
    Describe(lab::meaning::describe::Arguments),
    /// Show the text around a formula as a meaning graph
    Context(lab::meaning::context::Arguments),
    /// Show the trees of example formulas, then of formulas you type
    Demo,
    /// Add, list and remove models for sentence vectors
    Model(commands::model::Arguments),
    /// Search for every topic of a file and write a run
    Run(commands::run::Arguments),
    /// Rank candidates whose values stand in a file
    Rank(lab::training::feature_files::Arguments),
    /// Measure runs against relevance judgements, or check them as submissions
    Eval(commands::eval::Arguments),
    /// Measure how much of the meaning graphs of two files is the same
    Smatch(lab::meaning::smatch::Arguments),
    /// Fuse runs into one
    Fuse(commands::fuse::Arguments),
    /// Compare runs with a baseline: significance, wins, slices of topics
    Compare(commands::compare::Arguments),
    /// Describe topics: words, formulas, complexity
    Topics(commands::topics::Arguments),
    /// Describe judgements: counts, grades, how far they reach into runs
    Qrels(commands::qrels::Arguments),
    /// Make, check and compare test collections
    #[command(subcommand, after_help = commands::notes::COLLECTIONS)]
    Collection(lab::collection::Collection),
    /// Pool runs for assessment by a published protocol, or merge judgements into qrels
    Pool(commands::pool::Arguments),
    /// Let several people judge a pool on a page
    Assess(commands::assess::Arguments),
    /// Measure how well assessors agree
    Agree(commands::agree::Arguments),
    /// Report how people search, from a log of searches and clicks
    Logs(commands::logs::Arguments),
    /// Measure published numbers again and compare them
    Repro(commands::repro::Arguments),
    /// Train formula vectors or the weights of a pipeline
    Train(commands::train::Arguments),
    /// Run benchmarks and make synthetic collections
    #[command(subcommand)]
    Bench(lab::Benchmark),
}

/// The commands by audience, as `perga --help` lists them.
const GROUPS: [(&str, &str); 3] = [
    ("Search your own documents", "index search serve suggest stats check"),
    ("Formulas and models", "tree describe context demo model"),
    (
        "Evaluate and research",
        "run rank fuse eval compare topics qrels collection smatch pool assess agree logs repro train bench",
    ),
];

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
    let arguments = Arguments::from_arg_matches(&command().get_matches_from(command_line()));
    let arguments = arguments.unwrap_or_else(|error| error.exit());
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

/// The command line, with the commands grouped in its help.
fn command() -> clap::Command {
    let command = Arguments::command();
    let names = GROUPS.iter().flat_map(|(_, names)| names.split(' '));
    let width = names.map(str::len).max().unwrap_or(0);
    let mut groups = String::new();
    for (heading, names) in GROUPS {
        groups.push_str(&format!("{heading}:\n"));
        for name in names.split(' ') {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            groups.push_str(&format!("  {name:<width$}  {about}\n"));
        }
        groups.push('\n');
    }
    let end = "`perga help COMMAND` explains a command, with examples.";
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}\n\n{end}\n"
    ))
}

/// Reports a bug. Damaged files of an index can lead to one in a library, so that is looked at first.
fn say_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("unknown");
    let place = panic.location().map_or_else(String::new, |place| format!(" ({place})"));
    eprintln!("error: internal error: {message}{place}");
    eprintln!("hint: `perga check` says whether the index is damaged; if it is not, please report this");
}

fn run(command: &Command) -> anyhow::Result<Outcome> {
    let result = match command {
        Command::Index(arguments) => return commands::index::run(arguments, |done| eprint!("{done}")),
        Command::Describe(arguments) => lab::meaning::describe::run(arguments),
        Command::Context(arguments) => lab::meaning::context::run(arguments),
        Command::Smatch(arguments) => lab::meaning::smatch::run(arguments),
        Command::Tree(arguments) => commands::tree::run(arguments),
        Command::Run(arguments) => commands::run::run(arguments),
        Command::Rank(arguments) => lab::training::feature_files::rank(arguments),
        Command::Fuse(arguments) => commands::fuse::run(arguments),
        Command::Search(arguments) => commands::search::run(arguments),
        Command::Serve(arguments) => commands::serve::run(arguments),
        Command::Suggest(arguments) => commands::suggest::run(arguments),
        Command::Stats(arguments) => commands::stats::run(arguments),
        Command::Check(arguments) => commands::check::run(arguments),
        Command::Eval(arguments) => commands::eval::run(arguments),
        Command::Compare(arguments) => commands::compare::run(arguments),
        Command::Topics(arguments) => commands::topics::run(arguments),
        Command::Qrels(arguments) => commands::qrels::run(arguments),
        Command::Collection(command) => {
            let is_whole = lab::collection::run(command)?;
            return Ok(if is_whole { Outcome::Done } else { Outcome::Partial });
        }
        Command::Pool(arguments) => commands::pool::run(arguments),
        Command::Agree(arguments) => commands::agree::run(arguments),
        Command::Assess(arguments) => commands::assess::run(arguments),
        Command::Logs(arguments) => commands::logs::run(arguments),
        Command::Repro(arguments) => commands::repro::run(arguments),
        Command::Train(arguments) => commands::train::run(arguments),
        Command::Model(arguments) => commands::model::run(arguments),
        Command::Bench(benchmark) => lab::run(benchmark),
        Command::Demo => lab::demo::run(),
    };
    result.map(|()| Outcome::Done)
}

/// The arguments; those of `tree` and `search` may begin with a minus sign, and `perga version` is `perga --version`.
fn command_line() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    if let [_, only] = &mut arguments[..]
        && only == "version"
    {
        *only = "--version".into();
    }
    match arguments.get(1) {
        Some(command) if command == "tree" || command == "search" => {
            arguments.into_iter().map(values::shield_minus).collect()
        }
        _ => arguments,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        grouped.sort_unstable();
        let command = Arguments::command();
        let mut known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }
}
