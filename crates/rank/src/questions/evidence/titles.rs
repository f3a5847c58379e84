//! Titles: how much of what was typed a title says, and of what a title says was typed.
//!
//! A bag counts the words of a title wherever they are. Somebody who types "continuous function" means the title that
//! says just that before one that has both words among eight others.

use index::units::{StoredUnit, Units, Zone};
use rustc_hash::FxHashMap;

use crate::questions::Question;

/// The value of a title with all the words, apart from each other and among many others.
const SCATTERED: f64 = 0.4;

/// The subject of a query, and the same under other names.
pub(in crate::questions) struct Subject<'a> {
    units: &'a Units,
    readings: Vec<Reading>,
    /// How much of the question its words are.
    share: f64,
}

/// Stems that a title may say, with the weight of each.
struct Reading {
    stems: Vec<String>,
    weights: FxHashMap<String, f64>,
    total: f64,
    /// How good a match it is for the subject.
    value: f64,
}

impl<'a> Subject<'a> {
    /// The subject of a question; `None` if it has none.
    pub(super) fn of(units: &'a Units, question: &Question) -> Option<Subject<'a>> {
        if question.subject.is_empty() || !question.body.is_empty() {
            return None;
        }
        let mut readings = vec![Reading::new(units, &question.subject, 1.0)];
        let variants = question.variants.iter();
        readings.extend(variants.map(|(stems, value)| Reading::new(units, stems, f64::from(*value))));
        Some(Subject { units, readings, share: question.share_of_words() })
    }

    /// A subject of these stems and nothing else.
    pub(in crate::questions) fn of_stems(units: &'a Units, stems: &[String]) -> Subject<'a> {
        Subject { units, readings: vec![Reading::new(units, stems, 1.0)], share: 1.0 }
    }

    /// From 0 for a title without a word of the subject to 1 for one that says it and nothing else.
    pub(in crate::questions) fn value(&self, unit: &StoredUnit) -> f64 {
        let names = unit.names.iter().chain([&unit.title]).filter(|name| !name.is_empty());
        self.share * names.map(|name| self.value_of(name)).fold(0.0, f64::max)
    }

    fn value_of(&self, name: &str) -> f64 {
        let stems = text::names::stems(name);
        let readings = self.readings.iter();
        readings.map(|reading| reading.value * reading.said_by(self.units, &stems)).fold(0.0, f64::max)
    }
}

impl Reading {
    fn new(units: &Units, stems: &[String], value: f64) -> Reading {
        let weights: FxHashMap<String, f64> =
            stems.iter().map(|stem| (stem.clone(), rarity(units, stem))).collect();
        let total = weights.values().sum();
        Reading { stems: stems.to_vec(), weights, total, value }
    }

    /// 1 if a title begins with the stems, less if they are elsewhere or apart.
    fn order(&self, title: &[String]) -> f64 {
        if title.starts_with(&self.stems) {
            return 1.0;
        }
        if title.windows(self.stems.len()).any(|run| run == self.stems) {
            return 0.9;
        }
        let mut left = title.iter();
        let is_in_order = self.stems.iter().all(|stem| left.any(|other| other == stem));
        if is_in_order { 0.85 } else { 0.75 }
    }

    fn said_by(&self, units: &Units, title: &[String]) -> f64 {
        let mut seen = Vec::new();
        let (mut common, mut others) = (0.0, 0.0);
        for stem in title.iter().filter(|stem| !text::question::is_stop_word(stem)) {
            if seen.contains(&stem) {
                continue;
            }
            seen.push(stem);
            match self.weights.get(stem.as_str()) {
                Some(weight) => common += weight,
                None => others += rarity(units, stem),
            }
        }
        if common <= 0.0 {
            return 0.0;
        }
        let (said, meant) = (common / self.total, common / (common + others));
        said * said * self.order(title) * (SCATTERED + (1.0 - SCATTERED) * meant)
    }
}

/// How much a word says: more the fewer titles have it.
fn rarity(units: &Units, stem: &str) -> f64 {
    let having = units.document_frequency(Zone::Title, stem) as f64;
    (1.0 + f64::from(units.count()) / (1.0 + having)).ln()
}
