//! Formulas that were found, for programs; `docs/reference/search-json.md` is the description.

use formula::write::{sexpr, tex};
use rank::formulas::explanation::query_mathml;
use rank::formulas::failure::{self, Relaxation};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Results, ShownHit};
use crate::VERSION;
use crate::explain::{self, Finding, Part, Why};
use crate::query::asked::Want;
use crate::read::occurrences::Occurrence;
use crate::search::Extras;
use crate::search::listing::Page;

/// Formulas that were found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaResponse {
    /// Of the JSON.
    pub version: u32,
    /// The kind of results.
    pub want: Want,
    /// The formula, as it was read; for words, the words.
    pub query: FormulaQuery,
    /// Whether the query is words, and the hits are formulas of the texts that match them.
    pub of_texts: bool,
    /// How a formula had to match: `exact`, `contains` or `similar`.
    pub mode: &'static str,
    /// How it was ranked in mode `similar`.
    pub pipeline: String,
    /// The page of the list.
    #[serde(flatten)]
    pub page: Page,
    /// The formulas, in the order of `sort`.
    pub hits: Vec<FormulaHit>,
    /// Formulas that some generator found.
    pub candidates: usize,
    /// The generators.
    pub generators: Vec<Generator>,
    /// Whether few hits were found.
    pub little: bool,
    /// When little was found, or when explained: how many formulas agree with the query in one respect.
    pub funnel: Vec<Step>,
    /// When little was found: queries that find more.
    pub relaxed: Vec<Relaxed>,
    /// What a list has beside its hits.
    #[serde(flatten)]
    pub extras: Extras,
}

/// A formula that is searched for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaQuery {
    /// As it was typed; spans of the query point into it.
    pub source: String,
    /// The reading of the query, in one line.
    pub read_as: String,
    /// As it was read, as LaTeX; empty for words.
    pub tex: String,
    /// The same as MathML; variables and wildcards have the classes `b1`, `b2` and so on.
    pub mathml: String,
    /// Its canonical form.
    pub canonical: String,
    /// Whether there are wildcards in it.
    pub wildcards: bool,
    /// Remarks and repairs of the reader.
    pub diagnostics: Vec<Finding>,
}

/// A formula that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FormulaHit {
    /// From 1.
    pub rank: usize,
    /// The id of its first instance.
    pub id: String,
    /// Its number in this index.
    pub record: u32,
    /// Its page on a server.
    pub link: String,
    /// The formula as LaTeX; spans of the hit point into it.
    pub tex: String,
    /// The same as MathML, with ids and classes.
    pub mathml: String,
    /// Higher is better; comparable within one response only.
    pub score: f64,
    /// Parts of the score; their contributions add up to it.
    pub parts: Vec<Part>,
    /// Why it is a hit.
    #[serde(flatten)]
    pub why: Why,
    /// Formulas that are equal after renaming variables.
    pub folded: Vec<Folded>,
    /// How often it occurs; for a formula in more than 20 units, the number of units.
    pub instance_count: usize,
    /// The first ten occurrences.
    pub instances: Vec<Occurrence>,
}

/// A formula that equals a hit after renaming variables.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Folded {
    /// Its number in this index.
    pub record: u32,
    /// As LaTeX.
    pub tex: String,
    /// As MathML in a line, for pages; not sent.
    #[serde(skip)]
    pub mathml: String,
}

/// A generator of candidates.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// How many it found.
    pub count: usize,
}

/// How many formulas agree with a query in one respect.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Step {
    /// `operator`, `shape`, `algebra`, `names` or `look`.
    pub name: &'static str,
    /// The predicate after "17 formulas"; [`predicate`](super::predicate) fits any number.
    pub words: String,
    /// The number of formulas.
    pub count: usize,
}

/// A query that finds more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Relaxed {
    /// The difference, in words.
    pub change: String,
    /// The query.
    pub query: String,
    /// Its mode.
    pub mode: &'static str,
    /// Formulas that it finds.
    pub count: usize,
}

impl Results {
    /// For programs; with timings if they are wanted, since nothing else changes from run to run.
    pub fn response(&self, with_timings: bool) -> FormulaResponse {
        let query = &self.query;
        let relaxed = |relaxed: &Relaxation| Relaxed {
            change: relaxed.change.to_string(),
            query: relaxed.query.clone(),
            mode: relaxed.mode.name(),
            count: relaxed.count,
        };
        let step =
            |step: &failure::Step| Step { name: step.name, words: step.words.clone(), count: step.count };
        FormulaResponse {
            version: VERSION,
            want: Want::Formulas,
            of_texts: self.words.is_some(),
            query: FormulaQuery {
                source: query.source.clone(),
                read_as: self.read_as(),
                tex: tex::write(&query.formula.slt),
                mathml: query_mathml(query, "q-"),
                canonical: sexpr::write(&query.canonical),
                wildcards: query.has_wildcards(),
                diagnostics: explain::findings(&query.formula.diagnostics),
            },
            mode: self.mode.name(),
            pipeline: self.pipeline.clone(),
            page: self.page,
            hits: (self.page.offset + 1..).zip(&self.hits).map(|(rank, hit)| hit.response(rank)).collect(),
            candidates: self.found.candidates,
            generators: self
                .found
                .lists
                .iter()
                .map(|(name, count)| Generator { name: name.clone(), count: *count })
                .collect(),
            little: self.is_little,
            funnel: self.funnel.iter().map(step).collect(),
            relaxed: self.relaxed.iter().map(relaxed).collect(),
            extras: Extras {
                facets: self.facets.clone(),
                cut: self.cut.clone(),
                timings: with_timings.then_some(self.timings),
            },
        }
    }
}

impl Results {
    /// How the query was read, in one line.
    pub fn read_as(&self) -> String {
        match &self.words {
            Some(words) => format!("formulas of the texts that match; {words}"),
            None => format!("the formula ${}$", tex::write(&self.query.formula.slt)),
        }
    }
}

impl ShownHit {
    /// The formula as the author of its first occurrence has set it.
    fn mathml(&self, id_prefix: &str) -> String {
        let written = self.occurrences.shown.first().and_then(|first| first.written.as_deref());
        let authored = written.and_then(|latex| {
            let (slt, _) = formula::latex::read(latex, &formula::Options::default());
            self.explanation.mathml_as_authored(&slt, id_prefix)
        });
        authored.unwrap_or_else(|| self.explanation.mathml(id_prefix))
    }

    fn why(&self) -> Why {
        let why = Why { reason: self.reason(), ..Why::of(&self.explanation) };
        if !self.is_of_text {
            return why;
        }
        Why { relation: "in-text", relation_words: "in a text that matches", ..why }
    }

    fn response(&self, rank: usize) -> FormulaHit {
        let why = &self.explanation;
        FormulaHit {
            rank,
            id: self.occurrences.shown.first().map(|first| first.id.clone()).unwrap_or_default(),
            record: self.record,
            link: format!("/formulas/{}", self.record),
            tex: why.tex.clone(),
            mathml: self.mathml(&format!("h{rank}-")),
            score: self.score,
            parts: explain::parts(&self.parts),
            why: self.why(),
            folded: self.folded.clone(),
            instance_count: self.occurrences.count,
            instances: self.occurrences.shown.clone(),
        }
    }
}
