//! How many tokens each record has in this family: one byte per record, and a table of the few large ones.

use super::{Damage, Shape};

/// The byte that refers to the table.
const LARGE: u8 = u8::MAX;
/// A row of the table: position of the record in the range (4 bytes), size (2 bytes).
const ROW: usize = 6;

/// The section for `sizes`, one number for each record of the range.
pub(super) fn encode(sizes: &[u16]) -> Vec<u8> {
    let mut out: Vec<u8> = sizes.iter().map(|size| u8::try_from(*size).unwrap_or(LARGE)).collect();
    for (position, size) in sizes.iter().enumerate().filter(|(_, size)| **size >= u16::from(LARGE)) {
        out.extend_from_slice(&(position as u32).to_le_bytes());
        out.extend_from_slice(&size.to_le_bytes());
    }
    out
}

/// The opened section. Without sizes every record has size 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Sizes<'a> {
    first_record: u32,
    small: &'a [u8],
    large: &'a [u8],
}

impl<'a> Sizes<'a> {
    pub(super) fn new(shape: &Shape, section: &'a [u8]) -> Option<Self> {
        let records = if shape.has_sizes { shape.records as usize } else { 0 };
        let (small, large) = section.split_at_checked(records)?;
        (large.len() % ROW == 0).then_some(Sizes { first_record: shape.first_record, small, large })
    }

    pub(super) fn size(&self, record: u32) -> u32 {
        let Some(position) = record.checked_sub(self.first_record) else { return 0 };
        match self.small.get(position as usize) {
            None => 0,
            Some(&LARGE) => self.large_size(position),
            Some(&size) => u32::from(size),
        }
    }

    fn large_size(&self, position: u32) -> u32 {
        let (rows, _) = self.large.as_chunks::<ROW>();
        let found = rows.binary_search_by_key(&position, |row| row_of(row).0);
        found.ok().and_then(|at| rows.get(at)).map_or(u32::from(LARGE), |row| row_of(row).1)
    }

    /// The sum of all sizes, or the damage to them.
    pub(super) fn check(&self) -> Result<u64, Damage> {
        let (rows, _) = self.large.as_chunks::<ROW>();
        let marked = self.small.iter().enumerate().filter(|(_, size)| **size == LARGE);
        if !marked.map(|(position, _)| position as u32).eq(rows.iter().map(|row| row_of(row).0)) {
            return Err(Damage::new("sizes", "the table of large sizes does not fit the others"));
        }
        let small = self.small.iter().filter(|size| **size != LARGE).map(|size| u64::from(*size));
        Ok(small.sum::<u64>() + rows.iter().map(|row| u64::from(row_of(row).1)).sum::<u64>())
    }
}

fn row_of(row: &[u8; ROW]) -> (u32, u32) {
    let [a, b, c, d, low, high] = *row;
    (u32::from_le_bytes([a, b, c, d]), u32::from(u16::from_le_bytes([low, high])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_sizes_read_back() {
        let sizes = [0, 1, 254, 255, 256, 3, u16::MAX, 0];
        let shape = Shape { first_record: 100, records: 8, has_roots: false, has_sizes: true };
        let section = encode(&sizes);
        assert_eq!(section.len(), 8 + 3 * ROW);
        let read = Sizes::new(&shape, &section).unwrap();
        for (record, size) in (100..).zip(sizes) {
            assert_eq!(read.size(record), u32::from(size));
        }
        assert_eq!((read.size(99), read.size(108)), (0, 0));
        assert_eq!(read.check(), Ok(sizes.iter().map(|size| u64::from(*size)).sum()));
    }
}
