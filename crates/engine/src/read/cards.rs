//! Cards: named formulas, by name or by formula.

use document::{Field, kinds};
use index::units::StoredUnit;
use index::{Budget, Index};
use rank::questions::{Question, Want};
use serde::Serialize;
use text::query::Key;
use utoipa::ToSchema;

use super::units::{SymbolMeaning, symbols};
use crate::VERSION;
use crate::error::Result;
use crate::open::Engine;
use crate::query::asked::USUAL_PIPELINE;
use crate::render::rich::{self, Shape};

/// Cards that are found for a query.
const MOST_CARDS: usize = 200;

/// Cards of an index.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Cards {
    /// Of the JSON.
    pub version: u32,
    /// How many there are, those not shown included.
    pub total: usize,
    /// Cards skipped before these.
    pub offset: usize,
    /// The cards shown.
    pub cards: Vec<Card>,
}

/// A named formula.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Card {
    /// The id of its unit.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The same as HTML.
    pub title_html: String,
    /// Other names.
    pub names: Vec<String>,
    /// Its text, as HTML.
    pub statement_html: String,
    /// When it holds, as HTML.
    pub conditions_html: String,
    /// The meanings of its symbols.
    pub symbols: Vec<SymbolMeaning>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The entry of the collection it came from.
    pub source: String,
}

impl Engine {
    /// The cards for a query, best first; all of them by name if the query is empty.
    pub fn cards(&self, query: &str, offset: usize, k: usize, budget: &Budget) -> Result<Cards> {
        match query.trim() {
            "" => cards(self.index(), self.card_numbers()?, offset, k),
            query => cards(self.index(), &self.cards_for(query, budget)?, offset, k),
        }
    }

    /// Whether there are any.
    pub fn has_cards(&self) -> bool {
        self.card_numbers().is_ok_and(|cards| !cards.is_empty())
    }

    fn cards_for(&self, query: &str, budget: &Budget) -> Result<Vec<u32>> {
        let mut question = Question::read(query).within(budget);
        question.filters.narrow(Key::Kind, kinds::CARD);
        let found = self.searcher(USUAL_PIPELINE, Want::Units)?.search(&question, MOST_CARDS)?;
        Ok(found.hits.into_iter().map(|hit| hit.unit).collect())
    }
}

/// The cards of an index by name.
pub(crate) fn by_name(index: &Index) -> Result<Vec<u32>> {
    let units = index.units()?;
    let mut cards = Vec::new();
    units.of_kind(kinds::CARD, |unit| cards.push(unit))?;
    let mut named: Vec<(String, u32)> = Vec::new();
    for unit in cards {
        named.push((units.stored(unit)?.title.to_lowercase(), unit));
    }
    named.sort();
    Ok(named.into_iter().map(|(_, unit)| unit).collect())
}

/// Some cards.
fn cards(index: &Index, numbers: &[u32], offset: usize, k: usize) -> Result<Cards> {
    let units = index.units()?;
    let mut cards = Vec::new();
    for &unit in numbers.iter().skip(offset).take(k) {
        cards.push(card(index, &units.stored(unit)?));
    }
    Ok(Cards { version: VERSION, total: numbers.len(), offset, cards })
}

fn card(index: &Index, unit: &StoredUnit) -> Card {
    let field = |field: Field, shape: Shape| {
        let text = unit.text(field);
        let all = 0..text.len();
        let pieces = rich::formulas(index, unit, (field, &all), |_| None);
        rich::html(text, &all, pieces, shape)
    };
    Card {
        id: unit.id.clone(),
        title: unit.title.clone(),
        title_html: field(Field::Title, Shape::Line),
        names: unit.names.clone(),
        statement_html: field(Field::Body, Shape::Paragraphs),
        conditions_html: field(Field::Conditions, Shape::Line),
        symbols: symbols(&unit.symbols),
        tags: unit.tags.clone(),
        source: unit.source.clone(),
    }
}
