//! `perga bench answers articles`: encyclopaedia articles by details that a reader remembers.
//!
//! Two kinds of trial. By name: a title or another name that no other article has, as the whole query. By formula: one
//! of the article's formulas of five or more symbols, every variable renamed, and the rarest word of its body that
//! its title does not have. Both are drawn from the index with a seed; success is the article at the first place.

pub(in crate::bench::answers) mod trials;

use std::io::{self, Write};

use anyhow::{Result, bail};
use document::kinds;
use eval::report::columns::align;
use index::units::Units;
use rank::questions::{Pipeline, Question, Searcher, Want};
use rayon::prelude::*;
use serde::Serialize;

use crate::bench::arguments::{Drawn, IndexFolder};
use trials::{Articles, Trial, name_key};

/// The command line of `perga bench answers articles`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// How many trials of each kind
    #[arg(long, value_name = "N", default_value_t = 1000)]
    trials: usize,

    /// The kind of unit that is drawn
    #[arg(long, value_name = "KIND", default_value = kinds::ARTICLE)]
    kind: String,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// The most results per query
    #[arg(short, value_name = "K", default_value_t = 20)]
    k: usize,

    #[command(flatten)]
    drawn: Drawn,
}

/// The outcome of one trial.
struct Outcome {
    place: Option<usize>,
    /// The hit at the first place.
    first: Option<u32>,
}

/// The figures of one kind of trial.
#[derive(Serialize)]
struct Figures {
    kind: &'static str,
    trials: usize,
    success_at_1: f64,
    success_at_5: f64,
    found: f64,
    mrr: f64,
    /// Failed trials, by the hit at the first place.
    failures: Vec<(&'static str, usize)>,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(&index, &pipeline, Want::Units)?;
    let articles = Articles::of(&index, &arguments.kind)?;
    let mut figures = Vec::new();
    let kinds = [
        ("name", articles.by_name(arguments.trials, arguments.drawn.seed)?),
        ("formula and word", articles.by_formula(arguments.trials, arguments.drawn.seed)?),
    ];
    for (kind, trials) in kinds {
        if trials.is_empty() {
            bail!("there is no unit of kind `{}` to look for by {kind}", arguments.kind);
        }
        let outcomes: Vec<Outcome> =
            trials.par_iter().map(|trial| outcome(&searcher, trial, arguments.k)).collect::<Result<_>>()?;
        if arguments.drawn.shown.show_failures {
            show_failures(index.units()?, kind, &trials, &outcomes)?;
        }
        figures.push(Figures::new(kind, index.units()?, &trials, &outcomes)?);
    }
    crate::bench::print(arguments.drawn.shown.json, &figures, || as_text(&figures))
}

fn outcome(searcher: &Searcher, trial: &Trial, k: usize) -> Result<Outcome> {
    let hits = searcher.search(&Question::read(&trial.query), k)?.hits;
    let place = hits.iter().position(|hit| hit.unit == trial.article).map(|place| place + 1);
    Ok(Outcome { place, first: hits.first().map(|hit| hit.unit) })
}

impl Figures {
    fn new(kind: &'static str, units: &Units, trials: &[Trial], outcomes: &[Outcome]) -> Result<Figures> {
        let count = trials.len().max(1) as f64;
        let within = |most: usize| {
            outcomes.iter().filter_map(|outcome| outcome.place).filter(|&place| place <= most).count() as f64
                / count
        };
        let mrr = outcomes.iter().filter_map(|outcome| outcome.place).map(|place| 1.0 / place as f64);
        let mut failures: Vec<(&'static str, usize)> = Vec::new();
        for (trial, outcome) in trials.iter().zip(outcomes) {
            let Some(failure) = failure(units, trial, outcome)? else { continue };
            match failures.iter_mut().find(|(known, _)| *known == failure) {
                Some((_, count)) => *count += 1,
                None => failures.push((failure, 1)),
            }
        }
        failures.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Ok(Figures {
            kind,
            trials: trials.len(),
            success_at_1: within(1),
            success_at_5: within(5),
            found: within(usize::MAX),
            mrr: mrr.sum::<f64>() / count,
            failures,
        })
    }
}

/// Why a trial failed; `None` if it did not.
fn failure(units: &Units, trial: &Trial, outcome: &Outcome) -> Result<Option<&'static str>> {
    if outcome.place == Some(1) {
        return Ok(None);
    }
    let Some(first) = outcome.first else { return Ok(Some("nothing found")) };
    let (first, wanted) = (units.stored(first)?, units.stored(trial.article)?);
    let asked = name_key(&trial.query);
    let has_all = |name: &String| {
        let words = name_key(name);
        asked.iter().all(|word| words.contains(word))
    };
    Ok(Some(match outcome.place {
        _ if first.names.iter().chain([&first.title]).any(has_all) => "another whose name has all the words",
        None => "not among the results",
        Some(_) if name_key(&first.title) == name_key(&wanted.title) => "another with the same title",
        Some(2..=5) => "another, and the article at places 2 to 5",
        Some(_) => "another, and the article below place 5",
    }))
}

fn show_failures(units: &Units, kind: &str, trials: &[Trial], outcomes: &[Outcome]) -> Result<()> {
    let mut out = io::stdout().lock();
    for (trial, outcome) in trials.iter().zip(outcomes).filter(|(_, outcome)| outcome.place != Some(1)) {
        let place = outcome.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let wanted = units.stored(trial.article)?.title;
        let first = outcome.first.map(|first| units.stored(first)).transpose()?;
        let first = first.map_or_else(|| "nothing".to_owned(), |first| first.title);
        writeln!(out, "{kind}\t{place}\t{}\twanted: {wanted}\tfirst: {first}", trial.query)?;
    }
    Ok(())
}

fn as_text(figures: &[Figures]) -> String {
    let heading = ["query", "trials", "success@1", "success@5", "found", "MRR"].map(str::to_owned).to_vec();
    let mut rows = vec![heading];
    for figure in figures {
        let mut cells = vec![figure.kind.to_owned(), figure.trials.to_string()];
        let values = [figure.success_at_1, figure.success_at_5, figure.found, figure.mrr];
        cells.extend(values.map(|value| format!("{value:.4}")));
        rows.push(cells);
    }
    let mut text = align(&rows, 1);
    let mut rows = vec![["failures by what stands first", "query", "trials"].map(str::to_owned).to_vec()];
    for figure in figures {
        let row = |(failure, count): &(&str, usize)| {
            vec![(*failure).to_owned(), figure.kind.to_owned(), count.to_string()]
        };
        rows.extend(figure.failures.iter().map(row));
    }
    text.push('\n');
    text.push_str(&align(&rows, 2));
    text
}
