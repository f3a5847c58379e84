//! A text with its formulas as trees, cut into sentences and words.

use std::ops::Range;

use document::{Field, Text};
use formula::opt::Opt;
use formula::slt::Slt;
use formula::{Options, read};
use index::Index;
use index::units::StoredUnit;

/// A text with formulas.
#[derive(Debug, Default)]
pub(super) struct Passage {
    /// The text.
    pub text: String,
    /// Its formulas, in order.
    pub formulas: Vec<Marked>,
    /// Its sentences, in order.
    pub sentences: Vec<Sentence>,
}

/// A formula of a passage.
#[derive(Debug)]
pub(super) struct Marked {
    pub place: Range<usize>,
    pub slt: Slt,
    pub opt: Opt,
}

/// A sentence: words, formulas and the marks between them.
#[derive(Debug)]
pub(super) struct Sentence {
    pub place: Range<usize>,
    pub tokens: Vec<Token>,
}

/// A piece of a sentence.
#[derive(Debug, PartialEq)]
pub(super) enum Token {
    /// A word, folded, and its stem.
    Word { text: String, stem: String },
    /// A formula by its number in the passage.
    Formula(usize),
    /// Punctuation.
    Mark,
}

impl Passage {
    /// A parsed text.
    pub(super) fn of_text(text: &Text) -> Passage {
        let formulas = text.formulas.iter().map(|formula| {
            let trees = read(&formula.source, formula.notation, &Options::default());
            Marked { place: formula.place.clone(), slt: trees.slt, opt: trees.opt }
        });
        Passage::new(&text.text, formulas.collect())
    }

    /// A text of a unit; the trees are those of the records.
    pub(super) fn of_unit(index: &Index, unit: &StoredUnit, field: Field) -> Passage {
        let occurrences = unit.formulas.iter().filter(|occurrence| occurrence.field == field);
        let formulas = occurrences.map(|occurrence| {
            let place = occurrence.start as usize..occurrence.end as usize;
            match index.formulas().record(occurrence.record) {
                Some(record) => Marked { place, slt: record.slt, opt: record.opt },
                None => Marked { place, slt: Slt::default(), opt: Opt::default() },
            }
        });
        Passage::new(unit.text(field), formulas.collect())
    }

    fn new(text: &str, formulas: Vec<Marked>) -> Passage {
        let marked: Vec<Range<usize>> = formulas.iter().map(|formula| formula.place.clone()).collect();
        let sentences = text::sentences::sentences(text, &marked)
            .into_iter()
            .map(|place| Sentence { tokens: tokens(text, &place, &marked), place })
            .collect();
        Passage { text: text.to_owned(), formulas, sentences }
    }

    /// The number of the sentence around a byte, or of the last one before it.
    pub(super) fn sentence_at(&self, byte: usize) -> usize {
        self.sentences.partition_point(|sentence| sentence.place.start <= byte).saturating_sub(1)
    }
}

/// The tokens of a sentence.
fn tokens(text: &str, sentence: &Range<usize>, marked: &[Range<usize>]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = sentence.start;
    let first = marked.partition_point(|place| place.start < sentence.start);
    for (number, place) in marked.iter().enumerate().skip(first) {
        if place.start >= sentence.end {
            break;
        }
        add_words(text.get(from..place.start).unwrap_or(""), &mut tokens);
        tokens.push(Token::Formula(number));
        from = place.end;
    }
    add_words(text.get(from..sentence.end).unwrap_or(""), &mut tokens);
    tokens
}

/// Whole words only; the parts of hyphenated words are left out.
fn add_words(text: &str, tokens: &mut Vec<Token>) {
    let mut end = 0;
    for word in text::words::words(text).filter(|word| !word.text.is_empty()) {
        if word.start < end {
            continue;
        }
        add_mark(text.get(end..word.start).unwrap_or(""), tokens);
        end = word.end;
        let stem = text::stem::stem(&word.text).into_owned();
        tokens.push(Token::Word { text: word.text, stem });
    }
    add_mark(text.get(end..).unwrap_or(""), tokens);
}

fn add_mark(between: &str, tokens: &mut Vec<Token>) {
    if between.contains([',', ';', ':', '.', '?', '!', '(', ')']) {
        tokens.push(Token::Mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_formulas_and_marks_come_in_order() {
        let text = document::markup::delimited("Let $x>0$, a non-zero number. So $y$.");
        let passage = Passage::of_text(&text);
        let shown = |token: &Token| match token {
            Token::Word { text, .. } => text.clone(),
            Token::Formula(number) => format!("${number}"),
            Token::Mark => ",".to_owned(),
        };
        let shown: Vec<Vec<String>> =
            passage.sentences.iter().map(|sentence| sentence.tokens.iter().map(shown).collect()).collect();
        assert_eq!(shown, [vec!["let", "$0", ",", "a", "non-zero", "number", ","], vec!["so", "$1", ","]]);
        assert_eq!(passage.sentence_at(text.formulas[1].place.start), 1);
    }
}
