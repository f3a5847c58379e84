//! Notes on a query: what was dropped, what is doubtful.

use std::fmt;
use std::ops::Range;

/// A remark on a place of the query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The bytes of the query it is about.
    pub place: Range<usize>,
    /// Why the note was made.
    pub reason: Reason,
}

/// Why a note was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A quote that nothing closes.
    UnclosedQuote,
    /// Quotes with nothing to search for between them.
    EmptyPhrase,
    /// A date filter whose value is not a date.
    NotADate,
    /// A sign before a formula that could exclude it or belong to it.
    SignOfFormula,
    /// A word that is longer than any word in an index.
    TooLong,
    /// Every word is so common that none was left out.
    CommonWordsOnly,
    /// The query only excludes.
    NothingWanted,
    /// More words than are searched for.
    TooManyWords,
    /// More phrases than are searched for.
    TooManyPhrases,
    /// A phrase with more words than are compared.
    LongPhrase,
    /// More formulas than are searched for.
    TooManyFormulas,
    /// More formulas with a sign than are searched for.
    TooManyDemandedFormulas,
    /// More filters of one kind than are applied.
    TooManyFilters,
}

impl Reason {
    /// What happened.
    pub fn message(self) -> &'static str {
        match self {
            Reason::UnclosedQuote => "this quote is never closed and is ignored",
            Reason::EmptyPhrase => "there is nothing between these quotes",
            Reason::NotADate => "this is not a date and was read as words",
            Reason::SignOfFormula => "the `-` was read as the sign of the formula",
            Reason::TooLong => "this is too long for a word and was left out",
            Reason::CommonWordsOnly => "these words are in nearly every document",
            Reason::NothingWanted => "the query only excludes, and has nothing to search for",
            Reason::TooManyWords => "only the first 2,048 different words are searched for",
            Reason::TooManyPhrases => "only the first 64 phrases are searched for",
            Reason::LongPhrase => "only the first 64 words of this phrase are compared",
            Reason::TooManyFormulas => "only the first 256 different formulas are searched for",
            Reason::TooManyDemandedFormulas => "only the first 8 formulas with `+` or `-` are searched for",
            Reason::TooManyFilters => "only the first 32 filters of each kind (tag, kind, site) are applied",
        }
    }

    /// What to do about it.
    pub fn hint(self) -> &'static str {
        match self {
            Reason::UnclosedQuote => "add a quote where the phrase should end",
            Reason::EmptyPhrase => "put words between the quotes",
            Reason::NotADate => "write a year, a month or a day: `2015`, `2015-03`, `2015-03-14`",
            Reason::SignOfFormula => "to exclude the formula, put it between dollar signs: `-$…$`",
            Reason::TooLong => "put spaces between words, or dollar signs around a formula",
            Reason::CommonWordsOnly => "add a word for the subject",
            Reason::NothingWanted => "add what you are looking for",
            Reason::TooManyWords | Reason::TooManyPhrases | Reason::TooManyFormulas => "shorten the query",
            Reason::LongPhrase => "quote the most distinctive part",
            Reason::TooManyDemandedFormulas => "remove some signs",
            Reason::TooManyFilters => "remove some filters",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.reason.message())
    }
}
