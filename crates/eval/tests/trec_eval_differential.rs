//! Every number against pytrec_eval, which is trec_eval's own C code.
//!
//! `make trec-eval` installs it; without it these tests are ignored, and with PERGA_REQUIRE_TREC_EVAL=1 they do not build.
//! PERGA_TREC_EVAL_PYTHON names another interpreter that has `pytrec_eval`. The seed is fixed, so that a
//! failure comes back; PERGA_SEED sets another.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use eval::measure::notation;
use eval::{Evaluator, Judgements, Options};
use random::Random;
use trec::{Input, Qrels, Run, run};

/// trec_eval's name of each measure that is compared; ours understands them all.
const MEASURES: &str = "ndcg,map,P_5,P_10,bpref,recip_rank,Rprec,ndcg_cut_5,ndcg_cut_10,map_cut_10,recall_5,\
                        recall_1000,success_1,success_5,set_P,num_ret,num_rel,num_rel_ret";

/// Random pairs of judgements and run.
const CASES: usize = 400;

fn python() -> PathBuf {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/trec-eval-venv/bin/python");
    std::env::var_os("PERGA_TREC_EVAL_PYTHON").map_or(installed, PathBuf::from)
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What pytrec_eval says about every pair of a folder: by name, or nothing where it refuses the run.
fn theirs(python: &Path, folder: &Path) -> HashMap<String, Option<HashMap<String, String>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trec_eval.py");
    let output = Command::new(python).arg(script).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found: HashMap<String, Option<HashMap<String, String>>> = HashMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (name, rest) = line.split_once('\t').unwrap();
        let entry = found.entry(name.to_owned()).or_insert_with(|| Some(HashMap::new()));
        match rest.rsplit_once('\t') {
            None => *entry = None,
            Some((key, value)) => drop(entry.as_mut().unwrap().insert(key.to_owned(), value.to_owned())),
        }
    }
    found
}

/// Our numbers under the same keys.
fn ours(qrels: &Qrels, run: &Run) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let judgements = Judgements::new(qrels);
    for (level, judged_only, complete) in [1, 2].into_iter().flat_map(|level| {
        [(level, false, false), (level, true, false), (level, false, true), (level, true, true)]
    }) {
        let options = Options { level, judged_only, complete, ..Options::default() };
        let evaluator = Evaluator::new(&judgements, notation::list(MEASURES).unwrap(), options).unwrap();
        let scores = evaluator.evaluate(run).unwrap();
        for (index, measure) in evaluator.measures().iter().enumerate() {
            let key = |topic: &str| format!("{level}\t{}\t{measure}\t{topic}", u8::from(judged_only));
            let overall = measure.column().format(scores.overall[index]);
            if complete {
                found.insert(key("all-c"), overall);
                continue;
            }
            found.insert(key("all"), overall);
            for (topic, value) in scores.topics.iter().zip(&scores.values[index]) {
                found.insert(key(topic), format!("{value:?}"));
            }
        }
    }
    found
}

fn compare(name: &str, theirs: &HashMap<String, String>, ours: &HashMap<String, String>) -> usize {
    for (key, expected) in theirs {
        let found = ours.get(key).unwrap_or_else(|| panic!("{name}: we have no {key}"));
        let average = key.ends_with("\tall") || key.ends_with("\tall-c");
        let (a, b): (f64, f64) = (expected.parse().unwrap(), found.parse().unwrap());
        let same = if average { expected == found } else { (a - b).abs() <= 1e-12 };
        assert!(same, "{name}: {key}: pytrec_eval {expected}, we {found}");
    }
    let topics = |keys: &HashMap<String, String>| -> BTreeSet<String> {
        keys.keys()
            .map(|key| key.rsplit_once('\t').unwrap().1.to_owned())
            .filter(|topic| !topic.starts_with("all"))
            .collect()
    };
    assert_eq!(topics(theirs), topics(ours), "{name}: not the same topics");
    theirs.len()
}

/// Judgements and a run with everything that is awkward: ties, equal scores in other words, unjudged and
/// negative grades, topics in one file only, scattered rows, now and then a docno twice.
fn random_pair(random: &mut Random) -> (String, String) {
    let below = |random: &mut Random, limit: u64| random.draw() % limit;
    let topics = 1 + below(random, 6);
    let documents = 3 + below(random, 60);
    let kinds = 1 + below(random, 12);
    let (mut qrels, mut rows) = (String::new(), Vec::new());
    for topic in 0..topics {
        let (judged, retrieved) = (below(random, 5) > 0 || topic == 0, below(random, 5) > 0 || topic == 0);
        let share = 1 + below(random, 10);
        for document in 0..documents {
            if judged && below(random, 10) < share {
                let grade = below(random, 5) as i64 - i64::from(below(random, 8) == 0);
                qrels.push_str(&format!("t{topic} 0 d{document} {grade}\n"));
            }
            if retrieved && below(random, 3) > 0 {
                let score = score(random, kinds);
                rows.push(format!("t{topic} Q0 d{document} 1 {score} r\n"));
                if below(random, 2000) == 0 {
                    rows.push(format!("t{topic} Q0 d{document} 1 {score} r\n"));
                }
            }
        }
        if judged {
            qrels.push_str(&format!("t{topic} 0 d{} 1\n", documents + 1));
        }
        if retrieved {
            rows.push(format!("t{topic} Q0 d{} 1 0.5 r\n", documents + 1 + below(random, 2)));
        }
    }
    for index in (1..rows.len()).rev() {
        rows.swap(index, below(random, index as u64 + 1) as usize);
    }
    (qrels, rows.concat())
}

/// A score of few different values, written in different ways.
fn score(random: &mut Random, kinds: u64) -> String {
    let value = (random.draw() % kinds) as f64 / 3.0 - 1.0;
    match random.draw() % 4 {
        0 => format!("{value:e}"),
        1 if value == 0.0 => "-0.0".to_owned(),
        2 => format!("{value:+}"),
        _ => format!("{value}"),
    }
}

#[test]
#[cfg_attr(not(trec_eval), ignore = "needs pytrec_eval: `make trec-eval` installs it")]
fn random_runs_have_the_numbers_of_trec_eval() {
    let python = python();
    let seed = std::env::var("PERGA_SEED").ok().map_or(20_221, |seed| seed.parse().unwrap());
    let mut random = Random::new(seed);
    let folder = folder("differential-random");
    let cases: Vec<(String, String, String)> = (0..CASES)
        .map(|case| {
            let (qrels, run) = random_pair(&mut random);
            let name = format!("case-{case}");
            std::fs::write(folder.join(format!("{name}.qrels")), &qrels).unwrap();
            std::fs::write(folder.join(format!("{name}.run")), &run).unwrap();
            (name, qrels, run)
        })
        .collect();
    let theirs = theirs(&python, &folder);
    let (mut compared, mut refused) = (0, 0);
    for (name, qrels, run) in cases {
        let qrels = Qrels::read(Input::from_bytes(name.as_str(), qrels.into()).unwrap()).unwrap();
        let run = Run::read(Input::from_bytes(name.as_str(), run.into()).unwrap(), run::Options::default());
        match (&theirs[&name], run) {
            (None, Err(_)) => refused += 1,
            (Some(theirs), Ok(run)) => compared += compare(&name, theirs, &ours(&qrels, &run)),
            (theirs, run) => {
                panic!("{name}: pytrec_eval refused: {}, we: {}", theirs.is_none(), run.is_err())
            }
        }
    }
    eprintln!("{compared} numbers compared, {refused} runs refused by both");
    assert!(
        compared > 100_000 && refused > 0,
        "the cases are too easy: {compared} compared, {refused} refused"
    );
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
#[cfg_attr(not(trec_eval), ignore = "needs pytrec_eval: `make trec-eval` installs it")]
fn real_runs_have_the_numbers_of_trec_eval() {
    let python = python();
    let folder = folder("differential-real");
    let mut pairs = Vec::new();
    for name in ["task1-2020", "task2-2021", "task1-2022", "task2-2022"] {
        let path = testkit::shared(&format!("arqmath/qrels/{name}.qrels"));
        let qrels = Input::open(path).unwrap().text().to_owned();
        let judged: Vec<Vec<&str>> = qrels.lines().map(|line| line.split_whitespace().collect()).collect();
        let rows = |score: &dyn Fn(&str) -> u64| -> String {
            judged.iter().map(|row| format!("{} Q0 {} 1 {} r\n", row[0], row[2], score(row[2]))).collect()
        };
        pairs.push((format!("{name}-const"), qrels.clone(), rows(&|_| 1)));
        pairs.push((
            format!("{name}-mod"),
            qrels.clone(),
            rows(&|docno| docno.parse::<u64>().unwrap() % 1000),
        ));
        for run in ["A", "A2", "P"].iter().filter(|_| name == "task1-2020") {
            let path = testkit::shared(&format!("arqmath/runs/psu2020-{run}.tsv.gz"));
            pairs.push((
                format!("{name}-{run}"),
                qrels.clone(),
                Input::open(path).unwrap().text().to_owned(),
            ));
        }
    }
    for (name, qrels, run) in &pairs {
        std::fs::write(folder.join(format!("{name}.qrels")), qrels).unwrap();
        std::fs::write(folder.join(format!("{name}.run")), run).unwrap();
    }
    let theirs = theirs(&python, &folder);
    for (name, qrels, run) in pairs {
        let qrels = Qrels::read(Input::from_bytes(name.as_str(), qrels.into()).unwrap()).unwrap();
        let run = Run::read(Input::from_bytes(name.as_str(), run.into()).unwrap(), run::Options::default())
            .unwrap();
        let compared = compare(&name, theirs[&name].as_ref().unwrap(), &ours(&qrels, &run));
        assert!(compared > 1000, "{name}: {compared}");
    }
}
