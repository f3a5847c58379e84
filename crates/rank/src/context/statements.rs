//! Statements of a text about variables, in words: "let $A$ be a symmetric matrix", "for odd $k$", "the temperature $T$".
//!
//! A statement is a formula that names variables and, beside it, a noun phrase: directly before it ("a prime $p$"),
//! behind a verb that says what it is ("$P$ is a projective module"), or an adjective directly behind it ("with $f$
//! continuous"). The last noun of the phrase that the table of sorts has is the sort of the variable; the other words
//! are properties. Variables that are listed together share their phrases.
//!
//! A statement holds until another one is made: for every variable the nearest before the formula counts, and if
//! there is none, the nearest behind it.
//!
//! What it is not: a parser of sentences. A phrase ends at the first word that could end it.

use rustc_hash::FxHashMap;
use text::question::is_stop_word;

use super::facts::{Facts, Property};
use super::passage::{Passage, Token};
use super::relations::{Subject, subjects};
use super::sorts::{self, Sort};

/// The name for facts about a whole formula.
pub(super) const WHOLE: &str = "";

/// The most words of a phrase.
const LONGEST_PHRASE: usize = 6;
/// The most words before a formula that are its noun phrase.
const MOST_BEFORE: usize = 4;

/// Words that say what something is.
const COPULAS: [&str; 12] = [
    "is",
    "are",
    "be",
    "being",
    "was",
    "were",
    "denotes",
    "denote",
    "represents",
    "means",
    "equals",
    "becomes",
];
/// Words in a noun phrase that say nothing about the object.
const DETERMINERS: [&str; 20] = [
    "a",
    "an",
    "the",
    "any",
    "some",
    "two",
    "three",
    "both",
    "also",
    "always",
    "all",
    "every",
    "each",
    "given",
    "fixed",
    "arbitrary",
    "our",
    "this",
    "its",
    "such",
];
/// Words after a noun that introduce what it belongs to.
const COMPLEMENTS: [&str; 4] = ["of", "on", "over", "from"];

/// Everything a passage states.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// Each with the number of the formula beside which it is stated.
    stated: Vec<(usize, Subject)>,
}

impl Statements {
    /// Reads a passage.
    pub(super) fn of(passage: &Passage) -> Statements {
        let subjects: Vec<Vec<Subject>> =
            passage.formulas.iter().map(|formula| subjects(&formula.opt)).collect();
        let mut statements = Statements::default();
        for sentence in &passage.sentences {
            statements.read_sentence(&sentence.tokens, &subjects);
        }
        statements
    }

    fn read_sentence(&mut self, tokens: &[Token], subjects: &[Vec<Subject>]) {
        let mut at = 0;
        while at < tokens.len() {
            let Some(end) = end_of_group(tokens, at) else {
                at += 1;
                continue;
            };
            let mut phrase = before(tokens, at);
            phrase.add(behind(tokens, end));
            for token in &tokens[at..end] {
                let Token::Formula(number) = token else { continue };
                let whole = Subject { name: WHOLE.to_owned(), facts: Facts::default(), element_of: None };
                for subject in subjects.get(*number).into_iter().flatten().chain([&whole]) {
                    let mut subject = subject.clone();
                    subject.facts.fill_from(&phrase.facts());
                    self.stated.push((*number, subject));
                }
            }
            at = end;
        }
    }

    /// What is known about every variable at a formula, given by its number; statements about the formula as a whole
    /// are under [`WHOLE`]. Without a number the last statement about each variable counts.
    pub(super) fn known_at(&self, formula: Option<usize>) -> FxHashMap<String, Facts> {
        let place = formula.unwrap_or(usize::MAX);
        let (before, behind): (Vec<_>, Vec<_>) = self.stated.iter().partition(|(at, _)| *at <= place);
        let mut known: FxHashMap<String, Facts> = FxHashMap::default();
        let mut memberships: Vec<(&str, &str)> = Vec::new();
        for (at, subject) in before.into_iter().rev().chain(behind) {
            if subject.name == WHOLE && *at != place {
                continue;
            }
            known.entry(subject.name.clone()).or_default().fill_from(&subject.facts);
            memberships.extend(subject.element_of.as_deref().map(|set| (subject.name.as_str(), set)));
        }
        for (name, set) in memberships {
            add_membership(&mut known, name, set);
        }
        known.retain(|_, facts| !facts.is_empty());
        known
    }
}

/// An element of a group gets the property `group`.
fn add_membership(known: &mut FxHashMap<String, Facts>, name: &str, set: &str) {
    let Some(set) = known.get(set).cloned() else { return };
    let Some(facts) = known.get_mut(name).filter(|facts| facts.properties.is_empty()) else { return };
    facts.properties.clone_from(&set.properties);
    if let Some(sort) = set.sort {
        let stems = sort.name().split(' ').map(|word| text::stem::stem(word).into_owned());
        facts.properties.extend(stems.map(|stem| Property { stem, is_denied: false }));
    }
}

/// The end of a list of formulas that starts here: "$A$, $B$ and $C$".
fn end_of_group(tokens: &[Token], start: usize) -> Option<usize> {
    let is_formula = |at: usize| matches!(tokens.get(at), Some(Token::Formula(_)));
    if !is_formula(start) {
        return None;
    }
    let mut end = start + 1;
    loop {
        let mut next = end;
        while next < end + 2 && tokens.get(next).is_some_and(is_joint) {
            next += 1;
        }
        if next == end || !is_formula(next) {
            return Some(end);
        }
        end = next + 1;
    }
}

fn is_joint(token: &Token) -> bool {
    match token {
        Token::Mark => true,
        Token::Word { text, .. } => text == "and" || text == "or",
        Token::Formula(_) => false,
    }
}

/// A noun phrase.
#[derive(Default)]
struct Phrase {
    /// Stems, and whether each is denied.
    words: Vec<Property>,
    /// Stems of what it belongs to: they describe it, but are not its sort.
    complement: Vec<Property>,
}

impl Phrase {
    fn add(&mut self, other: Phrase) {
        self.words.extend(other.words);
        self.complement.extend(other.complement);
    }

    fn push(&mut self, text: &str, stem: &str, is_denied: bool) {
        let property = match sorts::denied(text) {
            Some(rest) => Property { stem: text::stem::stem(rest).into_owned(), is_denied: !is_denied },
            None => Property { stem: stem.to_owned(), is_denied },
        };
        self.words.push(property);
    }

    /// The facts of the phrase about a variable.
    fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        let mut at = 0;
        let mut heads: Vec<(usize, usize, Sort)> = Vec::new();
        while at < self.words.len() {
            match self.sort_at(at) {
                Some((length, sort)) => {
                    heads.push((at, at + length, sort));
                    at += length;
                }
                None => at += 1,
            }
        }
        let head = heads.pop();
        facts.sort = head.map(|(_, _, sort)| sort);
        for (at, word) in self.words.iter().enumerate() {
            let is_head = head.is_some_and(|(start, end, _)| (start..end).contains(&at));
            match sorts::range_of(&word.stem).filter(|_| !word.is_denied) {
                Some(range) => facts.region = Some(range),
                None if !is_head && !facts.properties.contains(word) => facts.properties.push(word.clone()),
                None => {}
            }
        }
        facts.properties.extend(self.complement.iter().cloned());
        facts
    }

    /// The longest name of a sort that starts at a word, and its length.
    fn sort_at(&self, at: usize) -> Option<(usize, Sort)> {
        (1..=sorts::LONGEST_NAME).rev().find_map(|length| {
            let words = self.words.get(at..at + length)?;
            if words.iter().any(|word| word.is_denied) {
                return None;
            }
            let stems: Vec<&str> = words.iter().map(|word| word.stem.as_str()).collect();
            Some((length, Sort::of_stems(&stems.join(" "))?))
        })
    }
}

/// The noun phrase that ends where a formula starts: everything after an article, otherwise from the first word that
/// the tables have.
fn before(tokens: &[Token], end: usize) -> Phrase {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let mut has_article = false;
    for token in tokens[..end].iter().rev().take(MOST_BEFORE + 1) {
        let Token::Word { text, stem } = token else { break };
        if is_stop_word(text) || DETERMINERS.contains(&text.as_str()) {
            has_article = DETERMINERS.contains(&text.as_str());
            break;
        }
        words.push((text, stem));
    }
    words.reverse();
    let is_known = |(_, stem): &(&str, &str)| sorts::is_known(stem);
    let start = match words.iter().position(is_known) {
        Some(first) if !has_article => first,
        None if !has_article => words.len(),
        _ => 0,
    };
    let mut phrase = Phrase::default();
    words[start..].iter().for_each(|(text, stem)| phrase.push(text, stem, false));
    phrase
}

/// The noun phrase or the adjectives behind a formula.
fn behind(tokens: &[Token], start: usize) -> Phrase {
    let mut phrase = Phrase::default();
    let Some(Token::Word { text, stem }) = tokens.get(start) else { return phrase };
    let is_said = COPULAS.contains(&text.as_str());
    let is_adjective = sorts::is_known(stem) || sorts::denied(text).is_some();
    if !is_said && !is_adjective {
        return phrase;
    }
    let first = if is_said { start + 1 } else { start };
    let (mut is_denied, mut is_complement) = (false, false);
    for token in tokens[first..].iter().take(2 * LONGEST_PHRASE) {
        let (text, stem) = match token {
            Token::Mark => break,
            Token::Formula(_) => continue,
            Token::Word { text, stem } => (text.as_str(), stem.as_str()),
        };
        match text {
            "not" => is_denied = true,
            "and" | "or" => {}
            _ if DETERMINERS.contains(&text) => {}
            _ if COMPLEMENTS.contains(&text) && !phrase.words.is_empty() => is_complement = true,
            _ if is_stop_word(text) || phrase.words.len() == LONGEST_PHRASE => break,
            _ if is_complement => {
                phrase.complement.push(Property { stem: stem.to_owned(), is_denied: false });
            }
            _ => {
                phrase.push(text, stem, is_denied);
                is_denied = false;
            }
        }
    }
    phrase
}

#[cfg(test)]
mod tests {
    use document::markup::delimited;

    use super::*;

    /// The facts at the last formula of a text.
    fn known(text: &str) -> FxHashMap<String, Facts> {
        let passage = Passage::of_text(&delimited(text));
        Statements::of(&passage).known_at(passage.formulas.len().checked_sub(1))
    }

    fn shown(facts: &Facts) -> String {
        let mut words: Vec<String> = facts.sort.iter().map(|sort| sort.name().to_owned()).collect();
        words.extend(facts.region.map(|region| format!("{}..{}", region.least, region.greatest)));
        let property =
            |property: &Property| format!("{}{}", if property.is_denied { "-" } else { "+" }, property.stem);
        words.extend(facts.properties.iter().map(property));
        words.join(" ")
    }

    /// The properties among words, stemmed.
    fn stemmed(words: &str) -> String {
        let stemmed = |word: &str| match word.split_at_checked(1) {
            Some((sign @ ("+" | "-"), word)) => format!("{sign}{}", text::stem::stem(word)),
            _ => word.to_owned(),
        };
        words.split(' ').map(stemmed).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn statements_in_words() {
        let cases = [
            ("Let $x>0$. So $x+1$", "x", "0..inf"),
            ("where $P$ is a projective module, $P+1$", "P", "module +projective"),
            ("for all integers $n\\ge2$ we have $n+1$", "n", "integer 2..inf"),
            ("suppose $A$ is symmetric. Then $A+1$", "A", "+symmetric"),
            ("a random variable $X$ and $X+1$", "X", "random variable"),
            ("Let $A$ and $B$ be square matrices. $A+B$", "B", "matrix +square"),
            ("with $f$ bounded and discontinuous at one point, $f+1$", "f", "+bounded +discontinuous"),
            ("Let $G$ be a non-abelian group. $G+1$", "G", "group -abelian"),
            ("For odd $k$ the number $k+1$", "k", "+odd"),
            ("the temperature $T$ of a body satisfies $T+1$", "T", "temperature"),
            ("Let $G$ be an abelian group and $x\\in G$. $x+1$", "x", "+abelian +group"),
            ("$f:X\\to Y$ continuous, $f+1$", "f", "function +continuous"),
            ("Where $q$ is a prime number, $q+1$", "q", "prime"),
            ("Let $n$ be even. Now let $n$ be odd. $n+1$", "n", "+odd"),
            ("we solve $x$ and $x+1$", "x", ""),
        ];
        for (text, name, expected) in cases {
            let facts = known(text).get(name).map(shown).unwrap_or_default();
            assert_eq!(facts, stemmed(expected), "{text}");
        }
    }

    #[test]
    fn any_beginning_of_a_text_can_be_read() {
        let text = "Is é $x$, $y_1$ and $\\mathbb{R}^{+$? For non-$n$ and not of $|x|<\\frac1$ is a (the $f:X\\to$ and, are";
        for (end, _) in text.char_indices() {
            known(&text[..end]);
        }
        assert!(known("").is_empty());
    }

    #[test]
    fn what_is_said_of_the_formula_itself() {
        assert_eq!(shown(&known("on the open interval $(a,b)$")[WHOLE]), stemmed("interval +open"));
        assert_eq!(
            shown(&known("here $(a,b)$ is the greatest common divisor")[WHOLE]),
            "+greatest +common +divisor"
        );
    }
}
