//! What requests may ask for.

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum_extra::extract::Query;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use text::query::{Filters, MOST_FILTERS};
use utoipa::{IntoParams, ToSchema};

use super::error::ApiError;
use engine::query::asked::{ModeName, Want};

/// Bytes of a query.
pub const MOST_QUERY: usize = 16 * 1024;
/// Results of one request, and results altogether.
pub const MOST_RESULTS: usize = 100;
pub const MOST_OFFSET: usize = 900;

/// The parameters of an address; what is wrong with them is said as JSON.
pub struct Parameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(parameters) = Query::from_request_parts(parts, state)
            .await
            .map_err(|error| ApiError::bad_request(&error.body_text()))?;
        Ok(Parameters(parameters))
    }
}

/// The end of a path as an id.
pub fn id(path: Result<Path<String>, PathRejection>) -> Result<String, ApiError> {
    path.map(|Path(id)| id).map_err(|error| ApiError::bad_request(&error.body_text()))
}

/// A query that is not too long.
pub fn checked(query: &str) -> Result<&str, ApiError> {
    if query.len() > MOST_QUERY {
        let message = format!("the query has {} bytes\nhint: {MOST_QUERY} are the most", query.len());
        return Err(ApiError::bad_request(&message));
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
    /// How many results to pass over.
    #[param(minimum = 0, maximum = 900)]
    #[serde(skip_serializing_if = "is_default")]
    pub offset: usize,
    /// What is asked of a formula.
    #[param(inline)]
    #[serde(skip_serializing_if = "is_default")]
    pub mode: ModeName,
    /// What to look for; without it, formulas for a query that is one formula, units for any other.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
    /// How to rank, by name; without it `best`, and `duplicates` for questions like one of the index.
    #[param(example = "best")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<String>,
    /// One result for formulas that are the same up to names.
    #[serde(skip_serializing_if = "is_default")]
    pub fold: bool,
    /// Say how far the query got, also when much was found.
    #[serde(skip_serializing_if = "is_default")]
    pub explain: bool,
    /// A unit or thread that others are wanted like; `ID#3` for the third formula of a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
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
    #[param(pattern = "^([0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1[0-9]|2[0-8]))?)?)?$")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Older than this year, month or day.
    #[param(pattern = "^([0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1[0-9]|2[0-8]))?)?)?$")]
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
    /// Only what has so many votes or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<i64>,
}

impl Default for SearchParameters {
    fn default() -> Self {
        SearchParameters {
            q: String::new(),
            k: 10,
            offset: 0,
            mode: ModeName::Similar,
            want: None,
            pipeline: None,
            fold: false,
            explain: false,
            like: None,
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
            return Err(ApiError::bad_request(&format!(
                "`k` is from 1 to {MOST_RESULTS}, and `offset` at most {MOST_OFFSET}\nhint: narrow the query instead"
            )));
        }
        if [&self.tag, &self.kind, &self.site].iter().any(|values| values.len() > MOST_FILTERS) {
            return Err(ApiError::bad_request(&format!(
                "there are too many filters\nhint: `tag`, `kind` and `site` may be given {MOST_FILTERS} times each"
            )));
        }
        Ok(self.narrow(&mut Filters::default())?)
    }

    /// Narrows by what is given beside the query.
    pub fn narrow(&self, filters: &mut Filters) -> engine::Result<()> {
        for (key, value) in self.filters() {
            let must_hold = matches!(key, "after" | "before" | "is") && !value.trim().is_empty();
            if !filters.narrow(key, &value) && must_hold {
                return Err(engine::Error::BadRequest {
                    field: Some(key),
                    message: format!("`{key}` cannot be `{value}`"),
                    hint: Some("dates are `2015`, `2015-03` or `2015-03-14`".to_owned()),
                });
            }
        }
        Ok(())
    }

    /// Filters by key and value, as they are typed in a query.
    fn filters(&self) -> Vec<(&'static str, String)> {
        let many = [("tag", &self.tag), ("kind", &self.kind), ("site", &self.site)];
        let mut filters: Vec<(&str, String)> = many
            .into_iter()
            .flat_map(|(key, values)| values.iter().map(move |value| (key, value.clone())))
            .collect();
        let ones = [("after", &self.after), ("before", &self.before), ("is", &self.is)];
        filters.extend(ones.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))));
        filters.extend(self.votes.map(|votes| ("votes", votes.to_string())));
        if let Some(year) = &self.year {
            filters.push(("after", year.clone()));
            let next = year.parse::<u16>().ok().filter(|year| *year < 9999);
            filters.extend(next.map(|year| ("before", format!("{:04}", year + 1))));
        }
        filters
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

/// What was typed so far.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SuggestParameters {
    /// What was typed so far; a space at its end says that the last word is complete.
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
    /// How many to pass over.
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
    #[param(inline)]
    pub from: NotationName,
    /// Whether `?x` is a wildcard.
    pub query: bool,
}

/// How a formula is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotationName {
    /// Decide by its look.
    #[default]
    Auto,
    /// LaTeX.
    Latex,
    /// MathML.
    Mathml,
    /// Plain text.
    Text,
}

impl From<NotationName> for formula::Notation {
    fn from(name: NotationName) -> formula::Notation {
        match name {
            NotationName::Auto => formula::Notation::Auto,
            NotationName::Latex => formula::Notation::Latex,
            NotationName::Mathml => formula::Notation::MathMl,
            NotationName::Text => formula::Notation::Text,
        }
    }
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
