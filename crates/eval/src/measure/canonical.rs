//! The name of a measure in ir_measures, so that tables of both can be joined.

use super::ndcg::Gain;
use super::{Kind, Measure};
use crate::Options;

impl Measure {
    /// Its name in ir_measures with everything that it leaves open taken from the options; `None` for a measure that
    /// ir_measures does not have.
    ///
    /// ```
    /// use eval::{Measure, Options};
    /// let name = |text: &str, level| {
    ///     let options = Options { level, ..Options::default() };
    ///     text.parse::<Measure>().unwrap().canonical(&options)
    /// };
    /// assert_eq!(name("P'@10", 2).unwrap(), "P(rel=2,judged_only=True)@10");
    /// assert_eq!(name("ndcg_cut_10", 2).unwrap(), "nDCG@10");
    /// assert_eq!(name("num_rel_ret", 1).unwrap(), "NumRet(rel=1)");
    /// assert_eq!(name("BprefF", 1), None);
    /// ```
    pub fn canonical(&self, options: &Options) -> Option<String> {
        let settled = self.settled(options);
        let level = settled.level.unwrap_or(1);
        if self.groups {
            return None;
        }
        let name = match (self.kind, self.cutoff) {
            (Kind::Ndcg, _) => "nDCG",
            (Kind::AveragePrecision, _) => "AP",
            (Kind::Precision, Some(_)) => "P",
            (Kind::Precision, None) | (Kind::PrecisionAtHits, _) => "SetP",
            (Kind::Recall, Some(_)) => "R",
            (Kind::Recall, None) => "SetR",
            (Kind::RPrecision, _) => "Rprec",
            (Kind::ReciprocalRank, _) => "RR",
            (Kind::Bpref, _) => "Bpref",
            (Kind::Judged, _) => "Judged",
            (Kind::Success, _) => "Success",
            (Kind::NumQ, _) => "NumQ",
            (Kind::NumRet | Kind::NumRelRet, _) => "NumRet",
            (Kind::NumRel, _) => "NumRel",
            (Kind::HarmonicBpref { .. }, _) => return None,
        };
        let mut parameters = Vec::new();
        // Its `NumRet` counts relevant results where a level is given.
        if self.kind == Kind::NumRelRet || (self.is_binary() && level != 1) {
            parameters.push(format!("rel={level}"));
        }
        if self.kind == Kind::Ndcg && self.gain == Gain::Exponential {
            parameters.push("dcg='exp-log2'".to_owned());
        }
        if settled.judged_only {
            parameters.push("judged_only=True".to_owned());
        }
        let parameters = match parameters.is_empty() {
            true => String::new(),
            false => format!("({})", parameters.join(",")),
        };
        let cutoff = self.cutoff.map(|cutoff| format!("@{cutoff}")).unwrap_or_default();
        Some(format!("{name}{parameters}{cutoff}"))
    }

    /// The same measure, called as in ir_measures where it has a name there.
    pub fn renamed(&self, options: &Options) -> Measure {
        let label = self.canonical(options).unwrap_or_else(|| self.label.clone());
        Measure { label, ..self.clone() }
    }
}
