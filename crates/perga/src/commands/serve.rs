//! `perga serve`: the API and the pages, over HTTP.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::values::{self, IndexFolder};
use anyhow::Result;
use eval::evaluation::Evaluation;
use eval::report::html::command_line;
use server::{Commands, Notice, Settings};
use tracing_subscriber::EnvFilter;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga serve --index notes.index
      search in a browser: http://127.0.0.1:7373
  perga serve --assess round1
      the page on which people judge a pool
  perga serve --index dev.index --runs evaluation --events searches.jsonl
      with reports on the runs and qrels of a folder, and a log of searches

docs/guide/server.md describes the pages, docs/reference/api.md the API.";

/// The command line of `perga serve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// The address to listen on; a port alone means 127.0.0.1; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7373", value_parser = values::address)]
    listen: SocketAddr,

    /// A host name to accept besides localhost; can be repeated
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Show file paths and links that open files, even if other machines can reach the server
    #[arg(long)]
    show_paths: bool,

    /// A folder with runs and qrels: `/evaluation` has reports on them
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,

    /// Serve the page of an assessment instead of an index; see `perga assess`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["index", "show_paths", "runs", "events"])]
    assess: Option<PathBuf>,

    /// Append searches, clicks and reading times to this file, as JSON Lines
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
}

/// Runs the server until it is told to end.
pub fn run(arguments: &Arguments) -> Result<()> {
    log();
    if let Some(project) = &arguments.assess {
        return super::assess::serve(project, arguments.listen, &arguments.host);
    }
    let settings = Settings {
        index: arguments.index.index.clone(),
        listen: arguments.listen,
        hosts: arguments.host.clone(),
        show_paths: arguments.show_paths,
        runs: arguments.runs.clone(),
        events: arguments.events.clone(),
        commands: Commands { serve_runs: "perga serve --index INDEX --runs FOLDER", report },
    };
    let index = arguments.index.index.clone();
    server::run(&settings, move |notice| match notice {
        Notice::Listening(address) => {
            if !address.ip().is_loopback() {
                eprintln!("warning: everyone who can reach {address} can search this index");
            }
            eprintln!("searching {} at", index.display());
            println!("http://{address}");
        }
        Notice::Ending => eprintln!("stopping after the requests in progress"),
    })?;
    Ok(())
}

/// The command that makes the report of an evaluation.
fn report(evaluation: &Evaluation, baseline: Option<&Path>) -> String {
    let mut words = ["eval", "--format", "html", "--extremes", "-l"].map(OsString::from).to_vec();
    words.push(evaluation.options.level.to_string().into());
    if let Some(baseline) = baseline {
        words.extend(["--baseline".into(), baseline.into()]);
    }
    words.extend(["--".into(), evaluation.qrels.clone().into()]);
    words.extend(evaluation.runs.iter().map(OsString::from));
    command_line(words)
}

/// `PERGA_LOG=debug` has a line for each request.
fn log() {
    let filter = EnvFilter::try_from_env("PERGA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let is_coloured = std::io::stderr().is_terminal();
    let started =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(is_coloured);
    // A second server in one process keeps the log of the first.
    let _ = started.try_init();
}
