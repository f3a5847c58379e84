//! `perga fuse` against ranx on random runs, and the measures of fusions of nine submitted runs.
//!
//! `make ranx` installs ranx; PERGA_RANX_PYTHON names another interpreter that has it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use random::Random;

fn perga(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).output().unwrap()
}

fn fuse(arguments: &[&str]) -> String {
    let output = perga(&[&["fuse"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Topic, docno and score.
type FusedRow = (String, String, f64);

/// Whether a score that was written is this one. A score that would tie is written as the next smaller number of 32
/// bits, so those numbers are only near.
#[allow(clippy::cast_possible_truncation)]
fn is_written_as(expected: f64, written: f64) -> bool {
    let was_separated = f64::from(written as f32) == written;
    let near = if was_separated { 1e-5 * expected.abs().max(1e-3) } else { 1e-9 * expected.abs().max(1.0) };
    (written - expected).abs() <= near
}

fn rows(run: &str) -> Vec<FusedRow> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        (fields[0].to_owned(), fields[2].to_owned(), fields[4].parse().unwrap())
    };
    run.lines().map(row).collect()
}

/// Runs with ties, gaps, topics that only some of them have, and lists of very different lengths and ranges.
fn random_case(folder: &Path, random: &mut Random) -> Vec<String> {
    fs::create_dir_all(folder).unwrap();
    let mut below = |limit: u64| random.draw() % limit;
    let runs = 2 + below(3);
    let mut files = Vec::new();
    for run in 0..runs {
        let (kinds, range) = (1 + below(20), [1.0, 1000.0, 0.001][below(3) as usize]);
        let mut text = String::new();
        for topic in 0..4 {
            if topic > 0 && below(4) == 0 {
                continue;
            }
            let share = 1 + below(4);
            for document in (0..60).filter(|document| *document == 7 || document % 5 < share) {
                let score = range * (below(kinds) as f64 - 2.0);
                text.push_str(&format!("t{topic} Q0 d{document} 1 {score} r{run}\n"));
            }
        }
        let file = folder.join(format!("{run}.run"));
        fs::write(&file, text).unwrap();
        files.push(file.display().to_string());
    }
    let weights: Vec<String> = (0..runs).map(|_| format!("{}", below(10) as f64 / 4.0)).collect();
    fs::write(folder.join("weights"), weights.join(",")).unwrap();
    files
}

#[test]
#[cfg_attr(not(ranx), ignore = "needs ranx: `make ranx` installs it")]
fn random_runs_have_the_scores_of_ranx() {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/ranx-venv/bin/python");
    let python = std::env::var_os("PERGA_RANX_PYTHON").map_or(installed, PathBuf::from);
    let folder = folder("fuse-ranx");
    let mut random = Random::new(9);
    let cases: Vec<(String, Vec<String>)> = (0..12)
        .map(|case| {
            let name = format!("case-{case:02}");
            let files = random_case(&folder.join(&name), &mut random);
            (name, files)
        })
        .collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuse_with_ranx.py");
    let output = Command::new(python).arg(script).arg(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut theirs: HashMap<(String, String), Vec<FusedRow>> = HashMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let row = (fields[2].to_owned(), fields[3].to_owned(), fields[4].parse().unwrap());
        theirs.entry((fields[0].to_owned(), fields[1].to_owned())).or_default().push(row);
    }
    let mut compared = 0;
    for (case, files) in &cases {
        for method in ["rrf", "borda", "isr", "rbc", "comb-sum", "comb-mnz", "z-score", "linear"] {
            let weights = fs::read_to_string(folder.join(case).join("weights")).unwrap();
            let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
            match method {
                "z-score" => arguments.extend(["--method", "comb-sum", "--normalise", "z-score"]),
                "linear" => arguments.extend(["--method", "linear", "--weights", &weights]),
                method => arguments.extend(["--method", method]),
            }
            let ours = rows(&fuse(&arguments));
            let theirs = &theirs[&(case.clone(), method.to_owned())];
            compared += compare(&format!("{case} {method}"), method, files, &ours, theirs);
        }
    }
    assert!(compared > 5000, "the cases are too small: {compared}");
}

/// Our scores by topic and docno are theirs.
fn compare(
    name: &str,
    method: &str,
    files: &[String],
    ours: &[(String, String, f64)],
    theirs: &[(String, String, f64)],
) -> usize {
    let found: HashMap<(&str, &str), f64> =
        ours.iter().map(|(topic, docno, score)| ((topic.as_str(), docno.as_str()), *score)).collect();
    for (topic, docno, expected) in theirs {
        let (written, mut expected) = (found[&(topic.as_str(), docno.as_str())], *expected);
        if method == "borda" {
            let union = ours.iter().filter(|(other, _, _)| other == topic).count() as f64;
            let has = |file: &&String| fs::read_to_string(file).unwrap().contains(&format!("{topic} "));
            let without = files.len() - files.iter().filter(has).count();
            expected += without as f64 * (union + 1.0) / 2.0;
        }
        assert!(is_written_as(expected, written), "{name} {topic} {docno}: {written}, ranx {expected}");
    }
    theirs.len()
}

const APPROACH0: &str = "approach0-2020-judged";
const MATHDOWSERS: &str = "mathdowsers2020-alpha05-judged";
const MIRMU: &str = "mirmu2020-ensemble-judged";
const S9: [&str; 9] = [
    APPROACH0,
    MATHDOWSERS,
    MIRMU,
    "dprl2020-A3",
    "psu2020-A",
    "psu2020-A2",
    "linked-mse2020",
    "psu2020-P",
    "zbmath2020-judged",
];

/// nDCG′, MAP′ and P′@10 of a fusion of submitted runs.
fn measures(folder: &Path, runs: &[&str], arguments: &[&str]) -> Vec<f64> {
    let files: Vec<String> = runs
        .iter()
        .map(|run| testkit::shared(&format!("arqmath/runs/{run}.tsv.gz")).display().to_string())
        .collect();
    let fused = folder.join("fused.run");
    fs::write(&fused, fuse(&[arguments, &files.iter().map(String::as_str).collect::<Vec<_>>()].concat()))
        .unwrap();
    let qrels = testkit::shared("arqmath/qrels/task1-2020.qrels");
    let (qrels, fused) = (qrels.display().to_string(), fused.display().to_string());
    let output = perga(&["eval", &qrels, &fused, "-l", "2", "--format", "csv"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().nth(1).unwrap();
    line.rsplit(',')
        .take(3)
        .map(|value| value.parse().unwrap())
        .collect::<Vec<f64>>()
        .into_iter()
        .rev()
        .collect()
}

/// Computed for the nine runs by a script that follows the definitions, its methods checked against ranx.
const GOLDEN: [(&str, [[f64; 3]; 3]); 9] = [
    ("rrf", [[0.490249, 0.168506, 0.229870], [0.530615, 0.177847, 0.218182], [0.564192, 0.198493, 0.235065]]),
    ("rbc", [[0.490555, 0.169299, 0.223377], [0.531970, 0.180802, 0.236364], [0.561397, 0.193900, 0.210390]]),
    (
        "comb-mnz",
        [[0.499196, 0.179348, 0.237662], [0.528497, 0.175559, 0.219481], [0.546891, 0.177827, 0.202597]],
    ),
    (
        "comb-sum",
        [[0.494750, 0.174107, 0.227273], [0.519624, 0.166733, 0.202597], [0.522286, 0.151834, 0.163636]],
    ),
    (
        "sw-rrf --normalise min-max",
        [[0.492318, 0.172042, 0.212987], [0.516020, 0.160077, 0.197403], [0.515917, 0.144441, 0.154545]],
    ),
    (
        "sw-rrf",
        [[0.466607, 0.163685, 0.164935], [0.512963, 0.174076, 0.164935], [0.538103, 0.181314, 0.168831]],
    ),
    (
        "borda",
        [[0.475278, 0.154659, 0.218182], [0.517906, 0.165472, 0.202597], [0.546925, 0.179406, 0.207792]],
    ),
    ("ibc", [[0.486507, 0.165787, 0.214286], [0.519132, 0.166606, 0.202597], [0.548576, 0.183239, 0.214286]]),
    ("isr", [[0.480623, 0.157133, 0.194805], [0.497159, 0.135434, 0.151948], [0.559070, 0.181668, 0.193506]]),
];

const LINEAR: [(&str, [f64; 3]); 5] = [
    ("0.2,0.8", [0.400014, 0.154566, 0.167532]),
    ("0.3,0.7", [0.401315, 0.153509, 0.179221]),
    ("0.5,0.5", [0.418476, 0.163387, 0.202597]),
    ("0.7,0.3", [0.419397, 0.161519, 0.211688]),
    ("0.8,0.2", [0.418209, 0.159532, 0.210390]),
];

fn check(name: &str, found: &[f64], expected: &[f64; 3]) {
    assert_eq!(found.len(), 3, "{name}: {found:?}");
    let is_close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= 5e-5);
    assert!(is_close, "{name}: {found:?}, expected {expected:?}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn fusions_of_submitted_runs_have_the_measures_of_the_golden_table() {
    let folder = folder("fuse-golden");
    for (method, sets) in GOLDEN {
        let arguments: Vec<&str> = std::iter::once("--method").chain(method.split(' ')).collect();
        for (runs, expected) in [&S9[..3], &S9[..6], &S9[..]].into_iter().zip(sets) {
            // The median of ranks looks at the order of the lists; that of all nine was the order of their names.
            let mut runs = runs.to_vec();
            if method == "ibc" && runs.len() == S9.len() {
                runs.sort_unstable();
            }
            let found = measures(&folder, &runs, &arguments);
            check(&format!("{method} of {}", runs.len()), &found, &expected);
        }
    }
    for (weights, expected) in LINEAR {
        let found =
            measures(&folder, &[APPROACH0, MATHDOWSERS], &["--method", "linear", "--weights", weights]);
        check(&format!("linear {weights}"), &found, &expected);
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn a_submitted_fusion_used_the_rank_columns() {
    let file =
        |run: &str| testkit::shared(&format!("arqmath/runs/psu2020-{run}.tsv.gz")).display().to_string();
    let (a, a2) = (file("A"), file("A2"));
    let ours: HashMap<(String, String), f64> =
        rows(&fuse(&["--method", "rrf", &a, &a2, "--ranks", "column", "-k", "5000"]))
            .into_iter()
            .map(|(topic, docno, score)| ((topic, docno), score))
            .collect();
    let submitted = trec::Input::open(file("P")).unwrap();
    let (mut compared, mut exact) = (0, 0);
    for line in submitted.lines() {
        let fields: Vec<&str> = line.text.split_whitespace().collect();
        let score: f64 = fields[4].parse().unwrap();
        let found = ours[&(fields[0].to_owned(), fields[2].to_owned())];
        assert!(is_written_as(score, found), "{}: {found}, submitted {score}", line.text);
        compared += 1;
        exact += usize::from((found - score).abs() < 1e-16);
    }
    assert_eq!(compared, 7789);
    assert!(exact > 7000, "{exact}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn learned_weights_are_at_least_as_good_as_equal_ones_on_topics_they_have_not_seen() {
    let folder = folder("fuse-learned");
    let qrels = testkit::shared("arqmath/qrels/task1-2020.qrels").display().to_string();
    let learned = measures(&folder, &S9, &["--method", "linear", "--learn", &qrels, "--folds", "5"]);
    let equal = measures(&folder, &S9, &["--method", "comb-sum"]);
    assert!(learned[0] >= equal[0], "{learned:?} against {equal:?}");
}
