//! Units and threads as they are read: everything a unit holds, with formulas, and what matches a query in it.

use std::ops::Range;

use document::Field;
use formula::write::{mathml, tex};
use formula::{Notation, Options};
use index::units::{StoredOccurrence, StoredUnit};
use index::{Budget, Index};
use rank::questions::Question;
use rank::questions::excerpt::Excerpter;
use rank::questions::explanation::{FormulaMatch, matches};
use serde::Serialize;
use utoipa::ToSchema;

use crate::VERSION;
use crate::error::{Error, Result};
use crate::meaning::{self, Meaning};
use crate::open::Engine;
use crate::render::accents;
use crate::render::rich::{self, Shape};
use crate::search::units::{MatchedFormula, matched};

/// Formulas of a unit that are shown as matches.
const MOST_MATCHES: usize = 8;

/// A unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitDetails {
    /// Of the JSON.
    pub version: u32,
    /// Its id.
    pub id: String,
    /// `question`, `answer`, `card`, `article`, `note` and so on.
    pub kind: String,
    /// Its title; empty for most answers.
    pub title: String,
    /// The same as HTML.
    pub title_html: String,
    /// Its text, with formulas in their delimiters.
    pub body: String,
    /// The same as HTML, in paragraphs.
    pub body_html: String,
    /// When its statement holds, as HTML.
    pub conditions_html: String,
    /// Other names.
    pub names: Vec<String>,
    /// Symbols and what they mean.
    pub symbols: Vec<SymbolMeaning>,
    /// What its texts say that symbols stand for.
    pub meanings: Vec<Meaning>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Comments on it, as HTML.
    pub comments_html: Vec<String>,
    /// The unit it answers.
    pub parent: Option<String>,
    /// Its thread.
    pub thread: Option<String>,
    /// Votes for it less votes against.
    pub votes: Option<i64>,
    /// Whether it is the accepted answer.
    pub accepted: bool,
    /// The day it was written, as `2015-03-14`.
    pub date: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// The entry of the collection it came from.
    pub source: String,
    /// Other units that it links to.
    pub links: Vec<UnitLink>,
    /// Its formulas, in order.
    pub formulas: Vec<UnitFormula>,
    /// Formulas that match those of the query, the best first.
    pub matched: Vec<MatchedFormula>,
}

/// A symbol and what it means.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SymbolMeaning {
    /// As LaTeX.
    pub symbol: String,
    /// As MathML.
    pub mathml: String,
    /// In words.
    pub meaning: String,
}

/// A link to another unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitLink {
    /// `duplicate`, `related` and so on.
    pub kind: String,
    /// The id of the other.
    pub id: String,
    /// Its title, which may be empty; none if it is not in the index.
    pub title: Option<String>,
}

/// A formula of a unit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnitFormula {
    /// Its id in the collection.
    pub id: Option<String>,
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX.
    pub tex: String,
    /// `title`, `body`, `conditions` or `comment`.
    pub field: &'static str,
}

/// A thread: a question with its answers, or a unit alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Thread {
    /// Of the JSON.
    pub version: u32,
    /// Its id.
    pub id: String,
    /// The title of the question.
    pub title: String,
    /// The same as HTML.
    pub title_html: String,
    /// The question, then the accepted answer, then the others by votes.
    pub units: Vec<UnitDetails>,
}

impl Engine {
    /// A unit by its id; what matches the query in it is marked.
    pub fn unit(&self, id: &str, query: &str, budget: &Budget) -> Result<UnitDetails> {
        let unit = self.index().unit(id)?.ok_or_else(|| Error::not_in_index(&format!("unit `{id}`")))?;
        let question = question(query, budget);
        let details = of_unit(self.index(), &unit, question.as_ref(), "f")?;
        rank::within(budget)?;
        Ok(details)
    }

    /// A thread by its id, or by the id of one of its units; what matches the query in it is marked.
    pub fn thread(&self, id: &str, query: &str, budget: &Budget) -> Result<Thread> {
        let found = thread(self.index(), id, question(query, budget).as_ref(), budget)?;
        found.ok_or_else(|| Error::not_in_index(&format!("thread `{id}`")))
    }
}

/// What is marked: nothing if the query is empty.
pub(super) fn question(query: &str, budget: &Budget) -> Option<Question> {
    let query = Some(query.trim()).filter(|query| !query.is_empty());
    query.map(|query| Question::read(query).within(budget))
}

fn thread(index: &Index, id: &str, question: Option<&Question>, budget: &Budget) -> Result<Option<Thread>> {
    let units = index.units()?;
    let mut members = units.thread_members(id)?;
    let mut id = id.to_owned();
    if members.is_empty() {
        let Some(unit) = units.number(&id)? else { return Ok(None) };
        id = units.thread(unit);
        members = units.thread_members(&id)?;
    }
    let mut stored: Vec<StoredUnit> = Vec::with_capacity(members.len());
    for unit in members {
        rank::within(budget)?;
        stored.push(units.stored(unit)?);
    }
    stored.sort_by(|a, b| {
        let order = |unit: &StoredUnit| {
            (unit.parent.is_some(), !unit.accepted, std::cmp::Reverse(unit.score.unwrap_or(0)))
        };
        order(a).cmp(&order(b)).then(a.id.cmp(&b.id))
    });
    let mut units: Vec<UnitDetails> = Vec::with_capacity(stored.len());
    for (number, unit) in (1..).zip(&stored) {
        units.push(of_unit(index, unit, question, &format!("f{number}-"))?);
        rank::within(budget)?;
    }
    let titled = units.iter().find(|unit| !unit.title.is_empty());
    let (title, title_html) =
        titled.map(|unit| (unit.title.clone(), unit.title_html.clone())).unwrap_or_default();
    Ok(Some(Thread { version: VERSION, id, title, title_html, units }))
}

/// A unit as it is read. `id_prefix` makes the ids in its MathML its own.
fn of_unit(
    index: &Index,
    unit: &StoredUnit,
    question: Option<&Question>,
    id_prefix: &str,
) -> Result<UnitDetails> {
    let excerpter = question.map(|question| Excerpter::new(index, question)).transpose()?;
    let marked = question.zip(excerpter.as_ref());
    let drawn = Drawn::new(index, unit, marked, id_prefix);
    let field = |field: Field, shape: Shape| drawn.html(field, &(0..unit.text(field).len()), shape);
    let comments = (0..).zip(&unit.comments).map(|(number, _)| Field::Comment(number));
    Ok(UnitDetails {
        version: VERSION,
        id: unit.id.clone(),
        kind: unit.kind.clone(),
        title: unit.title.clone(),
        title_html: field(Field::Title, Shape::Line),
        body: unit.body.clone(),
        body_html: field(Field::Body, Shape::Paragraphs),
        conditions_html: field(Field::Conditions, Shape::Line),
        names: unit.names.clone(),
        symbols: symbols(&unit.symbols),
        meanings: meaning::of_unit(index, unit).meanings,
        tags: unit.tags.clone(),
        comments_html: comments.map(|comment| field(comment, Shape::Line)).collect(),
        parent: unit.parent.clone(),
        thread: unit.thread.clone(),
        votes: unit.score,
        accepted: unit.accepted,
        date: unit.date.map(text::query::day),
        url: unit.url.clone(),
        source: unit.source.clone(),
        links: links(index, &unit.links)?,
        formulas: unit.formulas.iter().filter_map(|occurrence| formula_of(index, occurrence)).collect(),
        matched: drawn.matched(),
    })
}

/// A unit whose texts are drawn, with what matches a question.
pub(super) struct Drawn<'a> {
    index: &'a Index,
    unit: &'a StoredUnit,
    found: Vec<FormulaMatch>,
    excerpter: Option<&'a Excerpter<'a>>,
    id_prefix: &'a str,
}

impl<'a> Drawn<'a> {
    /// With the matches of a question in the unit. `id_prefix` makes the ids in its MathML its own.
    pub(super) fn new(
        index: &'a Index,
        unit: &'a StoredUnit,
        question: Option<(&Question, &'a Excerpter<'a>)>,
        id_prefix: &'a str,
    ) -> Drawn<'a> {
        let found = question.map(|(question, _)| matches(index, question, unit, MOST_MATCHES));
        let excerpter = question.map(|(_, excerpter)| excerpter);
        Drawn { index, unit, found: found.unwrap_or_default(), excerpter, id_prefix }
    }

    /// A part of a text as HTML.
    pub(super) fn html(&self, field: Field, part: &Range<usize>, shape: Shape) -> String {
        let text = self.unit.text(field);
        let mut pieces = rich::formulas(self.index, self.unit, (field, part), |occurrence| {
            marked(self.unit, &self.found, occurrence, self.id_prefix)
        });
        rich::number(&mut pieces, self.unit, field);
        if field == Field::Title {
            pieces.extend(accents::pieces(text, part));
        }
        if field == Field::Body {
            pieces.extend(rich::references(self.unit, part));
        }
        if let Some(excerpter) = self.excerpter {
            pieces.extend(rich::words(&excerpter.words_in(text)));
        }
        rich::html(text, part, pieces, shape)
    }

    /// The formulas that match, the best first.
    pub(super) fn matched(&self) -> Vec<MatchedFormula> {
        let one = |(number, found): (usize, &FormulaMatch)| {
            matched(&format!("{}m{number}-", self.id_prefix), found)
        };
        (1..).zip(&self.found).map(one).collect()
    }
}

/// The MathML of a formula that matches, with what is matched in it.
fn marked(
    unit: &StoredUnit,
    found: &[FormulaMatch],
    occurrence: &StoredOccurrence,
    id_prefix: &str,
) -> Option<String> {
    let matched = found.iter().position(|matched| {
        matched.occurrence.field == occurrence.field && matched.occurrence.start == occurrence.start
    })?;
    let explanation = &found.get(matched)?.explanation;
    let display = rich::is_display(unit.formula(occurrence));
    Some(explanation.mathml_as(&format!("{id_prefix}t{matched}-"), display))
}

/// Symbols with their meanings.
pub(crate) fn symbols(symbols: &[(String, String)]) -> Vec<SymbolMeaning> {
    let one = |(symbol, meaning): &(String, String)| {
        let read = formula::read(symbol, Notation::Latex, &Options::default());
        let style = mathml::Style { id_prefix: None, class_of: None, display: false };
        SymbolMeaning {
            symbol: symbol.clone(),
            mathml: mathml::write(&read.slt, &style),
            meaning: meaning.clone(),
        }
    };
    symbols.iter().map(one).collect()
}

/// The links of a unit, each to the unit that its collection means by it.
fn links(index: &Index, links: &[(String, String)]) -> Result<Vec<UnitLink>> {
    let units = index.units()?;
    let link = |(kind, id): &(String, String)| {
        let found = match units.number(id)? {
            Some(unit) => Some(unit),
            None => units.by_alias(id)?,
        };
        let Some(unit) = found else {
            return Ok(UnitLink { kind: kind.clone(), id: id.clone(), title: None });
        };
        let StoredUnit { id, title, .. } = units.stored(unit)?;
        Ok(UnitLink { kind: kind.clone(), id, title: Some(title) })
    };
    links.iter().map(link).collect()
}

fn formula_of(index: &Index, occurrence: &StoredOccurrence) -> Option<UnitFormula> {
    let trees = index.formulas().record(occurrence.record)?;
    Some(UnitFormula {
        id: occurrence.id.clone(),
        record: occurrence.record,
        tex: tex::write(&trees.slt),
        field: occurrence.field.name(),
    })
}
