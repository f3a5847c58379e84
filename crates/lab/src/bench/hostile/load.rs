//! Attackers and other clients at the same time.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::host;
use crate::bench::search::quantile;
use crate::bench::server::client::{Connection, get};
use crate::bench::server::{paths, watch};

/// The command line of `perga bench hostile load`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The address of the server
    #[arg(long, value_name = "URL")]
    url: String,

    /// The requests of the attackers, one path per line, as `find` writes them
    #[arg(long, value_name = "FILE")]
    worst: PathBuf,

    /// Topics whose titles, whole questions and formulas the others search for, once or several times
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<PathBuf>,

    /// Attackers; each sends its next request when it has a response
    #[arg(long, value_name = "N", default_value_t = 2)]
    attackers: usize,

    /// Whether attackers open a new connection for every request
    #[arg(long)]
    reconnect: bool,

    /// Other clients
    #[arg(long, value_name = "N", default_value_t = 4)]
    clients: usize,

    /// Milliseconds that each of them waits after a response
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    rest: u64,

    /// The duration in seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,

    /// The process of the server, to watch its memory
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
}

/// The outcomes of the requests of one side.
#[derive(Default)]
struct Side(Mutex<Vec<(u16, f64)>>);

impl Side {
    fn add(&self, status: u16, start: Instant) {
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((status, milliseconds));
    }
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let host = host(&arguments.url)?;
    let polite = paths(&arguments.topics)?;
    let worst = std::fs::read_to_string(&arguments.worst)
        .with_context(|| format!("cannot read `{}`", arguments.worst.display()))?;
    let worst: Vec<&str> = worst.lines().filter(|line| line.starts_with('/')).collect();
    if worst.is_empty() {
        bail!(
            "there is no request in `{}`\nhint: `perga bench hostile find -o FILE` writes them",
            arguments.worst.display()
        );
    }
    // The first request shows whether there is a server at all.
    get(host, "/api/v1/health")?;
    let (attacks, others, health) = (Side::default(), Side::default(), Side::default());
    let (next, next_attack) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let samples: Mutex<Vec<u64>> = Mutex::default();
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    std::thread::scope(|scope| {
        for _ in 0..arguments.attackers {
            scope.spawn(|| {
                let mut connection = Connection::new(host);
                while Instant::now() < end {
                    let number = next_attack.fetch_add(1, Ordering::Relaxed);
                    if arguments.reconnect {
                        connection = Connection::new(host);
                    }
                    let start = Instant::now();
                    let path = worst.get(number % worst.len()).copied().unwrap_or("/");
                    attacks.add(connection.get(path).unwrap_or(0), start);
                }
            });
        }
        for _ in 0..arguments.clients {
            scope.spawn(|| {
                let mut connection = Connection::new(host);
                while Instant::now() < end {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let start = Instant::now();
                    let path = polite.get(number % polite.len()).map_or("/", String::as_str);
                    others.add(connection.get(path).unwrap_or(0), start);
                    std::thread::sleep(Duration::from_millis(arguments.rest));
                }
            });
        }
        scope.spawn(|| {
            while Instant::now() < end {
                let start = Instant::now();
                health.add(get(host, "/api/v1/health").unwrap_or(0), start);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        if let Some(pid) = arguments.pid {
            watch(pid, end, &samples);
        }
    });
    print("other clients", &others)?;
    print("attackers", &attacks)?;
    print("health", &health)?;
    let samples = samples.into_inner().unwrap_or_else(PoisonError::into_inner);
    let series: Vec<String> = samples.iter().map(|bytes| (bytes >> 20).to_string()).collect();
    println!("memory every ten seconds, MB\t{}", series.join(" "));
    Ok(())
}

fn print(name: &str, side: &Side) -> Result<()> {
    let outcomes = side.0.lock().unwrap_or_else(PoisonError::into_inner);
    let times: Vec<f64> = outcomes.iter().map(|(_, time)| *time).collect();
    let count = |wanted: u16| outcomes.iter().filter(|(status, _)| *status == wanted).count();
    let (answered, busy) = (count(200), count(503));
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{name}\t{} requests: {answered} answered, {busy} with 503, {} otherwise; median {:.0} ms, p95 {:.0} ms, slowest {:.0} ms",
        outcomes.len(),
        outcomes.len() - answered - busy,
        quantile(&times, 0.5),
        quantile(&times, 0.95),
        quantile(&times, 1.0)
    )?;
    Ok(())
}
