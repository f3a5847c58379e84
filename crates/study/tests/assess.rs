//! Assessments from a pool to qrels, and a journal that survives being killed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use study::assess::journal::{self, Action, Item, Journal, Line};
use study::assess::plan::{Dual, share_out};
use study::assess::project::{New, Project, Tokens};
use study::assess::queue::{next, progress, tasks};
use study::assess::results::{Results, Several};
use study::assess::state::State;
use study::assess::verdict::{Task, Verdict};

const FORMULAS: &str =
    "B.1\tf1\tv1\nB.1\tf2\tv1\nB.1\tf3\tv1\nB.1\tf4\tv2\nB.1\tf5\tv2\nB.1\tf6\tv3\nB.1\tf7\tv4\n";

fn made(folder: &Path, task: Task, pool: &str, assessors: &[&str], dual: Dual) -> (Project, Tokens) {
    let mut topics: Vec<(&str, usize)> = Vec::new();
    for line in pool.lines() {
        let topic = line.split('\t').next().unwrap();
        match topics.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, size)) => *size += 1,
            None => topics.push((topic, 1)),
        }
    }
    let plan = share_out(&topics, assessors, dual, 3);
    let new = New { task, seed: 3, pool, plan, gold: "", instructions: "Judge relevance." };
    let tokens = Project::make(folder, &new).unwrap();
    (Project::open(folder).unwrap(), tokens)
}

fn grade(assessor: &str, topic: &str, unit: &str, instance: Option<&str>, grade: u8) -> Line {
    let item = Item { topic: topic.to_owned(), unit: unit.to_owned(), instance: instance.map(str::to_owned) };
    Line { grade: Some(grade), elapsed_ms: 1_000, ..Line::new(assessor, "main", item, Action::Grade) }
}

#[test]
fn a_formula_has_the_highest_grade_of_its_occurrences() {
    let folder = tempfile::tempdir().unwrap();
    let (project, _) = made(&folder.path().join("p"), Task::Formulas, FORMULAS, &["ann"], Dual::None);
    let of = |unit, instance, code| grade("ann", "B.1", unit, Some(instance), code);
    let state = State::of(&[
        of("v1", "f1", 0),
        of("v1", "f2", 0),
        of("v1", "f3", 3),
        of("v2", "f4", 5),
        of("v2", "f5", 2),
        of("v3", "f6", 6),
        of("v4", "f7", 7),
    ]);
    let results = Results::new(&project, &state, Several::First);
    assert_eq!(results.qrels(), ("B.1 0 v1 3\nB.1 0 v2 2\n".to_owned(), vec![]));
    assert_eq!(results.complete(), "B.1 0 v1 3\nB.1 0 v2 2\nB.1 0 v3 6\nB.1 0 v4 7\n");
    assert_eq!(results.instances().lines().count(), 7);
    assert_eq!(results.judgements(None).lines().next(), Some("B.1 ann f1 0"));
}

#[test]
fn two_assessors_by_each_rule_and_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let pool = "A.1\ta\nA.1\tb\nA.1\tc\n";
    let (project, _) = made(&folder.path().join("p"), Task::Answers, pool, &["ann", "bob"], Dual::All);
    let of = |assessor, unit, code| grade(assessor, "A.1", unit, None, code);
    let mut lines = vec![
        of("ann", "a", 3),
        of("bob", "a", 2),
        of("ann", "b", 2),
        of("bob", "b", 2),
        of("ann", "c", 0),
        of("bob", "c", 1),
    ];
    let qrels = |lines: &[Line], several| Results::new(&project, &State::of(lines), several).qrels().0;
    assert_eq!(qrels(&lines, Several::First), "A.1 0 a 3\nA.1 0 b 2\nA.1 0 c 0\n");
    assert_eq!(qrels(&lines, Several::Sum), "A.1 0 a 5\nA.1 0 b 4\nA.1 0 c 1\n");
    assert_eq!(qrels(&lines, Several::Mean), "A.1 0 a 3\nA.1 0 b 2\nA.1 0 c 1\n");
    assert_eq!(qrels(&lines, Several::Highest), "A.1 0 a 3\nA.1 0 b 2\nA.1 0 c 1\n");
    let state = State::of(&lines);
    let differing = Results::new(&project, &state, Several::First).disagreements();
    let names: Vec<&str> = differing.iter().map(|(item, _)| item.unit.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(differing[0].1, [("ann", Verdict::Grade(3)), ("bob", Verdict::Grade(2))]);
    lines.push(Line { action: Action::Adjudicate, ..of("chair", "a", 1) });
    assert_eq!(qrels(&lines, Several::First), "");
    let (_, dropped) = Results::new(&project, &State::of(&lines), Several::First).qrels();
    assert_eq!(dropped, ["A.1"]);
    assert_eq!(Results::new(&project, &State::of(&lines), Several::First).mean_time(), Some(1_000.0));
}

#[test]
fn each_assessor_has_an_order_and_what_is_put_off_comes_last() {
    let folder = tempfile::tempdir().unwrap();
    let pool: String = (0..40).map(|n| format!("A.1\td{n}\n")).collect();
    let (project, tokens) = made(&folder.path().join("p"), Task::Answers, &pool, &["ann", "bob"], Dual::All);
    let order = |state: &State, assessor: &str| -> Vec<String> {
        tasks(&project, state, assessor).into_iter().map(|task| task.unit.id).collect()
    };
    let empty = State::default();
    let (ann, bob) = (order(&empty, "ann"), order(&empty, "bob"));
    assert_ne!(ann, bob);
    assert_ne!(ann, (0..40).map(|n| format!("d{n}")).collect::<Vec<_>>());
    assert_eq!(order(&empty, "eve"), Vec::<String>::new());

    let later = Line { action: Action::Later, grade: None, ..grade("ann", "A.1", &ann[0], None, 0) };
    let state = State::of(&[later, grade("ann", "A.1", &ann[1], None, 2)]);
    let now = tasks(&project, &state, "ann");
    assert_eq!(next(&now).map(|at| now[at].unit.id.clone()), Some(ann[2].clone()));
    assert_eq!(now.last().map(|task| task.unit.id.clone()), Some(ann[0].clone()));
    let progress = progress(&project, &state, "ann");
    assert_eq!((progress.done, progress.all, progress.left_ms()), (1, 40, 39_000));

    let (name, token) = &tokens.assessors[0];
    assert_eq!(project.assessor(token), Some(name.as_str()));
    assert!(project.assessor(&tokens.organiser).is_none() && project.is_organiser(&tokens.organiser));
    let stored = std::fs::read_to_string(project.folder.join("project.json")).unwrap();
    assert!(!stored.contains(token) && !stored.contains(&tokens.organiser));
}

/// The variable that names the journal to the child process.
const JOURNAL: &str = "PERGA_TEST_JOURNAL";

#[test]
#[ignore = "a child process of the test below"]
fn grades_until_it_is_killed() {
    let Some(path) = std::env::var_os(JOURNAL) else { return };
    let (mut journal, lines) = Journal::open(Path::new(&path)).unwrap();
    for number in lines.len().. {
        let line = grade("ann", "A.1", &format!("d{number}"), None, (number % 4) as u8);
        // Printed when it is saved: what is printed must be there afterwards.
        println!("saved {}", journal.append(line, number as u64).unwrap().seq);
    }
}

#[test]
fn killing_the_process_loses_no_saved_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut random = random::Random::new(11);
    let (mut saved, mut kills) = (0, 0);
    while kills < 50 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "grades_until_it_is_killed", "--ignored", "--nocapture"])
            .env(JOURNAL, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let wait = random.below(40);
        let mut last =
            out.by_ref().filter_map(|line| line.strip_prefix("saved ")?.parse::<u64>().ok()).nth(wait);
        std::thread::sleep(Duration::from_micros(random.below(3_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        last = out.filter_map(|line| line.strip_prefix("saved ")?.parse().ok()).last().or(last);
        let lines = journal::read(&path).unwrap();
        let last = last.expect("the child saved something");
        assert!(lines.len() as u64 > last, "saved {last}, kept {}", lines.len());
        assert!(lines.len() >= saved);
        for (line, number) in lines.iter().zip(0..) {
            assert_eq!((line.seq, line.grade), (number, Some((number % 4) as u8)));
        }
        (saved, kills) = (lines.len(), kills + 1);
    }
}
