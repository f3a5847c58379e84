//! Demands on answers: `+word`, `-word`, quoted phrases, `+$formula$`.
//!
//! A unit has the words and formulas of its own text and of the unit it answers. A phrase that is found nowhere is
//! relaxed to its words, because a quotation from memory is rarely exact; other demands are kept, because the user typed
//! the sign on purpose.

use index::Index;
use index::units::{Units, Zone};

use super::query::{Demanded, Question, What};
use crate::Result;
use crate::formulas::Pipeline;
use crate::formulas::modes::{self, Mode};

/// The most formulas that are checked for a demanded formula.
const MOST_FORMULAS: usize = 1000;

/// The units that meet the demands of a question, and the demands that were dropped.
pub(super) struct Met {
    /// By number; `None` if nothing is demanded.
    pub(super) marks: Option<Vec<bool>>,
    /// The phrases that were found nowhere.
    pub(super) relaxed: Vec<String>,
}

/// Finds the units that meet the demands of a question.
pub(super) fn met(index: &Index, question: &Question) -> Result<Met> {
    let units = index.units()?;
    let mut met = Met { marks: None, relaxed: Vec::new() };
    for demand in &question.demands {
        if question.budget.is_over() {
            break;
        }
        let having = having(index, units, question, demand)?;
        if let What::Phrase(words) = &demand.what
            && !demand.is_excluded
            && !having.contains(&true)
        {
            let words: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
            met.relaxed.push(words.join(" "));
            continue;
        }
        let marks = met.marks.get_or_insert_with(|| vec![true; having.len()]);
        for (mark, has) in marks.iter_mut().zip(having) {
            *mark &= has != demand.is_excluded;
        }
    }
    Ok(met)
}

/// Which units meet a demand, by number.
fn having(index: &Index, units: &Units, question: &Question, demand: &Demanded) -> Result<Vec<bool>> {
    let mut marks = vec![false; units.count() as usize];
    let mut set = |unit: u32| {
        for unit in std::iter::once(unit).chain(units.answers(unit).iter().copied()) {
            if let Some(mark) = marks.get_mut(unit as usize) {
                *mark = true;
            }
        }
    };
    match &demand.what {
        What::Word(forms) => {
            for stem in forms {
                for zone in [Zone::Title, Zone::Body, Zone::Comments, Zone::Spoken] {
                    units.for_each(zone, stem, |unit, _| set(unit))?;
                }
            }
        }
        What::Phrase(words) => {
            for zone in [Zone::TitleExact, Zone::BodyExact] {
                units.for_each_phrase(zone, words, &question.budget, &mut set)?;
            }
        }
        What::Formula(place) => {
            let Some(formula) = question.formulas.get(*place) else { return Ok(marks) };
            let pipeline = Pipeline::default();
            for hit in modes::search(index, &pipeline, &formula.query, Mode::Contains, MOST_FORMULAS)?.hits {
                units.holding(hit.record, &mut set)?;
            }
        }
    }
    Ok(marks)
}
