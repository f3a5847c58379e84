//! Titles: how much of what was typed a title says, and of what a title says was typed.
//!
//! A bag counts the words of a title wherever they are. Somebody who types "continuous function" means the title that
//! says just that before one that has both words among eight others.

use index::units::{StoredUnit, Units, Zone};
use rustc_hash::FxHashMap;

use crate::questions::Question;

/// The value of a title with all the words, apart from each other and among many others.
const SCATTERED: f64 = 0.4;

/// The subject of a query, with the weight of each of its words.
pub(super) struct Subject<'a> {
    units: &'a Units,
    stems: &'a [String],
    weights: FxHashMap<&'a str, f64>,
    total: f64,
    /// How much of the question its words are.
    share: f64,
}

impl<'a> Subject<'a> {
    /// The subject of a question; `None` if it has none.
    pub(super) fn of(units: &'a Units, question: &'a Question) -> Option<Subject<'a>> {
        let stems = &question.subject;
        if stems.is_empty() || !question.body.is_empty() {
            return None;
        }
        let weights: FxHashMap<&str, f64> =
            stems.iter().map(|stem| (stem.as_str(), rarity(units, stem))).collect();
        let total = weights.values().sum();
        Some(Subject { units, stems, weights, total, share: question.share_of_words() })
    }

    /// From 0 for a title without a word of the subject to 1 for one that says it and nothing else.
    pub(super) fn value(&self, unit: &StoredUnit) -> f64 {
        let names = unit.names.iter().chain([&unit.title]).filter(|name| !name.is_empty());
        self.share * names.map(|name| self.value_of(name)).fold(0.0, f64::max)
    }

    /// 1 if a title begins with the subject, less if the words of the subject are elsewhere or apart.
    fn order(&self, title: &[String]) -> f64 {
        if title.starts_with(self.stems) {
            return 1.0;
        }
        if title.windows(self.stems.len()).any(|run| run == self.stems) {
            return 0.9;
        }
        let mut left = title.iter();
        let is_in_order = self.stems.iter().all(|stem| left.any(|other| other == stem));
        if is_in_order { 0.85 } else { 0.75 }
    }

    fn value_of(&self, name: &str) -> f64 {
        let stems = text::names::stems(name);
        let mut seen = Vec::new();
        let (mut common, mut others) = (0.0, 0.0);
        for stem in stems.iter().filter(|stem| !text::question::is_stop_word(stem)) {
            if seen.contains(&stem) {
                continue;
            }
            seen.push(stem);
            match self.weights.get(stem.as_str()) {
                Some(weight) => common += weight,
                None => others += rarity(self.units, stem),
            }
        }
        if common <= 0.0 {
            return 0.0;
        }
        let (said, meant) = (common / self.total, common / (common + others));
        said * said * self.order(&stems) * (SCATTERED + (1.0 - SCATTERED) * meant)
    }
}

/// How much a word says: more the fewer titles have it.
fn rarity(units: &Units, stem: &str) -> f64 {
    let having = units.document_frequency(Zone::Title, stem) as f64;
    (1.0 + f64::from(units.count()) / (1.0 + having)).ln()
}
