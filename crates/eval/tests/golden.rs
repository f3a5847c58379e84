//! Numbers that trec_eval 10.0-rc3 gives for the official ARQMath judgements.
//!
//! Two made-up runs that anyone can build: *const* gives every judged document the score 1, so that
//! everything hangs on the order of ties; *mod* gives it its docno modulo 1000, so that there are both
//! ties and an order. And three submitted runs with the numbers of their paper.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use eval::Options;
use trec::run::Builder;
use trec::{Qrels, Run};

const MEASURES: &str = "nDCG,AP(rel=2),P(rel=2)@10,Bpref(rel=2),RR(rel=2)";

/// Judgements, the numbers of *const*, the numbers of *mod*.
const GOLDEN: [(&str, [&str; 5], [&str; 5]); 4] = [
    (
        "task1-2020",
        ["0.4404", "0.0550", "0.0273", "0.0185", "0.0965"],
        ["0.4418", "0.0551", "0.0377", "0.0214", "0.1026"],
    ),
    (
        "task2-2021",
        ["0.6288", "0.2388", "0.1828", "0.1495", "0.3501"],
        ["0.6534", "0.2632", "0.2345", "0.1771", "0.4058"],
    ),
    (
        "task1-2022",
        ["0.5673", "0.0981", "0.0872", "0.0467", "0.1829"],
        ["0.5753", "0.0980", "0.0897", "0.0485", "0.2301"],
    ),
    (
        "task2-2022",
        ["0.6594", "0.2747", "0.2447", "0.1981", "0.3927"],
        ["0.6630", "0.2790", "0.2382", "0.2031", "0.4671"],
    ),
];

fn judged(qrels: &Qrels, score: impl Fn(&str) -> f64) -> Run {
    let mut builder = Builder::new("judged", "judged");
    for topic in qrels.topics() {
        for judgement in &topic.judgements {
            let docno = qrels.docno(judgement);
            assert!(builder.push(&topic.id, docno, score(docno)));
        }
    }
    builder.finish()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn judged_documents_with_one_score() {
    for (name, expected, _) in GOLDEN {
        let qrels = common::qrels(&format!("arqmath/qrels/{name}.qrels"));
        let run = judged(&qrels, |_| 1.0);
        assert_eq!(common::overall(&qrels, &run, MEASURES, Options::default()), expected, "{name}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn judged_documents_by_docno_modulo_1000() {
    for (name, _, expected) in GOLDEN {
        let qrels = common::qrels(&format!("arqmath/qrels/{name}.qrels"));
        let run = judged(&qrels, |docno| (docno.parse::<u64>().unwrap() % 1000) as f64);
        assert_eq!(common::overall(&qrels, &run, MEASURES, Options::default()), expected, "{name}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn submitted_runs_have_the_numbers_of_their_paper() {
    let qrels = common::qrels("arqmath/qrels/task1-2020.qrels");
    let mut found = Vec::new();
    for name in ["A", "A2", "P"] {
        let run = common::run(&format!("arqmath/runs/psu2020-{name}.tsv.gz"));
        found.push(common::overall(
            &qrels,
            &run,
            "nDCG',MAP',P'@10",
            Options { level: 2, ..Options::default() },
        ));
    }
    found.sort();
    let expected =
        [["0.2105", "0.0462", "0.0260"], ["0.2277", "0.0536", "0.0545"], ["0.2625", "0.0822", "0.1156"]];
    assert_eq!(found, expected);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn no_run_can_be_better_than_the_pool_allows() {
    for (name, most) in [("task1-2022", "0.9500"), ("task2-2022", "0.9303")] {
        let qrels = common::qrels(&format!("arqmath/qrels/{name}.qrels"));
        let judgements = eval::Judgements::new(&qrels);
        let perfect = eval::extremes::perfect_order(&judgements);
        let options = Options { level: 2, ..Options::default() };
        assert_eq!(common::overall(&qrels, &perfect, "P'@10,nDCG'", options), [most, "1.0000"], "{name}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn judgements_have_the_published_counts() {
    for (name, topics, counts) in [
        ("task1-2020", 77, [35051, 2269, 1071, 733]),
        ("task2-2021", 58, [5015, 1306, 860, 934]),
        ("task1-2022", 78, [26983, 4921, 2076, 867]),
        ("task2-2022", 76, [6733, 1990, 1600, 1215]),
    ] {
        let qrels = common::qrels(&format!("arqmath/qrels/{name}.qrels"));
        let mut found = [0; 4];
        let judgements = qrels.topics().iter().flat_map(|topic| &topic.judgements);
        judgements.for_each(|judgement| found[judgement.grade as usize] += 1);
        assert_eq!((qrels.topics().len(), found), (topics, counts), "{name}");
    }
}

/// C's printf rounds the exact binary value, and to even in a tie; so must we.
#[test]
fn numbers_are_rounded_as_by_printf() {
    let measure: eval::Measure = "AP".parse().unwrap();
    for (value, expected) in [
        (0.03125, "0.0312"),
        (0.09375, "0.0938"),
        (0.00005, "0.0001"),
        (0.12345, "0.1235"),
        (0.99995, "1.0000"),
        (2.0 / 3.0, "0.6667"),
    ] {
        assert_eq!(measure.column().format(value), expected, "{value}");
    }
}
