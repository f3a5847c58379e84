//! Counts the edits between one word and many others in the bits of a number.
//!
//! In the table of the definition, neighbouring numbers of a row differ by at most one, so the differences of a whole
//! row fit into two numbers (Myers 1999; Hyyrö 2003, with swapped neighbours).

/// A word that others are compared with: for each character, its positions.
pub(super) struct Pattern {
    ascii: [u64; 128],
    others: Vec<(char, u64)>,
    length: usize,
}

impl Pattern {
    /// A pattern of at most 64 characters; further ones are left out.
    pub(super) fn new(word: &[char]) -> Pattern {
        let mut pattern = Pattern { ascii: [0; 128], others: Vec::new(), length: word.len().min(64) };
        for (at, &c) in word.iter().enumerate().take(64) {
            let bit = 1u64 << at;
            if let Some(places) = pattern.ascii.get_mut(c as usize) {
                *places |= bit;
            } else if let Some((_, places)) = pattern.others.iter_mut().find(|(other, _)| *other == c) {
                *places |= bit;
            } else {
                pattern.others.push((c, bit));
            }
        }
        pattern
    }

    fn places(&self, c: char) -> u64 {
        match self.ascii.get(c as usize) {
            Some(&places) => places,
            None => self.others.iter().find(|(other, _)| *other == c).map_or(0, |(_, places)| *places),
        }
    }

    /// The number of edits to `word`.
    pub(super) fn edits(&self, word: &str) -> usize {
        let Some(last) = self.length.checked_sub(1) else { return word.chars().count() };
        let last = 1u64 << last;
        let (mut more, mut less, mut diagonal, mut before) = (u64::MAX, 0u64, 0u64, 0u64);
        let mut edits = self.length;
        for c in word.chars() {
            let places = self.places(c);
            let swapped = ((!diagonal & places) << 1) & before;
            diagonal = ((places & more).wrapping_add(more) ^ more) | places | less | swapped;
            let (up, down) = (less | !(diagonal | more), diagonal & more);
            edits += usize::from(up & last != 0);
            edits -= usize::from(down & last != 0);
            let (up, down) = (up << 1 | 1, down << 1);
            more = down | !(diagonal | up);
            less = up & diagonal;
            before = places;
        }
        edits
    }
}
