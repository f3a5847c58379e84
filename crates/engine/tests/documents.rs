//! Documents as they are read: a thesis, and real books.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "other tests use the rest of it")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use engine::read::documents::{DocumentPage, DocumentPart};
use engine::{Budget, Engine};
use support::indexed;
use tempfile::TempDir;
use testkit::unpacked_archive;

/// The most bytes of a page, of which a part is left for its frame.
const MOST_OF_PAGE: usize = 300_000 - 30_000;

const THESIS: &str = r"\documentclass{book}
\title{On Limits}
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}
\newcommand{\R}{\mathbb{R}}
\begin{document}
mark1
\chapter{Sequences}\label{ch:sequences}
mark2 \section{Bounds} mark3 as in \cref{thm:bw} and \cite{rudin}.
\begin{lemma} mark4 Every $x\in\R$. \end{lemma}
mark5
\begin{theorem}[Bolzano--Weierstrass]\label{thm:bw} mark6
  \begin{align} a &= b \\ c &\le d \label{eq:last} \end{align}
\end{theorem}
\begin{proof} mark7 By \eqref{eq:last}. \end{proof}
mark8
\include{second}
\begin{thebibliography}{9} \bibitem{rudin} mark13 \end{thebibliography}
\end{document}
";

const SECOND: &str = r"\chapter{Functions} mark9
\section{Continuity}
mark10 \begin{theorem} mark11 <script>alert(1)</script> \end{theorem} mark12 See Chapter~\ref{ch:sequences}.
";

fn thesis() -> (Engine, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("thesis");
    fs::create_dir(&project).unwrap();
    fs::write(project.join("main.tex"), THESIS).unwrap();
    fs::write(project.join("second.tex"), SECOND).unwrap();
    indexed(&project)
}

fn page(engine: &Engine, id: &str, number: Option<usize>) -> DocumentPage {
    engine.document(id, number, "", &Budget::default()).unwrap()
}

/// Every part of a document, page after page.
fn parts(engine: &Engine, id: &str) -> Vec<DocumentPart> {
    let pages = page(engine, id, Some(1)).pages;
    (1..=pages).flat_map(|number| page(engine, id, Some(number)).parts).collect()
}

/// The name and the title of a heading or statement.
fn heading(part: &DocumentPart) -> String {
    format!("{} {}", part.link.name, part.link.title_html).trim().to_owned()
}

/// The document whose source has a name that ends so.
fn document_of(folder: &TempDir, ending: &str) -> String {
    let index = index::Index::open(folder.path().join("index")).unwrap();
    let mut sources = index.ledger().sources.keys();
    sources.find(|source| source.ends_with(ending)).unwrap().clone()
}

#[test]
fn a_thesis_is_read_in_the_order_of_its_source() {
    let (engine, folder) = thesis();
    let id = document_of(&folder, "main.tex");
    let shown: String = parts(&engine, &id).iter().map(|part| part.body_html.as_str()).collect();
    let places: Vec<Option<usize>> = (1..=13).map(|mark| shown.find(&format!("mark{mark}"))).collect();
    assert!(places.iter().all(Option::is_some), "{places:?}");
    // `mark1` is the beginning of `mark10`, but comes first.
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn numbers_names_and_references_are_those_of_latex() {
    let (engine, folder) = thesis();
    let id = document_of(&folder, "main.tex");
    let all = parts(&engine, &id);
    let headings: Vec<String> = all.iter().filter(|part| part.is_start).map(heading).collect();
    assert_eq!(
        headings,
        [
            "On Limits",
            "1 Sequences",
            "1.1 Bounds",
            "Lemma 1.1.1",
            "Theorem 1.1.2 Bolzano–Weierstrass",
            "Proof",
            "2 Functions",
            "2.1 Continuity",
            "Theorem 2.1.1",
            "References"
        ]
    );
    let shown: String = all.iter().map(|part| part.body_html.as_str()).collect();
    for expected in [
        ">Theorem 1.1.2</a>",
        ">[1]</a>",
        ">(1.2)</a>",
        "<span>(1.2)</span>",
        "Chapter <a class=\"reference\"",
        ">1</a>",
    ] {
        assert!(shown.contains(expected), "{expected} in {shown}");
    }
    assert!(shown.contains("&lt;script&gt;") && !shown.contains("<script"), "{shown}");
}

#[test]
fn a_unit_opens_at_its_section_with_the_way_to_it() {
    let (engine, folder) = thesis();
    let id = document_of(&folder, "main.tex");
    let theorem = parts(&engine, &id).into_iter().find(|part| part.link.name == "Theorem 2.1.1").unwrap();
    let opened = page(&engine, &theorem.link.id, None);
    let crumbs: Vec<&str> = opened.breadcrumb.iter().map(|link| link.name.as_str()).collect();
    assert_eq!((opened.title.as_str(), crumbs), ("On Limits", vec!["2", "2.1"]));
    assert!(opened.contents.iter().any(|link| link.name == "1.1" && !link.is_current));
    assert_eq!(
        (theorem.line, theorem.file.is_some_and(|file| file.ends_with("second.tex"))),
        (Some(3), true)
    );
    assert!(engine.is_document(&theorem.link.id).unwrap());
    assert!(engine.document("nowhere", None, "", &Budget::default()).is_err());
}

/// The letters of a title, without commands and formulas.
fn letters(title: &str) -> String {
    let mut out = String::new();
    let mut is_skipped = false;
    for c in title.chars() {
        match c {
            '\\' | '$' | '<' => is_skipped = true,
            ' ' | '{' | '}' | '>' => is_skipped = false,
            c if !is_skipped && c.is_alphabetic() => out.extend(c.to_lowercase()),
            _ => {}
        }
    }
    out
}

/// What a theorem with a name begins with.
const NAMED: [&str; 9] = ["thm", "theorem", "prop", "proposition", "lem", "lemma", "cor", "defn", "axiom"];

/// What has a title of its own in PreTeXt; other elements, such as figures and notes, have titles too.
const TITLED: [&str; 9] = [
    "<chapter",
    "<section",
    "<subsection",
    "<theorem",
    "<lemma",
    "<proposition",
    "<corollary",
    "<definition",
    "<principle",
];

/// The titles of sections and the names of theorems in a file, found in the simplest way.
fn titles(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with('%')).collect();
    let has_title = |line: &str| TITLED.iter().any(|tag| line.contains(tag));
    let begins = |at: usize| {
        !lines[at].contains("<title>") || has_title(lines[at]) || at > 0 && has_title(lines[at - 1])
    };
    let found = (0..lines.len()).filter(|&at| begins(at)).filter_map(|at| title(lines[at]));
    // The simplest way does not know what a formula or a command prints.
    let plain = found.filter(|title| !title.contains(['$', '\\', '{', '<', '[', '&']));
    plain.map(letters).filter(|title| title.len() > 3).collect()
}

/// The title of a section, or the name of a theorem, that a line begins.
fn title(line: &str) -> Option<&str> {
    let between = |open: &str, close: &str| {
        let rest = line.get(line.find(open)? + open.len()..)?;
        rest.get(..rest.find(close)?)
    };
    let headings = ["\\section{", "\\subsection{", "\\chapter{", "\\olsection{"];
    let named = || NAMED.iter().find_map(|name| between(&format!("\\begin{{{name}}}["), "]"));
    headings
        .iter()
        .find_map(|open| between(open, "}"))
        .or_else(|| between("<title>", "</title>"))
        .or_else(named)
}

/// Checks a book: page sizes, and the titles of each of its files, which occur in their order.
fn check_book(engine: &Engine, id: &str, files: &[PathBuf]) {
    let pages = page(engine, id, Some(1)).pages;
    let mut known: Vec<String> = Vec::new();
    let mut starts = 0;
    for number in 1..=pages {
        let page = page(engine, id, Some(number));
        let bytes: usize = page.parts.iter().map(|part| part.body_html.len() + 400).sum();
        let bytes = bytes + page.contents.iter().map(|link| link.title_html.len() + 200).sum::<usize>();
        assert!(bytes < MOST_OF_PAGE, "page {number} of {id} has {bytes} bytes");
        starts += page.parts.iter().filter(|part| part.is_start).count();
        let begun = page.parts.iter().filter(|part| part.is_start && !part.link.title_html.is_empty());
        known.extend(begun.map(|part| letters(&part.link.title_html)));
    }
    assert_eq!(starts, page(engine, id, Some(1)).units, "{id}");
    let (mut wanted, mut found, mut in_order) = (0, 0, 0);
    for file in files {
        let mut last = 0;
        for title in titles(&fs::read_to_string(file).unwrap_or_default()) {
            wanted += 1;
            let behind = known.iter().skip(last).position(|name| *name == title);
            found += usize::from(known.contains(&title));
            if let Some(behind) = behind {
                in_order += 1;
                last += behind;
            }
        }
    }
    eprintln!("{id}: {pages} pages, {wanted} titles in the files, {found} in the book, {in_order} in order");
    assert!(wanted > 20 && found * 100 >= wanted * 98, "{id}: {found} of {wanted}");
    assert!(in_order * 100 >= wanted * 98, "{id}: {in_order} of {wanted} in order");
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn real_books_have_their_titles_in_order_on_small_pages() {
    let archive = unpacked_archive("corpora/textbooks.tar.gz");
    let (engine, folder) = indexed(archive.path());
    let analysis = included(&archive.path().join("ra/realanal.tex"));
    check_book(&engine, &document_of(&folder, "ra/realanal.tex"), &analysis);
    check_book(
        &engine,
        &document_of(&folder, "aata/src/aata.xml"),
        &chapters(&archive.path().join("aata/src")),
    );
    check_book(
        &engine,
        &document_of(&folder, "fcla/src/fcla.xml"),
        &chapters(&archive.path().join("fcla/src")),
    );
}

/// The files that a book in LaTeX includes, however deep, in the order of their names: a folder may hold others.
fn included(book: &Path) -> Vec<PathBuf> {
    let mut known = vec![book.to_path_buf()];
    let mut at = 0;
    while let Some(file) = known.get(at).cloned() {
        at += 1;
        let source = fs::read_to_string(&file).unwrap_or_default();
        let lines = source.lines().filter(|line| !line.trim_start().starts_with('%'));
        for name in lines.flat_map(inclusions) {
            let from = [file.parent(), book.parent()].into_iter().flatten();
            let candidates = from.map(|folder| folder.join(format!("{}.tex", name.trim_end_matches(".tex"))));
            let found = candidates.into_iter().find(|path| path.is_file());
            known.extend(found.filter(|path| !known.contains(path)));
        }
    }
    known.sort();
    known
}

/// The names of the files that a line includes; `\olimport[FOLDER]{NAME}` is a command of Open Logic.
fn inclusions(line: &str) -> Vec<String> {
    let mut names = Vec::new();
    for command in ["\\olimport", "\\input", "\\include"] {
        for (at, _) in line.match_indices(command) {
            let rest = &line[at + command.len()..];
            let (folder, rest) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                Some((folder, rest)) => (format!("{folder}/"), rest),
                None => (String::new(), rest),
            };
            let name = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            names.extend(name.map(|(name, _)| format!("{folder}{name}")));
        }
    }
    names
}

/// The files of a book in PreTeXt that hold chapters and sections; others hold exercises, solutions and settings.
fn chapters(folder: &Path) -> Vec<PathBuf> {
    let is_text = |file: &PathBuf| {
        let source = fs::read_to_string(file).unwrap_or_default();
        source.contains("<section") || source.contains("<chapter")
    };
    files(folder, "xml").into_iter().filter(is_text).collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn open_logic_has_its_titles_in_order_on_small_pages() {
    let archive = unpacked_archive("corpora/openlogic-latex.tar.gz");
    let (engine, folder) = indexed(archive.path());
    let sections = included(&archive.path().join("content/content.tex"));
    check_book(&engine, &document_of(&folder, "content/content.tex"), &sections);
}
