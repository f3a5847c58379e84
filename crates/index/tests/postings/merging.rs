//! Merging equals writing everything at once.

use index::postings::{Family, merge};
use proptest::prelude::*;
use tantivy::directory::OwnedBytes;

use crate::support::{Input, inputs};

fn merged(parts: &[Input], keep: &dyn Fn(u32) -> bool) -> Vec<u8> {
    let families: Vec<Family> = parts.iter().map(Input::family).collect();
    let mut out = Vec::new();
    let length = merge(&families, keep, &mut out).unwrap();
    assert_eq!(length, out.len() as u64);
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn merging_is_writing_all(input in inputs(3000), cuts in prop::collection::vec(any::<u32>(), 0..5)) {
        prop_assert_eq!(merged(&input.parts(&cuts), &|_| true), input.bytes());
    }

    #[test]
    fn dropped_records_were_never_there(
        input in inputs(2000),
        cuts in prop::collection::vec(any::<u32>(), 0..4),
        dropped in 2u32..9,
    ) {
        let keep = |record: u32| !record.is_multiple_of(dropped);
        let mut rest = input.clone();
        rest.entries.retain(|entry| keep(entry.record));
        for (size, record) in rest.sizes.iter_mut().zip(input.shape.first_record..) {
            if !keep(record) {
                *size = 0;
            }
        }
        prop_assert_eq!(merged(&input.parts(&cuts), &keep), rest.bytes());
    }

    #[test]
    fn a_gap_between_ranges_is_records_without_tokens(input in inputs(500)) {
        prop_assume!(input.shape.records >= 3);
        let third = input.shape.records / 3;
        let parts = [input.part(0, third), input.part(2 * third, input.shape.records)];
        let hole = input.shape.first_record + third..input.shape.first_record + 2 * third;
        let mut rest = input.clone();
        rest.entries.retain(|entry| !hole.contains(&entry.record));
        let sizes = rest.sizes.iter_mut().skip(third as usize).take(third as usize);
        sizes.for_each(|size| *size = 0);
        prop_assert_eq!(merged(&parts, &|_| true), rest.bytes());
    }
}

#[test]
fn inputs_that_do_not_belong_together_are_refused() {
    let whole = crate::support::zipf(5000, 1);
    let refused = |parts: &[Input]| {
        let families: Vec<Family> = parts.iter().map(Input::family).collect();
        merge(&families, &|_| true, &mut Vec::new()).unwrap_err().to_string()
    };
    assert!(refused(&[]).contains("no segments"));
    assert!(refused(&[whole.part(50, 100), whole.part(0, 50)]).contains("ascend"));
    assert!(refused(&[whole.part(0, 51), whole.part(50, 100)]).contains("ascend"));
    let mut other = whole.part(50, 100);
    other.shape.has_roots = true;
    assert!(refused(&[whole.part(0, 50), other]).contains("different families"));
}

#[test]
fn damage_is_not_merged() {
    let mut bytes = crate::support::zipf(5000, 1).bytes();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let family = Family::open(OwnedBytes::new(bytes)).unwrap();
    let mut out = Vec::new();
    let error = merge(&[family], &|_| true, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "damaged postings: lists: the checksum does not match");
    assert!(out.is_empty());
}
