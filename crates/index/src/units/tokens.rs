//! The formulas of a unit as tokens of the text index.
//!
//! When whole questions are searched, words and formulas count in one bag. So the formulas of a unit are tokens beside
//! its words: the L8 tokens of each, and in indexes for comparisons the LaTeX tokens. A token is the number of a
//! feature, written in eight letters because terms of tantivy are texts. Forty-eight bits of it are kept, as in the
//! postings of records.
//!
//! What it is not: the way to find formulas by structure. The postings of records do that, with one entry for each
//! formula and not for each occurrence.

use document::{Unit, kinds};
use formula::opt::Opt;
use formula::slt::Slt;
use similarity::terms::{Family, Purpose, Term, tokens};
use tantivy::TantivyDocument;
use tantivy::schema::Field;
use tantivy::tokenizer::{PreTokenizedString, Token};

use super::{Fields, StoredUnit};

/// The most repetitions of a token in one text; more would say nothing new.
const MOST_REPEATS: u16 = 1000;

/// What the formulas of a unit add to its document.
#[derive(Default)]
pub(crate) struct Tokens {
    /// The words for its formulas.
    pub(crate) spoken: Vec<&'static str>,
    title: Vec<Term>,
    body: Vec<Term>,
    comments: Vec<Term>,
    latex: Vec<Term>,
}

impl Tokens {
    /// The tokens of a unit; the trees of its formulas are in the order of its texts. A unit that is only a formula has
    /// none: it is searched as a formula.
    pub(crate) fn of<'a>(
        unit: &Unit,
        stored: &StoredUnit,
        formulas: impl Iterator<Item = (&'a Slt, &'a Opt)>,
        families: &[Family],
    ) -> Tokens {
        let mut all = Tokens::default();
        if unit.kind == kinds::FORMULA {
            return all;
        }
        let (has_l8, has_latex) = (families.contains(&Family::L8), families.contains(&Family::Latex));
        for (occurrence, (slt, opt)) in stored.formulas.iter().zip(formulas) {
            all.spoken.extend(text::spoken::words(opt));
            let room = match occurrence.field {
                document::Field::Title => &mut all.title,
                document::Field::Body | document::Field::Conditions => &mut all.body,
                document::Field::Comment(_) => &mut all.comments,
            };
            if has_l8 {
                room.extend(tokens(slt, Family::L8, Purpose::Index));
            }
            if has_latex && matches!(occurrence.field, document::Field::Title | document::Field::Body) {
                all.latex.extend(tokens(slt, Family::Latex, Purpose::Index));
            }
        }
        all
    }

    /// Adds the tokens to the document of the unit.
    pub(crate) fn add_to(&self, document: &mut TantivyDocument, fields: &Fields) {
        add(document, fields.title_tokens, &self.title);
        add(document, fields.body_tokens, &self.body);
        add(document, fields.comment_tokens, &self.comments);
        add(document, fields.latex, &self.latex);
    }
}

fn add(document: &mut TantivyDocument, field: Field, terms: &[Term]) {
    if terms.is_empty() {
        return;
    }
    let repeated = terms.iter().flat_map(|term| {
        let times = usize::from(term.count.min(MOST_REPEATS));
        std::iter::repeat_n(token_text(term.term), times)
    });
    let tokens =
        repeated.enumerate().map(|(position, text)| Token { text, position, ..Token::default() }).collect();
    document.add_pre_tokenized_text(field, PreTokenizedString { text: String::new(), tokens });
}

/// The term of the text index for a feature of a formula.
pub fn token_text(term: u64) -> String {
    const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    (0..8).map(|place| char::from(LETTERS[(term >> (6 * place) & 63) as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_eight_letters_and_is_different_for_each_number() {
        assert_eq!(token_text(0), "00000000");
        assert_eq!(token_text(u64::MAX).len(), 8);
        assert_ne!(token_text(1), token_text(1 << 47));
    }
}
