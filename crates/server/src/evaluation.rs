//! Reports on the runs and qrels of a folder: what `perga eval --format html` writes.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::{Error, Result};
use eval::Options;
use eval::evaluation::Evaluation;
use eval::measure::notation;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::api::error::ApiError;
use crate::api::parameters::PageParameters;
use crate::app::App;
use crate::middleware::work;

/// A report is a page by itself with its style in it, and loads nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The way back; the page of `perga eval` has none.
const BACK: &str = "<p><a href=\"/evaluation\">← Evaluation</a></p>";

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
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
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
    PageParameters(parameters): PageParameters<ReportParameters>,
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
        return Err(refused("there are no runs", Some("start the server with a folder of runs")));
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
        let message = format!("`{name}` is not among the chosen runs");
        return Err(refused(&message, Some("choose it as a run too, or compare with another")));
    }
    let baseline = baseline.map(|name| folder.join(name));
    let evaluation = Evaluation {
        options: Options { level: parameters.level.unwrap_or(1), ..Options::default() },
        extremes: true,
        curves: true,
        ..Evaluation::new(folder.join(&parameters.qrels), runs, notation::list(notation::USUAL)?)
    };
    let command = (app.commands.report)(&evaluation, baseline.as_deref());
    measured(&evaluation, baseline.as_deref(), &command).map_err(|error| {
        // The files were named by the client, so what is wrong with them is wrong with the request.
        let error = Error::from(error);
        refused(&error.to_string(), error.hint().as_deref())
    })
}

/// The page on these files. The baseline is one of the runs.
fn measured(evaluation: &Evaluation, baseline: Option<&Path>, command: &str) -> eval::Result<String> {
    let place = evaluation.runs.iter().position(|run| baseline == Some(run.as_path()));
    // The notes are for a terminal: the page says the same under its table.
    let measured = evaluation.measure(&mut Vec::new())?;
    // Reports call a run by its tag, which only its content says.
    let baseline = place.and_then(|place| measured.report.runs.get(place)).map(|run| run.name.as_str());
    let against = baseline.map(|name| measured.against(name)).transpose()?;
    let page = measured.page(against.as_ref(), command);
    Ok(page.replacen("<body>", &format!("<body>{BACK}"), 1))
}

fn refused(message: &str, hint: Option<&str>) -> Error {
    Error::BadRequest { field: None, message: message.to_owned(), hint: hint.map(str::to_owned) }
}
