//! `perga bench index`: how fast Perga indexes a collection, whether the rate holds, and the size of the index.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, bail};
use corpus::collection::{SurveyOptions, survey};
use cpu_time::ProcessTime;
use document::Complaint;
use engine::ingest::{Observer, Options, State};
use index::stats::Stats;
use index::{Index, Profile, Settings};

use super::memory;
use crate::Failure;

/// The command line of `perga bench index`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files, folders or archives
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// A new folder for the index
    #[arg(long, value_name = "DIR")]
    into: PathBuf,

    /// The profile of the index
    #[arg(long, value_name = "NAME", default_value = "default")]
    profile: String,

    /// Memory to work with, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.into.join("meta.json").exists() {
        let message = format!("`{}` holds an index", arguments.into.display());
        bail!(Failure::new(message, "name a new folder"));
    }
    let entries = survey(&arguments.sources, &SurveyOptions::default()).entries;
    let Some(profile) = Profile::from_name(&arguments.profile) else {
        bail!("there is no profile `{}`", arguments.profile);
    };
    let settings = Settings { profile: Some(profile), memory: arguments.memory << 20 };
    let stop = AtomicBool::new(false);
    let options = Options {
        settings,
        resume: false,
        commit_every: Duration::from_secs(30),
        roots: &[],
        prune: false,
        stop: &stop,
    };
    let clock = Clock { started: ProcessTime::now(), marks: RefCell::new(vec![(0, 0.0)]) };
    let report = engine::ingest::index(&entries, &arguments.into, &options, &clock)?;
    let cpu = clock.started.elapsed().as_secs_f64();
    let stats = Stats::of(&Index::open(&arguments.into)?)?;
    let mut out = std::io::stdout().lock();
    let (first, last) = clock.rates();
    let added = report.added;
    writeln!(out, "units\t{}", added.units)?;
    writeln!(out, "formulas\t{}", added.formulas)?;
    writeln!(out, "distinct formulas\t{}", stats.distinct_formulas)?;
    writeln!(out, "seconds\t{:.2}", report.seconds)?;
    writeln!(out, "CPU seconds\t{cpu:.2}")?;
    writeln!(out, "formulas per CPU second\t{:.0}", added.formulas as f64 / cpu)?;
    writeln!(out, "units per CPU second\t{:.0}", added.units as f64 / cpu)?;
    writeln!(out, "formulas per CPU second, first fifth\t{first:.0}")?;
    writeln!(out, "formulas per CPU second, last fifth\t{last:.0}")?;
    writeln!(out, "last fifth against first\t{:.2}", last / first)?;
    if let Some(peak) = memory::peak() {
        writeln!(out, "peak memory, MB\t{}", peak >> 20)?;
    }
    writeln!(out, "index bytes\t{}", stats.bytes)?;
    writeln!(out, "bytes per distinct formula\t{:.1}", stats.bytes_per_distinct_formula)?;
    for family in &stats.families {
        let each = family.bytes as f64 / stats.distinct_formulas.max(1) as f64;
        writeln!(out, "bytes per distinct formula, {}\t{each:.1}", family.name)?;
    }
    let each = |bytes: u64| bytes as f64 / stats.distinct_formulas.max(1) as f64;
    writeln!(out, "bytes per distinct formula, trees\t{:.1}", each(stats.tree_bytes))?;
    writeln!(out, "bytes per distinct formula, units and words\t{:.1}", each(stats.text_bytes))?;
    Ok(())
}

/// Records formulas and CPU seconds during the work.
struct Clock {
    started: ProcessTime,
    marks: RefCell<Vec<(u64, f64)>>,
}

impl Clock {
    /// Formulas per CPU second in the first and in the last fifth of the formulas.
    fn rates(&self) -> (f64, f64) {
        let marks = self.marks.borrow();
        let Some(&(all, end)) = marks.last() else { return (0.0, 0.0) };
        let rate = |from: (u64, f64), to: (u64, f64)| (to.0 - from.0) as f64 / (to.1 - from.1).max(1e-6);
        let at = |formulas: u64| marks.iter().copied().find(|mark| mark.0 >= formulas).unwrap_or((all, end));
        (rate((0, 0.0), at(all / 5)), rate(at(all - all / 5), (all, end)))
    }
}

impl Observer for Clock {
    fn progress(&self, state: &State) {
        self.marks.borrow_mut().push((state.formulas, self.started.elapsed().as_secs_f64()));
    }

    fn complaint(&self, complaint: &Complaint) {
        super::warn(complaint);
    }
}
