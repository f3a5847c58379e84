//! From tokens to a graph.

use rustc_hash::FxHashMap;

use super::lexer::{Lexer, Token};
use super::{Error, Quotes};
use crate::{Graph, NodeId, Target};

/// What may come next inside a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A slash, a role or the end of the node.
    AfterVariable,
    /// The concept, or what may follow a missing one.
    AfterSlash,
    /// A role or the end of the node.
    Roles,
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    graph: Graph,
    by_variable: FxHashMap<&'a str, NodeId>,
    /// The nodes that are being written out, the outermost one first.
    open: Vec<NodeId>,
}

/// Reads the one graph of a text whose first line has this number.
pub(super) fn read(source: &str, quotes: Quotes, first_line: usize) -> Result<Graph, Error> {
    let mut reader = Reader {
        lexer: Lexer::new(source, quotes, first_line),
        graph: Graph::default(),
        by_variable: FxHashMap::default(),
        open: Vec::new(),
    };
    reader.head()?;
    while !reader.open.is_empty() {
        reader.inside()?;
    }
    reader.tail()?;
    reader.resolve();
    Ok(reader.graph)
}

impl<'a> Reader<'a> {
    /// Reads metadata and the start of the top node.
    fn head(&mut self) -> Result<(), Error> {
        loop {
            match self.lexer.next()? {
                Some((Token::Comment(text), _)) => self.comment(text),
                Some((Token::Open, at)) => return self.node(at).map(drop),
                Some((_, at)) => {
                    return Err(self.lexer.error(
                        at,
                        "a graph starts with `(`",
                        "write it as in `(p / prove-01 :arg1 (t / this))`",
                    ));
                }
                None => {
                    return Err(self
                        .lexer
                        .error_at_end("there is no graph", "write one as in `(p / prove-01)`"));
                }
            }
        }
    }

    /// Keeps a comment: each `::key value` of it, or the whole text under the empty key.
    fn comment(&mut self, text: &str) {
        let text = text.trim();
        let mut parts = text.split("::");
        let before = parts.next().unwrap_or("");
        if !before.trim().is_empty() || !text.starts_with("::") {
            return self.graph.metadata.push((String::new(), text.to_owned()));
        }
        for part in parts {
            let (key, value) = part.trim().split_once(char::is_whitespace).unwrap_or((part.trim(), ""));
            self.graph.metadata.push((key.to_owned(), value.trim().to_owned()));
        }
    }

    /// Reads a variable after `(` and opens its node.
    fn node(&mut self, at: usize) -> Result<NodeId, Error> {
        let Some((Token::Symbol(variable), place)) = self.lexer.next()? else {
            return Err(self.lexer.error(
                at + 1,
                "a node needs a variable after `(`",
                "write it as in `(p / prove-01)`",
            ));
        };
        let node = self.graph.add(variable.to_owned(), None);
        if self.by_variable.insert(variable, node).is_some() {
            let message = format!("two nodes have the variable `{variable}`");
            let hint =
                "give one of them another variable, or write only the variable where the node comes again";
            return Err(self.lexer.error(place, &message, hint));
        }
        self.open.push(node);
        Ok(node)
    }

    /// Reads what is inside the innermost open node up to a bracket.
    fn inside(&mut self) -> Result<(), Error> {
        let Some(&node) = self.open.last() else { return Ok(()) };
        // Reading comes back here after each node that is written out inside this one.
        let is_new = self.graph.nodes.len() == node + 1;
        let mut state = if is_new { State::AfterVariable } else { State::Roles };
        loop {
            let Some((token, at)) = self.lexer.next()? else {
                let hint = "close every `(` with a `)`";
                return Err(self.lexer.error_at_end("the graph ends inside a node", hint));
            };
            match (token, state) {
                (Token::Comment(_), _) => {}
                (Token::Slash, State::AfterVariable) => state = State::AfterSlash,
                (Token::Symbol(concept), State::AfterSlash) => {
                    self.graph.nodes[node].concept = Some(concept.to_owned());
                    state = State::Roles;
                }
                (Token::Close, _) => {
                    self.open.pop();
                    return Ok(());
                }
                (Token::Role(role), _) => {
                    state = State::Roles;
                    if self.edge(node, role, at)? {
                        return Ok(());
                    }
                }
                (Token::Slash | Token::Symbol(_) | Token::Open, _) => {
                    let hint = "put a role such as `:arg1` before it, or close the node with `)`";
                    return Err(self.lexer.error(at, "expected a role or `)`", hint));
                }
            }
        }
    }

    /// Reads the target of an edge. Returns whether it opened a node.
    fn edge(&mut self, source: NodeId, role: &'a str, at: usize) -> Result<bool, Error> {
        loop {
            match self.lexer.next()? {
                Some((Token::Comment(_), _)) => {}
                Some((Token::Open, at)) => {
                    let target = Target::Node(self.graph.nodes.len());
                    self.graph.connect(source, role, target);
                    self.node(at)?;
                    return Ok(true);
                }
                Some((Token::Symbol(text), _)) => {
                    self.graph.connect(source, role, Target::Constant(text.to_owned()));
                    return Ok(false);
                }
                _ => {
                    let message = format!("the role `:{role}` leads nowhere");
                    let hint = "write a node, a variable or a constant after it";
                    return Err(self.lexer.error(at, &message, hint));
                }
            }
        }
    }

    /// Refuses anything but comments after the graph.
    fn tail(&mut self) -> Result<(), Error> {
        loop {
            match self.lexer.next()? {
                None => return Ok(()),
                Some((Token::Comment(_), _)) => {}
                Some((Token::Close, at)) => {
                    return Err(self.lexer.error(at, "`)` closes nothing", "remove it"));
                }
                Some((_, at)) => {
                    let hint = "leave an empty line between two graphs";
                    return Err(self.lexer.error(at, "text after the end of the graph", hint));
                }
            }
        }
    }

    /// Turns constants that are variables of nodes into edges to these nodes.
    fn resolve(&mut self) {
        for edge in &mut self.graph.edges {
            if let Target::Constant(text) = &edge.target
                && let Some(&node) = self.by_variable.get(text.as_str())
            {
                edge.target = Target::Again(node);
            }
        }
    }
}
