//! Sentences and clauses.

use super::lexicon::{self, Form};
use super::nodes::{Kind, Parser};
use super::phrases::MOST_LEVELS;
use super::tokens::Tag;
use crate::{Graph, NodeId};

impl Parser<'_> {
    /// Reads the whole sentence.
    pub(super) fn sentence(mut self) -> Option<Graph> {
        let asks = self.tokens.iter().any(|token| token.tag == Tag::Question);
        let mut top: Option<NodeId> = None;
        while self.at < self.tokens.len() {
            let start = self.at;
            let joint = self.joint();
            let negated_words = self.last_noun;
            if let Some(clause) = self.clause() {
                let clause = self.trailing(clause);
                top = Some(self.joined(top, joint, clause, negated_words));
            }
            if self.at == start {
                self.at += 1;
            }
        }
        if let Some(top) = top
            && asks
            && !self.has_unknown()
        {
            self.unknown(top, "polarity");
        }
        self.finish(top)
    }

    fn has_unknown(&self) -> bool {
        self.graph.nodes.iter().any(|node| node.concept.as_deref() == Some("amr-unknown"))
    }

    /// Reads what stands between clauses.
    fn joint(&mut self) -> Option<Tag> {
        let mut joint = None;
        while let Some(tag) = self.tag() {
            match tag {
                Tag::Comma | Tag::Stop | Tag::Question => {}
                Tag::Colon | Tag::And | Tag::Or | Tag::But => joint = Some(tag),
                Tag::Adv if lexicon::is_in("connecting", self.word()) => {}
                _ => break,
            }
            self.at += 1;
        }
        joint
    }

    /// Joins a clause to what was read before it.
    fn joined(
        &mut self,
        top: Option<NodeId>,
        joint: Option<Tag>,
        clause: NodeId,
        noun: Option<NodeId>,
    ) -> NodeId {
        let Some(top) = top else {
            if joint == Some(Tag::But) {
                let node = self.add("contrast-01");
                self.edge(node, "arg2", clause);
                return node;
            }
            return clause;
        };
        if top == clause {
            return top;
        }
        let is_formula = self.graph.concept(clause) == "string-entity";
        match joint {
            _ if is_formula => self.edge(noun.filter(|&noun| noun != clause).unwrap_or(top), "mod", clause),
            Some(Tag::But) => {
                let node = self.add("contrast-01");
                self.edge(node, "arg1", top);
                self.edge(node, "arg2", clause);
                return node;
            }
            Some(Tag::And | Tag::Or) => {
                let concept = if joint == Some(Tag::And) { "and" } else { "or" };
                if self.graph.concept(top) == concept && !self.has(top, "op9") {
                    let count = (1..9).find(|number| !self.has(top, &format!("op{number}"))).unwrap_or(9);
                    self.edge(top, &format!("op{count}"), clause);
                    return top;
                }
                let node = self.add(concept);
                self.edge(node, "op1", top);
                self.edge(node, "op2", clause);
                return node;
            }
            _ => self.edge(top, "mod", clause),
        }
        top
    }

    /// Reads one clause, or what stands in the place of one.
    pub(super) fn clause(&mut self) -> Option<NodeId> {
        if self.depth > MOST_LEVELS {
            return None;
        }
        self.depth += 1;
        let clause = self.clause_here();
        self.depth -= 1;
        clause
    }

    fn clause_here(&mut self) -> Option<NodeId> {
        let adverbs = self.leading_adverbs();
        let clause = match self.tag()? {
            Tag::Sub => self.subordinate(),
            Tag::Wh if self.asks() && !(self.word() == "where" && self.at > 0) => self.question(),
            Tag::Wh => {
                self.at += 1;
                self.clause()
            }
            Tag::Be | Tag::Do | Tag::Have | Tag::Modal => self.inverted_or_bare(),
            Tag::Verb(Form::Base) => self.imperative(),
            Tag::Verb(Form::Ing) => self.gerund(),
            Tag::Verb(Form::Past) if self.word() == "given" => self.given(),
            Tag::To => self.infinitive_first(),
            Tag::Prep => self.preposition_first(),
            Tag::Verb(_) => Some(self.verb(None, false)),
            Tag::That
                if self.at == 0
                    && matches!(self.tag_at(1), Some(Tag::Be | Tag::Modal | Tag::Verb(Form::S))) =>
            {
                self.at += 1;
                let node = self.add("that");
                self.predicate(self.plain(node, Kind::Thing))
            }
            Tag::That if !self.starts_phrase() => self.content(),
            _ => self.subject_first(),
        }?;
        for place in adverbs {
            self.adverb(place, clause);
        }
        Some(clause)
    }

    /// Skips adverbs at the start; the ones that say something are kept.
    fn leading_adverbs(&mut self) -> Vec<usize> {
        let mut kept = Vec::new();
        while let Some(tag) = self.tag() {
            match (tag, self.word()) {
                (Tag::Adv, "there")
                    if matches!(self.tag_at(1), Some(Tag::Be | Tag::Verb(_) | Tag::Modal)) =>
                {
                    break;
                }
                (Tag::Adv, "now" | "here" | "finally") => kept.push(self.at),
                (Tag::Adv, word) if word.ends_with("ly") => kept.push(self.at),
                (Tag::Adv | Tag::Comma, _) => {}
                _ => break,
            }
            self.at += 1;
        }
        kept
    }

    /// Reads a clause after a word such as `if`, and the main clause.
    fn subordinate(&mut self) -> Option<NodeId> {
        let word = self.word();
        self.at += 1;
        self.skip(Tag::That);
        let clause = self.clause()?;
        let clause = self.conjoined(clause);
        self.skip(Tag::Comma);
        let then = self.skip_word("then");
        self.skip(Tag::Comma);
        let question = self.tag() == Some(Tag::Wh);
        let ends = matches!(self.tag(), None | Some(Tag::Stop | Tag::Question));
        if ends || (!then && !question && !self.starts_clause()) {
            return Some(clause);
        }
        match self.clause() {
            Some(main) if main != clause => Some(self.subordinated(word, clause, main)),
            _ => Some(clause),
        }
    }

    pub(super) fn starts_clause(&self) -> bool {
        self.starts_phrase()
            || matches!(
                self.tag(),
                Some(
                    Tag::Verb(_)
                        | Tag::Be
                        | Tag::Do
                        | Tag::Modal
                        | Tag::Have
                        | Tag::Prep
                        | Tag::Adv
                        | Tag::To
                        | Tag::That
                )
            )
    }

    /// Reads `and` and a further clause of the same kind: `if F and F are groups, …`, `if F and G holds`.
    fn conjoined(&mut self, clause: NodeId) -> NodeId {
        let start = self.at;
        if self.skip(Tag::And)
            && self.starts_phrase()
            && let Some(next) = self.clause()
            && next != clause
        {
            let node = self.add("and");
            self.edge(node, "op1", clause);
            self.edge(node, "op2", next);
            return node;
        }
        self.at = start;
        clause
    }

    /// Attaches a clause after `if`, `because` and so on to its main clause.
    fn subordinated(&mut self, word: &str, clause: NodeId, main: NodeId) -> NodeId {
        match word {
            "because" | "since" | "as" => {
                let cause = self.add("cause-01");
                self.edge(cause, "arg0", clause);
                self.edge(cause, "arg1", main);
                return cause;
            }
            "when" | "whenever" | "while" | "once" => self.edge(main, "time", clause),
            "although" | "though" | "whereas" => self.edge(main, "concession", clause),
            _ => self.edge(main, "condition", clause),
        }
        main
    }

    /// Reads what follows a main clause: conditions, `for all F`, `where F is …`, `such that`.
    pub(super) fn trailing(&mut self, main: NodeId) -> NodeId {
        let mut main = main;
        loop {
            let start = self.at;
            let comma = self.skip(Tag::Comma);
            match self.tag() {
                Some(Tag::Sub) => {
                    let word = self.word();
                    self.at += 1;
                    self.skip(Tag::That);
                    let clause = self.clause();
                    if let Some(clause) = clause.filter(|&clause| clause != main) {
                        let clause = self.conjoined(clause);
                        main = self.subordinated(word, clause, main);
                    }
                }
                Some(Tag::Wh) if matches!(self.word(), "where" | "when") => {
                    let word = self.word();
                    self.at += 1;
                    if let Some(clause) = self.clause().filter(|&clause| clause != main) {
                        let clause = self.conjoined(clause);
                        self.edge(main, if word == "when" { "time" } else { "mod" }, clause);
                    }
                }
                Some(Tag::Wh) if comma && self.word() == "which" => {
                    self.relative(self.last_noun.unwrap_or(main))
                }
                Some(Tag::Det | Tag::Adj) if self.word() == "such" && self.tag_at(1) == Some(Tag::That) => {
                    self.such_that(main)
                }
                Some(Tag::Verb(Form::Ing)) if comma => {
                    let verb = self.verb(None, false);
                    self.edge(main, "manner", verb);
                }
                Some(Tag::Prep) => self.preposition(main),
                Some(Tag::To) => {
                    self.at += 1;
                    if matches!(self.tag(), Some(Tag::Verb(_))) {
                        let verb = self.verb(None, false);
                        self.edge(main, "purpose", verb);
                    }
                }
                _ => {
                    self.at = start;
                    return main;
                }
            }
            if self.at <= start + usize::from(comma) {
                self.at = start;
                return main;
            }
        }
    }

    /// Reads a clause after `that`, `whether` or a question word.
    pub(super) fn content(&mut self) -> Option<NodeId> {
        match self.tag() {
            Some(Tag::Wh) if self.asks() => return self.embedded_question(),
            Some(Tag::That | Tag::Sub) => self.at += 1,
            _ => {}
        }
        self.skip(Tag::Colon);
        self.skip(Tag::Comma);
        let clause = self.clause()?;
        Some(self.trailing(clause))
    }

    /// A question with an auxiliary first, or a clause without a subject.
    fn inverted_or_bare(&mut self) -> Option<NodeId> {
        let start = self.at;
        let follows = start > 0 && matches!(self.tokens[start - 1].tag, Tag::Formula | Tag::Noun | Tag::Pron);
        if !follows && let Some(clause) = self.inverted() {
            let asks = start == 0 || self.tokens.iter().any(|token| token.tag == Tag::Question);
            if asks && !self.has_unknown() {
                self.unknown(clause, "polarity");
            }
            return Some(clause);
        }
        let node = self.add("thing");
        let subject = self.plain(node, Kind::Thing);
        let clause = self.predicate(subject);
        if clause.is_none() {
            self.at += 1;
        }
        clause
    }

    /// `for all F, …`, `in this case …`.
    fn preposition_first(&mut self) -> Option<NodeId> {
        let word = self.word();
        self.at += 1;
        let object = match self.tag() {
            Some(Tag::Verb(Form::Ing)) => Some(self.verb(None, false)),
            Some(Tag::Wh) => self.embedded_question(),
            _ => self.phrases().map(|head| head.node),
        };
        self.skip(Tag::Comma);
        let object = object?;
        if !self.starts_clause()
            && !matches!(self.tag(), Some(Tag::Wh))
            && !matches!(self.tag(), Some(Tag::Sub))
        {
            return Some(object);
        }
        let Some(main) = self.clause().filter(|&main| main != object) else { return Some(object) };
        self.edge(main, lexicon::role("verb", word).unwrap_or("mod"), object);
        Some(main)
    }

    /// A subject and what is said of it, or a phrase alone.
    fn subject_first(&mut self) -> Option<NodeId> {
        if self.word() == "there" {
            return self.existence();
        }
        let subject = self.phrases()?;
        if self.tag() == Some(Tag::Comma)
            && self.tag_at(1) == Some(Tag::Formula)
            && subject.kind == Kind::Formula
        {
            return Some(subject.node);
        }
        let Some(clause) = self.predicate(subject) else { return Some(subject.node) };
        Some(self.more_predicates(clause, subject))
    }

    /// `F is a group and has a unit`: the subject counts for both.
    fn more_predicates(&mut self, clause: NodeId, subject: super::nodes::Head) -> NodeId {
        let start = self.at;
        self.skip(Tag::Comma);
        let joint = self.tag();
        let joins = matches!(joint, Some(Tag::And | Tag::But | Tag::Or));
        self.at += usize::from(joins);
        if joins
            && self.has_finite_verb_next()
            && let Some(next) = self.predicate(subject)
        {
            let concept = if joint == Some(Tag::Or) { "or" } else { "and" };
            let node = self.add(concept);
            self.edge(node, "op1", clause);
            self.edge(node, "op2", next);
            return node;
        }
        self.at = start;
        clause
    }

    /// `there is a group`, `there exists F such that F`.
    fn existence(&mut self) -> Option<NodeId> {
        self.at += 1;
        let mut negated = false;
        while let Some(tag) = self.tag() {
            match tag {
                Tag::Not => negated = true,
                Tag::Be | Tag::Modal | Tag::Do | Tag::Adv => {}
                Tag::Verb(_) if self.token().is_some_and(|token| token.lemma == "exist") => {}
                _ => break,
            }
            self.at += 1;
        }
        let head = self.phrases()?;
        let node = self.add("exist-01");
        self.edge(node, "arg1", head.node);
        if negated {
            self.constant(node, "polarity", "-");
        }
        self.complements(node, None);
        Some(node)
    }
}
