//! Queries made from articles.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use document::markup;
use index::Index;
use index::units::{StoredUnit, Units, Zone};
use random::Random;

use crate::bench::known_item::{LEAST_SYMBOLS, written};
use crate::known_items::renamed;

/// A query and the article it was made of.
pub(in crate::bench::answers) struct Trial {
    pub(in crate::bench::answers) query: String,
    pub(in crate::bench::answers) article: u32,
}

/// The articles of an index.
pub(in crate::bench::answers) struct Articles<'i> {
    index: &'i Index,
    units: &'i Units,
    numbers: Vec<u32>,
}

/// The words of a name, as a set: names with equal sets are the same.
pub(in crate::bench::answers) fn name_key(name: &str) -> BTreeSet<String> {
    text::words::words(name).map(|word| text::stem::stem(&word.text).into_owned()).collect()
}

impl<'i> Articles<'i> {
    pub(in crate::bench::answers) fn of(index: &'i Index, kind: &str) -> Result<Articles<'i>> {
        let units = index.units()?;
        let mut numbers = Vec::new();
        units.of_kind(kind, |unit| numbers.push(unit))?;
        // By id, so that a seed draws the same articles whatever the history of the index.
        numbers.sort_by_cached_key(|&unit| units.id(unit));
        Ok(Articles { index, units, numbers })
    }

    /// Names that only one article has, at most one per article.
    pub(in crate::bench::answers) fn by_name(&self, most: usize, seed: u64) -> Result<Vec<Trial>> {
        let mut names: Vec<(u32, String)> = Vec::new();
        let mut owners: HashMap<BTreeSet<String>, BTreeSet<u32>> = HashMap::new();
        for &article in &self.numbers {
            let stored = self.units.stored(article)?;
            for name in stored.names.iter().chain([&stored.title]) {
                owners.entry(name_key(name)).or_default().insert(article);
                names.push((article, name.clone()));
            }
        }
        let is_clear = |(_, name): &(u32, String)| {
            let key = name_key(name);
            !key.is_empty() && owners.get(&key).is_some_and(|owners| owners.len() == 1)
        };
        names.retain(is_clear);
        Random::named(seed, "names").shuffle(&mut names);
        let mut seen = BTreeSet::new();
        names.retain(|(article, _)| seen.insert(*article));
        names.truncate(most);
        Ok(names.into_iter().map(|(article, query)| Trial { query, article }).collect())
    }

    /// A renamed formula and a rare word of each of some articles.
    pub(in crate::bench::answers) fn by_formula(&self, most: usize, seed: u64) -> Result<Vec<Trial>> {
        let mut numbers = self.numbers.clone();
        Random::named(seed, "formulas").shuffle(&mut numbers);
        let mut trials = Vec::new();
        for article in numbers {
            if trials.len() == most {
                break;
            }
            let stored = self.units.stored(article)?;
            let mut random = Random::named(seed, &stored.id);
            let Some(word) = self.rarest_word(&stored) else { continue };
            let Some(formula) = self.formula(&stored, &mut random) else { continue };
            trials.push(Trial { query: format!("{word} ${formula}$"), article });
        }
        Ok(trials)
    }

    /// One of the formulas, with other letters.
    fn formula(&self, stored: &StoredUnit, random: &mut Random) -> Option<String> {
        let mut records: Vec<u32> = stored.formulas.iter().map(|instance| instance.record).collect();
        records.sort_unstable();
        records.dedup();
        random.shuffle(&mut records);
        let found = records.iter().find_map(|&record| {
            let written = written(self.index, record).filter(|written| written.symbols() >= LEAST_SYMBOLS)?;
            renamed(&written, &mut |limit| random.below(limit))
        });
        // A formula is written between dollars here.
        found.map(|written| written.latex).filter(|latex| !latex.contains('$'))
    }

    /// The word of the body with the fewest articles that the title does not have; the first of equal ones.
    fn rarest_word(&self, stored: &StoredUnit) -> Option<String> {
        let title = name_key(&stored.title);
        let body = markup::delimited(&stored.body);
        let mut rarest: Option<(u64, String)> = None;
        for word in body.words().flat_map(text::words::words) {
            let is_word = word.text.chars().count() >= 3 && word.text.chars().all(char::is_alphabetic);
            let stem = text::stem::stem(&word.text);
            if !is_word || title.contains(stem.as_ref()) {
                continue;
            }
            let articles = self.units.document_frequency(Zone::Body, &stem);
            if articles > 0 && rarest.as_ref().is_none_or(|(fewest, _)| articles < *fewest) {
                rarest = Some((articles, word.text));
            }
        }
        rarest.map(|(_, word)| word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_words_whatever_their_order_and_endings() {
        assert_eq!(name_key("Theorem of Cauchy"), name_key("cauchy, theorems of"));
        assert_ne!(name_key("ring"), name_key("proof of ring"));
    }
}
