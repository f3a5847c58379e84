//! How measures are written.
//!
//! ```text
//! measure   := name "'"? ["(" parameter ("," parameter)* ")"] "'"? ["@" cutoff]
//! parameter := "rel=" N | "judged_only" ["=True"] | "groups" ["=True"] | "cutoff=" N
//!            | "dcg=" ("'log2'" | "'exp-log2'") | "full=" N | "partial=" N
//! ```
//!
//! This is the notation of ir_measures with three additions: the prime of the ARQMath papers, which is
//! `judged_only`; `groups`, the mean over judgement groups (trec_eval's `_avgjg`); and `P@hit`. A list is
//! separated by commas or spaces outside parentheses. trec_eval's names mean the same measures:
//! `ndcg_cut_10` is `nDCG@10`, `P_avgjg_5` is `P(groups)@5`.
//!
//! The options decide what a measure leaves open: without `rel` the level is [`Options::level`](crate::Options::level).

use std::str::FromStr;

use crate::measure::ndcg::Gain;
use crate::measure::{Kind, Measure};
use crate::{Error, Result};

/// The levels of NTCIR-12 formula browsing.
const HARMONIC: Kind = Kind::HarmonicBpref { full: 3, partial: 1 };

/// The measures of the ARQMath papers, which are the default.
pub const USUAL: &str = "nDCG',MAP',P'@10";

/// Names, lowercase, of ir_measures, of the papers and of trec_eval.
const NAMES: [(&str, Kind); 34] = [
    ("ndcg", Kind::Ndcg),
    ("ndcg_cut", Kind::Ndcg),
    ("ap", Kind::AveragePrecision),
    ("map", Kind::AveragePrecision),
    ("map_cut", Kind::AveragePrecision),
    ("p", Kind::Precision),
    ("precision", Kind::Precision),
    ("set_p", Kind::Precision),
    ("setp", Kind::Precision),
    ("phit", Kind::PrecisionAtHits),
    ("p-hit", Kind::PrecisionAtHits),
    ("r", Kind::Recall),
    ("recall", Kind::Recall),
    ("set_recall", Kind::Recall),
    ("setr", Kind::Recall),
    ("rprec", Kind::RPrecision),
    ("r-prec", Kind::RPrecision),
    ("r-precision", Kind::RPrecision),
    ("rr", Kind::ReciprocalRank),
    ("mrr", Kind::ReciprocalRank),
    ("recip_rank", Kind::ReciprocalRank),
    ("bpref", Kind::Bpref),
    ("bpreff", HARMONIC),
    ("hbpref", HARMONIC),
    ("judged", Kind::Judged),
    ("success", Kind::Success),
    ("numq", Kind::NumQ),
    ("num_q", Kind::NumQ),
    ("numret", Kind::NumRet),
    ("num_ret", Kind::NumRet),
    ("numrel", Kind::NumRel),
    ("num_rel", Kind::NumRel),
    ("numrelret", Kind::NumRelRet),
    ("num_rel_ret", Kind::NumRelRet),
];

/// Reads a list of measures, separated by commas or spaces outside parentheses.
///
/// ```
/// let measures = eval::measure::notation::list("nDCG',MAP', P(rel=2, judged_only=True)@10").unwrap();
/// assert_eq!(measures.len(), 3);
/// assert_eq!(measures[2].cutoff(), Some(10));
/// ```
pub fn list(text: &str) -> Result<Vec<Measure>> {
    let mut depth = 0i32;
    let parts = text.split(|c: char| {
        depth += i32::from(matches!(c, '(' | '{')) - i32::from(matches!(c, ')' | '}'));
        depth <= 0 && (c == ',' || c.is_whitespace())
    });
    let names = parts.filter(|part| !part.is_empty());
    let measures: Vec<Measure> = names.map(str::parse).collect::<Result<_>>()?;
    if measures.is_empty() {
        return Err(error(text, "no measure", "for example `nDCG',MAP',P'@10`"));
    }
    Ok(measures)
}

impl FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let written = text.trim();
        let plain = written.replace(['′', '’'], "'");
        let (head, cutoff) = match plain.rsplit_once('@') {
            Some((head, cutoff)) => (head, Some(cutoff)),
            None => (plain.as_str(), None),
        };
        let primes = head.matches('\'').count();
        let (name, parameters) = split_parameters(written, head)?;
        let name = name.trim_end_matches('\'');
        let mut measure = named(written, name, cutoff)?;
        let quotes = parameters.matches('\'').count();
        measure.judged_only = primes > quotes || cutoff.is_some_and(|cutoff| cutoff.ends_with('\''));
        if let Some(cutoff) = cutoff.filter(|_| measure.kind != Kind::PrecisionAtHits) {
            measure.cutoff = Some(number(written, "the cutoff", cutoff.trim_end_matches('\''), 1)? as usize);
        }
        for parameter in parameters.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()) {
            set(&mut measure, written, parameter)?;
        }
        check(measure, written)
    }
}

/// Splits `P(rel=2)` into `P` and `rel=2`; a prime may follow either.
fn split_parameters<'a>(written: &str, head: &'a str) -> Result<(&'a str, &'a str)> {
    let Some((name, rest)) = head.split_once('(') else { return Ok((head, "")) };
    match rest.trim_end_matches('\'').strip_suffix(')') {
        Some(parameters) => Ok((name, parameters)),
        None => Err(error(written, "the parenthesis is not closed", "for example `P(rel=2)@10`")),
    }
}

/// The measure of a name: as it is, or as trec_eval writes it, with `_10` or `.10` at the end.
fn named(written: &str, name: &str, cutoff: Option<&str>) -> Result<Measure> {
    let lower = name.trim().to_ascii_lowercase();
    let hits = cutoff.is_some_and(|cutoff| matches!(cutoff.trim_end_matches('\''), "hit" | "hits"));
    if hits && lower == "p" {
        return Ok(Measure::new(written, Kind::PrecisionAtHits));
    }
    let (stem, end) = match lower.rsplit_once(['_', '.']) {
        Some((stem, digits)) if digits.parse::<u32>().is_ok() => (stem, Some(digits)),
        _ => (lower.as_str(), None),
    };
    let (stem, groups) = match stem.strip_suffix("_avgjg") {
        Some(stem) => (stem, true),
        None => (stem, false),
    };
    let Some(&(_, kind)) = NAMES.iter().find(|(known, _)| *known == stem) else {
        let hint = "known are nDCG, AP, MAP, P@k, P@hit, R@k, Rprec, RR, MRR, Bpref, BprefF, Judged@k, Success@k, \
                    NumQ, NumRet, NumRel, NumRelRet";
        return Err(error(written, format!("unknown name `{name}`"), hint));
    };
    let mut measure = Measure::new(written, kind);
    measure.groups = groups;
    if let Some(digits) = end {
        measure.cutoff = Some(number(written, "the cutoff", digits, 1)? as usize);
    }
    Ok(measure)
}

fn set(measure: &mut Measure, written: &str, parameter: &str) -> Result<()> {
    let (key, value) = parameter.split_once('=').unwrap_or((parameter, "True"));
    let (key, value) = (key.trim(), value.trim());
    let flag = || match value {
        "True" | "true" | "1" => Ok(true),
        "False" | "false" | "0" => Ok(false),
        _ => Err(error(
            written,
            format!("`{key}` is neither True nor False"),
            "for example `AP(judged_only=True)`",
        )),
    };
    match (key, measure.kind) {
        // ir_measures counts relevant results this way.
        ("rel", Kind::NumRet) => {
            measure.kind = Kind::NumRelRet;
            measure.level = Some(number(written, "`rel`", value, 0)?);
        }
        ("rel", _) if measure.is_binary() => measure.level = Some(number(written, "`rel`", value, 0)?),
        ("judged_only", _) => measure.judged_only |= flag()?,
        ("groups" | "judgment_groups" | "judgement_groups", _) => measure.groups |= flag()?,
        ("cutoff", _) => measure.cutoff = Some(number(written, "the cutoff", value, 1)? as usize),
        ("full", Kind::HarmonicBpref { partial, .. }) => {
            measure.kind = Kind::HarmonicBpref { full: number(written, "`full`", value, 1)?, partial };
        }
        ("partial", Kind::HarmonicBpref { full, .. }) => {
            measure.kind = Kind::HarmonicBpref { full, partial: number(written, "`partial`", value, 1)? };
        }
        ("dcg", Kind::Ndcg) => measure.gain = gain(written, value)?,
        _ => {
            let hint = "parameters are `rel=N`, `judged_only=True`, `groups=True`; for nDCG `dcg='exp-log2'`; \
                        for BprefF `full=N` and `partial=N`";
            return Err(error(written, format!("the parameter `{key}` does not fit"), hint));
        }
    }
    Ok(())
}

fn gain(written: &str, value: &str) -> Result<Gain> {
    match value.trim_matches(['\'', '"']) {
        "log2" => Ok(Gain::Linear),
        "exp-log2" => Ok(Gain::Exponential),
        _ => Err(error(
            written,
            format!("unknown gain {value}"),
            "`log2` uses grades as they are, `exp-log2` uses 2^grade − 1",
        )),
    }
}

fn check(measure: Measure, written: &str) -> Result<Measure> {
    use Kind::{AveragePrecision, Judged, Ndcg, Precision, Recall, ReciprocalRank, Success};
    let takes = matches!(
        measure.kind,
        Ndcg | AveragePrecision | Precision | Recall | ReciprocalRank | Judged | Success
    );
    if measure.cutoff.is_some() && !takes {
        return Err(error(written, "this measure has no cutoff", "leave `@…` out"));
    }
    if measure.cutoff.is_none() && measure.kind == Success {
        return Err(error(written, "a cutoff is missing", "for example `Success@5`"));
    }
    if measure.groups && matches!(measure.kind, Kind::NumQ | Kind::NumRet | Kind::NumRel | Kind::NumRelRet) {
        return Err(error(written, "counts have no groups", "leave `groups` out"));
    }
    Ok(measure)
}

fn number(written: &str, what: &str, value: &str, lowest: u32) -> Result<u32> {
    match value.parse::<u32>() {
        Ok(number) if number >= lowest => Ok(number),
        _ => {
            let message = format!("{what} `{value}` is not a whole number from {lowest} up");
            Err(error(written, message, "for example `P(rel=2)@10`"))
        }
    }
}

fn error(measure: &str, message: impl Into<String>, hint: &str) -> Error {
    Error::Notation { measure: measure.to_owned(), message: message.into(), hint: hint.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Measure {
        text.parse().unwrap()
    }

    #[test]
    fn ir_measures_names() {
        let measure = parse("P(rel=2, judged_only=True)@10");
        assert_eq!((measure.kind, measure.cutoff, measure.level), (Kind::Precision, Some(10), Some(2)));
        assert!(measure.judged_only);
        assert_eq!(parse("R@1000").kind, Kind::Recall);
        assert_eq!(parse("Rprec").kind, Kind::RPrecision);
        assert_eq!(parse("RR").kind, Kind::ReciprocalRank);
        assert_eq!(parse("Judged@10").cutoff, Some(10));
        assert_eq!(parse("nDCG(dcg='exp-log2')@5").gain, Gain::Exponential);
        assert!(!parse("nDCG(dcg='exp-log2')@5").judged_only);
        assert!(parse("nDCG(dcg='exp-log2')'@5").judged_only);
    }

    #[test]
    fn primes_stand_where_people_put_them() {
        for text in
            ["nDCG'", "nDCG′", "MAP’", "P'@10", "P@10'", "P(rel=2)'@10", "P'(rel=2)@10", "P@hit'", "P'@hit"]
        {
            assert!(parse(text).judged_only, "{text}");
        }
        assert!(!parse("nDCG").judged_only);
    }

    #[test]
    fn names_of_trec_eval() {
        for (theirs, ours) in [
            ("ndcg_cut_10", "nDCG@10"),
            ("ndcg_cut.10", "nDCG@10"),
            ("map", "AP"),
            ("P_10", "P@10"),
            ("recall_1000", "R@1000"),
            ("success_5", "Success@5"),
            ("recip_rank", "RR"),
            ("map_avgjg", "AP(groups)"),
            ("P_avgjg_5", "P(groups=True)@5"),
            ("num_rel_ret", "NumRelRet"),
            ("NumRet(rel=2)", "NumRelRet(rel=2)"),
            ("SetP", "set_P"),
        ] {
            let (theirs, ours) = (parse(theirs), parse(ours));
            assert_eq!(Measure { label: ours.label.clone(), ..theirs }, ours);
        }
    }

    #[test]
    fn labels_stay_as_written() {
        let labels: Vec<String> =
            list(" nDCG', P_10 AP(rel=2,judged_only) ").unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(labels, ["nDCG'", "P_10", "AP(rel=2,judged_only)"]);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_hint() {
        for text in [
            "",
            "x",
            "nDCG@",
            "nDCG@0",
            "nDCG@-1",
            "P@ten",
            "P(rel=x)@5",
            "P(rel=2@5",
            "nDCG(rel=2)",
            "Bpref@5",
            "Success",
            "AP(judged_only=maybe)",
            "BprefF(full=0)",
            "nDCG(dcg='no')",
            "NumQ(groups)",
            "P(lvl=2)",
            "Rprec_5",
        ] {
            let error = list(text).unwrap_err();
            assert!(error.hint().is_some(), "{text}: {error}");
        }
    }

    #[test]
    fn composed_measures_take_levels() {
        assert_eq!(parse("BprefF").kind, Kind::HarmonicBpref { full: 3, partial: 1 });
        assert_eq!(parse("BprefF(full=2)").kind, Kind::HarmonicBpref { full: 2, partial: 1 });
    }
}
