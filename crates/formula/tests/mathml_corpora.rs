//! The MathML reader on real collections: it reads sound formulas without repairs.
//!
//! The collections are not part of the project; tests that need them are ignored without the shared data (see
//! `PERGA_SHARED_DATA`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use data::{column, formulas};
use formula::Options;
use formula::diagnostic::Severity;
use formula::mathml::{read, read_content};
use formula::write::tangent::slt_string;
use testkit::{archive_files, shared_text};

/// The result of reading a collection.
#[derive(Default, Debug, PartialEq, Eq)]
struct Count {
    formulas: usize,
    empty: usize,
    repaired: usize,
}

fn count<'a>(sources: impl IntoIterator<Item = &'a str>, options: &Options) -> Count {
    let mut count = Count::default();
    for source in sources {
        let formula = read(source, options);
        let repaired = formula.diagnostics.iter().find(|finding| finding.severity == Severity::Recovery);
        count.formulas += 1;
        count.empty += usize::from(formula.slt.root().is_none());
        count.repaired += usize::from(repaired.is_some());
        if let Some(finding) = repaired {
            println!("{finding}: {source:.400}");
        }
    }
    count
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn query_variables_of_ntcir_are_wildcards() {
    let options = Options { wildcards: true, ..Options::default() };
    for (path, formulas_in) in [
        ("ntcir/ntcir11-main.xml", 55),
        ("ntcir/ntcir11-wikipedia.xml", 100),
        ("ntcir/ntcir12-arxiv.xml", 31),
    ] {
        let document = shared_text(path);
        let sources = formulas(&document);
        let expected = Count { formulas: formulas_in, ..Count::default() };
        assert_eq!(count(sources.iter().copied(), &options), expected, "{path}");
        for source in sources {
            let formula = read(source, &options);
            let presentation = source.find("MathML-Presentation").map_or("", |at| &source[at..]);
            let wildcards = slt_string(&formula.slt).matches("[?").count();
            assert_eq!(wildcards, presentation.matches("<mws:qvar").count(), "{source}");
            let (opt, findings) = read_content(source, true);
            assert!(opt.root().is_some() && findings.is_empty(), "{findings:?} {source}");
        }
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_benchmark_of_parallel_markup_is_read_without_repairs() {
    let files = archive_files("corpora/mathmlben.tar.gz");
    let row = |bytes: &[u8]| -> serde_json::Value { serde_json::from_slice(bytes).unwrap() };
    let rows: Vec<serde_json::Value> = files.iter().map(|(_, bytes)| row(bytes)).collect();
    let sources: Vec<&str> = rows.iter().filter_map(|row| row["correct_mml"].as_str()).collect();
    let expected = Count { formulas: 376, ..Count::default() };
    assert_eq!(count(sources.iter().copied(), &Options::default()), expected);
    for source in sources {
        let (opt, findings) = read_content(source, false);
        assert!(opt.root().is_some() && findings.is_empty(), "{findings:?} {source}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn web_pages_are_read_without_repairs() {
    for (path, expected) in [
        ("ntcir/ntcir12-articles-sample.tar.gz", Count { formulas: 1030, ..Count::default() }),
        // A superscript without its second argument; 26 formulas are nothing but spaces.
        ("answers-dev/html-sample.tar.gz", Count { formulas: 3133, empty: 26, repaired: 1 }),
    ] {
        let files = archive_files(path);
        let pages: Vec<String> =
            files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
        let found = count(pages.iter().flat_map(|page| formulas(page)), &Options::default());
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn reference_trees_are_read_without_repairs() {
    for (path, formulas, empty) in [
        ("arqmath/gold-trees/2020-slt.tsv.gz", 1007, 2),
        ("arqmath/gold-trees/2021-slt.tsv.gz", 843, 0),
        ("arqmath/gold-trees/2020-opt.tsv.gz", 1007, 2),
        ("arqmath/gold-trees/2021-opt.tsv.gz", 843, 0),
    ] {
        let rows = column(path);
        let found = count(rows.values().map(String::as_str), &Options::default());
        assert_eq!(found, Count { formulas, empty, repaired: 0 }, "{path}");
    }
}
