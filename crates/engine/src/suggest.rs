//! Suggestions, as JSON; for a formula that is being typed, formulas of the collection.

use document::kinds;
use formula::write::tex;
use index::{Budget, Index};
use rank::formulas::Pipeline;
use rank::formulas::modes::{self, Mode};
use rank::suggest::Suggestion;
use serde::Serialize;
use utoipa::ToSchema;

use crate::VERSION;
use crate::error::Result;
use crate::open::Engine;
use crate::query::asked::USUAL_PIPELINE;
use crate::query::reading::ReadQuery;
use crate::render;

/// Formulas that are suggested, and the longest that is still being typed, in bytes.
const MOST_FORMULAS: usize = 5;
const LONGEST_TYPED: usize = 200;

/// Suggestions: queries that could be typed instead, or next.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggestions {
    /// Of the JSON.
    pub version: u32,
    /// The query so far.
    pub typed: String,
    /// Suggestions, best first.
    pub suggestions: Vec<Suggested>,
}

/// Something that could be typed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Suggested {
    /// The whole query, changed.
    pub text: String,
    /// The same as HTML, with formulas as MathML.
    pub html: String,
    /// `spelling`, `name`, `completion`, `cue`, `substitution`, `tag`, `title`, `addition` or `formula`.
    pub kind: &'static str,
    /// What it is in plain words: the kind of unit with this name (`card`, `article`), or what is done to the query
    /// (`did you mean`); for a formula the name of a card that has it, or the number of texts.
    pub label: String,
    /// Why it is suggested.
    pub why: String,
}

impl Engine {
    /// What could be typed instead of something, or next: words, names, titles and the like.
    pub fn suggest(&self, typed: &str, most: usize) -> Result<Suggestions> {
        Ok(of(typed, &self.suggester()?.suggest(typed, most)))
    }

    /// The same, and formulas of the collection like the one that is being typed.
    pub fn suggest_with_formulas(&self, typed: &str, most: usize, budget: &Budget) -> Result<Suggestions> {
        let mut all = self.suggest(typed, most)?;
        let pipeline = self.pipeline(USUAL_PIPELINE)?;
        all.suggestions.extend(formulas(self.index(), pipeline, typed, most, budget)?);
        all.suggestions.truncate(most);
        Ok(all)
    }
}

fn of(typed: &str, suggestions: &[Suggestion]) -> Suggestions {
    let suggested = |suggestion: &Suggestion| Suggested {
        html: render::line(&suggestion.text),
        text: suggestion.text.clone(),
        kind: suggestion.kind.name(),
        label: suggestion.label.clone(),
        why: suggestion.why.clone(),
    };
    Suggestions {
        version: VERSION,
        typed: typed.to_owned(),
        suggestions: suggestions.iter().map(suggested).collect(),
    }
}

/// Formulas like the one that is being typed, with what they are called; none if it is no formula alone.
fn formulas(
    index: &Index,
    pipeline: &Pipeline,
    typed: &str,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Suggested>> {
    if typed.len() > LONGEST_TYPED {
        return Ok(Vec::new());
    }
    let read = ReadQuery::new(typed);
    if !read.question.is_formula() {
        return Ok(Vec::new());
    }
    let query = read.formula().within(budget);
    let hits = modes::search(index, pipeline, &query, Mode::Similar, most.min(MOST_FORMULAS))?.hits;
    let rows = modes::folded(index, hits, true);
    rows.into_iter().filter_map(|row| suggested(index, row.hit.record).transpose()).collect()
}

/// A formula, and the name of a card that has it or the number of units that do.
fn suggested(index: &Index, record: u32) -> Result<Option<Suggested>> {
    let Some(trees) = index.formulas().record(record) else { return Ok(None) };
    let units = index.units()?;
    let (mut card, mut count) = (None, 0);
    units.holding(record, |unit| {
        count += 1;
        if card.is_none() && units.kind(unit) == kinds::CARD {
            card = Some(unit);
        }
    })?;
    let texts = format!("in {}", document::counted(count, "text"));
    let label = match card {
        Some(card) => units.stored(card)?.title,
        None => texts.clone(),
    };
    let text = format!("${}$", tex::write(&trees.slt).trim_end_matches(['.', ',']));
    Ok((count > 0).then_some(Suggested {
        html: render::line(&text),
        text,
        kind: "formula",
        label,
        why: format!("a similar formula {texts}"),
    }))
}
