//! Small indexes for tests.

use document::{Text, Unit};
use formula::Notation;
use index::{Index, Settings, Writer};

use crate::formulas::Query;

/// An index of formulas, each in a unit of its own; the folder goes with the first value.
pub(crate) fn index_of(formulas: &[&str]) -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let units: Vec<Unit> = formulas
        .iter()
        .enumerate()
        .map(|(at, source)| Unit {
            id: format!("u{at}"),
            kind: "note".to_owned(),
            body: Text::formula(*source, Notation::Latex, Some(format!("f{at}"))),
            ..Unit::default()
        })
        .collect();
    let mut writer = Writer::open(folder.path(), Settings { profile: None, memory: 64 << 20 }).unwrap();
    writer.add("test", &units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

/// A query in LaTeX.
pub(crate) fn query(source: &str) -> Query {
    Query::read(source, Notation::Latex)
}

/// A record as LaTeX.
pub(crate) fn tex(index: &Index, record: u32) -> String {
    formula::write::tex::write(&index.formulas().record(record).unwrap().slt)
}
