//! `perga bench answers suggest`: the time of suggestions on an index of any size, keystroke by keystroke.
//!
//! Titles and formulas of units are drawn and typed letter by letter, as on the page; every state of the box is asked for.
//! What is prepared once (the names, titles and words of the index) is timed apart.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use engine::{Budget, Engine};
use index::Index;
use random::Random;

use crate::bench::arguments::IndexFolder;
use crate::bench::search::quantile;

/// The most letters of a text that are typed.
const MOST_LETTERS: usize = 24;

/// Suggestions of one state of the box.
const MOST: usize = 6;

/// The command line of `perga bench answers suggest`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// How many titles and how many formulas are typed
    #[arg(long, value_name = "N", default_value_t = 50)]
    trials: usize,

    /// The seed of all draws
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Runs the benchmark and prints one line per figure: name, tab, value.
pub fn run(arguments: &Arguments) -> Result<()> {
    let engine = Engine::open(&arguments.index.index)?;
    let started = Instant::now();
    engine.suggest("a", MOST)?;
    let prepared = started.elapsed();
    let index = arguments.index.open()?;
    let (titles, formulas) = drawn(&index, arguments)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "units\t{}", index.units()?.count())?;
    writeln!(out, "prepared once, ms\t{:.0}", prepared.as_secs_f64() * 1e3)?;
    for (name, texts) in [("titles", &titles), ("formulas", &formulas)] {
        let mut times = Vec::new();
        let (mut found, mut states) = (0, 0);
        for typed in texts.iter().flat_map(|text| beginnings(text)) {
            let started = Instant::now();
            let suggested = engine.suggest_with_formulas(typed, MOST, &Budget::default())?;
            times.push(started.elapsed().as_secs_f64() * 1e3);
            states += 1;
            found += usize::from(!suggested.suggestions.is_empty());
        }
        writeln!(out, "{name}, keystrokes\t{states}\n{name}, with suggestions\t{found}")?;
        for (label, share) in [("median", 0.5), ("p95", 0.95), ("slowest", 1.0)] {
            writeln!(out, "{name}, {label}, ms\t{:.2}", quantile(&times, share))?;
        }
    }
    Ok(())
}

/// Titles and formulas of random units.
fn drawn(index: &Index, arguments: &Arguments) -> Result<(Vec<String>, Vec<String>)> {
    let units = index.units()?;
    let mut random = Random::new(arguments.seed);
    let (mut titles, mut formulas) = (Vec::new(), Vec::new());
    for _ in 0..arguments.trials * 100 {
        let unit = units.stored(random.below(units.count() as usize) as u32)?;
        if titles.len() < arguments.trials && !unit.title.is_empty() && !unit.title.contains('$') {
            titles.push(unit.title.clone());
        }
        let formula = unit.formulas.first().map(|formula| unit.formula(formula).trim_matches('$').to_owned());
        formulas.extend(formula.filter(|_| formulas.len() < arguments.trials));
    }
    Ok((titles, formulas))
}

/// The states of the box while a text is typed.
fn beginnings(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().skip(1).take(MOST_LETTERS).filter_map(|(end, _)| text.get(..end))
}
