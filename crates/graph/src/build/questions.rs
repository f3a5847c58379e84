//! Questions, and clauses that are asked about.

use super::lexicon::Form;
use super::nodes::{Head, Kind, Parser, is_frame};
use super::tokens::Tag;
use crate::NodeId;

impl Parser<'_> {
    /// Whether a word such as `what` starts a question here and not a relative clause.
    pub(super) fn asks(&self) -> bool {
        matches!(self.word(), "what" | "how" | "why" | "when" | "where" | "which" | "who")
    }

    /// Reads a question that starts with a question word.
    pub(super) fn question(&mut self) -> Option<NodeId> {
        let word = self.word();
        self.at += 1;
        match word {
            "what" | "which" | "who" => self.what(),
            "how" if matches!(self.word(), "many" | "much") => {
                self.at += 1;
                let head = self.phrase()?;
                self.unknown(head.node, "quant");
                Some(self.asked_of(head).unwrap_or(head.node))
            }
            "how" if self.skip(Tag::To) => {
                let verb = self.verb(None, false);
                self.unknown(verb, "manner");
                Some(verb)
            }
            "why" => {
                let clause = self.inverted().or_else(|| self.clause())?;
                let cause = self.add("cause-01");
                self.unknown(cause, "arg0");
                self.edge(cause, "arg1", clause);
                Some(cause)
            }
            _ => {
                let clause = self.inverted().or_else(|| self.clause())?;
                let role = match word {
                    "how" => "manner",
                    "when" => "time",
                    _ => "location",
                };
                let verb = self.below_modal(clause);
                self.unknown(verb, role);
                Some(clause)
            }
        }
    }

    /// The clause that a modal verb is about.
    fn below_modal(&self, clause: NodeId) -> NodeId {
        let role = match self.graph.concept(clause) {
            "possible-01" | "recommend-01" => "arg1",
            "obligate-01" => "arg2",
            _ => return clause,
        };
        let edge = self.graph.edges.iter().find(|edge| edge.source == clause && edge.role == role);
        match edge.map(|edge| &edge.target) {
            Some(crate::Target::Again(node) | crate::Target::Node(node)) => *node,
            _ => clause,
        }
    }

    /// Reads what follows `what`.
    fn what(&mut self) -> Option<NodeId> {
        match self.tag()? {
            Tag::Be => {
                self.at += 1;
                let head = match self.tag() {
                    Some(Tag::Verb(_)) => {
                        let node = self.add("amr-unknown");
                        let subject = self.plain(node, Kind::Thing);
                        return Some(self.verb(Some(subject), true));
                    }
                    _ => self.phrases()?,
                };
                Some(self.what_is(head))
            }
            Tag::Do | Tag::Modal | Tag::Have => {
                let clause = self.inverted()?;
                let verb = self.below_modal(clause);
                self.unknown(verb, if self.has(verb, "arg1") { "arg2" } else { "arg1" });
                Some(clause)
            }
            Tag::Verb(_) => {
                let node = self.add("amr-unknown");
                let subject = self.plain(node, Kind::Thing);
                self.predicate(subject)
            }
            _ => {
                let head = self.phrase()?;
                self.unknown(head.node, "mod");
                Some(self.asked_of(head).unwrap_or(head.node))
            }
        }
    }

    /// `what is head`.
    fn what_is(&mut self, head: Head) -> NodeId {
        if head.kind == Kind::Formula {
            let node = self.add("amr-unknown");
            self.edge(node, "domain", head.node);
            return node;
        }
        let is_frame = is_frame(self.graph.concept(head.node));
        let role = match is_frame {
            true if self.has(head.node, "arg1") => "arg2",
            true => "arg1",
            false => "domain",
        };
        self.unknown(head.node, role);
        head.node
    }

    /// The verb of a question about a phrase: its subject, or its object before an auxiliary.
    fn asked_of(&mut self, head: Head) -> Option<NodeId> {
        match self.tag() {
            Some(Tag::Do | Tag::Modal | Tag::Have | Tag::Be) if self.starts_phrase_after_auxiliary() => {
                let clause = self.inverted()?;
                let verb = self.below_modal(clause);
                self.edge(verb, if self.has(verb, "arg1") { "arg2" } else { "arg1" }, head.node);
                Some(clause)
            }
            _ => self.predicate(head),
        }
    }

    fn starts_phrase_after_auxiliary(&self) -> bool {
        matches!(self.tag_at(1), Some(Tag::Pron | Tag::Det | Tag::Formula | Tag::Poss | Tag::Noun))
    }

    /// Reads an auxiliary, a subject and the rest: `can I prove F`, `is F a group`.
    pub(super) fn inverted(&mut self) -> Option<NodeId> {
        let start = self.at;
        let auxiliary = self.token()?;
        if !matches!(auxiliary.tag, Tag::Be | Tag::Do | Tag::Have | Tag::Modal) {
            return None;
        }
        self.at += 1;
        let negated = self.skip(Tag::Not);
        if self.word() == "there" {
            self.at = start;
            let subject_first = self.existence_question();
            return subject_first;
        }
        let subject = self.phrases();
        let Some(subject) = subject else {
            self.at = start;
            return None;
        };
        // The auxiliary stands before the verb again, where `predicate` expects it.
        let clause = self.predicate_with(auxiliary.tag, &auxiliary.word, subject);
        if let Some(clause) = clause
            && negated
        {
            self.constant(clause, "polarity", "-");
        }
        clause.or(Some(subject.node))
    }

    fn predicate_with(&mut self, tag: Tag, word: &str, subject: Head) -> Option<NodeId> {
        match tag {
            Tag::Be => self.said_after_be(subject),
            Tag::Modal => {
                let clause = self.predicate(subject)?;
                let (concept, role) = match word {
                    "should" => ("recommend-01", "arg1"),
                    "must" => ("obligate-01", "arg2"),
                    "will" | "would" | "shall" => return Some(clause),
                    _ => ("possible-01", "arg1"),
                };
                let modal = self.add(concept);
                self.edge(modal, role, clause);
                Some(modal)
            }
            _ => self.predicate(subject),
        }
    }

    fn said_after_be(&mut self, subject: Head) -> Option<NodeId> {
        while matches!(self.tag(), Some(Tag::Adv)) {
            self.at += 1;
        }
        let negated = self.skip(Tag::Not);
        let clause = self.copula(subject)?;
        if negated {
            self.constant(clause, "polarity", "-");
        }
        Some(clause)
    }

    /// `is there a group with …`.
    fn existence_question(&mut self) -> Option<NodeId> {
        self.at += 1;
        self.skip(Tag::Not);
        self.at += 1;
        self.skip(Tag::Verb(Form::Base));
        let head = self.phrases()?;
        let node = self.add("exist-01");
        self.edge(node, "arg1", head.node);
        self.complements(node, None);
        Some(node)
    }

    /// Reads a clause that is asked about: `how to prove F`, `what F is`, `why F holds`.
    pub(super) fn embedded_question(&mut self) -> Option<NodeId> {
        let word = self.word();
        if !self.asks() {
            return None;
        }
        self.at += 1;
        let to = self.skip(Tag::To);
        let clause = match to {
            true => Some(self.verb(None, false)),
            false => match self.tag() {
                Some(Tag::Be | Tag::Do | Tag::Modal | Tag::Have) => self.inverted(),
                Some(Tag::Verb(_)) => {
                    let thing = self.add("thing");
                    let subject = self.plain(thing, Kind::Thing);
                    let clause = self.predicate(subject)?;
                    self.invert(clause, thing);
                    return Some(thing);
                }
                _ => self.clause(),
            },
        }?;
        let thing = self.add("thing");
        match word {
            "how" => self.edge(thing, "manner-of", clause),
            "why" => {
                let cause = self.attach(thing, "arg0-of", "cause-01");
                self.edge(cause, "arg1", clause);
            }
            "where" => self.edge(thing, "location-of", clause),
            "when" => self.edge(thing, "time-of", clause),
            _ if self.has(clause, "arg1") => self.edge(thing, "arg2-of", clause),
            _ => self.edge(thing, "arg1-of", clause),
        }
        Some(thing)
    }
}
