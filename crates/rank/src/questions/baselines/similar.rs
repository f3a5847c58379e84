//! Similar questions and their answers, the two steps of DPRL at ARQMath.
//!
//! The first step ranks questions by three similarities: of the titles, of the first 128 words of the bodies, and of the
//! last 128. The lists are fused by `Σ similarity / (60 + rank)`, which is *QQSim*. All answers to the first thousand
//! questions are candidates. The similarity of an answer with the question is *QASim*.
//!
//! DPRL's similarities are those of cross-encoders. Here a similarity is the TF-IDF score of a text as a share of the score
//! that the query itself would get, from 0 to 1.

use document::kinds;
use index::Index;
use index::units::Units;
use rustc_hash::FxHashMap;

use super::term_index::TermIndex;
use super::words::Tokenizer;
use crate::fusion::RANK_CONSTANT;
use crate::questions::{Question, Targets};
use crate::{Result, within};

/// The words of a body that a cross-encoder reads.
const WORDS: usize = 128;

/// The questions whose answers are candidates, and the length of each list.
const QUESTIONS: usize = 1000;

/// The questions of an index: titles, beginnings and ends of bodies.
pub struct QuestionSearch {
    tokenizer: Tokenizer,
    pieces: [TermIndex; 3],
}

/// The answers of an index.
pub struct AnswerSearch {
    tokenizer: Tokenizer,
    answers: TermIndex,
}

impl QuestionSearch {
    /// Reads all questions.
    pub fn new(index: &Index) -> Result<QuestionSearch> {
        let units = index.units()?;
        let mut questions: Vec<u32> = Vec::new();
        units.of_kind(kinds::QUESTION, |unit| questions.push(unit))?;
        questions.sort_unstable();
        let mut search = QuestionSearch { tokenizer: Tokenizer::default(), pieces: Default::default() };
        for unit in questions {
            let stored = units.stored(unit)?;
            let texts = search.cut(&stored.title, &stored.body);
            search.pieces.iter_mut().zip(texts).for_each(|(piece, terms)| piece.add(unit, terms));
        }
        Ok(search)
    }

    /// QQSim of all units by number: that of the question for each of its answers.
    pub fn scores(&self, question: &Question, units: &Units, targets: &Targets) -> Result<Vec<f32>> {
        within(&question.budget)?;
        let mut fused: FxHashMap<u32, f64> = FxHashMap::default();
        let texts = self.cut(&question.title.text, &question.body.text);
        for (piece, terms) in self.pieces.iter().zip(texts) {
            for (rank, (unit, similarity)) in (1u32..).zip(first(piece.similarities(&terms))) {
                *fused.entry(unit).or_default() += similarity / (RANK_CONSTANT + f64::from(rank));
            }
        }
        let mut scores = vec![0.0f32; units.count() as usize];
        for (unit, score) in first(fused) {
            for &answer in units.answers(unit) {
                if let Some(slot) = scores.get_mut(answer as usize).filter(|_| targets.contains(answer)) {
                    *slot = score as f32;
                }
            }
        }
        Ok(scores)
    }

    /// The terms of the title, of the beginning and of the end of the body.
    fn cut(&self, title: &str, body: &str) -> [Vec<String>; 3] {
        let words: Vec<&str> = body.split_whitespace().collect();
        let beginning = words.get(..WORDS).unwrap_or(&words).join(" ");
        let end = words[words.len().saturating_sub(WORDS)..].join(" ");
        [title, &beginning, &end].map(|text| self.tokenizer.terms(text))
    }
}

impl AnswerSearch {
    /// Reads all answers.
    pub fn new(index: &Index) -> Result<AnswerSearch> {
        let units = index.units()?;
        let mut answers: Vec<u32> = Vec::new();
        units.of_kind(kinds::ANSWER, |unit| answers.push(unit))?;
        answers.sort_unstable();
        let mut search = AnswerSearch { tokenizer: Tokenizer::default(), answers: TermIndex::default() };
        for unit in answers {
            search.answers.add(unit, search.tokenizer.terms(&units.stored(unit)?.body));
        }
        Ok(search)
    }

    /// QASim of all units by number.
    pub fn scores(&self, question: &Question, units: &Units) -> Result<Vec<f32>> {
        within(&question.budget)?;
        let terms = self.tokenizer.terms(&format!("{} {}", question.title.text, question.body.text));
        let mut scores = vec![0.0f32; units.count() as usize];
        for (unit, similarity) in self.answers.similarities(&terms) {
            if let Some(slot) = scores.get_mut(unit as usize) {
                *slot = similarity as f32;
            }
        }
        Ok(scores)
    }
}

/// The first of a list, best first; equal scores by smaller unit.
fn first(scores: FxHashMap<u32, f64>) -> Vec<(u32, f64)> {
    let mut listed: Vec<(u32, f64)> = scores.into_iter().collect();
    listed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    listed.truncate(QUESTIONS);
    listed
}
