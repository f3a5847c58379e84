//! How fast formulas are read, against katex-rs (same process) and KaTeX on Node (same run).
//!
//! Input: the LaTeX column of `formulas/mse-posts.tsv.gz`, 81,795 formulas as people wrote them. Every
//! contender reads all of them in every round, rounds are interleaved so that a busy machine hurts all
//! alike, and the best round counts. CPU time of one thread (for Node: of the process), not wall time.

mod memory;
mod node;

use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use formula::{Options, canonical, latex, meaning, signatures};
use katex::parse_tree::parse_tree;
use katex::{KatexContext, Settings, StrictMode, StrictSetting};

/// One contender: its name, what it does with a formula (false: it gave up), its best time.
struct Contender<'a> {
    name: &'static str,
    work: Box<dyn Fn(&str) -> bool + 'a>,
    best: Duration,
    failed: usize,
}

impl<'a> Contender<'a> {
    fn new(name: &'static str, work: impl Fn(&str) -> bool + 'a) -> Self {
        Contender { name, work: Box::new(work), best: Duration::MAX, failed: 0 }
    }

    fn round(&mut self, formulas: &[String]) {
        let start = ThreadTime::now();
        self.failed = formulas.iter().filter(|formula| !(self.work)(formula)).count();
        self.best = self.best.min(start.elapsed());
    }
}

fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |n| n.parse()).context("ROUNDS is a number")?;
    let formulas = read_formulas()?;
    let context = KatexContext::default();
    let settings = katex_settings();
    let mut contenders = [
        Contender::new("perga: LaTeX to layout tree", |formula| {
            black_box(latex::read(formula, &Options::default()));
            true
        }),
        Contender::new("perga: both trees, canonical form, signatures", |formula| {
            black_box(whole_chain(formula));
            true
        }),
        Contender::new("katex-rs: parse", |formula| {
            black_box(parse_tree(&context, formula, &settings)).is_ok()
        }),
    ];
    for _ in 0..rounds {
        for contender in &mut contenders {
            contender.round(&formulas);
        }
    }
    println!("{} formulas of mse-posts, best of {rounds} rounds, CPU time of one core", formulas.len());
    println!("{:<48} {:>12} {:>10} {:>8}", "", "formulas/s", "µs each", "failed");
    for contender in &contenders {
        print_row(contender.name, contender.best.as_secs_f64(), formulas.len(), contender.failed);
    }
    let node = node::time(&formulas, rounds.min(3))?;
    for pass in &node {
        print_row(pass.name, pass.best, formulas.len(), pass.failed);
    }
    print_ratios(&contenders, &node, formulas.len());
    memory::print(&formulas);
    Ok(())
}

/// Everything an index wants to know about a formula.
fn whole_chain(source: &str) -> (u64, u64, u64) {
    let (slt, _) = latex::read(source, &Options::default());
    let opt = meaning::operator_tree(&slt);
    let canonical = canonical::canonical(&opt);
    (signatures::visual(&slt), signatures::alpha(&canonical), signatures::structure(&canonical))
}

/// The lenient setting: unknown commands are kept as red text instead of ending the parse.
fn katex_settings() -> Settings {
    let mut settings = Settings::default();
    settings.throw_on_error = false;
    settings.strict = StrictSetting::Mode(StrictMode::Ignore);
    settings.display_mode = true;
    settings
}

fn read_formulas() -> Result<Vec<String>> {
    let data = match std::env::var_os("PERGA_SHARED_DATA") {
        Some(path) => PathBuf::from(path),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
    };
    let path = data.join("formulas/mse-posts.tsv.gz");
    let file = std::fs::File::open(&path).with_context(|| {
        format!("cannot open `{}`\nhint: set PERGA_SHARED_DATA to the folder with formulas/", path.display())
    })?;
    let mut formulas = Vec::new();
    for line in BufReader::new(flate2::read::GzDecoder::new(file)).lines() {
        formulas.extend(line?.split('\t').nth(2).map(str::to_owned));
    }
    Ok(formulas)
}

fn print_row(name: &str, seconds: f64, formulas: usize, failed: usize) {
    let rate = formulas as f64 / seconds;
    println!("{name:<48} {rate:>12.0} {:>10.2} {failed:>8}", seconds * 1e6 / formulas as f64);
}

fn print_ratios(contenders: &[Contender], node: &[node::Pass], formulas: usize) {
    let [layout, chain, katex_rs] = contenders else { return };
    let layout_seconds = layout.best.as_secs_f64();
    println!();
    let row = |what: &str, ratio: f64, bar: Option<f64>| match bar {
        Some(bar) if ratio >= bar => println!("{what:<64} {ratio:>9.2}  bar {bar} met"),
        Some(bar) => println!("{what:<64} {ratio:>9.2}  bar {bar} NOT met"),
        None => println!("{what:<64} {ratio:>9.2}  for information"),
    };
    let katex_rs = katex_rs.best.as_secs_f64() / layout_seconds;
    row("LaTeX to layout tree against katex-rs's parse", katex_rs, Some(2.0));
    for pass in node {
        let what = format!("LaTeX to layout tree against {}", pass.name);
        row(&what, pass.best / layout_seconds, pass.bar);
    }
    row("whole chain, formulas per CPU-second", formulas as f64 / chain.best.as_secs_f64(), Some(40_000.0));
}
