//! Clauses without a subject: requests, `let F be a group`, gerunds, `given F`, `to prove F`.

use super::lexicon::Form;
use super::nodes::{Kind, Parser};
use super::tokens::Tag;
use crate::NodeId;

impl Parser<'_> {
    /// Reads a request: `prove that F`, `let F be a group`.
    pub(super) fn imperative(&mut self) -> Option<NodeId> {
        let verb = if self.word() == "let" { self.let_be()? } else { self.verb(None, false) };
        self.constant(verb, "mode", "imperative");
        self.attach(verb, "arg0", "you");
        let verbs = self.more_requests(verb);
        Some(verbs)
    }

    /// `find F and prove that F`.
    fn more_requests(&mut self, first: NodeId) -> NodeId {
        let start = self.at;
        self.skip(Tag::Comma);
        if self.skip(Tag::And) && self.tag() == Some(Tag::Verb(Form::Base)) {
            let next = self.verb(None, false);
            self.constant(next, "mode", "imperative");
            let node = self.add("and");
            self.edge(node, "op1", first);
            self.edge(node, "op2", next);
            return node;
        }
        self.at = start;
        first
    }

    /// `let F be a group`, `let F`, `let us see`.
    fn let_be(&mut self) -> Option<NodeId> {
        self.at += 1;
        self.skip(Tag::Comma);
        let subject = self.phrases();
        let node = self.add("let-01");
        let Some(subject) = subject else { return Some(node) };
        if self.skip(Tag::Be) {
            let said = self.copula(subject);
            self.edge(node, "arg1", said.unwrap_or(subject.node));
        } else if matches!(self.tag(), Some(Tag::Verb(Form::Base))) {
            let verb = self.verb(Some(subject), false);
            self.edge(node, "arg1", verb);
        } else {
            self.edge(node, "arg1", subject.node);
        }
        Some(node)
    }

    /// `proving F`: a title, or the subject of what follows.
    pub(super) fn gerund(&mut self) -> Option<NodeId> {
        let verb = self.verb(None, false);
        if self.has_finite_verb_next() {
            let subject = self.plain(verb, Kind::Frame);
            return Some(self.predicate(subject).unwrap_or(verb));
        }
        if self.skip(Tag::Comma)
            && let Some(main) = self.clause().filter(|&main| main != verb)
        {
            self.edge(main, "manner", verb);
            return Some(main);
        }
        Some(verb)
    }

    /// `given F, …`: a condition.
    pub(super) fn given(&mut self) -> Option<NodeId> {
        self.at += 1;
        self.skip(Tag::That);
        let clause = self.clause()?;
        self.skip(Tag::Comma);
        match self.starts_clause().then(|| self.clause()).flatten().filter(|&main| main != clause) {
            Some(main) => {
                self.edge(main, "condition", clause);
                Some(main)
            }
            None => {
                let node = self.add("give-01");
                self.edge(node, "arg1", clause);
                Some(node)
            }
        }
    }

    /// `to prove F, we …`.
    pub(super) fn infinitive_first(&mut self) -> Option<NodeId> {
        self.at += 1;
        if !matches!(self.tag(), Some(Tag::Verb(_))) {
            return None;
        }
        let verb = self.verb(None, false);
        if self.skip(Tag::Comma)
            && let Some(main) = self.clause().filter(|&main| main != verb)
        {
            self.edge(main, "purpose", verb);
            return Some(main);
        }
        Some(verb)
    }
}
