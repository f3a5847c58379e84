//! Damaged bytes are detected, and never cause a panic.

use index::Budget;
use index::postings::{Damage, Dice, Entry, Family, QueryTerm, Shape, merge, top_k};
use proptest::prelude::*;
use tantivy::directory::OwnedBytes;

use crate::support::Input;

/// A small segment with lists of every kind: inline, short, long; roots across block ends; a large size.
fn small() -> Input {
    let shape = Shape { first_record: 3, records: 150, has_roots: true, has_sizes: true };
    let entry = |term, record, count, root| Entry { term, record, count, root };
    let long = (0..140).flat_map(|i| [entry(7, 3 + i, 1, 2), entry(7, 3 + i, 300, 9)]);
    let short = (0..20).map(|i| entry(1 << 40, 5 + 7 * i, 2, i as u16));
    let inline = (0..70).map(|i| entry(i * 0x1234_5678_9abc, 40 + i as u32, 1, 0));
    let sizes = (0..150).map(|i| if i == 9 { 1000 } else { i }).collect();
    Input { shape, sizes, entries: long.chain(short).chain(inline).collect() }
}

/// Everything a program does with a segment.
fn use_all(family: &Family) {
    let _ = family.check();
    for (_, mut list) in family.each_term().take(1000) {
        list.seek(50);
        assert!(list.count() <= 1000);
    }
    let term = |term| QueryTerm { term, weight: 1.0, count: 2 };
    let query = [term(7), term(1 << 40), term(0x1234_5678_9abc)];
    let segments = std::slice::from_ref(family);
    top_k(segments, &query, &Dice { query_size: 3 }, 5, &|_| true, &Budget::default());
    let _ = merge(segments, &|_| true, &mut Vec::new());
}

fn detected(bytes: Vec<u8>) -> Option<Damage> {
    match Family::open(OwnedBytes::new(bytes)) {
        Err(damage) => Some(damage),
        Ok(family) => {
            use_all(&family);
            family.check().err()
        }
    }
}

#[test]
fn the_whole_file_is_sound() {
    assert_eq!(detected(small().bytes()), None);
}

#[test]
fn every_flipped_byte_is_detected() {
    let bytes = small().bytes();
    for position in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[position] ^= flip;
            assert!(detected(damaged).is_some(), "byte {position} ^ {flip:#x}");
        }
    }
}

#[test]
fn every_truncation_is_detected() {
    let bytes = small().bytes();
    for length in 0..bytes.len() {
        assert!(detected(bytes[..length].to_vec()).is_some(), "{length} bytes");
        assert!(detected(bytes[bytes.len() - length..].to_vec()).is_some(), "the last {length} bytes");
    }
}

/// A file with matching checksums, as only an attacker would make it.
fn with_matching_sums(mut bytes: Vec<u8>) -> Vec<u8> {
    let footer = bytes.len() - 68;
    let end = |bytes: &[u8], field: usize| {
        let at = footer + 8 * field;
        u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
    };
    let ends = [24, end(&bytes, 0), end(&bytes, 1), end(&bytes, 2)];
    for section in 0..3 {
        let crc = crc32fast::hash(&bytes[ends[section]..ends[section + 1]]).to_le_bytes();
        bytes[footer + 48 + 4 * section..][..4].copy_from_slice(&crc);
    }
    let crc = crc32fast::hash(&bytes[footer..footer + 60]).to_le_bytes();
    bytes[footer + 60..footer + 64].copy_from_slice(&crc);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn forged_files_do_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = small().bytes();
        let content = bytes.len() - 68;
        for (place, value) in changes {
            bytes[24 + place.index(content - 24)] = value;
        }
        if let Ok(family) = Family::open(OwnedBytes::new(with_matching_sums(bytes))) {
            use_all(&family);
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Family::open(OwnedBytes::new(bytes)).is_err());
    }
}

#[test]
fn messages_name_the_section() {
    let bytes = small().bytes();
    let message = |bytes: Vec<u8>| detected(bytes).unwrap().to_string();
    assert_eq!(
        message(b"%PDF-1.7 and so on and so forth".to_vec()),
        "damaged postings: header: not a postings file"
    );
    assert!(
        message(bytes[..bytes.len() - 1].to_vec())
            .starts_with("damaged postings: footer: the file is truncated")
    );
    let mut other = bytes.clone();
    other[8] = 9;
    let crc = crc32fast::hash(&other[..20]).to_le_bytes();
    other[20..24].copy_from_slice(&crc);
    assert_eq!(message(other), "the postings have format version 9; this program reads version 1");
}
