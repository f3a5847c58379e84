//! Verbs with what belongs to them.

use super::lexicon::{self, Form};
use super::nodes::{Head, Kind, Parser, is_frame};
use super::phrases::MOST_LEVELS;
use super::tokens::Tag;
use crate::NodeId;

/// What stands before a verb.
#[derive(Default)]
struct Group {
    /// The concept of a modal verb, and the role of what it says of.
    modal: Option<(&'static str, &'static str)>,
    negated: bool,
    be: bool,
    have: bool,
    adverbs: Vec<usize>,
}

impl Parser<'_> {
    /// Reads auxiliaries, a verb and what belongs to it. Returns the top node of the clause; none without a verb.
    pub(super) fn predicate(&mut self, subject: Head) -> Option<NodeId> {
        let start = self.at;
        let group = self.group();
        let said = self.said(subject, &group);
        let Some(node) = said else {
            self.at = start;
            return None;
        };
        for &place in &group.adverbs {
            self.adverb(place, node);
        }
        let top = match group.modal {
            Some((concept, role)) => {
                let modal = self.add(concept);
                self.edge(modal, role, node);
                modal
            }
            None => node,
        };
        if group.negated {
            self.constant(top, "polarity", "-");
        }
        Some(top)
    }

    /// Reads modal verbs, auxiliaries, `not` and adverbs.
    fn group(&mut self) -> Group {
        let mut group = Group::default();
        while let Some(tag) = self.tag() {
            match tag {
                Tag::Not => group.negated = true,
                Tag::Adv if self.has_verb_after_adverbs() || group.be => group.adverbs.push(self.at),
                Tag::Modal => group.modal = modal(self.word()).or(group.modal),
                Tag::Do if !group.be => {}
                Tag::Have if !group.be && self.is_auxiliary_have() => group.have = true,
                Tag::Have if self.tag_at(1) == Some(Tag::To) => {
                    group.modal = Some(("obligate-01", "arg2"));
                    self.at += 1;
                }
                Tag::Be if !group.be => group.be = true,
                Tag::Be => {}
                _ => break,
            }
            self.at += 1;
        }
        group
    }

    fn has_verb_after_adverbs(&self) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let next = rest.iter().find(|token| !matches!(token.tag, Tag::Adv | Tag::Not));
        next.is_some_and(|token| {
            matches!(token.tag, Tag::Verb(_) | Tag::Be | Tag::Have | Tag::Do | Tag::Modal)
        })
    }

    /// Whether `have` helps a participle.
    fn is_auxiliary_have(&self) -> bool {
        let rest = self.tokens.get(self.at + 1..).unwrap_or_default();
        let next = rest.iter().find(|token| !matches!(token.tag, Tag::Adv | Tag::Not));
        next.is_some_and(|token| matches!(token.tag, Tag::Verb(Form::Past) | Tag::Be | Tag::Have))
    }

    /// What is said of a subject after the auxiliaries.
    fn said(&mut self, subject: Head, group: &Group) -> Option<NodeId> {
        if group.be {
            return self.copula(subject);
        }
        match self.tag() {
            Some(Tag::Verb(_)) => Some(self.verb(Some(subject), false)),
            Some(Tag::Have) => {
                self.at += 1;
                let node = self.add("have-03");
                self.edge(node, "arg0", subject.node);
                self.complements(node, Some(subject));
                Some(node)
            }
            _ => None,
        }
    }

    /// Reads what follows `be`.
    pub(super) fn copula(&mut self, subject: Head) -> Option<NodeId> {
        let node = match self.tag() {
            Some(Tag::Verb(Form::Ing)) if self.word() == "going" && self.tag_at(1) == Some(Tag::To) => {
                self.at += 2;
                self.verb(Some(subject), false)
            }
            Some(Tag::Verb(Form::Ing)) => self.verb(Some(subject), false),
            Some(Tag::Verb(Form::Past)) => self.verb(Some(subject), true),
            Some(Tag::Formula) if !self.is_noun_after_formula() => {
                let formula = self.phrases()?;
                let node = self.add("equal-01");
                self.edge(node, "arg1", subject.node);
                self.edge(node, "arg2", formula.node);
                node
            }
            Some(Tag::That | Tag::Wh | Tag::Sub) => {
                let clause = self.content()?;
                self.edge(clause, "domain", subject.node);
                return Some(clause);
            }
            Some(Tag::To) => {
                self.at += 1;
                let node = self.verb(None, false);
                self.edge(node, "domain", subject.node);
                return Some(node);
            }
            Some(Tag::Prep) => return self.located(subject),
            _ => {
                let head = self.phrases()?;
                self.is_a(head, subject);
                head.node
            }
        };
        self.complements(node, Some(subject));
        Some(node)
    }

    fn is_noun_after_formula(&self) -> bool {
        self.tag_at(1) == Some(Tag::Noun)
    }

    /// `F is in G`.
    fn located(&mut self, subject: Head) -> Option<NodeId> {
        let role = lexicon::role("verb", self.word()).unwrap_or("mod");
        self.at += 1;
        let place = self.phrases()?;
        if role == "location" {
            let node = self.add("be-located-at-91");
            self.edge(node, "arg1", subject.node);
            self.edge(node, "arg2", place.node);
            return Some(node);
        }
        self.edge(subject.node, role, place.node);
        Some(subject.node)
    }

    /// `subject is head`.
    pub(super) fn is_a(&mut self, head: Head, subject: Head) {
        let is_frame = is_frame(self.graph.concept(head.node));
        let role = match is_frame {
            true if self.has(head.node, "arg1") => "arg2",
            true => "arg1",
            false => "domain",
        };
        self.edge(head.node, role, subject.node);
    }

    /// Reads a verb and what belongs to it.
    pub(super) fn verb(&mut self, subject: Option<Head>, passive: bool) -> NodeId {
        let lemma = self.token().map_or("", |token| token.lemma.as_str());
        self.at += 1;
        let concept = lexicon::verb_concept(lemma);
        let node = self.add(&concept);
        if let Some(subject) = subject {
            let is_object = passive || lexicon::is_in("unaccusative", lemma);
            self.edge(node, if is_object || lemma == "equal" { "arg1" } else { "arg0" }, subject.node);
        }
        self.complements(node, subject);
        node
    }

    /// Reads objects, clauses, prepositions and adverbs after a verb.
    pub(super) fn complements(&mut self, node: NodeId, subject: Option<Head>) {
        if self.depth > MOST_LEVELS {
            return;
        }
        self.depth += 1;
        while self.complement(node, subject) {}
        self.depth -= 1;
    }

    /// Reads one of them; whether there was one.
    fn complement(&mut self, node: NodeId, subject: Option<Head>) -> bool {
        let start = self.at;
        match self.tag() {
            Some(Tag::Adv) => {
                self.adverb(self.at, node);
                self.at += 1;
            }
            Some(Tag::That) if !matches!(self.tag_at(1), Some(Tag::Noun)) => {
                if let Some(clause) = self.content() {
                    let role = if self.has(node, "arg1") && !is_frame_of_quality(self.graph.concept(node)) {
                        "arg2"
                    } else {
                        "arg1"
                    };
                    self.edge(node, role, clause);
                }
            }
            Some(Tag::Wh)
                if self.asks() && (matches!(self.word(), "what" | "how" | "why") || self.is_asking(node)) =>
            {
                if let Some(clause) = self.embedded_question() {
                    self.edge(node, if self.has(node, "arg1") { "arg2" } else { "arg1" }, clause);
                }
            }
            Some(Tag::Sub) if matches!(self.word(), "if" | "whether") && self.is_asking(node) => {
                if let Some(clause) = self.content() {
                    let value = self.add("truth-value");
                    self.edge(value, "polarity-of", clause);
                    self.edge(node, "arg1", value);
                }
            }
            Some(Tag::To) => self.infinitive(node, subject),
            Some(Tag::Verb(Form::Ing)) => {
                let role =
                    if self.has(node, "arg1") || self.at > 0 && self.tokens[self.at - 1].tag == Tag::Comma {
                        "manner"
                    } else {
                        "arg1"
                    };
                let verb = self.verb(subject, false);
                self.edge(node, role, verb);
            }
            Some(Tag::Prep) => self.preposition(node),
            _ if self.starts_phrase() => self.object(node),
            _ => return false,
        }
        self.at > start
    }

    /// Reads an object; a subject with a verb after it is a clause without `that`.
    fn object(&mut self, node: NodeId) {
        let Some(head) = self.phrases() else { return };
        let role = if !self.has(node, "arg1") { "arg1" } else { "arg2" };
        if self.has_finite_verb_next()
            && !self.has(node, "arg2")
            && let Some(clause) = self.predicate(head)
        {
            let clause = self.trailing(clause);
            return self.edge(node, role, clause);
        }
        self.edge(node, if self.has(node, "arg2") && role == "arg2" { "mod" } else { role }, head.node);
    }

    /// Whether a verb that has a subject comes next.
    pub(super) fn has_finite_verb_next(&self) -> bool {
        match self.tag() {
            Some(Tag::Be | Tag::Modal | Tag::Do | Tag::Have) => true,
            Some(Tag::Verb(form)) => matches!(form, Form::S | Form::Base),
            Some(Tag::Adv) => {
                self.has_verb_after_adverbs() && !matches!(self.tag_at(1), Some(Tag::Verb(Form::Ing)))
            }
            _ => false,
        }
    }

    /// Reads `to` and a verb: the content of wishes, else the purpose.
    fn infinitive(&mut self, node: NodeId, subject: Option<Head>) {
        self.at += 1;
        let concept = self.graph.concept(node);
        let lemma = concept.rsplit_once('-').map_or(concept, |(lemma, _)| lemma).to_owned();
        let wishes = lexicon::is_in("control", &lemma)
            || ["possible", "obligate", "sure", "easy", "difficult", "hard", "ask"].contains(&lemma.as_str());
        let role = match (wishes, self.has(node, "arg1")) {
            (true, false) => "arg1",
            (true, true) if lemma == "easy" || lemma == "ask" => "arg2",
            _ => "purpose",
        };
        while self.skip(Tag::Not) {
            self.constant(node, "polarity", "-");
        }
        let verb = match self.tag() {
            Some(Tag::Verb(_)) => Some(self.verb(subject.filter(|_| role == "arg1"), false)),
            Some(Tag::Be) => {
                self.at += 1;
                self.copula(subject.unwrap_or(Head { node, inner: node, of: None, kind: Kind::Thing }))
            }
            Some(Tag::Have | Tag::Do) => subject.and_then(|subject| self.predicate(subject)),
            _ => None,
        };
        if let Some(verb) = verb {
            self.edge(node, role, verb);
        }
    }

    /// Reads a preposition and its object after a verb.
    pub(super) fn preposition(&mut self, node: NodeId) {
        let word = self.word();
        let quality = is_frame_of_quality(self.graph.concept(node));
        self.at += 1;
        let object = match self.tag() {
            Some(Tag::Verb(Form::Ing)) => Some(self.verb(None, false)),
            Some(Tag::Wh) if !matches!(self.word(), "which" | "whom") => self.embedded_question(),
            Some(Tag::Wh) => {
                self.at += 1;
                self.clause()
            }
            _ => self.phrases().map(|head| head.node),
        };
        let Some(object) = object else { return };
        let plain = lexicon::role("verb", word).unwrap_or("mod");
        let role = match quality.then(|| lexicon::role("frame", word)).flatten() {
            Some(role) if !self.has(node, role) => role,
            _ if plain == "arg2" && self.has(node, "arg2") => "mod",
            _ if plain == "manner"
                && word == "by"
                && self.has(node, "arg1")
                && !self.has(node, "arg0")
                && self.is_agent(object) =>
            {
                "arg0"
            }
            _ => plain,
        };
        self.edge(node, role, object);
    }

    /// Whether what follows `by` acts, as formulas and people do.
    fn is_agent(&self, node: NodeId) -> bool {
        !is_frame(self.graph.concept(node))
    }

    /// An adverb of a verb.
    pub(super) fn adverb(&mut self, place: usize, node: NodeId) {
        let word = self.tokens[place].word.as_str();
        let role = match word {
            "then" | "now" | "always" | "already" | "often" | "never" | "first" | "finally" => "time",
            "here" | "there" | "above" | "below" => "location",
            word if lexicon::is_in("filler", word) => return,
            word if word.ends_with("ly") => "manner",
            _ => "mod",
        };
        let concept =
            if role == "manner" { lexicon::adjective(&without_ly(word)).0 } else { word.to_owned() };
        self.attach(node, role, &concept);
    }

    fn is_asking(&self, node: NodeId) -> bool {
        let concept = self.graph.concept(node);
        lexicon::is_in("asking", concept.rsplit_once('-').map_or(concept, |(lemma, _)| lemma))
    }
}

/// The adjective of an adverb: `uniformly`, `simply`, `possibly`, `easily`, `cyclically`.
fn without_ly(word: &str) -> String {
    let replaced = |ending: &str, by: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{by}"));
    replaced("bly", "ble")
        .or_else(|| replaced("ply", "ple"))
        .or_else(|| replaced("ically", "ic"))
        .or_else(|| replaced("ily", "y"))
        .or_else(|| replaced("ly", ""))
        .unwrap_or_else(|| word.to_owned())
}

/// What modal verbs say.
fn modal(word: &str) -> Option<(&'static str, &'static str)> {
    match word {
        "can" | "could" | "may" | "might" => Some(("possible-01", "arg1")),
        "should" | "ought" => Some(("recommend-01", "arg1")),
        "must" => Some(("obligate-01", "arg2")),
        _ => None,
    }
}

/// Frames of adjectives: what follows their prepositions has roles of its own.
fn is_frame_of_quality(concept: &str) -> bool {
    [
        "equal-01",
        "divide-02",
        "possible-01",
        "true-01",
        "same-01",
        "sure-02",
        "correct-02",
        "easy-05",
        "clear-06",
        "resemble-01",
        "depend-01",
        "confuse-01",
        "interest-01",
        "stick-01",
    ]
    .contains(&concept)
}
