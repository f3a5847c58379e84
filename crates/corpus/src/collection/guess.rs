//! Guesses the format of a file from its name and then from its first bytes.
//!
//! A guess that is wrong fills an index with nonsense, so a file that was only found in a folder needs clear marks of its
//! format. Of a file that the user named, any likeness is enough: it was meant to be read.

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
    /// A document of an unsupported kind, or text in no known format.
    Unknown,
}

/// What a file seems to be; `is_given` if the user named the file itself.
pub(super) fn guess(path: &Path, is_given: bool) -> Result<Guess> {
    let kind = names::kind(path);
    match kind {
        Some(Kind::Skip) => return Ok(Guess::Skip),
        Some(Kind::Unsupported) => return Ok(Guess::Unknown),
        Some(Kind::Format(format)) if !is_doubtful(format) => return Ok(Guess::Format(format)),
        _ => {}
    }
    let head = stream::head(path, HEAD)?;
    let text = String::from_utf8_lossy(&head);
    Ok(match kind {
        Some(Kind::Format(Format::Html)) => Guess::Format(html(&text)),
        Some(Kind::Format(Format::Tsv)) if tsv::has_header(&text) || is_given && tsv::has_formulas(&text) => {
            Guess::Format(Format::Tsv)
        }
        Some(Kind::Format(_)) => Guess::Unknown,
        _ if text.trim().is_empty() || is_binary(&head) => Guess::Skip,
        _ => match by_marks(&text).or_else(|| by_likeness(&text, kind, is_given)) {
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

/// The format of a text that has the marks of one.
fn by_marks(text: &str) -> Option<Format> {
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
    None
}

/// The format of a text without marks: a list of formulas if the user named it, a note if it has delimited formulas.
/// A name with an unknown extension is the name of a format that is unknown too, so it is no note.
fn by_likeness(text: &str, kind: Option<Kind>, is_given: bool) -> Option<Format> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '<']) {
        return None;
    }
    if is_given && tsv::has_formulas(text) {
        return Some(Format::Tsv);
    }
    let may_be_note = is_given || kind == Some(Kind::Look);
    (may_be_note && has_delimited_formulas(text)).then_some(Format::Markdown)
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

    /// The format of a text in a file of this name.
    fn guessed(name: &str, text: &str, is_given: bool) -> Option<Format> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        match guess(&path, is_given).unwrap() {
            Guess::Format(format) => Some(format),
            Guess::Skip | Guess::Unknown => None,
        }
    }

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
            ("Remember the milk, the bread and the butter.\n", None),
        ] {
            for (name, is_given) in [("a.txt", true), ("a.txt", false), ("0704.0001", false)] {
                assert_eq!(guessed(name, text, is_given), expected, "{name} {text}");
            }
        }
    }

    #[test]
    fn lists_of_formulas_are_named_by_the_user_or_have_a_header() {
        for text in ["1\t2\t\\frac12\n3\t4\tx^2\n", "\\alpha\nf(x) = x^2\n\\{1,e,\\pi\\}\n"] {
            for name in ["a.txt", "a.tsv", "a.lst", "a"] {
                assert_eq!(guessed(name, text, true), Some(Format::Tsv), "{name} {text}");
                assert_eq!(guessed(name, text, false), None, "{name} {text}");
            }
        }
        let text = "id\tlatex\n1\tx\n";
        assert_eq!(guessed("a.tsv", text, false), Some(Format::Tsv));
        assert_eq!(guessed("a.txt", text, false), None);
    }

    #[test]
    fn notes_are_plain_text_with_delimited_formulas() {
        let text = "Today we saw that $x^2 = 1$ has two roots.\n";
        for (name, is_given, expected) in [
            ("a.txt", false, Some(Format::Markdown)),
            ("a.txt", true, Some(Format::Markdown)),
            ("a.unknown", true, Some(Format::Markdown)),
            ("a.unknown", false, None),
            ("a", false, None),
        ] {
            assert_eq!(guessed(name, text, is_given), expected, "{name} {is_given}");
        }
    }

    #[test]
    fn unsupported_formats_are_not_guessed() {
        let restructured = ".. math::\n\n   x^2 + y^2\n\n   \\frac12\n\nThe sum $x^2 = 1$ is \\(x\\).\n";
        for name in ["a.rst", "a.org", "a.typ", "a.pdf", "a.bib", "a.org.gz"] {
            for text in [restructured, "x^2\n\\alpha\n", "\\documentclass{article}"] {
                assert_eq!(guessed(name, text, true), None, "{name}");
                assert_eq!(guessed(name, text, false), None, "{name}");
            }
        }
    }

    #[test]
    fn binary_is_not_text() {
        assert!(is_binary(b"\x89PNG\r\n\x1a\n\0"));
        assert!(!is_binary("naïve\ttext\n".as_bytes()));
    }
}
