//! The baselines of the ARQMath labs: scores that an independent program computed, the formula of each topic, links.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use document::markup::{delimited, html};
use document::{Link, Unit};
use index::{Index, Settings, Writer};
use rank::questions::baselines::chosen::{largest, layout_nodes};
use rank::questions::{Pipeline, Question, Searcher, Want};
use tempfile::TempDir;

fn given(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/baselines").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(given(name)).unwrap()
}

fn index(units: &[Unit]) -> (TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), Settings::default()).unwrap();
    writer.add("documents.jsonl", units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

fn documents() -> Vec<Unit> {
    let unit = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| value[name].as_str().unwrap_or("").to_owned();
        let tags = value["tags"].as_array().into_iter().flatten();
        Unit {
            id: text("id"),
            kind: text("kind"),
            title: delimited(&text("title")),
            body: delimited(&text("body")),
            tags: tags.map(|tag| tag.as_str().unwrap().to_owned()).collect(),
            parent: value["parent"].as_str().map(str::to_owned),
            ..Unit::default()
        }
    };
    read("documents.jsonl").lines().map(unit).collect()
}

/// The pipeline of a baseline with the stop words of the test.
fn with_stop_words(name: &str) -> Pipeline {
    let file = format!("{}/pipelines/questions/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let words = format!("kind = \"lab-text\"\nstop-words = \"{}\"", given("stop-words.txt").display());
    Pipeline::parse(name, &text.replace("kind = \"lab-text\"", &words)).unwrap()
}

fn found(index: &Index, pipeline: &Pipeline, question: &Question) -> BTreeMap<String, f64> {
    let found = Searcher::new(index, pipeline, Want::Answers).unwrap().search(question, 1000).unwrap();
    let units = index.units().unwrap();
    found.hits.iter().map(|hit| (units.id(hit.unit), hit.score)).collect()
}

#[test]
fn scores_equal_those_of_an_independent_program() {
    let (_folder, index) = index(&documents());
    let mut expected: BTreeMap<(String, String), BTreeMap<String, f64>> = BTreeMap::new();
    for line in read("expected.tsv").lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let key = (columns[0].to_owned(), columns[1].to_owned());
        expected.entry(key).or_default().insert(columns[2].to_owned(), columns[3].parse().unwrap());
    }
    assert_eq!(expected.len(), 12, "six queries, two baselines");
    for line in read("queries.tsv").lines() {
        let [topic, title, body] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let question = Question::new(delimited(title), delimited(body), Vec::new());
        for name in ["tf-idf-terrier", "tf-idf-pyterrier"] {
            let expected = &expected[&(topic.to_owned(), name.to_owned())];
            let found = found(&index, &with_stop_words(name), &question);
            assert!(found.keys().eq(expected.keys()), "{topic} {name}");
            for (id, score) in found {
                let difference = (score - expected[&id]).abs() / expected[&id];
                assert!(difference < 1e-6, "{topic} {name} {id}: {score}, not {}", expected[&id]);
            }
        }
    }
}

/// Words find less than words and paths, and feedback finds answers that have no word of the query.
#[test]
fn paths_and_feedback_find_more() {
    let (_folder, index) = index(&documents());
    let file = format!("{}/pipelines/questions/anserini.toml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let question = Question::new(delimited("Prime $p\\mid ab$"), delimited(""), Vec::new());
    let of = |text: &str| found(&index, &Pipeline::parse("anserini", text).unwrap(), &question);
    let feedback = text.lines().find(|line| line.starts_with("feedback")).unwrap();
    let without_feedback = text.replace(feedback, "");
    let (all, plain) = (of(&text), of(&without_feedback));
    let words = of(&without_feedback.replace("path-words = true", ""));
    assert!(!words.is_empty() && words.len() < plain.len() && plain.len() < all.len());
    assert!(plain.keys().all(|id| all.contains_key(id)));
}

#[test]
fn runs_are_scaled_and_averaged_as_lists() {
    let (_folder, index) = index(&documents());
    let question = Question::new(delimited("Prime divisible $p\\mid ab$"), delimited(""), Vec::new());
    let alone = |name: &str| found(&index, &Pipeline::load(name).unwrap(), &question);
    let scaled = |run: &BTreeMap<String, f64>, id: &String| {
        let least = run.values().copied().fold(f64::INFINITY, f64::min);
        let greatest = run.values().copied().fold(0.0, f64::max);
        run.get(id).map_or(0.0, |score| (score - least) / (greatest - least))
    };
    let (text, formula) = (alone("tf-idf-pyterrier"), alone("tangent-s"));
    assert!(!formula.is_empty() && formula.len() < 140);
    let mean = alone("tf-idf+tangent-s");
    assert!(mean.len() >= text.len().max(formula.len()));
    for (id, score) in &mean {
        let expected = (scaled(&text, id) + scaled(&formula, id)) / 2.0;
        assert!((score - expected).abs() < 1e-5, "{id}: {score}, not {expected}");
    }
}

#[test]
fn answers_to_duplicates_are_listed_by_raw_votes_and_nothing_else_is() {
    let unit = |id: &str, parent: Option<&str>, votes: i64| Unit {
        id: id.to_owned(),
        kind: if parent.is_some() { "answer" } else { "question" }.to_owned(),
        body: delimited("sums"),
        parent: parent.map(str::to_owned),
        score: Some(votes),
        ..Unit::default()
    };
    let mut asked = unit("asked", None, 0);
    let link = |kind: &str, target: &str| Link { kind: kind.to_owned(), target: target.to_owned() };
    asked.links = vec![link("duplicate", "old"), link("related", "other")];
    let units = [
        asked,
        unit("old", None, 3),
        unit("other", None, 3),
        unit("good", Some("old"), 7),
        unit("bad", Some("old"), -2),
        unit("none", Some("old"), 0),
        unit("elsewhere", Some("other"), 90),
    ];
    let (_folder, index) = index(&units);
    let pipeline = Pipeline::load("linked-posts").unwrap();
    let listed = [("bad", -2.0), ("good", 7.0), ("none", 0.0)].map(|(id, votes)| (id.to_owned(), votes));
    let of_unit = Question::of_unit(&index.unit("asked").unwrap().unwrap());
    assert_eq!(found(&index, &pipeline, &of_unit), listed.clone().into());
    // A topic is no unit; its links come with it.
    let topic = || Question::new(delimited("sums"), delimited("sums"), Vec::new());
    assert!(found(&index, &pipeline, &topic()).is_empty());
    let linked = Question { duplicates: vec!["old".to_owned(), "unknown".to_owned()], ..topic() };
    assert_eq!(found(&index, &pipeline, &linked), listed.into());
}

#[test]
fn missing_stop_words_are_an_error_with_a_hint() {
    let (_folder, index) = index(&documents());
    let text = "name='x'\npurpose=''\nweights={ text=1.0 }\n\
        [evidence.text]\nkind='lab-text'\nstop-words='no-such-file.txt'";
    let pipeline = Pipeline::parse("x.toml", text).unwrap();
    let error = Searcher::new(&index, &pipeline, Want::Answers).err().unwrap();
    assert!(error.to_string().starts_with("no-such-file.txt") && error.hint().is_some(), "{error}");
}

/// The formula of a question, and the layout nodes of all its formulas.
fn chosen(title: &str, body: &str) -> (String, Vec<(String, usize)>) {
    let question = Question::new(html(title), html(body), Vec::new());
    let id = |formula: &rank::questions::AskedFormula| formula.id.clone().unwrap_or_default();
    let nodes = question.formulas.iter().map(|formula| (id(formula), layout_nodes(formula))).collect();
    (largest(&question.formulas).map(id).unwrap_or_default(), nodes)
}

#[test]
fn the_largest_formula_of_the_title_is_chosen_else_of_the_body() {
    let formula =
        |id: &str, latex: &str| format!("<span class=\"math-container\" id=\"{id}\">${latex}$</span>");
    let long = formula("q_3", r"\frac{a+b}{c+d}=0");
    let (id, _) = chosen(&format!("{} or {}", formula("q_1", "x"), formula("q_2", "y+1")), &long);
    assert_eq!(id, "q_2");
    let (id, _) = chosen("No formula", &format!("{} {long}", formula("q_1", "x")));
    assert_eq!(id, "q_3");
    // Of equally large ones the first.
    let (id, _) = chosen("", &format!("{} {}", formula("q_1", "x+1"), formula("q_2", "y-2")));
    assert_eq!(id, "q_1");
    assert_eq!(chosen("Nothing", "at all").0, "");
}

/// The topics of ARQMath-1: the chosen formula of the first 30 was checked by hand.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_formula_of_thirty_topics_is_the_one_chosen_by_hand() {
    let text = testkit::shared_text("arqmath/topics/2020-task1.xml");
    let golden = read("chosen-formulas.tsv");
    let mut checked = 0;
    for line in golden.lines().filter(|line| !line.starts_with('#')) {
        let [topic, expected, _why] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (_, rest) = text.split_once(&format!("<Topic number=\"{topic}\">")).unwrap();
        let (topic_text, _) = rest.split_once("</Topic>").unwrap();
        let field = |name: &str| {
            let (_, rest) = topic_text.split_once(&format!("<{name}>")).unwrap();
            let raw = rest.split_once(&format!("</{name}>")).unwrap().0;
            raw.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
        };
        let (id, nodes) = chosen(&field("Title"), &field("Question"));
        assert_eq!(id, expected, "{topic}: {nodes:?}");
        checked += 1;
    }
    assert_eq!(checked, 30);
}

#[test]
fn the_two_steps_are_products_of_similarity_and_quality() {
    let unit = |id: &str, parent: Option<&str>, votes: i64, text: &str| Unit {
        id: id.to_owned(),
        kind: if parent.is_some() { "answer" } else { "question" }.to_owned(),
        title: delimited(if parent.is_some() { "" } else { text }),
        body: delimited(text),
        parent: parent.map(str::to_owned),
        score: Some(votes),
        ..Unit::default()
    };
    let units = [
        unit("q1", None, 0, "convergent series"),
        unit("q2", None, 0, "planar graphs"),
        unit("a1", Some("q1"), 5, "nothing"),
        unit("a2", Some("q1"), 2, "series convergent"),
        unit("a3", Some("q1"), 2, "graphs"),
        unit("a4", Some("q1"), -1, "series"),
        unit("b1", Some("q2"), 9, "convergent series"),
    ];
    let (_folder, index) = index(&units);
    let question = Question::new(delimited("convergent series"), delimited("convergent series"), Vec::new());
    let of = |name: &str| found(&index, &Pipeline::load(name).unwrap(), &question);
    // Title, beginning and end are all equal to the question: three lists with the similarity 1 at rank 1.
    let similarity = 3.0 / 61.0;
    let votes = of("two-step-votes");
    for (id, share) in [("a1", 1.0), ("a2", 0.5), ("a3", 0.5), ("a4", 0.0)] {
        assert!((votes[id] - share * similarity).abs() < 1e-7, "{id}: {votes:?}");
    }
    assert!(!votes.contains_key("b1"), "its question is not similar");
    let answers = of("two-step-answers");
    assert_eq!(answers.len(), 4);
    assert!(answers["a2"] > answers["a4"] && answers["a4"] > 0.0 && answers["a1"] == 0.0, "{answers:?}");
    let ranked = of("svm-rank");
    for id in ["a1", "a2", "a3", "a4"] {
        let expected = 0.52 * similarity + 2.42 * answers[id] / similarity;
        assert!((ranked[id] - expected).abs() < 1e-5, "{id}: {ranked:?}");
    }
}
