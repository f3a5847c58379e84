//! Descriptions marked in a text, in the format of NTCIR-10: ours written, and those of people compared with ours.
//!
//! Strict: the same phrase. Soft: the heads of the phrases are the same. Short: the same short form. Two baselines are measured
//! beside ours, as papers do: the noun phrase nearest to the formula, and all nouns within ten words.
//!
//! What it is not: a reader of formulas. A formula is what stands in its `math` element.

use std::ops::Range;

use document::markup::delimited;
use graph::annotations::{self, Annotated, Annotation, Kind};
use graph::describe::{self, Description};
use serde::Serialize;

use crate::VERSION;
use crate::error::{Error, Result};

/// Words on either side of a formula that the second baseline takes.
const WINDOW: usize = 10;

/// How far descriptions agree with those that people marked.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Of the JSON.
    pub version: u32,
    /// Formulas of the text.
    pub formulas: usize,
    /// Formulas that people described.
    pub described: usize,
    /// Ours and the baselines, in several senses.
    pub agreements: Vec<Agreement>,
}

/// One of them.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// Whose descriptions, and when they count as right.
    pub name: &'static str,
    /// The share of them that is right.
    pub precision: f64,
    /// The share of the marked ones that is found.
    pub recall: f64,
    /// The harmonic mean.
    pub f1: f64,
}

/// A text with our descriptions marked in it. Formulas are numbered from 1.
///
/// ```
/// let marked = engine::meaning::annotations::annotated("Let $G$ be a finite group.");
/// let expected = "Let <math id=\"1\">$G$</math> be <description mid=\"1\" did=\"1\">a \
///     <sdescription mid=\"1\" did=\"1\">finite group</sdescription></description>.";
/// assert_eq!(marked, expected);
/// ```
pub fn annotated(text: &str) -> String {
    let text = delimited(text);
    let places: Vec<Range<usize>> = text.formulas.iter().map(|one| one.place.clone()).collect();
    let mut marks = Vec::new();
    for (number, one) in (1..).zip(describe::describe(&text.text, &places)) {
        let mark = |kind: Kind, place: Range<usize>| Annotation {
            kind,
            formula: one.formula.to_string(),
            id: number.to_string(),
            place,
            more: Vec::new(),
        };
        marks.push(mark(Kind::Full, one.place.clone()));
        if let Some(at) = one.text.find(&one.short).map(|at| one.place.start + at) {
            marks.push(mark(Kind::Short, at..at + one.short.len()));
        }
    }
    let formulas = (1..).zip(places).map(|(number, place): (usize, _)| (number.to_string(), place)).collect();
    annotations::write(&Annotated { text: text.text, formulas, annotations: marks })
}

/// Compares our descriptions with those that a text has marked; `name` is what errors call the text.
pub fn measure(name: &str, source: &str) -> Result<Measured> {
    let before = |byte: u64| source.bytes().zip(0..byte).map(|(byte, _)| byte);
    let line = |byte: u64| 1 + before(byte).filter(|byte| *byte == b'\n').count();
    let marked = annotations::read(source).map_err(|error| Error::BadRequest {
        field: None,
        message: format!("{name}:{}: the annotated text cannot be read: {error}", line(error.byte)),
        hint: Some("every element that begins has to end; `&` is written `&amp;`".to_owned()),
    })?;
    let places: Vec<Range<usize>> = marked.formulas.iter().map(|(_, place)| place.clone()).collect();
    let wanted = |kind: Kind| -> Vec<(usize, String)> {
        let of_kind = marked.annotations.iter().filter(|one| one.kind == kind);
        let known = of_kind.filter_map(|one| {
            let number = marked.formulas.iter().position(|(id, _)| *id == one.formula)? + 1;
            Some((number, folded(marked.text.get(one.place.clone())?)))
        });
        known.collect()
    };
    let (full, short) = (wanted(Kind::Full), wanted(Kind::Short));
    let ours = describe::describe(&marked.text, &places);
    let nearest = describe::nearest_noun(&marked.text, &places);
    let texts = |list: &[Description]| -> Vec<(usize, String)> {
        list.iter().map(|one| (one.formula, folded(&one.text))).collect()
    };
    let shorts = |list: &[Description]| -> Vec<(usize, String)> {
        list.iter().map(|one| (one.formula, folded(&one.short))).collect()
    };
    let words = describe::window(&marked.text, &places, WINDOW).into_iter();
    let words: Vec<(usize, String)> =
        words.flat_map(|(at, words)| words.into_iter().map(move |word| (at, word))).collect();
    let is_same = |one: &str, two: &str| one == two;
    let agreements = vec![
        agreement("strict", &texts(&ours), &full, is_same),
        agreement("soft", &texts(&ours), &full, shares_head),
        agreement("short", &shorts(&ours), &short, is_same),
        agreement("nearest noun phrase, strict", &texts(&nearest), &full, is_same),
        agreement("nearest noun phrase, soft", &texts(&nearest), &full, shares_head),
        agreement("nouns within 10 words, soft", &words, &full, shares_head),
    ];
    let mut described: Vec<usize> = full.iter().map(|(formula, _)| *formula).collect();
    described.sort_unstable();
    described.dedup();
    Ok(Measured { version: VERSION, formulas: places.len(), described: described.len(), agreements })
}

fn agreement(
    name: &'static str,
    found: &[(usize, String)],
    wanted: &[(usize, String)],
    is_same: impl Fn(&str, &str) -> bool,
) -> Agreement {
    let has = |list: &[(usize, String)], one: &(usize, String)| {
        list.iter().any(|other| other.0 == one.0 && is_same(&other.1, &one.1))
    };
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let precision = share(found.iter().filter(|one| has(wanted, one)).count(), found.len());
    let recall = share(wanted.iter().filter(|one| has(found, one)).count(), wanted.len());
    let sum = precision + recall;
    Agreement { name, precision, recall, f1: if sum == 0.0 { 0.0 } else { 2.0 * precision * recall / sum } }
}

/// In lower case, with single spaces.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether the head of one phrase, the last word before `of`, is the head of the other.
fn shares_head(one: &str, two: &str) -> bool {
    let head = |phrase: &str| {
        let before = phrase.split(" of ").next().unwrap_or("");
        before.rsplit(' ').next().unwrap_or("").trim_end_matches('s').to_owned()
    };
    head(one) == head(two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_annotations_agree_with_ours() {
        let text = "Let $G$ be a group of order $n$ & let $H$ be the subgroup. The matrix $A$ is small.";
        let measured = measure("marked.xml", &annotated(text)).unwrap();
        assert_eq!(measured.formulas, 4);
        assert!(measured.described >= 3, "{measured:?}");
        for one in &measured.agreements[..3] {
            assert_eq!(one.f1, 1.0, "{one:?}");
        }
        assert!(measured.agreements[5].precision < 1.0);
    }

    #[test]
    fn broken_markup_is_an_error_with_its_place() {
        let error = measure("marked.xml", "One line.\n<math id=\"1\">x").unwrap_err().to_string();
        assert!(error.starts_with("marked.xml:2: the annotated text cannot be read"), "{error}");
    }
}
