//! What requests may ask for.

mod wrong;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum_extra::extract::Query;
use engine::Notation;
use engine::names::{self, ModeNames, NotationNames};
use engine::query::asked::{Mode, Want};
use engine::search::listing::{MOST_LISTED, Sort};
use engine::search::narrowing::Narrowing;
use engine::search::{SearchRequest, Window};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::error::ApiError;

/// How paths of the API begin.
const API: &str = "/api/";

/// Bytes of a query.
pub const MOST_QUERY: usize = 16 * 1024;
/// Results of one request, and results that can be skipped: the list of a search ends there.
pub const MOST_RESULTS: usize = 100;
pub const MOST_OFFSET: usize = MOST_LISTED;

/// The parameters of an address of the API; unknown ones and bad values are errors, as JSON.
pub struct Parameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + IntoParams> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        wrong::check(parts.uri.query().unwrap_or(""), &described::<T>())?;
        let PageParameters(parameters) = PageParameters::from_request_parts(parts, state).await?;
        Ok(Parameters(parameters))
    }
}

/// The parameters of a page. Unknown ones are ignored: links from elsewhere carry parameters of their own.
pub struct PageParameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + IntoParams> FromRequestParts<S> for PageParameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or("").to_owned();
        let found = Query::from_request_parts(parts, state).await;
        let Query(parameters) =
            found.map_err(|error| wrong::value(&query, &error.body_text(), &described::<T>()))?;
        Ok(PageParameters(parameters))
    }
}

fn described<T: IntoParams>() -> Vec<Parameter> {
    T::into_params(|| Some(ParameterIn::Query))
}

/// A thread, unit or formula that is opened: its id, which ends the path, and the query that led to it.
pub struct Opened {
    pub id: String,
    pub q: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Opened {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(id) = Path::from_request_parts(parts, state)
            .await
            .map_err(|error: PathRejection| ApiError::bad_request(&error.body_text()))?;
        let is_of_api = parts.uri.path().starts_with(API);
        let q = match is_of_api {
            true => Parameters::<QueryParameter>::from_request_parts(parts, state).await?.0.q,
            false => PageParameters::<QueryParameter>::from_request_parts(parts, state).await?.0.q,
        };
        Ok(Opened { id, q })
    }
}

/// A query that is not too long.
pub fn checked(query: &str) -> Result<&str, ApiError> {
    if query.len() > MOST_QUERY {
        let error = ApiError::bad_request(&format!("the query has {} bytes", query.len()));
        return Err(error.with_hint(&format!("{MOST_QUERY} are the most")));
    }
    Ok(query)
}

/// What a search asks for. The page has the same parameters as the API.
#[derive(Clone, Debug, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SearchParameters {
    /// Words, formulas, or a whole question; at most 16,384 bytes.
    #[param(example = "a^2+b^2=c^2")]
    pub q: String,
    /// How many results to show.
    #[param(minimum = 1, maximum = 100)]
    pub k: usize,
    /// How many results to skip.
    #[param(minimum = 0, maximum = 1000)]
    #[serde(skip_serializing_if = "is_default")]
    pub offset: usize,
    /// The order of the results: `relevance`, `date` (the newest first, undated results last) or `votes` (most votes first).
    #[param(inline)]
    #[serde(skip_serializing_if = "is_default")]
    pub sort: Sort,
    /// How a formula must match.
    #[param(value_type = ModeNames, inline)]
    #[serde(with = "names", skip_serializing_if = "is_default")]
    pub mode: Mode,
    /// The kind of results; without it, formulas for a query that is one formula, units for any other.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
    /// How to rank, by name; without it `best`, and `duplicates` for questions like one of the index.
    #[param(example = "best")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<String>,
    /// One result for formulas that are equal after renaming variables.
    #[serde(skip_serializing_if = "is_default")]
    pub fold: bool,
    /// Say how far the query got, also when much was found.
    #[serde(skip_serializing_if = "is_default")]
    pub explain: bool,
    /// Search for the query exactly as typed, misspelt words too.
    #[serde(skip_serializing_if = "is_default")]
    pub verbatim: bool,
    /// A unit or thread that others are wanted like; `ID#3` for the third formula of a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// For formulas: rank by what is said around them as well, in one sentence or three.
    #[param(pattern = "^([13])?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Only what has all these tags; at most 32.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tag: Vec<String>,
    /// Only units of one of these kinds; at most 32.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kind: Vec<String>,
    /// Only what comes from one of these places; at most 32.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub site: Vec<String>,
    /// Not older than this year, month or day.
    #[param(
        pattern = "^([0-9]{4}(-(0[1-9]|1[0-2])|-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|-(0[13-9]|1[0-2])-(29|30)|-(0[13578]|1[02])-31)?)?$"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Older than this year, month or day.
    #[param(
        pattern = "^([0-9]{4}(-(0[1-9]|1[0-2])|-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|-(0[13-9]|1[0-2])-(29|30)|-(0[13578]|1[02])-31)?)?$"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Only from this year.
    #[param(pattern = "^([0-9]{4})?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// `accepted`: only accepted answers.
    #[param(pattern = "^(accepted)?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// Only units with at least this many votes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<i64>,
}

impl Default for SearchParameters {
    fn default() -> Self {
        SearchParameters {
            q: String::new(),
            k: 10,
            offset: 0,
            sort: Sort::Relevance,
            mode: Mode::Similar,
            want: None,
            pipeline: None,
            fold: false,
            explain: false,
            verbatim: false,
            like: None,
            context: None,
            tag: Vec::new(),
            kind: Vec::new(),
            site: Vec::new(),
            after: None,
            before: None,
            year: None,
            is: None,
            votes: None,
        }
    }
}

impl SearchParameters {
    /// Fails if something is asked for that is not given.
    pub fn check(&self) -> Result<(), ApiError> {
        checked(&self.q)?;
        if !(1..=MOST_RESULTS).contains(&self.k) || self.offset > MOST_OFFSET {
            let message = format!("`k` is from 1 to {MOST_RESULTS}, and `offset` at most {MOST_OFFSET}");
            return Err(ApiError::bad_request(&message).with_hint("narrow the query instead"));
        }
        if self.like.is_some() && !self.q.trim().is_empty() {
            let error = ApiError::bad_request("`q` and `like` exclude each other");
            return Err(error.with_hint("leave one of them out"));
        }
        if self.context.as_deref().is_some_and(|context| !context.is_empty()) && self.window().is_none() {
            let error = ApiError::bad_request("`context` is `1` or `3`");
            return Err(error.with_hint("it is the number of sentences around a formula that count"));
        }
        Ok(self.narrowing().check()?)
    }

    /// The search that is asked for.
    pub fn request(&self) -> SearchRequest {
        SearchRequest {
            query: self.q.clone(),
            like: self.like.clone(),
            context: self.window(),
            want: self.want,
            mode: self.mode,
            pipeline: self.pipeline.clone(),
            may_read_pipeline: false,
            k: self.k,
            offset: self.offset,
            sort: self.sort,
            fold: self.fold,
            explain: self.explain,
            by_thread: true,
            narrowing: self.narrowing(),
            facets: true,
            relaxed: true,
            verbatim: self.verbatim,
        }
    }

    /// The sentences of context that are asked for.
    fn window(&self) -> Option<Window> {
        let asked = self.context.as_deref()?;
        Window::NAMES.iter().find(|(_, name)| *name == asked).map(|(window, _)| *window)
    }

    /// What is given beside the query to narrow it.
    fn narrowing(&self) -> Narrowing {
        Narrowing {
            tags: self.tag.clone(),
            kinds: self.kind.clone(),
            sites: self.site.clone(),
            after: self.after.clone(),
            before: self.before.clone(),
            year: self.year.clone(),
            is: self.is.clone(),
            votes: self.votes,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A query alone.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct QueryParameter {
    /// Words, formulas, or a whole question.
    pub q: String,
}

/// Which page of a document.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DocumentParameters {
    /// Words, formulas, or a whole question.
    pub q: String,
    /// The number of the page; without it, the page on which the unit begins.
    #[param(minimum = 1, maximum = 1000000)]
    pub page: Option<usize>,
}

/// The query so far.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SuggestParameters {
    /// The query so far; a space at its end says that the last word is complete.
    pub q: String,
    /// How many suggestions.
    #[param(minimum = 1, maximum = 50)]
    pub n: usize,
}

impl Default for SuggestParameters {
    fn default() -> Self {
        SuggestParameters { q: String::new(), n: 8 }
    }
}

/// Which cards.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct CardsParameters {
    /// A name or a formula; without it all cards by name.
    pub q: String,
    /// How many cards.
    #[param(minimum = 1, maximum = 100)]
    pub k: usize,
    /// How many to skip.
    #[param(minimum = 0, maximum = 1000000)]
    pub offset: usize,
}

impl Default for CardsParameters {
    fn default() -> Self {
        CardsParameters { q: String::new(), k: 24, offset: 0 }
    }
}

/// A formula to be taken apart.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TreeParameters {
    /// The formula.
    #[param(example = "\\frac{a}{b}")]
    pub formula: String,
    /// Its notation.
    #[param(value_type = NotationNames, inline)]
    #[serde(with = "names")]
    pub from: Notation,
    /// Whether `?x` is a wildcard.
    pub query: bool,
}

/// Two formulas to be compared.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AlignParameters {
    /// The first formula; wildcards are allowed.
    #[param(example = "a^2+b^2")]
    pub one: String,
    /// The second formula.
    #[param(example = "x^2+y^2")]
    pub two: String,
}
