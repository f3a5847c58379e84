//! `perga assess` from a pool to measures: two people judge on the page, the server is killed, and `agree` and `eval`
//! give the numbers computed by hand.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const POOL: &str = "A.1\ta\nA.1\tb\nA.1\tc\nA.2\td\nA.2\te\nA.2\tf\n";
const TOPICS: &str = "A.1\tWhy is $x^2 \\ge 0$?\nA.2\tWhat is a ring?\n";
const TEXTS: &str = "{\"id\":\"a\",\"text\":\"A square of $x$.\"}\n";

/// A topic, a post and its grade.
type Grade = (&'static str, &'static str, u8);

/// Grades of both people, computed with by hand below.
const GRADES: [(&str, [Grade; 6]); 2] = [
    (
        "ann",
        [
            ("A.1", "a", 3),
            ("A.1", "b", 2),
            ("A.1", "c", 0),
            ("A.2", "d", 2),
            ("A.2", "e", 2),
            ("A.2", "f", 1),
        ],
    ),
    (
        "bob",
        [
            ("A.1", "a", 3),
            ("A.1", "b", 1),
            ("A.1", "c", 0),
            ("A.2", "d", 2),
            ("A.2", "e", 3),
            ("A.2", "f", 0),
        ],
    ),
];

fn perga(folder: &Path, arguments: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).current_dir(folder).output().unwrap();
    assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, project: &str) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_perga"))
            .args(["serve", "--assess", project, "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("http://").unwrap().strip_suffix("/assess").unwrap().to_owned();
        Server { process, address }
    }

    /// The whole response to a request.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n{headers}\r\n{body}",
            self.address
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL: what was saved must be there without any tidying.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The project, and the paths of the personal links by name.
fn made(folder: &Path) -> Vec<(String, String)> {
    for (name, text) in [("pool.tsv", POOL), ("topics.tsv", TOPICS), ("texts.jsonl", TEXTS)] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let links = perga(
        folder,
        &[
            "assess",
            "init",
            "round",
            "--task",
            "t1",
            "--pool",
            "pool.tsv",
            "--topics",
            "topics.tsv",
            "--texts",
            "texts.jsonl",
            "--assessors",
            "ann,bob",
            "--dual",
            "all",
        ],
    );
    links
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .collect()
}

fn cookie(link: &str) -> String {
    format!("cookie: perga-assess={}\r\n", link.split_once("token=").unwrap().1)
}

#[test]
fn grades_by_hand_give_the_numbers_computed_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let links = made(folder.path());
    assert_eq!(links.iter().map(|link| link.0.as_str()).collect::<Vec<_>>(), ["ann", "bob", "organiser"]);
    let link = |name: &str| &links.iter().find(|link| link.0 == name).unwrap().1;
    for place in 0..6 {
        // A server for each round of clicks: each is killed.
        let server = Server::start(folder.path(), "round");
        for (name, grades) in GRADES {
            let entered = server.ask("GET", link(name), "", "");
            assert!(entered.starts_with("HTTP/1.1 303") && entered.contains("HttpOnly"), "{entered}");
            let page = server.ask("GET", "/assess", &cookie(link(name)), "");
            // Each person has an order of their own; the formula stands in question A.1 only.
            assert!(page.contains("How useful is it?"), "{page}");
            assert_eq!(page.contains("<math"), page.contains("Question A.1"), "{page}");
            let (topic, unit, grade) = grades[place];
            let form = format!("round=main&topic={topic}&unit={unit}&grade={grade}");
            let saved = server.ask("POST", "/assess", &cookie(link(name)), &form);
            assert!(saved.starts_with("HTTP/1.1 303"), "{saved}");
        }
    }
    perga(folder.path(), &["assess", "export", "round", "--into", "results"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("results").join(name)).unwrap();
    // A.1 belongs to ann, A.2 to bob.
    assert_eq!(read("qrels"), "A.1 0 a 3\nA.1 0 b 2\nA.1 0 c 0\nA.2 0 d 2\nA.2 0 e 3\nA.2 0 f 0\n");
    // Observed agreement 3 of 6, expected 8 of 36: κ = 0.3571.
    let agreement = perga(folder.path(), &["agree", "results/judgements.tsv"]);
    assert!(agreement.contains("0.357"), "{agreement}");
    // The higher of the two grades of each result.
    let highest =
        ["pool", "--preset", "arqmath3-task1", "--merge", "results/judgements.tsv", "--assessors", "highest"];
    let merged = perga(folder.path(), &highest);
    let mut merged: Vec<&str> = merged.lines().collect();
    merged.sort_unstable();
    assert_eq!(merged, ["A.1 0 a 3", "A.1 0 b 2", "A.1 0 c 0", "A.2 0 d 2", "A.2 0 e 3", "A.2 0 f 1"]);
    let run: String = [("A.1", ["b", "a", "c"]), ("A.2", ["f", "e", "d"])]
        .into_iter()
        .flat_map(|(topic, docs)| docs.into_iter().zip(1..).map(move |(doc, rank)| (topic, doc, rank)))
        .map(|(topic, doc, rank)| format!("{topic} Q0 {doc} {rank} {} x\n", 10 - rank))
        .collect();
    std::fs::write(folder.path().join("x.run"), run).unwrap();
    let measures = perga(folder.path(), &["eval", "results/qrels", "x.run", "-m", "P(rel=2)@1,AP(rel=2)"]);
    assert!(measures.contains("0.5000") && measures.contains("0.7917"), "{measures}");
    let status = perga(folder.path(), &["assess", "status", "round"]);
    assert!(status.contains("ann\t6\t6\t") && status.contains("bob\t6\t6\t"), "{status}");
}

#[test]
fn strangers_and_other_sites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let links = made(folder.path());
    let server = Server::start(folder.path(), "round");
    let own = cookie(&links[0].1);
    for (path, headers, expected) in [
        ("/assess", "", "403"),
        ("/assess", "cookie: perga-assess=guess\r\n", "403"),
        ("/assess/export/qrels", own.as_str(), "403"),
        ("/assess", own.as_str(), "200"),
        ("/assess/keys.js", "", "200"),
        ("/", "", "303"),
    ] {
        let response = server.ask("GET", path, headers, "");
        assert!(response.starts_with(&format!("HTTP/1.1 {expected}")), "{path}: {response}");
        assert!(response.contains("default-src 'none'"), "{path}: {response}");
        // With `no-referrer`, browsers send our own forms with the origin `null`, and saving is refused.
        assert!(response.contains("referrer-policy: same-origin"), "{path}: {response}");
    }
    let foreign = format!("{own}origin: https://evil.example\r\n");
    let form = "round=main&topic=A.1&unit=a&grade=3";
    assert!(server.ask("POST", "/assess", &foreign, form).starts_with("HTTP/1.1 403"));
    let organiser = server.ask("GET", "/assess", &cookie(&links[2].1), "");
    assert!(organiser.contains("Disagreements (0)"), "{organiser}");
    let second = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(["serve", "--assess", "round", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&second.stderr).contains("another process has the journal open"));
}

/// The commands of the tutorial in the manual.
fn tutorial() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/research/assessment.md");
    let text = std::fs::read_to_string(file).unwrap();
    let block = text.split("## A tutorial").nth(1).unwrap().split("```").nth(1).unwrap();
    block.lines().filter_map(|line| line.strip_prefix("perga ")).map(str::to_owned).collect()
}

/// Two people judge the pool of the tutorial: ann as the bundled judgements, bob differently about the first result of
/// each topic.
fn judge(folder: &Path, project: &str) {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let known = read("collection/qrels-questions.qrels");
    let grade = |topic: &str, unit: &str| {
        let of = known.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        of.into_iter()
            .find(|cells| cells[0] == topic && cells[2] == unit)
            .map_or(0, |cells| cells[3].parse().unwrap())
    };
    let links = read("tutorial/links.tsv");
    let link =
        |name: &str| links.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t')).unwrap();
    let server = Server::start(folder, project);
    let mut last = String::new();
    for line in read("tutorial/pool.tsv").lines() {
        let (topic, unit) = line.split_once('\t').unwrap();
        let ann: u8 = grade(topic, unit);
        let bob = if topic == last { ann } else { (ann + 1) % 4 };
        last = topic.to_owned();
        for (name, grade) in [("ann", ann), ("bob", bob)] {
            let form = format!("round=main&topic={topic}&unit={}&grade={grade}", unit.replace('/', "%2F"));
            let saved = server.ask("POST", "/assess", &cookie(link(name)), &form);
            assert!(saved.starts_with("HTTP/1.1 303"), "{form}: {saved}");
        }
    }
    let page = server.ask("GET", "/assess", &cookie(link("organiser")), "");
    assert!(page.contains("Disagreements (10)") && page.contains("κ of grades"), "{page}");
}

#[test]
fn the_tutorial_runs_on_the_bundled_collection() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection").canonicalize().unwrap();
    std::os::unix::fs::symlink(collection, folder.join("collection")).unwrap();
    let mut said = Vec::new();
    for command in tutorial() {
        let (command, into) =
            command.split_once(" > ").map_or((command.as_str(), None), |(a, b)| (a, Some(b)));
        let words: Vec<&str> = command.split_whitespace().collect();
        if let ["serve", "--assess", project] = words[..] {
            judge(folder, project);
            continue;
        }
        let out = perga(folder, &words);
        match into {
            Some(file) => std::fs::write(folder.join(file), out).unwrap(),
            None => said.push((words[..2].join(" "), out)),
        }
    }
    let of = |command: &str| &said.iter().find(|(known, _)| known.starts_with(command)).unwrap().1;
    assert_eq!(of("assess adjudicate").lines().count(), 11);
    assert!(of("assess agree").starts_with("round\tfirst\tsecond\titems\tkappa"), "{}", of("assess agree"));
    assert!(of("agree tutorial").contains("ann"), "{}", of("agree tutorial"));
    let merged = std::fs::read_to_string(folder.join("tutorial/merged.qrels")).unwrap();
    assert!(merged.lines().count() > 20, "{merged}");
    assert!(of("eval tutorial").contains("best"), "{}", of("eval tutorial"));
}
