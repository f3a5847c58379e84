//! Pseudo-relevance feedback: the common terms of the first units found are searched for as well.
//!
//! The relevance model of Lavrenko and Croft (*Relevance-based language models*, SIGIR 2001): a term is as likely as it is
//! in the first units, each counted by its score. Words and formula tokens are two languages, each with a model of its
//! own. Mixing the model with the question, which makes it RM3, is left to the weights of the pipeline.

use index::units::Units;
use rustc_hash::FxHashMap;

use super::bag::{Bag, Sort};
use crate::Result;
use crate::questions::{Question, Targets, Term};

/// The bag whose first units are read, and the number of terms taken from them.
pub(crate) struct Feedback<'a> {
    pub(crate) bag: &'a Bag,
    pub(crate) units: &'a Units,
    pub(crate) targets: &'a Targets,
    /// Units that are read.
    pub(crate) most_units: usize,
    /// Terms that are kept of each sort.
    pub(crate) most_terms: usize,
}

/// Terms with their weights.
type Model = FxHashMap<String, Term>;

impl Feedback<'_> {
    /// The terms that distinguish the units with the best scores from all others.
    pub(crate) fn terms(&self, question: &Question, scores: &[f32]) -> Result<Vec<Term>> {
        let (mut words, mut tokens) = (Model::default(), Model::default());
        for (unit, share) in self.first(question, scores) {
            if question.budget.is_over() {
                break;
            }
            let told = self.told(unit)?;
            learn(&mut words, &told, Sort::Word, share);
            learn(&mut tokens, &told, Sort::Token, share);
        }
        let mut terms = self.telling(words)?;
        terms.extend(self.telling(tokens)?);
        Ok(terms)
    }

    /// The units with the best scores, each with its share of them all; never the question itself.
    fn first(&self, question: &Question, scores: &[f32]) -> Vec<(u32, f32)> {
        let found = (0u32..).zip(scores.iter().copied()).filter(|(_, score)| *score > 0.0);
        let mut first: Vec<(u32, f32)> = found.collect();
        first.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        first.truncate(self.most_units + 1);
        first.retain(|(unit, _)| question.unit.as_ref().is_none_or(|asked| self.units.id(*unit) != *asked));
        first.truncate(self.most_units);
        let total: f32 = first.iter().map(|(_, score)| score).sum();
        first.iter().map(|(unit, score)| (*unit, score / total)).collect()
    }

    /// The text of a unit, with that of the unit it answers if it counts.
    fn told(&self, unit: u32) -> Result<Question> {
        let parent = self.units.parent(unit).filter(|_| self.bag.parent.body > 0.0);
        let members = parent.into_iter().chain([unit]).map(|member| self.units.stored(member));
        Ok(Question::of_thread(&members.collect::<index::Result<Vec<_>>>()?))
    }

    /// The terms of a model that are much likelier in it than elsewhere.
    fn telling(&self, model: Model) -> Result<Vec<Term>> {
        let mut ranked = Vec::with_capacity(model.len());
        for term in model.into_values() {
            let mut having = 0;
            for (zone, _) in self.bag.zones(term.sort) {
                having += self.units.list(zone, &term.text)?.length();
            }
            let rarity = self.bag.rarity(having as f32, self.targets.count() as f32);
            ranked.push((term.elsewhere * rarity, term));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.text.cmp(&b.1.text)));
        ranked.truncate(self.most_terms);
        Ok(ranked.into_iter().map(|(_, term)| term).collect())
    }
}

/// Adds the terms of one sort that a text has, as likely as they are in it, times the weight of the text.
fn learn(model: &mut Model, told: &Question, sort: Sort, share: f32) {
    let frequency = |term: &Term| term.in_title + term.elsewhere;
    let terms = || told.terms.iter().filter(|term| term.sort == sort);
    let total: f32 = terms().map(frequency).sum();
    for term in terms() {
        let known = model.entry(term.text.clone()).or_insert_with(|| Term {
            in_title: 0.0,
            elsewhere: 0.0,
            ..term.clone()
        });
        known.elsewhere += share * frequency(term) / total;
    }
}
