//! What a plain text file of cases cannot say about streams: bytes that are no text, a conversation over
//! two pipes, a reader that goes away, and a great many lines.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

fn perga(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(arguments: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let mut child = perga(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_line_with_invalid_bytes_is_read_and_named() {
    let (out, err, code) = run(&["tree", "--as", "tangent-slt"], b"x\n\xff+1\ny\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!((lines[0], lines[2]), ("[V!x]", "[V!y]"));
    assert!(lines[1].contains("[N!1]"), "{out}");
    assert!(err.contains("warning: line 2: invalid UTF-8"), "{err}");
    assert!(err.contains("read 3 formulas"), "{err}");
    assert_eq!(code, Some(0));
}

#[test]
fn each_line_is_answered_before_the_next_is_sent() {
    let mut child = perga(&["tree", "--as", "tangent-slt"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (formula, expected) in [("x", "[V!x]\n"), ("12", "[N!12]\n"), ("x^2", "[V!x,a[N!2]]\n")] {
        writeln!(stdin, "{formula}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = perga(&["tree", "--as", "tangent-slt"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all("x\n".repeat(200_000).as_bytes()));
    let output = child.wait_with_output().unwrap();
    // The writer gets a broken pipe of its own once the child has ended.
    let _ = writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn one_line_for_each_line_in_order_in_every_form() {
    let formulas = [
        "x^2",
        "",
        "\\text{a\tb}=1",
        "\\frac12",
        "<math><mtext>a&#10;b</mtext><mo>+</mo><mn>1</mn></math>",
        "   ",
    ];
    let input: String = (0..600).map(|i| format!("{}\n", formulas[i % formulas.len()])).collect();
    let forms = [
        "slt",
        "opt",
        "canonical",
        "tangent-slt",
        "tangent-opt",
        "mathml",
        "cmml",
        "tex",
        "tuples",
        "paths",
        "l8",
        "signatures",
        "ascii",
        "json",
    ];
    for form in forms {
        let (out, _, code) = run(&["tree", "--as", form], input.as_bytes());
        assert_eq!(code, Some(0), "{form}");
        assert!(!out.contains('\r'), "{form}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 600, "{form}");
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(*line, lines[i % formulas.len()], "{form} line {i}");
            assert_eq!(line.is_empty(), formulas[i % formulas.len()].trim().is_empty(), "{form} line {i}");
        }
    }
}
