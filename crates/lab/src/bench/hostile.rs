//! `perga bench hostile`: the worst requests that a client can send to a server, and their effect on other clients.
//!
//! - `find` makes requests of hostile kinds from a seed, sends them to a server, and saves the slowest.
//! - `load` makes attackers send these repeatedly while other clients send real queries, and prints their waiting times.

mod find;
mod load;
mod requests;

use anyhow::{Result, bail};

use crate::Failure;

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
    /// Send hostile requests to a server and save the slowest
    Find(find::Arguments),
    /// Send them as attackers, and measure the waiting times of other clients
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
        None => {
            let message = format!("`{url}` is not the address of a server");
            bail!(Failure::new(message, "for example http://127.0.0.1:7373"))
        }
    }
}
