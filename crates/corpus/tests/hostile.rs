//! Files that are broken at random: readers complain, continue, and never panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use corpus::collection::{Entry, Format};
use document::{Complaint, Text, Unit};
use proptest::prelude::*;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

/// Reads bytes as the first file of an entry; a dump has the same bytes as comments too.
fn read(format: Format, bytes: &[u8]) -> Vec<Result<Unit, Complaint>> {
    let folder = tempfile::tempdir().unwrap();
    let names: &[&str] = match format {
        Format::StackExchange => &["Posts.xml", "Comments.xml"],
        Format::Arqmath => &["Posts.V1.3.xml", "1.tsv"],
        _ => &["file"],
    };
    let files: Vec<_> = names.iter().map(|name| folder.path().join(name)).collect();
    files.iter().for_each(|file| std::fs::write(file, bytes).unwrap());
    match Entry::new("entry", format, files).read(&Arc::default()) {
        Ok(units) => units.collect(),
        Err(_) => Vec::new(),
    }
}

fn check(items: &[Result<Unit, Complaint>]) {
    for item in items {
        match item {
            Ok(unit) => {
                assert!(!unit.id.is_empty());
                unit.texts().for_each(|(_, text)| check_text(text));
            }
            Err(complaint) => {
                assert!(!complaint.message.is_empty() && !complaint.hint.is_empty(), "{complaint:?}");
            }
        }
    }
}

fn check_text(text: &Text) {
    let mut end = 0;
    for formula in &text.formulas {
        assert!(end <= formula.place.start, "formulas out of order");
        assert!(text.text.get(formula.place.clone()).is_some(), "a formula outside its text");
        end = formula.place.end;
    }
}

/// One change to a file.
#[derive(Clone, Debug)]
enum Change {
    Set(usize, u8),
    Cut(usize),
    Remove(usize, usize),
    Insert(usize, Vec<u8>),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let within = |at: usize, bytes: &Vec<u8>| at % bytes.len().max(1);
        match self {
            Change::Set(at, value) => {
                let at = within(*at, bytes);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = *value);
            }
            Change::Cut(at) => bytes.truncate(within(*at, bytes)),
            Change::Remove(at, length) => {
                let at = within(*at, bytes);
                bytes.drain(at..(at + length).min(bytes.len()));
            }
            Change::Insert(at, new) => {
                let at = within(*at, bytes);
                bytes.splice(at..at, new.iter().copied());
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let pieces: Vec<Vec<u8>> =
        ["\"", "<", ">", "&", "&lt;", "\t", "\n", "$", "$$", "\\", "{", "}", "[", "<row ", "\u{e9}"]
            .iter()
            .map(|piece| piece.as_bytes().to_vec())
            .chain([vec![0xFF], vec![0], vec![0xC3]])
            .collect();
    prop_oneof![
        4 => (any::<usize>(), any::<u8>()).prop_map(|(at, value)| Change::Set(at, value)),
        1 => any::<usize>().prop_map(Change::Cut),
        2 => (any::<usize>(), 0_usize..300).prop_map(|(at, length)| Change::Remove(at, length)),
        6 => (any::<usize>(), prop::sample::select(pieces)).prop_map(|(at, piece)| Change::Insert(at, piece)),
    ]
}

const UNITS: &str = r#"{"id": "c1", "kind": "card", "title": "$e$", "body": "$e^{i\\pi}=-1$ or <math><mi>x</mi></math>", "tags": ["complex"], "comments": ["nice", {"text": "$x"}], "date": "1970-01-02", "symbols": [{"symbol": "e", "meaning": "base"}], "links": [{"kind": "duplicate", "id": "c2"}]}
{"id": 2, "body": "\\emph{ring} $\\R$ and \\[x\\] 50%", "preamble": "\\newcommand{\\R}{\\mathbb{R}}"}
{"Q": "why $x$?", "A": "so", "meta": {"url": "https://x/1", "answer_id": 0, "question_score": "8"}}
"#;

proptest! {
    #[test]
    fn mangled_collections_are_harmless(which in 0_usize..5, changes in prop::collection::vec(change(), 1..12)) {
        let (format, mut bytes) = match which {
            0 => (Format::Jsonl, UNITS.as_bytes().to_vec()),
            1 => (Format::Tsv, fixture("arqmath/Formulas/latex_representation_v3/2.tsv")),
            2 => (Format::Tsv, b"a\tx^2\tb\na\t\\beta\tc\n".to_vec()),
            3 => (Format::Arqmath, fixture("arqmath/Collection/Posts.V1.3.xml")),
            _ => (Format::StackExchange, fixture("mathematics.stackexchange.com/Posts.xml")),
        };
        changes.iter().for_each(|change| change.apply(&mut bytes));
        check(&read(format, &bytes));
    }
}

/// A line of 300 MB, 300 kB on disk.
#[test]
fn an_endless_line_is_left_out_and_reading_continues() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"{\"id\": 1, \"body\": \"a\"}\n{\"id\": \"").unwrap();
    let block = vec![b'x'; 1 << 20];
    (0..300).for_each(|_| encoder.write_all(&block).unwrap());
    encoder.write_all(b"\"}\n{\"id\": 3, \"body\": \"b\"}\n").unwrap();
    let items = read(Format::Jsonl, &encoder.finish().unwrap());
    let summary: Vec<String> = items
        .iter()
        .map(|item| item.as_ref().map_or_else(|complaint| complaint.to_string(), |unit| unit.id.clone()))
        .collect();
    assert_eq!(summary.len(), 3, "{summary:?}");
    assert!(summary[1].starts_with("entry:2: a line of more than 64 MB is left out"), "{summary:?}");
    assert_eq!((summary[0].as_str(), summary[2].as_str()), ("1", "3"));
}
