//! Runs a pipeline: from a query to ranked records, each with the parts of its score.

use index::Index;
use index::postings::Scored;
use index::profile::Profile;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use similarity::terms::Family;
use vectors::formulas::Embeddings;

use crate::formulas::candidates::{Candidates, Generator};
use crate::formulas::features::{Measurer, PreparedQuery};
use crate::formulas::{Combine, Input, Pipeline, Query, Stage};
use crate::fusion::{self, Candidate, Place};
use crate::{Error, Normalise, Part, Result, part_names};

/// A pipeline over an index.
pub struct Searcher<'i> {
    index: &'i Index,
    pipeline: &'i Pipeline,
    /// For pipelines that need them.
    embeddings: Option<Embeddings>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The best records, best first.
    pub hits: Vec<Hit>,
    /// The generators with the number of records that each found.
    pub lists: Vec<(String, usize)>,
    /// Records that some generator found.
    pub candidates: usize,
    /// Whether the hits are all that the methods of the search can find, and none was cut off.
    pub is_complete: bool,
}

/// How far a search goes. Two searches of the same depth find the same list, whatever part of it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// How many candidates a stage scores.
    pub rescored: usize,
    /// How many hits are listed; those that were not scored again follow the others.
    pub listed: usize,
}

impl Depth {
    /// For the `k` best hits, all of them scored by the stages.
    pub fn of(k: usize) -> Depth {
        Depth { rescored: k, listed: k }
    }
}

/// A record with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The formula record.
    pub record: u32,
    /// Its score: the sum of the contributions of its parts.
    pub score: f64,
    /// The parts of the score.
    pub parts: Vec<Part>,
}

/// The least number of candidates of each generator, however few hits are wanted.
const LEAST_CANDIDATES: usize = 200;

impl<'i> Searcher<'i> {
    /// Fails if the index lacks a family, or the vectors, that the pipeline needs.
    pub fn new(index: &'i Index, pipeline: &'i Pipeline) -> Result<Searcher<'i>> {
        for family in pipeline.candidates.iter().filter_map(Generator::family) {
            if !index.profile().families.contains(&family) {
                return Err(missing(pipeline, family));
            }
        }
        let embeddings = match pipeline.needs_vectors().then(|| Embeddings::open(index)).transpose() {
            Err(vectors::Error::NoFormulaVectors { .. }) if pipeline.vectors_optional => None,
            opened => opened?,
        };
        Ok(Searcher { index, pipeline, embeddings })
    }

    /// A warning for the user: the vectors are older than the index, or there are none.
    pub fn warning(&self) -> Option<String> {
        match &self.embeddings {
            Some(embeddings) => embeddings.warning(),
            None if self.pipeline.needs_vectors() => {
                Some("this index has no vectors of formulas, so cosines count as 0".to_owned())
            }
            None => None,
        }
    }

    /// The `k` best records for a query. When its budget is over, the hits found so far; callers check the budget.
    pub fn search(&self, query: &Query, k: usize) -> Results {
        self.search_to(query, Depth::of(k))
    }

    /// The best records to a depth. When the budget of the query is over, the hits found so far; callers check the
    /// budget.
    pub fn search_to(&self, query: &Query, depth: Depth) -> Results {
        let most = least(depth.rescored.saturating_mul(2));
        let (lists, ceilings) = self.lists(query, most);
        let fused = self.pipeline.fusion.fuse(&lists);
        let mut found = Results {
            hits: Vec::new(),
            lists: self
                .pipeline
                .candidates
                .iter()
                .map(Generator::name)
                .zip(lists.iter().map(Vec::len))
                .collect(),
            candidates: fused.len(),
            is_complete: self.found_all(query, &lists, most),
        };
        let mut ranked: Vec<(Candidate, Vec<Part>)> = Vec::new();
        for candidate in fused.into_iter().filter(|candidate| self.index.is_in_use(candidate.record)) {
            let parts = fusion_parts(self.pipeline, &candidate);
            ranked.push((candidate, parts));
        }
        for stage in &self.pipeline.stages {
            self.rescore(stage, query, &ceilings, &mut ranked, depth.rescored);
        }
        let hits = ranked.into_iter().map(|(candidate, parts)| Hit {
            record: candidate.record,
            score: candidate.score,
            parts,
        });
        found.hits = one_of_each(self.index, hits).take(depth.listed.saturating_add(1)).collect();
        found.is_complete &= found.hits.len() <= depth.listed;
        found.hits.truncate(depth.listed);
        found
    }

    /// These records, best first, whatever found them. A record that no generator of the pipeline finds is scored by
    /// its stages all the same; without stages it comes last. The pipeline should be [widened](Pipeline::widened).
    pub fn rerank(&self, query: &Query, records: &[u32]) -> Vec<Hit> {
        let (mut lists, ceilings) = self.lists(query, usize::MAX);
        let wanted: FxHashSet<u32> = records.iter().copied().collect();
        lists.iter_mut().for_each(|list| list.retain(|scored| wanted.contains(&scored.record)));
        let fused = self.pipeline.fusion.fuse(&lists);
        let found: FxHashSet<u32> = fused.iter().map(|candidate| candidate.record).collect();
        let places = vec![Place::default(); lists.len()];
        let missing = records.iter().filter(|record| !found.contains(record));
        let missing = missing.map(|&record| Candidate { record, score: 0.0, places: places.clone() });
        let mut ranked: Vec<(Candidate, Vec<Part>)> = fused
            .into_iter()
            .chain(missing)
            .map(|candidate| {
                let parts = fusion_parts(self.pipeline, &candidate);
                (candidate, parts)
            })
            .collect();
        for stage in &self.pipeline.stages {
            self.rescore(stage, query, &ceilings, &mut ranked, records.len());
        }
        ranked
            .into_iter()
            .map(|(candidate, parts)| Hit { record: candidate.record, score: candidate.score, parts })
            .collect()
    }

    /// What each generator finds, and the score of the query itself for each.
    fn lists(&self, query: &Query, most: usize) -> (Vec<Vec<Scored>>, Vec<f64>) {
        let generate =
            |generator: &Generator| generator.candidates(self.index, self.embeddings.as_ref(), query, most);
        let found: Vec<Candidates> = self.pipeline.candidates.par_iter().map(generate).collect();
        let ceilings = found.iter().map(|list| list.ceiling).collect();
        (found.into_iter().map(|list| list.scored).collect(), ceilings)
    }

    /// Whether no generator left anything out because it reached its limit.
    fn found_all(&self, query: &Query, lists: &[Vec<Scored>], most: usize) -> bool {
        let records = u64::from(self.index.manifest().next_record);
        let is_whole = |generator: &Generator, list: &Vec<Scored>| match generator {
            // It tries a limited number of records, and not all of them fit.
            Generator::Unification { only_wildcards, .. } => {
                (*only_wildcards && !query.has_wildcards()) || records < generator.limit(most) as u64
            }
            _ => list.len() < generator.limit(most),
        };
        self.pipeline.candidates.iter().zip(lists).all(|(generator, list)| is_whole(generator, list))
    }

    /// Scores the first candidates again.
    fn rescore(
        &self,
        stage: &Stage,
        query: &Query,
        ceilings: &[f64],
        ranked: &mut [(Candidate, Vec<Part>)],
        k: usize,
    ) {
        let take = stage.take.min(least(k)).min(ranked.len());
        let inputs: Vec<(&String, Input, f64)> = stage
            .weights
            .iter()
            .filter_map(|(name, weight)| Some((name, self.pipeline.input(name)?, *weight)))
            .collect();
        let wanted: Vec<_> = inputs
            .iter()
            .filter_map(|(_, input, _)| match input {
                Input::Feature(feature) => Some(*feature),
                _ => None,
            })
            .collect();
        let prepared = PreparedQuery::new(query, self.index);
        let mut measurer = Measurer::new(&prepared, &wanted, self.embeddings.as_ref())
            .with_edit_costs(self.pipeline.edit_costs);
        let mut table: Vec<Vec<f64>> = Vec::with_capacity(take);
        let equals = Equals::new(self.index, self.pipeline, stage, query);
        for (candidate, _) in &ranked[..take] {
            // Rows that are missing here stay without features: the whole search is abandoned.
            if query.budget.is_over() {
                break;
            }
            let record = self.index.formulas().record(candidate.record);
            let mut features = record
                .map(|record| measurer.measure(candidate.record, &record))
                .unwrap_or_default()
                .into_iter();
            let value = |input: &Input| match input {
                Input::Feature(_) => features.next().unwrap_or(0.0),
                Input::Generator(number) => {
                    let given = candidate.places.get(*number).map_or(0.0, |place| place.score);
                    if given == 0.0 && equals.owes(*number, candidate) {
                        ceiling(input, ceilings)
                    } else {
                        given
                    }
                }
                Input::Fused => candidate.score,
            };
            table.push(inputs.iter().map(|(_, input, _)| input).map(value).collect());
        }
        let ranges = match stage.normalise {
            // A pipeline for formulas with `greatest` or `lists` is refused when it is read.
            Normalise::None | Normalise::Greatest | Normalise::Lists => vec![(0.0, 1.0); inputs.len()],
            Normalise::MinMax => (0..inputs.len()).map(|column| column_range(&table, column)).collect(),
            Normalise::Share => inputs.iter().map(|(_, input, _)| (0.0, ceiling(input, ceilings))).collect(),
        };
        let records: Vec<u32> = ranked.iter().map(|(candidate, _)| candidate.record).collect();
        let divisors: Vec<Vec<f64>> = match stage.combine {
            Combine::Sum => Vec::new(),
            Combine::WeightedReciprocalRank => {
                (0..inputs.len()).map(|column| divisors(&table, column, &records)).collect()
            }
        };
        for (row, ((candidate, parts), values)) in ranked.iter_mut().zip(&table).enumerate() {
            parts.clear();
            parts.extend(constant(stage));
            for (column, (name, _, weight)) in inputs.iter().enumerate() {
                let (value, (least, greatest)) = (values[column], ranges[column]);
                let normal = if greatest > least { (value - least) / (greatest - least) } else { 0.0 };
                let divisor = divisors.get(column).map_or(1.0, |divisors| divisors[row]);
                parts.push(Part { name: (*name).clone(), value, contribution: weight * normal / divisor });
            }
            candidate.score = parts.iter().map(|part| part.contribution).sum();
        }
        let order = |a: &(Candidate, Vec<Part>), b: &(Candidate, Vec<Part>)| {
            b.0.score.total_cmp(&a.0.score).then(a.0.record.cmp(&b.0.record))
        };
        ranked[..take].sort_by(order);
        keep_order(ranked, take);
    }
}

/// Generators stop at a limit, and a formula that is equal to the query can be among those that they leave out. It gets
/// the score that they would give it: that of the query itself. Otherwise a renamed formula would rank above it.
struct Equals<'i> {
    index: &'i Index,
    pipeline: &'i Pipeline,
    /// Whether the stage measures scores by that of the query. Others are left as their publications have them.
    is_relative: bool,
    /// A record that looks like the query.
    looks_so: Option<u32>,
    /// The generator of formulas that are equal after renaming.
    renamed: Option<usize>,
}

impl<'i> Equals<'i> {
    fn new(index: &'i Index, pipeline: &'i Pipeline, stage: &Stage, query: &Query) -> Equals<'i> {
        let is_of_renamed =
            |generator: &Generator| matches!(generator, Generator::Signature { family: Family::Alpha, .. });
        Equals {
            index,
            pipeline,
            is_relative: stage.normalise == Normalise::Share,
            looks_so: index.formulas().find_visual(query.signatures.visual),
            renamed: pipeline.candidates.iter().position(is_of_renamed),
        }
    }

    /// Whether a generator would give a candidate the score of the query.
    fn owes(&self, generator: usize, candidate: &Candidate) -> bool {
        let has_score = |number: usize| candidate.places.get(number).is_some_and(|place| place.score > 0.0);
        let looks_so =
            || self.looks_so.is_some_and(|like| self.index.variants().are_alike(like, candidate.record));
        self.is_relative
            && match self.pipeline.candidates.get(generator) {
                Some(Generator::Bm25 { .. } | Generator::Dice { .. }) => looks_so(),
                // Paths have no names in them.
                Some(Generator::Paths { .. }) => looks_so() || self.renamed.is_some_and(has_score),
                _ => false,
            }
    }
}

/// The first of the hits that look the same: one row for each formula.
pub(crate) fn one_of_each(index: &Index, hits: impl Iterator<Item = Hit>) -> impl Iterator<Item = Hit> {
    let mut seen = FxHashSet::default();
    hits.filter(move |hit| seen.insert(index.variants().first(hit.record)))
}

/// Puts candidates that were not rescored below those that were.
fn keep_order(ranked: &mut [(Candidate, Vec<Part>)], take: usize) {
    let Some(last) =
        take.checked_sub(1).and_then(|last| ranked.get(last)).map(|(candidate, _)| candidate.score)
    else {
        return;
    };
    let Some(first) = ranked.get(take).map(|(candidate, _)| candidate.score) else { return };
    let lower = (last - first).min(0.0);
    for (candidate, parts) in &mut ranked[take..] {
        candidate.score += lower;
        parts.push(Part { name: part_names::NOT_RESCORED.to_owned(), value: 1.0, contribution: lower });
    }
}

/// How many candidates a stage scores for `k` hits. Generators find twice as many each: the best of all of them
/// together are not the best of each.
fn least(k: usize) -> usize {
    k.max(LEAST_CANDIDATES)
}

/// The value that the query itself would get for an input.
fn ceiling(input: &Input, ceilings: &[f64]) -> f64 {
    match input {
        Input::Generator(number) => ceilings.get(*number).copied().unwrap_or(1.0),
        Input::Feature(_) | Input::Fused => 1.0,
    }
}

/// The part of every score that no measurement changes, if the stage has one.
fn constant(stage: &Stage) -> Option<Part> {
    let name = || part_names::CONSTANT.to_owned();
    (stage.constant != 0.0).then(|| Part { name: name(), value: 1.0, contribution: stage.constant })
}

fn column_range(table: &[Vec<f64>], column: usize) -> (f64, f64) {
    let values = table.iter().filter_map(|row| row.get(column));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), &value| {
        (least.min(value), greatest.max(value))
    })
}

/// `60 + rank` of each row when a column ranks them; equal values by smaller record.
fn divisors(table: &[Vec<f64>], column: usize, records: &[u32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by(|&a, &b| table[b][column].total_cmp(&table[a][column]).then(records[a].cmp(&records[b])));
    let mut divisors = vec![0.0; table.len()];
    for (rank, row) in (1u32..).zip(order) {
        divisors[row] = fusion::RANK_CONSTANT + f64::from(rank);
    }
    divisors
}

fn fusion_parts(pipeline: &Pipeline, candidate: &Candidate) -> Vec<Part> {
    let listed = pipeline.candidates.iter().zip(&candidate.places);
    listed
        .filter(|(_, place)| place.rank > 0 || place.contribution != 0.0)
        .map(|(generator, place)| Part {
            name: generator.name(),
            value: if pipeline.fusion.uses_scores() { place.score } else { f64::from(place.rank) },
            contribution: place.contribution,
        })
        .collect()
}

fn missing(pipeline: &Pipeline, family: Family) -> Error {
    let has_family = |profile: &&Profile| profile.families.contains(&family);
    let profile = Profile::ALL.iter().find(has_family).map_or("research", |profile| profile.name);
    Error::MissingFamily { pipeline: pipeline.name.clone(), family: family.name(), profile }
}
