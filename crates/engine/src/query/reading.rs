//! How a query was read, part by part: what a live preview shows.

use std::ops::Range;

use formula::Notation;
use formula::plain::recognise::notation;
use formula::write::tex;
use rank::formulas::explanation::query_mathml;
use rank::questions::Question;
use serde::Serialize;
use text::language::Written;
use text::query::{self as language, Clause, Demand, Filter, Key, QueryWord, in_words};
use text::synonyms::Synonyms;
use utoipa::{PartialSchema, ToSchema};

use crate::VERSION;
use crate::explain::{self, Finding};
use crate::names::{self, KeyNames};

/// Words that are names in formulas.
const FUNCTIONS: [&str; 22] = [
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "log",
    "exp", "lim", "max", "min", "sup", "inf", "det", "gcd", "mod",
];

/// How a query was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Reading {
    /// Of the JSON.
    pub version: u32,
    /// The query; places point into it. Pasted HTML is shown as its text.
    pub source: String,
    /// The reading of the query, in one line.
    pub read_as: String,
    /// Whether it is one formula and nothing else, so that formulas are looked for.
    pub is_formula: bool,
    /// Words, phrases and formulas, in order.
    pub parts: Vec<ReadPart>,
    /// Filters, one for each value, those of one field together.
    pub filters: Vec<ReadFilter>,
    /// Parts that were dropped or are doubtful.
    pub notes: Vec<ReadNote>,
    /// How the query asks.
    pub manner: &'static str,
    /// The kinds of content that the query wants.
    pub wanted: Vec<&'static str>,
}

/// A part of a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadPart {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// `word`, `phrase` or `formula`.
    pub kind: &'static str,
    /// As it stands in the query.
    pub text: String,
    /// `should`, `must` or `not`.
    pub demand: &'static str,
    /// 1, or less for what says little of what is asked.
    pub weight: f32,
    /// Of a formula: what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<ReadFormula>,
}

/// A filter of a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadFilter {
    /// The field: the word before the colon.
    #[serde(with = "names")]
    #[schema(schema_with = KeyNames::schema)]
    pub field: Key,
    /// The value as it was read: lower case, dates as `2015-03-14`.
    pub value: String,
    /// Whether hits must not have it.
    pub excluded: bool,
}

/// A formula of a query, as it was read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadFormula {
    /// As LaTeX.
    pub tex: String,
    /// As MathML; variables and wildcards have the classes `b1`, `b2` and so on.
    pub mathml: String,
    /// Remarks and repairs of the reader; spans point into the query.
    pub diagnostics: Vec<Finding>,
}

/// A remark on a place of a query.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadNote {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The remark.
    pub message: &'static str,
    /// A hint on what to do about it.
    pub hint: &'static str,
}

/// Reads a query.
pub fn read(query: &str) -> Reading {
    ReadQuery::new(query).reading()
}

/// A query that was read: once for a request, for its search and for how it is shown.
pub(crate) struct ReadQuery {
    /// As it was typed.
    source: String,
    /// Its parts, filters and notes, as they were typed.
    read: language::Query,
    /// The question that it asks.
    pub(crate) question: Question,
}

impl ReadQuery {
    /// Reads a query.
    pub(crate) fn new(query: &str) -> ReadQuery {
        ReadQuery::with(query, Synonyms::bundled(), None)
    }

    /// Reads a query for a collection with synonyms of its own. The words of every text of a foreign language do not
    /// count.
    pub(crate) fn with(query: &str, synonyms: &Synonyms, foreign: Option<Written>) -> ReadQuery {
        let (text, mut read) = language::read(query);
        if let Some(Written::In(language)) = foreign {
            read.hush(|word| language.is_common(word));
        }
        let question = Question::of_query(text, read.clone(), synonyms);
        ReadQuery { source: query.to_owned(), read, question }
    }

    /// The words that must occur, as they were typed.
    pub(crate) fn demanded(&self) -> Vec<String> {
        let is_demanded = |clause: &&Clause| match clause {
            Clause::Word(word) => word.demand == Demand::Must && !word.is_part,
            Clause::Phrase(phrase) => phrase.demand != Demand::Not,
            Clause::Formula(formula) => formula.demand == Demand::Must,
        };
        let clauses = self.read.clauses.iter().filter(is_demanded);
        clauses.filter_map(|clause| self.text().get(clause.place().clone())).map(str::to_owned).collect()
    }

    /// The text that the places of its parts refer to.
    pub(crate) fn text(&self) -> &str {
        &self.question.title.text
    }

    /// Its parts as they were typed.
    pub(crate) fn query(&self) -> &language::Query {
        &self.read
    }

    /// Whether it is words that users type, and not a passage or a query with demands.
    pub(crate) fn may_be_misspelt(&self) -> bool {
        !self.question.is_passage
            && self.question.demands.is_empty()
            && self.text() == self.source
            && self.is_of_words()
    }

    /// All of it as one formula.
    ///
    /// Where it is one formula and nothing else, or one formula with filters, the question has read it already. It is
    /// read again where the two differ: spans point into the source, and `$x$` has its dollars as a query but not in a
    /// question; and who wants formulas may have typed several.
    pub(crate) fn formula(&self) -> rank::formulas::Query {
        if let [asked] = self.question.formulas.as_slice()
            && !self.question.filters.is_empty()
            && self.question.word_count() == 0
        {
            return asked.query.clone();
        }
        // Words beside the only formula ask for it: `what is i^i`.
        if let [asked] = self.question.formulas.as_slice()
            && self.read.words().any(|word| !word.is_subject)
        {
            return asked.query.clone();
        }
        if let ([asked], [place]) =
            (self.question.formulas.as_slice(), self.question.title.formulas.as_slice())
            && asked.query.source == self.source
            && (place.notation == Notation::Auto || place.notation == notation(&self.source))
        {
            return asked.query.clone();
        }
        rank::formulas::Query::read(&self.source, Notation::Auto)
    }

    /// Whether it has words of a language, so that the whole of it is no formula; or filters and nothing else.
    ///
    /// Names of functions and words of one or two letters may be parts of a formula without delimiters.
    pub(crate) fn is_of_words(&self) -> bool {
        let is_word = |word: &QueryWord| {
            let letters = word.text.chars().count();
            letters > 2
                && word.text.chars().all(char::is_alphabetic)
                && !FUNCTIONS.contains(&word.text.as_str())
        };
        let has_words = self.read.words().any(is_word) || self.read.phrases().next().is_some();
        let has_only_filters = self.read.clauses.is_empty() && !self.read.filters.is_empty();
        !self.question.is_formula() && (has_words || has_only_filters)
    }

    /// How it was read, part by part.
    pub(crate) fn reading(&self) -> Reading {
        let (read, question) = (&self.read, &self.question);
        let text = &question.title.text;
        let mut formulas = question.formulas.iter();
        let mut parts: Vec<ReadPart> = Vec::new();
        for clause in &read.clauses {
            let (kind, formula) = match clause {
                Clause::Word(word) if word.is_part => continue,
                Clause::Word(_) => ("word", None),
                Clause::Phrase(_) => ("phrase", None),
                Clause::Formula(_) => ("formula", formulas.next()),
            };
            let place = clause.place().clone();
            let shown = text.get(place.clone()).unwrap_or("");
            let formula = formula.map(|asked| read_formula(&asked.query, &place, shown, parts.len()));
            parts.push(ReadPart {
                start: place.start,
                end: place.end,
                kind,
                text: shown.to_owned(),
                demand: demand(clause.demand()),
                weight: clause.weight(),
                formula,
            });
        }
        Reading {
            version: VERSION,
            is_formula: question.is_formula(),
            read_as: question.read_as.clone(),
            parts,
            filters: read.filters.list().into_iter().map(read_filter).collect(),
            notes: read.notes.iter().map(note).collect(),
            manner: question.manner.name(),
            wanted: question.wanted.iter().map(|wanted| wanted.name()).collect(),
            source: text.clone(),
        }
    }
}

impl Reading {
    /// The filters in words, one piece for each field: `tag: calculus, not algebra`.
    pub fn filters_in_words(&self) -> Vec<String> {
        let filter = |filter: &ReadFilter| {
            (filter.field, Filter { value: filter.value.clone(), is_excluded: filter.excluded })
        };
        in_words(&self.filters.iter().map(filter).collect::<Vec<_>>())
    }
}

fn read_filter((field, Filter { value, is_excluded }): (Key, Filter)) -> ReadFilter {
    ReadFilter { field, value, excluded: is_excluded }
}

fn read_formula(
    query: &rank::formulas::Query,
    place: &Range<usize>,
    shown: &str,
    number: usize,
) -> ReadFormula {
    let mut diagnostics = explain::findings(&query.formula.diagnostics);
    let begins = place.start + shown.find(&query.source).unwrap_or(0);
    let begins = u32::try_from(begins).unwrap_or(u32::MAX);
    for finding in &mut diagnostics {
        finding.span = finding.span.map(|byte| byte.saturating_add(begins));
    }
    ReadFormula {
        tex: tex::write(&query.formula.slt),
        mathml: query_mathml(query, &format!("r{number}-")),
        diagnostics,
    }
}

fn demand(demand: Demand) -> &'static str {
    match demand {
        Demand::Should => "should",
        Demand::Must => "must",
        Demand::Not => "not",
    }
}

fn note(note: &language::Note) -> ReadNote {
    ReadNote {
        start: note.place.start,
        end: note.place.end,
        message: note.reason.message(),
        hint: note.reason.hint(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_where_they_were_typed() {
        let reading = read("why is $\\sqrt{2$ +irrational");
        let parts: Vec<(&str, &str, &str)> =
            reading.parts.iter().map(|part| (part.kind, part.text.as_str(), part.demand)).collect();
        assert!(parts.contains(&("formula", "$\\sqrt{2$", "should")), "{parts:?}");
        assert!(parts.contains(&("word", "irrational", "must")), "{parts:?}");
        let formula = reading.parts.iter().find_map(|part| part.formula.as_ref()).unwrap();
        assert!(formula.mathml.contains("<msqrt"));
        let span = formula.diagnostics[0].span;
        assert!(span[0] >= 8 && span[1] as usize <= reading.source.len(), "{span:?}");
    }

    #[test]
    fn filters_are_sent_as_values_of_fields() {
        let reading = read("limits tag:calculus -tag:algebra is:accepted");
        let sent = serde_json::to_string(&reading.filters).unwrap();
        let tags = r#"{"field":"tag","value":"calculus","excluded":false},{"field":"tag","value":"algebra","excluded":true}"#;
        assert_eq!(sent, format!(r#"[{tags},{{"field":"is","value":"accepted","excluded":false}}]"#));
        assert_eq!(reading.filters_in_words(), ["tag: calculus, not algebra", "accepted"]);
    }

    #[test]
    fn a_formula_is_read_once_where_its_reading_is_the_same() {
        for query in ["a^2+b^2=c^2", "$a^2$", "\\(x\\)", "sin(x)/x", "", "<math><mi>x</mi></math>"] {
            let (once, again) =
                (ReadQuery::new(query).formula(), rank::formulas::Query::read(query, Notation::Auto));
            assert_eq!(format!("{once:?}"), format!("{again:?}"), "{query}");
        }
    }

    #[test]
    fn words_of_asking_are_no_part_of_the_formula() {
        for (query, formula) in [("proof of a^2", "a^2"), ("what is i^i", "i^i")] {
            assert_eq!(ReadQuery::new(query).formula().source, formula, "{query}");
        }
    }

    #[test]
    fn a_formula_alone_is_one() {
        assert!(read("a^2+b^2=c^2").is_formula);
        assert!(read("$a^2$").is_formula);
        assert!(!read("proof of a^2").is_formula);
        assert!(!read("").is_formula);
    }
}
