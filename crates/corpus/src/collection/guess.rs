//! Guesses the format of a file from its name and then from its first bytes.

use std::path::Path;

use document::Result;

use super::Format;
use super::names::{self, Kind};
use crate::readers::{jsonl, tsv};
use crate::stream;

/// The number of bytes of a file that are examined.
const HEAD: u64 = 128 * 1024;

/// What a file seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guess {
    /// A file of this format.
    Format(Format),
    /// A file that no reader reads, as expected.
    Skip,
    /// Text in no known format.
    Unknown,
}

/// What a file seems to be.
pub(super) fn guess(path: &Path) -> Result<Guess> {
    let kind = names::kind(path);
    match kind {
        Some(Kind::Skip) => return Ok(Guess::Skip),
        Some(Kind::Format(format)) if !is_doubtful(format) => return Ok(Guess::Format(format)),
        _ => {}
    }
    let head = stream::head(path, HEAD)?;
    let text = String::from_utf8_lossy(&head);
    Ok(match kind {
        Some(Kind::Format(Format::Html)) => Guess::Format(html(&text)),
        Some(Kind::Format(Format::Tsv)) if tsv::has_formulas(&text) => Guess::Format(Format::Tsv),
        Some(Kind::Format(_)) => Guess::Unknown,
        _ if text.trim().is_empty() || is_binary(&head) => Guess::Skip,
        _ => match by_content(&text) {
            Some(format) => Guess::Format(format),
            // Programs store their settings as JSON.
            None if names::extension(path) == "json" => Guess::Skip,
            None => Guess::Unknown,
        },
    })
}

/// Whether the name alone does not decide.
fn is_doubtful(format: Format) -> bool {
    matches!(format, Format::Html | Format::Tsv)
}

/// The format of a text whose name says nothing.
pub(super) fn by_content(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return json(text);
    }
    if text.starts_with('<') {
        return xml(text);
    }
    if ["\\documentclass", "\\begin{document}", "\\section{", "\\chapter{"]
        .iter()
        .any(|mark| text.contains(mark))
    {
        return Some(Format::Latex);
    }
    if tsv::has_formulas(text) {
        return Some(Format::Tsv);
    }
    has_delimited_formulas(text).then_some(Format::Markdown)
}

fn json(text: &str) -> Option<Format> {
    if text.contains("\"cells\"") && (text.contains("\"nbformat\"") || text.contains("\"cell_type\"")) {
        return Some(Format::Jupyter);
    }
    let line = text.lines().next()?;
    jsonl::is_unit(line).then_some(Format::Jsonl)
}

/// Elements at the root of a PreTeXt file: a book, or a part of one.
const PRETEXT: [&str; 22] = [
    "pretext",
    "mathbook",
    "book",
    "article",
    "part",
    "chapter",
    "section",
    "subsection",
    "appendix",
    "preface",
    "frontmatter",
    "backmatter",
    "exercises",
    "worksheet",
    "introduction",
    "conclusion",
    "docinfo",
    "bookinfo",
    "macros",
    "solutions",
    "references",
    "glossary",
];

fn xml(text: &str) -> Option<Format> {
    if text.contains("<row ") && text.contains(" PostTypeId=\"") {
        return Some(Format::StackExchange);
    }
    let root = root_element(text)?;
    if root.eq_ignore_ascii_case("html") {
        return Some(html(text));
    }
    let is_pretext = PRETEXT.contains(&root)
        && ["<pretext", "<mathbook", "<m>", "<p>", "<p ", "xi:include", "<docinfo", "<macros"]
            .iter()
            .any(|mark| text.contains(mark));
    is_pretext.then_some(Format::Pretext)
}

/// The name of the first element, after comments, declarations and instructions.
fn root_element(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.get(rest.find('<')? + 1..)?;
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.get(comment.find("-->")?..)?;
        } else if rest.to_ascii_lowercase().starts_with("!doctype html") {
            return Some("html");
        } else if !rest.starts_with(['!', '?']) {
            let end = rest.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
            return rest.get(..end);
        }
    }
}

/// A web page, or a document of the NTCIR collections, which have each formula as parallel MathML.
fn html(text: &str) -> Format {
    let is_parallel = text.contains("MathML-Content") && text.contains("<math");
    let is_article = text.contains("name=\"docid\"") && text.contains("name=\"datfile\"");
    if is_parallel || is_article { Format::Ntcir } else { Format::Html }
}

fn is_binary(head: &[u8]) -> bool {
    let start = head.get(..8192).unwrap_or(head);
    let odd =
        start.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C)).count();
    memchr::memchr(0, start).is_some() || odd * 10 > start.len()
}

fn has_delimited_formulas(text: &str) -> bool {
    text.contains("$$")
        || text.contains("\\(")
        || text.contains("\\begin{")
        || text.lines().any(|line| line.matches('$').count() >= 2 && line.contains(['\\', '^', '_', '=']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_their_first_bytes() {
        for (text, expected) in [
            ("{\"id\": \"1\", \"body\": \"x\"}\n", Some(Format::Jsonl)),
            ("{\"Q\": \"why?\", \"A\": \"because\"}", Some(Format::Jsonl)),
            ("{\n \"cells\": [], \"nbformat\": 4}", Some(Format::Jupyter)),
            ("{\"name\": \"settings\"}", None),
            (
                "<?xml version=\"1.0\"?>\n<posts>\n <row Id=\"1\" PostTypeId=\"1\"/>",
                Some(Format::StackExchange),
            ),
            ("<?xml version='1.0'?><!-- <html> --><chapter xml:id='a'><p>Let</p>", Some(Format::Pretext)),
            ("<!DOCTYPE html><title>x</title>", Some(Format::Html)),
            ("<html xmlns='x'><math><annotation-xml encoding=\"MathML-Content\">", Some(Format::Ntcir)),
            ("<?xml version=\"1.0\"?><Topics><Topic/></Topics>", None),
            ("% a paper\n\\documentclass{article}", Some(Format::Latex)),
            ("1\t2\t\\frac12\n3\t4\tx^2\n", Some(Format::Tsv)),
            ("\\alpha\nf(x) = x^2\n\\{1,e,\\pi\\}\n", Some(Format::Tsv)),
            ("Today we saw that $x^2 = 1$ has two roots.\n", Some(Format::Markdown)),
            ("Remember the milk, the bread and the butter.\n", None),
        ] {
            assert_eq!(by_content(text), expected, "{text}");
        }
    }

    #[test]
    fn binary_is_not_text() {
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0"));
        assert!(!is_binary("naïve\ttext\n".as_bytes()));
    }
}
