//! `perga search` from the outside, over the bundled collection: every hit has its reasons, the parts of a score
//! add up to it, and two runs print the same bytes.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

static INDEX: LazyLock<PathBuf> = LazyLock::new(|| {
    let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join("search.index");
    let _ = std::fs::remove_dir_all(&into);
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
    let made = Command::new(env!("CARGO_BIN_EXE_perga"))
        .arg("index")
        .arg(collection)
        .arg("--into")
        .arg(&into)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    into
});

fn perga(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perga"));
    command.arg("search").args(arguments).env("PERGA_INDEX", INDEX.as_path()).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = perga(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The topics of the bundled collection, and a few queries with wildcards.
fn queries() -> Vec<String> {
    let topics = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection/topics-formulas.tsv");
    let text = std::fs::read_to_string(topics).unwrap();
    let topics = text.lines().filter_map(|line| line.split('\t').nth(1)).map(str::to_owned);
    let wildcards = ["?a^2+?b^2", r"\frac{?x}{?y}=?z", r"\exact{x^2}+1", r"\int_0^1 ?f(?x)\,dx"];
    topics.chain(wildcards.map(str::to_owned)).collect()
}

#[test]
fn every_hit_has_pairs_and_parts_that_add_up() {
    let queries = queries();
    assert!(queries.len() > 10);
    for query in &queries {
        for mode in ["similar", "contains"] {
            let answer = json(&[query, "--mode", mode, "-k", "20"]);
            for hit in answer["hits"].as_array().unwrap() {
                let parts = hit["parts"].as_array().unwrap();
                let sum: f64 = parts.iter().map(|part| part["contribution"].as_f64().unwrap()).sum();
                assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-9, "{query}: {hit}");
                assert!(!hit["pairs"].as_array().unwrap().is_empty(), "{query} ({mode}): {hit}");
                assert!(!hit["instances"].as_array().unwrap().is_empty());
                let tex = hit["tex"].as_str().unwrap();
                for pair in hit["pairs"].as_array().unwrap() {
                    let place = |side: &str, at: usize| pair[side][at].as_u64().unwrap() as usize;
                    assert!(tex.get(place("hit", 0)..place("hit", 1)).is_some());
                    assert!(query.get(place("query", 0)..place("query", 1)).is_some(), "{query}: {pair}");
                }
            }
        }
    }
}

#[test]
fn two_runs_print_the_same_bytes() {
    for arguments in [&["a^2+b^2=c^2", "--json"][..], &["?a^2+?b^2"], &["x", "--mode", "contains"]] {
        assert_eq!(perga(arguments).stdout, perga(arguments).stdout);
    }
}

#[test]
fn timings_come_with_explain_only() {
    assert!(json(&["x^2"]).get("timings").is_none());
    let explained = json(&["x^2", "--explain"]);
    assert!(explained["timings"]["search_ms"].as_f64() > Some(0.0));
    assert!(!explained["funnel"].as_array().unwrap().is_empty());
}

#[test]
fn hostile_queries_are_answered_or_refused_in_good_order() {
    let deep = format!("{}x{}", "{".repeat(5000), "}".repeat(5000));
    let long = "x+".repeat(20_000);
    for query in ["\u{1}", "}{", "\\", "?", "?a?a?a?a", "$", "<math>", &deep, &long, "\\exact{\\simto{x}}"] {
        for mode in ["exact", "contains", "similar"] {
            let output = perga(&[query, "--mode", mode, "-k", "3"]);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(matches!(output.status.code(), Some(0 | 1)), "{mode}: {errors}");
            assert!(!errors.contains("panicked"), "{errors}");
        }
    }
}
