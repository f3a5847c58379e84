//! Bags of words and formula tokens over zones: BM25 and its relatives, in one traversal.
//!
//! A unit is scored together with the unit it answers, as if both were one document: the occurrences of
//! a term in every zone of both are added, each times the weight of the zone, and the sum is saturated once
//! (Robertson, Zaragoza and Taylor, *Simple BM25 extension to multiple weighted fields*, CIKM 2004). The list of a
//! question's term is handed down to its answers while it is read (see [`super::traversal`]), so no text is stored twice
//! and an answer changes when its question does.
//!
//! Words and tokens have lengths of their own: a formula has ten times as many tokens as it would have words,
//! and an answer full of formulas is not a long text.

use index::units::{Units, Zone};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::questions::{Targets, Term};

/// How a bag is scored: its settings in a pipeline.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Bag {
    /// The weight of words.
    #[serde(default)]
    pub words: f32,
    /// The weight of words for the operators of formulas.
    #[serde(default)]
    pub spoken: f32,
    /// The weight of the L8 tokens of formulas.
    #[serde(default)]
    pub tokens: f32,
    /// The weight of the LaTeX tokens of formulas; needs an index of the profile `research`.
    #[serde(default)]
    pub latex: f32,
    /// The weight of tags.
    #[serde(default)]
    pub tags: f32,
    /// The weights of the zones of the unit itself.
    #[serde(default, skip_serializing_if = "Zones::is_none")]
    pub own: Zones,
    /// The weights of the zones of the unit it answers.
    #[serde(default, skip_serializing_if = "Zones::is_none")]
    pub parent: Zones,
    /// The weights of the zones of the answers to it.
    #[serde(default, skip_serializing_if = "Zones::is_none")]
    pub answers: Zones,
    /// The weight of a term in the title of the question, relative to one in its body.
    #[serde(default = "one")]
    pub title: f32,
    /// The function of frequency and length.
    #[serde(default)]
    pub weighting: Weighting,
    /// How quickly further occurrences stop counting.
    #[serde(default = "default_k1")]
    pub k1: f32,
    /// How much longer texts are penalised.
    #[serde(default = "default_b")]
    pub b: f32,
    /// How quickly repetition in the question stops counting; 0 for never.
    #[serde(default)]
    pub saturation: f32,
    /// The weight of other names of a word, relative to the word itself: each counts as this fraction of an occurrence.
    #[serde(default)]
    pub synonyms: f32,
}

/// The weights of the zones of a unit.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Zones {
    /// The title.
    pub title: f32,
    /// The body.
    pub body: f32,
    /// The comments.
    pub comments: f32,
}

/// The weight of an occurrence, by its place in the thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Worth {
    /// In the unit itself.
    pub(super) own: f32,
    /// In the unit it answers.
    pub(super) parent: f32,
    /// In the answers to it.
    pub(super) answers: f32,
}

/// A function of frequency and length.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// BM25.
    #[default]
    Bm25,
    /// BM25⁺: a term that is there counts at least its rarity, however long the text (Lv and Zhai, 2011).
    Bm25Plus,
    /// `(1 + ln tf) · ln(N / df)`, divided by the root of the length.
    TfIdf,
}

fn one() -> f32 {
    1.0
}

fn default_k1() -> f32 {
    1.2
}

fn default_b() -> f32 {
    0.75
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// A stemmed word.
    Word,
    /// A word for an operator.
    Spoken,
    /// An L8 token.
    Token,
    /// A LaTeX token.
    Latex,
    /// A tag.
    Tag,
}

impl Sort {
    /// Whether it comes from a formula.
    pub fn is_of_formula(self) -> bool {
        matches!(self, Sort::Token | Sort::Latex)
    }
}

/// Length normalisation of a bag over its targets, computed once.
pub struct Norms {
    /// `k1 (1 − b + b · length / mean)` by unit, of words and of tokens; for tf-idf the root of the length.
    by_sort: [Vec<f32>; 2],
}

impl Zones {
    /// Whether nothing counts.
    fn is_none(&self) -> bool {
        *self == Zones::default()
    }
}

impl Worth {
    /// Whether an occurrence counts anywhere.
    pub(super) fn is_any(&self) -> bool {
        self.own > 0.0 || self.parent > 0.0 || self.answers > 0.0
    }

    /// These weights times a share.
    pub(super) fn times(&self, share: f32) -> Worth {
        Worth { own: share * self.own, parent: share * self.parent, answers: share * self.answers }
    }
}

impl Bag {
    /// The weight of a sort of term.
    fn worth(&self, sort: Sort) -> f32 {
        match sort {
            Sort::Word => self.words,
            Sort::Spoken => self.spoken,
            Sort::Token => self.tokens,
            Sort::Latex => self.latex,
            Sort::Tag => self.tags,
        }
    }

    /// The zones of a sort of term, with the weight of each.
    pub(super) fn zones(&self, sort: Sort) -> Vec<(Zone, Worth)> {
        let worth = |of: &dyn Fn(&Zones) -> f32| Worth {
            own: of(&self.own),
            parent: of(&self.parent),
            answers: of(&self.answers),
        };
        let body = |zone| vec![(zone, worth(&|zones| zones.body.max(zones.title)))];
        let three = |title, body, comments| {
            let zones = [
                (title, worth(&|zones| zones.title)),
                (body, worth(&|zones| zones.body)),
                (comments, worth(&|zones| zones.comments)),
            ];
            zones.into_iter().filter(|(_, worth)| worth.is_any()).collect()
        };
        match sort {
            Sort::Word => three(Zone::Title, Zone::Body, Zone::Comments),
            Sort::Token => three(Zone::TitleTokens, Zone::BodyTokens, Zone::CommentTokens),
            Sort::Spoken => body(Zone::Spoken),
            Sort::Latex => body(Zone::Latex),
            Sort::Tag => body(Zone::Tags),
        }
    }

    /// The weight of a term, by how often the question has it in its title and elsewhere.
    pub(super) fn query_weight(&self, term: &Term) -> f32 {
        let weight = term.in_title * self.title + term.elsewhere;
        let saturated = match self.saturation > 0.0 {
            true => weight * (1.0 + self.saturation) / (weight + self.saturation),
            false => weight,
        };
        saturated * self.worth(term.sort)
    }

    /// The weight of a term that `having` of all targets have.
    pub(super) fn rarity(&self, having: f32, all: f32) -> f32 {
        match self.weighting {
            Weighting::Bm25 => (1.0 + (all - having + 0.5) / (having + 0.5)).ln(),
            Weighting::Bm25Plus => ((all + 1.0) / having.max(1.0)).ln(),
            Weighting::TfIdf => (all / having.max(1.0)).ln(),
        }
    }

    /// The score of a frequency in a unit of some length.
    pub(super) fn frequency_worth(&self, frequency: f32, norm: f32) -> f32 {
        match self.weighting {
            Weighting::Bm25 => frequency * (self.k1 + 1.0) / (frequency + norm),
            Weighting::Bm25Plus => frequency * (self.k1 + 1.0) / (frequency + norm) + 1.0,
            Weighting::TfIdf => (1.0 + frequency.max(1.0).ln()) / norm,
        }
    }
}

impl Norms {
    /// Measures the targets of a bag.
    pub fn new(bag: &Bag, units: &Units, targets: &Targets) -> Result<Norms> {
        Ok(Norms {
            by_sort: [norms(bag, Sort::Word, units, targets)?, norms(bag, Sort::Token, units, targets)?],
        })
    }

    pub(super) fn of(&self, sort: Sort) -> &[f32] {
        &self.by_sort[usize::from(sort.is_of_formula())]
    }
}

/// The length normalisation of each unit, including the parts of its thread that count.
fn norms(bag: &Bag, sort: Sort, units: &Units, targets: &Targets) -> Result<Vec<f32>> {
    let none = || vec![0.0; units.count() as usize];
    let (mut own, mut as_parent, mut as_answer) = (none(), none(), none());
    for (zone, worth) in bag.zones(sort) {
        for (lengths, worth) in
            [(&mut own, worth.own), (&mut as_parent, worth.parent), (&mut as_answer, worth.answers)]
        {
            if worth > 0.0 {
                units.add_lengths(zone, worth, lengths)?;
            }
        }
    }
    let length = |lengths: &[f32], unit: u32| lengths.get(unit as usize).copied().unwrap_or(0.0);
    for unit in targets.iter() {
        let parent = units.parent(unit).map_or(0.0, |parent| length(&as_parent, parent));
        let answers: f32 = units.answers(unit).iter().map(|&answer| length(&as_answer, answer)).sum();
        if let Some(sum) = own.get_mut(unit as usize) {
            *sum += parent + answers;
        }
    }
    let length = |unit: u32| length(&own, unit);
    let total: f64 = targets.iter().map(|unit| f64::from(length(unit))).sum();
    let mean = (total / f64::from(targets.count().max(1))).max(1e-6) as f32;
    let norm = |length: &f32| match bag.weighting {
        Weighting::TfIdf => length.max(1.0).sqrt(),
        _ => bag.k1 * (1.0 - bag.b + bag.b * length / mean),
    };
    Ok(own.iter().map(norm).collect())
}
