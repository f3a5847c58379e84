//! A parser that the user brings: a command that reads a text and writes graphs.
//!
//! It gets the text on stdin with every formula replaced by a name in quotation marks, `"eqx3eqx"` for the third, as the
//! published system gave it to its parser, and writes PENMAN on stdout, one graph or several. Labels become lower case,
//! because those of the published graphs are.
//!
//! What it is not: a sandbox. The command runs as the user who gave it.

use std::io::{self, Write};
use std::ops::Range;
use std::process::{Command, Stdio};

use graph::penman::{self, Quotes};
use graph::{Graph, Target, merge};

use crate::error::{Error, Result};

/// The graph that a command gives a text.
pub(super) fn run(command: &str, text: &str, formulas: &[Range<usize>]) -> Result<Graph> {
    let written = output(command, &named(text, formulas))
        .map_err(|cause| failed(command, &format!("could not be run: {cause}")))??;
    let mut graphs = Vec::new();
    for graph in penman::parse_all(&written, Quotes::Lenient) {
        let graph = graph.map_err(|error| {
            failed(command, &format!("wrote something else than a graph in line {}: {error}", error.line))
        })?;
        graphs.push(in_lower_case(graph));
    }
    Ok(merge(&graphs))
}

/// The text with names for its formulas; a space on either side, so that no word is glued to them.
fn named(text: &str, formulas: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (index, place) in formulas.iter().enumerate() {
        out.push_str(text.get(from..place.start).unwrap_or(""));
        out.push_str(&format!(" \"eqx{}eqx\" ", index + 1));
        from = place.end;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    let mut line = out.split_whitespace().collect::<Vec<_>>().join(" ");
    line.push('\n');
    line
}

/// What a command writes for an input.
fn output(command: &str, input: &str) -> io::Result<Result<String>> {
    let mut child =
        Command::new("sh").args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    // Written in a thread of its own: a command may write before it has read everything.
    let writer = child.stdin.take().map(|mut stdin| {
        let input = input.to_owned();
        std::thread::spawn(move || stdin.write_all(input.as_bytes()))
    });
    let output = child.wait_with_output()?;
    // A command that does not read its input has closed it; what it wrote decides.
    drop(writer.map(std::thread::JoinHandle::join));
    if !output.status.success() {
        return Ok(Err(failed(command, &format!("failed: {}", output.status))));
    }
    Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn failed(command: &str, what: &str) -> Error {
    Error::BadRequest {
        field: None,
        message: format!("the parser `{command}` {what}"),
        hint: Some("it has to read a text from stdin and write graphs in PENMAN to stdout".to_owned()),
    }
}

/// The graph with its labels in lower case.
fn in_lower_case(mut graph: Graph) -> Graph {
    for node in &mut graph.nodes {
        node.concept = node.concept.take().map(|concept| concept.to_lowercase());
    }
    for edge in &mut graph.edges {
        edge.role = edge.role.to_lowercase();
        if let Target::Constant(text) = &mut edge.target {
            *text = text.to_lowercase();
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_reads_names_and_writes_graphs() {
        let text = "Prove$x>0$, now.";
        let command = "read line; test \"$line\" = 'Prove \"eqx1eqx\" , now.' && \
                       echo '(p / Prove-01 :ARG1 (s / string-entity :value \"eqx1eqx\"))'";
        let graph = run(command, text, std::slice::from_ref(&(5..10))).unwrap();
        let expected = "(p / prove-01 :arg1 (s / string-entity :value \"eqx1eqx\"))";
        assert_eq!(penman::on_one_line(&graph), expected);
    }

    #[test]
    fn a_command_that_fails_or_writes_something_else_is_named() {
        let said = |command: &str| run(command, "x", &[]).unwrap_err().to_string();
        assert_eq!(said("exit 3"), "the parser `exit 3` failed: exit status: 3");
        assert!(said("echo '(a'").contains("wrote something else than a graph in line 1"));
    }
}
