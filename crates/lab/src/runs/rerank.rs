//! The results of a run as candidates: the records or units that its ids mean in an index.
//!
//! A run names formulas by instance or by visual id, and an index finds records. So all units are read once, and the
//! wanted ids remembered. Where formulas have no ids of their own, the id is that of their unit: then a result is every
//! formula of the unit, and the best of them counts, as it does when a run is written.

use std::path::Path;

use anyhow::{Result, bail};
use index::Index;
use rank::formulas::Hit;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use trec::run::{Duplicates, Options};
use trec::topics::Topic;
use trec::{Input, Run};

use super::{Docno, Row, Warn, Warning, falling};

/// A run to rank again.
pub(super) struct Given {
    run: Run,
    /// By docno: its numbers in the index, each with the unit that holds the formula.
    known: FxHashMap<String, Vec<(u32, String)>>,
}

/// The results of one topic in their order: the docno with its number, and the unit.
pub(super) struct Candidates<'g>(Vec<(&'g str, u32, &'g str)>);

impl Given {
    /// A run of formulas.
    pub(super) fn read(path: &Path, index: &Index, docno: Docno) -> Result<Given> {
        let run = read(path)?;
        let wanted = docnos(&run);
        let units = index.units()?;
        let found = |unit: u32| -> Result<Vec<(String, (u32, String))>> {
            if !units.is_alive(unit) {
                return Ok(Vec::new());
            }
            let stored = units.stored(unit)?;
            let ids = stored.formulas.iter().map(|formula| {
                let id = match docno {
                    Docno::Instance => formula.id.as_ref().unwrap_or(&stored.id).clone(),
                    Docno::Visual => {
                        formula.visual_id.clone().unwrap_or_else(|| format!("v{}", formula.record))
                    }
                    Docno::Unit => stored.id.clone(),
                };
                (id, (index.variants().first(formula.record), stored.id.clone()))
            });
            Ok(ids.filter(|(id, _)| wanted.contains(id.as_str())).collect())
        };
        let found: Vec<Vec<_>> = (0..units.count()).into_par_iter().map(found).collect::<Result<_>>()?;
        let mut known: FxHashMap<String, Vec<(u32, String)>> = FxHashMap::default();
        for (id, (record, unit)) in found.into_iter().flatten() {
            let places = known.entry(id).or_default();
            if places.iter().all(|(other, _)| *other != record) {
                places.push((record, unit));
            }
        }
        drop(wanted);
        Given { run, known }.checked()
    }

    /// A run of units.
    pub(super) fn read_units(path: &Path, index: &Index) -> Result<Given> {
        let run = read(path)?;
        let units = index.units()?;
        let mut known = FxHashMap::default();
        for docno in docnos(&run) {
            if let Some(unit) = units.number(docno)? {
                known.insert(docno.to_owned(), vec![(unit, docno.to_owned())]);
            }
        }
        Given { run, known }.checked()
    }

    fn checked(self) -> Result<Given> {
        if self.known.is_empty() {
            let first = self.run.topics().first().and_then(|topic| topic.rows.first());
            let docno = first.map_or("", |row| self.run.docno(row));
            bail!("{}:1: none of its results is in the index, such as `{docno}`", self.run.file());
        }
        Ok(self)
    }

    /// Warns of results that cannot be ranked again.
    pub(super) fn warn(&self, topics: &[Topic], warn: Warn) {
        let rows = topics.iter().filter_map(|topic| self.run.topic(&topic.id)).flat_map(|topic| &topic.rows);
        let (mut of, mut missing) = (0, 0);
        for row in rows {
            of += 1;
            missing += usize::from(!self.known.contains_key(self.run.docno(row)));
        }
        if missing > 0 {
            warn(Warning::NotIndexed { missing, of });
        }
    }

    /// The candidates of a topic.
    pub(super) fn records(&self, topic: &str) -> Candidates<'_> {
        let rows = eval::ranked_rows(&self.run, topic);
        let known = |row: &trec::run::Row| {
            let docno = self.run.docno(row);
            let places = self.known.get(docno).into_iter().flatten();
            places.map(move |(number, unit)| (docno, *number, unit.as_str()))
        };
        Candidates(rows.iter().flat_map(known).collect())
    }
}

impl Candidates<'_> {
    /// Their numbers, each once.
    pub(super) fn records(&self) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        self.0.iter().map(|(_, number, _)| *number).filter(|number| seen.insert(*number)).collect()
    }

    /// The results in the order of the hits, each once; instances of one formula in their old order.
    pub(super) fn rows(&self, hits: &[Hit], k: usize) -> Vec<Row> {
        let mut by_number: FxHashMap<u32, Vec<(&str, &str)>> = FxHashMap::default();
        for (docno, number, unit) in &self.0 {
            by_number.entry(*number).or_default().push((docno, unit));
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut listed: FxHashSet<&str> = FxHashSet::default();
        for hit in hits {
            for (docno, unit) in by_number.get(&hit.record).into_iter().flatten() {
                if !listed.insert(*docno) {
                    continue;
                }
                let score = falling(hit.score, &rows);
                rows.push(Row { docno: (*docno).to_owned(), unit: (*unit).to_owned(), score });
            }
        }
        rows.truncate(k);
        rows
    }
}

/// A run in any columns; of repeated results the first counts.
fn read(path: &Path) -> Result<Run> {
    let options = Options { duplicates: Duplicates::KeepFirst, ..Options::default() };
    Ok(Run::read(Input::open(path)?, options)?)
}

fn docnos(run: &Run) -> FxHashSet<&str> {
    run.topics().iter().flat_map(|topic| &topic.rows).map(|row| run.docno(row)).collect()
}
