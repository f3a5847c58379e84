//! Runs a pipeline for questions: from a question to ranked units, each with the parts of its score.

use std::collections::BTreeMap;
use std::sync::Arc;

use index::Index;
use index::units::Units;
use rayon::prelude::*;

use super::baselines::documents::LabSearch;
use super::baselines::similar::{AnswerSearch, QuestionSearch};
use super::baselines::{chosen, duplicates};
use super::candidates::bag::Norms;
use super::candidates::dense::Dense;
use super::candidates::feedback::Feedback;
use super::candidates::traversal::Traversal;
use super::candidates::{formula_search, names};
use super::demands;
use super::evidence::Gatherer;
use super::pipeline::{Evidence, Pipeline};
use super::query::Question;
use super::targets::{Targets, Want, passes};
use crate::formulas;
use crate::{Error, Normalise, Part, Result, within};

/// A pipeline over an index, for one kind of target.
pub struct Searcher<'i> {
    index: &'i Index,
    units: &'i Units,
    pipeline: &'i Pipeline,
    prepared: Arc<PreparedPipeline>,
}

/// The data that a pipeline needs from an index: made once, and shared by all searches.
pub struct PreparedPipeline {
    targets: Targets,
    /// Of the bags of the pipeline, by name.
    norms: BTreeMap<String, Norms>,
    /// Of formula search, by the name of the evidence.
    formula_pipelines: BTreeMap<String, formulas::Pipeline>,
    /// Of baselines of the labs, by the name of the evidence.
    lab_searches: BTreeMap<String, LabSearch>,
    /// For pipelines that rank similar questions.
    similar_questions: Option<QuestionSearch>,
    /// For pipelines that compare answers with the question.
    similar_answers: Option<AnswerSearch>,
    /// `None` without a model or vectors.
    dense: Option<Dense>,
    warning: Option<Error>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The best units, best first.
    pub hits: Vec<Hit>,
    /// The number of units that were measured.
    pub candidates: usize,
    /// Phrases that occur nowhere, so that their words were searched for.
    pub relaxed_phrases: Vec<String>,
    /// Whether the hits are all units that any evidence finds, and none was cut off.
    pub is_complete: bool,
}

/// A unit with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The number of the unit in this commit.
    pub unit: u32,
    /// Its score: the sum of the contributions of its parts.
    pub score: f64,
    /// The parts of the score.
    pub parts: Vec<Part>,
}

/// Scores of all units by number, for each piece of evidence that finds units.
type Lists<'p> = BTreeMap<&'p str, Vec<f32>>;

/// The values of each piece of evidence for the candidates.
type Columns<'p> = BTreeMap<&'p str, Vec<f64>>;

impl PreparedPipeline {
    /// Reads the data that a pipeline needs.
    pub fn new(index: &Index, pipeline: &Pipeline, want: Want) -> Result<PreparedPipeline> {
        let units = index.units()?;
        let targets = want.targets(index)?;
        let mut norms = BTreeMap::new();
        let mut formula_pipelines = BTreeMap::new();
        let mut lab_searches = BTreeMap::new();
        let (mut similar_questions, mut similar_answers) = (None, None);
        let mut dense = None;
        for (name, evidence) in &pipeline.evidence {
            match evidence {
                Evidence::Bag(bag) => drop(norms.insert(name.clone(), Norms::new(bag, units, &targets)?)),
                Evidence::LabText(text) => {
                    drop(lab_searches.insert(name.clone(), LabSearch::new(index, text)?));
                }
                Evidence::SimilarQuestions => similar_questions = Some(QuestionSearch::new(index)?),
                Evidence::SimilarAnswer => similar_answers = Some(AnswerSearch::new(index)?),
                Evidence::FormulaSearch { pipeline, .. } | Evidence::LabFormula { pipeline, .. } => {
                    drop(formula_pipelines.insert(name.clone(), formulas::Pipeline::load(pipeline)?));
                }
                Evidence::Dense { .. } => dense = Some(Dense::open(index)),
                _ => {}
            }
        }
        let (dense, warning) = match dense.transpose() {
            Ok(dense) => (dense, None),
            Err(error) if norms.is_empty() => return Err(error),
            // Most indexes have no vectors, and that needs no warning; vectors that cannot be used do.
            Err(Error::Vectors(vectors::Error::NoUnitVectors { .. })) => (None, None),
            Err(error) => (None, Some(error)),
        };
        Ok(PreparedPipeline {
            targets,
            norms,
            formula_pipelines,
            lab_searches,
            similar_questions,
            similar_answers,
            dense,
            warning,
        })
    }
}

impl<'i> Searcher<'i> {
    /// A pipeline over an index.
    pub fn new(index: &'i Index, pipeline: &'i Pipeline, want: Want) -> Result<Searcher<'i>> {
        Searcher::with(index, pipeline, Arc::new(PreparedPipeline::new(index, pipeline, want)?))
    }

    /// A pipeline over an index with what was prepared for both before.
    pub fn with(
        index: &'i Index,
        pipeline: &'i Pipeline,
        prepared: Arc<PreparedPipeline>,
    ) -> Result<Searcher<'i>> {
        Ok(Searcher { index, units: index.units()?, pipeline, prepared })
    }

    /// A warning for the user: there are vectors, but they cannot be used.
    pub fn warning(&self) -> Option<&Error> {
        self.prepared.warning.as_ref()
    }

    /// The `k` best units for a question. Fails when the budget of the question is over.
    pub fn search(&self, question: &Question, k: usize) -> Result<Results> {
        let mut lists = self.lists(question)?;
        let met = demands::met(self.index, question)?;
        let is_filtered = !question.filters.is_empty();
        let passes = |unit: u32| {
            met.marks.as_ref().is_none_or(|marks| marks.get(unit as usize).copied().unwrap_or(false))
                && (!is_filtered
                    || (!question.budget.is_over() && passes(&question.filters, self.units, unit)))
        };
        let most = self.pipeline.take.max(k);
        let (candidates, is_whole) = match question.terms.is_empty() && question.formulas.is_empty() {
            true => {
                let targets = self.prepared.targets.iter().filter(|&unit| passes(unit));
                let mut found: Vec<u32> = targets.take(most.saturating_add(1)).collect();
                let is_whole = found.len() <= most;
                found.truncate(most);
                (found, is_whole)
            }
            false => {
                if self.pipeline.normalise == Normalise::Lists {
                    lists.values_mut().for_each(|scores| scale(scores, self.pipeline.take, passes));
                }
                self.candidates(&lists, most, passes)
            }
        };
        let mut hits = self.hits(question, &lists, &candidates)?;
        let is_complete = is_whole && hits.len() <= k;
        hits.truncate(k);
        Ok(Results { hits, candidates: candidates.len(), relaxed_phrases: met.relaxed, is_complete })
    }

    /// These units, best first, whatever found them; those that are no targets are left out. Fails when the budget of the
    /// question is over.
    pub fn rerank(&self, question: &Question, units: &[u32]) -> Result<Vec<Hit>> {
        let lists = self.lists(question)?;
        let mut candidates: Vec<u32> =
            units.iter().copied().filter(|unit| self.prepared.targets.contains(*unit)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        self.hits(question, &lists, &candidates)
    }

    /// The candidates with their scores, best first; equal scores by the higher id.
    fn hits(&self, question: &Question, lists: &Lists<'i>, candidates: &[u32]) -> Result<Vec<Hit>> {
        let columns = self.columns(question, lists, candidates)?;
        within(&question.budget)?;
        let mut hits: Vec<Hit> =
            candidates.iter().enumerate().map(|(row, &unit)| self.hit(unit, row, &columns)).collect();
        hits.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| self.units.id(b.unit).cmp(&self.units.id(a.unit)))
        });
        Ok(hits)
    }

    /// The scores of the evidence that finds units, computed in parallel.
    fn lists(&self, question: &Question) -> Result<Lists<'i>> {
        let list = |(name, evidence): (&'i String, &'i Evidence)| -> Result<Option<(&'i str, Vec<f32>)>> {
            Ok(self.list(name, evidence, question)?.map(|scores| (name.as_str(), scores)))
        };
        let evidence: Vec<(&'i String, &'i Evidence)> = self.pipeline.evidence.iter().collect();
        let others = || evidence.into_par_iter().map(list).collect::<Result<Vec<_>>>();
        let (bags, others) = rayon::join(|| self.bags(question), others);
        let mut lists = bags?;
        lists.extend(others?.into_iter().flatten());
        for (name, evidence) in &self.pipeline.evidence {
            if let Some(scores) = self.fed_back(evidence, question, &lists)? {
                lists.insert(name, scores);
            }
        }
        Ok(lists)
    }

    /// The scores of all units for feedback from the first ones of a bag; `None` for any other evidence.
    fn fed_back(&self, evidence: &Evidence, question: &Question, lists: &Lists) -> Result<Option<Vec<f32>>> {
        let Evidence::Feedback { of, units, terms } = evidence else { return Ok(None) };
        let of = of.as_str();
        let (Some(Evidence::Bag(bag)), Some(norms), Some(scores)) =
            (self.pipeline.evidence.get(of), self.prepared.norms.get(of), lists.get(of))
        else {
            return Ok(None);
        };
        let (most_units, most_terms, targets) = (*units, *terms, &self.prepared.targets);
        let feedback = Feedback { bag, units: self.units, targets, most_units, most_terms };
        let terms = feedback.terms(question, scores)?;
        let budget = &question.budget;
        let traversal = Traversal { bags: vec![(bag, norms)], units: self.units, targets, budget };
        Ok(traversal.scores(&terms)?.pop())
    }

    /// The scores of all units for the bags.
    fn bags(&self, question: &Question) -> Result<Lists<'i>> {
        let (mut names, mut bags) = (Vec::new(), Vec::new());
        for (name, evidence) in &self.pipeline.evidence {
            if let (Evidence::Bag(bag), Some(norms)) = (evidence, self.prepared.norms.get(name.as_str())) {
                names.push(name.as_str());
                bags.push((bag, norms));
            }
        }
        let (targets, budget) = (&self.prepared.targets, &question.budget);
        let traversal = Traversal { bags, units: self.units, targets, budget };
        Ok(names.into_iter().zip(traversal.scores(&question.terms)?).collect())
    }

    /// The scores of all units for a piece of evidence that finds them by itself; `None` for any other.
    fn list(&self, name: &str, evidence: &Evidence, question: &Question) -> Result<Option<Vec<f32>>> {
        match evidence {
            Evidence::FormulaSearch { take, formulas, only_short, .. } => {
                let Some(pipeline) = self.prepared.formula_pipelines.get(name) else { return Ok(None) };
                let (take, formulas, only_short) = (*take, *formulas, *only_short);
                let settings = formula_search::Settings { take, formulas, pipeline, only_short };
                formula_search::scores(self.index, question, &self.prepared.targets, &settings)
            }
            Evidence::Name => names::scores(self.units, question, &self.prepared.targets),
            Evidence::LabText(_) => {
                let search = self.prepared.lab_searches.get(name);
                search.map(|search| search.scores(question, self.units, &self.prepared.targets)).transpose()
            }
            Evidence::LabFormula { choice, take, .. } => {
                let Some(pipeline) = self.prepared.formula_pipelines.get(name) else { return Ok(None) };
                chosen::scores(self.index, question, &self.prepared.targets, (*choice, pipeline, *take))
                    .map(Some)
            }
            Evidence::SimilarQuestions => {
                let search = self.prepared.similar_questions.as_ref();
                search.map(|search| search.scores(question, self.units, &self.prepared.targets)).transpose()
            }
            Evidence::SimilarAnswer => {
                let search = self.prepared.similar_answers.as_ref();
                search.map(|search| search.scores(question, self.units)).transpose()
            }
            Evidence::Duplicates => {
                duplicates::scores(question, self.units, &self.prepared.targets).map(Some)
            }
            Evidence::Dense { own, parent } => {
                let Some(dense) = &self.prepared.dense else { return Ok(None) };
                Ok(Some(dense.scores(question, self.units, &self.prepared.targets, (*own, *parent))?))
            }
            _ => Ok(None),
        }
    }

    /// The best of each list that pass filters and demands, ascending, and whether these are all.
    fn candidates(&self, lists: &Lists, take: usize, passes: impl Fn(u32) -> bool) -> (Vec<u32>, bool) {
        let mut is_whole = true;
        let mut candidates: Vec<u32> = Vec::new();
        for (name, scores) in lists {
            // A similarity of answers is known for all of them; it finds none.
            if let Some(Evidence::SimilarAnswer) = self.pipeline.evidence.get(*name) {
                continue;
            }
            let is_found = |(unit, score): &(u32, &f32)| **score > 0.0 && passes(*unit);
            let mut found: Vec<(u32, f32)> =
                (0u32..).zip(scores).filter(is_found).map(|(unit, score)| (unit, *score)).collect();
            if found.len() > take {
                is_whole = false;
                found.select_nth_unstable_by(take, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                found.truncate(take);
            }
            candidates.extend(found.iter().map(|(unit, _)| unit));
        }
        candidates.sort_unstable();
        candidates.dedup();
        (candidates, is_whole)
    }

    /// The values of all evidence for the candidates: first of the evidence that found them, then of the rest.
    fn columns(&self, question: &Question, lists: &Lists<'i>, candidates: &[u32]) -> Result<Columns<'i>> {
        let value_of = |scores: &[f32], unit: u32| scores.get(unit as usize).copied().map_or(0.0, f64::from);
        let mut columns = Columns::new();
        for (name, scores) in lists {
            let values = candidates.iter().map(|&unit| value_of(scores, unit)).collect();
            columns.insert(name, self.normalised(name, values));
        }
        let so_far: Vec<f64> = (0..candidates.len()).map(|row| self.score_so_far(row, &columns)).collect();
        let gatherer =
            Gatherer { index: self.index, units: self.units, question, candidates, so_far: &so_far };
        for (name, evidence) in &self.pipeline.evidence {
            if !columns.contains_key(name.as_str()) {
                let values = gatherer.values(evidence)?;
                columns.insert(name, self.normalised(name, values));
            }
        }
        Ok(columns)
    }

    fn score_so_far(&self, row: usize, columns: &Columns) -> f64 {
        let value = |name: &String, weight: &f64| {
            columns.get(name.as_str()).and_then(|column| column.get(row)).map_or(0.0, |value| weight * value)
        };
        self.pipeline.weights.iter().map(|(name, weight)| value(name, weight)).sum()
    }

    fn hit(&self, unit: u32, row: usize, columns: &Columns) -> Hit {
        let value = |name: &str| columns.get(name).and_then(|column| column.get(row)).copied().unwrap_or(0.0);
        let part = |(name, weight): (&String, &f64)| {
            let value = name.split('*').map(value).product();
            Part { name: name.clone(), value, contribution: weight * value }
        };
        let parts: Vec<Part> = self.pipeline.weights.iter().map(part).collect();
        let score = parts.iter().map(|part| part.contribution).sum();
        Hit { unit, score, parts }
    }

    /// The values of a piece of evidence, comparable with those of others.
    fn normalised(&self, name: &str, mut values: Vec<f64>) -> Vec<f64> {
        let is_unbounded = self.pipeline.evidence.get(name).is_some_and(Evidence::is_unbounded);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = match self.pipeline.normalise {
            // A pipeline for questions with `share` is refused when it is read.
            Normalise::None | Normalise::Share | Normalise::Lists => return values,
            Normalise::Greatest if !is_unbounded => return values,
            Normalise::Greatest => 0.0,
            Normalise::MinMax => values.iter().copied().fold(f64::INFINITY, f64::min),
        };
        if greatest > least {
            values.iter_mut().for_each(|value| *value = (*value - least) / (greatest - least));
        }
        values
    }
}

/// Brings the best scores of a list to the range from 0 to 1, and takes the others out of it. The last of them is next
/// to 0: it was found.
fn scale(scores: &mut [f32], take: usize, passes: impl Fn(u32) -> bool) {
    let mut listed: Vec<(u32, f32)> = (0u32..)
        .zip(&*scores)
        .filter(|(unit, score)| **score > 0.0 && passes(*unit))
        .map(|(unit, score)| (unit, *score))
        .collect();
    listed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    listed.truncate(take);
    scores.fill(0.0);
    let (Some(&(_, greatest)), Some(&(_, least))) = (listed.first(), listed.last()) else { return };
    for (unit, score) in listed {
        let scaled = if greatest > least { (score - least) / (greatest - least) } else { 0.0 };
        if let Some(slot) = scores.get_mut(unit as usize) {
            *slot = scaled.max(f32::MIN_POSITIVE);
        }
    }
}
