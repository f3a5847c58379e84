//! What follows a noun and describes it: formulas, `of`, relative clauses.

use super::lexicon::{self, Form};
use super::nodes::{Head, Kind, Parser};
use super::tokens::Tag;
use crate::NodeId;

impl Parser<'_> {
    /// Reads what follows a noun and describes it: formulas, `of`, relative clauses.
    pub(super) fn describe(&mut self, head: Head) {
        while self.tag() == Some(Tag::Formula) && head.kind != Kind::Formula {
            let Some(formulas) = self.formulas() else { break };
            let role = if head.kind == Kind::Frame && head.of.is_some() && !self.has(head.inner, "arg1") {
                head.of
            } else {
                None
            };
            self.edge(
                if role.is_some() { head.inner } else { head.node },
                role.unwrap_or("mod"),
                formulas.node,
            );
        }
        loop {
            let start = self.at;
            match self.tag() {
                Some(Tag::Prep) => {
                    if !self.described_by(head) {
                        self.at = start;
                        return;
                    }
                }
                Some(Tag::Wh) if matches!(self.word(), "which" | "who" | "whose") => self.relative(head.node),
                Some(Tag::That)
                    if matches!(
                        self.tag_at(1),
                        Some(Tag::Be | Tag::Verb(_) | Tag::Modal | Tag::Have | Tag::Do)
                    ) =>
                {
                    self.relative(head.node)
                }
                Some(Tag::That) if is_said(self.graph.concept(head.node)) => {
                    if let Some(clause) = self.content() {
                        let role = head.of.filter(|of| !self.has(head.inner, of));
                        self.edge(
                            if role.is_some() { head.inner } else { head.node },
                            role.unwrap_or("mod"),
                            clause,
                        );
                    }
                }
                Some(Tag::Verb(Form::Past)) if self.is_reduced() => {
                    let verb = self.verb(None, true);
                    self.edge(head.node, "arg1-of", verb);
                }
                Some(Tag::Adj) if self.word() == "such" && self.tag_at(1) == Some(Tag::That) => {
                    self.such_that(head.node)
                }
                Some(Tag::Det) if self.word() == "such" && self.tag_at(1) == Some(Tag::That) => {
                    self.such_that(head.node)
                }
                Some(Tag::To)
                    if head.of.is_none() && head.kind == Kind::Thing && self.is_purpose_of(head) =>
                {
                    self.at += 1;
                    let verb = self.verb(None, false);
                    let concept = self.graph.concept(head.node).to_owned();
                    let role =
                        if matches!(concept.as_str(), "way" | "method") { "manner-of" } else { "purpose" };
                    self.edge(head.node, role, verb);
                }
                _ => return,
            }
            if self.at == start {
                return;
            }
        }
    }

    fn is_purpose_of(&self, head: Head) -> bool {
        ["way", "method", "idea", "formula", "algorithm", "tool", "trick", "thing", "problem"]
            .contains(&self.graph.concept(head.node))
    }

    /// Whether a participle after a noun belongs to the noun: `a function defined by F`.
    fn is_reduced(&self) -> bool {
        let next = self.tag_at(1);
        let has_agent = matches!(next, Some(Tag::Prep))
            && ["by", "on", "as", "in", "from", "with"].contains(&self.word_at(1));
        has_agent
            || self
                .tokens
                .get(self.at + 1..)
                .unwrap_or_default()
                .iter()
                .take(6)
                .any(|token| matches!(token.tag, Tag::Be))
    }

    /// Formulas that stand side by side, or are joined.
    fn formulas(&mut self) -> Option<Head> {
        let number = self.token()?.formula?;
        self.at += 1;
        let first = self.formula(number);
        let mut nodes = vec![first.node];
        loop {
            let start = self.at;
            let joined = match self.tag() {
                Some(Tag::And | Tag::Or) => 1,
                Some(Tag::Comma) if matches!(self.tag_at(1), Some(Tag::And)) => 2,
                Some(Tag::Comma)
                    if self.tag_at(1) == Some(Tag::Formula)
                        && matches!(self.tag_at(2), Some(Tag::Comma | Tag::And | Tag::Or)) =>
                {
                    1
                }
                _ => break,
            };
            self.at += joined;
            let next = self.token().and_then(|token| token.formula).filter(|_| !self.is_clause_ahead());
            let Some(number) = next else {
                self.at = start;
                break;
            };
            self.at += 1;
            nodes.push(self.formula(number).node);
        }
        if let [only] = nodes[..] {
            return Some(self.plain(only, Kind::Formula));
        }
        let node = self.add("and");
        for (number, formula) in nodes.into_iter().enumerate() {
            self.edge(node, &format!("op{}", number + 1), formula);
        }
        Some(self.plain(node, Kind::Formula))
    }

    /// Reads a preposition and its object if they describe a noun. Returns whether they do.
    fn described_by(&mut self, head: Head) -> bool {
        let word = self.word();
        let relational = head.of.is_some() || is_relational(self.graph.concept(head.node));
        let belongs = word == "of"
            || word == "modulo"
            || (relational && matches!(word, "for" | "to" | "between" | "from" | "in"));
        if !belongs {
            return false;
        }
        self.at += 1;
        let object = match self.tag() {
            Some(Tag::Verb(Form::Ing)) => Some(self.verb(None, false)),
            Some(Tag::Wh) => self.embedded_question(),
            _ => self.phrases().map(|head| head.node),
        };
        let Some(object) = object else { return false };
        let concept = self.graph.concept(head.node);
        let role = match head.of {
            Some(of) if word == "of" || (matches!(word, "for" | "to") && !self.has(head.inner, of)) => of,
            _ if word != "of" => lexicon::role("noun", word).unwrap_or("mod"),
            _ if lexicon::is_in("consisting", concept) => "consist-of",
            _ if concept == "number" => "quant-of",
            _ => "mod",
        };
        let source = if head.of == Some(role) { head.inner } else { head.node };
        self.edge(source, role, object);
        true
    }

    /// Reads `which …`, `that …`: the noun is the subject, or the object if a subject follows.
    pub(super) fn relative(&mut self, noun: NodeId) {
        self.at += 1;
        match self.tag() {
            Some(Tag::Be | Tag::Verb(_) | Tag::Modal | Tag::Have | Tag::Do | Tag::Not | Tag::Adv) => {
                let subject = self.plain(noun, Kind::Thing);
                if let Some(clause) = self.predicate(subject) {
                    self.invert(clause, noun);
                }
            }
            _ => {
                if let Some(clause) = self.clause()
                    && !self.has(clause, "arg1")
                    && clause != noun
                {
                    self.edge(noun, "arg1-of", clause);
                }
            }
        }
    }

    /// Turns the edge from a clause to its subject round, so that the clause hangs below the noun.
    pub(super) fn invert(&mut self, clause: NodeId, noun: NodeId) {
        let edges = &mut self.graph.edges;
        let wanted =
            |edge: &&mut crate::Edge| edge.source == clause && edge.target == crate::Target::Again(noun);
        match edges.iter_mut().find(wanted) {
            Some(edge) => {
                let role = if edge.role == "domain" { "mod".to_owned() } else { format!("{}-of", edge.role) };
                *edge = crate::Edge { source: noun, role, target: crate::Target::Again(clause) };
            }
            None if clause != noun => self.edge(noun, "mod", clause),
            None => {}
        }
    }

    /// Reads `such that` and its clause.
    pub(super) fn such_that(&mut self, noun: NodeId) {
        self.at += 2;
        if let Some(clause) = self.clause()
            && clause != noun
        {
            let cause = self.attach(noun, "arg0-of", "cause-01");
            self.edge(cause, "arg1", clause);
        }
    }
}

/// Nouns whose content a clause after `that` is.
fn is_said(concept: &str) -> bool {
    [
        "fact",
        "claim",
        "state-01",
        "condition",
        "property",
        "prove-01",
        "theorem",
        "result-01",
        "conclusion",
        "possibility",
        "idea",
        "reason",
    ]
    .contains(&concept)
}

/// Nouns that stand between things: their prepositions belong to them and not to the verb.
fn is_relational(concept: &str) -> bool {
    [
        "map",
        "isomorphism",
        "homomorphism",
        "distance",
        "difference",
        "bijection",
        "injection",
        "function",
        "formula",
        "path",
        "condition",
        "example",
        "element",
        "point",
        "way",
        "reason",
        "bound",
        "number",
        "coefficient",
    ]
    .contains(&concept)
}
