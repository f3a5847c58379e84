//! Everything that was written is found.

use index::postings::{Entry, Posting, Shape, write};
use proptest::prelude::*;

use crate::support::inputs;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn written_postings_are_found(input in inputs(3000)) {
        let family = input.family();
        let expected = input.expected();
        prop_assert_eq!(family.check(), Ok(()));
        prop_assert_eq!(family.shape(), input.shape);
        prop_assert_eq!(family.terms(), expected.len() as u64);
        prop_assert_eq!(family.postings(), expected.iter().map(|list| list.1.len() as u64).sum::<u64>());
        prop_assert_eq!(family.total_size(), input.sizes.iter().map(|size| u64::from(*size)).sum::<u64>());
        for (size, record) in input.sizes.iter().zip(input.shape.first_record..) {
            prop_assert_eq!(family.size(record), u32::from(*size));
        }
        for (term, postings) in &expected {
            let list = family.list(*term).unwrap();
            prop_assert!(list.max_count() >= postings.iter().map(|posting| posting.count).max().unwrap());
            prop_assert_eq!(list.collect::<Vec<_>>(), postings.clone());
            prop_assert_eq!(family.document_frequency(*term), postings.len() as u32);
            let absent = term ^ 0x8000;
            if expected.binary_search_by_key(&absent, |list| list.0).is_err() {
                prop_assert!(family.list(absent).is_none());
                prop_assert_eq!(family.document_frequency(absent), 0);
            }
        }
        let all: Vec<_> = family.each_term().map(|(term, list)| (term, list.collect::<Vec<_>>())).collect();
        prop_assert_eq!(all, expected);
    }

    #[test]
    fn the_order_of_entries_does_not_matter(input in inputs(500)) {
        let mut reversed = input.clone();
        reversed.entries.reverse();
        prop_assert_eq!(input.bytes(), reversed.bytes());
    }

    #[test]
    fn seeking_is_a_linear_scan(input in inputs(3000), steps in prop::collection::vec((0u32..400, 0usize..3), 1..40)) {
        let family = input.family();
        for (term, postings) in input.expected().iter().take(8) {
            let mut list = family.list(*term).unwrap();
            let mut rest: &[Posting] = postings;
            let mut target = input.shape.first_record;
            for (step, taken) in &steps {
                target = target.saturating_add(step * step / 20);
                rest = &rest[rest.partition_point(|posting| posting.record < target)..];
                prop_assert_eq!(list.seek(target), rest.first().copied());
                prop_assert_eq!(list.record(), rest.first().map(|posting| posting.record));
                if let Some(first) = rest.first() {
                    prop_assert!(list.block_last_record().unwrap() >= first.record);
                    prop_assert!(list.block_max_count().unwrap() >= first.count);
                    prop_assert!(list.block_min_size().unwrap() <= family.size(first.record));
                }
                for _ in 0..*taken {
                    prop_assert_eq!(list.next(), rest.first().copied());
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
        }
    }
}

#[test]
fn an_empty_segment_is_a_segment() {
    let shape = Shape { first_record: 7, records: 0, has_roots: true, has_sizes: true };
    let mut bytes = Vec::new();
    write(&mut bytes, shape, &[], &mut Vec::new()).unwrap();
    let family = index::postings::Family::open(tantivy::directory::OwnedBytes::new(bytes)).unwrap();
    assert_eq!(family.check(), Ok(()));
    assert_eq!((family.terms(), family.each_term().count()), (0, 0));
    assert!(family.list(0).is_none());
}

#[test]
fn entries_that_do_not_fit_are_refused() {
    let shape = Shape { first_record: 10, records: 2, has_roots: false, has_sizes: false };
    let entry = Entry { term: 1, record: 10, count: 1, root: 0 };
    let refused = |shape, sizes: &[u16], entry| {
        write(&mut Vec::new(), shape, sizes, &mut vec![entry]).unwrap_err().to_string()
    };
    assert!(refused(shape, &[], Entry { record: 9, ..entry }).contains("outside"));
    assert!(refused(shape, &[], Entry { record: 12, ..entry }).contains("outside"));
    assert!(refused(shape, &[], Entry { count: 0, ..entry }).contains("count 0"));
    assert!(refused(shape, &[], Entry { root: 3, ..entry }).contains("without roots"));
    assert!(refused(shape, &[1], entry).contains("sizes"));
    let beyond = Shape { first_record: u32::MAX, ..shape };
    assert!(refused(beyond, &[], Entry { record: u32::MAX, ..entry }).contains("last id"));
}

#[test]
fn the_last_record_id_of_all_is_usable() {
    let shape = Shape { first_record: u32::MAX - 300, records: 301, has_roots: false, has_sizes: false };
    let entry = |record| Entry { term: u64::MAX, record, count: 1, root: 0 };
    let entries: Vec<Entry> = (u32::MAX - 300..=u32::MAX).map(entry).collect();
    let input = crate::support::Input { shape, sizes: Vec::new(), entries };
    let family = input.family();
    assert_eq!(family.check(), Ok(()));
    assert_eq!(family.list(u64::MAX).unwrap().last().unwrap().record, u32::MAX);
    assert_eq!(family.list(u64::MAX).unwrap().seek(u32::MAX).unwrap().record, u32::MAX);
}
