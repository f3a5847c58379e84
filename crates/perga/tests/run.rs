//! `perga run` from the outside, over the bundled collection and its topics.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn perga(arguments: &[&str], threads: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(arguments)
        .env("RAYON_NUM_THREADS", threads)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Bundled {
    folder: tempfile::TempDir,
    collection: PathBuf,
}

impl Bundled {
    fn new() -> Bundled {
        let folder = tempfile::tempdir().unwrap();
        let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
        Bundled::indexed(folder, collection.clone(), &collection)
    }

    /// The formulas of the cards as a list, each with an id of its own.
    fn of_formulas() -> Bundled {
        let folder = tempfile::tempdir().unwrap();
        let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
        let mut list = String::new();
        for file in std::fs::read_dir(collection.join("cards")).unwrap() {
            for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
                let card: serde_json::Value = serde_json::from_str(line).unwrap();
                for formula in card["body"].as_str().unwrap().split('$').skip(1).step_by(2) {
                    let number = list.lines().count();
                    list.push_str(&format!("f{number}\t{}\n", formula.replace(['\n', '\t'], " ")));
                }
            }
        }
        let source = folder.path().join("formulas.tsv");
        std::fs::write(&source, list).unwrap();
        Bundled::indexed(folder, collection, &source)
    }

    fn indexed(folder: tempfile::TempDir, collection: PathBuf, source: &Path) -> Bundled {
        let into = folder.path().join("index");
        let output = perga(&["index", source.to_str().unwrap(), "--into", into.to_str().unwrap()], "2");
        let code = output.status.code();
        assert!(code == Some(0) || code == Some(3), "{}", text(&output.stderr));
        Bundled { folder, collection }
    }

    fn run(&self, more: &[&str], threads: &str) -> Output {
        let (index, topics) = (self.folder.path().join("index"), self.collection.join("topics-formulas.tsv"));
        let mut arguments =
            vec!["run", "--index", index.to_str().unwrap(), "--topics", topics.to_str().unwrap()];
        arguments.extend(["--task", "formulas"]);
        arguments.extend(more);
        perga(&arguments, threads)
    }
}

#[test]
fn a_run_is_the_same_bytes_twice_and_with_any_number_of_threads() {
    let bundled = Bundled::new();
    let once = bundled.run(&[], "1");
    assert!(once.status.success() && !once.stdout.is_empty(), "{}", text(&once.stderr));
    assert_eq!(once.stdout, bundled.run(&[], "1").stdout);
    assert_eq!(once.stdout, bundled.run(&[], "2").stdout);
}

#[test]
fn scores_fall_strictly_and_every_formula_comes_once() {
    let bundled = Bundled::new();
    let run = text(&bundled.run(&["-k", "50"], "2").stdout);
    let rows: Vec<Vec<&str>> = run.lines().map(|line| line.split(' ').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 6 && row[1] == "Q0" && row[5] == "best"));
    for topic in rows.chunk_by(|a, b| a[0] == b[0]) {
        assert!(topic.len() <= 50);
        let scores: Vec<f64> = topic.iter().map(|row| row[4].parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a > b), "{}", topic[0][0]);
        let mut ids: Vec<&str> = topic.iter().map(|row| row[2]).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), topic.len());
    }
}

#[test]
fn the_bundled_judgements_are_answered_well() {
    let bundled = Bundled::new();
    let run = bundled.folder.path().join("best.run");
    let output = bundled.run(&["-o", run.to_str().unwrap()], "2");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", text(&output.stderr));
    let qrels = bundled.collection.join("qrels-formulas.qrels");
    let arguments =
        ["eval", qrels.to_str().unwrap(), run.to_str().unwrap(), "--measures", "nDCG'", "--format", "trec"];
    let printed = text(&perga(&arguments, "2").stdout);
    let value: f64 = printed.lines().last().unwrap().split('\t').nth(2).unwrap().parse().unwrap();
    assert!(value > 0.8, "{printed}");
}

#[test]
fn what_is_missing_is_said_with_a_hint() {
    let bundled = Bundled::new();
    let output = bundled.run(&["--pipeline", "bets"], "1");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("hint: known are best"), "{}", text(&output.stderr));
    let output = bundled.run(&["-k", "0"], "1");
    assert!(!output.status.success() && output.stdout.is_empty());
}

/// Formulas that look different, the last two spellings excepted.
const SPELLINGS: [&str; 7] =
    ["x+1", "a+b", "x^{2}-1", r"\frac{1}{n}", "y^{2}", "x^{2}+1", r"\mathrm{x}^{2}+1"];

/// The look of a spelling.
fn look(spelling: usize) -> usize {
    spelling.min(5)
}

/// The ids of a run, each with its score.
fn ids_and_scores(run: &str) -> Vec<(usize, f64)> {
    let fields = run.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    fields.map(|row| (row[2].parse().unwrap(), row[4].parse().unwrap())).collect()
}

/// A list of formulas with ids from 0 on, and a run over it with `--instances`.
fn run_with_instances(list: &[usize], instances: &[&str]) -> Vec<(usize, f64)> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let row = |(id, &spelling): (usize, &usize)| format!("{id}\t{}\n", SPELLINGS[spelling]);
    std::fs::write(path("list.tsv"), list.iter().enumerate().map(row).collect::<String>()).unwrap();
    std::fs::write(path("topics.tsv"), "1\tx^2+1\n").unwrap();
    let indexed = perga(&["index", &path("list.tsv"), "--index", &path("index")], "1");
    assert!(indexed.status.success(), "{}", text(&indexed.stderr));
    let (index, topics) = (path("index"), path("topics.tsv"));
    let mut arguments = vec!["run", "--index", &index, "--topics", &topics, "--task", "formulas"];
    arguments.extend(instances);
    let output = perga(&arguments, "2");
    assert!(output.status.success(), "{}", text(&output.stderr));
    ids_and_scores(&text(&output.stdout))
}

#[test]
fn the_instances_of_a_formula_follow_it_in_the_order_of_the_collection_each_once() {
    for length in [3, 8, 21, 60] {
        let list: Vec<usize> = (0..length).map(|at| (at * at + at / 3) % SPELLINGS.len()).collect();
        let mut of_look: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        list.iter()
            .enumerate()
            .for_each(|(id, &spelling)| of_look.entry(look(spelling)).or_default().push(id));
        let distinct = run_with_instances(&list, &[]);
        for (instances, most) in [("1", 1), ("3", 3), ("all", usize::MAX)] {
            let rows = run_with_instances(&list, &["--instances", instances]);
            let with_instances = |&(id, _): &(usize, f64)| {
                let all = &of_look[&look(list[id])];
                assert_eq!(all[0], id);
                all.iter().copied().take(most)
            };
            let expected: Vec<usize> = distinct.iter().flat_map(with_instances).collect();
            assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), expected, "{instances} of {list:?}");
            // As 32-bit numbers, too: some evaluators read scores as such.
            assert!(rows.is_sorted_by(|a, b| a.1 as f32 > b.1 as f32), "{rows:?}");
        }
        let two = run_with_instances(&list, &["--instances", "all", "-k", "2"]);
        let looks: BTreeSet<usize> = two.iter().map(|row| look(list[row.0])).collect();
        assert_eq!(looks.len(), 2.min(distinct.len()));
    }
}

/// The docnos of each topic in their order.
fn orders(run: &str) -> BTreeMap<String, Vec<String>> {
    let mut orders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in run.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        orders.entry(fields[0].to_owned()).or_default().push(fields[2].to_owned());
    }
    orders
}

/// Without ids of their own, formulas have that of their unit, and the best formula of the unit counts.
#[test]
fn a_unit_is_ranked_again_by_its_best_formula() {
    let bundled = Bundled::new();
    let given = bundled.folder.path().join("given.run");
    bundled.run(&["--pipeline", "tangent-l", "-k", "30", "-o", given.to_str().unwrap()], "2");
    let again = bundled.run(&["--pipeline", "tangent-l", "--rerank", given.to_str().unwrap()], "2");
    let scores = |run: &str| -> BTreeMap<(String, String), f64> {
        let fields = run.lines().map(|line| line.split(' ').collect::<Vec<_>>());
        fields.map(|row| ((row[0].to_owned(), row[2].to_owned()), row[4].parse().unwrap())).collect()
    };
    let (before, after) = (scores(&std::fs::read_to_string(&given).unwrap()), scores(&text(&again.stdout)));
    assert!(before.len() > 100 && before.keys().eq(after.keys()));
    assert!(before.iter().all(|(row, score)| after[row] >= score - 1e-4));
}

#[test]
fn results_of_a_run_are_ranked_again() {
    let bundled = Bundled::of_formulas();
    let given = bundled.folder.path().join("given.run");
    let output = bundled.run(&["--pipeline", "tangent-l", "-k", "30", "-o", given.to_str().unwrap()], "2");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let given_text = std::fs::read_to_string(&given).unwrap();
    let again = |pipeline: &str| {
        let output = bundled.run(&["--pipeline", pipeline, "--rerank", given.to_str().unwrap()], "2");
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        orders(&text(&output.stdout))
    };
    // The system that made the run finds its own order, and another system another one of the same results.
    let before = orders(&given_text);
    assert_eq!(again("tangent-l"), before);
    let after = again("best");
    assert_ne!(after, before);
    let full = orders(&text(&bundled.run(&["-k", "1000"], "2").stdout));
    for (topic, order) in &after {
        let sorted = |order: &[String]| order.iter().cloned().collect::<BTreeSet<String>>();
        assert_eq!(sorted(order), sorted(&before[topic]), "{topic}");
        let first = full[topic].iter().find(|docno| order.contains(docno)).unwrap();
        assert_eq!(&order[0], first, "{topic}");
    }
}

#[test]
fn foreign_results_are_left_out_and_counted() {
    let bundled = Bundled::new();
    let run = text(&bundled.run(&["-k", "1"], "2").stdout);
    let first = run.lines().next().unwrap();
    let topic = first.split(' ').next().unwrap();
    let given = bundled.folder.path().join("given.run");
    std::fs::write(&given, format!("{first}\n{topic} Q0 nothing 2 -1 x\n")).unwrap();
    let output = bundled.run(&["--rerank", given.to_str().unwrap()], "2");
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let warning = "warning: 1 of 2 results to rank again are not in the index: left out\n";
    assert_eq!(text(&output.stderr), warning);
    std::fs::write(&given, format!("{topic} Q0 nothing 2 -1 x\n")).unwrap();
    let output = bundled.run(&["--rerank", given.to_str().unwrap()], "2");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("given.run:1: none of its results is in the index, such as `nothing`")
    );
}

#[test]
fn an_ensemble_is_the_fusion_of_the_runs_of_its_members() {
    let bundled = Bundled::new();
    let path = |name: &str| bundled.folder.path().join(name).display().to_string();
    let ensemble = "name = 'both'\npurpose = 'a test'\nfusion = 'comb-sum'\n[[members]]\npipeline = 'tangent-s'\n\
                    [[members]]\npipeline = 'tangent-l'\nweight = 0.5\n";
    std::fs::write(path("both.toml"), ensemble).unwrap();
    for member in ["tangent-s", "tangent-l"] {
        bundled.run(&["--pipeline", member, "-o", &path(member)], "2");
    }
    let output = bundled.run(&["--pipeline", &path("both.toml")], "2");
    let runs = [path("tangent-s"), path("tangent-l")];
    let fused = perga(
        &["fuse", "--method", "linear", "--weights", "1,0.5", "--tag", "both", &runs[0], &runs[1]],
        "2",
    );
    assert!(!output.stdout.is_empty(), "{}", text(&output.stderr));
    assert_eq!(orders(&text(&output.stdout)), orders(&text(&fused.stdout)));
}

#[test]
fn a_run_in_a_file_has_a_record_of_how_it_was_made() {
    let bundled = Bundled::new();
    let run = bundled.folder.path().join("a.run");
    assert!(bundled.run(&["-k", "5", "-o", run.to_str().unwrap()], "2").status.success());
    let made = std::fs::read_to_string(bundled.folder.path().join("a.run.made.json")).unwrap();
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    assert!(made["program"].as_str().unwrap().starts_with("perga "));
    assert!(made["pipeline"].as_str().unwrap().contains("name = \"best\""));
    assert!(made["inputs"][0]["file"].as_str().unwrap().ends_with("topics-formulas.tsv"));
    assert_eq!(made["inputs"][0]["xxh3"].as_str().unwrap().len(), 32);
    assert!(made["command"].as_array().unwrap().iter().any(|word| word == "--task"));
    assert!(made["index"].as_str().unwrap().contains("commit"));
}
