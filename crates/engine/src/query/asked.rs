//! What a query asks for: formulas, or units of text.

use formula::Notation;
use index::{Budget, Index};
use rank::formulas::Query;
use rank::formulas::modes::Mode;
use rank::questions::{self, Question};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Error;
use crate::error::Result;

/// The pipeline for formulas and units unless another is named.
pub(crate) const USUAL_PIPELINE: &str = "best";

/// Bytes of a thread that others are wanted like; its first units say what it is about.
const MOST_OF_A_THREAD: usize = 256 << 10;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// Formulas, one row for each that looks different
    Formulas,
    /// Units of text
    Units,
    /// Answers to questions
    Answers,
    /// Questions
    Questions,
}

/// What is asked of a formula
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModeName {
    /// Equal by convention, names kept
    Exact,
    /// The query is part of it, up to renaming
    Contains,
    /// Ranked by everything
    #[default]
    Similar,
}

impl ModeName {
    /// All of them with their names.
    pub const NAMES: [(ModeName, &str); 3] =
        [(ModeName::Exact, "exact"), (ModeName::Contains, "contains"), (ModeName::Similar, "similar")];
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Mode {
        match name {
            ModeName::Exact => Mode::Exact,
            ModeName::Contains => Mode::Contains,
            ModeName::Similar => Mode::Similar,
        }
    }
}

/// What is searched for.
pub(crate) enum Asked {
    /// A formula.
    Formula(Box<Query>),
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
    pub const NAMES: [(Want, &str); 4] = [
        (Want::Formulas, "formulas"),
        (Want::Units, "units"),
        (Want::Answers, "answers"),
        (Want::Questions, "questions"),
    ];

    /// The units that are wanted.
    fn target(want: Option<Want>) -> questions::Want {
        match want {
            Some(Want::Formulas | Want::Units) | None => questions::Want::Units,
            Some(Want::Answers) => questions::Want::Answers,
            Some(Want::Questions) => questions::Want::Questions,
        }
    }

    /// The name of wanted units.
    pub(crate) fn of(want: questions::Want) -> Want {
        match want {
            questions::Want::Units => Want::Units,
            questions::Want::Answers => Want::Answers,
            questions::Want::Questions => Want::Questions,
        }
    }
}

/// The pipeline for units unless another is named: questions like a question are its duplicates.
pub(crate) fn usual_pipeline(like: Option<&str>, want: questions::Want) -> &'static str {
    if like.is_some() && want == questions::Want::Questions { "duplicates" } else { USUAL_PIPELINE }
}

/// What a query asks for, and how long looking for it may take; `like` names a unit, a thread or a formula of the index
/// instead of a query.
pub(crate) fn asked(
    index: &Index,
    query: &str,
    like: Option<&str>,
    want: Option<Want>,
    budget: &Budget,
) -> Result<Asked> {
    if let Some(id) = like {
        return match find_like(index, id)? {
            Like::Formula(source) => {
                Ok(Asked::Formula(Box::new(Query::read(&source, Notation::Auto).within(budget))))
            }
            Like::Question(question) => {
                Ok(Asked::Question(Box::new(question.within(budget)), Want::target(want)))
            }
        };
    }
    let query = query.trim();
    let question = Question::read(query).within(budget);
    if want == Some(Want::Formulas) || (want.is_none() && question.is_formula()) {
        let formula = Query::read(query, Notation::Auto).within(budget);
        let is_empty = formula.formula.opt.root().is_none() && formula.formula.slt.root().is_none();
        return Ok(match is_empty {
            true => Asked::Nothing(Box::new(question), Want::target(want)),
            false => Asked::Formula(Box::new(formula)),
        });
    }
    let is_empty = question.is_empty();
    let question = Box::new(question);
    Ok(match is_empty {
        true => Asked::Nothing(question, Want::target(want)),
        false => Asked::Question(question, Want::target(want)),
    })
}

/// What an id names: a unit, a thread, or a formula of a unit.
fn find_like(index: &Index, id: &str) -> Result<Like> {
    if let Some(unit) = index.unit(id)? {
        return Ok(Like::Question(Box::new(Question::of_unit(&unit))));
    }
    if let Some((unit, number)) = id.rsplit_once('#')
        && let (Some(unit), Ok(number)) = (index.unit(unit)?, number.parse::<usize>())
    {
        let Some(instance) = number.checked_sub(1).and_then(|place| unit.formulas.get(place)) else {
            let (id, count) = (&unit.id, unit.formulas.len());
            return Err(Error::not_found(format!("unit `{id}` has {count} formulas"), "count from 1"));
        };
        return Ok(Like::Formula(unit.formula(instance).to_owned()));
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
