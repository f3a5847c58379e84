//! PENMAN: graphs as people write them.
//!
//! `(p / prove-01 :arg0 (y / you) :arg1 (t / this) :mode imperative)`: brackets write a node out, `/` names its concept, roles
//! lead to nodes, to variables of nodes that are written out elsewhere (reentrancy), or to constants. `# ::key value` lines
//! before a graph are its metadata, other comments are kept with it, and comments inside are skipped. Inverse roles
//! (`:arg0-of`) stay as they are. Alignments (`~e.3`) are read and dropped.
//!
//! What it is not: a checker of roles or concepts. Any label is allowed, and so is a node without a concept, which published
//! graphs contain.

mod lexer;
mod reader;
mod writer;

use crate::Graph;

pub use writer::{on_one_line, write};

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What is wrong.
    pub message: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What to do about it.
    pub hint: &'static str,
}

/// What to do about a quotation mark that closes nothing. Operator trees of `y″` brought such marks into published graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quotes {
    /// It is an error, as it is for the program that made the published linear forms.
    #[default]
    Strict,
    /// It is a symbol like others if a space or a closing bracket follows.
    Lenient,
}

/// Reads one graph.
///
/// ```
/// let graph = graph::penman::parse("(w / want-01 :arg0 (ii / i) :arg1 (p / prove-01 :arg0 ii))", Default::default()).unwrap();
/// assert_eq!(graph.concept(0), "want-01");
/// assert_eq!(graph::penman::on_one_line(&graph), "(w / want-01 :arg0 (ii / i) :arg1 (p / prove-01 :arg0 ii))");
///
/// let error = graph::penman::parse("(w / want-01\n  :arg0 (ii / i)", Default::default()).unwrap_err();
/// assert_eq!((error.line, error.column, error.to_string().as_str()), (2, 17, "the graph ends inside a node"));
/// ```
pub fn parse(source: &str, quotes: Quotes) -> Result<Graph, Error> {
    reader::read(source, quotes, 1)
}

/// Reads every graph of a file. Empty lines stand between graphs, so an error in one does not spoil the next. Blocks of
/// comments without a graph are skipped.
pub fn parse_all(source: &str, quotes: Quotes) -> Vec<Result<Graph, Error>> {
    blocks(source)
        .filter(|(_, block)| !block.lines().all(|line| line.trim_start().starts_with('#')))
        .map(|(line, block)| reader::read(block, quotes, line))
        .collect()
}

/// The blocks between empty lines, each with the number of its first line.
fn blocks(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = source;
    let mut line = 1;
    std::iter::from_fn(move || {
        let (mut start, mut end) = (None, 0);
        let mut at = 0;
        for text in rest.split_inclusive('\n') {
            let is_empty = text.trim().is_empty();
            if is_empty && start.is_some() {
                break;
            }
            if !is_empty {
                start = start.or(Some((at, line)));
                end = at + text.len();
            }
            at += text.len();
            line += 1;
        }
        let (from, first) = start?;
        let block = rest.get(from..end)?;
        rest = rest.get(at..)?;
        Some((first, block))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stand_between_empty_lines() {
        let found: Vec<(usize, &str)> = blocks("\n# a\n(b)\n  \n\n(c\n)\n").collect();
        assert_eq!(found, [(2, "# a\n(b)\n"), (6, "(c\n)\n")]);
        assert_eq!(blocks(" \n").count(), 0);
    }

    #[test]
    fn an_error_in_one_graph_leaves_the_others() {
        let read = parse_all("# a file\n\n(a / b)\n\n(c / d\n\n(e / f)", Quotes::Strict);
        assert_eq!(read.len(), 3);
        assert!(read[0].is_ok() && read[2].is_ok());
        assert_eq!(read[1].as_ref().unwrap_err().line, 5);
    }
}
