//! Records whose vectors point in the direction of the query's.

use vectors::formulas::{Embeddings, Representation};

use super::Candidates;
use crate::formulas::Query;

/// The records nearest to a query by the cosine of their vectors in one representation.
pub(super) fn nearest(
    embeddings: Option<&Embeddings>,
    query: &Query,
    representation: Representation,
    take: usize,
) -> Candidates {
    let Some(embeddings) = embeddings else { return Candidates::default() };
    let vector = embeddings.model(representation).vector(&query.formula.slt, &query.formula.opt);
    Candidates { scored: embeddings.nearest(representation, &vector, take), ceiling: 1.0 }
}

/// The records nearest to the sum of the query's vectors in several representations, with their cosines.
pub(super) fn to_sum(
    embeddings: Option<&Embeddings>,
    query: &Query,
    representations: &[Representation],
    take: usize,
) -> Candidates {
    let Some(embeddings) = embeddings else { return Candidates::default() };
    let trees = (&query.formula.slt, &query.formula.opt);
    Candidates { scored: embeddings.nearest_to_sum(representations, trees, take), ceiling: 1.0 }
}
