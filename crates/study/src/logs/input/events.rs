//! Lines of the event log that `perga serve` writes.

use std::borrow::Cow;

use serde::Deserialize;

use crate::Result;
use crate::logs::entry::{Action, Entry, plausible, session_hash};

use super::{Found, Visit};

/// The page of results: the time for which it is shown says nothing about a result.
const RESULTS: &str = "/";

/// The fields of an event that an analysis uses.
#[derive(Deserialize)]
struct Event<'a> {
    time_ms: i64,
    #[serde(borrow)]
    session: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    parameters: Option<Parameters<'a>>,
    hits: Option<u64>,
    #[serde(borrow)]
    target: Option<Cow<'a, str>>,
    #[serde(borrow)]
    query: Option<Cow<'a, str>>,
    milliseconds: Option<f64>,
}

/// The parameters of a search.
#[derive(Deserialize)]
struct Parameters<'a> {
    #[serde(borrow)]
    q: Option<Cow<'a, str>>,
    #[serde(borrow)]
    want: Option<Cow<'a, str>>,
}

/// Visits the entry of a line of the event log.
pub(super) fn line(text: &str, visit: &mut Visit<'_>) -> Result<Found> {
    let event: Event = match serde_json::from_str(text) {
        Ok(event) => event,
        Err(_) => return Ok(Found::Unreadable),
    };
    let Some(time) = plausible(event.time_ms).filter(|_| !event.session.is_empty()) else {
        return Ok(Found::Unreadable);
    };
    let target = event.target.as_deref().unwrap_or_default();
    let entry = Entry { session: session_hash(&event.session), time, target, ..Entry::default() };
    let query = event.query.as_deref().unwrap_or_default();
    let entry = match &*event.kind {
        "search" => {
            let parameters = event.parameters.as_ref();
            let query = parameters.and_then(|found| found.q.as_deref()).unwrap_or_default();
            if query.trim().is_empty() {
                return Ok(Found::Unreadable);
            }
            let search_type = parameters.and_then(|found| found.want.as_deref()).unwrap_or("auto");
            Entry { query, search_type, hits: event.hits, target: "", ..entry }
        }
        "click" | "copy" | "save" if target.is_empty() => return Ok(Found::Unreadable),
        "click" | "copy" | "save" => Entry { action: Action::Click, query, ..entry },
        "dwell" if target == RESULTS => return Ok(Found::Other),
        "dwell" => {
            let shown = event.milliseconds.filter(|shown| (0.0..=1e12).contains(shown));
            Entry { action: Action::Dwell, shown: shown.map(|shown| shown as i64), ..entry }
        }
        _ => return Ok(Found::Other),
    };
    visit(&entry)?;
    Ok(Found::Entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_page_become_entries() {
        let log = [
            r#"{"kind":"search","parameters":{"q":"\"sin x\"","want":"units","k":20},"hits":0,"timings":{},"time_ms":5,"session":"s"}"#,
            r#"{"kind":"click","target":"A.1","rank":1,"query":"\"sin x\"","time_ms":9,"session":"s"}"#,
            r#"{"kind":"dwell","target":"/units/A.1","milliseconds":31000.0,"time_ms":40,"session":"s"}"#,
            r#"{"kind":"dwell","target":"/","milliseconds":5.0,"time_ms":41,"session":"s"}"#,
            r#"{"kind":"edit","time_ms":41,"session":"s"}"#,
            r#"{"kind":"search","time_ms":41,"session":"s"}"#,
            r#"{"kind":"search","parameters":{"q":"x"},"time_ms":-4,"session":"s"}"#,
            r#"{"kind":"search","#,
        ];
        let mut found = Vec::new();
        let mut keep = |entry: &Entry<'_>| {
            found.push(format!("{:?} {} {} {:?}", entry.action, entry.query, entry.target, entry.shown));
            Ok(())
        };
        let kinds: Vec<Found> = log.iter().map(|text| line(text, &mut keep).unwrap()).collect();
        let expected = [
            Found::Entry,
            Found::Entry,
            Found::Entry,
            Found::Other,
            Found::Other,
            Found::Unreadable,
            Found::Unreadable,
            Found::Unreadable,
        ];
        assert_eq!(kinds, expected);
        let expected =
            ["Search \"sin x\"  None", "Click \"sin x\" A.1 None", "Dwell  /units/A.1 Some(31000)"];
        assert_eq!(found, expected);
    }
}
