//! How often letters and numbers are used where: what a renamed variable is called, what a changed number
//! says.

use random::Random;
use rustc_hash::FxHashMap;

use super::shapes::{Piece, Role};

/// The letters and numbers of the given formulas, by what they are and where they stand.
#[derive(Debug, Default)]
pub(super) struct Usage {
    tables: FxHashMap<Key, Table>,
}

/// Role, and for numbers how many digits they have.
type Key = (Role, usize);

/// Texts with how often they and all before them were used.
#[derive(Debug, Default)]
struct Table {
    counts: FxHashMap<u32, u64>,
    sums: Vec<(u64, u32)>,
}

impl Usage {
    /// Counts a piece of a formula that is used `times` times.
    pub(super) fn count(&mut self, piece: Piece, digits: usize, times: u64) {
        if piece.role != Role::Fixed {
            *self.tables.entry((piece.role, digits)).or_default().counts.entry(piece.text).or_default() +=
                times;
        }
    }

    /// Prepares the tables for draws.
    pub(super) fn finish(&mut self) {
        for table in self.tables.values_mut() {
            let mut counts: Vec<(u32, u64)> = table.counts.drain().collect();
            // The most frequent first: a search from the front ends early. Ties by number, to be the same
            // on every run.
            counts.sort_by_key(|&(text, count)| (u64::MAX - count, text));
            let mut sum = 0;
            table.sums = counts
                .into_iter()
                .map(|(text, count)| {
                    sum += count;
                    (sum, text)
                })
                .collect();
        }
    }

    /// A text as usual for this role.
    #[inline]
    pub(super) fn draw(&self, role: Role, digits: usize, random: &mut Random) -> Option<u32> {
        let sums = &self.tables.get(&(role, digits))?.sums;
        let place = random.below(sums.last()?.0 as usize) as u64;
        sums.get(sums.partition_point(|(sum, _)| *sum <= place)).map(|(_, text)| *text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexemes::Class;
    use super::super::shapes::Place;
    use super::super::streams::Purpose;
    use super::*;

    #[test]
    fn letters_are_drawn_as_often_as_they_were_used() {
        let role = Role::Letter(Class::Small, Place::Plain);
        let mut usage = Usage::default();
        usage.count(Piece { text: 5, role }, 0, 90);
        usage.count(Piece { text: 6, role }, 0, 10);
        usage.finish();
        let mut random = Purpose::Formula.stream(1, 1);
        let often = (0..1000).filter(|_| usage.draw(role, 0, &mut random) == Some(5)).count();
        assert!((850..950).contains(&often), "{often}");
        assert_eq!(usage.draw(Role::Number(Place::Plain), 1, &mut random), None);
    }
}
