//! Units and answers for a question: what is searched, and everything that any form of output shows.

mod json;
mod text;

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Result, bail};
use index::Index;
use index::units::StoredUnit;
use rank::questions::diversity;
use rank::questions::excerpt::{Excerpt, Excerpter};
use rank::questions::formula_matches::{FormulaMatch, matches};
use rank::questions::pipeline::Pipeline;
use rank::questions::question::Question;
use rank::questions::search::{Found, Hit, Searcher};
use rank::questions::targets::Want;

use super::{Arguments, Format, format, style};

/// Characters of an excerpt.
const EXCERPT: usize = 320;

/// Formulas of a hit that are shown.
const MOST_FORMULAS: usize = 2;

/// What a search found.
struct Answer<'a> {
    question: &'a Question,
    want: Want,
    pipeline: &'a str,
    hits: Vec<ShownHit>,
    found: Found,
    milliseconds: Option<f64>,
}

/// A hit with what is shown of it.
struct ShownHit {
    unit: StoredUnit,
    /// The title of the unit it answers, where it has none itself.
    parent_title: String,
    hit: Hit,
    excerpt: Excerpt,
    /// Words of the question in the title.
    title_words: Vec<std::ops::Range<usize>>,
    formulas: Vec<FormulaMatch>,
}

/// What others are wanted like.
pub(super) enum Like {
    /// A formula, as it was written.
    Formula(String),
    /// A unit or a thread.
    Question(Box<Question>),
}

/// Runs the command for a question.
pub(super) fn run(arguments: &Arguments, index: &Index, question: &Question, want: Want) -> Result<()> {
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let searcher = Searcher::new(index, &pipeline, want)?;
    if let Some(warning) = searcher.warning() {
        eprintln!("warning: {warning}");
    }
    let start = Instant::now();
    let mut found = searcher.search(question, arguments.k + usize::from(arguments.like.is_some()))?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let units = index.units()?;
    let mut hits = std::mem::take(&mut found.hits);
    hits.retain(|hit| arguments.like.as_ref().is_none_or(|id| units.id(hit.unit) != *id));
    hits.truncate(arguments.k);
    if diversity::is_ambiguous(question) {
        hits = diversity::mixed(hits, |hit| units.stored(hit.unit).ok());
    }
    let answer = Answer {
        question,
        want,
        pipeline: &pipeline.name,
        hits: shown(index, question, hits)?,
        found,
        milliseconds: arguments.explain.then_some(milliseconds),
    };
    let output = match format(arguments) {
        Format::Text => text::write(&answer, &style(arguments)),
        Format::Json => json::write(&answer)?,
        Format::Mathml | Format::Ntcir => {
            bail!("this form is for formulas only\nhint: use `--format json`, or `--want formulas`")
        }
    };
    io::stdout().write_all(output.as_bytes())?;
    if format(arguments) != Format::Json {
        eprint!("{}", remarks(&answer));
    }
    Ok(())
}

fn shown(index: &Index, question: &Question, hits: Vec<Hit>) -> Result<Vec<ShownHit>> {
    let units = index.units()?;
    let excerpter = Excerpter::new(index, question)?;
    let show = |hit: Hit| {
        let unit = units.stored(hit.unit)?;
        let parent = if unit.title.is_empty() { units.parent(hit.unit) } else { None };
        let parent = parent.map(|parent| units.stored(parent)).transpose()?;
        let parent_title = parent.map(|parent| parent.title).unwrap_or_default();
        let title = if unit.title.is_empty() { &parent_title } else { &unit.title };
        Ok(ShownHit {
            excerpt: excerpter.excerpt(&unit, EXCERPT),
            title_words: excerpter.words_in(title),
            formulas: matches(index, question, &unit, MOST_FORMULAS),
            unit,
            parent_title,
            hit,
        })
    };
    hits.into_iter().map(show).collect()
}

impl ShownHit {
    /// Its title or that of the unit it answers.
    fn title(&self) -> &str {
        if self.unit.title.is_empty() { &self.parent_title } else { &self.unit.title }
    }
}

/// What is said beside the answers.
fn remarks(answer: &Answer<'_>) -> String {
    let mut out = String::new();
    if answer.hits.is_empty() {
        out.push_str("nothing was found\n");
        if !answer.question.demands.is_empty() || !answer.question.filters.is_empty() {
            out.push_str("hint: leave out a `+`, a `-`, a filter or quotation marks\n");
        } else {
            out.push_str("hint: check the spelling with `perga suggest`, or use other words\n");
        }
    }
    for phrase in &answer.found.relaxed_phrases {
        out.push_str(&format!(
            "note: \"{phrase}\" stands nowhere word for word; its words were searched for\n"
        ));
    }
    for note in &answer.question.notes {
        out.push_str(&format!("note: {note}\n"));
    }
    if !answer.question.read_as.is_empty() {
        out.push_str(&format!("read as {}\n", answer.question.read_as));
    }
    out
}

/// What `--like` names: a unit, a thread, or a formula of a unit.
pub(super) fn like(index: &Index, id: &str) -> Result<Like> {
    if let Some(unit) = index.unit(id)? {
        return Ok(Like::Question(Box::new(Question::of_unit(&unit))));
    }
    if let Some((unit, number)) = id.rsplit_once('#')
        && let (Some(unit), Ok(number)) = (index.unit(unit)?, number.parse::<usize>())
    {
        let Some(instance) = number.checked_sub(1).and_then(|place| unit.formulas.get(place)) else {
            bail!("unit `{}` has {} formulas\nhint: count from 1", unit.id, unit.formulas.len());
        };
        return Ok(Like::Formula(unit.formula(instance).to_owned()));
    }
    let units = index.units()?;
    let thread = units.thread_members(id)?;
    if thread.is_empty() {
        bail!("there is no unit and no thread `{id}` in this index\nhint: ids are shown with every hit");
    }
    let members = thread.into_iter().map(|unit| units.stored(unit)).collect::<index::Result<Vec<_>>>()?;
    Ok(Like::Question(Box::new(Question::of_thread(&members))))
}
