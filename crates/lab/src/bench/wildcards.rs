//! `perga bench wildcards`: topics with wildcards, and formulas made from them planted in a collection.
//!
//! A trial takes a topic's formula, puts a sub-expression of the collection in for each of its wildcards, and
//! searches for the result with the formula as the query. All planted formulas are added to a copy of the index at
//! once, since an index cannot be changed a thousand times; those of other trials are removed from each ranking. So a
//! planted formula competes with the whole collection, and for a place among the candidates also with
//! the other planted ones, which can only lower its rank.

mod planting;
mod trials;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use corpus::collection::{SurveyOptions, survey};
use formula::Notation;
use index::{Index, Settings};
use rank::formulas::{Pipeline, Query};

use super::arguments::{IndexFolder, Shown};
use document::Complaint;
use engine::ingest::{Observer, Options, State};
use trec::{Input, topics};

/// The command line of `perga bench wildcards`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Topics with wildcards: NTCIR XML, or lines `topic<TAB>formula`
    #[arg(long, value_name = "FILE", required = true)]
    topics: Vec<PathBuf>,

    #[command(flatten)]
    index: IndexFolder,

    /// A new folder for a copy of the index with the planted formulas
    #[arg(long, value_name = "DIR")]
    into: PathBuf,

    /// How many formulas are planted
    #[arg(long, value_name = "N", default_value_t = 1000)]
    trials: usize,

    /// The seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The most results per query
    #[arg(short, value_name = "K", default_value_t = 1000)]
    k: usize,

    /// The system that searches, by its name or its file
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    #[command(flatten)]
    shown: Shown,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let asked = asked(&arguments.topics)?;
    if asked.is_empty() {
        bail!("no formula of these topics has a wildcard\nhint: wildcards are written `\\qvar{{x}}` or `?x`");
    }
    let before = arguments.index.open()?;
    let (plants, redrawn) = planting::plant(&before, &asked, arguments.trials, arguments.seed);
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    copy(&arguments.index.index, &arguments.into)?;
    add(&arguments.into, &plants)?;
    let index = Index::open(&arguments.into)?;
    let first_planted = before.manifest().next_record;
    trials::run(arguments, &index, &pipeline, &plants, first_planted, redrawn)
}

/// The formulas with wildcards of all topics.
fn asked(files: &[PathBuf]) -> Result<Vec<Query>> {
    let mut queries = Vec::new();
    for file in files {
        for topic in topics::read(&Input::open(file)?)? {
            let of_table = topic.formulas.is_empty().then_some(topic.title.as_str());
            let formulas = topic.formulas.iter().map(|formula| formula.latex.as_str());
            let read = formulas.chain(of_table).map(|latex| Query::read(latex, Notation::Latex));
            queries.extend(read.filter(Query::has_wildcards));
        }
    }
    Ok(queries)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        bail!("`{}` is there already\nhint: name a new folder", to.display());
    }
    let failed = || format!("cannot copy `{}` to `{}`", from.display(), to.display());
    fs::create_dir_all(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        if entry.file_type().with_context(failed)?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).with_context(failed)?;
        }
    }
    Ok(())
}

/// Adds the planted formulas; their ids are the numbers of the trials.
fn add(folder: &Path, plants: &[planting::Plant]) -> Result<()> {
    let list = folder.join("planted.tsv");
    let line = |(trial, plant): (usize, &planting::Plant)| format!("plant-{trial}\t{}\n", plant.latex);
    fs::write(&list, plants.iter().enumerate().map(line).collect::<String>())?;
    let entries = survey(&[list], &SurveyOptions::default()).entries;
    let options = Options {
        settings: Settings::default(),
        resume: false,
        commit_every: Duration::from_secs(600),
        roots: &[],
        prune: false,
        stop: &AtomicBool::new(false),
    };
    engine::ingest::index(&entries, folder, &options, &Quiet)?;
    Ok(())
}

struct Quiet;

impl Observer for Quiet {
    fn progress(&self, _: &State) {}

    fn complaint(&self, complaint: &Complaint) {
        super::warn(complaint);
    }
}
