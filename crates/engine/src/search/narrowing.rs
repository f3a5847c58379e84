//! What hits are narrowed to, beside the filters that are typed in a query.

use text::query::{Filters, Key, MOST_FILTERS};

use crate::error::{Error, Result};

/// Filters beside those of the query.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    /// Only what has all these tags.
    pub tags: Vec<String>,
    /// Only units of one of these kinds.
    pub kinds: Vec<String>,
    /// Only what comes from one of these places.
    pub sites: Vec<String>,
    /// Not older than this year, month or day.
    pub after: Option<String>,
    /// Older than this year, month or day.
    pub before: Option<String>,
    /// Only from this year.
    pub year: Option<String>,
    /// `accepted`: only accepted answers.
    pub is: Option<String>,
    /// Only units with at least this many votes.
    pub votes: Option<i64>,
}

/// The parameter for a year, which stands for two filters.
pub(super) const YEAR: &str = "year";

/// Whether a parameter of this name narrows a search.
pub fn is_narrowing(parameter: &str) -> bool {
    parameter == YEAR || Key::from_name(parameter).is_some()
}

impl Narrowing {
    /// Fails if it makes no sense.
    pub fn check(&self) -> Result<()> {
        if [&self.tags, &self.kinds, &self.sites].iter().any(|values| values.len() > MOST_FILTERS) {
            return Err(Error::BadRequest {
                field: None,
                message: "there are too many filters".to_owned(),
                hint: Some(format!("`tag`, `kind` and `site` may be given {MOST_FILTERS} times each")),
            });
        }
        self.apply(&mut Filters::default())
    }

    /// Narrows the filters of a query further.
    pub(crate) fn apply(&self, filters: &mut Filters) -> Result<()> {
        for (key, value) in self.pairs() {
            let must_hold = matches!(key, Key::After | Key::Before | Key::Is) && !value.trim().is_empty();
            if !filters.narrow(key, &value) && must_hold {
                let key = key.name();
                return Err(Error::BadRequest {
                    field: Some(key),
                    message: format!("`{key}` cannot be `{value}`"),
                    hint: Some("dates are `2015`, `2015-03` or `2015-03-14`".to_owned()),
                });
            }
        }
        Ok(())
    }

    /// Filters by key and value, as they are typed in a query.
    fn pairs(&self) -> Vec<(Key, String)> {
        let many = [(Key::Tag, &self.tags), (Key::Kind, &self.kinds), (Key::Site, &self.sites)];
        let mut filters: Vec<(Key, String)> = many
            .into_iter()
            .flat_map(|(key, values)| values.iter().map(move |value| (key, value.clone())))
            .collect();
        let ones = [(Key::After, &self.after), (Key::Before, &self.before), (Key::Is, &self.is)];
        filters.extend(ones.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))));
        filters.extend(self.votes.map(|votes| (Key::Votes, votes.to_string())));
        if let Some(year) = &self.year {
            filters.push((Key::After, year.clone()));
            let next = year.parse::<u16>().ok().filter(|year| *year < 9999);
            filters.extend(next.map(|year| (Key::Before, format!("{:04}", year + 1))));
        }
        filters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Kind, Place};

    #[test]
    fn a_date_that_is_none_is_a_bad_request_for_its_field() {
        let error =
            Narrowing { after: Some("someday".to_owned()), ..Narrowing::default() }.check().unwrap_err();
        assert_eq!((error.kind(), error.place()), (Kind::BadRequest, Some(Place::Field("after"))));
    }

    #[test]
    fn a_year_is_all_days_of_it() {
        let narrowing = Narrowing { year: Some("2015".to_owned()), ..Narrowing::default() };
        let pairs = narrowing.pairs();
        assert_eq!(pairs, [(Key::After, "2015".to_owned()), (Key::Before, "2016".to_owned())]);
        assert!(narrowing.check().is_ok());
    }
}
