//! Formulas as another person might have written them.

use std::io::{self, Write};

use anyhow::Result;
use eval::report::columns::align;
use random::Random;
use rayon::prelude::*;
use serde::Serialize;

use super::{Arguments, Bench, Chosen, pieces};
use crate::bench::search::quantile;
use crate::known_items::{Written, commuted, edited, in_other_notation, renamed};

/// The most nodes of an inserted sub-expression.
const PIECE: usize = 5;

/// A kind of alteration, and the rank that the formula must reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Renamed,
    Commuted,
    Notation,
    Edited,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Renamed, Kind::Commuted, Kind::Notation, Kind::Edited];

    fn name(self) -> &'static str {
        match self {
            Kind::Renamed => "renamed",
            Kind::Commuted => "commuted",
            Kind::Notation => "other notation",
            Kind::Edited => "edited",
        }
    }

    /// The rank that counts as success.
    fn wanted(self) -> usize {
        if self == Kind::Edited { 10 } else { 1 }
    }
}

/// The outcome of one query.
struct Outcome {
    original: String,
    query: String,
    /// Where the formula is, or one with its α-signature; from 1.
    rank: Option<usize>,
    milliseconds: f64,
}

/// The figures of one kind.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    queries: usize,
    /// Formulas that cannot be altered in this way.
    unalterable: usize,
    rank_1: f64,
    top_10: f64,
    mrr: f64,
    milliseconds_median: f64,
    milliseconds_p95: f64,
}

pub(super) fn run(arguments: &Arguments, bench: &Bench) -> Result<()> {
    let pieces = pieces(bench.index, arguments.drawn.seed, PIECE);
    let k = arguments.k.unwrap_or(20);
    let mut rows = Vec::new();
    let mut out = io::stdout().lock();
    for kind in Kind::ALL {
        let ask = |chosen: &Chosen| {
            let mut random =
                Random::named(arguments.drawn.seed, &format!("{} {}", kind.name(), chosen.record));
            let other = alter(kind, &chosen.written, &pieces, &mut random)?;
            let (rank, milliseconds) = bench.search(&other.latex, chosen, k);
            Some(Outcome { original: chosen.written.latex.clone(), query: other.latex, rank, milliseconds })
        };
        let outcomes: Vec<Outcome> = bench.chosen.par_iter().filter_map(ask).collect();
        if arguments.drawn.shown.show_failures {
            show_failures(&mut out, kind, &outcomes)?;
        }
        rows.push(Row::new(kind, bench.chosen.len(), &outcomes));
    }
    crate::bench::print(arguments.drawn.shown.json, &rows, || as_text(&rows))
}

fn alter(kind: Kind, written: &Written, pieces: &[String], random: &mut Random) -> Option<Written> {
    let mut other = random.clone();
    let below = &mut |limit| random.below(limit);
    match kind {
        Kind::Renamed => renamed(written, below),
        Kind::Commuted => commuted(written, below),
        Kind::Notation => in_other_notation(written, below),
        Kind::Edited => edited(written, &mut || pieces.get(other.below(pieces.len())).cloned(), below),
    }
}

fn show_failures(out: &mut impl Write, kind: Kind, outcomes: &[Outcome]) -> io::Result<()> {
    for outcome in outcomes {
        if outcome.rank.is_some_and(|rank| rank <= kind.wanted()) {
            continue;
        }
        let rank = outcome.rank.map_or("-".to_owned(), |rank| rank.to_string());
        writeln!(out, "{}\t{rank}\t{}\t{}", kind.name(), outcome.original, outcome.query)?;
    }
    Ok(())
}

impl Row {
    fn new(kind: Kind, chosen: usize, outcomes: &[Outcome]) -> Row {
        let count = outcomes.len().max(1) as f64;
        let ranks: Vec<usize> = outcomes.iter().filter_map(|outcome| outcome.rank).collect();
        let within = |most: usize| ranks.iter().filter(|rank| **rank <= most).count() as f64 / count;
        let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        Row {
            kind: kind.name(),
            queries: outcomes.len(),
            unalterable: chosen - outcomes.len(),
            rank_1: within(1),
            top_10: within(10),
            mrr: ranks.iter().map(|rank| 1.0 / *rank as f64).sum::<f64>() / count,
            milliseconds_median: quantile(&times, 0.5),
            milliseconds_p95: quantile(&times, 0.95),
        }
    }
}

fn as_text(rows: &[Row]) -> String {
    let heading = ["altered", "queries", "unalterable", "rank 1", "top 10", "MRR", "CPU ms", "p95"];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    lines.extend(rows.iter().map(|row| {
        vec![
            row.kind.to_owned(),
            row.queries.to_string(),
            row.unalterable.to_string(),
            format!("{:.4}", row.rank_1),
            format!("{:.4}", row.top_10),
            format!("{:.4}", row.mrr),
            format!("{:.1}", row.milliseconds_median),
            format!("{:.1}", row.milliseconds_p95),
        ]
    }));
    align(&lines, 1)
}
