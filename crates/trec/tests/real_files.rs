//! Real topic files and formula lists: their sizes, and their formulas against a list of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;

use testkit::shared;
use trec::topics::{self, Topic};
use trec::{Input, VisualMap};

fn read(path: &str) -> Vec<Topic> {
    topics::read(&Input::open(shared(path)).unwrap()).unwrap()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn arqmath_topics_are_all_there() {
    for (file, count, first) in [
        ("2020-task1", 98, "A.1"),
        ("2020-task2", 85, "B.1"),
        ("2021-task1", 100, "A.201"),
        ("2021-task2", 100, "B.201"),
        ("2022-task1", 100, "A.301"),
        ("2022-task2", 100, "B.301"),
    ] {
        let topics = read(&format!("arqmath/topics/{file}.xml"));
        assert_eq!((topics.len(), topics[0].id.as_str()), (count, first), "{file}");
        for topic in &topics {
            assert!(
                !topic.title.is_empty() && !topic.question.is_empty() && !topic.tags.is_empty(),
                "{}",
                topic.id
            );
            assert_eq!(topic.formula.is_some(), file.ends_with("task2"), "{}", topic.id);
        }
    }
}

/// The lab's own list of topic formulas has every formula under its id.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn formulas_of_topics_are_those_of_the_formula_list() {
    for (year, least) in [("2020", 0.99), ("2021", 0.97)] {
        let topics = read(&format!("arqmath/topics/{year}-task1.xml"));
        let list = Input::open(shared(&format!("arqmath/gold-trees/{year}-latex.tsv.gz"))).unwrap();
        let rows = list.lines().skip(1).map(|line| line.text.splitn(5, '\t').collect::<Vec<_>>());
        let known: HashMap<&str, String> =
            rows.filter(|row| row.len() == 5).map(|row| (row[0], squeeze(row[4]))).collect();
        let formulas: Vec<_> =
            topics.iter().flat_map(|topic| &topic.formulas).filter(|f| !f.id.is_empty()).collect();
        let same = formulas.iter().filter(|f| known.get(f.id.as_str()) == Some(&squeeze(&f.latex))).count();
        let share = same as f64 / formulas.len() as f64;
        assert!(formulas.len() > 800 && share >= least, "{year}: {same} of {}", formulas.len());
    }
}

/// LaTeX without white space and CSV quotes, which differ in the list, and without HTML escapes, which some of its
/// formulas still have.
fn squeeze(latex: &str) -> String {
    let latex = latex.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    latex.chars().filter(|c| !c.is_whitespace() && *c != '"').collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn ntcir_topics_have_formulas_with_query_variables_and_keywords() {
    for (file, count, formulas, with_variables) in [
        ("ntcir11-main", 50, 55, true),
        ("ntcir11-wikipedia", 100, 100, true),
        ("ntcir12-arxiv", 29, 31, true),
    ] {
        let topics = read(&format!("ntcir/{file}.xml"));
        let all: Vec<_> = topics.iter().flat_map(|topic| &topic.formulas).collect();
        assert_eq!((topics.len(), all.len()), (count, formulas), "{file}");
        assert!(
            all.iter().all(|f| !f.latex.is_empty() && f.mathml.as_ref().unwrap().contains("math")),
            "{file}"
        );
        assert_eq!(all.iter().any(|f| f.mathml.as_ref().unwrap().contains("qvar")), with_variables, "{file}");
    }
    let topics = read("ntcir/ntcir11-main.xml");
    assert!(topics.iter().filter(|topic| !topic.keywords.is_empty()).count() > 40);
    let topics = read("ntcir/ntcir12-browsing-wildcards.txt");
    assert_eq!((topics.len(), topics[1].title.as_str()), (20, "\\mathfrak{P}^{\\qvar{*1*}}"));
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn formula_lists_give_visual_ids() {
    let path = shared("formulas/mse-posts.tsv.gz");
    let mut posts = VisualMap::open(path).unwrap();
    assert_eq!(posts.get("1294").unwrap().to_string(), "8230016");
    assert!(posts.len() > 80_000, "{}", posts.len());
    let path = shared("answers-dev/formula-instances.tsv.gz");
    let instances = VisualMap::open(&path).unwrap();
    assert_eq!(instances.get("1552").unwrap().to_string(), "695948");
    assert!(instances.len() > 76_000, "{}", instances.len());
    // The two lists have different versions, in which some visual ids changed: together they are refused.
    let error = posts.read(&Input::open(path).unwrap()).unwrap_err().to_string();
    assert!(error.contains("has visual id `2775866` here and 92 before"), "{error}");
}
