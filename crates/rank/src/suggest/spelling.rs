//! Misspelt words of a query.

use text::query::QueryWord;
use text::spelling::Correction;
use text::stem::stem;

use super::{Kind, List, Suggester, Typed, in_documents};

/// A rare word is corrected to a word one likely typo away only if that is this many times as common.
const COMMONER: u32 = 50;

/// The highest cost of a typo that turns a common word into a rare one.
const LIKELY_SLIP: f32 = 0.9;

/// The number of corrections that are tried, to find one that fits the other words.
const MOST_CORRECTIONS: usize = 8;

impl Suggester {
    /// Suggests the query with its misspelt words corrected. Returns that query if a word of the original is in no document.
    pub(super) fn spelling(&self, typed: &Typed<'_>, list: &mut List) -> Option<String> {
        let mut corrected = String::new();
        let mut end = 0;
        let mut reasons = Vec::new();
        let mut is_certain = false;
        for (at, word) in typed.words.iter().enumerate() {
            let count = self.vocabulary.count(&word.text);
            let Some(correction) = self.correction(typed, at, word, count) else { continue };
            corrected.push_str(typed.source.get(end..word.place.start).unwrap_or(""));
            corrected.push_str(&correction.word);
            end = word.place.end;
            is_certain |= count == 0;
            let meant = in_documents(&correction.word, correction.count);
            reasons.push(match count {
                0 => format!("`{}` is in no document, {meant}", word.text),
                _ => format!("{}, {meant}", in_documents(&word.text, count)),
            });
        }
        if reasons.is_empty() {
            return None;
        }
        corrected.push_str(typed.source.get(end..).unwrap_or(""));
        list.push(corrected.clone(), Kind::Spelling, reasons.join("; "));
        is_certain.then_some(corrected)
    }

    /// The correction of a word, if it is misspelt.
    fn correction(&self, typed: &Typed<'_>, at: usize, word: &QueryWord, count: u32) -> Option<Correction> {
        let is_word = word.text.chars().all(char::is_alphabetic);
        let is_being_typed = typed.is_open && at + 1 == typed.words.len();
        let goes_on = || !self.vocabulary.starting_with(&word.text, 1).is_empty();
        // Words that every text has, and cues such as "proof", are right whatever the collection says.
        let is_common = text::question::is_stop_word(&word.text) || word.weight < 1.0;
        if !is_word || is_common || self.vocabulary.is_empty() || count == 0 && is_being_typed && goes_on() {
            return None;
        }
        let corrections = self.vocabulary.corrections(&word.text, MOST_CORRECTIONS);
        if count > 0 {
            let least = count.saturating_mul(COMMONER);
            let same_word = |other: &Correction| stem(&other.word) == stem(&word.text);
            let is_meant =
                |other: &Correction| other.count >= least && other.cost <= LIKELY_SLIP && !same_word(other);
            return corrections.into_iter().find(is_meant);
        }
        let neighbours: Vec<String> = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(|at| typed.words.get(at))
            .map(|word| stem(&word.text).into_owned())
            .collect();
        let fits = |correction: &Correction| {
            let meant = stem(&correction.word).into_owned();
            neighbours.iter().any(|neighbour| self.names.has_together(neighbour, &meant))
        };
        let best = corrections.iter().find(|correction| fits(correction)).or(corrections.first());
        best.cloned()
    }
}
