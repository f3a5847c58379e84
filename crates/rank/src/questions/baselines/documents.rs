//! What a document of a baseline is, and what its query.

use std::path::{Path, PathBuf};

use document::{Field, kinds};
use index::Index;
use index::units::{StoredUnit, Units};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::feedback::Feedback;
use super::path_words::path_words;
use super::term_index::{TermIndex, Weighting};
use super::words::{Symbols, Tokenizer};
use crate::pipelines::bad_with_hint;
use crate::questions::{Question, Targets};
use crate::{Result, within};

/// A text search of the labs: its settings in a pipeline.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LabText {
    /// What a document is.
    pub documents: Documents,
    /// What becomes of symbols.
    pub symbols: Symbols,
    /// The part of the question that is searched for.
    pub query: Part,
    /// The weighting.
    pub weighting: Weighting,
    /// A file with the words that are left out, one in each line; without it, those that Perga leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_words: Option<PathBuf>,
    /// Whether words are neither stemmed nor left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_words: bool,
    /// Whether formulas become [path words](super::path_words), beside what the other settings make of the text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub path_words: bool,
    /// Terms of the first documents that are added to the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback: Option<Feedback>,
}

/// What a document is.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Documents {
    /// The text of an answer.
    #[default]
    Answers,
    /// The words of an answer, without its formulas.
    Prose,
    /// A question or an answer: title, text, tags and the id of the question, formulas in `<math id="…">`.
    Posts,
}

/// A part of a question.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Title and body.
    #[default]
    Whole,
    /// The title, without dollar signs.
    Title,
    /// Title and body without formulas.
    Prose,
}

/// Path words of a question beyond this many are left out.
const MOST_PATH_WORDS: usize = 400;

/// The documents of an index, and how a question becomes terms.
pub struct LabSearch {
    settings: LabText,
    tokenizer: Tokenizer,
    index: TermIndex,
}

impl LabSearch {
    /// Reads all documents.
    pub fn new(index: &Index, settings: &LabText) -> Result<LabSearch> {
        let stop_words = settings.stop_words.as_deref().map(stop_words).transpose()?;
        let tokenizer = Tokenizer { symbols: settings.symbols, stop_words, keeps_all: settings.all_words };
        let units = index.units()?;
        let mut documents: Vec<u32> = Vec::new();
        units.of_kind(kinds::ANSWER, |unit| documents.push(unit))?;
        if settings.documents == Documents::Posts {
            units.of_kind(kinds::QUESTION, |unit| documents.push(unit))?;
        }
        documents.sort_unstable();
        let mut terms = TermIndex::default();
        for unit in documents {
            let stored = units.stored(unit)?;
            let mut of_unit = tokenizer.terms(&settings.documents.text(&stored));
            if settings.path_words {
                let formulas = stored.formulas.iter().filter(|formula| formula.field == Field::Body);
                let records = formulas.filter_map(|formula| index.formulas().record(formula.record));
                of_unit.extend(records.flat_map(|record| path_words(&record.opt)));
            }
            terms.add(unit, of_unit);
        }
        Ok(LabSearch { settings: settings.clone(), tokenizer, index: terms })
    }

    /// The scores of all units by number.
    pub fn scores(&self, question: &Question, units: &Units, targets: &Targets) -> Result<Vec<f32>> {
        within(&question.budget)?;
        let mut terms = self.tokenizer.terms(&self.settings.query.text(question));
        if self.settings.path_words {
            let formulas = question.formulas.iter().map(|formula| &formula.query.formula.opt);
            terms.extend(formulas.flat_map(path_words).take(MOST_PATH_WORDS));
        }
        let found = match self.settings.feedback {
            Some(feedback) => feedback.scores(&self.index, &terms, self.settings.weighting),
            None => self.index.scores(&terms, self.settings.weighting),
        };
        let mut scores = vec![0.0f32; units.count() as usize];
        for (unit, score) in found {
            if let Some(slot) = scores.get_mut(unit as usize).filter(|_| targets.contains(unit)) {
                *slot = score as f32;
            }
        }
        Ok(scores)
    }
}

impl Part {
    /// The text of this part, formulas with their delimiters.
    fn text(self, question: &Question) -> String {
        match self {
            Part::Whole => format!("{} {}", question.title.text, question.body.text),
            Part::Title => question.title.text.replace('$', ""),
            Part::Prose => [&question.title, &question.body]
                .map(|text| text.words().collect::<Vec<_>>().join(" "))
                .join(" "),
        }
    }
}

impl Documents {
    /// The text of a document.
    fn text(self, unit: &StoredUnit) -> String {
        match self {
            Documents::Answers => unit.body.clone(),
            Documents::Prose => written(unit, Field::Body, |_, _| " ".to_owned()),
            Documents::Posts => {
                let (title, body) = (tagged(unit, Field::Title), tagged(unit, Field::Body));
                let parent = unit.parent.as_deref().unwrap_or("");
                format!("{title} {body} {} {parent}", unit.tags.join(" "))
            }
        }
    }
}

/// A text with its formulas in `<math id="…">`, as the labs' collection has them; without delimiters.
fn tagged(unit: &StoredUnit, field: Field) -> String {
    written(unit, field, |id, source| {
        let id = id.map_or(String::new(), |id| format!(" id=\"{id}\""));
        format!("<math{id}>{}</math>", source.trim_matches('$'))
    })
}

/// A text with its formulas written in some way, from their id and their source with delimiters.
fn written(unit: &StoredUnit, field: Field, formula: impl Fn(Option<&str>, &str) -> String) -> String {
    let text = unit.text(field);
    let mut written = String::with_capacity(2 * text.len());
    let mut rest = 0;
    for occurrence in unit.formulas.iter().filter(|occurrence| occurrence.field == field) {
        let (start, end) = (occurrence.start as usize, occurrence.end as usize);
        written.push_str(text.get(rest..start).unwrap_or(""));
        written.push_str(&formula(occurrence.id.as_deref(), text.get(start..end).unwrap_or("")));
        rest = end;
    }
    written.push_str(text.get(rest..).unwrap_or(""));
    written
}

/// The words of a file, in lower case.
fn stop_words(file: &Path) -> Result<FxHashSet<String>> {
    let read = std::fs::read_to_string(file);
    let text = read.map_err(|error| {
        let hint = "name a text file with one word in each line";
        bad_with_hint(&file.display().to_string(), error, hint)
    })?;
    Ok(text.lines().map(|line| line.trim().to_lowercase()).filter(|word| !word.is_empty()).collect())
}
