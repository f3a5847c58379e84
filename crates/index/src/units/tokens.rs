//! The formulas of a unit as tokens of the text index.
//!
//! Words and formulas are weighed against each other in one bag when whole questions are searched, so the
//! formulas of a unit are tokens beside its words: the L8 tokens of each, and in indexes made for comparison
//! the LaTeX tokens. A token is the number of a feature, written in eight letters because terms of tantivy are
//! texts; forty-eight bits of it are kept, as in the postings of records.
//!
//! What it is not: the place where formulas are found by structure. That is in the postings of records, of
//! which there is one for each formula and not one for each occurrence.

use document::Unit;
use formula::opt::Opt;
use formula::slt::Slt;
use similarity::terms::{Family, Purpose, Term, tokens};
use tantivy::TantivyDocument;
use tantivy::schema::Field;
use tantivy::tokenizer::{PreTokenizedString, Token};

use super::{Fields, StoredUnit};

/// A formula that occurs this often in one text says no more than one that occurs a little less often.
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
    /// The tokens of a unit; the trees of its formulas are given in the order of its texts. A unit that is nothing
    /// but a formula has none: it is searched as a formula.
    pub(crate) fn of<'a>(
        unit: &Unit,
        stored: &StoredUnit,
        formulas: impl Iterator<Item = (&'a Slt, &'a Opt)>,
        families: &[Family],
    ) -> Tokens {
        let mut all = Tokens::default();
        if unit.kind == "formula" {
            return all;
        }
        let (has_l8, has_latex) = (families.contains(&Family::L8), families.contains(&Family::Latex));
        for (instance, (slt, opt)) in stored.formulas.iter().zip(formulas) {
            all.spoken.extend(text::spoken::words(opt));
            let room = match instance.field {
                0 => &mut all.title,
                1 | 2 => &mut all.body,
                _ => &mut all.comments,
            };
            if has_l8 {
                room.extend(tokens(slt, Family::L8, Purpose::Index));
            }
            if has_latex && instance.field <= 1 {
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

/// The term under which a feature of a formula is found in the text index.
pub fn token_text(term: u64) -> String {
    const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    (0..8).map(|place| char::from(LETTERS[(term >> (6 * place) & 63) as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_eight_letters_and_tells_numbers_apart() {
        assert_eq!(token_text(0), "00000000");
        assert_eq!(token_text(u64::MAX).len(), 8);
        assert_ne!(token_text(1), token_text(1 << 47));
    }
}
