//! Ids of a collection as formula records.

use std::collections::HashMap;

use anyhow::Result;
use index::Index;

use trec::{Qrels, qrels};

/// Looks ids up, each once.
pub(crate) struct Ids<'i> {
    index: &'i Index,
    known: HashMap<String, Option<u32>>,
}

impl<'i> Ids<'i> {
    pub(crate) fn new(index: &'i Index) -> Ids<'i> {
        Ids { index, known: HashMap::new() }
    }

    /// The name of a formula in runs and judgements here: the number of its record, or its id with a mark in front
    /// if the index does not have it.
    pub(crate) fn name(&mut self, id: &str) -> Result<String> {
        let record = match self.known.get(id) {
            Some(&record) => record,
            None => {
                let unit = self.index.unit(id)?;
                let record = unit.and_then(|unit| unit.formulas.first().map(|instance| instance.record));
                self.known.insert(id.to_owned(), record);
                record
            }
        };
        Ok(record.map_or_else(|| format!("?{id}"), |record| record.to_string()))
    }

    /// Judgements of records: the highest grade of their ids. Also how many ids are not in the index.
    pub(crate) fn judgements(&mut self, judged: &Qrels) -> Result<(Qrels, usize)> {
        let mut mapped = qrels::Builder::new(judged.file());
        let mut unknown = 0;
        for topic in judged.topics() {
            for judgement in &topic.judgements {
                let name = self.name(judged.docno(judgement))?;
                unknown += usize::from(name.starts_with('?'));
                mapped.push(&topic.id, "0", &name, judgement.grade);
            }
        }
        Ok((mapped.finish(), unknown))
    }
}
