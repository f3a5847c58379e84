//! Real data that is not part of the project.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;

/// A file of the shared data, unpacked; says so if it is not there.
pub fn shared(path: &str) -> Option<Vec<u8>> {
    let folder = std::env::var_os("PERGA_SHARED_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(bytes) = std::fs::read(folder.join(path)) else {
        eprintln!("skipped: {path} is not there (set PERGA_SHARED_DATA to the folder that holds it)");
        return None;
    };
    if !path.ends_with(".gz") {
        return Some(bytes);
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
    Some(plain)
}

/// The last column of a file of the gold trees, by formula id; quoted fields may hold line breaks.
pub fn gold(path: &str) -> Option<HashMap<String, String>> {
    let text = String::from_utf8(shared(path)?).unwrap();
    let mut rows = HashMap::new();
    for row in split_quoted(&text, '\n').into_iter().skip(1).filter(|row| !row.trim().is_empty()) {
        let fields = split_quoted(row, '\t');
        let (Some(id), Some(last)) = (fields.first(), fields.last()) else { continue };
        let last = last.trim();
        let value = last.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(last);
        rows.insert((*id).to_owned(), value.replace("\"\"", "\""));
    }
    Some(rows)
}

fn split_quoted(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let split = move |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    };
    text.split(split).collect()
}

/// The plain files of a tar archive, by name.
pub fn archive(path: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let bytes = shared(path)?;
    let mut files = Vec::new();
    let mut at = 0;
    while let Some(header) = bytes.get(at..at + 512).filter(|header| header[0] != 0) {
        let field = |range: std::ops::Range<usize>| {
            String::from_utf8_lossy(&header[range]).trim_matches(['\0', ' ']).to_owned()
        };
        let size = usize::from_str_radix(&field(124..136), 8).unwrap();
        if matches!(header[156], b'0' | 0) {
            files.push((field(0..100), bytes[at + 512..at + 512 + size].to_vec()));
        }
        at += 512 + size.next_multiple_of(512);
    }
    Some(files)
}

/// Every `<math>` of a document, with or without a namespace prefix.
pub fn formulas(document: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [("<math", "</math>"), ("<m:math", "</m:math>")] {
        let mut rest = document;
        while let Some(start) = rest.find(open) {
            let Some(end) = rest[start..].find(close) else { break };
            found.push(&rest[start..start + end + close.len()]);
            rest = &rest[start + end + close.len()..];
        }
    }
    found
}
