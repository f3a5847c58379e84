//! Fewer than 128 postings, as bits: short lists, lists inside the dictionary, the last block of a list.
//!
//! The gaps between records are Rice codes. Their parameter follows from the length of the list and the range of
//! records, so it is not stored. On Math Stack Exchange this was smaller than parameters fitted to each list, because
//! rare tokens are spread almost evenly.

use super::bits::{BitReader, BitWriter, rice_width};
use super::{Posting, Shape};

/// The low bits of a root that are written unchanged; most trees have a few dozen nodes.
const ROOT_BITS: u32 = 2;

/// Writes postings, none of which is before record `least`.
pub(super) fn encode(bits: &mut BitWriter, shape: &Shape, mut least: u64, postings: &[Posting]) {
    let width = rice_width(shape.end().saturating_sub(least), postings.len() as u64);
    for posting in postings {
        bits.write_rice(u64::from(posting.record) - least, width);
        bits.write_gamma(u64::from(posting.count));
        if shape.has_roots {
            bits.write_golomb(u64::from(posting.root), ROOT_BITS);
        }
        least = shape.least_after(posting.record);
    }
}

/// Appends `count` postings; `None` if the bits are not valid postings.
pub(super) fn decode(
    bits: &mut BitReader,
    shape: &Shape,
    mut least: u64,
    count: usize,
    postings: &mut Vec<Posting>,
) -> Option<()> {
    let width = rice_width(shape.end().saturating_sub(least), count as u64);
    for _ in 0..count {
        let record = least.checked_add(bits.read_rice(width)?).filter(|record| *record < shape.end())?;
        let record = u32::try_from(record).ok()?;
        let count = u32::from(u16::try_from(bits.read_gamma()?).ok()?);
        let root = if shape.has_roots { bits.read_golomb(ROOT_BITS)? } else { 0 };
        let root = u32::from(u16::try_from(root).ok()?);
        postings.push(Posting { record, count, root });
        least = shape.least_after(record);
    }
    Some(())
}
