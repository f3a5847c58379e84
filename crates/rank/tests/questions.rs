//! Questions on small threads: what each kind of evidence does, and what is promised of scores.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use document::markup::delimited;
use document::{Link, Unit};
use index::{Budget, Index, Profile, Settings, Writer};
use rank::questions::candidates::bag::{Bag, Norms};
use rank::questions::candidates::traversal::Traversal;
use rank::questions::evidence::wildcards::Patterns;
use rank::questions::explanation::matches;
use rank::questions::extract::{MOST_CHARACTERS, extract};
use rank::questions::{Evidence, Pipeline, Question, Results, Searcher, Want};
use tempfile::TempDir;
use testkit::timed;

fn question(id: &str, title: &str, body: &str) -> Unit {
    let (title, body) = (delimited(title), delimited(body));
    Unit { id: id.to_owned(), kind: "question".to_owned(), title, body, ..Unit::default() }
}

fn answer(id: &str, parent: &str, body: &str) -> Unit {
    let (kind, parent) = ("answer".to_owned(), Some(parent.to_owned()));
    Unit { id: id.to_owned(), kind, parent, body: delimited(body), ..Unit::default() }
}

fn index(units: &[Unit]) -> (TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { profile: Profile::from_name("research"), memory: 64 << 20 };
    let mut writer = Writer::open(folder.path(), settings).unwrap();
    // Answers come before their questions: a collection can have any order.
    writer.add("threads.jsonl", units).unwrap();
    writer.finish().unwrap();
    let index = Index::open(folder.path()).unwrap();
    (folder, index)
}

fn search(index: &Index, pipeline: &str, want: Want, query: &Question) -> Results {
    let pipeline = Pipeline::load(pipeline).unwrap();
    Searcher::new(index, &pipeline, want).unwrap().search(query, 10).unwrap()
}

/// A pipeline of bags that count words alone.
fn bags(settings: &str) -> Pipeline {
    let text = format!("name='x'\npurpose=''\n{settings}");
    Pipeline::parse("x.toml", &text).unwrap()
}

fn ids(index: &Index, found: &Results) -> Vec<String> {
    found.hits.iter().map(|hit| index.units().unwrap().id(hit.unit)).collect()
}

fn thread() -> Vec<Unit> {
    vec![
        answer("a1", "q1", "Assume it is a fraction in lowest terms. Then both are even."),
        answer("a2", "q1", "It cannot be drawn with a ruler alone."),
        answer("b1", "q2", "Multiply by the conjugate and take the limit."),
        question("q1", r"Why is $\sqrt{2}$ irrational?", "I know the number but not the proof."),
        question("q2", r"Limit of $\frac{\sin x}{x}$", "How does one compute this limit at zero?"),
    ]
}

#[test]
fn an_answer_is_found_by_the_words_and_formulas_of_its_question() {
    let (_folder, index) = index(&thread());
    for query in ["irrational number", r"$\sqrt{2}$"] {
        let found = search(&index, "best", Want::Answers, &Question::read(query));
        let ids = ids(&index, &found);
        assert!(ids.starts_with(&["a1".into()]) || ids.starts_with(&["a2".into()]), "{query}: {ids:?}");
        assert!(!ids[..2].contains(&"b1".to_owned()), "{query}: {ids:?}");
    }
}

#[test]
fn every_pipeline_runs_and_its_parts_add_up() {
    let (_folder, index) = index(&thread());
    for name in Pipeline::names().filter(|name| *name != "dense") {
        let found =
            search(&index, name, Want::Answers, &Question::read("limit of a fraction $\\frac{\\sin x}{x}$"));
        // No question here is linked, and no answer has a formula.
        assert!(!found.hits.is_empty() || ["linked-posts", "tangent-s"].contains(&name), "{name}");
        for hit in &found.hits {
            let sum: f64 = hit.parts.iter().map(|part| part.contribution).sum();
            assert!((sum - hit.score).abs() < 1e-9, "{name}");
        }
        assert!(found.hits.is_sorted_by(|one, two| one.score >= two.score), "{name}");
    }
}

#[test]
fn vectors_are_missed_with_a_hint_only_where_nothing_else_is_there() {
    let (_folder, index) = index(&thread());
    let pipeline = Pipeline::load("dense").unwrap();
    let error = Searcher::new(&index, &pipeline, Want::Answers).err().unwrap();
    assert!(error.hint().is_some_and(|hint| hint.contains("vectors")), "{error}");
}

#[test]
fn votes_and_acceptance_decide_between_equal_answers() {
    for is_by_votes in [true, false] {
        let mut units = vec![
            answer("low", "q", "Use induction on the number of vertices."),
            answer("high", "q", "Use induction on the number of vertices."),
            answer("other", "p", "Draw a picture."),
            question("q", "How many edges has a tree?", "Count them."),
            question("p", "What is a planar graph?", ""),
        ];
        if is_by_votes {
            units[0].score = Some(1);
            units[1].score = Some(9);
        } else {
            units[1].accepted = true;
        }
        let (_folder, index) = index(&units);
        let asked = Question::new(delimited("edges of a tree"), delimited(""), Vec::new());
        let found = search(&index, "two-step", Want::Answers, &asked);
        assert_eq!(ids(&index, &found)[0], "high");
    }
}

#[test]
fn answers_to_linked_questions_come_first() {
    let mut units = vec![
        answer("far", "q2", "Nothing of interest here about sums."),
        answer("near", "q3", "Sums, sums, sums."),
        question("q1", "A sum of squares", ""),
        question("q2", "An older question", ""),
        question("q3", "Sums", "sums"),
    ];
    units[2].links = vec![Link { kind: "duplicate".to_owned(), target: "q2".to_owned() }];
    let (_folder, index) = index(&units);
    let asked = Question::of_unit(&index.unit("q1").unwrap().unwrap());
    let found = search(&index, "linked-questions", Want::Answers, &asked);
    assert_eq!(ids(&index, &found)[0], "far");
}

#[test]
fn demands_and_filters_are_met_and_a_failed_phrase_is_relaxed() {
    let mut units = thread();
    units[3].tags = vec!["number-theory".to_owned()];
    let (_folder, index) = index(&units);
    let found = |query: &str| {
        let found = search(&index, "best", Want::Units, &Question::read(query));
        (ids(&index, &found), found.relaxed_phrases)
    };
    assert_eq!(found("limit +conjugate").0, ["b1"]);
    assert!(!found("limit -conjugate").0.contains(&"b1".to_owned()));
    let (tagged, _) = found("proof tag:number-theory");
    assert!(tagged.contains(&"q1".to_owned()) && !tagged.contains(&"b1".to_owned()), "{tagged:?}");
    assert_eq!(found(r#""lowest terms""#).0, ["a1"]);
    let (relaxed, phrases) = found(r#""terms lowest in""#);
    assert!(relaxed.contains(&"a1".to_owned()), "{relaxed:?}");
    assert_eq!(phrases, ["terms lowest in"]);
    assert!(found("kind:question").0.iter().all(|id| id.starts_with('q')));
    let contains = found(r"proof +$\frac{\sin x}{x}$").0;
    assert!(contains.iter().all(|id| id == "q2" || id == "b1"), "{contains:?}");
}

#[test]
fn the_unit_that_is_called_so_comes_first() {
    let (_folder, index) = index(&[
        question("mention", "Abelian group problems", "abelian group abelian group abelian group"),
        question("named", "Abelian groups", "Short."),
    ]);
    let found = search(&index, "best", Want::Units, &Question::read("abelian group"));
    assert_eq!(ids(&index, &found)[0], "named");
}

#[test]
fn wildcards_mean_the_same_in_all_formulas() {
    let (_folder, index) = index(&[
        question("apart", "", "Here $u^2=1$ and $v\\ne 1$."),
        question("together", "", "Here $u^2=1$ and $u\\ne 1$."),
    ]);
    let asked = Question::read("$?x^2=1$ $?x\\ne 1$");
    let found = search(&index, "best", Want::Units, &asked);
    assert_eq!(ids(&index, &found)[0], "together");
    let patterns = Patterns::of(&asked).unwrap();
    let unit = |id: &str| index.unit(id).unwrap().unwrap();
    assert!(patterns.fit(&index, &unit("together")).is_some());
    assert!(patterns.fit(&index, &unit("apart")).is_none());
}

#[test]
fn an_extract_is_whole_sentences_of_the_best_answer() {
    let filler = "This sentence is only here to make the answer long. ".repeat(40);
    let body = format!("{filler}The series converges because its ratio is $\\frac12$. {filler}");
    let (_folder, index) =
        index(&[answer("long", "q", &body), question("q", "Does the series converge?", "ratio $\\frac12$")]);
    let asked = Question::read("does the series with ratio $\\frac12$ converge?");
    let found = search(&index, "best", Want::Answers, &asked);
    let extract = extract(&index, &asked, &found.hits).unwrap().unwrap();
    assert!(extract.text.chars().count() <= MOST_CHARACTERS);
    assert!(extract.text.contains("converges because its ratio is $\\frac12$"), "{}", extract.text);
    assert!(extract.text.ends_with('.') && extract.text.starts_with("This"), "{}", extract.text);
    assert_eq!(extract.source, "long");
}

#[test]
fn a_deleted_question_leaves_its_answers_alone() {
    let (folder, _) = index(&thread());
    let mut writer = Writer::open(folder.path(), Settings { profile: None, memory: 64 << 20 }).unwrap();
    writer.delete("q1").unwrap();
    writer.commit().unwrap();
    drop(writer);
    let index = Index::open(folder.path()).unwrap();
    let found = search(&index, "best", Want::Answers, &Question::read("irrational"));
    assert!(found.hits.is_empty());
    let found = search(&index, "best", Want::Answers, &Question::read("fraction in lowest terms"));
    assert_eq!(ids(&index, &found)[0], "a1");
}

#[test]
fn thousands_of_wildcards_are_no_danger() {
    let (_folder, index) = index(&thread());
    let query = "$?$ ".repeat(5000);
    let found = search(&index, "best", Want::Units, &Question::read(&query));
    assert!(found.hits.len() <= 10);
}

#[test]
fn bags_that_are_read_together_score_as_each_does_alone() {
    let (_folder, index) = index(&thread());
    let (units, targets) = (index.units().unwrap(), Want::Answers.targets(&index).unwrap());
    let mut bags: Vec<(Bag, Norms)> = Vec::new();
    for name in Pipeline::names() {
        for evidence in Pipeline::load(name).unwrap().evidence.into_values() {
            if let Evidence::Bag(bag) = evidence {
                let norms = Norms::new(&bag, units, &targets).unwrap();
                bags.push((bag, norms));
            }
        }
    }
    assert!(bags.len() > 10);
    let terms = Question::read(r"the limit of both fractions, $\frac{\sin x}{x}$ and $\sqrt{2}$").terms;
    let scores = |bags: &[(Bag, Norms)]| {
        let bags = bags.iter().map(|(bag, norms)| (bag, norms)).collect();
        let budget = &Budget::default();
        Traversal { bags, units, targets: &targets, budget }.scores(&terms).unwrap()
    };
    let together = scores(&bags);
    assert!(together.iter().flatten().any(|score| *score > 0.0));
    for (bag, scored) in bags.chunks(1).zip(&together) {
        for (alone, together) in scores(bag).iter().flatten().zip(scored) {
            assert!((alone - together).abs() <= 1e-5 * alone.abs(), "{alone} and {together}");
        }
    }
    assert!(scores(&[]).is_empty());
}

#[test]
fn thousands_of_formulas_are_looked_for_once_each() {
    let (_folder, index) = index(&thread());
    let unit = index.unit("q1").unwrap().unwrap();
    let (question, reading) = timed(|| Question::read(&r"$\sqrt{2}$ and $x^2$ ".repeat(1000)));
    let (found, showing) = timed(|| matches(&index, &question, &unit, 2));
    assert_eq!(found.iter().map(|found| found.asked).collect::<Vec<_>>(), [0]);
    // Reading them takes its time; what is shown of them must not come to more.
    assert!(showing < reading + Duration::from_millis(200), "{showing:?}, {reading:?}");
    // Of too many formulas, the largest are searched for.
    let many: String = (0..200).map(|number| format!("${number}$ ")).collect();
    let found = matches(&index, &Question::read(&format!("{many}$\\sqrt{{2}}$")), &unit, 2);
    assert_eq!(found.first().map(|found| found.asked), Some(200));
}

#[test]
fn another_name_counts_where_a_bag_says_so() {
    let units = [
        answer("a1", "q9", "Take an antiderivative of both sides."),
        answer("a2", "q9", "Use the greatest common divisor of both."),
        answer("a3", "q9", "The common sides of a triangle."),
    ];
    let (_folder, index) = index(&units);
    let found = |query: &str, synonyms: f32| {
        let bag = format!("[evidence.b]\nkind='bag'\nwords=1.0\nsynonyms={synonyms}\nown={{ body=1.0 }}");
        let pipeline = bags(&format!("weights={{ b=1.0 }}\n{bag}"));
        let searcher = Searcher::new(&index, &pipeline, Want::Answers).unwrap();
        ids(&index, &searcher.search(&Question::read(query), 10).unwrap())
    };
    for (query, answer) in [("primitive", "a1"), ("gcd", "a2")] {
        assert!(found(query, 0.0).is_empty(), "{query}");
        assert_eq!(found(query, 0.3), [answer], "{query}: all words of a phrase are wanted");
    }
    // The word itself counts more.
    assert_eq!(found("antiderivative gcd", 0.3), ["a1", "a2"]);
}

#[test]
fn a_question_is_found_by_its_answers_where_a_bag_says_so() {
    let (_folder, index) = index(&thread());
    let found = |answers: &str| {
        let bag =
            format!("[evidence.b]\nkind='bag'\nwords=1.0\nown={{ title=1.0, body=1.0 }}\nanswers={answers}");
        let pipeline = bags(&format!("weights={{ b=1.0 }}\n{bag}"));
        let searcher = Searcher::new(&index, &pipeline, Want::Questions).unwrap();
        ids(&index, &searcher.search(&Question::read("lowest conjugate"), 10).unwrap())
    };
    assert!(found("{}").is_empty());
    let mut both = found("{ body=1.0 }");
    both.sort();
    assert_eq!(both, ["q1", "q2"]);
}

#[test]
fn feedback_finds_what_the_first_unit_says_in_other_words() {
    let units = [
        answer("a1", "q9", "The cosine of an angle is its adjacent over its hypotenuse."),
        answer("a2", "q9", "Adjacent over hypotenuse, by definition."),
        answer("a3", "q9", "The area of a circle."),
    ];
    let (_folder, index) = index(&units);
    let pipeline = bags(
        "weights={ b=1.0, more=0.5 }\n[evidence.b]\nkind='bag'\nwords=1.0\nown={ body=1.0 }\n\
         [evidence.more]\nkind='feedback'\nof='b'\nunits=1\nterms=10",
    );
    let searcher = Searcher::new(&index, &pipeline, Want::Answers).unwrap();
    let found = searcher.search(&Question::read("cosine"), 10).unwrap();
    assert_eq!(ids(&index, &found), ["a1", "a2"]);
    assert!(
        found.hits.iter().all(|hit| hit.parts.iter().any(|part| part.name == "more" && part.value > 0.0))
    );
}
