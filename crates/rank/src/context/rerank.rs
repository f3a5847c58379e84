//! Orders formula hits by their context.

use std::rc::Rc;

use document::markup::delimited;
use document::{Field, Text};
use formula::canonical::canonical;
use formula::opt::{Kind, Opt};
use index::units::{StoredOccurrence, StoredUnit, Units};
use index::{Budget, Index};
use rustc_hash::{FxHashMap, FxHashSet};
use similarity::alignment::{Aligner, Tree, Weights};

use super::facts::Facts;
use super::passage::Passage;
use super::statements::{Statements, WHOLE};
use super::surroundings::{Bags, Read, Vector};
use super::vocabulary::Vocabulary;
use super::{Asked, Scores, Settings, With};
use crate::formulas::{Hit, Query};
use crate::{Part, Result, part_names};

/// The weight of identical words, in measures.
const WORDS: f64 = 1.0;
/// The same for formulas nearby.
const FORMULAS: f64 = 0.5;
/// The weight of variables whose facts all agree; it is subtracted if all contradict.
const TYPES: f64 = 0.5;

/// The most units that are read for one formula: `n` is in every second unit.
const MOST_UNITS: usize = 50;
/// The most sentences of a unit that are read for one formula, so that the time for a book in one unit stays linear.
const MOST_SENTENCES: usize = 20;

/// Orders hits by the context of a question.
pub struct Reranker<'i> {
    index: &'i Index,
    units: &'i Units,
    settings: Settings,
    vocabulary: Vocabulary<'i>,
    /// The operator tree of the query.
    tree: Tree,
    canonical: Opt,
    /// The variables of the query.
    variables: Vec<String>,
    /// The context of the query.
    asked: Context,
    /// How long it may take.
    budget: Budget,
    homes: FxHashMap<u32, Rc<StoredUnit>>,
    reads: FxHashMap<(u32, Field), Rc<Read>>,
}

/// An occurrence of a hit, with the score that its context gives the hit.
#[derive(Clone, Debug)]
pub struct HitOccurrence {
    /// The hit; its parts are those without context and what context adds.
    pub hit: Hit,
    /// The number of the unit in this commit.
    pub unit: u32,
    /// The id of the unit.
    pub unit_id: String,
    /// The occurrence in it.
    pub occurrence: StoredOccurrence,
}

/// The text around a formula.
#[derive(Default)]
struct Context {
    bags: Bags,
    known: FxHashMap<String, Facts>,
}

/// An occurrence and its context.
struct OccurrenceContext {
    unit: u32,
    occurrence: StoredOccurrence,
    context: Context,
}

/// The hits of a query in the order that context gives them. Scores and parts are those without context and what the
/// context of the best occurrence adds.
pub fn rerank(
    index: &Index,
    query: &Query,
    asked: &Asked,
    hits: Vec<Hit>,
    settings: Settings,
) -> Result<Vec<Hit>> {
    let mut reranker = Reranker::new(index, query, asked, settings)?;
    reranker.rerank(hits)
}

impl<'i> Reranker<'i> {
    /// For a query and the question that it was taken from.
    pub fn new(index: &'i Index, query: &Query, asked: &Asked, settings: Settings) -> Result<Reranker<'i>> {
        let units = index.units()?;
        let mut vocabulary = Vocabulary::new(units);
        let asked = asked_context(query, asked, settings, &mut vocabulary);
        Ok(Reranker {
            index,
            units,
            settings,
            vocabulary,
            tree: Tree::of_operators(&query.canonical),
            canonical: query.canonical.clone(),
            variables: variables(&query.canonical),
            asked,
            budget: query.budget.clone(),
            homes: FxHashMap::default(),
            reads: FxHashMap::default(),
        })
    }

    /// The hits in their new order.
    pub fn rerank(&mut self, hits: Vec<Hit>) -> Result<Vec<Hit>> {
        self.rerank_with(hits, |_| {})
    }

    /// The same; the best occurrence of each hit is shown to a function.
    pub fn rerank_with(
        &mut self,
        mut hits: Vec<Hit>,
        mut visit: impl FnMut(&HitOccurrence),
    ) -> Result<Vec<Hit>> {
        let behind = hits.split_off(hits.len().min(self.settings.most_hits));
        let places = self.occurrences(&hits)?;
        let mut best = |(hit, places): (Hit, Vec<HitOccurrence>)| {
            let Some(best) = places.into_iter().next() else { return hit };
            visit(&best);
            best.hit
        };
        let mut ranked: Vec<Hit> = hits.into_iter().zip(places).map(&mut best).collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
        put_behind(&mut ranked, behind);
        Ok(ranked)
    }

    /// The occurrences of every hit, the best first.
    pub fn occurrences(&mut self, hits: &[Hit]) -> Result<Vec<Vec<HitOccurrence>>> {
        let found: Vec<Vec<OccurrenceContext>> =
            hits.iter().map(|hit| self.find(hit.record)).collect::<Result<_>>()?;
        self.weigh_tokens(&found);
        let best = hits.iter().map(|hit| hit.score).fold(0.0, f64::max);
        let measure = match self.settings.scores {
            Scores::Other if best > 0.0 => best / 5.0,
            _ => 1.0,
        };
        let words = self.asked.bags.words.vector(&self.vocabulary);
        let tokens = self.asked.bags.tokens.vector(&self.vocabulary);
        let mut aligner = Aligner::new(&self.tree, Weights::default());
        let mut placed: Vec<Vec<HitOccurrence>> = Vec::with_capacity(hits.len());
        for (hit, found) in hits.iter().zip(found) {
            let partners = self.partners(hit.record, &mut aligner);
            let mut places: Vec<HitOccurrence> = found
                .into_iter()
                .map(|found| {
                    let parts = self.parts(&found.context, &words, &tokens, &partners, measure);
                    self.placed(hit, found, parts)
                })
                .collect();
            let order = |a: &HitOccurrence, b: &HitOccurrence| {
                b.hit.score.total_cmp(&a.hit.score).then_with(|| a.unit_id.cmp(&b.unit_id))
            };
            places.sort_by(order);
            placed.push(places);
        }
        Ok(placed)
    }

    fn placed(&self, hit: &Hit, found: OccurrenceContext, parts: Vec<Part>) -> HitOccurrence {
        let mut hit = hit.clone();
        hit.score += parts.iter().map(|part| part.contribution).sum::<f64>();
        hit.parts.extend(parts);
        HitOccurrence {
            hit,
            unit: found.unit,
            unit_id: self.units.id(found.unit),
            occurrence: found.occurrence,
        }
    }

    /// The contributions of context to a score.
    fn parts(
        &self,
        context: &Context,
        words: &Vector,
        tokens: &Vector,
        partners: &FxHashMap<String, String>,
        measure: f64,
    ) -> Vec<Part> {
        let part = |name: &str, weight: f64, value: f64| Part {
            name: name.to_owned(),
            value,
            contribution: weight * measure * value,
        };
        let alike = words.cosine(&context.bags.words.vector(&self.vocabulary));
        if self.settings.with.is_published() {
            let alike = tokens.cosine(&context.bags.tokens.vector(&self.vocabulary));
            return vec![part(part_names::CONTEXT_REPRESENTATION, WORDS, alike)];
        }
        let mut parts = vec![part(part_names::CONTEXT_WORDS, WORDS, alike)];
        let name = match self.settings.with {
            With::WordsAndLatex => Some(part_names::CONTEXT_LATEX),
            With::WordsAndOperators => Some(part_names::CONTEXT_OPERATORS),
            _ => None,
        };
        if let Some(name) = name {
            let alike = tokens.cosine(&context.bags.tokens.vector(&self.vocabulary));
            parts.push(part(name, FORMULAS, alike));
        }
        parts.push(part(part_names::CONTEXT_TYPES, TYPES, self.agreement(context, partners)));
        parts
    }

    /// How far the facts about the query's variables agree with those about their partners, on average.
    fn agreement(&self, context: &Context, partners: &FxHashMap<String, String>) -> f64 {
        let nothing = Facts::default();
        let mut values: Vec<f64> = Vec::new();
        for name in self.variables.iter().map(String::as_str).chain([WHOLE]) {
            let Some(asked) = self.asked.known.get(name) else { continue };
            let partner = if name == WHOLE { Some(WHOLE) } else { partners.get(name).map(String::as_str) };
            let known = partner.and_then(|partner| context.known.get(partner)).unwrap_or(&nothing);
            values.extend(asked.agreement(known));
        }
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// The partner of each variable of the query in a record.
    fn partners(&self, record: u32, aligner: &mut Aligner) -> FxHashMap<String, String> {
        let Some(record) = self.index.formulas().record(record) else { return FxHashMap::default() };
        let other = canonical(&record.opt);
        let tree = Tree::of_operators(&other);
        let alignment = aligner.align(&tree);
        let pair = |&(one, two): &(u16, u16)| {
            let (one, two) = (self.tree.origin(one).get()?, tree.origin(two).get()?);
            Some((self.canonical.label(one), other.label(two)))
        };
        alignment.substitution.iter().filter_map(pair).collect()
    }

    fn weigh_tokens(&mut self, found: &[Vec<OccurrenceContext>]) {
        if self.settings.with == With::Words {
            return;
        }
        let mut frequencies: FxHashMap<u32, u64> = FxHashMap::default();
        let mut contexts = 0;
        for found in found.iter().flatten() {
            contexts += 1;
            found.context.bags.tokens.terms().for_each(|term| *frequencies.entry(term).or_default() += 1);
        }
        self.vocabulary.weigh(&frequencies, contexts);
    }

    /// The occurrences of a record, one for each sentence.
    fn find(&mut self, record: u32) -> Result<Vec<OccurrenceContext>> {
        let mut numbers = Vec::new();
        self.units.holding(record, |unit| numbers.push(unit))?;
        let mut found = Vec::new();
        for unit in numbers.into_iter().take(MOST_UNITS) {
            crate::within(&self.budget)?;
            let stored = self.home(unit)?;
            let mut seen: FxHashSet<(Field, usize)> = FxHashSet::default();
            for occurrence in stored.formulas.iter().filter(|occurrence| occurrence.record == record) {
                let read = self.read(unit, occurrence.field)?;
                let formula = read.formula_at(occurrence.start as usize);
                let sentence = formula.map_or(usize::MAX, |formula| read.sentence_of(formula));
                if seen.len() < MOST_SENTENCES && seen.insert((occurrence.field, sentence)) {
                    let context = self.context(unit, &stored, &read, formula)?;
                    found.push(OccurrenceContext { unit, occurrence: occurrence.clone(), context });
                }
            }
        }
        Ok(found)
    }

    /// The context of a formula in a unit: the text around it, title and tags of the unit and of the unit it answers.
    fn context(
        &mut self,
        unit: u32,
        stored: &StoredUnit,
        read: &Read,
        formula: Option<usize>,
    ) -> Result<Context> {
        let mut context = Context { bags: Bags::default(), known: read.statements.known_at(formula) };
        read.add_around(formula, self.settings.window, &mut context.bags);
        if self.settings.with.is_published() {
            return Ok(context);
        }
        self.add_frame(unit, stored, &mut context)?;
        if let Some(parent) = self.units.parent(unit) {
            let question = self.home(parent)?;
            let body = self.read(parent, Field::Body)?;
            fill(&mut context.known, body.statements.known_at(None));
            self.add_frame(parent, &question, &mut context)?;
        }
        Ok(context)
    }

    /// Adds title and tags of a unit, and its statements outside the text.
    fn add_frame(&mut self, unit: u32, stored: &StoredUnit, context: &mut Context) -> Result<()> {
        for field in [Field::Title, Field::Conditions] {
            let read = self.read(unit, field)?;
            fill(&mut context.known, read.statements.known_at(None));
            read.add_around(None, self.settings.window, &mut context.bags);
        }
        add_tags(&stored.tags, &mut context.bags, &mut self.vocabulary);
        for (symbol, meaning) in &stored.symbols {
            let stated = Passage::of_text(&delimited(&format!("${symbol}$ is {meaning}.")));
            fill(&mut context.known, Statements::of(&stated).known_at(None));
        }
        Ok(())
    }

    fn home(&mut self, unit: u32) -> Result<Rc<StoredUnit>> {
        if let Some(stored) = self.homes.get(&unit) {
            return Ok(stored.clone());
        }
        let stored = Rc::new(self.units.stored(unit)?);
        self.homes.insert(unit, stored.clone());
        Ok(stored)
    }

    fn read(&mut self, unit: u32, field: Field) -> Result<Rc<Read>> {
        if let Some(read) = self.reads.get(&(unit, field)) {
            return Ok(read.clone());
        }
        let stored = self.home(unit)?;
        let passage = Passage::of_unit(self.index, &stored, field);
        let read = Rc::new(Read::new(&passage, self.settings.with, &mut self.vocabulary));
        self.reads.insert((unit, field), read.clone());
        Ok(read)
    }
}

/// The context of the query in its question.
fn asked_context(query: &Query, asked: &Asked, settings: Settings, vocabulary: &mut Vocabulary) -> Context {
    let number = |text: &Text| {
        let is_meant = |occurrence: &document::Occurrence| match &asked.formula {
            Some(id) => occurrence.id.as_ref() == Some(id),
            None => occurrence.source.trim() == query.source.trim(),
        };
        text.formulas.iter().position(is_meant)
    };
    let (in_title, in_body) = (number(&asked.title), number(&asked.body));
    let title = Read::new(&Passage::of_text(&asked.title), settings.with, vocabulary);
    let body = Read::new(&Passage::of_text(&asked.body), settings.with, vocabulary);
    let mut context = Context::default();
    match (in_body, in_title) {
        (None, Some(_)) => context.known = title.statements.known_at(in_title),
        _ => body.add_around(in_body, settings.window, &mut context.bags),
    }
    if !settings.with.is_published() || in_body.is_none() {
        title.add_around(in_title.filter(|_| in_body.is_none()), settings.window, &mut context.bags);
    }
    fill(&mut context.known, body.statements.known_at(in_body));
    fill(&mut context.known, title.statements.known_at(None));
    add_tags(&asked.tags, &mut context.bags, vocabulary);
    context
}

/// A tag counts as itself and as its words.
fn add_tags(tags: &[String], bags: &mut Bags, vocabulary: &mut Vocabulary) {
    for tag in tags {
        let words = text::words::words(tag).filter(|word| !word.text.contains('-'));
        let mut terms: Vec<u32> = words.map(|word| vocabulary.word(&text::stem::stem(&word.text))).collect();
        terms.push(vocabulary.tag(tag));
        bags.words.add(&terms, 1.0);
    }
}

/// Takes over facts that are not known yet.
fn fill(known: &mut FxHashMap<String, Facts>, more: FxHashMap<String, Facts>) {
    for (name, facts) in more {
        if name != WHOLE {
            known.entry(name).or_default().fill_from(&facts);
        }
    }
}

/// The variables of a formula, each once.
fn variables(opt: &Opt) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut open: Vec<_> = opt.root().into_iter().collect();
    while let Some(id) = open.pop() {
        let is_letter = matches!(opt.node(id).kind, Kind::Variable | Kind::Function);
        if is_letter && opt.symbol(id).as_char().is_some() {
            let name = opt.label(id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        open.extend(opt.children(id));
    }
    names
}

/// Puts hits that context did not order below those that it did.
fn put_behind(ranked: &mut Vec<Hit>, behind: Vec<Hit>) {
    let Some(last) = ranked.last().map(|hit| hit.score) else { return };
    let lower = behind.first().map_or(0.0, |first| (last - first.score).min(0.0));
    ranked.extend(behind.into_iter().map(|mut hit| {
        hit.score += lower;
        hit.parts.push(Part { name: part_names::NOT_RESCORED.to_owned(), value: 1.0, contribution: lower });
        hit
    }));
}
