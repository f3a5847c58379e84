//! The words and tokens around an occurrence, as bags of terms that are compared by their angle.

use formula::opt::{NodeId, Opt};
use rustc_hash::FxHashMap;
use text::question::is_stop_word;

use super::passage::{Passage, Token};
use super::representation;
use super::statements::Statements;
use super::vocabulary::Vocabulary;
use super::{Window, With};

/// The weight of a word of a neighbouring sentence; a word of the same sentence counts 1.
const NEIGHBOUR: f32 = 0.5;

/// A text as terms.
#[derive(Default)]
pub(super) struct Read {
    /// The sentence of each formula.
    sentence_of: Vec<usize>,
    /// Where each formula starts.
    starts: Vec<usize>,
    /// The words of each sentence.
    words: Vec<Vec<u32>>,
    /// The tokens of each formula.
    tokens: Vec<Vec<u32>>,
    /// The words of each sentence in a published representation, if one is compared.
    represented: Vec<Vec<u32>>,
    pub statements: Statements,
    with: With,
}

impl Read {
    pub(super) fn new(passage: &Passage, with: With, vocabulary: &mut Vocabulary) -> Read {
        let words_of = |tokens: &[Token], vocabulary: &mut Vocabulary| -> Vec<u32> {
            let stem = |token: &Token| match token {
                Token::Word { text, stem } if !is_stop_word(text) => Some(vocabulary.word(stem)),
                _ => None,
            };
            tokens.iter().filter_map(stem).collect()
        };
        let mut read = Read { statements: Statements::of(passage), with, ..Read::default() };
        for sentence in passage.sentences.iter().filter(|_| with.is_published()) {
            let words = representation::words(with, passage, sentence);
            read.represented.push(words.iter().map(|word| vocabulary.token(word)).collect());
        }
        for sentence in &passage.sentences {
            read.words.push(words_of(&sentence.tokens, vocabulary));
        }
        for formula in &passage.formulas {
            read.starts.push(formula.place.start);
            read.sentence_of.push(passage.sentence_at(formula.place.start));
            let mut tokens = Vec::new();
            match with {
                With::Operators => {
                    let words = representation::operators(&formula.opt);
                    tokens.extend(words.iter().map(|word| vocabulary.token(word)));
                }
                With::WordsAndLatex => {
                    similarity::latex::for_each(&formula.slt, |token| tokens.push(vocabulary.token(token)));
                }
                With::WordsAndOperators => for_each_operator(&formula.opt, |token| {
                    tokens.push(vocabulary.token(token));
                }),
                _ => {}
            }
            read.tokens.push(tokens);
        }
        read
    }

    /// The number of the formula that starts at a byte.
    pub(super) fn formula_at(&self, start: usize) -> Option<usize> {
        self.starts.binary_search(&start).ok()
    }

    /// The sentence of a formula.
    pub(super) fn sentence_of(&self, formula: usize) -> usize {
        self.sentence_of.get(formula).copied().unwrap_or(0)
    }

    /// Adds the text around a formula; without a formula, everything.
    pub(super) fn add_around(&self, formula: Option<usize>, window: Window, bags: &mut Bags) {
        let own = formula.map(|formula| self.sentence_of(formula));
        let weight = |sentence: usize| match own.map(|own| own.abs_diff(sentence)) {
            None | Some(0) => 1.0,
            Some(1) if window == Window::ThreeSentences => NEIGHBOUR,
            _ => 0.0,
        };
        for (sentence, words) in self.words.iter().enumerate() {
            bags.words.add(words, weight(sentence));
        }
        for (sentence, words) in self.represented.iter().enumerate() {
            bags.tokens.add(words, weight(sentence));
        }
        // The formula itself is the query, not its context; only `opt` compares nothing else.
        let is_own = self.with == With::Operators;
        for (number, tokens) in self.tokens.iter().enumerate() {
            if (formula == Some(number)) == is_own {
                bags.tokens.add(tokens, weight(self.sentence_of(number)));
            }
        }
    }
}

/// Calls `visit` with every label of an operator tree in line, and with every pair of neighbours.
fn for_each_operator(opt: &Opt, mut visit: impl FnMut(&str)) {
    let mut open: Vec<NodeId> = opt.root().into_iter().collect();
    let (mut before, mut pair) = (String::new(), String::new());
    while let Some(id) = open.pop() {
        let label = opt.label(id);
        visit(&label);
        if !before.is_empty() {
            pair.clear();
            pair.extend([before.as_str(), " ", label.as_str()]);
            visit(&pair);
        }
        before = label;
        let children: Vec<NodeId> = opt.children(id).collect();
        open.extend(children.into_iter().rev());
    }
}

/// How often each term occurs, weighted by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag(FxHashMap<u32, f32>);

/// The two bags of a context.
#[derive(Clone, Debug, Default)]
pub(super) struct Bags {
    pub words: Bag,
    pub tokens: Bag,
}

impl Bag {
    pub(super) fn add(&mut self, terms: &[u32], weight: f32) {
        if weight > 0.0 {
            terms.iter().for_each(|&term| *self.0.entry(term).or_default() += weight);
        }
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.keys().copied()
    }

    /// The bag as a vector, by term.
    pub(super) fn vector(&self, vocabulary: &Vocabulary) -> Vector {
        let component = |(&term, &count): (&u32, &f32)| (term, damped(count) * vocabulary.weight(term));
        let mut components: Vec<(u32, f64)> = self.0.iter().map(component).collect();
        components.sort_unstable_by_key(|(term, _)| *term);
        let length = components.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        Vector { components, length }
    }
}

/// The tenth occurrence of a term says less than the first.
fn damped(count: f32) -> f64 {
    let count = f64::from(count);
    count.min(1.0) + count.max(1.0).ln()
}

/// Terms with their weights.
#[derive(Default)]
pub(super) struct Vector {
    components: Vec<(u32, f64)>,
    length: f64,
}

impl Vector {
    /// The cosine of the angle between two vectors; 0 if one is empty.
    pub(super) fn cosine(&self, other: &Vector) -> f64 {
        let both = self.length * other.length;
        if both <= 0.0 {
            return 0.0;
        }
        let value_of = |term: u32| {
            let place = other.components.binary_search_by_key(&term, |(term, _)| *term).ok()?;
            other.components.get(place).map(|(_, value)| *value)
        };
        let product = |(term, value): &(u32, f64)| value_of(*term).map(|other| value * other);
        self.components.iter().filter_map(product).sum::<f64>() / both
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formula::{Notation, Options, read};

    #[test]
    fn operators_come_in_line() {
        let opt = read(r"\sin x+1", Notation::Latex, &Options::default()).opt;
        let mut tokens = Vec::new();
        for_each_operator(&opt, |token| tokens.push(token.to_owned()));
        assert_eq!(tokens, ["plus", "sin", "plus sin", "x", "sin x", "1", "x 1"]);
    }
}
