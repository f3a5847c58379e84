//! Searches for planted formulas, and checks that the wildcards match their replacements.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use formula::canonical::canonical;
use formula::opt::{NodeId, Opt};
use index::Index;
use rank::formulas::{Hit, Pipeline, Searcher};
use rayon::prelude::*;
use serde::Serialize;
use similarity::unification::{Binding, Bindings, Match, Names, Pattern, Where};

use super::Arguments;
use super::planting::Plant;
use crate::bench::search::{quantile, timed};
use crate::known_items::Written;

/// The outcome of one trial.
struct Outcome {
    /// Rank among formulas that are not complete matches themselves; from 1.
    rank: Option<usize>,
    /// Rank among all.
    strict_rank: Option<usize>,
    binding: Bound,
    milliseconds: f64,
}

/// How the wildcards were bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// As planted, or with wildcards exchanged.
    Planted,
    /// The same operands in other groups: `?x+?y` for `a+b+c`.
    Regrouped,
    Other,
}

/// The figures.
#[derive(Serialize)]
struct Findings {
    trials: usize,
    redrawn: usize,
    /// At rank 1 with the planted binding.
    success: f64,
    rank_1: f64,
    /// At rank 1; equally complete matches above it count as better.
    strictly_rank_1: f64,
    found: f64,
    planted_binding: f64,
    regrouped_binding: f64,
    milliseconds_median: f64,
    milliseconds_p95: f64,
}

pub(super) fn run(
    arguments: &Arguments,
    index: &Index,
    pipeline: &Pipeline,
    plants: &[Plant],
    first_planted: u32,
    redrawn: usize,
) -> Result<()> {
    let searcher = Searcher::new(index, pipeline)?;
    let mut records = Vec::new();
    for trial in 0..plants.len() {
        let unit = index.unit(&format!("plant-{trial}"))?;
        records.push(unit.and_then(|unit| unit.formulas.first().map(|instance| instance.record)));
    }
    let trial = |(plant, record): (&Plant, &Option<u32>)| {
        let (found, milliseconds) = timed(|| searcher.search(&plant.query, arguments.k));
        let is_shown = |hit: &&Hit| hit.record < first_planted || Some(hit.record) == *record;
        let hits: Vec<u32> = found.hits.iter().filter(is_shown).map(|hit| hit.record).collect();
        outcome(index, plant, *record, &hits, milliseconds)
    };
    let outcomes: Vec<Outcome> = plants.par_iter().zip(&records).map(trial).collect();
    let mut out = io::stdout().lock();
    if arguments.shown.show_failures {
        for (plant, outcome) in plants.iter().zip(&outcomes).filter(|(_, outcome)| !outcome.is_success()) {
            let rank = outcome.rank.map_or("-".to_owned(), |rank| rank.to_string());
            writeln!(out, "{rank}\t{}\t{}\t{}", outcome.binding.name(), plant.query.source, plant.latex)?;
        }
    }
    let findings = Findings::new(&outcomes, redrawn);
    crate::bench::print(arguments.shown.json, &findings, || findings.as_text())
}

fn outcome(index: &Index, plant: &Plant, record: Option<u32>, hits: &[u32], milliseconds: f64) -> Outcome {
    let pattern = Pattern::new(&plant.query.canonical);
    let place = record.and_then(|record| hits.iter().position(|hit| *hit == record));
    let complete = |record: u32| {
        let trees = index.formulas().record(record)?;
        let tree = canonical(&trees.opt);
        let found = pattern.unify(&tree, &mut Bindings::default(), Where::Whole, Names::Kept)?;
        Some((tree, found))
    };
    let rank =
        place.map(|place| 1 + hits[..place].iter().filter(|record| complete(**record).is_none()).count());
    let binding = record.and_then(complete).map_or(Bound::Other, |(tree, found)| bound(plant, &tree, &found));
    Outcome { rank, strict_rank: place.map(|place| place + 1), binding, milliseconds }
}

/// Whether the wildcards match their replacements.
fn bound(plant: &Plant, tree: &Opt, found: &Match) -> Bound {
    let planted: BTreeMap<&str, Written> =
        plant.bindings.iter().map(|(name, latex)| (name.as_str(), Written::read(latex))).collect();
    let root = |written: &Written| written.canonical.root().map(|root| term(&written.canonical, root));
    let mut wanted: Vec<String> = planted.values().filter_map(root).collect();
    let mut got: Vec<String> = found.bindings.iter().map(|binding| value(tree, binding)).collect();
    wanted.sort();
    got.sort();
    if wanted == got {
        return Bound::Planted;
    }
    let parts = |written: &Written| match written.canonical.root() {
        Some(root) => operands(&written.canonical, root),
        None => Vec::new(),
    };
    let mut wanted: Vec<String> = planted.values().flat_map(parts).collect();
    let in_binding =
        |binding: &Binding| binding.nodes.iter().flat_map(|node| operands(tree, *node)).collect::<Vec<_>>();
    let mut got: Vec<String> = found.bindings.iter().flat_map(in_binding).collect();
    wanted.sort();
    got.sort();
    if wanted == got { Bound::Regrouped } else { Bound::Other }
}

/// The match of a wildcard, as text.
fn value(tree: &Opt, binding: &Binding) -> String {
    let text = match binding.nodes.as_slice() {
        [node] if binding.is_head => tree.label(*node),
        [node] => term(tree, *node),
        nodes => {
            let terms: Vec<String> = nodes.iter().map(|node| term(tree, *node)).collect();
            let operator = parent(tree, nodes).map(|parent| tree.label(parent)).unwrap_or_default();
            format!("({operator} {})", terms.join(" "))
        }
    };
    if binding.negated { format!("(minus {text})") } else { text }
}

/// The node that has these operands.
fn parent(tree: &Opt, operands: &[NodeId]) -> Option<NodeId> {
    let first = operands.first()?;
    let mut open: Vec<NodeId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        if tree.children(id).any(|child| child == *first) {
            return Some(id);
        }
        open.extend(tree.children(id));
    }
    None
}

/// A sub-term as text. Trees are no deeper than their readers let them be.
fn term(tree: &Opt, id: NodeId) -> String {
    if tree.is_leaf(id) {
        return tree.label(id);
    }
    let operands: Vec<String> = tree.children(id).map(|child| term(tree, child)).collect();
    format!("({} {})", tree.label(id), operands.join(" "))
}

/// The operands of a sum or product, or the term itself.
fn operands(tree: &Opt, id: NodeId) -> Vec<String> {
    if tree.label_is(id, "plus") || tree.label_is(id, "times") || tree.label_is(id, "minus") {
        return tree.children(id).flat_map(|child| operands(tree, child)).collect();
    }
    vec![term(tree, id)]
}

impl Bound {
    fn name(self) -> &'static str {
        match self {
            Bound::Planted => "planted",
            Bound::Regrouped => "regrouped",
            Bound::Other => "other",
        }
    }
}

impl Outcome {
    fn is_success(&self) -> bool {
        self.rank == Some(1) && self.binding == Bound::Planted
    }
}

impl Findings {
    fn new(outcomes: &[Outcome], redrawn: usize) -> Findings {
        let count = outcomes.len().max(1) as f64;
        let share = |is_so: &dyn Fn(&Outcome) -> bool| {
            outcomes.iter().filter(|outcome| is_so(outcome)).count() as f64 / count
        };
        let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        Findings {
            trials: outcomes.len(),
            redrawn,
            success: share(&Outcome::is_success),
            rank_1: share(&|outcome| outcome.rank == Some(1)),
            strictly_rank_1: share(&|outcome| outcome.strict_rank == Some(1)),
            found: share(&|outcome| outcome.rank.is_some()),
            planted_binding: share(&|outcome| outcome.binding == Bound::Planted),
            regrouped_binding: share(&|outcome| outcome.binding == Bound::Regrouped),
            milliseconds_median: quantile(&times, 0.5),
            milliseconds_p95: quantile(&times, 0.95),
        }
    }

    fn as_text(&self) -> String {
        format!(
            "trials                        {}\nredrawn                       {}\nrank 1, planted binding       {:.4}\n\
             rank 1                        {:.4}\nrank 1, equal matches better  {:.4}\nfound                         {:.4}\n\
             planted binding               {:.4}\nregrouped binding             {:.4}\nCPU ms                        {:.1} (p95 {:.1})\n",
            self.trials,
            self.redrawn,
            self.success,
            self.rank_1,
            self.strictly_rank_1,
            self.found,
            self.planted_binding,
            self.regrouped_binding,
            self.milliseconds_median,
            self.milliseconds_p95,
        )
    }
}
