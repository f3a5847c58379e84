//! Filters: `tag:calculus`, `-kind:answer`, `site:example.org`, `after:2015`, `before:2016-03-14`, `is:accepted`, `votes:3`.
//!
//! A date is the beginning of the period it names, in UTC: `after:2015 before:2016` is the year 2015.

use document::date;

use super::limits::MOST_FILTERS;

/// What the results are restricted to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filters {
    /// Tags, lower case, with hyphens for spaces. A result has all of them.
    pub tags: Vec<Filter>,
    /// Kinds of units, lower case. A result has one of them.
    pub kinds: Vec<Filter>,
    /// Parts of an address or source, lower case. A result comes from one of them.
    pub sites: Vec<Filter>,
    /// The first second that counts, since 1970.
    pub after: Option<i64>,
    /// The first second that is too late, since 1970.
    pub before: Option<i64>,
    /// Whether a result must be an accepted answer.
    pub is_accepted: bool,
    /// The fewest votes of a result.
    pub least_votes: Option<i64>,
}

/// One value of a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The text after the colon, in lower case.
    pub value: String,
    /// Whether it excludes units rather than selects them.
    pub is_excluded: bool,
}

/// A filter as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Tag(Filter),
    Kind(Filter),
    Site(Filter),
    After(i64),
    Before(i64),
    Accepted,
    Votes(i64),
}

/// The meaning of a piece with a known key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Filter(Typed),
    /// A date key with a value that is not a date.
    NotADate,
}

impl Filters {
    /// Whether nothing is filtered.
    pub fn is_empty(&self) -> bool {
        *self == Filters::default()
    }

    /// Adds a filter by a key and a value as users type them: `tag`, `calculus`. Returns false if they are not a
    /// filter, or if there are too many filters already.
    pub fn narrow(&mut self, key: &str, value: &str) -> bool {
        match read(key, value, false) {
            Some(Reading::Filter(typed)) => self.push(&typed),
            _ => false,
        }
    }

    /// Adds a filter; returns false if there are too many of its kind already.
    pub(super) fn push(&mut self, typed: &Typed) -> bool {
        match typed {
            Typed::Tag(filter) => return add(&mut self.tags, filter),
            Typed::Kind(filter) => return add(&mut self.kinds, filter),
            Typed::Site(filter) => return add(&mut self.sites, filter),
            Typed::After(time) => self.after = Some(self.after.map_or(*time, |other| other.max(*time))),
            Typed::Before(time) => self.before = Some(self.before.map_or(*time, |other| other.min(*time))),
            Typed::Accepted => self.is_accepted = true,
            Typed::Votes(votes) => {
                self.least_votes = Some(self.least_votes.map_or(*votes, |other| other.max(*votes)));
            }
        }
        true
    }
}

/// Adds a filter to those of its kind, unless an equal one is there.
fn add(filters: &mut Vec<Filter>, filter: &Filter) -> bool {
    if filters.contains(filter) {
        return true;
    }
    let is_room = filters.len() < MOST_FILTERS;
    if is_room {
        filters.push(filter.clone());
    }
    is_room
}

/// The length of the key at the beginning of a piece, with its colon.
pub(super) fn key_length(piece: &str) -> Option<usize> {
    let colon = piece.bytes().take(8).position(|byte| byte == b':')?;
    let key = piece.get(..colon)?.to_ascii_lowercase();
    matches!(key.as_str(), "tag" | "kind" | "site" | "after" | "before" | "is" | "votes").then_some(colon + 1)
}

/// The filter for a key and the value after it.
pub(super) fn read(key: &str, value: &str, is_excluded: bool) -> Option<Reading> {
    let value = value.trim().trim_end_matches([',', ';']).to_lowercase();
    if value.is_empty() {
        return None;
    }
    let filter = |value: String| Filter { value, is_excluded };
    let typed = match key.to_ascii_lowercase().trim_end_matches(':') {
        "tag" => Typed::Tag(filter(value.split_whitespace().collect::<Vec<_>>().join("-"))),
        "kind" => Typed::Kind(filter(value)),
        "site" => Typed::Site(filter(value)),
        // "Not after a day" means before it.
        "after" | "before" => {
            let Some(time) = time(&value) else { return Some(Reading::NotADate) };
            let is_after = key.to_ascii_lowercase().starts_with("after") != is_excluded;
            if is_after { Typed::After(time) } else { Typed::Before(time) }
        }
        "is" if value == "accepted" && !is_excluded => Typed::Accepted,
        "votes" if !is_excluded => Typed::Votes(value.parse().ok()?),
        _ => return None,
    };
    Some(Reading::Filter(typed))
}

/// The first second of a year, a month or a day.
fn time(text: &str) -> Option<i64> {
    let mut parts = text.split(['-', '/', '.']);
    let year: i64 = number(parts.next()?, 4)?;
    let month = parts.next().map_or(Some(1), |part| number(part, 2))?;
    let day = parts.next().map_or(Some(1), |part| number(part, 2))?;
    if parts.next().is_some() { None } else { date::start_of_day(year, month, day) }
}

fn number(digits: &str, most: usize) -> Option<i64> {
    let is_number = (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && (most < 4 || digits.len() == 4) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_beginning_of_what_they_name() {
        for (text, seconds) in [
            ("1970", Some(0)),
            ("2015", Some(1_420_070_400)),
            ("2015-03", Some(1_425_168_000)),
            ("2015-03-14", Some(1_426_291_200)),
            ("2016/2/29", Some(1_456_704_000)),
            ("2015-02-29", None),
            ("2015-13", None),
            ("15", None),
            ("soon", None),
            ("2015-1-1-1", None),
            ("99999", None),
        ] {
            assert_eq!(time(text), seconds, "{text}");
        }
    }
}
