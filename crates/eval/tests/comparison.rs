//! Comparisons over real topics, judgements and runs.

#![allow(clippy::unwrap_used)]

mod common;

use common::{qrels, run};
use eval::measure::notation;
use eval::statistics::comparison::{System, compare};
use eval::statistics::slices::slices;
use eval::visual::{judged_formulas, judged_instances};
use eval::{Evaluator, Judgements, Options, Scores};
use testkit::shared;
use trec::{Input, Qrels, TopicInfo, VisualMap};

/// What SciPy's `ttest_rel` says about the per-topic scores of the three submitted runs: measure, p of the
/// run `mlt_bert` and of the fusion, each against `mlt_base`.
const P_VALUES: [(&str, [f64; 2]); 3] = [
    ("nDCG'", [1.276_691_768e-11, 2.004_224_046e-10]),
    ("AP(rel=2)'", [3.969_514_820e-6, 8.634_392_364e-7]),
    ("P(rel=2)'@10", [3.304_110_129e-5, 1.615_699_885e-4]),
];

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_submitted_runs_differ_as_scipy_says() {
    let qrels = qrels("arqmath/qrels/task1-2020.qrels");
    let names = ["mlt_base", "mlt_bert", "reciprocal_rank_fusion_k=60"];
    let files = ["A", "A2", "P"].map(|name| run(&format!("arqmath/runs/psu2020-{name}.tsv.gz")));
    let judgements = Judgements::new(&qrels);
    for (measure, expected) in P_VALUES {
        let measures = notation::list(measure).unwrap();
        let evaluator = Evaluator::new(&judgements, measures, Options::default()).unwrap();
        let of = |name: &str| files.iter().find(|run| run.tag() == name).unwrap();
        let scores: Vec<Scores> = names.iter().map(|name| evaluator.evaluate(of(name)).unwrap()).collect();
        let systems: Vec<System> = names
            .iter()
            .zip(&scores)
            .map(|(&name, scores)| System { name, topics: &scores.topics, values: &scores.values[0] })
            .collect();
        for (found, p) in compare(&systems[0], &systems[1..], 1).iter().zip(expected) {
            let test = found.t_test.unwrap();
            assert_eq!((test.degrees, found.topics), (76, 77));
            assert!((test.p / p - 1.0).abs() < 1e-8, "{measure} {}: {} is not {p}", found.name, test.p);
            assert!(found.difference() < 0.0 && found.is_significant(0.05));
            assert!(found.randomisation.unwrap().p < 0.001);
        }
    }
}

/// Attributes of the judged topics of a year, as slices with their sizes.
fn sizes(info: &TopicInfo, topics: &[&str], attribute: &str) -> Vec<(String, usize)> {
    let values: Vec<Option<&str>> = topics.iter().map(|topic| info.get(topic, attribute)).collect();
    slices(&values).into_iter().map(|slice| (slice.name, slice.topics.len())).collect()
}

fn info(year: u32) -> TopicInfo {
    let mut info = TopicInfo::default();
    info.read(&Input::open(shared(&format!("arqmath/topic-info/task1-{year}.json"))).unwrap()).unwrap();
    info
}

#[track_caller]
fn same(found: Vec<(String, usize)>, expected: &[(&str, usize)]) {
    let found: Vec<(&str, usize)> = found.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(found, expected);
}

/// The file of 2020 holds its own header as a topic; that topic is unjudged.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn one_name_finds_an_attribute_in_every_year() {
    let (first, third) = (info(2020), info(2022));
    let judged = qrels("arqmath/qrels/task1-2020.qrels");
    let topics: Vec<&str> = judged.topics().iter().map(|topic| topic.id.as_str()).collect();
    same(sizes(&first, &topics, "type"), &[("Computation", 26), ("Concept", 10), ("Proof", 41)]);
    same(sizes(&first, &topics, "difficulty"), &[("Easy", 32), ("Medium", 21), ("Hard", 24)]);
    same(sizes(&first, &topics, "dependence"), &[("Both", 32), ("Formula", 32), ("Text", 13)]);
    let judged = qrels("arqmath/qrels/task1-2022.qrels");
    let topics: Vec<&str> = judged.topics().iter().map(|topic| topic.id.as_str()).collect();
    // The file has five topics of type `Proof & Concept`, which count as proofs.
    same(sizes(&third, &topics, "type"), &[("Computation", 21), ("Concept", 16), ("Proof", 41)]);
    same(sizes(&third, &topics, "difficulty"), &[("Low", 17), ("Medium", 43), ("High", 18)]);
    same(sizes(&third, &topics, "dependence"), &[("Both", 46), ("Formula", 22), ("Text", 10)]);
    same(sizes(&third, &topics, "multi-part"), &[("No", 71), ("Yes", 7)]);
    assert_eq!(sizes(&third, &topics, "#Answers").iter().map(|(_, count)| count).sum::<usize>(), 78);
    assert_eq!(sizes(&third, &topics, "#Answers").len(), 3);
}

/// From instances to formulas and back no judged instance loses its grade, and those that look like it gain one.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn judgements_of_instances_and_of_formulas_are_made_from_each_other() {
    let judged = qrels("formula-dev/task2-2021-formula-ids.qrels");
    let file = shared("formulas/mse-posts.tsv.gz");
    let map = VisualMap::open(file).unwrap();
    let formulas = judged_formulas(&judged, &map);
    let instances = judged_instances(&formulas, &map);
    let count = |qrels: &Qrels| qrels.topics().iter().map(|topic| topic.judgements.len()).sum::<usize>();
    assert!(count(&formulas) <= count(&judged) && count(&judged) < count(&instances));
    let back = Judgements::new(&instances);
    let mut checked = 0;
    for (topic, again) in judged.topics().iter().zip(back.topics()) {
        assert_eq!(topic.id, again.id);
        for judgement in &topic.judgements {
            let docno = judged.docno(judgement);
            if map.get(docno).is_some() {
                assert!(again.pool.grade(docno) >= judgement.grade, "{} {docno}", topic.id);
                checked += 1;
            }
        }
    }
    assert!(checked > 800, "{checked} of {} judgements are in the map", count(&judged));
}
