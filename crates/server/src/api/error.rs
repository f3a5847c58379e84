//! Errors: a code for programs, a message and a hint for people, the id of the request for the log.

use std::any::Any;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Ended;
use engine::error::{Error, Kind, Missing};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::middleware::around::request_id;

/// The hint where there is no better one.
const SEE_DESCRIPTION: &str = "see /api/v1/openapi.json";

/// The error.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// Of the response.
    pub status: StatusCode,
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub message: String,
    /// A hint on what to do about it.
    pub hint: String,
}

/// The body of an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDescription,
}

/// The response to an invalid request, for the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = 400, description = "Invalid request")]
#[allow(dead_code, reason = "the document needs the type only")]
pub struct BadRequest(ErrorBody);

/// The response of a busy server, for the OpenAPI document.
#[derive(IntoResponses)]
#[response(status = 503, description = "Too many requests")]
#[allow(dead_code, reason = "the document needs the type only")]
pub struct Busy(ErrorBody);

/// The error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDescription {
    /// For programs: `bad-request`, `forbidden`, `not-found`, `busy`, `timeout` or `internal`.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// A hint on what to do about it.
    pub hint: String,
    /// The id of the request, as in the header `x-request-id`.
    pub request_id: String,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>, hint: &str) -> ApiError {
        ApiError { status, code, message: message.into(), hint: hint.to_owned() }
    }

    /// The same with a better hint.
    pub fn with_hint(self, hint: &str) -> ApiError {
        ApiError { hint: hint.to_owned(), ..self }
    }

    /// The request is invalid.
    pub fn bad_request(message: &str) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", message, SEE_DESCRIPTION)
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> ApiError {
        let hint = "ids are shown with every hit; the index may have changed since";
        ApiError::new(StatusCode::NOT_FOUND, "not-found", format!("there is no {what} in this index"), hint)
    }

    /// Too many requests wait.
    pub fn busy() -> ApiError {
        let hint = "try again in a moment";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many searches are waiting", hint)
    }

    /// The body of the request did not come.
    pub fn slow_body() -> ApiError {
        let hint = "send the body with its head";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "timeout", "the body of the request took too long", hint)
    }

    /// There are more connections than the server takes.
    pub fn too_many_connections() -> ApiError {
        let hint = "try again in a moment";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server has too many connections", hint)
    }

    /// The search was stopped before its end.
    pub fn unfinished(ended: Ended) -> ApiError {
        let (code, message, hint) = match ended {
            Ended::Displaced => (
                "busy",
                "the search was stopped because others were waiting",
                "try again in a moment, or ask for less in one query",
            ),
            Ended::TimeUp | Ended::Abandoned => {
                ("timeout", "the search took too long", "ask for fewer results, or for less in one query")
            }
        };
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message, hint)
    }

    /// The request comes from where none should.
    pub fn forbidden(message: &str, hint: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message, hint)
    }

    /// Something is broken.
    pub fn internal(message: &str) -> ApiError {
        let hint = "`perga check` says whether the index is whole";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, hint)
    }
}

impl From<Error> for ApiError {
    /// What the request names or asks is its own fault; everything else is ours, and only the log says what it was.
    fn from(error: Error) -> ApiError {
        let kind = error.kind();
        let (status, code) = match kind {
            Kind::Stopped(ended) => return ApiError::unfinished(ended),
            Kind::NotFound => (StatusCode::NOT_FOUND, "not-found"),
            Kind::Missing(Missing::Index(_))
            | Kind::OtherFormat { .. }
            | Kind::OtherProfile
            | Kind::Busy
            | Kind::Unreadable
            | Kind::Io
            | Kind::Damaged
            | Kind::Internal => {
                tracing::error!("{error}");
                let what = match error {
                    Error::Corpus(_) | Error::Eval(_) => "a run or qrels",
                    Error::Vectors(_) => "the model for sentences",
                    _ => "the index",
                };
                return ApiError::internal(&format!("{what} cannot be read"));
            }
            Kind::BadRequest | Kind::Missing(_) | Kind::Malformed => (StatusCode::BAD_REQUEST, "bad-request"),
        };
        let hint = error.hint();
        ApiError::new(status, code, error.to_string(), hint.as_deref().unwrap_or(SEE_DESCRIPTION))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError { status, code, message, hint } = self;
        let error = ErrorDescription { code, message, hint, request_id: request_id() };
        let mut response = (status, Json(ErrorBody { error })).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The answer to an address of the API that does not exist.
pub async fn no_such_address() -> ApiError {
    let hint = "/api/v1/openapi.json has all of them";
    ApiError::new(StatusCode::NOT_FOUND, "not-found", "the API has no such address", hint)
}

/// The response after a bug: the request fails, the server continues.
pub fn panicked(_: Box<dyn Any + Send>) -> Response {
    tracing::error!("a request failed because of a bug");
    ApiError::internal("this request failed because of a bug in Perga").into_response()
}
