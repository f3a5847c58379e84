//! The same formula in different contexts: the cases of `context/cases.toml`.

#![allow(clippy::unwrap_used, clippy::panic)]

use document::Unit;
use document::markup::delimited;
use formula::Notation;
use index::{Index, Settings, Writer};
use rank::context::{self, Asked, Reranker, Window, With};
use rank::formulas::{Hit, Pipeline, Query, Searcher};
use serde::Deserialize;
use tempfile::TempDir;

/// Of the 60 cases this many must be right with every kind of context.
const LEAST_RIGHT: usize = 50;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    about: String,
    formula: String,
    #[serde(default)]
    title: String,
    question: String,
    #[serde(default)]
    tags: Vec<String>,
    right: Document,
    wrong: Vec<Document>,
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    title: String,
    text: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    asked: String,
    #[serde(default)]
    asked_title: String,
    #[serde(default)]
    asked_tags: Vec<String>,
}

fn cases() -> Vec<Case> {
    toml::from_str::<Cases>(include_str!("context/cases.toml")).unwrap().case
}

impl Document {
    /// The unit, and the question that it answers.
    fn units(&self, id: &str) -> Vec<Unit> {
        let unit = Unit {
            id: id.to_owned(),
            kind: "answer".to_owned(),
            title: delimited(&self.title),
            body: delimited(&self.text),
            tags: self.tags.clone(),
            ..Unit::default()
        };
        if self.asked.is_empty() {
            return vec![unit];
        }
        let question = Unit {
            id: format!("{id}-question"),
            kind: "question".to_owned(),
            title: delimited(&self.asked_title),
            body: delimited(&self.asked),
            tags: self.asked_tags.clone(),
            ..Unit::default()
        };
        vec![Unit { parent: Some(question.id.clone()), ..unit }, question]
    }
}

impl Case {
    /// The documents in an index, the right one last.
    fn index(&self) -> (TempDir, Index) {
        let wrong =
            self.wrong.iter().zip(1..).map(|(document, number)| (format!("wrong-{number}"), document));
        let documents = wrong.chain([("right".to_owned(), &self.right)]);
        let units: Vec<Unit> = documents.flat_map(|(id, document)| document.units(&id)).collect();
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), Settings { profile: None, memory: 64 << 20 }).unwrap();
        writer.add("cases", &units).unwrap();
        writer.finish().unwrap();
        let index = Index::open(folder.path()).unwrap();
        (folder, index)
    }

    fn asked(&self) -> Asked {
        let (title, body) = (delimited(&self.title), delimited(&self.question));
        Asked { title, body, tags: self.tags.clone(), formula: None }
    }

    fn query(&self) -> Query {
        Query::read(&self.formula, Notation::Latex)
    }

    /// Whether the right document scores above all others; without settings, by the formula alone.
    fn is_right(&self, index: &Index, hits: &[Hit], settings: Option<context::Settings>) -> bool {
        let mut reranker =
            Reranker::new(index, &self.query(), &self.asked(), settings.unwrap_or_default()).unwrap();
        let (mut right, mut wrong) = (f64::MIN, f64::MIN);
        for (hit, places) in hits.iter().zip(reranker.occurrences(hits).unwrap()) {
            for place in places {
                let score = if settings.is_some() { place.hit.score } else { hit.score };
                let best = if place.unit_id.starts_with("right") { &mut right } else { &mut wrong };
                *best = best.max(score);
            }
        }
        right > wrong
    }
}

fn hits(index: &Index, query: &Query) -> Vec<Hit> {
    let pipeline = Pipeline::load("best").unwrap();
    Searcher::new(index, &pipeline).unwrap().search(query, 100).hits
}

/// No context at all, and every kind with every window.
fn systems() -> Vec<(String, Option<context::Settings>)> {
    let mut systems = vec![("without context".to_owned(), None)];
    for (with, name) in With::NAMES {
        for window in [Window::Sentence, Window::ThreeSentences] {
            let settings = context::Settings { with, window, ..context::Settings::default() };
            systems.push((format!("{name}, {window:?}"), Some(settings)));
        }
    }
    systems
}

#[test]
fn context_puts_the_right_document_first() {
    let (cases, systems) = (cases(), systems());
    assert_eq!(cases.len(), 60);
    let mut wrong: Vec<Vec<&str>> = vec![Vec::new(); systems.len()];
    for case in &cases {
        let (_folder, index) = case.index();
        let hits = hits(&index, &case.query());
        for ((_, settings), wrong) in systems.iter().zip(&mut wrong) {
            if !case.is_right(&index, &hits, *settings) {
                wrong.push(&case.about);
            }
        }
    }
    for ((name, settings), wrong) in systems.iter().zip(&wrong) {
        let right = cases.len() - wrong.len();
        println!("{name}: {right} of {} right", cases.len());
        match settings {
            // The published representations are compared, not wanted.
            Some(settings) if settings.with.is_published() => {}
            Some(_) => assert!(right >= LEAST_RIGHT, "{name}: {right} right, wrong are {wrong:#?}"),
            // If formulas alone were enough, the cases would test nothing.
            None => assert!(right <= 10, "{name}: {right} right"),
        }
        if settings.is_some() {
            println!("  wrong: {}", wrong.join("; "));
        }
    }
}

#[test]
fn parts_add_up_and_context_is_the_same_twice() {
    for case in cases().iter().take(5) {
        let (_folder, index) = case.index();
        let query = case.query();
        let hits = hits(&index, &query);
        let settings = context::Settings { with: With::WordsAndOperators, ..context::Settings::default() };
        let rerank = || -> Vec<Hit> {
            context::rerank(&index, &query, &case.asked(), hits.clone(), settings).unwrap()
        };
        let ranked = rerank();
        assert_eq!(ranked, rerank());
        assert_eq!(ranked.len(), hits.len());
        for hit in ranked {
            let sum: f64 = hit.parts.iter().map(|part| part.contribution).sum();
            assert!((sum - hit.score).abs() < 1e-9, "{}", case.about);
            assert!(hit.parts.iter().any(|part| part.name == "context-words"));
        }
    }
}
