//! The fields of an object, accepted in several forms, with complaints about those that cannot be used.

use document::Link;
use serde_json::{Map, Value};

use document::date;

/// Milliseconds since 1970 are larger than this for every date after 1973, seconds for none before 5138.
const LEAST_MILLISECONDS: i64 = 100_000_000_000;

/// An object whose fields are taken one by one.
pub(super) struct Fields {
    object: Map<String, Value>,
    complaints: Vec<String>,
}

impl Fields {
    pub(super) fn new(object: Map<String, Value>) -> Self {
        Fields { object, complaints: Vec::new() }
    }

    /// The problems of the fields taken so far.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.object.contains_key(name)
    }

    /// A field that is not null.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.object.remove(name).filter(|value| !value.is_null())
    }

    fn wrong<T>(&mut self, name: &str, expected: &str) -> Option<T> {
        self.complaints.push(format!("`{name}` is not {expected}"));
        None
    }

    /// A text or a number as text; none if it is empty.
    pub(super) fn string(&mut self, name: &str) -> Option<String> {
        self.string_or_empty(name).filter(|text| !text.trim().is_empty())
    }

    /// A text or a number as text.
    pub(super) fn string_or_empty(&mut self, name: &str) -> Option<String> {
        let value = self.take(name)?;
        as_string(value).or_else(|| self.wrong(name, "a text"))
    }

    /// A whole number, also in quotes.
    pub(super) fn integer(&mut self, name: &str) -> Option<i64> {
        let value = self.take(name)?;
        let number = match &value {
            Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(|number| number as i64)),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.or_else(|| self.wrong(name, "a number"))
    }

    pub(super) fn boolean(&mut self, name: &str) -> bool {
        match self.take(name) {
            None => false,
            Some(Value::Bool(value)) => value,
            Some(_) => self.wrong::<bool>(name, "`true` or `false`").unwrap_or(false),
        }
    }

    /// A date as text, or in seconds or milliseconds since 1970.
    pub(super) fn date(&mut self, name: &str) -> Option<i64> {
        let value = self.take(name)?;
        let seconds = match &value {
            Value::Number(number) => number
                .as_f64()
                .map(|number| number as i64)
                .map(|number| if number.abs() >= LEAST_MILLISECONDS { number / 1000 } else { number }),
            Value::String(text) => date::seconds(text),
            _ => None,
        };
        seconds.or_else(|| self.wrong(name, "a date such as `2015-03-14T09:26:53`"))
    }

    /// The texts of lists, concatenated; a single text is a list of one.
    pub(super) fn lists(&mut self, names: &[&str]) -> Vec<String> {
        names.iter().flat_map(|name| self.list(name)).collect()
    }

    fn list(&mut self, name: &str) -> Vec<String> {
        let items = match self.take(name) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(item) => vec![item],
        };
        let count = items.len();
        let texts: Vec<String> = items.into_iter().filter_map(as_string).collect();
        if texts.len() < count {
            self.wrong::<()>(name, "a list of texts");
        }
        texts.into_iter().filter(|text| !text.trim().is_empty()).collect()
    }

    /// A text, or the texts of a list, one per line.
    pub(super) fn joined(&mut self, name: &str) -> Option<String> {
        let texts = self.list(name);
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// Comments: texts, or objects with a `text` or a `body`.
    pub(super) fn comments(&mut self) -> Vec<String> {
        let text = |item: &Value| item.get("text").or_else(|| item.get("body")).cloned();
        if let Some(Value::Array(items)) = self.object.get_mut("comments") {
            items.iter_mut().for_each(|item| {
                if let Some(text) = text(item) {
                    *item = text;
                }
            });
        }
        self.list("comments")
    }

    /// Symbols and their meanings: `[{"symbol": …, "meaning": …}]` or `{symbol: meaning}`.
    pub(super) fn symbols(&mut self) -> Vec<(String, String)> {
        let pairs: Vec<Option<(String, String)>> = match self.take("symbols") {
            None => return Vec::new(),
            Some(Value::Array(items)) => items.iter().map(|item| pair(item, "symbol", "meaning")).collect(),
            Some(Value::Object(object)) => {
                object.into_iter().map(|(symbol, meaning)| Some((symbol, as_string(meaning)?))).collect()
            }
            Some(_) => vec![None],
        };
        self.all(pairs, "symbols", "a list of objects with `symbol` and `meaning`")
    }

    /// Links: `[{"kind": …, "id": …}]`, or ids, whose kind is then `related`.
    pub(super) fn links(&mut self) -> Vec<Link> {
        let items = match self.take("links") {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(item) => vec![item],
        };
        let links = items.into_iter().map(|item| match item {
            Value::Object(_) => pair(&item, "kind", "id").map(|(kind, target)| Link { kind, target }),
            item => as_string(item).map(|target| Link { kind: "related".to_owned(), target }),
        });
        let links = links.collect();
        self.all(links, "links", "a list of objects with `kind` and `id`")
    }

    fn all<T>(&mut self, items: Vec<Option<T>>, name: &str, expected: &str) -> Vec<T> {
        if items.iter().any(Option::is_none) {
            self.wrong::<()>(name, expected);
        }
        items.into_iter().flatten().collect()
    }

    /// A field of the object under `name`.
    pub(super) fn inner(&mut self, name: &str) -> Fields {
        match self.take(name) {
            Some(Value::Object(object)) => Fields::new(object),
            _ => Fields::new(Map::new()),
        }
    }
}

fn as_string(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn pair(item: &Value, first: &str, second: &str) -> Option<(String, String)> {
    Some((as_string(item.get(first)?.clone())?, as_string(item.get(second)?.clone())?))
}
