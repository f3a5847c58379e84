//! Facts about a variable, and how far two variables agree.

use super::sorts::{Sort, are_opposite};

/// An interval of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Region {
    /// Not less than this.
    pub least: f64,
    /// Not more than this.
    pub greatest: f64,
}

/// A word that describes a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its stem.
    pub stem: String,
    /// Whether the text denies it.
    pub is_denied: bool,
}

/// Everything that is known about a variable. Unknown facts are empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    /// Its sort.
    pub sort: Option<Sort>,
    /// Its interval, if it is a number.
    pub region: Option<Region>,
    /// Its limit.
    pub limit: Option<String>,
    /// Other words that describe it.
    pub properties: Vec<Property>,
}

impl Region {
    /// Every number.
    pub const ALL: Region = Region { least: f64::NEG_INFINITY, greatest: f64::INFINITY };

    /// The intersection.
    pub fn and(self, other: Region) -> Region {
        Region { least: self.least.max(other.least), greatest: self.greatest.min(other.greatest) }
    }

    fn is_within(self, other: Region) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    /// Whether one of the two is a number that is inside the other, not at its end.
    fn is_a_point_of(self, other: Region) -> bool {
        self.least == self.greatest && other.least < self.least && self.least < other.greatest
    }

    /// 1 for the same, 1/2 for one within the other, -1 if they have at most an end in common: whether ends
    /// belong to a region is not kept.
    fn agreement(self, other: Region) -> f64 {
        let both = self.and(other);
        match () {
            () if self == other => 1.0,
            () if self.is_a_point_of(other) || other.is_a_point_of(self) => 0.5,
            () if both.least >= both.greatest => -1.0,
            () if self.is_within(other) || other.is_within(self) => 0.5,
            () => 0.0,
        }
    }
}

impl Facts {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Facts::default()
    }

    /// Takes over facts that are unknown here.
    pub fn fill_from(&mut self, other: &Facts) {
        self.sort = self.sort.or(other.sort);
        self.region = self.region.or(other.region);
        if self.limit.is_none() {
            self.limit.clone_from(&other.limit);
        }
        if self.properties.is_empty() {
            self.properties.clone_from(&other.properties);
        }
    }

    /// How far the facts about another variable agree with these: from -1, everything contradicts, to 1. A fact that
    /// is unknown about the other counts as 0; `None` if nothing is known here.
    ///
    /// ```
    /// use rank::context::facts::{Facts, Region};
    ///
    /// let positive = Facts { region: Some(Region { least: 0.0, greatest: f64::INFINITY }), ..Facts::default() };
    /// let negative = Facts { region: Some(Region { least: -5.0, greatest: 0.0 }), ..Facts::default() };
    /// assert_eq!(positive.agreement(&negative), Some(-1.0));
    /// assert_eq!(positive.agreement(&Facts::default()), Some(0.0));
    /// assert_eq!(Facts::default().agreement(&positive), None);
    /// ```
    pub fn agreement(&self, other: &Facts) -> Option<f64> {
        let mut values: Vec<f64> = Vec::new();
        if let Some(sort) = self.sort {
            values.push(other.sort.map_or(0.0, |other| sorts_agreement(sort, other)));
        }
        if let Some(region) = self.region {
            values.push(other.region.map_or(0.0, |other| region.agreement(other)));
        }
        if let Some(limit) = &self.limit {
            let is_same = |other: &String| if other == limit { 1.0 } else { -1.0 };
            values.push(other.limit.as_ref().map_or(0.0, is_same));
        }
        if !self.properties.is_empty() {
            values.push(properties_agreement(&self.properties, &other.properties));
        }
        let count = values.len();
        (count > 0).then(|| values.iter().sum::<f64>() / count as f64)
    }
}

/// A special case neither agrees nor contradicts.
fn sorts_agreement(one: Sort, two: Sort) -> f64 {
    match () {
        () if one == two => 1.0,
        () if one.is_below(two) || two.is_below(one) => 0.0,
        () => -1.0,
    }
}

/// The share of words in common; -1 if two contradict.
fn properties_agreement(one: &[Property], two: &[Property]) -> f64 {
    let contradicts = |a: &Property, b: &Property| {
        a.stem == b.stem && a.is_denied != b.is_denied
            || !a.is_denied && !b.is_denied && are_opposite(&a.stem, &b.stem)
    };
    if one.iter().any(|a| two.iter().any(|b| contradicts(a, b))) {
        return -1.0;
    }
    let common = one.iter().filter(|property| two.contains(property)).count();
    2.0 * common as f64 / (one.len() + two.len()).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(sort: &str, properties: &[&str]) -> Facts {
        let property = |word: &&str| Property {
            stem: text::stem::stem(word.trim_start_matches('-')).into_owned(),
            is_denied: word.starts_with('-'),
        };
        let properties = properties.iter().map(property).collect();
        Facts { sort: Sort::named(sort), properties, ..Facts::default() }
    }

    #[test]
    fn sorts_agree_contradict_or_neither() {
        let integer = known("integer", &[]);
        assert_eq!(integer.agreement(&known("integer", &[])), Some(1.0));
        assert_eq!(integer.agreement(&known("prime", &[])), Some(0.0));
        assert_eq!(integer.agreement(&known("matrix", &[])), Some(-1.0));
    }

    #[test]
    fn words_agree_and_contradict() {
        let abelian = known("group", &["abelian", "finite"]);
        assert_eq!(abelian.agreement(&known("group", &["abelian", "finite"])), Some(1.0));
        assert_eq!(abelian.agreement(&known("group", &["-abelian"])), Some(0.0));
        assert_eq!(abelian.agreement(&known("group", &["infinite"])), Some(0.0));
    }

    #[test]
    fn regions_within_each_other_agree_by_half() {
        let region = |least, greatest| Region { least, greatest };
        assert_eq!(region(0.0, 1.0).agreement(region(-1.0, 1.0)), 0.5);
        assert_eq!(region(0.0, 1.0).agreement(region(1.0, f64::INFINITY)), -1.0);
        assert_eq!(region(0.0, 2.0).agreement(region(1.0, f64::INFINITY)), 0.0);
        assert_eq!(region(0.0, 0.0).agreement(region(0.0, 0.0)), 1.0);
    }
}
