//! Maps formula ids to visual ids, with four bytes each.
//!
//! ARQMath numbers its 28 million formulas almost without gaps, so an array is the smallest map. An id that would leave
//! an excessive gap goes into a table beside it, so that a list of such ids takes memory in proportion to its length.

use rustc_hash::FxHashMap;

/// How far the array may extend beyond its content: a block at the start, then a factor.
const FREE: usize = 1 << 20;
const MOST_FACTOR: usize = 4;

/// The entry of a formula without visual id.
const NONE: u32 = u32::MAX;

/// The map.
#[derive(Default)]
pub(super) struct VisualIds {
    dense: Vec<u32>,
    others: FxHashMap<String, String>,
    count: usize,
}

impl VisualIds {
    /// Adds a formula; an empty visual id is none.
    pub(super) fn insert(&mut self, id: &str, visual_id: &str) {
        if visual_id.is_empty() {
            return;
        }
        self.count += 1;
        let most = FREE + self.count * MOST_FACTOR;
        match (number(id), number(visual_id)) {
            (Some(id), Some(visual_id)) if (id as usize) < most && visual_id != NONE => {
                let at = id as usize;
                if self.dense.len() <= at {
                    self.dense.resize(at + 1, NONE);
                }
                if let Some(place) = self.dense.get_mut(at) {
                    *place = visual_id;
                }
            }
            _ => {
                self.others.insert(id.to_owned(), visual_id.to_owned());
            }
        }
    }

    /// The visual id of a formula.
    pub(super) fn get(&self, id: &str) -> Option<String> {
        let dense =
            number(id).and_then(|id| self.dense.get(id as usize)).filter(|&&visual_id| visual_id != NONE);
        dense.map(u32::to_string).or_else(|| self.others.get(id).cloned())
    }
}

/// A number in its only spelling, so that it can be written back.
fn number(text: &str) -> Option<u32> {
    let is_plain = !text.starts_with('+') && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_found_however_it_is_written() {
        let pairs = [("1", "7"), ("0", "0"), ("q_5", "8"), ("4000000000", "9"), ("007", "10"), ("3", "v3")];
        let mut ids = VisualIds::default();
        pairs.iter().for_each(|(id, visual_id)| ids.insert(id, visual_id));
        ids.insert("2", "");
        for (id, visual_id) in pairs {
            assert_eq!(ids.get(id).as_deref(), Some(visual_id), "{id}");
        }
        assert_eq!(ids.get("2"), None);
        assert_eq!(ids.get("7"), None);
        assert!(ids.dense.len() < 10);
    }
}
