//! Real PreTeXt: no formula is lost or found twice, includes are followed, references point somewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/entries.rs"]
mod entries;

use std::fs;

use corpus::collection::Format;
use entries::{entry, files, formulas, read};
use testkit::unpacked_archive;

/// A source without everything from an opening to the next closing piece.
fn without(source: &str, open: &str, close: &str) -> String {
    let mut pieces = source.split(open);
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        out.push_str(piece.split_once(close).map_or("", |(_, rest)| rest));
    }
    out
}

/// Counts formulas in the simplest way: the opening tags, without those that no reader sees.
fn naive_count(source: &str) -> usize {
    let mut source = without(source, "<!--", "-->");
    for name in ["idx", "sage", "program"] {
        source = without(&source, &format!("<{name}>"), &format!("</{name}>"));
    }
    let tags = ["<m>", "<me>", "<men>", "<men ", "<md>", "<md ", "<mdn>", "<mdn "];
    let count = |tag: &str| source.matches(tag).count();
    let drawings = source.split("<latex-image").skip(1).filter_map(|rest| rest.split("</latex-image").next());
    let drawn = drawings.map(|drawing| drawing.matches("\\(").count() + drawing.matches('$').count() / 2);
    // Text between rows separates them.
    tags.iter().map(|tag| count(tag)).sum::<usize>() + count("<intertext>") + drawn.sum::<usize>()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn no_formula_of_a_file_is_lost() {
    let folder = unpacked_archive("corpora/textbooks.tar.gz");
    let mut total = 0;
    for book in ["aata/src", "fcla/src2"] {
        for file in files(&folder.path().join(book), "xml") {
            let source = fs::read_to_string(&file).unwrap();
            if source.contains("xi:include") || !source.contains("<m>") {
                continue;
            }
            let (units, complaints) = read(&entry("file", Format::Pretext, &file));
            assert_eq!(complaints, []);
            // In one file the text between rows comes before the first of them and separates nothing.
            let parts_nothing = usize::from(file.ends_with("section-MISLE.xml"));
            assert_eq!(formulas(&units), naive_count(&source) - parts_nothing, "{}", file.display());
            total += formulas(&units);
        }
    }
    assert!(total > 22_000, "{total} formulas");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn books_are_read_from_their_main_files() {
    let folder = unpacked_archive("corpora/textbooks.tar.gz");
    for (book, main, least) in [
        ("aata/src", "aata.xml", [2_000, 17_000, 300, 12]),
        ("fcla/src2", "fcla.xml", [2_000, 15_000, 3_900, 80]),
        // Older than PreTeXt: dollars in the text, references by acronyms.
        ("fcla/src", "fcla.xml", [1_900, 14_000, 0, 90]),
    ] {
        let (units, complaints) = read(&entry(book, Format::Pretext, &folder.path().join(book).join(main)));
        assert_eq!(complaints, [], "{book}");
        let links = units.iter().map(|unit| unit.links.len()).sum();
        let macros = units.first().and_then(|unit| unit.macros.as_ref()).map_or(0, |macros| macros.len());
        let found: [usize; 4] = [units.len(), formulas(&units), links, macros];
        assert!(found.iter().zip(least).all(|(found, least)| *found >= least), "{book}: {found:?}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn a_theorem_of_a_book_has_its_title_text_and_references() {
    let folder = unpacked_archive("corpora/textbooks.tar.gz");
    let (units, _) = read(&entry("fcla", Format::Pretext, &folder.path().join("fcla/src2/fcla.xml")));
    let definition = units.iter().find(|unit| unit.id == "fcla#definition-B").unwrap();
    assert_eq!((definition.kind.as_str(), definition.title.text.as_str()), ("definition", "Basis"));
    assert!(
        definition.body.text.starts_with(r"Suppose \(V\) is a vector space."),
        "{}",
        definition.body.text
    );
    let theorem = units.iter().find(|unit| unit.id == "fcla#theorem-SUVB").unwrap();
    assert_eq!(theorem.parent.as_deref(), Some("fcla#subsection-B-B"));
    assert!(theorem.links.iter().any(|link| link.target == "fcla#definition-SUV"));
}
