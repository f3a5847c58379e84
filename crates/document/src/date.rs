//! Converts dates as collections and queries write them to seconds since 1970.
//!
//! The calendar is that of `jiff`. Its parser wants whole timestamps, but collections write a year alone, a space for
//! the `T`, or an offset without a colon. Text that is not a date gives none, because a unit without a date is better
//! than no unit. Time zones are offsets. Leap seconds are not supported.

use jiff::civil::Date;

/// Day zero.
const EPOCH: Date = Date::constant(1970, 1, 1);

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The seconds since 1970 of `2015`, `2015-03`, `2015-03-14`, `2015-03-14T09:26:53.589` (with a space for the `T`, or
/// with a `Z` or `+01:00` at the end); UTC if there is no offset.
pub fn seconds(date: &str) -> Option<i64> {
    let date = date.trim();
    let (day, time) = match date.find(['T', 't', ' ']) {
        Some(at) => (date.get(..at)?, date.get(at + 1..)?),
        None => (date, ""),
    };
    let mut parts = day.splitn(3, '-');
    let year = number(parts.next()?, 1..=9999)?;
    let month = parts.next().map_or(Some(1), |part| number(part, 1..=12))?;
    let day = parts.next().map_or(Some(1), |part| number(part, 1..=31))?;
    Some(start_of_day(year, month, day)? + seconds_of_day(time)?)
}

fn number(digits: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = is_number.then(|| digits.parse().ok()).flatten()?;
    range.contains(&value).then_some(value)
}

fn seconds_of_day(time: &str) -> Option<i64> {
    if time.is_empty() {
        return Some(0);
    }
    let end = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(end);
    let mut parts = clock.trim_end().splitn(3, ':');
    let hour = number(parts.next()?, 0..=24)?;
    let minute = parts.next().map_or(Some(0), |part| number(part, 0..=59))?;
    let second = parts.next().map_or("0", |part| part.split('.').next().unwrap_or(part));
    let second = number(second, 0..=60)?;
    Some(hour * 3600 + minute * 60 + second - offset(zone)?)
}

/// The seconds that a zone is ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    let sign = match zone.bytes().next() {
        None | Some(b'Z' | b'z') => return Some(0),
        Some(b'-') => -1,
        Some(_) => 1,
    };
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let hours = number(digits.get(..2)?, 0..=23)?;
    let minutes = digits.get(2..4).map_or(Some(0), |minutes| number(minutes, 0..=59))?;
    Some(sign * (hours * 3600 + minutes * 60))
}

/// The first second of a day in UTC, since 1970; none for a day that does not exist, such as the 31st of April.
pub fn start_of_day(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(i64::from((date - EPOCH).get_days()) * DAY)
}

/// The year, month and day of a second since 1970 in UTC.
pub fn day_of(seconds: i64) -> (i64, i64, i64) {
    let date = EPOCH.saturating_add(jiff::SignedDuration::from_secs(seconds.div_euclid(DAY) * DAY));
    (date.year().into(), date.month().into(), date.day().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_the_forms_that_occur() {
        for (date, expected) in [
            ("1970-01-01", 0),
            ("2000-02-29T00:00:00.000", 951_782_400),
            ("2010-07-20T19:09:27.213", 1_279_652_967),
            ("2010-07-20 19:09:27Z", 1_279_652_967),
            ("2010-07-20T21:09:27+02:00", 1_279_652_967),
            ("2010-07-20T14:09:27-0500", 1_279_652_967),
            ("2015", 1_420_070_400),
            ("2015-03", 1_425_168_000),
            ("1969-12-31T23:59:59", -1),
            ("1654-07-29", -9_953_884_800),
        ] {
            assert_eq!(seconds(date), Some(expected), "{date}");
        }
    }

    #[test]
    fn what_is_not_a_date_is_none() {
        for date in [
            "",
            "yesterday",
            "2015-13-01",
            "2015-02-31",
            "2015-00-01",
            "14/03/2015",
            "2015-03-14T25:00",
            "99999",
            "é",
            "T",
        ] {
            assert_eq!(seconds(date), None, "{date}");
        }
    }

    #[test]
    fn days_round_trip() {
        for day in (-700_000..2_900_000).step_by(97) {
            let (year, month, of_month) = day_of(day * DAY + 5);
            assert_eq!(start_of_day(year, month, of_month), Some(day * DAY));
        }
    }
}
