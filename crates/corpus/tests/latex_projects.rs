//! Real LaTeX: no formula is lost or found twice, ids are unique, files are followed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/entries.rs"]
mod entries;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use corpus::collection::Format;
use document::Unit;
use entries::{entry, files, formulas, read};
use testkit::unpacked_archive;

/// Counts formulas in the simplest way: comments removed, then from each opening to the next closing delimiter. It does
/// not know braces, macros or text in formulas.
fn naive_count(source: &str) -> usize {
    let uncommented = |line: &str| {
        let cut = line.match_indices('%').map(|(at, _)| at).find(|&at| !line[..at].ends_with('\\'));
        line[..cut.unwrap_or(line.len())].to_owned() + "\n"
    };
    let source: String = source.lines().map(uncommented).collect();
    let environments = ["equation", "align", "gather", "multline", "eqnarray", "array", "tikzcd"];
    let mut pairs: Vec<(String, String)> = Vec::new();
    for name in ["verbatim", "lstlisting", "comment"] {
        pairs.push((format!("\\begin{{{name}}}"), format!("\\end{{{name}}}")));
    }
    let skipped = pairs.len();
    for name in environments.iter().flat_map(|name| [name.to_string(), format!("{name}*")]) {
        pairs.push((format!("\\begin{{{name}}}"), format!("\\end{{{name}}}")));
    }
    for (open, close) in [("\\[", "\\]"), ("\\(", "\\)"), ("$$", "$$"), ("$", "$")] {
        pairs.push((open.to_owned(), close.to_owned()));
    }
    let (mut rest, mut count) = (source.as_str(), 0);
    while let Some(at) = rest.find(['\\', '$']) {
        rest = &rest[at..];
        let found = pairs.iter().position(|(open, _)| rest.starts_with(open.as_str()));
        let Some(found) = found else {
            let escaped =
                if rest.starts_with('\\') { rest.chars().nth(1).map_or(0, char::len_utf8) } else { 0 };
            rest = &rest[1 + escaped..];
            continue;
        };
        let (open, close) = &pairs[found];
        rest = &rest[open.len()..];
        let end = rest.find(close.as_str()).map_or(rest.len(), |end| end + close.len());
        rest = &rest[end..];
        count += usize::from(found >= skipped);
    }
    count
}

/// The number of formulas that the simple count finds although they are in the text of another formula, as in
/// `$\Setabs{x}{\text{$17$ is in the range of $f$}}$`.
const IN_TEXT_OF_FORMULAS: [(&str, usize); 6] = [
    ("computability/computability-theory/rice-theorem.tex", 8),
    ("incompleteness/incompleteness-provability/tarski-thm.tex", 1),
    ("incompleteness/theories-computability/consis-with-q.tex", 1),
    ("normal-modal-logic/completeness/canonical-models.tex", 1),
    ("proof-theory/propositions-as-types/sequent-natural-deduction.tex", 1),
    ("set-theory/choice/wellorderingproblem.tex", 1),
];

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn openlogic_loses_no_formula_in_any_file() {
    let folder = unpacked_archive("corpora/openlogic-latex.tar.gz");
    let mut total = 0;
    for file in files(folder.path(), "tex") {
        let source = fs::read_to_string(&file).unwrap();
        if source.contains("\\olimport") || source.contains("\\subfile{") {
            continue;
        }
        let (units, complaints) = read(&entry("file", Format::Latex, &file));
        assert!(complaints.is_empty(), "{complaints:?}");
        let extra =
            IN_TEXT_OF_FORMULAS.iter().find(|(name, _)| file.ends_with(Path::new("content").join(name)));
        let expected = naive_count(&source) - extra.map_or(0, |(_, count)| *count);
        assert_eq!(formulas(&units), expected, "{}", file.display());
        total += expected;
    }
    assert!(total > 30_000, "{total} formulas");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn openlogic_as_one_project_has_every_formula_once() {
    let folder = unpacked_archive("corpora/openlogic-latex.tar.gz");
    let all = files(folder.path(), "tex");
    assert_eq!(all.len(), 722);
    let inputs: String = all.iter().map(|file| format!("\\input{{{}}}\n", file.display())).collect();
    let main = folder.path().join("main.tex");
    fs::write(&main, format!("\\begin{{document}}\n{inputs}\\end{{document}}\n")).unwrap();
    let (units, complaints) = read(&entry("openlogic", Format::Latex, &main));
    let naive: usize = all.iter().map(|file| naive_count(&fs::read_to_string(file).unwrap())).sum();
    let extra: usize = IN_TEXT_OF_FORMULAS.iter().map(|(_, count)| count).sum();
    assert_eq!(complaints, []);
    assert_eq!(formulas(&units), naive - extra);
    assert_eq!(kinds(&units)["definition"], 500);
    assert_eq!(kinds(&units)["proof"], 702);
    let links: usize = units.iter().map(|unit| unit.links.len()).sum();
    assert!(links > 1000, "{links} links");
}

fn kinds(units: &[Unit]) -> BTreeMap<&str, usize> {
    let mut kinds = BTreeMap::new();
    for unit in units {
        *kinds.entry(unit.kind.as_str()).or_default() += 1;
    }
    kinds
}

/// The chapters of a textbook, with the number of formulas in `\index` and in a definition, which are not printed.
const CHAPTERS: [(&str, usize); 12] = [
    ("ch-approximate", 0),
    ("ch-contfunc", 1),
    ("ch-der", 5),
    ("ch-metric", 2),
    ("ch-multivar-int", 3),
    ("ch-one-dim-ints-sv", 0),
    ("ch-real-nums", 0),
    ("ch-riemann", 2),
    ("ch-seq-funcs", 2),
    ("ch-seq-ser", 2),
    ("ch-several-vars-ders", 1),
    ("ch-vol1-intro", 1),
];

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn a_textbook_is_read_chapter_by_chapter_and_from_its_main_file() {
    let folder = unpacked_archive("corpora/textbooks.tar.gz");
    let chapter = |name: &str| folder.path().join(format!("ra/{name}.tex"));
    let main_source = fs::read_to_string(chapter("realanal")).unwrap();
    let mut of_main = 0;
    for (name, unprinted) in CHAPTERS {
        let source = fs::read_to_string(chapter(name)).unwrap();
        let (units, _) = read(&entry("file", Format::Latex, &chapter(name)));
        assert_eq!(formulas(&units), naive_count(&source) - unprinted, "{name}");
        if main_source.lines().any(|line| line.contains(name) && !line.starts_with('%')) {
            of_main += formulas(&units);
        }
    }
    let (units, complaints) = read(&entry("ra", Format::Latex, &chapter("realanal")));
    assert_eq!(complaints, []);
    assert!(formulas(&units) >= of_main, "{} of {of_main}", formulas(&units));
    assert!(units.iter().all(|unit| unit.macros.is_some()));
    let theorem = units.iter().find(|unit| unit.id == "ra#induction:thm").unwrap();
    assert_eq!((theorem.kind.as_str(), theorem.title.text.as_str()), ("theorem", "Principle of induction"));
    assert_eq!(theorem.parent.as_deref(), Some("ra#sec:basicset/induction"));
}

#[test]
fn files_are_followed_inside_the_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("outside.tex", "$secret$");
    write(
        "paper/main.tex",
        "\\documentclass{article}\\usepackage{amsmath,local}\\input{macros}\n\\begin{document}\n\
         $m$ \\include{a/one} \\input a/two \\subimport{a/}{three}\n\\input{missing}\n\\input{../outside}\n\
         \\end{document} $behind$",
    );
    write("paper/local.sty", "\\newcommand{\\fromstyle}{x}");
    write("paper/macros.tex", "\\newcommand{\\frommacros}{x}");
    write("paper/a/one.tex", "$a$ % \\input{nothing}\n\\input{two}\\input{main}");
    write("paper/a/two.tex", "$b$ \\input{a/one}");
    write("paper/a/three.tex", "\\documentclass[../main]{subfiles}\\begin{document}$c$\\end{document} $d$");
    let (units, complaints) = read(&entry("paper", Format::Latex, &folder.path().join("paper/main.tex")));
    let mut found: Vec<&str> = units[0].body.formulas.iter().map(|formula| formula.source.as_str()).collect();
    found.sort();
    assert_eq!(found, ["a", "b", "c", "m"]);
    assert_eq!(units[0].macros.as_ref().map(|macros| macros.len()), Some(2));
    let mut messages: Vec<(usize, &str)> =
        complaints.iter().map(|complaint| (complaint.line, complaint.message.as_str())).collect();
    messages.sort();
    assert_eq!(
        messages,
        [
            (1, "`a/one` includes itself"),
            (2, "`main` includes itself"),
            (4, "`missing` does not exist"),
            (5, "`../outside` is outside the source"),
        ]
    );
}

#[test]
fn folders_of_the_same_name_are_told_by_the_file_that_names_them() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("book.tex", "\\begin{document}\\olimport[sets]{all}\\olimport[history]{all}\\end{document}"),
        ("sets/all.tex", "$a$"),
        ("history/all.tex", "\\olimport[sets]{all}\\subimport{logic/}{all}\\input{sets/more}"),
        ("history/sets/all.tex", "$b$"),
        ("history/logic/all.tex", "$c$"),
        ("sets/more.tex", "$d$"),
        ("history/sets/more.tex", "$wrong$"),
    ] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let (units, complaints) = read(&entry("book", Format::Latex, &folder.path().join("book.tex")));
    let found: Vec<&str> = units[0].body.formulas.iter().map(|formula| formula.source.as_str()).collect();
    assert_eq!(found, ["a", "b", "c", "d"]);
    assert!(complaints.is_empty(), "{complaints:?}");
}

#[test]
fn a_missing_main_file_is_an_error_and_broken_bytes_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.tex");
    let progress = std::sync::Arc::default();
    assert!(entry("main", Format::Latex, &file).read(&progress).is_err());
    fs::write(&file, b"caf\xe9 $x$ \x00 \\begin{document").unwrap();
    let (units, _) = read(&entry("main", Format::Latex, &file));
    assert!(units[0].body.text.starts_with("café $x$"), "{:?}", units[0].body.text);
}
