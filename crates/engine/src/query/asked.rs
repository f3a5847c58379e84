//! What a query asks for: formulas, or units of text.

use formula::Notation;
use index::units::{StoredOccurrence, StoredUnit};
use index::{Budget, Index};
use rank::formulas::Query;
use rank::questions::{self, Question};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use text::query::Filters;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::reading::ReadQuery;
use crate::error::{Error, Result};
use crate::names::{self, Named, Names};

pub use rank::formulas::modes::Mode;

/// The pipeline for formulas and units unless another is named.
pub(crate) const USUAL_PIPELINE: &str = "best";

/// Bytes of a thread that others are wanted like; its first units say what it is about.
const MOST_OF_A_THREAD: usize = 256 << 10;

/// The kind of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Formulas, one row for each that looks different
    Formulas,
    /// Units of text: all of them, answers to questions, or questions
    Units(questions::Want),
}

/// What is searched for.
pub(crate) enum Asked {
    /// A formula, and what its units are restricted to.
    Formula(Box<Query>, Filters),
    /// Words, and the formulas of the texts that match them are wanted.
    FormulasOfTexts(Box<Question>),
    /// Words and formulas, and the units that are wanted.
    Question(Box<Question>, questions::Want),
    /// There is nothing to search for in it.
    Nothing(Box<Question>, questions::Want),
}

/// What others are wanted like.
enum Like {
    /// A formula, as it was written.
    Formula(String),
    /// A unit or a thread.
    Question(Box<Question>),
}

impl Want {
    /// All of them with their names.
    pub const NAMES: [(Want, &'static str); 4] = [
        (Want::Formulas, "formulas"),
        (Want::Units(questions::Want::Units), "units"),
        (Want::Units(questions::Want::Answers), "answers"),
        (Want::Units(questions::Want::Questions), "questions"),
    ];

    /// The units that are wanted where units are searched.
    fn units(want: Option<Want>) -> questions::Want {
        match want {
            Some(Want::Units(units)) => units,
            Some(Want::Formulas) | None => questions::Want::Units,
        }
    }
}

impl Named for Want {
    const WHAT: &'static str = "The kind of results.";
    const NAMES: &'static [(Want, &'static str)] = &Want::NAMES;
}

impl Serialize for Want {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        names::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Want {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Want, D::Error> {
        names::deserialize(deserializer)
    }
}

impl PartialSchema for Want {
    fn schema() -> RefOr<Schema> {
        Names::<Want>::schema()
    }
}

impl ToSchema for Want {}

/// The pipeline for units unless another is named: questions like a question are its duplicates.
pub(crate) fn usual_pipeline(like: Option<&str>, want: questions::Want) -> &'static str {
    if like.is_some() && want == questions::Want::Questions { "duplicates" } else { USUAL_PIPELINE }
}

/// What a query asks for, and how long looking for it may take.
pub(crate) fn asked(read: &ReadQuery, want: Option<Want>, budget: &Budget) -> Asked {
    let question = || Box::new(read.question.clone().within(budget));
    if want == Some(Want::Formulas) && !read.question.is_empty() && read.is_of_words() {
        return Asked::FormulasOfTexts(question());
    }
    if want == Some(Want::Formulas) || (want.is_none() && read.question.is_formula()) {
        let formula = read.formula().within(budget);
        let is_empty = formula.formula.opt.root().is_none() && formula.formula.slt.root().is_none();
        return match is_empty {
            true => Asked::Nothing(question(), Want::units(want)),
            false => Asked::Formula(Box::new(formula), read.question.filters.clone()),
        };
    }
    match read.question.is_empty() {
        true => Asked::Nothing(question(), Want::units(want)),
        false => Asked::Question(question(), Want::units(want)),
    }
}

/// The same for what others are wanted like: `id` names a unit, a thread or a formula of the index.
pub(crate) fn asked_like(index: &Index, id: &str, want: Option<Want>, budget: &Budget) -> Result<Asked> {
    Ok(match find_like(index, id)? {
        // Read from its text and not taken from the index: spans of the response point into this text.
        Like::Formula(source) => {
            Asked::Formula(Box::new(Query::read(&source, Notation::Auto).within(budget)), Filters::default())
        }
        Like::Question(question) => Asked::Question(Box::new(question.within(budget)), Want::units(want)),
    })
}

/// The unit that an id names, and the formula of it that `ID#3` names.
pub(crate) fn find_occurrence(index: &Index, id: &str) -> Result<(StoredUnit, Option<StoredOccurrence>)> {
    if let Some(unit) = index.unit(id)? {
        return Ok((unit, None));
    }
    match numbered_formula(index, id)? {
        Some((unit, occurrence)) => Ok((unit, Some(occurrence))),
        None => Err(Error::not_in_index(&format!("unit or formula `{id}`"))),
    }
}

/// The formula of a unit that `ID#3` names; none if the id has no number or there is no such unit.
pub(crate) fn numbered_formula(index: &Index, id: &str) -> Result<Option<(StoredUnit, StoredOccurrence)>> {
    let Some((unit, number)) = id.rsplit_once('#') else { return Ok(None) };
    let (Some(unit), Ok(number)) = (index.unit(unit)?, number.parse::<usize>()) else { return Ok(None) };
    let Some(occurrence) = number.checked_sub(1).and_then(|place| unit.formulas.get(place)).cloned() else {
        let (id, count) = (&unit.id, unit.formulas.len());
        return Err(Error::not_found(format!("unit `{id}` has {count} formulas"), "count from 1"));
    };
    Ok(Some((unit, occurrence)))
}

/// What an id names: a unit, a thread, or a formula of a unit.
fn find_like(index: &Index, id: &str) -> Result<Like> {
    if let Some(unit) = index.unit(id)? {
        return Ok(Like::Question(Box::new(Question::of_unit(&unit))));
    }
    if let Some((unit, occurrence)) = numbered_formula(index, id)? {
        return Ok(Like::Formula(unit.formula(&occurrence).to_owned()));
    }
    let units = index.units()?;
    let thread = units.thread_members(id)?;
    if thread.is_empty() {
        let hint = "ids are shown with every hit";
        return Err(Error::not_found(format!("there is no unit and no thread `{id}` in this index"), hint));
    }
    let mut members = Vec::new();
    let mut room = MOST_OF_A_THREAD;
    for unit in thread {
        let unit = units.stored(unit)?;
        room = room.saturating_sub(unit.body.len());
        members.push(unit);
        if room == 0 {
            break;
        }
    }
    Ok(Like::Question(Box::new(Question::of_thread(&members))))
}
