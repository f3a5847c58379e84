//! A batch of units on its way into the index: read, numbered, prepared.

use std::collections::BTreeMap;

use document::{Occurrence, Unit};
use formula::latex::Macros;
use formula::signatures::{self, Signatures};
use formula::{Formula, Options, canonical, slt};
use rayon::prelude::*;
use similarity::terms::{Family, Purpose, Trees};
use tantivy::TantivyDocument;

use super::lookup::{Look, Lookup};
use crate::formulas::buffer::Prepared;
use crate::formulas::{Formulas, pack};
use crate::manifest::Ledger;
use crate::units::{Fields, StoredUnit, Tokens, document};
use crate::{Error, Result};

/// The most different undefined commands that are counted; a collection can have any number of them.
const MOST_COMMANDS: usize = 10_000;

/// Units and their formulas.
pub(super) struct Batch<'a> {
    units: &'a [Unit],
    /// The formulas of all units, in order.
    formulas: Vec<Parsed>,
    /// For each unit, the number of formulas before its first one; and at the end their total.
    starts: Vec<usize>,
    /// Formulas without a record so far: their positions in `formulas`, in the order of their records.
    new: Vec<usize>,
}

/// A parsed formula.
struct Parsed {
    formula: Formula,
    look: Look,
    /// Its record; none until it has a number.
    record: Option<u32>,
    commands: Vec<String>,
}

impl<'a> Batch<'a> {
    /// Reads the formulas of the units and looks up the records of those that are on disk.
    pub(super) fn read(units: &'a [Unit], lookup: &Lookup, known: &Formulas) -> Batch<'a> {
        let mut starts = vec![0];
        let own_macros: Vec<Option<Macros>> = units.par_iter().map(Unit::macros_of_formulas).collect();
        let mut occurrences: Vec<(Option<&Macros>, &Occurrence)> = Vec::new();
        for (unit, own) in units.iter().zip(&own_macros) {
            let macros = own.as_ref().or(unit.macros.as_deref());
            let formulas = unit.texts().flat_map(|(_, text)| &text.formulas);
            occurrences.extend(formulas.map(|formula| (macros, formula)));
            starts.push(occurrences.len());
        }
        let read = |&(macros, formula): &(Option<&Macros>, &Occurrence)| {
            let mut parsed = Parsed::read(macros, formula);
            parsed.record = lookup.find(&parsed.look, known);
            parsed
        };
        let formulas = occurrences.par_iter().map(read).collect();
        Batch { units, formulas, starts, new: Vec::new() }
    }

    /// Gives every formula its record, new ones the next numbers. A new one that looks like an earlier one is recorded
    /// as its variant.
    pub(super) fn number(
        &mut self,
        lookup: &mut Lookup,
        known: &Formulas,
        next_record: &mut u32,
        variants: &mut BTreeMap<u32, u32>,
    ) -> Result<()> {
        for (place, parsed) in self.formulas.iter_mut().enumerate() {
            if let Some(record) = parsed.record.or_else(|| lookup.in_memory(&parsed.look)) {
                parsed.record = Some(record);
                lookup.met(&parsed.look, record);
                continue;
            }
            let record = *next_record;
            *next_record =
                record.checked_add(1).filter(|&next| next < u32::MAX).ok_or(Error::Full(record))?;
            if let Some(other) = lookup.looking_like(&parsed.look, known) {
                let first = variants.get(&other).copied().unwrap_or(other);
                variants.insert(record, first);
            }
            lookup.add(&parsed.look, record);
            parsed.record = Some(record);
            self.new.push(place);
        }
        Ok(())
    }

    /// The stored data of the new formulas, in the order of their records.
    pub(super) fn prepare(&self, families: &[Family]) -> Vec<Prepared> {
        let new = self.new.par_iter().filter_map(|&place| self.formulas.get(place));
        new.map(|parsed| parsed.prepare(families)).collect()
    }

    /// The stored forms of the units, and their documents.
    pub(super) fn documents(
        &self,
        source: &str,
        fields: &Fields,
        families: &[Family],
    ) -> Vec<(StoredUnit, TantivyDocument)> {
        let make = |(unit, window): (&Unit, &[usize])| {
            let formulas = self.formulas.get(window[0]..window[1]).unwrap_or_default();
            let records: Vec<u32> = formulas.iter().filter_map(|parsed| parsed.record).collect();
            let stored = StoredUnit::new(unit, source, &records);
            let trees = formulas.iter().map(|parsed| (&parsed.formula.slt, &parsed.formula.opt));
            let tokens = Tokens::of(unit, &stored, trees, families);
            let document = document(unit, &stored, &tokens, fields);
            (stored, document)
        };
        self.units.par_iter().zip(self.starts.par_windows(2)).map(make).collect()
    }

    /// The records of all formulas.
    pub(super) fn records(&self) -> impl Iterator<Item = u32> + '_ {
        self.formulas.iter().filter_map(|parsed| parsed.record)
    }

    /// Counts the diagnostics of the formulas.
    pub(super) fn count_findings(&self, ledger: &mut Ledger) {
        for parsed in &self.formulas {
            for diagnostic in &parsed.formula.diagnostics {
                count(&mut ledger.diagnostics, diagnostic.code);
            }
            for command in &parsed.commands {
                count(&mut ledger.unknown_commands, command);
            }
        }
        if ledger.unknown_commands.len() > MOST_COMMANDS {
            ledger.unknown_commands.retain(|_, count| *count > 1);
        }
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}

impl Parsed {
    fn read(macros: Option<&Macros>, occurrence: &Occurrence) -> Parsed {
        let options = Options { wildcards: false, macros };
        let formula = formula::read(&occurrence.source, occurrence.notation, &options);
        let look = Look::new(signatures::visual(&formula.slt), pack(&formula.slt, &formula.opt));
        let commands = unknown_commands(&formula.slt);
        Parsed { record: None, formula, look, commands }
    }

    fn prepare(&self, families: &[Family]) -> Prepared {
        let Formula { slt, opt, .. } = &self.formula;
        let signatures = Signatures::new(slt, &canonical::canonical(opt));
        let trees = Trees::new(slt, opt, signatures);
        let terms = families.iter().map(|&family| trees.terms(family, Purpose::Index)).collect();
        Prepared { record: self.look.packed.clone(), terms }
    }
}

fn unknown_commands(slt: &slt::Slt) -> Vec<String> {
    slt.commands().map(|id| slt.label(id)).collect()
}
