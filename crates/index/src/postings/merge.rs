//! Merges several segments into one.

use std::io::{self, Write};

use super::write::FamilyWriter;
use super::{Family, List, Shape};

/// Merges segments of one family into one and returns the number of its bytes.
///
/// The ranges of `inputs` must ascend; ids between them become records without tokens. Postings of records
/// for which `keep` is false are dropped and their sizes set to 0. The result is, byte for byte, what
/// [`write`](super::write()) gives for the remaining entries of all inputs.
///
/// Memory holds one encoded list, the sizes (2 bytes per record) and the index (a quarter of a byte per term). Damaged
/// input is an error before anything is written, so that damage does not get a new checksum.
pub fn merge(inputs: &[Family], keep: &dyn Fn(u32) -> bool, out: &mut impl Write) -> io::Result<u64> {
    let shape = merged_shape(inputs)?;
    for input in inputs {
        input.check_sums()?;
    }
    let sizes = merged_sizes(inputs, &shape, keep);
    let mut writer = FamilyWriter::new(out, shape, &sizes)?;
    let mut sources: Vec<_> = inputs.iter().map(|input| input.each_term().peekable()).collect();
    let mut postings = 0;
    while let Some(term) = sources.iter_mut().filter_map(|source| source.peek().map(|head| head.0)).min() {
        for source in &mut sources {
            if let Some((_, list)) = source.next_if(|head| head.0 == term) {
                postings += copy(list, keep, &mut writer)?;
            }
        }
        writer.end_list(term)?;
    }
    if postings != inputs.iter().map(Family::postings).sum::<u64>() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "damaged postings: lists: some ended early"));
    }
    writer.finish()
}

/// Appends the kept postings of a list; returns the number of postings read.
fn copy<W: Write>(list: List, keep: &dyn Fn(u32) -> bool, writer: &mut FamilyWriter<W>) -> io::Result<u64> {
    let mut postings = 0;
    for posting in list {
        postings += 1;
        if keep(posting.record) {
            writer.push(posting)?;
        }
    }
    Ok(postings)
}

fn merged_shape(inputs: &[Family]) -> io::Result<Shape> {
    let invalid = |problem| io::Error::new(io::ErrorKind::InvalidInput, problem);
    let (Some(first), Some(last)) = (inputs.first(), inputs.last()) else {
        return Err(invalid("no segments to merge"));
    };
    let shapes = inputs.iter().map(Family::shape);
    for (before, after) in shapes.clone().zip(shapes.skip(1)) {
        if before.end() > u64::from(after.first_record) {
            return Err(invalid("the ranges of the segments do not ascend"));
        }
        if (before.has_roots, before.has_sizes) != (after.has_roots, after.has_sizes) {
            return Err(invalid("the segments are of different families"));
        }
    }
    let first = first.shape();
    let records = last.shape().end() - u64::from(first.first_record);
    let records = u32::try_from(records).map_err(|_| invalid("more than 2^32 records"))?;
    Ok(Shape { records, ..first })
}

fn merged_sizes(inputs: &[Family], shape: &Shape, keep: &dyn Fn(u32) -> bool) -> Vec<u16> {
    if !shape.has_sizes {
        return Vec::new();
    }
    let mut sizes = Vec::with_capacity(shape.records as usize);
    for input in inputs {
        sizes.resize((input.shape().first_record - shape.first_record) as usize, 0);
        let records = (0..input.shape().records).map(|position| input.shape().first_record + position);
        let kept = |record| if keep(record) { input.size(record) } else { 0 };
        sizes.extend(records.map(|record| u16::try_from(kept(record)).unwrap_or(u16::MAX)));
    }
    sizes
}
