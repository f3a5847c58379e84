//! Filters: `tag:calculus`, `-kind:answer`, `site:example.org`, `after:2015`, `before:2016-03-14`, `is:accepted`, `votes:3`.
//!
//! A date is the beginning of the period it names, in UTC: `after:2015 before:2016` is the year 2015.
//!
//! The names of filters are [`Key::NAMES`] and stand nowhere else: the reader, the line `read as`, the parameters of a
//! search and the pages take them from here.

use document::date;

use super::limits::MOST_FILTERS;
use super::read_as::day;

/// The one value of `is:`.
const ACCEPTED: &str = "accepted";

/// Bytes of the longest key, `before`.
const LONGEST_KEY: usize = 6;

/// What a filter is about: the word before its colon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A tag.
    Tag,
    /// A kind of units.
    Kind,
    /// A part of an address or source.
    Site,
    /// The first day.
    After,
    /// The first day that is too late.
    Before,
    /// `accepted`.
    Is,
    /// The fewest votes.
    Votes,
}

impl Key {
    /// All of them with their names, in the order in which filters are shown.
    pub const NAMES: [(Key, &'static str); 7] = [
        (Key::Tag, "tag"),
        (Key::Kind, "kind"),
        (Key::Site, "site"),
        (Key::After, "after"),
        (Key::Before, "before"),
        (Key::Is, "is"),
        (Key::Votes, "votes"),
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Key::NAMES[self as usize].1
    }

    /// The key of a name.
    pub fn from_name(name: &str) -> Option<Key> {
        Key::NAMES.iter().find(|(_, known)| *known == name).map(|(key, _)| *key)
    }

    /// The key that a piece of a query starts with, in upper or lower case, if a colon is behind it.
    pub fn of_piece(piece: &str) -> Option<Key> {
        // No further than a key can reach: the piece may be all that is left of a long query.
        let colon = piece.bytes().take(LONGEST_KEY + 1).position(|byte| byte == b':')?;
        Key::from_name(&piece.get(..colon)?.to_ascii_lowercase())
    }
}

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

    /// Every filter with its key, in the order in which filters are shown.
    pub fn list(&self) -> Vec<(Key, Filter)> {
        let many = [(Key::Tag, &self.tags), (Key::Kind, &self.kinds), (Key::Site, &self.sites)];
        let mut list: Vec<(Key, Filter)> = many
            .into_iter()
            .flat_map(|(key, filters)| filters.iter().map(move |filter| (key, filter.clone())))
            .collect();
        let ones = [
            (Key::After, self.after.map(day)),
            (Key::Before, self.before.map(day)),
            (Key::Is, self.is_accepted.then(|| ACCEPTED.to_owned())),
            (Key::Votes, self.least_votes.map(|votes| votes.to_string())),
        ];
        for (key, value) in ones {
            list.extend(value.map(|value| (key, Filter { value, is_excluded: false })));
        }
        list
    }

    /// Adds a filter. Returns false if the value does not fit the key, or if there are too many filters already.
    pub fn narrow(&mut self, key: Key, value: &str) -> bool {
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

/// The filter for a key and the value after it.
pub(super) fn read(key: Key, value: &str, is_excluded: bool) -> Option<Reading> {
    let value = value.trim().trim_end_matches([',', ';']).to_lowercase();
    if value.is_empty() {
        return None;
    }
    let filter = |value: String| Filter { value, is_excluded };
    let typed = match key {
        Key::Tag => Typed::Tag(filter(value.split_whitespace().collect::<Vec<_>>().join("-"))),
        Key::Kind => Typed::Kind(filter(value)),
        Key::Site => Typed::Site(filter(value)),
        // "Not after a day" means before it.
        Key::After | Key::Before => {
            let Some(time) = time(&value) else { return Some(Reading::NotADate) };
            let is_after = (key == Key::After) != is_excluded;
            if is_after { Typed::After(time) } else { Typed::Before(time) }
        }
        Key::Is if value == ACCEPTED && !is_excluded => Typed::Accepted,
        Key::Votes if !is_excluded => Typed::Votes(value.parse().ok()?),
        Key::Is | Key::Votes => return None,
    };
    Some(Reading::Filter(typed))
}

/// Filters in words, one piece for each key: `tag: calculus, not algebra`, `accepted`, `votes: 3 or more`.
pub fn in_words(filters: &[(Key, Filter)]) -> Vec<String> {
    filters.chunk_by(|(one, _), (other, _)| one == other).map(of_one_key).collect()
}

fn of_one_key(filters: &[(Key, Filter)]) -> String {
    let value = |(_, filter): &(Key, Filter)| {
        let not = if filter.is_excluded { "not " } else { "" };
        format!("{not}{}", filter.value)
    };
    let values = filters.iter().map(value).collect::<Vec<_>>().join(", ");
    match filters.first().map(|(key, _)| *key) {
        Some(Key::Is) | None => values,
        Some(Key::Votes) => format!("{}: {values} or more", Key::Votes.name()),
        Some(key) => format!("{}: {values}", key.name()),
    }
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
    fn names_stand_where_their_keys_do() {
        for (key, name) in Key::NAMES {
            assert_eq!((key.name(), Key::from_name(name)), (name, Some(key)));
            assert_eq!(Key::of_piece(&format!("{}:x", name.to_uppercase())), Some(key));
            assert!(name.len() <= LONGEST_KEY, "{name}");
        }
        assert_eq!((Key::of_piece("tag"), Key::of_piece("a tag:x")), (None, None));
    }

    #[test]
    fn filters_of_one_key_are_one_piece() {
        let query = crate::query::parse("tag:a -tag:b kind:card after:2015 is:accepted votes:3", &[]);
        let pieces = ["tag: a, not b", "kind: card", "after: 2015-01-01", "accepted", "votes: 3 or more"];
        assert_eq!(in_words(&query.filters.list()), pieces);
    }

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
