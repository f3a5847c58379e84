//! Real pages: every formula that a page gives an id to is found under that id.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use corpus::collection::{Entry, Progress, SurveyOptions, survey};
use document::markup::delimited;
use formula::Notation;
use testkit::{shared, shared_text};

fn entries(path: &str) -> Vec<Entry> {
    let source = shared(path);
    survey(&[source], &SurveyOptions::default()).entries
}

/// The values of an attribute of the elements that begin with `element`.
fn values<'a>(source: &'a str, element: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    source.split(element).skip(1).filter_map(move |rest| {
        let (tag, _) = rest.split_once('>')?;
        let (_, value) = tag.split_once(attribute)?;
        value.split('"').next()
    })
}

fn counted<'a>(ids: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    ids.for_each(|id| *counts.entry(id.to_owned()).or_default() += 1);
    counts
}

/// Pages saved from Math Stack Exchange, with their formulas as MathML in spans with ids. Some spans are in spans, and
/// some were put around a letter of a word.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn formulas_of_saved_pages_keep_their_ids() {
    let (mut spans, mut formulas, mut visual, mut missing) = (0, 0, 0, Vec::new());
    for entry in entries("answers-dev/html-sample.tar.gz") {
        let source = std::fs::read_to_string(entry.main_file()).unwrap();
        let expected = counted(values(&source, "<span class=\"math-container\"", " id=\""));
        let units: Vec<_> = entry.read(&Arc::new(Progress::default())).unwrap().map(Result::unwrap).collect();
        let [unit] = &units[..] else { panic!("{} units", units.len()) };
        assert!(!unit.title.is_empty() && !unit.body.is_empty());
        let found: Vec<_> = unit.texts().flat_map(|(_, text)| &text.formulas).collect();
        let ids = counted(found.iter().filter_map(|formula| formula.id.as_deref()));
        spans += expected.values().sum::<usize>();
        formulas += found.len();
        visual += found.iter().filter(|formula| formula.visual_id.is_some()).count();
        missing.extend(expected.into_iter().filter(|(id, count)| ids.get(id) != Some(count)));
    }
    eprintln!(
        "{spans} spans with ids, {formulas} formulas, {visual} with visual ids, not found: {missing:?}"
    );
    assert!(missing.is_empty());
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn formulas_of_ntcir_articles_keep_their_ids() {
    let mut total = 0;
    for entry in entries("ntcir/ntcir12-articles-sample.tar.gz") {
        let source = std::fs::read_to_string(entry.main_file()).unwrap();
        let expected: Vec<&str> = values(&source, "<math", " id=\"").collect();
        let units: Vec<_> = entry.read(&Arc::new(Progress::default())).unwrap().map(Result::unwrap).collect();
        let [unit] = &units[..] else { panic!("{} units", units.len()) };
        assert_eq!(unit.kind, "article");
        assert!(entry.name.contains(&unit.id), "{} in {}", unit.id, entry.name);
        let found: Vec<&str> =
            unit.body.formulas.iter().filter_map(|formula| formula.id.as_deref()).collect();
        assert_eq!(found, expected);
        let is_whole = |formula: &document::Occurrence| {
            formula.notation == Notation::MathMl && source.contains(&formula.source)
        };
        assert!(unit.body.formulas.iter().all(is_whole), "{}", unit.id);
        total += found.len();
    }
    eprintln!("{total} formulas");
}

/// The text between dollars in the posts is what the collection lists as their formulas.
///
/// The list lacks environments without dollars and the formulas of many comments. Its formulas that are not found are
/// not between matching dollars: empty formulas, prose between formulas, pieces of words and of other formulas.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn formulas_of_posts_are_those_of_the_list() {
    let (posts, list) =
        (shared_text("answers-dev/units.jsonl.gz"), shared_text("answers-dev/formula-instances.tsv.gz"));
    let mut found: HashMap<(String, &str, String), usize> = HashMap::new();
    let mut count = 0;
    for line in posts.lines() {
        let post: serde_json::Value = serde_json::from_str(line).unwrap();
        let comments = post["comments"].as_array().into_iter().flatten().map(|comment| ("comment", comment));
        for (field, text) in [("title", &post["title"]), ("body", &post["body"])].into_iter().chain(comments)
        {
            for formula in delimited(text.as_str().unwrap_or("")).formulas {
                count += 1;
                let id = post["id"].as_str().unwrap().to_owned();
                *found.entry((id, field, squashed(&formula.source))).or_default() += 1;
            }
        }
    }
    let (mut listed, mut lost) = (0, 0);
    for row in list.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let field = match columns[3] {
            "title" => "title",
            "question" | "answer" => "body",
            _ => "comment",
        };
        let key = (columns[2].to_owned(), field, squashed(columns[4]));
        listed += 1;
        match found.get_mut(&key).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => lost += 1,
        }
    }
    eprintln!("{listed} listed, {count} found, {lost} listed and not found");
    assert!(lost * 400 < listed, "{lost} of {listed} formulas are not found");
}

/// A formula without white space, and without the comment signs at LaTeXML's line breaks.
fn squashed(latex: &str) -> String {
    let decoded = latex.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    decoded.chars().filter(|c| !c.is_whitespace() && *c != '%').collect()
}
