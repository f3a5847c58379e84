//! The `perga` binary: commands over the libraries.
//!
//! Data goes to stdout, everything else to stderr. Exit code 0 is success, 1 a failure (an unreadable
//! file, a full disk), 2 wrong usage. A reader that closes the pipe early (`perga tree … | head`) is no
//! failure.
//!
//! What it is not: a place for logic. A command reads its arguments, calls a library and prints; only
//! here is `anyhow` used, because only here does an error end in a message.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod demo;
mod forms;
mod report;
mod stream;
mod tree;

use std::io;
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
    Tree(tree::Arguments),
    /// Look at example formulas, then at your own, in the terminal
    Demo,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(std::env::args_os().map(tree::shield_minus));
    let result = match &arguments.command {
        Command::Tree(arguments) => tree::run(arguments),
        Command::Demo => demo::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
