//! What would find more, when a question finds little: a corrected spelling, a known name, fewer conditions. Each was run and is
//! given with what it finds, so that none of them is another disappointment.

use rank::questions::{Question, Searcher};
use rank::suggest::{Kind, Suggester};
use serde::Serialize;
use text::query::Key;
use utoipa::ToSchema;

use crate::error::Result;

/// What is said when there was no time to look for it.
pub(super) const CUT_RELAXED: &str = "queries that find more";

/// Fewer results than this are little.
pub(super) const FEW: usize = 3;

/// Suggestions that are tried, results that are counted.
const MOST_TRIED: usize = 4;
const MOST_COUNTED: usize = 100;

/// A question that finds more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelaxedQuestion {
    /// What is different, in words.
    pub change: String,
    /// The query; filters beside it are gone where the change says so.
    pub query: String,
    /// Whether filters beside the query stay.
    pub keeps_filters: bool,
    /// Units that it finds, at most 100.
    pub count: usize,
}

/// Questions that find more than this one did, the best first. Fails when the budget of the question is over.
pub(super) fn relaxed(
    searcher: &Searcher<'_>,
    suggester: &Suggester,
    question: &Question,
    query: &str,
    found: usize,
) -> Result<Vec<RelaxedQuestion>> {
    let mut tried = Vec::new();
    for suggestion in suggester.suggest(query, MOST_TRIED) {
        if matches!(suggestion.kind, Kind::Spelling | Kind::Name | Kind::Substitution) {
            let read = Question { filters: question.filters.clone(), ..Question::read(&suggestion.text) };
            let read = read.within(&question.budget);
            tried.push((suggestion.why, suggestion.text, true, read));
        }
    }
    if !question.demands.is_empty() {
        let read = Question { demands: Vec::new(), ..question.clone() };
        let without: String = query.replace(['+', '"'], " ");
        tried.push(("without what must be there".to_owned(), without, true, read));
    }
    if !question.filters.is_empty() {
        let read = Question { filters: Default::default(), ..question.clone() };
        tried.push(("without the filters".to_owned(), without_filters(query), false, read));
    }
    let mut relaxed = Vec::new();
    for (change, query, keeps_filters, read) in tried {
        let count = searcher.search(&read, MOST_COUNTED)?.hits.len();
        if count > found {
            relaxed.push(RelaxedQuestion { change, query, keeps_filters, count });
        }
    }
    Ok(relaxed)
}

/// The query without pieces like `tag:calculus`.
fn without_filters(query: &str) -> String {
    let is_filter = |piece: &&str| Key::of_piece(piece.trim_start_matches(['-', '+'])).is_some();
    let kept: Vec<&str> = query.split_whitespace().filter(|piece| !is_filter(piece)).collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn filters_are_taken_out_of_a_query() {
        assert_eq!(super::without_filters("limits tag:calculus -kind:answer of $f$"), "limits of $f$");
    }
}
