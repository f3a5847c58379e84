//! The benchmarks of questions and answers from the outside: on a few threads of our own, and hostile queries on the
//! collection that comes with the program.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const UNITS: &str = r#"
{"id":"q1","kind":"question","title":"Sum of the first odd numbers","body":"Why is $1+3+\\dots+(2n-1)=n^2$ a square?","tags":["sums"]}
{"id":"a1","kind":"answer","parent":"q1","body":"Induction: a square with side $n$ grows by an odd border $2n+1=(n+1)^2-n^2$."}
{"id":"q2","kind":"question","title":"Odd numbers add up to squares","body":"Prove that the sum of odd numbers $1+3+\\dots+(2n-1)$ is $n^2$.","tags":["sums"]}
{"id":"a2","kind":"answer","parent":"q2","body":"Pair the first odd number with the last: $\\frac{n}{2}$ pairs of $2n$ each."}
{"id":"q3","kind":"question","title":"Derivative of the logarithm","body":"How does one get $\\frac{d}{dx}\\ln x=\\frac1x$ from the exponential?","tags":["calculus"]}
{"id":"a3","kind":"answer","parent":"q3","body":"Differentiate $e^{\\ln x}=x$ by the chain rule, exponential first."}
{"id":"e1","kind":"article","title":"geometric series","body":"A telescoping argument gives $\\sum_{k=0}^{n}q^k=\\frac{1-q^{n+1}}{1-q}$ for any ratio."}
{"id":"e2","kind":"article","title":"binomial theorem","body":"Expanding by counting subsets, $(a+b)^m=\\sum_{j=0}^{m}\\binom{m}{j}a^jb^{m-j}$ holds in commutative rings."}
"#;

const TOPICS: &str = r#"<?xml version="1.0"?>
<Topics>
<Topic number="A.1"><Title>Sum of odd numbers</Title><Question>&lt;p&gt;Why is &lt;span class="math-container" id="q_1"&gt;$1+3+\dots+(2n-1)$&lt;/span&gt; a square?&lt;/p&gt;</Question><Tags>sums</Tags></Topic>
<Topic number="A.2"><Title>Derivative of a logarithm</Title><Question>&lt;p&gt;From the exponential, by the chain rule?&lt;/p&gt;</Question><Tags>calculus</Tags></Topic>
<Topic number="A.3"><Title>Nobody judged this</Title><Question>well</Question><Tags>x</Tags></Topic>
</Topics>
"#;

fn perga(folder: &Path, arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn indexed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text.trim_start()).unwrap();
    write("units.jsonl", UNITS);
    write("topics.xml", TOPICS);
    write("judged.qrels", "A.1 0 a1 3\nA.1 0 a2 1\nA.1 0 a3 0\nA.2 0 a3 2\nA.3 0 a1 1\n");
    write(
        "info.json",
        r#"{"A.1": {"Difficulty": "Easy", "Dependence": "Both"}, "A.2": {"Difficulty": "High"}}"#,
    );
    write("other.run", "A.1 Q0 a3 1 9 other\nA.1 Q0 a2 2 8 other\nA.2 Q0 a3 1 1 other\n");
    write(
        "links.tsv",
        "question_id\tlinked_question_id\tkind\nq1\tq2\tduplicate\nq2\tq1\tduplicate\nq1\tq3\trelated\nq1\tgone\tduplicate\n",
    );
    perga(folder.path(), &["index", "units.jsonl", "--into", "index"]);
    folder
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&perga(folder, &[arguments, &["--json"]].concat())).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn judged_topics_in_one_table_with_slices() {
    let folder = indexed();
    let command = [
        "bench",
        "answers",
        "ranking",
        "--index",
        "index",
        "--topics",
        "topics.xml",
        "--qrels",
        "judged.qrels",
        "--topic-info",
        "info.json",
        "--pipelines",
        "best,mathdowsers",
        "--peer",
        "other=other.run",
    ];
    let text = perga(folder.path(), &command);
    // The third topic has no answer of grade 2.
    assert!(text.starts_with("2 topics; relevant is grade 1 or more"), "{text}");
    for row in
        ["best", "mathdowsers", "other", "random", "judged, random", "perfect", "nDCG@10 by difficulty"]
    {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
    }
    let found = json(folder.path(), &command);
    let systems = found["systems"].as_array().unwrap();
    assert_eq!(number(&systems[0]["means"][1]), 1.0, "{}", systems[0]);
    assert_eq!(number(&systems[2]["means"][1]), 0.75, "{}", systems[2]);
    assert_eq!(number(&systems[2]["against"][1]["difference"]), 0.25);
    // The words of both years for one step of difficulty.
    let slices = found["slices"].as_array().unwrap();
    let names: Vec<&str> = slices.iter().filter_map(|slice| slice["value"].as_str()).collect();
    assert_eq!(names, ["Both", "Low", "High"]);
}

#[test]
fn duplicates_are_looked_for_both_ways_among_other_questions() {
    let folder = indexed();
    let command = ["bench", "answers", "duplicates", "--index", "index", "--links", "links.tsv"];
    let found = json(folder.path(), &command);
    assert_eq!(found["trials"], 2);
    assert_eq!(number(&found["systems"][0]["success_at_1"]), 1.0);
    let none = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(command)
        .args(["--kind", "absent"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(1));
}

#[test]
fn own_answers_by_what_they_say_themselves() {
    let folder = indexed();
    let pipeline = |parent: &str| {
        format!(
            "name = \"alone\"\npurpose = \"\"\nweights = {{ bag = 1.0 }}\n[evidence.bag]\nkind = \"bag\"\nwords = 1.0\n\
             tokens = 1.0\nown = {{ title = 1.0, body = 1.0 }}\n{parent}"
        )
    };
    fs::write(folder.path().join("alone.toml"), pipeline("")).unwrap();
    fs::write(folder.path().join("beside.toml"), pipeline("parent = { title = 1.0, body = 1.0 }\n")).unwrap();
    let command = [
        "bench",
        "answers",
        "own-answer",
        "--index",
        "index",
        "--pipelines",
        "alone.toml,beside.toml",
        "--json",
    ];
    let output =
        Command::new(env!("CARGO_BIN_EXE_perga")).args(command).current_dir(folder.path()).output().unwrap();
    let warning = String::from_utf8(output.stderr).unwrap();
    assert_eq!(warning.matches("looks at the question of an answer").count(), 1, "{warning}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["trials"], 3);
    let [alone, beside] = [0, 1].map(|place| number(&found["systems"][place]["mrr"]));
    assert!(alone > 0.5 && beside >= alone, "{alone} {beside}");
}

#[test]
fn articles_by_name_and_by_a_renamed_formula() {
    let folder = indexed();
    let found = json(folder.path(), &["bench", "answers", "articles", "--index", "index", "--trials", "5"]);
    for (place, kind) in ["name", "formula and word"].into_iter().enumerate() {
        assert_eq!(found[place]["kind"], kind);
        assert_eq!(found[place]["trials"], 2);
        assert_eq!(number(&found[place]["success_at_1"]), 1.0, "{found}");
    }
}

#[test]
fn typed_queries_of_a_file_and_drawn_ones() {
    let folder = indexed();
    fs::write(folder.path().join("typed.tsv"), "what is a geometric series\te1\nbinomial theorem\te0\t*2\n")
        .unwrap();
    let command = ["bench", "answers", "typed", "--index", "index", "--trials", "1"];
    let found = json(folder.path(), &[&command[..], &["--queries", "typed.tsv"]].concat());
    assert_eq!(found["figures"][0]["form"], "queries of the file");
    assert_eq!(found["figures"][0]["trials"], 2);
    assert_eq!(number(&found["figures"][0]["success_at_1"]), 1.0, "{found}");
    let drawn = json(folder.path(), &command);
    assert_eq!(drawn["figures"][0]["form"], "name");
    assert_eq!(number(&drawn["figures"][0]["success_at_1"]), 1.0, "{drawn}");
}

#[test]
fn speed_says_what_opening_and_searching_cost() {
    let folder = indexed();
    let text = perga(
        folder.path(),
        &["bench", "answers", "speed", "--index", "index", "--topics", "topics.xml", "-k", "5"],
    );
    for figure in ["units\t8", "questions\t3", "opened, ms\t", "second round, wall, p95, ms\t"] {
        assert!(text.lines().any(|line| line.starts_with(figure)), "{figure}: {text}");
    }
}

/// Five thousand strings, each with results or a message within a second. The limit is wider here, because tests are
/// hardly optimised and share their machine; `bench/answers/run` holds the true one for a hundred thousand.
#[test]
fn no_hostile_query_fails_or_takes_long() {
    let folder = tempfile::tempdir().unwrap();
    let collection = concat!(env!("CARGO_MANIFEST_DIR"), "/../../collection");
    let place = |name: &str| format!("{collection}/{name}");
    let (cards, threads) = (place("cards"), place("threads"));
    let (questions, formulas) = (place("topics-questions.tsv"), place("topics-formulas.tsv"));
    perga(folder.path(), &["index", &cards, &threads, "--into", "index"]);
    let text = perga(
        folder.path(),
        &[
            "bench",
            "answers",
            "hostile",
            "5000",
            "--index",
            "index",
            "--queries",
            &questions,
            "--queries",
            &formulas,
            "--limit",
            "10000",
        ],
    );
    assert!(text.starts_with("strings\t5000\n") && text.contains("failed\t0\n"), "{text}");
}
