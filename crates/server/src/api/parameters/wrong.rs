//! What is wrong with the parameters of an address, in words: names that are unknown, values that cannot be.
//!
//! Names, types and bounds come from the description of the parameters, the same that is in the OpenAPI document.

use std::fmt::Write as _;

use serde_json::Value;
use utoipa::openapi::path::Parameter;

use crate::api::error::ApiError;

/// A name with more changed letters than this is not a misspelling of another.
const MOST_CHANGES: usize = 2;

/// What the reader of parameters says before the name of the parameter.
const READER_SAYS: &str = "Failed to deserialize query string: ";

/// Fails if a parameter is unknown, or if one of several names is empty: the reader would treat it as absent.
pub(super) fn check(query: &str, known: &[Parameter]) -> Result<(), ApiError> {
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
            let error = ApiError::bad_request(&format!("there is no parameter `{}`", shortened(&name)));
            return Err(error.with_hint(&hint(&name, known)));
        };
        if value.is_empty() && has_names(parameter) {
            let error = ApiError::bad_request(&format!("`{name}` is empty"));
            return Err(error.with_hint(&expected(parameter)));
        }
    }
    Ok(())
}

/// Whether a parameter is one of several names.
fn has_names(parameter: &Parameter) -> bool {
    serde_json::to_value(&parameter.schema).is_ok_and(|schema| schema.get("enum").is_some())
}

/// The error for a value that could not be read; `said` are the words of the reader.
pub(super) fn value(query: &str, said: &str, known: &[Parameter]) -> ApiError {
    let said = said.strip_prefix(READER_SAYS).unwrap_or(said);
    let name = said.split([':', '[']).next().unwrap_or("").trim();
    let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
        return ApiError::bad_request("the parameters cannot be read");
    };
    let values = form_urlencoded::parse(query.as_bytes()).filter(|(given, _)| given == name);
    let given: Vec<String> = values.map(|(_, value)| value.into_owned()).collect();
    let message = match given.as_slice() {
        [value] => format!("`{name}` cannot be `{}`", shortened(value)),
        _ => format!("`{name}` is given {} times", given.len()),
    };
    ApiError::bad_request(&message).with_hint(&expected(parameter))
}

/// The nearest known name, or all of them.
fn hint(name: &str, known: &[Parameter]) -> String {
    let name = name.to_lowercase();
    let nearest = known.iter().map(|parameter| (changes(&name, &parameter.name), &parameter.name)).min();
    match nearest {
        Some((changes, nearest)) if changes <= MOST_CHANGES && 2 * changes < nearest.chars().count() => {
            format!("did you mean `{nearest}`?")
        }
        Some(_) => {
            let names: Vec<String> = known.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
            format!("known are {}", names.join(", "))
        }
        None => "this address has no parameters".to_owned(),
    }
}

/// What a parameter may be, in words.
fn expected(parameter: &Parameter) -> String {
    let schema = serde_json::to_value(&parameter.schema).unwrap_or_default();
    let names = schema.get("enum").and_then(Value::as_array);
    if let Some(names) = names {
        let names: Vec<String> =
            names.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
        return format!("it is one of {}", names.join(", "));
    }
    let has_type = |name: &str| match schema.get("type") {
        Some(Value::String(known)) => known == name,
        Some(Value::Array(known)) => known.iter().any(|known| known == name),
        _ => false,
    };
    if has_type("boolean") {
        return "it is `true` or `false`".to_owned();
    }
    if has_type("integer") {
        let mut said = "it is a whole number".to_owned();
        let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
        if let (Some(least), Some(most)) = (bound("minimum"), bound("maximum")) {
            let _ = write!(said, " from {least} to {most}");
        }
        return said;
    }
    "it is given once".to_owned()
}

/// The beginning of a long value.
fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    match value.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", value.get(..at).unwrap_or("")),
        None => value.to_owned(),
    }
}

/// Letters of a name that are compared; no parameter has a longer one.
const LONGEST_NAME: usize = 64;

/// The letters that must be changed, added or removed to make one name of the other (Levenshtein's distance).
fn changes(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, letter) in one.chars().take(LONGEST_NAME).enumerate() {
        let mut diagonal = at;
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
        for (column, other) in two.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::parameters::{SearchParameters, described};

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_with_all() {
        let known = described::<SearchParameters>();
        let hint = |query: &str| check(query, &known).map_err(|error| error.hint);
        assert_eq!(hint("q=x&sort=date&tag=a&tag=b"), Ok(()));
        assert_eq!(hint("q=x&ofset=3"), Err("did you mean `offset`?".to_owned()));
        assert_eq!(hint("Tags=x"), Err("did you mean `tag`?".to_owned()));
        assert!(hint("want=").unwrap_err().starts_with("it is one of `"));
        assert_eq!(hint("q="), Ok(()));
        assert!(hint("foo=1").unwrap_err().starts_with("known are `q`, `k`, `offset`, `sort`"));
    }

    #[test]
    fn a_bad_value_is_answered_with_what_it_may_be() {
        let known = described::<SearchParameters>();
        let said = |query: &str, said: &str| {
            let error = value(query, said, &known);
            (error.message, error.hint)
        };
        let number =
            said("q=x&k=ten", "Failed to deserialize query string: k: invalid digit found in string");
        assert_eq!(
            number,
            ("`k` cannot be `ten`".to_owned(), "it is a whole number from 1 to 100".to_owned())
        );
        let sort = said("sort=age", "Failed to deserialize query string: sort: unknown variant `age`");
        assert_eq!(sort.1, "it is one of `relevance`, `date`, `votes`");
        let flag = said("fold=maybe", "Failed to deserialize query string: fold: not a bool");
        assert_eq!(flag, ("`fold` cannot be `maybe`".to_owned(), "it is `true` or `false`".to_owned()));
    }

    #[test]
    fn changes_are_counted() {
        assert_eq!((changes("offset", "offset"), changes("ofset", "offset")), (0, 1));
        assert_eq!((changes("", "abc"), changes("sotr", "sort")), (3, 2));
    }
}
