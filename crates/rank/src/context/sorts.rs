//! Names of mathematical objects, and which names contradict each other: the tables under `data/context`.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use text::stem::stem;

use super::facts::Region;

/// A sort of object: group, integer, random variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Sort(u16);

/// The number of words of the longest name of a sort.
pub(super) const LONGEST_NAME: usize = 3;

struct Table {
    names: Vec<&'static str>,
    /// For each sort all sorts above it, itself included.
    above: Vec<FxHashSet<Sort>>,
    by_name: FxHashMap<String, Sort>,
}

static SORTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("../../data/context/sorts.tsv")));

static OPPOSITES: LazyLock<FxHashSet<(String, String)>> = LazyLock::new(|| {
    let rows = rows(include_str!("../../data/context/opposites.tsv"));
    let pairs = rows.filter_map(|row| match row[..] {
        [one, two] => Some((stemmed(one), stemmed(two))),
        _ => None,
    });
    pairs.flat_map(|(one, two)| [(one.clone(), two.clone()), (two, one)]).collect()
});

static RANGES: LazyLock<FxHashMap<String, Region>> = LazyLock::new(|| {
    let rows = rows(include_str!("../../data/context/opposites.tsv"));
    let ranges = rows.filter_map(|row| match row[..] {
        [word, least, greatest] => {
            Some((stemmed(word), Region { least: least.parse().ok()?, greatest: greatest.parse().ok()? }))
        }
        _ => None,
    });
    ranges.collect()
});

fn rows(data: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = data.lines().filter(|line| !line.is_empty() && *line != "#" && !line.starts_with("# "));
    lines.map(|line| line.split('\t').collect())
}

impl Table {
    fn read(data: &'static str) -> Table {
        let mut table = Table { names: Vec::new(), above: Vec::new(), by_name: FxHashMap::default() };
        let rows: Vec<Vec<&'static str>> = rows(data).collect();
        for (number, row) in (0u16..).zip(&rows) {
            table.names.push(row[0]);
            let others = row.get(2).copied().unwrap_or("").split(';').filter(|name| !name.is_empty());
            for name in others.chain([row[0]]) {
                table.by_name.insert(stemmed(name), Sort(number));
            }
        }
        let parents = |row: &Vec<&'static str>| -> Vec<Sort> {
            let names = row.get(1).copied().unwrap_or("").split(';').filter(|name| !name.is_empty());
            names.filter_map(|name| table.by_name.get(&stemmed(name)).copied()).collect()
        };
        let parents: Vec<Vec<Sort>> = rows.iter().map(parents).collect();
        for number in 0..parents.len() {
            let mut above = FxHashSet::default();
            let mut open = vec![Sort(u16::try_from(number).unwrap_or(0))];
            while let Some(sort) = open.pop() {
                if above.insert(sort) {
                    open.extend(parents.get(usize::from(sort.0)).into_iter().flatten());
                }
            }
            table.above.push(above);
        }
        table
    }
}

/// A name with each of its words stemmed.
fn stemmed(name: &str) -> String {
    name.split(' ').map(stem).collect::<Vec<_>>().join(" ")
}

impl Sort {
    /// The sort with a name, given as stems with a space between them.
    pub(super) fn of_stems(stems: &str) -> Option<Sort> {
        SORTS.by_name.get(stems).copied()
    }

    /// The sort of a name, in any number.
    pub fn named(name: &str) -> Option<Sort> {
        Sort::of_stems(&stemmed(name))
    }

    /// Its first name.
    pub fn name(self) -> &'static str {
        SORTS.names.get(usize::from(self.0)).copied().unwrap_or("")
    }

    /// Whether everything of this sort is of the other as well.
    pub fn is_below(self, other: Sort) -> bool {
        SORTS.above.get(usize::from(self.0)).is_some_and(|above| above.contains(&other))
    }
}

/// The range of numbers that a word describes.
pub(super) fn range_of(stem: &str) -> Option<Region> {
    RANGES.get(stem).copied()
}

/// Whether two stems cannot both describe one object.
pub(super) fn are_opposite(one: &str, two: &str) -> bool {
    OPPOSITES.contains(&(one.to_owned(), two.to_owned()))
}

/// Whether a stem is an adjective or a sort that the tables know.
pub(super) fn is_known(stem: &str) -> bool {
    static ADJECTIVES: LazyLock<FxHashSet<String>> =
        LazyLock::new(|| OPPOSITES.iter().map(|(one, _)| one.clone()).collect());
    Sort::of_stems(stem).is_some() || range_of(stem).is_some() || ADJECTIVES.contains(stem)
}

/// The word that a word denies: "nonabelian", "non-zero".
pub(super) fn denied(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("non-").or_else(|| word.strip_prefix("non"))?;
    (rest.len() > 2 && range_of(&stem(word)).is_none()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sort(name: &str) -> Sort {
        Sort::named(name).unwrap()
    }

    #[test]
    fn every_sort_above_another_has_a_row() {
        for row in rows(include_str!("../../data/context/sorts.tsv")) {
            for name in row.get(1).copied().unwrap_or("").split(';').filter(|name| !name.is_empty()) {
                assert!(Sort::named(name).is_some(), "`{name}` of `{}`", row[0]);
            }
            assert_eq!(sort(row[0]).name(), row[0], "two rows for one name");
            assert!(row[0].split(' ').count() <= LONGEST_NAME);
        }
    }

    #[test]
    fn what_is_below_what() {
        assert!(sort("primes").is_below(sort("reals")));
        assert!(!sort("real number").is_below(sort("integer")));
        assert!(sort("Hilbert space".to_lowercase().as_str()).is_below(sort("vector space")));
        assert!(!sort("group").is_below(sort("number")));
    }

    #[test]
    fn denials_are_told_from_ranges() {
        assert_eq!(denied("non-abelian"), Some("abelian"));
        assert_eq!(denied("nonnegative"), None);
        assert_eq!(denied("none"), None);
    }
}
