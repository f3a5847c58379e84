//! The entries that are found under the names that a user gives.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/folder.rs"]
mod support;

use std::io::Write;
use std::path::{Path, PathBuf};

use corpus::collection::{Format, Survey, SurveyOptions, survey};
use support::{folder, tar_gz};

/// `format name: file file` for each entry, with names relative to the folder.
fn entries(folder: &Path, format: Option<Format>) -> (Vec<String>, Survey) {
    let survey = survey(&[folder.to_owned()], &SurveyOptions { format, ..SurveyOptions::default() });
    let prefix = format!("{}/", folder.display());
    let lines = survey.entries.iter().map(|entry| {
        let files: Vec<_> =
            entry.files.iter().map(|file| file.file_name().unwrap().to_string_lossy()).collect();
        let name = entry.name.strip_prefix(&prefix).unwrap_or("");
        format!("{} {name}: {}", entry.format.name(), files.join(" "))
    });
    (lines.collect(), survey)
}

#[test]
fn a_mixed_folder_is_sorted_into_entries() {
    let folder = folder(&[
        ("notes/a.md", "# A"),
        ("notes/b.ipynb", "{\"cells\": []}"),
        ("notes/.hidden.md", "x"),
        ("notes/.obsidian/x.md", "x"),
        ("notes/node_modules/y.md", "x"),
        ("notes/ignored.md", "x"),
        ("notes/.gitignore", "ignored.md\n"),
        ("page.html", "<!DOCTYPE html><p>x"),
        ("picture.png", "\u{89}PNG"),
        ("style.css", "p {}"),
        ("list.tsv", "id\tlatex\n1\t\\alpha\n2\tx^2\n"),
        ("values.tsv", "1\t\\alpha\n2\tx^2\n"),
        ("links.tsv", "question_id\tother\n1\t2\n"),
        ("units.jsonl", "{}"),
        ("list.txt", "x^2\n\\beta\n"),
        ("thoughts.txt", "nothing much to be said about this"),
        ("paper.rst", ".. math:: x^2\n"),
        ("notes/one.org", "$x^2=1$"),
        ("notes/two.org", "$x^2=1$"),
        ("paper.pdf", "%PDF"),
        ("empty", ""),
    ]);
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(
        lines,
        [
            "tsv list.tsv: list.tsv",
            "markdown notes/a.md: a.md",
            "jupyter notes/b.ipynb: b.ipynb",
            "html page.html: page.html",
            "jsonl units.jsonl: units.jsonl",
        ]
    );
    assert_eq!(survey.skipped, 3);
    let complaints: Vec<String> = survey
        .complaints
        .iter()
        .map(|complaint| format!("{}: {}", complaint.file.rsplit('/').next().unwrap(), complaint.message))
        .collect();
    assert_eq!(
        complaints,
        [
            "one.org: unsupported file type (and 1 more)",
            "paper.pdf: unsupported file type",
            "paper.rst: unsupported file type",
            "links.tsv: unsupported file type (and 1 more)",
            "list.txt: unsupported file type (and 1 more)",
        ]
    );
    assert!(survey.complaints[1].hint.starts_with("convert it"), "{:?}", survey.complaints[1]);
    assert!(survey.complaints[3].hint.ends_with("name its format"), "{:?}", survey.complaints[3]);
}

#[test]
fn unsupported_documents_of_archives_are_named_and_not_unpacked() {
    let folder = folder(&[]);
    let archive = tar_gz(&[("a.md", "x"), ("b.org", "$x^2=1$"), ("sub/c.org", "x"), ("d.png", "x")]);
    std::fs::write(folder.path().join("all.tar.gz"), archive).unwrap();
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(lines, ["markdown all.tar.gz/a.md: a.md"]);
    assert_eq!(survey.complaints.len(), 1);
    assert!(survey.complaints[0].file.ends_with("all.tar.gz/b.org"), "{}", survey.complaints[0]);
    assert_eq!(survey.complaints[0].message, "unsupported file type (and 1 more)");
    assert!(survey.sources[0].is_whole);
    assert!(survey.sources[0].unread.iter().any(|name| name.ends_with("all.tar.gz/sub/c.org")));
}

#[test]
fn a_named_format_includes_every_file_that_could_have_it() {
    let folder = folder(&[("a.txt", "prose it is"), ("b.md", "x"), ("c", "y"), ("d.png", "z")]);
    let (lines, survey) = entries(folder.path(), Some(Format::Markdown));
    assert_eq!(lines, ["markdown a.txt: a.txt", "markdown b.md: b.md", "markdown c: c"]);
    assert_eq!((survey.skipped, survey.complaints.len()), (1, 0));
}

#[test]
fn a_latex_project_is_one_entry_with_all_its_inputs() {
    let folder = folder(&[
        ("book/main.tex", "\\documentclass{book}\\usepackage{own}\\input{macros}\\include{parts/one}"),
        ("book/macros.tex", "\\newcommand{\\R}{R}"),
        ("book/own.sty", ""),
        ("book/parts/one.tex", "\\input{parts/two} % \\input{stray}"),
        ("book/parts/two.tex", "x"),
        ("book/stray.tex", "y"),
        ("paper.tex", "\\documentclass{article}"),
        ("loop/a.tex", "\\input{b}"),
        ("loop/b.tex", "\\documentclass{article}\\input{a}"),
    ]);
    let (lines, _) = entries(folder.path(), None);
    assert_eq!(
        lines,
        [
            "latex book/main.tex: main.tex own.sty macros.tex one.tex two.tex",
            "latex book/stray.tex: stray.tex",
            "latex loop/b.tex: b.tex a.tex",
            "latex paper.tex: paper.tex",
        ]
    );
    let main = folder.path().join("book/main.tex");
    let alone = survey(&[main], &SurveyOptions::default());
    assert_eq!(alone.entries[0].files.len(), 5);
}

/// A file that a reader would not find from the main file is not lost.
#[test]
fn an_unreachable_part_is_an_entry_of_its_own() {
    let folder = folder(&[
        ("main.tex", "\\documentclass{book}\\input{a/b/part}"),
        ("a/b/part.tex", "\\input{x}"),
        ("a/x.tex", "x"),
    ]);
    let (lines, _) = entries(folder.path(), None);
    assert_eq!(lines, ["latex a/x.tex: x.tex", "latex main.tex: main.tex part.tex"]);
}

#[test]
fn a_pretext_book_is_one_entry() {
    let folder = folder(&[
        ("book.ptx", "<pretext><xi:include href=\"./ch1.xml\"/></pretext>"),
        ("ch1.xml", "<chapter><p>x</p><xi:include href=\"strange.xml\"/></chapter>"),
        ("strange.xml", "<archetypes><p>x</p></archetypes>"),
        ("other.xml", "<section><p>x</p></section>"),
    ]);
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(lines, ["pretext book.ptx: book.ptx ch1.xml strange.xml", "pretext other.xml: other.xml"]);
    assert!(survey.complaints.is_empty(), "{:?}", survey.complaints);
}

const POSTS: &str = "<posts><row Id=\"1\" PostTypeId=\"1\" Body=\"x\"/></posts>";

#[test]
fn a_dump_is_one_entry() {
    let folder = folder(&[
        ("math.stackexchange.com/Posts.xml", POSTS),
        ("math.stackexchange.com/Comments.xml", "<comments/>"),
        ("math.stackexchange.com/PostLinks.xml", "<postlinks/>"),
        ("math.stackexchange.com/Tags.xml", "<tags/>"),
        ("math.stackexchange.com/Votes.xml", "<votes/>"),
        ("math.stackexchange.com/Users.xml", "<users/>"),
        ("math.stackexchange.com/PostHistory.xml", "<posthistory/>"),
    ]);
    let all = "Posts.xml Comments.xml PostLinks.xml Tags.xml Votes.xml";
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(lines, [format!("stackexchange math.stackexchange.com: {all}")]);
    assert_eq!((survey.skipped, survey.complaints.len()), (2, 0));
    let posts = folder.path().join("math.stackexchange.com/Posts.xml");
    let alone = corpus::collection::survey(&[posts], &SurveyOptions::default());
    assert_eq!((alone.entries.len(), alone.entries[0].files.len()), (1, 5));
}

#[test]
fn the_arqmath_collection_is_one_entry() {
    let header = "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\n";
    let folder = folder(&[
        ("Collection/Posts.V1.3.xml", POSTS),
        ("Collection/Comments.V1.3.xml", "<comments/>"),
        ("Formulas/latex_representation_v3/1.tsv", header),
        ("Formulas/latex_representation_v3/2.tsv", header),
        ("Formulas/slt_representation_v3/1.tsv", header),
        ("Formulas/opt_representation_v3/1.tsv", header),
        ("README.md", "x"),
    ]);
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(
        lines,
        ["arqmath Collection: Posts.V1.3.xml Comments.V1.3.xml 1.tsv 2.tsv", "markdown README.md: README.md"]
    );
    assert_eq!(survey.skipped, 2);
}

#[test]
fn archives_are_folders_whose_names_are_the_same_on_every_run() {
    let folder = folder(&[]);
    let inner = tar_gz(&[("deep.md", "x")]);
    let path = folder.path().join("notes.tar.gz");
    std::fs::write(&path, tar_gz(&[("a/one.md", "one"), ("main.tex", "\\input{part}"), ("part.tex", "x")]))
        .unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.path().join("outer.zip")).unwrap());
    zip.start_file("inner.tgz", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&inner).unwrap();
    zip.finish().unwrap();
    let expected = [
        "markdown notes.tar.gz/a/one.md: one.md",
        "latex notes.tar.gz/main.tex: main.tex part.tex",
        "markdown outer.zip/inner.tgz/deep.md: deep.md",
    ];
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(lines, expected);
    let first = survey.entries[0].fingerprint().unwrap();
    let unpacked: PathBuf = survey.entries[0].files[0].clone();
    assert!(unpacked.is_file());
    drop(survey);
    assert!(!unpacked.exists(), "the temporary folder is removed with the entries");
    let (lines, again) = entries(folder.path(), None);
    assert_eq!(lines, expected);
    assert_eq!(again.entries[0].fingerprint().unwrap(), first);
}

#[cfg(unix)]
#[test]
fn links_are_followed_once_and_loops_are_not() {
    let folder = folder(&[("a/one.md", "one"), ("b/two.md", "two")]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("b"), folder.path().join("c")).unwrap();
    let (lines, survey) = entries(folder.path(), None);
    assert_eq!(lines, ["markdown a/one.md: one.md", "markdown b/two.md: two.md"]);
    assert_eq!(survey.complaints.len(), 1, "{:?}", survey.complaints);
}

#[test]
fn overlapping_sources_give_each_file_once() {
    let folder = folder(&[("a/one.md", "one")]);
    let sources = [folder.path().to_owned(), folder.path().join("a"), folder.path().join("a/one.md")];
    assert_eq!(survey(&sources, &SurveyOptions::default()).entries.len(), 1);
}

#[test]
fn a_missing_source_does_not_stop_the_others() {
    let folder = folder(&[("a.md", "one")]);
    let sources = [PathBuf::from("no/such/folder"), folder.path().to_owned()];
    let found = survey(&sources, &SurveyOptions::default());
    assert_eq!(found.entries.len(), 1);
    let [missing, whole] = found.sources.as_slice() else { panic!("{:?}", found.sources) };
    assert!(!missing.is_whole && whole.is_whole && whole.failure.is_none());
    let failure = missing.failure.as_ref().unwrap();
    assert!(failure.to_string().starts_with("no/such/folder: "), "{failure}");
    assert_eq!(&found.complaints, std::slice::from_ref(failure));
}
