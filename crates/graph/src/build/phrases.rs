//! Noun phrases, and what follows prepositions.

use super::lexicon::{self, Form};
use super::nodes::{Head, Kind, Parser};
use super::tokens::Tag;

/// The deepest nesting of clauses and phrases.
pub(super) const MOST_LEVELS: usize = 40;

impl Parser<'_> {
    /// Whether a noun phrase may start here.
    pub(super) fn starts_phrase(&self) -> bool {
        match self.tag() {
            Some(Tag::Formula | Tag::Det | Tag::Poss | Tag::Pron | Tag::Num | Tag::Noun | Tag::Adj) => true,
            Some(Tag::That) => matches!(self.tag_at(1), Some(Tag::Noun)),
            Some(Tag::Verb(Form::Past | Form::Ing)) => self.tag_at(1) == Some(Tag::Noun),
            _ => false,
        }
    }

    /// Reads a noun phrase with the ones that `and`, `or` and commas join to it.
    pub(super) fn phrases(&mut self) -> Option<Head> {
        let first = self.phrase()?;
        let mut heads = vec![first];
        let mut joiner = None;
        loop {
            let start = self.at;
            let comma = self.skip(Tag::Comma);
            let word = match self.tag() {
                Some(Tag::And) => Some("and"),
                Some(Tag::Or) => Some("or"),
                _ => None,
            };
            self.at += usize::from(word.is_some());
            // After a comma alone, only another phrase of the same kind continues a list.
            let continues = word.is_some() || (comma && self.list_goes_on(first.kind));
            if !continues || !self.starts_phrase() || self.is_clause_ahead() {
                self.at = start;
                break;
            }
            joiner = word.or(joiner);
            let Some(next) = self.phrase() else {
                self.at = start;
                break;
            };
            heads.push(next);
        }
        if heads.len() == 1 {
            return Some(first);
        }
        let node = self.add(joiner.unwrap_or("and"));
        for (number, head) in heads.iter().enumerate() {
            self.edge(node, &format!("op{}", number + 1), head.node);
        }
        Some(self.plain(node, if first.kind == Kind::Formula { Kind::Formula } else { Kind::Thing }))
    }

    /// Whether `F, F and F` goes on after a comma.
    fn list_goes_on(&self, kind: Kind) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let end = rest.iter().position(|token| {
            !matches!(token.tag, Tag::Formula | Tag::Comma | Tag::Noun | Tag::Adj | Tag::Det)
        });
        let joined =
            end.and_then(|end| rest.get(end)).is_some_and(|token| matches!(token.tag, Tag::And | Tag::Or));
        match kind {
            Kind::Formula => self.tag() == Some(Tag::Formula) && joined,
            _ => matches!(self.tag(), Some(Tag::Noun | Tag::Det)) && joined,
        }
    }

    /// Whether what follows a joint is a clause of its own: a phrase before a verb.
    pub(super) fn is_clause_ahead(&self) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let phrase = |tag| {
            matches!(tag, Tag::Det | Tag::Poss | Tag::Adj | Tag::Noun | Tag::Num | Tag::Pron | Tag::Formula)
        };
        let end = rest.iter().position(|token| !phrase(token.tag)).unwrap_or(rest.len());
        let verb = rest.get(end).is_some_and(|token| match token.tag {
            Tag::Be | Tag::Have | Tag::Do | Tag::Modal => true,
            Tag::Verb(form) => matches!(form, Form::S | Form::Base),
            _ => false,
        });
        // "F and F are groups" has one verb for both: there is none before it in its clause.
        let is_start =
            |tag| matches!(tag, Tag::That | Tag::Sub | Tag::Wh | Tag::Comma | Tag::Colon | Tag::Stop);
        let before = self
            .tokens
            .get(..self.at)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|token| !is_start(token.tag));
        let shared = !before.into_iter().any(|token| matches!(token.tag, Tag::Be | Tag::Verb(_) | Tag::Have));
        verb && !shared
    }

    /// Reads one noun phrase with what describes it.
    pub(super) fn phrase(&mut self) -> Option<Head> {
        if self.depth > MOST_LEVELS {
            return None;
        }
        self.depth += 1;
        let head = self.simple();
        if let Some(head) = head {
            self.last_noun = Some(head.node);
            self.describe(head);
        }
        self.depth -= 1;
        head
    }

    /// Reads a formula, a pronoun, or a noun with what stands before it.
    fn simple(&mut self) -> Option<Head> {
        let token = self.token()?;
        if let Some(number) = token.formula {
            self.at += 1;
            return Some(self.after_formula(number));
        }
        if token.tag == Tag::Pron {
            self.at += 1;
            return Some(self.pronoun(&token.word));
        }
        self.noun_group()
    }

    /// A formula, or the noun after it that it describes: `F matrix`.
    fn after_formula(&mut self, number: usize) -> Head {
        let formula = self.formula(number);
        let describes = self.tag() == Some(Tag::Noun) && !matches!(self.tag_at(1), Some(Tag::Formula));
        if !describes {
            return formula;
        }
        let mut head = formula;
        while self.tag() == Some(Tag::Noun) {
            let lemma = self.token().map_or("", |token| token.lemma.as_str());
            self.at += 1;
            let noun = self.noun(lemma);
            self.edge(noun.node, "mod", head.node);
            head = noun;
        }
        head
    }

    fn pronoun(&mut self, word: &str) -> Head {
        let concept = match word {
            "me" | "myself" => "i",
            "us" => "we",
            "them" | "themselves" => "they",
            "him" => "he",
            "these" => "this",
            "those" => "that",
            "itself" => "it",
            word => word,
        };
        let node = self.add(concept);
        self.plain(node, Kind::Thing)
    }

    /// Reads determiners, adjectives and nouns; the last noun is the head.
    fn noun_group(&mut self) -> Option<Head> {
        let start = self.at;
        let mut before: Vec<usize> = Vec::new();
        let mut nouns: Vec<usize> = Vec::new();
        while let Some(tag) = self.tag() {
            match tag {
                Tag::Noun => nouns.push(self.at),
                Tag::Verb(Form::Past | Form::Ing)
                    if nouns.is_empty() && matches!(self.tag_at(1), Some(Tag::Noun | Tag::Adj)) =>
                {
                    before.push(self.at)
                }
                Tag::Det | Tag::Poss | Tag::Num | Tag::Adj if nouns.is_empty() => before.push(self.at),
                Tag::That if before.is_empty() && nouns.is_empty() => before.push(self.at),
                Tag::Adv if nouns.is_empty() && matches!(self.tag_at(1), Some(Tag::Adj)) => {}
                Tag::And
                    if nouns.is_empty()
                        && self.tag_at(1) == Some(Tag::Adj)
                        && before.last() == Some(&(self.at - 1)) => {}
                _ => break,
            }
            self.at += 1;
        }
        let Some((&last, compounds)) = nouns.split_last() else { return self.without_noun(start, &before) };
        let tokens = self.tokens;
        let head = self.noun(&tokens[last].lemma);
        for &place in compounds {
            let lemma = &tokens[place].lemma;
            self.attach(head.node, "mod", lemma);
        }
        for place in before {
            self.modifier(place, head);
        }
        Some(head)
    }

    /// A phrase without a noun: `this`, `the following`, `two`.
    fn without_noun(&mut self, start: usize, before: &[usize]) -> Option<Head> {
        let tokens = self.tokens;
        let word = before.last().map(|&place| &tokens[place]);
        let said = word.filter(|token| !matches!(token.word.as_str(), "the" | "a" | "an" | "no"));
        let Some(token) = said else {
            // `the F`: the article belongs to the formula.
            if let Some(number) = self.token().and_then(|token| token.formula).filter(|_| !before.is_empty())
            {
                self.at += 1;
                return Some(self.after_formula(number));
            }
            self.at = start;
            return None;
        };
        let (_, rest) = before.split_last()?;
        if let Some(number) = self.token().and_then(|token| token.formula) {
            self.at += 1;
            let head = self.after_formula(number);
            before.iter().for_each(|&place| self.modifier(place, head));
            return Some(head);
        }
        let head = match token.tag {
            Tag::Adj => {
                let (concept, negated) = lexicon::adjective(&token.word);
                let node = self.add(&concept);
                if negated {
                    self.constant(node, "polarity", "-");
                }
                self.plain(node, if super::nodes::is_frame(&concept) { Kind::Frame } else { Kind::Quality })
            }
            _ => self.pronoun(&token.word),
        };
        rest.iter().for_each(|&place| self.modifier(place, head));
        Some(head)
    }

    /// A word before a noun.
    fn modifier(&mut self, place: usize, head: Head) {
        let token = &self.tokens[place];
        match (token.tag, token.word.as_str()) {
            (_, "the" | "a" | "an") => {}
            (Tag::Det, "no" | "neither") => self.constant(head.node, "polarity", "-"),
            (Tag::Det | Tag::That, word) => {
                let word = match word {
                    "these" => "this",
                    "those" => "that",
                    word => word,
                };
                self.attach(
                    head.node,
                    if word == "several" || word == "many" || word == "few" { "quant" } else { "mod" },
                    word,
                );
            }
            (Tag::Poss, word) => {
                let owner = match word {
                    "my" => "i",
                    "your" => "you",
                    "our" => "we",
                    "their" => "they",
                    "his" => "he",
                    "her" => "she",
                    _ => "it",
                };
                let role = if head.kind == Kind::Frame { "arg0" } else { "poss" };
                self.attach(head.node, role, owner);
            }
            (Tag::Num, word) => {
                let numbers =
                    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
                let number = numbers
                    .iter()
                    .position(|name| *name == word)
                    .map_or_else(|| word.to_owned(), |n| n.to_string());
                self.constant(head.node, "quant", &number);
            }
            (Tag::Verb(form), _) => {
                let concept = lexicon::verb_concept(&token.lemma);
                self.attach(head.node, if form == Form::Past { "arg1-of" } else { "arg0-of" }, &concept);
            }
            (_, word) => self.quality(word, head.node),
        }
    }
}
