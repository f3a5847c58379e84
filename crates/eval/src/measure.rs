//! Measures, one short file each, in the notation of ir_measures.
//!
//! A [`Measure`] is read from its name: `nDCG@10`, `P(rel=2)@10`, `AP(judged_only=True)`. A prime, as
//! ARQMath writes it, means "judged documents only": `nDCG'`. trec_eval's own names (`ndcg`, `map`,
//! `P_10`, `recip_rank`, `map_avgjg`) are understood as well. See [`notation`] for the grammar.
//!
//! | name | measure | file |
//! |---|---|---|
//! | `nDCG`, `nDCG@k` | normalised discounted cumulative gain | [`ndcg`] |
//! | `AP`, `MAP`, `AP@k` | average precision | [`average_precision`] |
//! | `P@k` | precision | [`precision`] |
//! | `P@hit` | precision over everything returned | [`precision_at_hits`] |
//! | `R@k` | recall | [`recall`] |
//! | `Rprec` | R-precision | [`r_precision`] |
//! | `RR`, `MRR`, `RR@k` | reciprocal rank | [`reciprocal_rank`] |
//! | `Bpref` | binary preference | [`bpref`] |
//! | `BprefF` | harmonic mean of full and partial bpref | [`harmonic_bpref`] |
//! | `Judged@k` | share of judged results | [`judged`] |
//! | `Success@k` | whether anything relevant was found | [`success`] |
//! | `NumQ`, `NumRet`, `NumRel`, `NumRelRet` | counts | [`counts`] |

pub mod average_precision;
pub mod bpref;
mod canonical;
pub mod counts;
pub mod harmonic_bpref;
pub mod judged;
pub mod ndcg;
pub mod notation;
pub mod precision;
pub mod precision_at_hits;
pub mod r_precision;
pub mod recall;
pub mod reciprocal_rank;
pub mod success;

use std::fmt;

use crate::Options;
use crate::ranking::Ranking;
use crate::report::Column;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// [`ndcg`]
    Ndcg,
    /// [`average_precision`]
    AveragePrecision,
    /// [`precision`]
    Precision,
    /// [`precision_at_hits`]
    PrecisionAtHits,
    /// [`recall`]
    Recall,
    /// [`r_precision`]
    RPrecision,
    /// [`reciprocal_rank`]
    ReciprocalRank,
    /// [`bpref`]
    Bpref,
    /// [`harmonic_bpref`]
    HarmonicBpref {
        /// The lowest grade that is fully relevant.
        full: u32,
        /// The lowest grade that is at least partially relevant.
        partial: u32,
    },
    /// [`judged`]
    Judged,
    /// [`success`]
    Success,
    /// Topics: [`counts`]
    NumQ,
    /// Results: [`counts`]
    NumRet,
    /// Relevant documents in the judgements: [`counts`]
    NumRel,
    /// Relevant documents among the results: [`counts`]
    NumRelRet,
}

/// How the numbers of the topics are combined into one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Average {
    /// The mean over topics.
    Mean,
    /// The sum over topics.
    Sum,
    /// The averages of [`Measure::parts`], put together by [`Measure::combine`].
    OfParts,
}

/// A measure with its parameters.
///
/// ```
/// use eval::Measure;
/// let measure: Measure = "P(rel=2)@10".parse().unwrap();
/// assert_eq!(measure.label(), "P(rel=2)@10");
/// assert!("nDCG'".parse::<Measure>().unwrap().judged_only());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    label: String,
    kind: Kind,
    cutoff: Option<usize>,
    level: Option<u32>,
    judged_only: bool,
    groups: bool,
    gain: ndcg::Gain,
}

impl Measure {
    /// A measure without parameters, called `label` in tables.
    pub fn new(label: impl Into<String>, kind: Kind) -> Self {
        let (cutoff, level, gain) = (None, None, ndcg::Gain::Linear);
        Measure { label: label.into(), kind, cutoff, level, judged_only: false, groups: false, gain }
    }

    /// Its name as it was written.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// What it measures.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many results it looks at, if not all.
    pub fn cutoff(&self) -> Option<usize> {
        self.cutoff
    }

    /// The lowest relevant grade, if it names one.
    pub fn level(&self) -> Option<u32> {
        self.level
    }

    /// Whether unjudged documents are taken out first.
    pub fn judged_only(&self) -> bool {
        self.judged_only
    }

    /// Whether it is the mean over judgement groups.
    pub fn groups(&self) -> bool {
        self.groups
    }

    /// Whether a level of relevance changes it: nDCG and some counts take grades as they are.
    pub fn is_binary(&self) -> bool {
        use Kind::{HarmonicBpref, Judged, Ndcg, NumQ, NumRet};
        !matches!(self.kind, Ndcg | Judged | NumQ | NumRet | HarmonicBpref { .. })
    }

    /// The same measure with everything it leaves open taken from the options.
    pub(crate) fn settled(&self, options: &Options) -> Self {
        let judged_only = self.judged_only || options.judged_only;
        Measure { level: Some(self.level.unwrap_or(options.level)), judged_only, ..self.clone() }
    }

    /// The measure's value for one topic.
    pub fn score(&self, ranking: &Ranking) -> f64 {
        let level = self.level.unwrap_or(1);
        match self.kind {
            Kind::Ndcg => ndcg::score(ranking, self.cutoff, self.gain),
            Kind::AveragePrecision => average_precision::score(ranking, self.cutoff, level),
            Kind::Precision => precision::score(ranking, self.cutoff, level),
            Kind::PrecisionAtHits => precision_at_hits::score(ranking, level),
            Kind::Recall => recall::score(ranking, self.cutoff, level),
            Kind::RPrecision => r_precision::score(ranking, level),
            Kind::ReciprocalRank => reciprocal_rank::score(ranking, self.cutoff, level),
            Kind::Bpref => bpref::score(ranking, level),
            Kind::HarmonicBpref { full, partial } => harmonic_bpref::score(ranking, full, partial),
            Kind::Judged => judged::score(ranking, self.cutoff),
            Kind::Success => success::score(ranking, self.cutoff, level),
            Kind::NumQ => 1.0,
            Kind::NumRet => counts::retrieved(ranking),
            Kind::NumRel => counts::relevant(ranking, level),
            Kind::NumRelRet => counts::relevant_retrieved(ranking, level),
        }
    }

    /// Its column in a report.
    pub fn column(&self) -> Column {
        Column { label: self.label.clone(), whole: self.average() == Average::Sum }
    }

    /// How the numbers of the topics are combined.
    pub fn average(&self) -> Average {
        match self.kind {
            Kind::NumQ | Kind::NumRet | Kind::NumRel | Kind::NumRelRet => Average::Sum,
            Kind::HarmonicBpref { .. } => Average::OfParts,
            _ => Average::Mean,
        }
    }

    /// The measures that a composed measure is made of.
    pub fn parts(&self) -> Vec<Measure> {
        let Kind::HarmonicBpref { full, partial } = self.kind else { return Vec::new() };
        let part = |level| Measure { kind: Kind::Bpref, level: Some(level), ..self.clone() };
        vec![part(full), part(partial)]
    }

    /// One number from the averages of the parts.
    pub fn combine(&self, parts: &[f64]) -> f64 {
        harmonic_bpref::harmonic_mean(parts)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}
