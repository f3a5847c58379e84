//! The MathML reader against the trees that other programs made of the same formulas.
//!
//! The reference strings and LaTeXML's MathML for them are not part of the project; tests that need them
//! say so and pass when they are not there (see `PERGA_SHARED_DATA`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;

use formula::mathml::{read_content, read_presentation};
use formula::tangent_strings::{parse_opt, parse_slt};
use formula::write::tangent::{opt_string, slt_string};

fn shared(path: &str) -> Option<Vec<u8>> {
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
fn gold(path: &str) -> Option<HashMap<String, String>> {
    let text = String::from_utf8(shared(path)?).unwrap();
    let mut rows = HashMap::new();
    for row in split_quoted(&text, '\n').into_iter().skip(1) {
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

struct Topic {
    name: String,
    slt: String,
    opt: String,
    presentation: String,
    content: String,
}

/// The development topics with LaTeXML's MathML of the same LaTeX.
fn topics() -> Option<Vec<Topic>> {
    let latex = gold("arqmath/gold-trees/2020-latex.tsv.gz")?;
    let presentation = gold("arqmath/gold-trees/2020-slt.tsv.gz")?;
    let content = gold("arqmath/gold-trees/2020-opt.tsv.gz")?;
    let squeezed = |text: &str| text.replace('$', "").split_whitespace().collect::<String>();
    let mut ids: HashMap<String, &String> = HashMap::new();
    for (id, latex) in &latex {
        ids.insert(squeezed(latex), id);
    }
    let lines = String::from_utf8(shared("formula-dev/topics.jsonl")?).unwrap();
    let read = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap().to_owned();
        let id = ids[&squeezed(&field("latex"))];
        Topic {
            name: field("topic"),
            slt: unquoted(&field("slt")),
            opt: unquoted(&field("opt")),
            presentation: presentation[id].clone(),
            content: content[id].clone(),
        }
    };
    Some(lines.lines().map(read).collect())
}

/// One of the strings was taken from a CSV file with its quotes.
fn unquoted(string: &str) -> String {
    match string.strip_prefix("\\\"").and_then(|rest| rest.strip_suffix("\\\"")) {
        Some(inner) => inner.replace("\\\"\\\"", "\""),
        None => string.to_owned(),
    }
}

/// Where the reference string is not what a reader of the same MathML should say: topic, what the reference
/// has, what we have, why.
const DIFFERENCES: [(&str, &str, &str, &str); 4] = [
    ("B.37", "[V!qvar_$]", "[V!&quest;]", "the reference took `?` for a query variable"),
    ("B.37", "1[V!f]]]]", "1[V!f]],1[V!&quest;]]]", "the reference dropped `?`"),
    ("B.21", "0[W!],1[N!100]", "0[T!mod],1[N!100]", "the reference lost the words inside `<ci><mtext>`"),
    ("B.59", "V!italic-ϕ", "V!ϕ", "LaTeXML's name for the italic letter"),
];

fn adjusted(topic: &str, reference: String) -> String {
    let ours = DIFFERENCES.iter().filter(|difference| difference.0 == topic);
    ours.fold(reference, |reference, (_, theirs, ours, _)| reference.replace(theirs, ours))
}

#[test]
fn the_reference_strings_come_out_of_latexml() {
    let Some(mut topics) = topics() else { return };
    let fixture = include_str!("mathml/latexml-ams.tsv");
    for line in fixture.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let topic = topics.iter_mut().find(|topic| topic.name == fields[0]).unwrap();
        (topic.presentation, topic.content) = (fields[1].to_owned(), fields[2].to_owned());
    }
    assert_eq!(topics.len(), 29);
    for topic in topics {
        let (slt, findings) = read_presentation(&topic.presentation, false);
        let reference = slt_string(&parse_slt(&topic.slt).unwrap());
        assert_eq!(slt_string(&slt), adjusted(&topic.name, reference), "layout of {}", topic.name);
        assert!(findings.is_empty(), "{}: {findings:?}", topic.name);
        let (opt, findings) = read_content(&topic.content, false);
        let reference = opt_string(&parse_opt(&topic.opt).unwrap());
        assert_eq!(opt_string(&opt), adjusted(&topic.name, reference), "operators of {}", topic.name);
        assert!(findings.is_empty(), "{}: {findings:?}", topic.name);
    }
}
