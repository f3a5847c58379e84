//! Reads a whole segment and compares it with its totals and bounds.

use super::patched::BLOCK;
use super::{Damage, Family, List, Posting};

pub(super) fn check(family: &Family) -> Result<(), Damage> {
    family.check_sums()?;
    let sizes = family.sizes().ok_or(Damage::new("sizes", "too short for the records"))?;
    if sizes.check()? != family.total_size() {
        return Err(Damage::new("sizes", "they do not add up to the total"));
    }
    let (mut terms, mut postings) = (0, 0);
    let mut last = None;
    for (term, list) in family.each_term() {
        if last.replace(term).is_some_and(|last| last >= term) {
            return Err(Damage::new("index", "the terms do not ascend"));
        }
        terms += 1;
        postings += u64::from(list.document_frequency());
        check_list(family, list)?;
    }
    if (terms, postings) != (family.terms(), family.postings()) {
        return Err(Damage::new("lists", "terms or postings are missing"));
    }
    Ok(())
}

fn check_list(family: &Family, list: List) -> Result<(), Damage> {
    let damage = |problem| Err(Damage::new("lists", problem));
    let bounds = list.clone();
    let mut last: Option<Posting> = None;
    let mut count = 0;
    for (number, posting) in list.enumerate() {
        if last.is_some_and(|last| (last.record, last.root) >= (posting.record, posting.root)) {
            return damage("the records do not ascend");
        }
        let Some(skip) = bounds.bounds_of(number / BLOCK) else { return damage("a block is missing") };
        let size = family.size(posting.record);
        let is_bounded = posting.count <= skip.max_count.min(bounds.max_count())
            && size.min(u32::from(u8::MAX)) >= skip.min_size.min(u32::from(u8::MAX))
            && size >= bounds.min_size();
        if !is_bounded || posting.record > skip.last_record {
            return damage("a posting outside the bounds of its block");
        }
        last = Some(posting);
        count += 1;
    }
    if count != bounds.document_frequency() {
        return damage("a list ends early");
    }
    Ok(())
}
