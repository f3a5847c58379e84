//! How many hits a query has of each sort: formulas, texts, answers, questions.
//!
//! Each count is the total of the list that the same search with that `want` has, so it is true for every page. What it is
//! not: a facet. Answers are searched for in another way than texts, and their list is another one.

use index::Budget;
use serde::Serialize;
use utoipa::ToSchema;

use super::listing::{Page, TotalIs};
use super::{Found, SearchRequest};
use crate::VERSION;
use crate::error::Result;
use crate::open::Engine;
use crate::query::asked::Want;

/// How many hits a query has of each sort.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Counts {
    /// Of the JSON.
    pub version: u32,
    /// One for each sort.
    pub counts: Vec<Count>,
}

/// How many hits of one sort.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Count {
    /// The kind of results.
    pub want: Want,
    /// The length of the list that pages are cut out of.
    pub total: usize,
    /// Whether `total` is the number of all hits (`exact`), or there may be more (`at_least`).
    pub total_is: TotalIs,
}

impl Engine {
    /// Counts the hits of a search, whatever it wants itself.
    pub fn count(&self, request: &SearchRequest, budget: &Budget) -> Result<Counts> {
        let count = |(want, _): &(Want, &str)| {
            let request = SearchRequest {
                want: Some(*want),
                // Only the list is wanted, and nothing that is shown with it.
                k: 0,
                offset: 0,
                explain: false,
                facets: false,
                relaxed: false,
                ..request.clone()
            };
            let Page { total, total_is, .. } = match self.search(&request, budget)?.found {
                Found::Formulas(results) => results.page,
                Found::Units(results) | Found::Nothing(results) => results.page,
            };
            Ok(Count { want: *want, total, total_is })
        };
        let counts = Want::NAMES.iter().map(count).collect::<Result<_>>()?;
        Ok(Counts { version: VERSION, counts })
    }
}
