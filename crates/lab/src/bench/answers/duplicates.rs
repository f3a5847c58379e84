//! `perga bench answers duplicates`: from one question of a pair of duplicates to the other.
//!
//! The pairs are those that people marked; the query is title and body of one question, and the benchmark searches
//! for the other among all questions but the first. Both directions are trials: a user does not know which is older.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use index::Index;
use index::units::Units;
use rank::questions::{Pipeline, Question, Searcher, Want};
use rayon::prelude::*;

use super::pipelines;
use super::ranks::{Findings, Ranks};
use crate::bench::arguments::{IndexFolder, Shown};

/// The command line of `perga bench answers duplicates`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolder,

    /// Pairs of questions: lines `question<TAB>linked question<TAB>kind`
    #[arg(long, value_name = "FILE")]
    links: PathBuf,

    /// The kind of link
    #[arg(long, value_name = "KIND", default_value = "duplicate")]
    kind: String,

    /// Pipelines by name or file; the others are compared with the first
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "duplicates")]
    pipelines: Vec<String>,

    /// The most results per query
    #[arg(short, value_name = "K", default_value_t = 100)]
    k: usize,

    /// The seed of the randomisation test
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    shown: Shown,
}

/// Runs the benchmark.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = arguments.index.open()?;
    let pairs = pairs(&arguments.links, &arguments.kind, index.units()?)?;
    if pairs.is_empty() {
        bail!("no pair of `{}` has both its questions in the index", arguments.links.display());
    }
    // From the linked question to the one that was marked, then the other way.
    let trials: Vec<(u32, u32)> =
        pairs.iter().flat_map(|&(one, other)| [(other, one), (one, other)]).collect();
    let mut systems = Vec::new();
    for pipeline in pipelines(&arguments.pipelines)? {
        let places = places(&index, &pipeline, &trials, arguments.k)?;
        systems.push(Ranks { name: pipeline.name, places });
    }
    if arguments.shown.show_failures {
        show_failures(index.units()?, &trials, systems.first())?;
    }
    if !arguments.shown.json {
        println!("{} pairs, both ways", pairs.len());
    }
    Findings::new(&systems, arguments.k, arguments.seed).print(arguments.shown.json)
}

/// The pairs of a kind with both sides in the index, each once.
fn pairs(path: &Path, kind: &str, units: &Units) -> Result<Vec<(u32, u32)>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let mut pairs = Vec::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let (Some(one), Some(other), Some(found)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        if found != kind {
            continue;
        }
        let (Some(one), Some(other)) = (units.number(one)?, units.number(other)?) else { continue };
        if !pairs.contains(&(one, other)) && !pairs.contains(&(other, one)) {
            pairs.push((one, other));
        }
    }
    Ok(pairs)
}

/// Where the second of each pair is for the text of the first.
fn places(index: &Index, pipeline: &Pipeline, trials: &[(u32, u32)], k: usize) -> Result<Vec<Option<usize>>> {
    let units = index.units()?;
    let searcher = Searcher::new(index, pipeline, Want::Questions)?;
    let place = |&(asked, wanted): &(u32, u32)| -> Result<Option<usize>> {
        let question = Question::of_unit(&units.stored(asked)?);
        // One more, because the question finds itself.
        let hits = searcher.search(&question, k + 1)?.hits;
        let mut others = hits.iter().filter(|hit| hit.unit != asked).take(k);
        Ok(others.position(|hit| hit.unit == wanted).map(|place| place + 1))
    };
    trials.par_iter().map(place).collect()
}

fn show_failures(units: &Units, trials: &[(u32, u32)], first: Option<&Ranks>) -> Result<()> {
    for (&(asked, wanted), place) in trials.iter().zip(first.into_iter().flat_map(|ranks| &ranks.places)) {
        if place.is_none_or(|place| place > 10) {
            let (from, to) = (units.stored(asked)?, units.stored(wanted)?);
            let place = place.map_or_else(|| "-".to_owned(), |place| place.to_string());
            println!("{place}\t{} {}\t{} {}", from.id, from.title, to.id, to.title);
        }
    }
    Ok(())
}
