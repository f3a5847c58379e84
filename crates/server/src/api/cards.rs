//! Cards: named formulas.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::read::cards::Cards;

use super::error::{ApiError, BadRequest, Busy};
use super::parameters::{CardsParameters, Parameters, checked};
use crate::app::App;
use crate::middleware::work;

/// Cards that may be skipped.
const MOST_CARD_OFFSET: usize = 1_000_000;

/// Named formulas, by name or for a query.
#[utoipa::path(
    get, path = "/api/v1/cards", tag = "documents", params(CardsParameters),
    responses(
        (status = 200, description = "Cards", body = Cards),
        BadRequest,
        Busy,
    )
)]
pub async fn cards(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<CardsParameters>,
) -> Result<Json<Cards>, ApiError> {
    Ok(Json(cards_for(&app, parameters).await?))
}

/// Cards of a response.
const MOST_CARDS: usize = 100;

/// Cards.
pub async fn cards_for(app: &Arc<App>, parameters: CardsParameters) -> Result<Cards, ApiError> {
    let CardsParameters { q, k, offset } = parameters;
    checked(&q)?;
    if !(1..=MOST_CARDS).contains(&k) || offset > MOST_CARD_OFFSET {
        let message = format!("`k` is from 1 to {MOST_CARDS}, and `offset` at most {MOST_CARD_OFFSET}");
        return Err(ApiError::bad_request(&message));
    }
    work::search(app, move |engine, budget| engine.cards(&q, offset, k, budget)).await
}
