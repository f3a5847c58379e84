//! The slowest of many hostile requests.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};
use index::Index;
use random::Random;

use super::host;
use super::requests::Requests;
use crate::bench::search::quantile;
use crate::bench::server::client::Connection;

/// The command line of `perga bench hostile find`.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many requests
    #[arg(value_name = "N", default_value_t = 30_000)]
    count: usize,

    /// The address of the server
    #[arg(long, value_name = "URL")]
    url: String,

    /// The index that it serves, as the source of titles, formulas and ids
    #[arg(long, value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    index: PathBuf,

    /// The seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Clients that send requests at the same time; one client repeats the slowest requests
    #[arg(long, value_name = "N", default_value_t = 1)]
    in_flight: usize,

    /// Write the slowest requests to this file, one path per line
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many of them
    #[arg(long, value_name = "N", default_value_t = 50)]
    keep: usize,
}

/// The number of repeated requests per saved one.
const ASKED_AGAIN: usize = 4;

/// The outcome of a request.
struct Outcome {
    kind: &'static str,
    path: String,
    status: u16,
    milliseconds: f64,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let host = host(&arguments.url)?;
    let requests = Requests::of(&Index::open(&arguments.index)?)?;
    let request = |number: usize| requests.draw(&mut Random::named(arguments.seed, &number.to_string()));
    let outcomes: Mutex<Vec<Outcome>> = Mutex::default();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.in_flight.max(1) {
            scope.spawn(|| {
                let mut connection = Connection::new(host);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.count {
                        return;
                    }
                    let (kind, path) = request(number);
                    let outcome = ask(&mut connection, kind, path);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(&outcomes)?;
    outcomes.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    outcomes.truncate(ASKED_AGAIN * arguments.keep);
    // Others ran at the same time, so the slowest are repeated.
    let mut connection = Connection::new(host);
    let mut slowest: Vec<Outcome> =
        outcomes.into_iter().map(|outcome| ask(&mut connection, outcome.kind, outcome.path)).collect();
    slowest.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    slowest.truncate(arguments.keep);
    for outcome in slowest.iter().take(20) {
        let shown: String = outcome.path.chars().take(120).collect();
        println!("slow\t{:.0} ms\t{}\t{}\t{shown}", outcome.milliseconds, outcome.status, outcome.kind);
    }
    if let Some(output) = &arguments.output {
        let paths: String = slowest.iter().map(|outcome| format!("{}\n", outcome.path)).collect();
        std::fs::write(output, paths).with_context(|| format!("cannot write `{}`", output.display()))?;
    }
    Ok(())
}

fn ask(connection: &mut Connection, kind: &'static str, path: String) -> Outcome {
    let start = Instant::now();
    let status = connection.get(&path).unwrap_or(0);
    Outcome { kind, path, status, milliseconds: start.elapsed().as_secs_f64() * 1e3 }
}

fn report(outcomes: &[Outcome]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "requests\t{}", outcomes.len())?;
    let mut kinds: Vec<&str> = outcomes.iter().map(|outcome| outcome.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.kind == kind).collect();
        let times: Vec<f64> = of_kind.iter().map(|outcome| outcome.milliseconds).collect();
        let count = |statuses: std::ops::Range<u16>| {
            of_kind.iter().filter(|outcome| statuses.contains(&outcome.status)).count()
        };
        writeln!(
            out,
            "{kind}\t{}: {} answered, {} refused, {} with 503, {} failed; median {:.1} ms, slowest {:.0} ms",
            of_kind.len(),
            count(200..400),
            count(400..500),
            count(503..504),
            count(500..503) + count(0..1),
            quantile(&times, 0.5),
            quantile(&times, 1.0)
        )?;
    }
    Ok(())
}
