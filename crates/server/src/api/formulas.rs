//! Formulas: those of the index, and any others, taken apart or aligned.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::describe::trees::{self, Alignment, Trees};
use engine::read::formulas::FormulaDetails;

use super::error::{ApiError, BadRequest, Busy, ErrorBody};
use super::parameters::{AlignParameters, Opened, Parameters, TreeParameters, checked};
use crate::app::App;
use crate::middleware::work;

/// A formula of the index: its names, where it occurs, what occurs with it.
#[utoipa::path(
    get, path = "/api/v1/formulas/{record}", tag = "documents",
    params(("record" = u32, Path, description = "The number of the formula in this index")),
    responses(
        (status = 200, description = "The formula", body = FormulaDetails),
        BadRequest,
        (status = 404, description = "There is no such formula", body = ErrorBody),
        Busy,
    )
)]
pub async fn formula(
    State(app): State<Arc<App>>,
    Opened { id, .. }: Opened,
) -> Result<Json<FormulaDetails>, ApiError> {
    Ok(Json(formula_of(&app, &id).await?))
}

/// A formula of the index.
pub async fn formula_of(app: &Arc<App>, record: &str) -> Result<FormulaDetails, ApiError> {
    let Ok(number) = record.parse::<u32>() else {
        return Err(ApiError::bad_request("the number of a formula is a whole number"));
    };
    work::search(app, move |engine, budget| engine.formula(number, budget)).await
}

/// Takes a formula apart: trees, tokens, paths, signatures.
#[utoipa::path(
    get, path = "/api/v1/tree", tag = "formulas", params(TreeParameters),
    responses(
        (status = 200, description = "The formula in all forms", body = Trees),
        BadRequest,
    )
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<TreeParameters>,
) -> Result<Json<Trees>, ApiError> {
    Ok(Json(trees_of(&app, parameters).await?))
}

/// A formula, taken apart.
pub async fn trees_of(app: &Arc<App>, parameters: TreeParameters) -> Result<Trees, ApiError> {
    checked(&parameters.formula)?;
    work::quick(app, move |_, _| Ok(trees::trees(&parameters.formula, parameters.from, parameters.query)))
        .await
}

/// Says how two formulas correspond.
#[utoipa::path(
    get, path = "/api/v1/align", tag = "formulas", params(AlignParameters),
    responses(
        (status = 200, description = "How they correspond", body = Alignment),
        BadRequest,
    )
)]
pub async fn align(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<AlignParameters>,
) -> Result<Json<Alignment>, ApiError> {
    Ok(Json(alignment(&app, parameters).await?))
}

/// How two formulas correspond.
pub async fn alignment(app: &Arc<App>, parameters: AlignParameters) -> Result<Alignment, ApiError> {
    checked(&parameters.one)?;
    checked(&parameters.two)?;
    work::quick(app, move |_, _| Ok(trees::align(&parameters.one, &parameters.two))).await
}
