//! Records that look the same and count as one formula in a search.
//!
//! Few records have variants, so the table has only those.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// Which records look the same.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    /// For each later record, the first record of its formula.
    firsts: FxHashMap<u32, u32>,
    /// For each first record, all records of its formula, ascending.
    groups: FxHashMap<u32, Vec<u32>>,
}

impl Variants {
    /// Makes the table from the first record of each later one.
    pub(crate) fn new(firsts: &BTreeMap<u32, u32>) -> Variants {
        let mut groups: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (&record, &first) in firsts {
            groups.entry(first).or_insert_with(|| vec![first]).push(record);
        }
        Variants { firsts: firsts.iter().map(|(&record, &first)| (record, first)).collect(), groups }
    }

    /// The record that represents all that look like this one.
    pub fn first(&self, record: u32) -> u32 {
        self.firsts.get(&record).copied().unwrap_or(record)
    }

    /// Whether two records look the same.
    pub fn are_alike(&self, one: u32, two: u32) -> bool {
        self.first(one) == self.first(two)
    }

    /// All records that look like this one, itself included, ascending.
    pub fn of(&self, record: u32) -> Vec<u32> {
        self.groups.get(&self.first(record)).cloned().unwrap_or_else(|| vec![record])
    }

    /// The number of records in excess of one for each formula, among those that `is_wanted`.
    pub(crate) fn surplus(&self, is_wanted: impl Fn(u32) -> bool) -> u64 {
        let of_group = |records: &Vec<u32>| {
            let wanted = records.iter().filter(|record| is_wanted(**record)).count() as u64;
            wanted.saturating_sub(1)
        };
        self.groups.values().map(of_group).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_look_the_same_have_one_first() {
        let variants = Variants::new(&BTreeMap::from([(5, 2), (9, 2), (7, 3)]));
        assert_eq!(variants.of(9), [2, 5, 9]);
        assert_eq!(variants.of(4), [4]);
        assert!(variants.are_alike(5, 9) && variants.are_alike(2, 5) && !variants.are_alike(5, 7));
        assert_eq!(variants.surplus(|_| true), 3);
        assert_eq!(variants.surplus(|record| record != 5), 2);
    }
}
