//! Records that look the same: one formula for everybody who searches.
//!
//! Few records have variants, so what is kept is a table of those that do.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// Which records look the same.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    /// The first record of the formula, by each later one.
    firsts: FxHashMap<u32, u32>,
    /// All records of the formula, by the first, ascending.
    groups: FxHashMap<u32, Vec<u32>>,
}

impl Variants {
    /// From a table of later records with the first one of each.
    pub(crate) fn new(firsts: &BTreeMap<u32, u32>) -> Variants {
        let mut groups: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (&record, &first) in firsts {
            groups.entry(first).or_insert_with(|| vec![first]).push(record);
        }
        Variants { firsts: firsts.iter().map(|(&record, &first)| (record, first)).collect(), groups }
    }

    /// The record that stands for all that look like this one.
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

    /// How many records there are beyond one for each formula, counting those that `is_wanted`.
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
