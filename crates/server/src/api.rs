//! The API: a function for each address, by resource.
//!
//! Each address has a part that gives the response as data, which the pages use too. The OpenAPI document is generated
//! from these functions.

pub mod cards;
pub mod error;
pub mod events;
pub mod formulas;
pub mod parameters;
pub mod search;
pub mod status;
pub mod units;

use std::sync::Arc;

use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Json, Router};
use utoipa::OpenApi;

use crate::app::App;

/// All addresses of the API, below its version.
pub fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/search", get(search::search))
        .route("/counts", get(search::counts))
        .route("/read", get(search::read))
        .route("/units/{*id}", get(units::unit))
        .route("/threads/{*id}", get(units::thread))
        .route("/documents/{*id}", get(units::document))
        .route("/formulas/{record}", get(formulas::formula))
        .route("/tree", get(formulas::tree))
        .route("/align", get(formulas::align))
        .route("/suggest", get(search::suggest))
        .route("/cards", get(cards::cards))
        .route("/stats", get(status::stats))
        .route("/health", get(status::health))
        .route("/events", post(events::post))
        .route("/", get(overview))
        .route("/openapi.json", get(openapi))
        .fallback(error::no_such_address)
}

/// The API, described.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Perga",
        description = "Search for formulas, questions and answers. Every page of the server is made of these answers. Errors have a code, a message and a hint.",
    ),
    paths(
        search::search,
        search::counts,
        search::read,
        search::suggest,
        units::unit,
        units::thread,
        units::document,
        formulas::formula,
        formulas::tree,
        formulas::align,
        cards::cards,
        status::stats,
        status::health,
        events::post
    )
)]
struct Description;

/// The list of addresses is the description.
async fn overview() -> Redirect {
    Redirect::temporary("/api/v1/openapi.json")
}

async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types of the scripts are generated from this file.
    #[test]
    fn the_description_for_the_scripts_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
        let description = serde_json::to_string_pretty(&Description::openapi()).unwrap() + "\n";
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &description).unwrap();
        }
        let known = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            known == description,
            "web/openapi.json is out of date: run this test with UPDATE_EXPECT=1, then `npm run types` in web/"
        );
    }

    #[test]
    fn every_route_is_described() {
        let description = serde_json::to_value(Description::openapi()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let routes: Vec<&str> = include_str!("api.rs")
            .lines()
            .filter_map(|line| line.trim().strip_prefix(".route(\"/"))
            .filter_map(|line| line.split('"').next())
            .filter(|path| !path.is_empty() && *path != "openapi.json")
            .collect();
        assert!(routes.len() >= 12, "{routes:?}");
        for path in routes {
            let path = format!("/api/v1/{}", path.replace('*', ""));
            assert!(paths.contains_key(&path), "{path} is not described");
        }
        for (path, operations) in paths {
            for operation in operations.as_object().unwrap().values() {
                let responses = operation["responses"].as_object().unwrap();
                assert!(responses.keys().any(|status| status.starts_with('2')), "{path}");
            }
        }
    }
}
