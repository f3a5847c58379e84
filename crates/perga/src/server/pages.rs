//! The pages: what the API answers, as HTML. They work without a script; with it they are more comfortable.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;

use super::app::App;

/// The addresses of the pages.
pub fn router() -> Router<Arc<App>> {
    Router::new()
}

/// The page for an address that does not exist.
pub async fn not_found() -> StatusCode {
    StatusCode::NOT_FOUND
}
