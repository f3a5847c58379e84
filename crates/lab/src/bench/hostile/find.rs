//! The slowest of many hostile requests.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};
use random::Random;

use super::host;
use super::requests::Requests;
use crate::bench::arguments::IndexFolder;
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

    #[command(flatten)]
    index: IndexFolder,

    /// The seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Clients that send requests at the same time; one client repeats the slowest requests
    #[arg(long, value_name = "N", default_value_t = 1)]
    in_flight: usize,

    /// Send the requests of this file, one path per line, instead of random ones
    #[arg(long, value_name = "FILE")]
    among: Option<PathBuf>,

    /// Write the slowest requests to this file, one path per line
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many of them: half of these are the slowest of all, the others the slowest of each kind
    #[arg(long, value_name = "N", default_value_t = 50)]
    keep: usize,
}

/// The number of repeated requests per saved one.
const ASKED_AGAIN: usize = 4;

/// The kind of a request, and its path.
type Request = (&'static str, String);

/// The outcome of a request.
struct Outcome {
    kind: &'static str,
    path: String,
    status: u16,
    milliseconds: f64,
}

impl Outcome {
    fn into_request(self) -> Request {
        (self.kind, self.path)
    }
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let host = host(&arguments.url)?;
    let requests = match &arguments.among {
        Some(file) => requests_of_file(file)?,
        None => random_requests(arguments)?,
    };
    let outcomes = ask_all(host, requests, arguments.in_flight.max(1));
    report(&outcomes)?;
    // Others ran at the same time, so the slowest are repeated.
    let again =
        slowest(outcomes, ASKED_AGAIN * arguments.keep).into_iter().map(Outcome::into_request).collect();
    let slowest = slowest(ask_all(host, again, 1), arguments.keep);
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

fn random_requests(arguments: &Arguments) -> Result<Vec<Request>> {
    let requests = Requests::of(&arguments.index.open()?)?;
    let draw = |number: usize| requests.draw(&mut Random::named(arguments.seed, &number.to_string()));
    Ok((0..arguments.count).map(draw).collect())
}

fn requests_of_file(file: &Path) -> Result<Vec<Request>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    Ok(text.lines().map(|path| ("given", path.to_owned())).collect())
}

/// Sends the requests from some clients at the same time.
fn ask_all(host: &str, requests: Vec<Request>, clients: usize) -> Vec<Outcome> {
    let requests = Mutex::new(requests.into_iter());
    let outcomes: Mutex<Vec<Outcome>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let mut connection = Connection::new(host);
                loop {
                    let request = requests.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((kind, path)) = request else { return };
                    let outcome = ask(&mut connection, kind, path);
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
                }
            });
        }
    });
    outcomes.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The slowest outcomes: the first half of them regardless of kind, then the slowest of each kind in turn, because a
/// kind that is fast on a small index can be the slowest on a large one.
fn slowest(mut outcomes: Vec<Outcome>, count: usize) -> Vec<Outcome> {
    outcomes.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    let mut rest = outcomes.split_off(outcomes.len().min(count / 2));
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    rest.sort_by_cached_key(|outcome| {
        let turn = seen.entry(outcome.kind).or_default();
        *turn += 1;
        *turn
    });
    outcomes.extend(rest);
    outcomes.truncate(count);
    outcomes.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    outcomes
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_of_each_kind_are_kept() {
        let outcome = |kind, milliseconds| Outcome { kind, path: String::new(), status: 200, milliseconds };
        let many =
            (0..10).map(|n| outcome("slow", 100.0 + f64::from(n))).chain([outcome("fast", 1.0)]).collect();
        let kept: Vec<(&str, f64)> =
            slowest(many, 4).iter().map(|kept| (kept.kind, kept.milliseconds)).collect();
        assert_eq!(kept, [("slow", 109.0), ("slow", 108.0), ("slow", 107.0), ("fast", 1.0)]);
    }
}
