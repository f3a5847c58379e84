//! `perga bench hostile`: the worst that a client may send to a server, and what other clients notice of it.
//!
//! - `find` makes requests of hostile kinds from a seed, asks a server for each, and writes down the slowest.
//! - `load` has some attackers send these over and over while other clients ask real queries, and prints what those wait.

mod find;
mod load;
mod requests;

use anyhow::{Result, bail};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga bench hostile find 30000 --url http://127.0.0.1:7373 --index big.index --seed 1 -o worst.txt
      the fifty slowest of thirty thousand requests
  perga bench hostile load --url http://127.0.0.1:7373 --worst worst.txt --topics questions.xml --seconds 600 --pid 4711
      two attackers and four clients for ten minutes, and the memory of the server";

/// The command line of `perga bench hostile`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Ask a server hostile requests and write down the slowest
    Find(find::Arguments),
    /// Have attackers send them, and measure what other clients wait
    Load(load::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        What::Find(arguments) => find::run(arguments),
        What::Load(arguments) => load::run(arguments),
    }
}

/// The host and port of an address.
fn host(url: &str) -> Result<&str> {
    match url.strip_prefix("http://") {
        Some(rest) => Ok(rest.trim_end_matches('/')),
        None => bail!("`{url}` is not the address of a server\nhint: such as http://127.0.0.1:7373"),
    }
}
