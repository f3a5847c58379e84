//! `perga bench server`: real queries against a running server, at a rate or from N clients.
//!
//! At a rate (`--rate`) requests are sent when they are due, whether or not earlier ones have a response; the time of a
//! request counts from when it was due, so that a server which falls behind cannot hide it. With N clients
//! (`--in-flight`), every client waits for its response and sends the next request.

pub(super) mod client;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use trec::{Input, topics};

use crate::bench::memory;
use crate::bench::search::quantile;
use client::{encoded, get};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga bench server --url http://127.0.0.1:7373 --topics questions.xml --topics formulas.tsv --rate 10 --seconds 300
      ten requests a second for five minutes
  perga bench server --url http://127.0.0.1:7373 --topics questions.xml --in-flight 20 --pid 4711
      twenty clients for a minute, and the memory of the server";

/// The command line of `perga bench server`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The address of the server
    #[arg(long, value_name = "URL")]
    url: String,

    /// Topics whose titles, whole questions and formulas are searched for, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<PathBuf>,

    /// Requests per second, sent when they are due
    #[arg(long, value_name = "N", conflicts_with = "in_flight")]
    rate: Option<f64>,

    /// Clients that send the next request when they have a response
    #[arg(long, value_name = "N", default_value_t = 20)]
    in_flight: usize,

    /// The duration in seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,

    /// The process of the server, to watch its memory
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
}

/// Threads that send requests at a rate: the most requests that can be late at the same time.
const SENDERS: usize = 64;

/// The outcome of a request.
struct Outcome {
    status: u16,
    milliseconds: f64,
}

/// Runs the benchmark and prints one line a figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let paths = paths(&arguments.topics)?;
    let Some(host) = arguments.url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/')) else {
        bail!("`{}` is not the address of a server\nhint: for example http://127.0.0.1:7373", arguments.url);
    };
    // The first request shows whether there is a server at all.
    get(host, "/api/v1/health")?;
    let outcomes: Mutex<Vec<Outcome>> = Mutex::default();
    let samples: Mutex<Vec<u64>> = Mutex::default();
    let next = AtomicUsize::new(0);
    let (start, length) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let threads = if arguments.rate.is_some() { SENDERS } else { arguments.in_flight.max(1) };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let due = arguments.rate.map_or_else(Instant::now, |rate| {
                        start + Duration::from_secs_f64(number as f64 / rate.max(0.001))
                    });
                    if due.duration_since(start) >= length {
                        return;
                    }
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                    let path = paths.get(number % paths.len()).map_or("/", String::as_str);
                    let status = get(host, path).unwrap_or(0);
                    let outcome = Outcome { status, milliseconds: due.elapsed().as_secs_f64() * 1e3 };
                    outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(outcome);
                }
            });
        }
        if let Some(pid) = arguments.pid {
            watch(pid, start + length, &samples);
        }
    });
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    let samples = samples.into_inner().unwrap_or_else(PoisonError::into_inner);
    print(&outcomes, &samples, start.elapsed())
}

/// A request for each title, each whole question and each formula of the topics, in an order that mixes them.
pub(super) fn paths(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut queries: Vec<String> = Vec::new();
    for file in files {
        for topic in topics::read(&Input::open(file)?)? {
            let whole = format!("{} {}", topic.title, topic.question);
            let formula = topic.formula.map(|formula| formula.latex);
            let all = [Some(topic.title), (!topic.question.is_empty()).then_some(whole), formula];
            queries.extend(all.into_iter().flatten().filter(|query| !query.trim().is_empty()));
        }
    }
    if queries.is_empty() {
        bail!("there is no topic in these files");
    }
    // Steps of a prime number visit all of them, and neighbours are far apart.
    let count = queries.len();
    let step = [7919, 7907, 7901].into_iter().find(|step| !count.is_multiple_of(*step)).unwrap_or(1);
    let path = |at: usize| {
        queries.get(at * step % count).map(|query| format!("/api/v1/search?q={}", encoded(query)))
    };
    Ok((0..count).filter_map(path).collect())
}

/// Reads the memory of the server every ten seconds.
pub(super) fn watch(pid: u32, end: Instant, samples: &Mutex<Vec<u64>>) {
    while Instant::now() < end {
        if let Some(bytes) = memory::anonymous_of(pid) {
            samples.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
        }
        std::thread::sleep(Duration::from_secs(10).min(end.saturating_duration_since(Instant::now())));
    }
}

fn print(outcomes: &[Outcome], samples: &[u64], elapsed: Duration) -> Result<()> {
    let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
    let failed = outcomes.iter().filter(|outcome| outcome.status != 200).count();
    let mut out = std::io::stdout().lock();
    writeln!(out, "requests\t{}", outcomes.len())?;
    writeln!(out, "requests a second\t{:.1}", outcomes.len() as f64 / elapsed.as_secs_f64())?;
    writeln!(out, "not answered with 200\t{failed}")?;
    for (name, share) in [("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("slowest", 1.0)] {
        writeln!(out, "{name}, ms\t{:.1}", quantile(&times, share))?;
    }
    let megabytes = |bytes: &u64| bytes >> 20;
    if let (Some(first), Some(last)) = (samples.first().map(megabytes), samples.last().map(megabytes)) {
        let most = samples.iter().map(megabytes).max().unwrap_or(0);
        writeln!(
            out,
            "memory at the beginning, MB\t{first}\nmemory at most, MB\t{most}\nmemory at the end, MB\t{last}"
        )?;
        let series: Vec<String> = samples.iter().map(|bytes| megabytes(bytes).to_string()).collect();
        writeln!(out, "memory every ten seconds, MB\t{}", series.join(" "))?;
    }
    Ok(())
}
