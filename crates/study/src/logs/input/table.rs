//! Lines of a table with tabs.

use document::date;

use crate::logs::entry::{Action, Entry, plausible, session_hash};
use crate::{Error, Result};

use super::{Found, Visit};

/// The columns, each with its other names, in the order of [`Columns::places`].
const NAMES: [&[&str]; 8] = [
    &["session", "sessionid", "anonid", "user"],
    &["query"],
    &["issuetime", "querytime", "time"],
    &["searchtype", "type"],
    &["clickedurl", "clickurl", "url"],
    &["clicktime"],
    &["sessionendtime", "end"],
    &["hits"],
];

/// How many of the columns a table must have.
const NEEDED: usize = 3;

/// Where the columns of a table are.
pub(super) struct Columns {
    places: [Option<usize>; 8],
}

impl Columns {
    /// The columns of a header.
    pub fn read(header: &str, file: &str, line: u64) -> Result<Columns> {
        let folded = |name: &str| name.trim().to_lowercase().replace(['_', ' ', '-'], "");
        let header: Vec<String> = header.split('\t').map(folded).collect();
        let places = NAMES.map(|names| header.iter().position(|column| names.contains(&column.as_str())));
        let missing = places.iter().take(NEEDED).position(Option::is_none);
        match missing.and_then(|place| NAMES.get(place)?.first()) {
            None => Ok(Columns { places }),
            Some(name) => Err(Error::Malformed {
                file: file.to_owned(),
                line,
                message: format!(
                    "the header has no column `{}`",
                    if *name == "issuetime" { "issue_time" } else { name }
                ),
                hint: "the columns are session, query, issue_time, search_type, clicked_url, click_time, \
                       session_end_time, hits; the first three are needed"
                    .to_owned(),
            }),
        }
    }

    /// Visits the entry of a line of the table.
    pub fn line(&self, text: &str, visit: &mut Visit<'_>) -> Result<Found> {
        let mut cells = [""; 8];
        for (at, cell) in text.split('\t').enumerate() {
            for (place, found) in self.places.iter().zip(&mut cells) {
                if *place == Some(at) {
                    *found = cell.trim();
                }
            }
        }
        let [session, query, time, search_type, target, clicked, end, hits] = cells;
        let Some(time) = milliseconds(time).filter(|_| !session.is_empty() && !query.is_empty()) else {
            return Ok(Found::Unreadable);
        };
        visit(&Entry {
            session: session_hash(session),
            time,
            action: Action::Search,
            search_type,
            query,
            target,
            clicked: milliseconds(clicked),
            shown: None,
            end: milliseconds(end),
            hits: hits.parse().ok(),
        })?;
        Ok(Found::Entry)
    }
}

/// Milliseconds of `2020-01-31 23:59:59`, or of a number of seconds or milliseconds since 1970.
fn milliseconds(time: &str) -> Option<i64> {
    if let Some(seconds) = fixed(time) {
        return Some(seconds * 1000);
    }
    let is_number = time.len() >= 9 && time.bytes().all(|byte| byte.is_ascii_digit());
    let found = match is_number.then(|| time.parse::<i64>().ok()) {
        Some(number) => number.and_then(|n| if time.len() > 11 { Some(n) } else { n.checked_mul(1000) })?,
        None => date::seconds(time)?.checked_mul(1000)?,
    };
    plausible(found)
}

/// Seconds of a time of the common form, which logs have millions of: `2020-01-31 23:59:59`.
fn fixed(time: &str) -> Option<i64> {
    let bytes: &[u8; 19] = time.as_bytes().try_into().ok()?;
    let digits = |from: usize, to: usize| {
        bytes.get(from..to)?.iter().try_fold(0i64, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'))
        })
    };
    let has_form = [(4, b'-'), (7, b'-'), (10, b' '), (13, b':'), (16, b':')];
    if has_form.iter().any(|(at, sign)| bytes.get(*at) != Some(sign)) {
        return None;
    }
    let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
    let (hour, minute, second) = (digits(11, 13)?, digits(14, 16)?, digits(17, 19)?);
    let is_common = year >= 1970 && (1..=12).contains(&month) && (1..=28).contains(&day);
    if !is_common || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // Days since 1970 with years that begin in March, so that a leap day is the last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_their_forms() {
        for (time, expected) in [
            ("2020-01-31 23:59:59", Some(1_580_515_199_000)),
            ("2020-01-31T23:59:59Z", Some(1_580_515_199_000)),
            ("1580515199", Some(1_580_515_199_000)),
            ("1580515199123", Some(1_580_515_199_123)),
            ("9999999999999999", None),
            ("1969-01-01 00:00:00", None),
            ("2020-02-30 00:00:00", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(milliseconds(time), expected, "{time}");
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_calendar() {
        for year in [1970, 1999, 2000, 2024, 2100] {
            for month in 1..=12 {
                for day in [1, 15, 28] {
                    let time = format!("{year}-{month:02}-{day:02} 12:34:56");
                    assert_eq!(fixed(&time), date::seconds(&time), "{time}");
                }
            }
        }
    }
}
