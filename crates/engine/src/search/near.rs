//! From what was typed to what is searched for, so that no query ends on an empty page while something is near.
//!
//! In this order: words of every text do not count in a language that the collection does not have; misspelt words are
//! corrected before the search; if nothing is found, demands are dropped; and if still nothing is found, each unknown word
//! becomes the nearest known one. The results say all of it, so that nobody is answered another question unawares.
//!
//! Filters are never dropped: whoever sets one wants nothing else.

use index::units::{Units, Zone};
use rank::questions::{self, Question, absent};
use rank::suggest::correction;
use text::language::{Written, written_in};

use super::{SearchRequest, units};
use crate::error::Result;
use crate::open::Engine;
use crate::query::reading::ReadQuery;

/// A collection has a language if this share of its common words each occur in one unit of [`UNITS_OF_A_COMMON_WORD`].
const COMMON_WORDS: f64 = 0.5;

/// See [`COMMON_WORDS`].
const UNITS_OF_A_COMMON_WORD: u64 = 100;

/// A typed query as it is searched for.
pub(super) struct Typed {
    pub(super) read: ReadQuery,
    /// The query with its misspelt words corrected, if it has any.
    corrected: Option<String>,
    /// A language that the query is in, and the collection is not.
    foreign: Option<Written>,
}

impl Engine {
    /// Reads what was typed, and corrects it.
    pub(super) fn typed(&self, request: &SearchRequest) -> Result<Typed> {
        let mut read = ReadQuery::with(request.query.trim(), self.synonyms(), None);
        let foreign = self.foreign(&read)?;
        if foreign.is_some() {
            read = ReadQuery::with(request.query.trim(), self.synonyms(), foreign);
        }
        let corrected = if request.verbatim { None } else { self.corrected(&read)? };
        if let Some(query) = &corrected {
            read = ReadQuery::with(query, self.synonyms(), foreign);
        }
        Ok(Typed { read, corrected, foreign })
    }

    /// Searches for units; where there are none, for what is nearest to what was typed.
    pub(super) fn search_units_near(
        &self,
        question: Question,
        want: questions::Want,
        request: &SearchRequest,
        typed: &Typed,
    ) -> Result<units::Results> {
        let mut results = self.search_units(question, want, request)?;
        results.corrected.clone_from(&typed.corrected);
        if results.page.total == 0 {
            results = self.without_demands(results, want, request, typed)?;
        }
        if results.page.total == 0 && !request.verbatim {
            results = self.with_nearest_words(results, want, request, typed)?;
        }
        if results.page.total > 0 && results.question.body.is_empty() {
            let absent = absent::words(self.index().units()?, &results.question);
            let is_new = |word: &String| !results.dropped.contains(word);
            let absent: Vec<String> = absent.into_iter().filter(is_new).collect();
            results.dropped.extend(absent);
        }
        results.foreign = typed.foreign.map(Written::name);
        Ok(results)
    }

    /// The results without what must occur, if that finds anything.
    fn without_demands(
        &self,
        nothing: units::Results,
        want: questions::Want,
        request: &SearchRequest,
        typed: &Typed,
    ) -> Result<units::Results> {
        let mut question = nothing.question.clone();
        question.demands.retain(|demand| demand.is_excluded);
        if question.demands.len() == nothing.question.demands.len() {
            return Ok(nothing);
        }
        let found = self.search_units(question, want, request)?;
        match found.page.total {
            0 => Ok(nothing),
            _ => {
                let demanded = typed.read.demanded().join(" + ");
                Ok(units::Results { dropped: vec![demanded], corrected: nothing.corrected, ..found })
            }
        }
    }

    /// The results for the query with unknown words replaced by the nearest ones, if that finds anything.
    fn with_nearest_words(
        &self,
        nothing: units::Results,
        want: questions::Want,
        request: &SearchRequest,
        typed: &Typed,
    ) -> Result<units::Results> {
        let read = &typed.read;
        if !read.may_be_misspelt() {
            return Ok(nothing);
        }
        let Some(query) = correction::nearest(self.vocabulary()?, read.text(), read.query()) else {
            return Ok(nothing);
        };
        let meant = ReadQuery::with(&query, self.synonyms(), typed.foreign).question;
        let filters = nothing.question.filters.clone();
        let question = Question { filters, ..meant }.within(&nothing.question.budget);
        let found = self.search_units(question, want, request)?;
        Ok(if found.page.total > 0 { units::Results { corrected: Some(query), ..found } } else { nothing })
    }

    /// A typed query with its misspelt words corrected; `None` if it has none.
    fn corrected(&self, read: &ReadQuery) -> Result<Option<String>> {
        if !read.may_be_misspelt() {
            return Ok(None);
        }
        let units = self.index().units()?;
        let vocabulary = || Ok(self.vocabulary()?.as_ref());
        correction::corrected(units, vocabulary, read.text(), read.query())
    }

    /// The language of a query, if the collection has no texts in it.
    fn foreign(&self, read: &ReadQuery) -> Result<Option<Written>> {
        let words: Vec<&str> = read.query().words().map(|word| word.text.as_str()).collect();
        let Some(written) = written_in(&words) else { return Ok(None) };
        let units = self.index().units()?;
        Ok((!has_texts_in(units, written, &words)).then_some(written))
    }
}

/// Whether a collection has texts in a language.
fn has_texts_in(units: &Units, written: Written, words: &[&str]) -> bool {
    let having = |word: &str| {
        units.document_frequency(Zone::BodyExact, word) + units.document_frequency(Zone::TitleExact, word)
    };
    let Written::In(language) = written else { return words.iter().any(|word| having(word) > 0) };
    let least = (u64::from(units.count()) / UNITS_OF_A_COMMON_WORD).max(1);
    let (mut all, mut common) = (0.0, 0.0);
    for word in language.common_words() {
        all += 1.0;
        common += f64::from(u8::from(having(word) >= least));
    }
    common >= COMMON_WORDS * all
}
