//! Pooling: which results are shown to assessors, and how their judgements become qrels.
//!
//! A [`Protocol`] says what is taken from each run; the published ones are [`presets`]. [`pool`] applies it
//! to runs that were [declared](Declaration) primary, alternate or baseline, automatic or manual, and
//! shuffles what it took, so that an assessor cannot guess a rank from a place. [`merge`] turns judgements
//! back into qrels.
//!
//! These functions know ranked lists of docnos and nothing of files. [`Pooling`] and [`qrels::Merging`] are the calls
//! that begin at files: they put runs in trec_eval's order and look up visual ids.

pub mod declaration;
mod files;
pub mod instances;
pub mod merge;
mod open_answers;
pub mod presets;
pub mod qrels;
mod round_robin;
pub mod write;

use std::collections::{BTreeMap, HashMap};

pub use declaration::{Declaration, Mode, Priority};
pub use files::{Contribution, PooledTopic, Pooling, Pools};
pub use instances::Vote;
pub use open_answers::{OpenAnswer, OpenAnswers};
use random::Random;

/// How a pool is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Protocol {
    /// What is taken from the runs.
    pub take: Take,
    /// Whether formulas that look the same count once; instances are then chosen by vote.
    pub distinct: Option<Instances>,
}

/// What is taken from the runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// The first results of every run.
    Depth(Depth),
    /// One result of each run in turn, rank by rank, until there are this many.
    RoundRobin {
        /// The number of results per topic.
        size: usize,
        /// Whether the team with the fewest results in the pools so far goes first.
        fewest_first: bool,
    },
}

/// How deep each kind of run is pooled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Results of a primary run.
    pub primary: usize,
    /// Results of an alternate run.
    pub alternate: usize,
    /// Whether baselines count as primary.
    pub deep_baselines: bool,
    /// Whether manual runs count as primary.
    pub deep_manual: bool,
}

impl Depth {
    /// How deep a run is pooled.
    pub fn of(&self, declaration: &Declaration) -> usize {
        let deep = match (declaration.priority, declaration.mode) {
            _ if declaration.deep.is_some() => declaration.deep == Some(true),
            (Priority::Primary, _) => true,
            (_, Mode::Manual) if self.deep_manual => true,
            (Priority::Baseline, _) => self.deep_baselines,
            (Priority::Alternate, _) => false,
        };
        if deep { self.primary } else { self.alternate }
    }
}

/// Which instances represent a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instances {
    /// The most instances of a formula that are judged.
    pub most: usize,
    /// Which ones.
    pub vote: Vote,
}

/// The results of one run for one topic, best first.
#[derive(Clone, Debug)]
pub struct Ranked<'a> {
    /// What the run was declared as.
    pub declaration: &'a Declaration,
    /// The docnos, none twice.
    pub docnos: Vec<&'a str>,
}

/// One thing to judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The docno, or the visual id that the instances share.
    pub id: String,
    /// The instances to show; without visual ids the docno itself.
    pub instances: Vec<String>,
    /// The runs that brought it into the pool, by their place among the runs.
    pub runs: Vec<usize>,
}

/// Makes the pool of one topic. `seen` are the teams' shares in earlier topics' pools; `visual` names the
/// visual id of a docno (`None`: unknown, the instance is skipped) and is asked only when the protocol
/// counts distinct formulas.
pub fn pool<'a>(
    protocol: &Protocol,
    topic: &str,
    runs: &[Ranked<'a>],
    seen: &mut Shares,
    visual: impl Fn(&'a str) -> Option<String>,
    seed: u64,
) -> Vec<Unit> {
    let lists: Vec<Vec<String>> = match protocol.distinct {
        None => runs.iter().map(|run| run.docnos.iter().map(|&docno| docno.to_owned()).collect()).collect(),
        Some(_) => runs.iter().map(|run| instances::distinct(&run.docnos, &visual)).collect(),
    };
    let taken = match protocol.take {
        Take::Depth(depth) => by_depth(&depth, runs, &lists),
        Take::RoundRobin { size, fewest_first } => {
            let teams: Vec<&str> = runs.iter().map(|run| run.declaration.team.as_str()).collect();
            round_robin::take(size, &teams, &lists, fewest_first.then_some(seen))
        }
    };
    let mut random = Random::named(seed, topic);
    let depths: Vec<usize> = runs
        .iter()
        .map(|run| match protocol.take {
            Take::Depth(depth) => depth.of(run.declaration),
            Take::RoundRobin { .. } => usize::MAX,
        })
        .collect();
    let chosen = protocol.distinct.map(|rule| instances::vote(&rule, runs, &depths, &visual, &mut random));
    let mut units: Vec<Unit> = taken
        .into_iter()
        .map(|(id, runs)| {
            let instances = match &chosen {
                Some(chosen) => chosen.get(&id).cloned().unwrap_or_default(),
                None => vec![id.clone()],
            };
            Unit { id, instances, runs }
        })
        .collect();
    random.shuffle(&mut units);
    units
}

/// How many pooled results each team has brought.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    counts: HashMap<String, usize>,
}

impl Shares {
    /// The share of one team.
    pub fn of(&self, team: &str) -> usize {
        self.counts.get(team).copied().unwrap_or(0)
    }

    fn add(&mut self, team: &str) {
        *self.counts.entry(team.to_owned()).or_default() += 1;
    }
}

/// What every run has in its first ranks, in the order of the ids, with the runs that have it there.
fn by_depth(depth: &Depth, runs: &[Ranked], lists: &[Vec<String>]) -> BTreeMap<String, Vec<usize>> {
    let mut taken: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, (run, list)) in runs.iter().zip(lists).enumerate() {
        for id in list.iter().take(depth.of(run.declaration)) {
            taken.entry(id.clone()).or_default().push(place);
        }
    }
    taken
}
