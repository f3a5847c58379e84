//! Pools from files: declared runs in, what assessors see out, topic by topic.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rayon::prelude::*;
use trec::answers::AnswerRun;
use trec::{Input, Run, VisualMap, run};

use super::{Declaration, OpenAnswers, Protocol, Ranked, Shares, Unit, pool};
use crate::{Error, Result};

/// Runs to pool, and by which protocol.
#[derive(Clone, Debug)]
pub struct Pooling {
    /// The protocol.
    pub protocol: Protocol,
    /// The runs, each with what it was declared as.
    pub declarations: Vec<Declaration>,
    /// How runs are read.
    pub reading: run::Options,
    /// A list of formulas, or a folder of lists, that maps formula ids to visual ids. A protocol that pools visually
    /// distinct formulas needs it.
    pub visual: Option<PathBuf>,
    /// Runs of open answers (ARQMath Task 3), all of which are judged among the others.
    pub answers: Vec<PathBuf>,
    /// The seed of the shuffle and of drawn ties.
    pub seed: u64,
}

/// The pools of all topics.
#[derive(Clone, Debug)]
pub struct Pools {
    /// The runs, in the order in which [`Unit::runs`] counts them.
    pub declarations: Vec<Declaration>,
    /// The topics, in the order of the runs.
    pub topics: Vec<PooledTopic>,
    /// The open answers in the pools.
    pub answers: OpenAnswers,
    /// Whether visually distinct formulas were pooled.
    pub distinct: bool,
    /// The seed of the shuffle.
    pub seed: u64,
}

/// The pool of one topic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PooledTopic {
    /// The topic.
    pub id: String,
    /// What is shown to assessors, in this order.
    pub units: Vec<Unit>,
}

/// What one run brought into the pools.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution<'a> {
    /// The run's file.
    pub file: &'a str,
    /// Results that it brought.
    pub brought: usize,
    /// Those that no other run brought: without this run they would be unjudged.
    pub alone: usize,
}

impl Pooling {
    /// Reads the runs and pools them.
    pub fn pool(self) -> Result<Pools> {
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.declarations.iter().find(|declaration| !seen.insert(&declaration.file)) {
            return Err(Error::DeclaredTwice { file: twice.file.clone() });
        }
        let map = self.visual.as_ref().map(VisualMap::open).transpose()?;
        let read = |declaration: &Declaration| Ok(Run::read(Input::open(&declaration.file)?, self.reading)?);
        let runs = self.declarations.par_iter().map(read).collect::<Vec<Result<Run>>>();
        let runs = runs.into_iter().collect::<Result<Vec<Run>>>()?;
        let topics = self.topics(&runs, map.as_ref());
        let distinct = self.protocol.distinct.is_some();
        if distinct && topics.iter().all(|topic| topic.units.is_empty()) {
            return Err(Error::NoRunInMap);
        }
        let mut pools = Pools {
            declarations: self.declarations,
            topics,
            answers: OpenAnswers::default(),
            distinct,
            seed: self.seed,
        };
        if !self.answers.is_empty() {
            pools.join(&self.answers)?;
        }
        Ok(pools)
    }

    fn topics(&self, runs: &[Run], map: Option<&VisualMap>) -> Vec<PooledTopic> {
        let mut seen = BTreeSet::new();
        let ids = runs.iter().flat_map(|run| run.topics()).map(|topic| topic.id.as_str());
        let ids: Vec<&str> = ids.filter(|id| seen.insert(*id)).collect();
        let mut shares = Shares::default();
        let visual = |docno: &str| map.and_then(|map| map.get(docno)).map(|visual| visual.to_string());
        let mut topics = Vec::with_capacity(ids.len());
        for id in ids {
            let lists: Vec<Ranked> = self
                .declarations
                .iter()
                .zip(runs)
                .map(|(declaration, run)| Ranked { declaration, docnos: crate::ranked(run, id) })
                .collect();
            let units = pool(&self.protocol, id, &lists, &mut shares, visual, self.seed);
            topics.push(PooledTopic { id: id.to_owned(), units });
        }
        topics
    }
}

impl Pools {
    /// Adds all answers of these runs.
    fn join(&mut self, runs: &[PathBuf]) -> Result<()> {
        let read = |path: &PathBuf| Ok(AnswerRun::read(&Input::open(path)?)?);
        let runs = runs.iter().map(read).collect::<Result<Vec<AnswerRun>>>()?;
        self.answers = OpenAnswers::number(runs);
        self.answers.join(&mut self.topics, self.declarations.len(), self.seed);
        self.declarations.extend(self.answers.runs.iter().map(Declaration::new));
        Ok(())
    }

    /// What every run brought, in the order of the runs.
    pub fn contributions(&self) -> impl Iterator<Item = Contribution<'_>> {
        self.declarations.iter().enumerate().map(|(place, declaration)| {
            let units = self.topics.iter().flat_map(|topic| &topic.units);
            let brought = units.clone().filter(|unit| unit.runs.contains(&place)).count();
            let alone = units.filter(|unit| unit.runs == [place]).count();
            Contribution { file: &declaration.file, brought, alone }
        })
    }

    /// The files of the runs that brought a unit.
    pub(super) fn files_of<'a>(&'a self, unit: &Unit) -> Vec<&'a str> {
        unit.runs.iter().map(|&run| self.declarations[run].file.as_str()).collect()
    }
}
