//! The parser's state, and how it makes nodes.

use super::lexicon::{self, Noun};
use super::tokens::{Tag, Token};
use crate::{Graph, NodeId, Target, Variables};

/// What a phrase became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Its node.
    pub(super) node: NodeId,
    /// The node that takes what follows `of`, and the role of that; the same node and none for most.
    pub(super) inner: NodeId,
    pub(super) of: Option<&'static str>,
    pub(super) kind: Kind,
}

/// The kind of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Formula,
    /// A noun or a pronoun.
    Thing,
    /// A verb, or an adjective or noun that is a frame.
    Frame,
    /// An adjective that is no frame.
    Quality,
}

/// Reads a sentence from left to right and builds its graph.
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Token],
    /// The next token.
    pub(super) at: usize,
    pub(super) graph: Graph,
    variables: Variables,
    /// How deep clauses and phrases are nested here.
    pub(super) depth: usize,
    /// The noun phrase that was read last, for formulas after a colon.
    pub(super) last_noun: Option<NodeId>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a [Token]) -> Self {
        Parser {
            tokens,
            at: 0,
            graph: Graph::default(),
            variables: Variables::default(),
            depth: 0,
            last_noun: None,
        }
    }

    pub(super) fn token(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn tag(&self) -> Option<Tag> {
        self.token().map(|token| token.tag)
    }

    /// The tag some places further.
    pub(super) fn tag_at(&self, distance: usize) -> Option<Tag> {
        self.tokens.get(self.at + distance).map(|token| token.tag)
    }

    /// The next word, empty at the end.
    pub(super) fn word(&self) -> &'a str {
        self.token().map_or("", |token| token.word.as_str())
    }

    pub(super) fn word_at(&self, distance: usize) -> &'a str {
        self.tokens.get(self.at + distance).map_or("", |token| token.word.as_str())
    }

    /// Skips the next token if it has a tag.
    pub(super) fn skip(&mut self, tag: Tag) -> bool {
        let is_next = self.tag() == Some(tag);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips the next token if it is a word.
    pub(super) fn skip_word(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.at += usize::from(is_next);
        is_next
    }

    /// Adds a node.
    pub(super) fn add(&mut self, concept: &str) -> NodeId {
        let concept: String = concept.chars().map(|c| if " ()/:~\"".contains(c) { '_' } else { c }).collect();
        let variable = self.variables.next(&concept);
        self.graph.add(variable, Some(concept))
    }

    /// Adds an edge between nodes.
    pub(super) fn edge(&mut self, source: NodeId, role: &str, target: NodeId) {
        if source != target {
            self.graph.connect(source, role, Target::Again(target));
        }
    }

    /// Adds an edge to a constant.
    pub(super) fn constant(&mut self, source: NodeId, role: &str, value: &str) {
        self.graph.connect(source, role, Target::Constant(value.to_owned()));
    }

    /// Adds a new node at the end of an edge.
    pub(super) fn attach(&mut self, source: NodeId, role: &str, concept: &str) -> NodeId {
        let node = self.add(concept);
        self.edge(source, role, node);
        node
    }

    /// Whether a node has an edge with a role.
    pub(super) fn has(&self, node: NodeId, role: &str) -> bool {
        self.graph.edges.iter().any(|edge| edge.source == node && edge.role == role)
    }

    pub(super) fn plain(&self, node: NodeId, kind: Kind) -> Head {
        Head { node, inner: node, of: None, kind }
    }

    /// The formula of a token.
    pub(super) fn formula(&mut self, number: usize) -> Head {
        let node = self.add("string-entity");
        self.constant(node, "value", &format!("\"eqx{number}eqx\""));
        self.plain(node, Kind::Formula)
    }

    /// A noun by its base form.
    pub(super) fn noun(&mut self, lemma: &str) -> Head {
        match lexicon::noun(lemma) {
            Some(Noun::Frame(concept, of)) => {
                let node = self.add(concept);
                Head { node, inner: node, of: Some(of), kind: Kind::Frame }
            }
            Some(Noun::Thing(frame, role, of)) => {
                let node = self.add("thing");
                let inner = self.attach(node, &format!("{role}-of"), frame);
                Head { node, inner, of: Some(of), kind: Kind::Thing }
            }
            None => {
                let node = self.add(lemma);
                self.plain(node, Kind::Thing)
            }
        }
    }

    /// An adjective that says something of a node.
    pub(super) fn quality(&mut self, word: &str, of: NodeId) {
        let (concept, negated) = lexicon::adjective(word);
        let role = if is_frame(&concept) { "arg1-of" } else { "mod" };
        let node = self.attach(of, role, &concept);
        if negated {
            self.constant(node, "polarity", "-");
        }
    }

    /// An unknown that a question asks for.
    pub(super) fn unknown(&mut self, source: NodeId, role: &str) {
        self.attach(source, role, "amr-unknown");
    }

    /// The graph with a node as its top. Formulas that no rule has read hang at the top.
    pub(super) fn finish(mut self, top: Option<NodeId>) -> Option<Graph> {
        let seen: Vec<String> = self.graph.edges.iter().map(|edge| format!("{:?}", edge.target)).collect();
        let mut lost = Vec::new();
        for token in self.tokens {
            if let Some(number) = token.formula
                && !seen.contains(&format!("{:?}", Target::Constant(format!("\"eqx{number}eqx\""))))
            {
                lost.push(self.formula(number).node);
            }
        }
        let top = top.or(lost.first().copied())?;
        for node in lost {
            self.edge(top, "mod", node);
        }
        self.graph.reorder_from(top);
        Some(self.graph)
    }
}

/// Whether a concept has a sense number.
pub(super) fn is_frame(concept: &str) -> bool {
    concept
        .rsplit_once('-')
        .is_some_and(|(_, sense)| sense.len() == 2 && sense.bytes().all(|byte| byte.is_ascii_digit()))
}
