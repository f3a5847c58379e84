//! Objects that are not units but contain some: question–answer pairs, and formulas of a pool.

use document::{Text, Unit, kinds, markup};
use formula::Notation;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::fields::Fields;

/// The fields by which each kind is recognised.
pub(super) const NAMES: [[&str; 2]; 2] = [["Q", "A"], ["visual_id", "latex_from_slt"]];

/// The units so far: pairs repeat their question, pools their formulas.
#[derive(Default)]
pub(super) struct Foreign {
    seen: FxHashSet<u64>,
}

impl Foreign {
    /// The units in an object that is not a unit itself, or what it lacks; none for an object that should be a unit.
    pub(super) fn units(&mut self, fields: &mut Fields) -> Option<Result<Vec<Unit>, String>> {
        if fields.has("id") {
            return None;
        }
        let is = |names: &[&str; 2]| names.iter().all(|name| fields.has(name));
        Some(match NAMES.iter().position(is)? {
            0 => {
                self.question_and_answer(fields).ok_or_else(|| "a pair without question or answer".to_owned())
            }
            _ => self.formula(fields).ok_or_else(|| "a row without a formula".to_owned()),
        })
    }

    /// `{"Q", "A", "meta": {"url", "question_score", "answer_id", "timestamp"}}`, as in StackMathQA.
    fn question_and_answer(&mut self, fields: &mut Fields) -> Option<Vec<Unit>> {
        let question = fields.string("Q")?;
        let answer = fields.string("A")?;
        let mut about = fields.inner("meta");
        let url = about.string("url");
        let id = match &url {
            Some(url) => url.trim_start_matches("https://").trim_start_matches("http://").to_owned(),
            None => format!("question-{:016x}", xxh3_64(question.as_bytes())),
        };
        let number =
            about.string("answer_id").unwrap_or_else(|| format!("{:016x}", xxh3_64(answer.as_bytes())));
        let answer = Unit {
            id: format!("{id}#answer-{number}"),
            kind: kinds::ANSWER.to_owned(),
            body: markup::delimited(&answer),
            parent: Some(id.clone()),
            thread: Some(id.clone()),
            url: url.clone(),
            ..Unit::default()
        };
        let question = Unit {
            kind: kinds::QUESTION.to_owned(),
            body: markup::delimited(&question),
            thread: Some(id.clone()),
            score: about.integer("question_score"),
            url,
            id,
            ..Unit::default()
        };
        let is_new = self.seen.insert(xxh3_64(question.id.as_bytes()));
        Some(if is_new { vec![question, answer] } else { vec![answer] })
    }

    /// `{"visual_id", "latex_from_slt", …}`: a judged formula, once for each topic.
    fn formula(&mut self, fields: &mut Fields) -> Option<Vec<Unit>> {
        let id = fields.string("visual_id")?;
        let source = fields.string("latex_from_slt")?;
        if !self.seen.insert(xxh3_64(id.as_bytes())) {
            return Some(Vec::new());
        }
        let mut body = Text::formula(source, Notation::Latex, Some(id.clone()));
        if let Some(formula) = body.formulas.first_mut() {
            formula.visual_id = Some(id.clone());
        }
        Some(vec![Unit { id, kind: kinds::FORMULA.to_owned(), body, ..Unit::default() }])
    }
}
