//! `perga bench answers typed`: articles by what people type when they look for one by its name.
//!
//! Every trial is a name that no other article has, said in one of the [`forms`]: as it is, in lower case, as a
//! question, with its words reversed, with a slip of the finger. Searches go through the engine, as those of the page
//! do, so corrections count. With `--queries FILE` the queries come from a file instead: one per line, then the ids
//! of the units that are right as the first hit, each after a tab; `*` begins or ends an id that is given in part.
//!
//! [`nothing_close`] measures how well a query whose answer is missing is told from one whose answer is the first hit.

mod forms;
mod nothing_close;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use document::counted;
use engine::open::Engine;
use engine::search::formulas::FormulaHit;
use engine::search::units::ShownHit;
use engine::search::{Found, SearchRequest};
use eval::report::columns::align;
use index::Budget;
use rayon::prelude::*;
use serde::Serialize;

use crate::bench::arguments::{Drawn, IndexFolder};
use crate::bench::search::quantile;
use forms::{Form, Trial};
use nothing_close::NothingClose;

/// The command line of `perga bench answers typed`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// How many trials of each form
    #[arg(long, value_name = "N", default_value_t = 100)]
    trials: usize,

    /// The kind of unit that is drawn
    #[arg(long, value_name = "KIND", default_value = "article")]
    kind: String,

    /// Queries with the ids that are right, instead of drawn names
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,

    /// An index without the units that are right; by default those are left out of the hits
    #[arg(long, value_name = "DIR")]
    removed: Option<PathBuf>,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,

    #[command(flatten)]
    drawn: Drawn,
}

/// The outcome of one trial.
struct Outcome {
    place: Option<usize>,
    /// The title of the first hit.
    first: Option<String>,
    /// How close the closest of the first hits is to the query.
    closeness: Option<f64>,
    /// The same without those that are right.
    without_right: Option<f64>,
    /// Copies among the first hits that have no hit of their own.
    copies: usize,
    milliseconds: f64,
}

/// What a run of the benchmark found.
#[derive(Serialize)]
struct Findings {
    figures: Vec<Figures>,
    nothing_close: NothingClose,
    /// Copies that the first pages show as part of another hit.
    copies: usize,
}

/// The figures of the trials of one form.
#[derive(Serialize)]
struct Figures {
    form: String,
    trials: usize,
    success_at_1: f64,
    success_at_5: f64,
    success_at_20: f64,
    mrr: f64,
    median_ms: f64,
    p95_ms: f64,
}

/// The hits that are looked at.
const HITS: usize = 20;

/// The hits of a page.
const SHOWN: usize = 10;

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let engine = Engine::open(&arguments.index.index)?;
    engine.warm()?;
    let trials = match &arguments.queries {
        Some(file) => from_file(file)?,
        None => {
            forms::trials(&arguments.index.index, &arguments.kind, arguments.trials, arguments.drawn.seed)?
        }
    };
    if trials.is_empty() {
        bail!("there is nothing to look for");
    }
    let outcomes: Vec<Outcome> = trials
        .par_iter()
        .map(|trial| outcome(&engine, trial, arguments.pipeline.as_deref()))
        .collect::<Result<_>>()?;
    let removed = match &arguments.removed {
        Some(folder) => removed(folder, &trials, arguments.pipeline.as_deref())?,
        None => outcomes.iter().filter_map(|outcome| outcome.without_right).collect(),
    };
    if arguments.drawn.shown.show_failures {
        show_failures(&trials, &outcomes)?;
    }
    let mut figures = Vec::new();
    for form in Form::ALL {
        let of_form = trials.iter().zip(&outcomes).filter(|(trial, _)| trial.form == form);
        let of_form: Vec<&Outcome> = of_form.map(|(_, outcome)| outcome).collect();
        if !of_form.is_empty() {
            figures.push(Figures::new(form.name(), &of_form));
        }
    }
    if figures.len() > 1 {
        let without_slip = trials.iter().zip(&outcomes).filter(|(trial, _)| !trial.form.has_slip());
        let without_slip: Vec<&Outcome> = without_slip.map(|(_, outcome)| outcome).collect();
        figures.push(Figures::new("all without a slip", &without_slip));
        figures.push(Figures::new("all", &outcomes.iter().collect::<Vec<_>>()));
    }
    let right = outcomes.iter().filter(|outcome| outcome.place == Some(1));
    let nothing_close = NothingClose::new(right.filter_map(|outcome| outcome.closeness).collect(), removed);
    let copies = outcomes.iter().map(|outcome| outcome.copies).sum();
    let findings = Findings { figures, nothing_close, copies };
    crate::bench::print(arguments.drawn.shown.json, &findings, || findings.as_text())
}

/// The closeness of what is found for the trials in an index without the units that are right.
fn removed(folder: &Path, trials: &[Trial], pipeline: Option<&str>) -> Result<Vec<f64>> {
    let engine = Engine::open(folder)?;
    engine.warm()?;
    let closeness = |trial: &Trial| -> Result<Option<f64>> {
        let outcome = outcome(&engine, trial, pipeline)?;
        Ok(outcome.closeness.filter(|_| outcome.place.is_none()))
    };
    let found: Vec<Option<f64>> = trials.par_iter().map(closeness).collect::<Result<_>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// The closeness of the closest of the hits that are not right.
fn closest_of<'h>(
    hits: impl Iterator<Item = (&'h ShownHit, &'h f64)>,
    is_right: impl Fn(&ShownHit) -> bool,
) -> Option<f64> {
    hits.filter(|(hit, _)| !is_right(hit)).map(|(_, closeness)| *closeness).max_by(f64::total_cmp)
}

/// Queries of a file, each with the ids that are right.
fn from_file(file: &Path) -> Result<Vec<Trial>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines
        .map(|line| {
            let mut cells = line.split('\t');
            let query = cells.next().unwrap_or_default().to_owned();
            let right: Vec<String> = cells.map(str::to_owned).collect();
            match right.is_empty() {
                true => bail!("{}: no id is right for `{query}`", file.display()),
                false => Ok(Trial { query, right, form: Form::Written }),
            }
        })
        .collect()
}

fn outcome(engine: &Engine, trial: &Trial, pipeline: Option<&str>) -> Result<Outcome> {
    let request = SearchRequest {
        query: trial.query.clone(),
        k: HITS,
        relaxed: true,
        // A file of one's own is for questions; formulas have pipelines of their own.
        pipeline: pipeline.map(str::to_owned),
        may_read_pipeline: pipeline.is_some(),
        ..SearchRequest::default()
    };
    let started = Instant::now();
    let results = engine.search(&request, &Budget::default())?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    Ok(match &results.found {
        Found::Units(found) | Found::Nothing(found) => {
            let is_right = |hit: &ShownHit| {
                trial.is_right(&hit.unit.id) || hit.copies.iter().any(|copy| trial.is_right(&copy.id))
            };
            Outcome {
                place: found.hits.iter().position(is_right).map(|at| at + 1),
                first: found.hits.first().map(|hit| hit.title.clone()),
                closeness: found.closest(),
                without_right: closest_of(found.hits.iter().zip(&found.closeness), is_right),
                copies: found.hits.iter().take(SHOWN).map(|hit| hit.copies.len()).sum(),
                milliseconds,
            }
        }
        Found::Formulas(found) => {
            let response = found.response(false);
            let is_right = |hit: &FormulaHit| hit.instances.iter().any(|one| trial.is_right(&one.unit));
            let first = response.hits.first().map(|hit| hit.tex.clone());
            let place = response.hits.iter().position(is_right).map(|at| at + 1);
            Outcome { place, first, closeness: None, without_right: None, copies: 0, milliseconds }
        }
    })
}

impl Figures {
    fn new(form: &str, outcomes: &[&Outcome]) -> Figures {
        let count = outcomes.len().max(1) as f64;
        let places = || outcomes.iter().filter_map(|outcome| outcome.place);
        let within = |most: usize| places().filter(|&place| place <= most).count() as f64 / count;
        let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        Figures {
            form: form.to_owned(),
            trials: outcomes.len(),
            success_at_1: within(1),
            success_at_5: within(5),
            success_at_20: within(HITS),
            mrr: places().map(|place| 1.0 / place as f64).sum::<f64>() / count,
            median_ms: quantile(&times, 0.5),
            p95_ms: quantile(&times, 0.95),
        }
    }
}

fn show_failures(trials: &[Trial], outcomes: &[Outcome]) -> Result<()> {
    let mut out = io::stdout().lock();
    for (trial, outcome) in trials.iter().zip(outcomes).filter(|(_, outcome)| outcome.place != Some(1)) {
        let place = outcome.place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let first = outcome.first.as_deref().unwrap_or("nothing");
        let (form, right) = (trial.form.name(), trial.right.join(" "));
        writeln!(out, "{form}\t{place}\t{}\twanted: {right}\tfirst: {first}", trial.query)?;
    }
    Ok(())
}

impl Findings {
    fn as_text(&self) -> String {
        let heading =
            ["form", "trials", "success@1", "success@5", "success@20", "MRR", "median ms", "p95 ms"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for figure in &self.figures {
            let mut cells = vec![figure.form.clone(), figure.trials.to_string()];
            let values = [figure.success_at_1, figure.success_at_5, figure.success_at_20, figure.mrr];
            cells.extend(values.map(|value| format!("{value:.4}")));
            cells.extend([figure.median_ms, figure.p95_ms].map(|value| format!("{value:.1}")));
            rows.push(cells);
        }
        let copies = counted(self.copies, "copy");
        format!(
            "{}\n{}first pages show {copies} with another hit\n",
            align(&rows, 1),
            self.nothing_close.as_text()
        )
    }
}
