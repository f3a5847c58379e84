//! The benchmarks of search from the outside, on a small list of formulas.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const FORMULAS: &str = "\
a\tx^2+y^2=z^2
b\t(a+b)^2=a^2+2ab+b^2
c\t\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}
d\t\\sum_{k=1}^{n}k=\\frac{n(n+1)}{2}
e\t\\int_0^1 f(x)+g(x)dx=1
f\tu_{n+1}=u_n+u_{n-1}
g\t\\sin x\\cdot\\cos y+1=\\frac{p+q}{r}
h\t\\alpha x+\\beta y\\leq\\gamma
i\tp^2+q^2=r^2
j\t\\lim_{n\\to\\infty}a_n+b_n=c
";

fn perga(folder: &Path, arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn indexed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.tsv"), FORMULAS).unwrap();
    perga(folder.path(), &["index", "list.tsv", "--into", "index"]);
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn judged_topics_in_one_table() {
    let folder = indexed();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("topics.tsv", "T.1\tx^2+y^2=z^2\nT.2\tv_{n+1}=v_n+v_{n-1}\n");
    write("judged.qrels", "T.1 0 a 3\nT.1 0 i 2\nT.1 0 c 0\nT.2 0 f 3\nT.2 0 missing 1\n");
    write("other.run", "T.1 Q0 c 1 9 other\nT.1 Q0 i 2 8 other\n");
    write("other.run.times", "20\t1.5\t2.5\n1000\t10\t20\n");
    let command = [
        "bench",
        "formula-search",
        "--index",
        "index",
        "--topics",
        "topics.tsv",
        "--qrels",
        "judged.qrels",
        "--pipelines",
        "best,tangent-s",
        "--peer-run",
        "other=other.run",
        "--by-generator",
        "--ablation",
    ];
    let text = perga(folder.path(), &command);
    for row in ["best", "tangent-s", "other", "random", "perfect", "all together", "nothing"] {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
    }
    let found = json(&perga(folder.path(), &[&command[..], &["--json"]].concat()));
    let systems = found["systems"].as_array().unwrap();
    let [best, _, other, _, perfect] = systems.as_slice() else { panic!("{systems:?}") };
    assert!(best["ndcg"].as_f64().unwrap() > other["ndcg"].as_f64().unwrap());
    assert_eq!(perfect["ndcg"], 1.0);
    assert_eq!(other["times"]["first_page"][0], 1.5);
    // The formula that is not in the index is never found.
    assert_eq!(best["candidates"]["union"], 0.75);
    assert_eq!(found["topics_with_two"], 1);
}

#[test]
fn known_items_come_back() {
    let folder = indexed();
    let altered = ["bench", "known-item", "10", "--index", "index", "--altered", "--json"];
    let rows = json(&perga(folder.path(), &altered));
    for row in rows.as_array().unwrap() {
        let share = if row["kind"] == "edited" { &row["top_10"] } else { &row["rank_1"] };
        assert_eq!(share.as_f64(), Some(1.0), "{row}");
        assert!(row["queries"].as_u64().unwrap() >= 7, "{row}");
    }
    assert_eq!(perga(folder.path(), &altered[..6]).lines().count(), 5);
    let opened = json(&perga(
        folder.path(),
        &["bench", "known-item", "10", "--index", "index", "--z", "0.1", "--json"],
    ));
    assert_eq!(opened["found"].as_f64(), Some(1.0), "{opened}");
}

#[test]
fn planted_formulas_are_found_with_their_bindings() {
    let folder = indexed();
    fs::write(folder.path().join("topics.tsv"), "W.1\t?a^2+?b^2=?c^2\nW.2\t\\frac{?x+1}{?x-1}\nW.3\tx+1\n")
        .unwrap();
    let command = [
        "bench",
        "wildcards",
        "--topics",
        "topics.tsv",
        "--index",
        "index",
        "--into",
        "planted",
        "--trials",
        "20",
        "--json",
    ];
    let found = json(&perga(folder.path(), &command));
    assert_eq!(found["trials"], 20);
    assert_eq!(found["success"].as_f64(), Some(1.0), "{found}");
}
