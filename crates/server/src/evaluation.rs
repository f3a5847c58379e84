//! Reports on the runs and qrels of a folder: what `perga eval --format html` writes.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::ReportRequest;
use crate::api::error::ApiError;
use crate::api::parameters::Parameters;
use crate::app::App;
use crate::middleware::work;

/// A report is a page by itself with its style in it, and asks for nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What there is to report on.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Listing {
    /// Whether the server was given a folder.
    pub has_folder: bool,
    /// Files of judgements.
    pub qrels: Vec<String>,
    /// Runs.
    pub runs: Vec<String>,
}

/// What is wanted of a report.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ReportParameters {
    qrels: String,
    run: Vec<String>,
    baseline: Option<String>,
    level: Option<u32>,
}

/// The runs and qrels of the folder, by name.
pub fn listed(app: &App) -> Listing {
    let Some(folder) = &app.runs else { return Listing::default() };
    let mut listing = Listing { has_folder: true, ..Listing::default() };
    let Ok(entries) = std::fs::read_dir(folder) else { return listing };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    for name in names {
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        match Path::new(plain).extension().and_then(|extension| extension.to_str()) {
            Some("qrels") => listing.qrels.push(name),
            Some("run" | "tsv") => listing.runs.push(name),
            _ => {}
        }
    }
    listing
}

/// The report on some runs.
pub async fn report(
    State(app): State<Arc<App>>,
    Parameters(parameters): Parameters<ReportParameters>,
) -> Result<Response, ApiError> {
    let html = {
        let app = app.clone();
        work::report(&app.clone(), move || page(&app, &parameters)).await?
    };
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    Ok((headers, html).into_response())
}

fn page(app: &App, parameters: &ReportParameters) -> Result<String> {
    let listing = listed(app);
    let Some(folder) = &app.runs else {
        return Err(refused("there are no runs", Some("start with `perga serve --runs DIR`")));
    };
    // Only what is listed is read: a name is never a path.
    if let Some(name) = parameters.run.iter().find(|name| !listing.runs.contains(name)) {
        return Err(refused(&format!("there is no run `{name}` in the folder"), None));
    }
    if !listing.qrels.contains(&parameters.qrels) || parameters.run.is_empty() {
        return Err(refused("a report needs judgements and a run", Some("choose them at /evaluation")));
    }
    let mut runs: Vec<_> = parameters.run.iter().map(|name| folder.join(name)).collect();
    let mut seen = HashSet::new();
    runs.retain(|run| seen.insert(run.clone()));
    let baseline = parameters.baseline.as_ref().filter(|name| !name.is_empty());
    if let Some(name) = baseline.filter(|name| !parameters.run.contains(name)) {
        let message = format!("`{name}` is none of the runs of the report");
        return Err(refused(&message, Some("choose it among the runs as well")));
    }
    let baseline = baseline.map(|name| folder.join(name));
    let (qrels, level) = (folder.join(&parameters.qrels), parameters.level.unwrap_or(1));
    (app.report)(&ReportRequest { qrels, runs, level, baseline })
}

fn refused(message: &str, hint: Option<&str>) -> Error {
    Error::BadRequest { field: None, message: message.to_owned(), hint: hint.map(str::to_owned) }
}
