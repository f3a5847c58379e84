//! One line of a log, whatever its form.

use xxhash_rust::xxh3::xxh3_64;

/// What a line reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// A search; with a target, also a click on one of its results.
    #[default]
    Search,
    /// A click, a copy or a saved result.
    Click,
    /// The time for which a page was shown.
    Dwell,
}

/// A line of a log. Times are milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry<'a> {
    /// A hash of the session's id; the id itself is not kept.
    pub session: u64,
    /// When the query was issued, or the action happened.
    pub time: i64,
    /// What happened.
    pub action: Action,
    /// The vertical or mode of the search.
    pub search_type: &'a str,
    /// What was typed; empty if a click does not say.
    pub query: &'a str,
    /// The result or page; empty if there is none.
    pub target: &'a str,
    /// When the result was clicked, for a search with a target.
    pub clicked: Option<i64>,
    /// For how long a page was shown, in milliseconds.
    pub shown: Option<i64>,
    /// When the session ended, if the line says so.
    pub end: Option<i64>,
    /// How many results there were, if the line says so.
    pub hits: Option<u64>,
}

/// The hash by which the lines of a session are found.
pub fn session_hash(id: &str) -> u64 {
    xxh3_64(id.as_bytes())
}

/// Latest time that a log may have: the end of the year 9999. Later ones are damage.
pub const LATEST: i64 = 253_402_300_799_999;

/// A time of the log, if it is one.
pub(crate) fn plausible(time: i64) -> Option<i64> {
    (0..=LATEST).contains(&time).then_some(time)
}

impl Entry<'_> {
    /// Appends the entry to `out`, shorter than it was in the log.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.session.to_le_bytes());
        out.extend_from_slice(&self.time.to_le_bytes());
        out.push(self.action as u8);
        for text in [self.search_type, self.query, self.target] {
            push_number(text.len() as u64, out);
            out.extend_from_slice(text.as_bytes());
        }
        let numbers = [self.clicked, self.shown, self.end].map(|number| number.map(i64::cast_unsigned));
        for number in numbers.into_iter().chain([self.hits]) {
            push_number(number.map_or(0, |number| number.wrapping_add(1)), out);
        }
    }
}

fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Entries in the form of [`Entry::write`].
pub(crate) struct Entries<'a> {
    bytes: &'a [u8],
}

impl<'a> Entries<'a> {
    pub fn new(bytes: &'a [u8]) -> Entries<'a> {
        Entries { bytes }
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.take(1)?.first()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(usize::try_from(length).ok()?)?).ok()
    }

    fn optional(&mut self) -> Option<Option<u64>> {
        self.number().map(|number| number.checked_sub(1))
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let (session, time) = (self.word()?, self.word()?.cast_signed());
        let action = match self.take(1)? {
            [0] => Action::Search,
            [1] => Action::Click,
            _ => Action::Dwell,
        };
        let [search_type, query, target] = [self.text()?, self.text()?, self.text()?];
        let [clicked, shown, end] =
            [self.optional()?, self.optional()?, self.optional()?].map(|number| number.map(u64::cast_signed));
        let hits = self.optional()?;
        Some(Entry { session, time, action, search_type, query, target, clicked, shown, end, hits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_written() {
        let one = Entry { session: 7, time: 12, query: "sin x", hits: Some(0), ..Entry::default() };
        let two = Entry {
            action: Action::Dwell,
            target: "/units/7",
            shown: Some(31_000),
            clicked: Some(LATEST),
            end: Some(0),
            ..one
        };
        let mut bytes = Vec::new();
        [one, two].iter().for_each(|entry| entry.write(&mut bytes));
        assert_eq!(Entries::new(&bytes).collect::<Vec<_>>(), [one, two]);
        for cut in 0..bytes.len() {
            assert!(Entries::new(&bytes[..cut]).count() < 2);
        }
    }
}
