//! `perga run --context` from the outside, over a few posts and a topic with its question.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const UNITS: &str = r#"{"id": "1", "kind": "note", "body": "Suppose $t>0$. Then $\\sqrt{t^2}$ is plain."}
{"id": "2", "kind": "note", "body": "Suppose $u<0$. Then $\\sqrt{u^2}$ needs care."}
{"id": "3", "kind": "note", "body": "No more than $x+1$."}
"#;

const TOPICS: &str = r#"<Topics>
<Topic number="B.1"><Formula_Id>q_2</Formula_Id><Latex>\sqrt{x^2}</Latex><Title>A root</Title>
<Question>&lt;p&gt;Let &lt;span class="math-container" id="q_1"&gt;$x&amp;lt;0$&lt;/span&gt;. What is
&lt;span class="math-container" id="q_2"&gt;$\sqrt{x^2}$&lt;/span&gt;?&lt;/p&gt;</Question><Tags>algebra</Tags></Topic>
</Topics>
"#;

fn perga(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).current_dir(folder).output().unwrap()
}

/// A folder with an index and topics.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    std::fs::write(path.join("units.jsonl"), UNITS).unwrap();
    std::fs::write(path.join("topics.xml"), TOPICS).unwrap();
    std::fs::write(path.join("topics.tsv"), "1\t\\sqrt{x^2}\n").unwrap();
    let output = perga(&["index", "units.jsonl", "--into", "index"], &path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (folder, path)
}

/// The units of a run, best first, and what was said on stderr.
fn run(folder: &Path, topics: &str, task: &str, more: &[&str]) -> (Vec<String>, String) {
    let mut arguments = vec!["run", "--index", "index", "--topics", topics, "--task", task];
    arguments.extend(["--columns", "arqmath2"]);
    arguments.extend(more);
    let output = perga(&arguments, folder);
    let rows = String::from_utf8_lossy(&output.stdout).into_owned();
    let units = rows.lines().filter_map(|row| row.split('\t').nth(2)).map(str::to_owned).collect();
    (units, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_is_stated_of_a_variable_decides_among_equal_formulas() {
    let (_folder, path) = folder();
    let (alone, _) = run(&path, "topics.xml", "formulas", &[]);
    assert_eq!(alone[..2], ["1", "2"]);
    let ways: [&[&str]; 4] = [
        &["--context"],
        &["--context=words+latex"],
        &["--context=words+operators"],
        &["--context=words", "--context-sentences", "1"],
    ];
    for way in ways {
        let (units, stderr) = run(&path, "topics.xml", "formulas", way);
        // One sentence does not reach the condition as words; what is stated holds all the same.
        assert_eq!(units[..2], ["2", "1"], "{way:?}: {stderr}");
    }
}

#[test]
fn where_there_is_no_context_it_is_said() {
    let (_folder, path) = folder();
    let (units, stderr) = run(&path, "topics.tsv", "formulas", &["--context"]);
    assert_eq!(units[..2], ["1", "2"]);
    assert!(stderr.contains("topic `1` has no question"), "{stderr}");
    let (units, stderr) = run(&path, "topics.xml", "answers", &["--context"]);
    assert!(units.is_empty() && stderr.contains("`--context` is for `--task formulas`"), "{stderr}");
}
