//! The costs of tree edits from judgements: a grid, and each topic measured with the costs that suit the others best.
//!
//! So were the costs of Tangent-CFTED chosen on the concrete queries of NTCIR-12, by the harmonic mean of full and
//! partial bpref. Layout trees and operator trees have costs of their own.
//!
//! What it is not: a search for the best system. Only judged formulas are ordered, by nothing but their distance.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use eval::measure::bpref;
use eval::report::columns::align;
use eval::{Grade, GradeCounts, Ranking};
use index::Index;
use rank::formulas::{EditCosts, Pipeline};
use rayon::prelude::*;
use similarity::edit_distance::{Costs, Labels, OrderedTree, Workspace};
use similarity::tree::{Order, SymbolTree};
use trec::{Input, Qrels};

use crate::Failure;
use crate::bench::arguments::JudgedFormulas;
use crate::bench::formula_search::judged::Ids;
use crate::bench::search::{Asked, asked};
use crate::whole;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga train edit-costs --index formulas.index --topics topics.tsv --qrels judged.qrels
      the best of a thousand triples of costs for either tree, and how good they are on topics not seen
  perga train edit-costs … --steps 20 -o mine.toml
      a finer grid; `perga run --pipeline mine.toml` ranks like cft2ted with the costs found";

/// The command line of `perga train edit-costs`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    judged: JudgedFormulas,

    /// The number of values of each cost, evenly up to 1
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=100))]
    steps: u32,

    /// The lowest grade that is fully relevant; grade 1 is partially relevant
    #[arg(long, value_name = "GRADE", default_value_t = 2)]
    full: u32,

    /// Write the pipeline `cft2ted` with the costs found
    #[arg(short, long, value_name = "TOML")]
    output: Option<PathBuf>,
}

/// The two trees of formulas.
#[derive(Clone, Copy)]
enum Side {
    Layout,
    Operators,
}

/// A topic: the trees of its formula, and the judged formulas with their grades.
struct Judged {
    query: [OrderedTree; 2],
    candidates: Vec<([OrderedTree; 2], Grade)>,
    counts: GradeCounts,
}

/// Full and partial bpref.
#[derive(Clone, Copy, Default)]
struct Bprefs {
    full: f64,
    partial: f64,
}

/// What was found for one tree.
struct Found {
    /// The best costs for all topics.
    costs: [f64; 3],
    /// Their measure on the topics that they were chosen on.
    seen: f64,
    /// The measure of each topic with the costs that suit the others best.
    unseen: f64,
    /// The measure with the published costs.
    published: f64,
}

/// Searches for costs and returns a table for people.
///
/// # Errors
/// A file cannot be read or written, or fewer than two topics have judged formulas of different grades.
pub fn run(arguments: &Arguments) -> Result<String> {
    let index = arguments.judged.index.open()?;
    let topics = judged(&index, &asked(&arguments.judged.topics)?, arguments)?;
    let layout = found(&topics, Side::Layout, arguments);
    let operators = found(&topics, Side::Operators, arguments);
    if let Some(path) = &arguments.output {
        write(path, EditCosts { slt: layout.costs, opt: operators.costs })?;
    }
    Ok(table(topics.len(), &[("layout", layout), ("operators", operators)]))
}

/// The topics that have judged formulas of different grades.
fn judged(index: &Index, asked: &[Asked], arguments: &Arguments) -> Result<Vec<Judged>> {
    let qrels = Qrels::read(Input::open(&arguments.judged.qrels)?)?;
    let (records, _) = Ids::new(index).judgements(&qrels)?;
    let mut topics = Vec::new();
    for topic in asked {
        let Some(judged) = records.topic(&topic.topic) else { continue };
        let candidates: Vec<([OrderedTree; 2], Grade)> = judged
            .judgements
            .iter()
            .filter_map(|one| Some((records.docno(one).parse().ok()?, one.grade)))
            .filter_map(|(record, grade)| {
                let record = index.formulas().record(record)?;
                Some((trees(&record.slt, &record.opt), grade))
            })
            .collect();
        let counts = GradeCounts::new(candidates.iter().map(|(_, grade)| *grade));
        let formula = &topic.query.formula;
        let is_usable = |level| counts.at_least(level) > 0 && counts.below(level) > 0;
        if is_usable(arguments.full) || is_usable(1) {
            topics.push(Judged { query: trees(&formula.slt, &formula.opt), candidates, counts });
        }
    }
    if topics.len() < 2 {
        let file = arguments.judged.qrels.display();
        let (all, usable) = (asked.len(), topics.len());
        let message = format!(
            "{file}: of {all} topics only {usable} have judged formulas of different grades in the index"
        );
        bail!(Failure::new(message, "the ids of the judgements must be those of the indexed formulas"));
    }
    Ok(topics)
}

fn trees(slt: &formula::slt::Slt, opt: &formula::opt::Opt) -> [OrderedTree; 2] {
    let layout = SymbolTree::of_layout(slt, Order::Strings);
    [layout, SymbolTree::of_operators(opt)].map(|tree| OrderedTree::new(&tree, Labels::Full))
}

/// Tries the grid on one tree.
fn found(topics: &[Judged], side: Side, arguments: &Arguments) -> Found {
    let grid = grid(arguments.steps);
    let measured: Vec<Vec<Bprefs>> =
        grid.par_iter().map(|costs| measure(topics, side, *costs, arguments.full)).collect();
    let best = |left_out: Option<usize>| {
        let score = |number: &usize| mean(&measured[*number], left_out);
        // The first of equally good ones: the grid ascends.
        (0..grid.len()).max_by(|a, b| score(a).total_cmp(&score(b)).then(b.cmp(a))).unwrap_or(0)
    };
    let unseen: Vec<Bprefs> =
        (0..topics.len()).into_par_iter().map(|topic| measured[best(Some(topic))][topic]).collect();
    let all = best(None);
    let published = match side {
        Side::Layout => [0.85, 0.15, 0.54],
        Side::Operators => [0.28, 0.185, 0.225],
    };
    Found {
        costs: grid[all],
        seen: mean(&measured[all], None),
        unseen: mean(&unseen, None),
        published: mean(&measure(topics, side, published, arguments.full), None),
    }
}

/// All triples of deletion, insertion and renaming, ascending.
fn grid(steps: u32) -> Vec<[f64; 3]> {
    let values: Vec<f64> = (1..=steps).map(|step| f64::from(step) / f64::from(steps)).collect();
    let triples = values.iter().flat_map(|delete| values.iter().map(move |insert| (*delete, *insert)));
    triples.flat_map(|(delete, insert)| values.iter().map(move |rename| [delete, insert, *rename])).collect()
}

/// The measures of all topics with some costs.
fn measure(topics: &[Judged], side: Side, costs: [f64; 3], full: u32) -> Vec<Bprefs> {
    let costs = Costs::from_decimals(costs).unwrap_or(Costs::UNWEIGHTED);
    let mut workspace = Workspace::default();
    let mut of_topic = |topic: &Judged| {
        let query = &topic.query[side as usize];
        let distance = |(number, (trees, grade)): (usize, &([OrderedTree; 2], Grade))| {
            let distance = workspace.distance(query, &trees[side as usize], costs, None);
            (distance.unwrap_or(f64::INFINITY), number, *grade)
        };
        let mut ordered: Vec<(f64, usize, Grade)> =
            topic.candidates.iter().enumerate().map(distance).collect();
        ordered.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let grades: Vec<Grade> = ordered.into_iter().map(|(.., grade)| grade).collect();
        let ranking = Ranking::new(&grades, &topic.counts);
        Bprefs { full: bpref::score(&ranking, full), partial: bpref::score(&ranking, 1) }
    };
    topics.iter().map(&mut of_topic).collect()
}

/// The harmonic mean of the means of full and partial bpref, without one topic.
fn mean(of_topics: &[Bprefs], left_out: Option<usize>) -> f64 {
    let kept = of_topics.iter().enumerate().filter(|(number, _)| Some(*number) != left_out);
    let sum = kept.fold(Bprefs::default(), |sum, (_, topic)| Bprefs {
        full: sum.full + topic.full,
        partial: sum.partial + topic.partial,
    });
    let count = (of_topics.len() - usize::from(left_out.is_some())).max(1) as f64;
    let (full, partial) = (sum.full / count, sum.partial / count);
    if full + partial > 0.0 { 2.0 * full * partial / (full + partial) } else { 0.0 }
}

fn table(topics: usize, found: &[(&str, Found)]) -> String {
    let head = ["tree", "delete", "insert", "rename", "seen", "unseen", "published"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (name, found) in found {
        let costs = found.costs.map(|cost| format!("{cost:.2}"));
        let measures = [found.seen, found.unseen, found.published].map(|value| format!("{value:.4}"));
        rows.push([(*name).to_owned()].into_iter().chain(costs).chain(measures).collect());
    }
    format!("{}harmonic mean of full and partial bpref on {topics} topics\n", align(&rows, 1))
}

fn write(path: &Path, costs: EditCosts) -> Result<()> {
    let stem = path.file_stem().map_or("cft2ted-learned".into(), |stem| stem.to_string_lossy());
    let pipeline = Pipeline {
        name: stem.into_owned(),
        purpose: "`cft2ted` with learned costs of edits".to_owned(),
        edit_costs: Some(costs),
        ..Pipeline::load("cft2ted")?
    };
    whole::write(path, &pipeline.to_toml()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_every_triple_once() {
        let grid = grid(2);
        assert_eq!((grid.len(), grid[0], grid[7]), (8, [0.5, 0.5, 0.5], [1.0, 1.0, 1.0]));
        assert_eq!(grid[1], [0.5, 0.5, 1.0]);
    }

    #[test]
    fn a_topic_that_is_left_out_does_not_count() {
        let topics = [(1.0, 1.0), (0.5, 1.0)].map(|(full, partial)| Bprefs { full, partial });
        assert_eq!(mean(&topics, Some(1)), 1.0);
        assert_eq!(mean(&topics, Some(0)), 2.0 / 3.0);
        assert_eq!(mean(&[], None), 0.0);
    }
}
