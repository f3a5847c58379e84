//! A formula of the index: what it is called, where it occurs, what occurs with it, and how else it is written.

use std::collections::HashMap;

use document::kinds;
use formula::write::{mathml, tex};
use index::units::StoredUnit;
use index::{Budget, Index};
use rank::formulas::modes::same_up_to_names;
use serde::Serialize;
use utoipa::ToSchema;

use super::occurrences::{Occurrence, occurrences};
use super::units::{SymbolMeaning, symbols};
use crate::VERSION;
use crate::error::{Error, Result};
use crate::meaning::{self, CollectionMeanings};
use crate::open::Engine;

/// Units that are read to say what occurs with a formula.
const MOST_UNITS: usize = 50;
/// Formulas, names and variants that are shown.
const MOST_SHOWN: usize = 12;
/// Formulas with fewer symbols say little of what they stand with.
const LEAST_SYMBOLS: usize = 4;

/// A formula of the index.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaDetails {
    /// Of the JSON.
    pub version: u32,
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX, without punctuation at its end.
    pub tex: String,
    /// As MathML.
    pub mathml: String,
    /// Its names: named units that state it.
    pub names: Vec<Named>,
    /// The meanings of its symbols, as the first of these units gives them.
    pub symbols: Vec<SymbolMeaning>,
    /// What the texts of the collection say it stands for.
    pub meanings: CollectionMeanings,
    /// How often it occurs; for a formula in more than 20 units, the number of units.
    pub instance_count: usize,
    /// The first ten occurrences.
    pub instances: Vec<Occurrence>,
    /// Formulas that stand in the same units, the most frequent first.
    pub together: Vec<Related>,
    /// Formulas that are the same up to the names of variables.
    pub variants: Vec<Related>,
}

/// A unit that gives a formula a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Other names.
    pub names: Vec<String>,
    /// The id of the unit.
    pub unit: String,
    /// Its kind.
    pub kind: String,
}

/// Another formula.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Related {
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX.
    pub tex: String,
    /// As MathML.
    pub mathml: String,
    /// Units that it is in, of those looked at.
    pub count: usize,
}

impl Engine {
    /// A formula by its number in this index.
    pub fn formula(&self, record: u32, budget: &Budget) -> Result<FormulaDetails> {
        let found = details(self.index(), record, budget)?;
        found.ok_or_else(|| Error::not_in_index(&format!("formula {record}")))
    }
}

/// A formula by its number; none if there is no such formula, or no unit holds it any more.
fn details(index: &Index, record: u32, budget: &Budget) -> Result<Option<FormulaDetails>> {
    let Some(trees) = index.formulas().record(record) else { return Ok(None) };
    let found = occurrences(index, record, None)?;
    if found.units.is_empty() {
        return Ok(None);
    }
    // The punctuation of a sentence is no part of what is looked at.
    let slt = trees.slt.without_closing_punctuation();
    let mut variants = same_up_to_names(index, &trees.opt);
    variants.retain(|other| *other != record);
    let units = index.units()?;
    let mut stored: Vec<StoredUnit> = Vec::new();
    for &unit in found.units.iter().take(MOST_UNITS) {
        rank::within(budget)?;
        stored.push(units.stored(unit)?);
    }
    let mut stating: Vec<StoredUnit> =
        stored.iter().filter(|unit| names_its_formulas(unit)).cloned().collect();
    for &variant in variants.iter().take(MOST_SHOWN) {
        let mut cards = Vec::new();
        units.holding(variant, |unit| cards.extend((units.kind(unit) == kinds::CARD).then_some(unit)))?;
        for card in cards {
            stating.extend(Some(units.stored(card)?).filter(names_its_formulas));
        }
    }
    Ok(Some(FormulaDetails {
        version: VERSION,
        record,
        mathml: mathml::write(&slt, &mathml::Style { id_prefix: Some("f-"), ..Default::default() }),
        tex: tex::write(&slt),
        names: stating.iter().take(MOST_SHOWN).map(named).collect(),
        symbols: stating.first().map(|unit| symbols(&unit.symbols)).unwrap_or_default(),
        meanings: meaning::of_formula(index, &trees, &found.units, budget)?,
        instance_count: found.count,
        instances: found.shown,
        together: together(index, record, &stored),
        variants: variants
            .into_iter()
            .take(MOST_SHOWN)
            .filter_map(|other| related(index, other, 0))
            .collect(),
    }))
}

/// Whether a unit is there to say what a formula is called.
fn names_its_formulas(unit: &StoredUnit) -> bool {
    unit.kind == kinds::CARD && !unit.title.is_empty()
}

fn named(unit: &StoredUnit) -> Named {
    Named {
        name: unit.title.clone(),
        names: unit.names.clone(),
        unit: unit.id.clone(),
        kind: unit.kind.clone(),
    }
}

fn together(index: &Index, record: u32, units: &[StoredUnit]) -> Vec<Related> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for unit in units {
        let mut records: Vec<u32> = unit.formulas.iter().map(|occurrence| occurrence.record).collect();
        records.sort_unstable();
        records.dedup();
        for other in records.into_iter().filter(|other| *other != record) {
            *counts.entry(other).or_default() += 1;
        }
    }
    let mut counted: Vec<(u32, usize)> = counts.into_iter().collect();
    counted.sort_by_key(|(other, count)| (std::cmp::Reverse(*count), *other));
    let is_telling = |(other, _): &(u32, usize)| {
        index.formulas().record(*other).is_some_and(|trees| trees.slt.arena_len() >= LEAST_SYMBOLS)
    };
    let telling = counted.into_iter().filter(is_telling).take(MOST_SHOWN);
    telling.filter_map(|(other, count)| related(index, other, count)).collect()
}

/// A formula with the number of units that it was found in.
fn related(index: &Index, record: u32, count: usize) -> Option<Related> {
    let trees = index.formulas().record(record)?;
    let style = mathml::Style { id_prefix: None, class_of: None, display: false };
    Some(Related { record, tex: tex::write(&trees.slt), mathml: mathml::write(&trees.slt, &style), count })
}
