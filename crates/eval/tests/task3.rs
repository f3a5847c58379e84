//! Task 3 of ARQMath-3: average relevance and P@1 of all submitted runs as published, and how the published measures go
//! together.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use eval::evaluation::{Answers, Evaluation};
use eval::pooling::OpenAnswers;
use eval::report::{Report, correlations};
use trec::Input;
use trec::answers::AnswerRun;

/// Run, topics, the sum of grades, answers of grade 2 or 3, and the published LO, CS, MG and UI.
const RUNS: [(&str, u32, u32, u32, [f64; 4]); 14] = [
    ("Baseline2022-task3-GPT3-auto-both-generate-P", 78, 105, 39, [0.317, 0.851, 0.288, 0.466]),
    ("approach0-task3-run1-manual-both-extract-A", 78, 100, 34, [0.509, 0.886, 0.110, 0.562]),
    ("approach0-task3-run4-manual-both-extract-A", 78, 96, 31, [0.515, 0.886, 0.123, 0.616]),
    ("approach0-task3-run3-manual-both-extract-A", 78, 92, 29, [0.467, 0.879, 0.247, 0.658]),
    ("approach0-task3-run2-manual-both-extract-A", 78, 87, 25, [0.427, 0.868, 0.164, 0.616]),
    ("approach0-task3-run5-manual-both-extract-P", 78, 74, 22, [0.444, 0.873, 0.151, 0.671]),
    ("DPRL-Task3-SVMSBERT-auto-both-extract-A", 78, 36, 12, [0.330, 0.846, 0.205, 0.767]),
    ("DPRL-Task3-SVMBERT-auto-both-extract-P", 78, 35, 12, [0.329, 0.846, 0.178, 0.808]),
    ("DPRL-Task3-AMRSBERT-auto-both-extract-A", 78, 33, 10, [0.325, 0.852, 0.342, 0.877]),
    ("DPRL-Task3-AMRBERT-auto-both-extract-A", 78, 30, 8, [0.323, 0.851, 0.260, 0.863]),
    ("TU_DBS-task3-amps3_se1_hints-auto-both-generate-A", 77, 25, 6, [0.263, 0.835, 0.833, 0.931]),
    ("TU_DBS-task3-se3_len_pen_10-auto-both-generate-A", 78, 19, 5, [0.248, 0.806, 0.877, 0.890]),
    (
        "TU_DBS-task3-amps3_se1_len_pen_20_sample_hint-auto-both-generate-A",
        78,
        18,
        4,
        [0.254, 0.813, 0.959, 0.932],
    ),
    ("TU_DBS-task3-shortest-auto-both-generate-P", 78, 16, 2, [0.239, 0.820, 0.849, 0.918]),
];

/// Two measures, Pearson's r and Kendall's τ-b over the runs, to the three digits that the columns above give. All are
/// as printed but one: the print has .802 for P@1–CS, and the columns give .801. Digits of CS beyond the third can
/// move it by .008.
const CORRELATIONS: [(&str, &str, f64, f64); 8] = [
    ("AR", "P@1", 0.989, 0.994),
    ("AR", "LO", 0.837, 0.736),
    ("AR", "CS", 0.839, 0.670),
    ("P@1", "LO", 0.787, 0.729),
    ("P@1", "CS", 0.801, 0.674),
    ("LO", "CS", 0.952, 0.805),
    ("AR", "UI", -0.967, -0.884),
    ("AR", "MG", -0.704, -0.626),
];

fn report(name: &str) -> Report {
    let table = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut text = "run\tLO\tCS\tMG\tUI\n".to_owned();
    for (run, _, _, _, values) in RUNS {
        text.push_str(&format!("{run}\t{}\n", values.map(|value| value.to_string()).join("\t")));
    }
    std::fs::write(&table, text).unwrap();
    let map = testkit::shared("arqmath/task3/run-topic-answer-2022.tsv.gz");
    let qrels = testkit::shared("arqmath/qrels/task3-2022.qrels");
    let runs: [&str; 0] = [];
    let evaluation = Evaluation {
        answers: Some(Answers { map: Some(map), ..Answers::default() }),
        extremes: true,
        correlations: true,
        beside: Some(table),
        ..Evaluation::new(qrels, runs, Vec::new())
    };
    evaluation.measure(&mut Vec::new()).unwrap().report
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn average_relevance_and_precision_of_all_runs_are_the_published_ones() {
    let report = report("task3-grades.tsv");
    assert_eq!(report.runs.len(), RUNS.len() + 1);
    for (name, topics, sum, good, _) in RUNS {
        let run = report.runs.iter().find(|run| run.name == name).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(run.scores.topics.len(), topics as usize, "{name}");
        let expected = [f64::from(sum), f64::from(good)].map(|value| value / f64::from(topics));
        for (found, expected) in run.scores.overall.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{name}: {found}, expected {expected}");
        }
    }
    let ceiling = report.runs.last().unwrap();
    assert_eq!(ceiling.name, "best answers");
    let digits: Vec<String> = ceiling.scores.overall[..2].iter().map(|value| format!("{value:.3}")).collect();
    assert_eq!(digits, ["2.346", "0.846"]);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_measures_go_together_as_published() {
    let report = report("task3-correlations.tsv");
    let pairs = correlations::pairs(&report);
    for (first, second, pearson, kendall) in CORRELATIONS {
        let pair = pairs.iter().find(|pair| (pair.first, pair.second) == (first, second)).unwrap();
        assert_eq!(pair.runs, 14);
        for (found, expected) in [(pair.pearson, pearson), (pair.kendall, kendall)] {
            let found = found.unwrap();
            assert!((found - expected).abs() < 5e-4, "{first}–{second}: {found}, expected {expected}");
        }
    }
}

/// With the id of an answer for its text, numbering gives every answer its published id.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn answers_are_numbered_as_in_the_published_map() {
    let map = Input::open(testkit::shared("arqmath/task3/run-topic-answer-2022.tsv.gz")).unwrap();
    let mut runs: Vec<(String, String)> = Vec::new();
    for line in map.lines() {
        let fields: Vec<&str> = line.text.split('\t').collect();
        if runs.last().is_none_or(|(run, _)| run != fields[0]) {
            runs.push((fields[0].to_owned(), String::new()));
        }
        let row = format!("{}\t1\t1\t{}\t\t{}\n", fields[1], fields[0], fields[2]);
        runs.last_mut().unwrap().1.push_str(&row);
    }
    let read = |(run, text): (String, String)| {
        AnswerRun::read(&Input::from_bytes(run, text.into_bytes()).unwrap()).unwrap()
    };
    let numbered = OpenAnswers::number(runs.into_iter().map(read).collect());
    assert_eq!(numbered.answers.len(), 1008);
    assert!(numbered.answers.iter().all(|answer| answer.id == answer.text));
    assert_eq!(numbered.map().lines().count(), 1399);
}
