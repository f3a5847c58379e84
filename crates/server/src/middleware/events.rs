//! The log of searches, clicks and reading times: off unless asked for, on this machine only, one JSON object per line.
//!
//! A session is a random number in a cookie that ends with the browser. No address and no name is kept.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, header};
use serde_json::{Value, json};

use crate::Error;
use crate::app::App;

/// The cookie of a session.
const COOKIE: &str = "perga-session";

/// The file of the log.
pub struct EventLog {
    file: Mutex<File>,
}

impl EventLog {
    /// Opens the log; what is in it stays.
    pub fn open(path: &Path) -> Result<EventLog, Error> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|source| Error::Events { file: path.to_owned(), source })?;
        Ok(EventLog { file: Mutex::new(file) })
    }

    /// Appends a line: what happened, when, in which session.
    pub fn write(&self, session: &str, mut event: Value) {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        if let Some(object) = event.as_object_mut() {
            object.insert("time_ms".to_owned(), json!(u64::try_from(time).unwrap_or(u64::MAX)));
            object.insert("session".to_owned(), json!(session));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // One write a line: lines of two threads do not mix.
        if let Err(error) = file.write_all(format!("{event}\n").as_bytes()) {
            tracing::warn!("cannot write the events: {error}");
        }
    }
}

/// Whether a browser asks not to be followed (Do Not Track, Global Privacy Control): nothing of it is logged.
pub fn is_declined(headers: &HeaderMap) -> bool {
    ["dnt", "sec-gpc"].iter().any(|name| headers.get(*name).is_some_and(|value| value == "1"))
}

/// The session of a request, and whether it is a new one.
pub fn session(app: &App, headers: &HeaderMap) -> (String, bool) {
    let cookies = headers.get(header::COOKIE).and_then(|cookies| cookies.to_str().ok()).unwrap_or("");
    let known = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let known = known.into_iter().find(|(name, _)| *name == COOKIE).map(|(_, value)| value);
    match known.filter(|value| value.len() <= 40 && value.chars().all(|c| c.is_ascii_alphanumeric())) {
        Some(session) => (session.to_owned(), false),
        None => (random(app), true),
    }
}

/// The cookie that makes the session known.
pub fn cookie(session: &str) -> String {
    format!("{COOKIE}={session}; Path=/; HttpOnly; SameSite=Strict")
}

/// It is not a secret; it only has to be different each time.
fn random(app: &App) -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{:016x}", RandomState::new().hash_one(app.start_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_can_decline() {
        let headers = |name: &'static str, value: &'static str| {
            HeaderMap::from_iter([(
                header::HeaderName::from_static(name),
                header::HeaderValue::from_static(value),
            )])
        };
        assert!(is_declined(&headers("dnt", "1")) && is_declined(&headers("sec-gpc", "1")));
        assert!(!is_declined(&headers("dnt", "0")) && !is_declined(&HeaderMap::new()));
    }
}
