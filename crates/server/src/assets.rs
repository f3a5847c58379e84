//! The built page: scripts, styles, fonts. They are part of the binary.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::api::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Built;

/// A file of the built page.
pub async fn get(Path(path): Path<String>) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Built::get(&format!("assets/{path}")) else {
        return ApiError::not_found("such file").into_response();
    };
    // Addresses have the hash of what they name in them, or behind them.
    let headers = [
        (header::CONTENT_TYPE, metadata.mimetype().to_owned()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
    ];
    (headers, data).into_response()
}

/// The address of a file of the built page whose name begins so; none without a built page.
pub fn address(beginning: &str) -> Option<String> {
    let name = Built::iter().find(|name| name.starts_with(beginning))?;
    let file = Built::get(&name)?;
    let hash: String = file.metadata.sha256_hash().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Some(format!("/{name}?v={hash}"))
}
