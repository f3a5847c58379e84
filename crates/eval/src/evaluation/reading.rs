//! From files to runs that can be measured: columns, duplicates, visual ids, names that differ.

use std::path::Path;

use trec::run::{self, Columns, Duplicates};
use trec::{Input, Run, VisualMap};

use super::Note;
use crate::report::{RunReport, names};
use crate::{Error, Result, visual};

/// How runs are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// What the columns are.
    pub columns: Columns,
    /// What to do with repeated docnos. Without a choice they are an error, as in trec_eval; where formulas are mapped
    /// to visual ids the last one counts, as in ARQMath's scripts.
    pub duplicates: Option<Duplicates>,
}

impl Reading {
    /// Reads a run; `mapped` says whether its formulas become visual ids.
    pub fn read(&self, path: &Path, mapped: bool) -> Result<Run> {
        self.run(Input::open(path)?, mapped)
    }

    /// The run in an input.
    pub fn run(&self, input: Input, mapped: bool) -> Result<Run> {
        let default = if mapped { Duplicates::KeepLast } else { Duplicates::Refuse };
        let duplicates = self.duplicates.unwrap_or(default);
        Ok(Run::read(input, run::Options { columns: self.columns, duplicates })?)
    }
}

/// A run over visual ids, and a note on the formulas that the map does not have.
pub(crate) fn distinct(run: &Run, map: &VisualMap) -> Result<(Run, Option<Note>)> {
    let distinct = visual::distinct(run, map);
    let formulas: usize = run.topics().iter().map(|topic| topic.rows.len()).sum();
    let file = run.file().to_owned();
    if distinct.unknown == formulas {
        let first = run.topics().first().and_then(|topic| topic.rows.first());
        return Err(Error::NotInMap { file, example: first.map_or("", |row| run.docno(row)).to_owned() });
    }
    let note = Note::UnmappedFormulas { file, unmapped: distinct.unknown, formulas };
    Ok((distinct.run, (distinct.unknown > 0).then_some(note)))
}

/// Calls runs with the same tag by their files, as shortly as possible.
pub fn distinguish(runs: &mut [RunReport]) {
    let tags: Vec<String> = runs.iter().map(|run| run.name.clone()).collect();
    let short = names::short(&runs.iter().map(|run| run.file.as_str()).collect::<Vec<_>>());
    for (run, short) in runs.iter_mut().zip(short) {
        if tags.iter().filter(|tag| **tag == run.name).count() > 1 {
            run.name = short;
        }
    }
}
