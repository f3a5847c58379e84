//! Nothing outside the sources of the user is read, whatever paths and links say.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/folder.rs"]
mod support;

use std::path::Path;

use corpus::collection::{SurveyOptions, survey};
use document::Complaint;
use support::{folder, found, names, read_all, tar_gz};

const SECRET: &str = "hunter2";

fn tex(input: &str) -> String {
    format!("\\documentclass{{article}}\\begin{{document}}words $x$\n\\input{{{input}}}\n\\end{{document}}")
}

/// Checks that there is one complaint, that it says that something is outside, and that it names the file that asked
/// for it.
fn refused(complaints: &[Complaint], asking: &str, target: &str) {
    let [complaint] = complaints else { panic!("{complaints:?}") };
    assert!(complaint.file.ends_with(asking), "{complaint}");
    assert!(complaint.message.contains(target) && complaint.message.contains("outside"), "{complaint}");
    assert!(complaint.is_unread());
}

#[test]
fn every_reader_refuses_includes_outside_the_source() {
    let outer = folder(&[("secret.tex", SECRET), ("in/sub/x.tex", "x")]);
    let absolute = outer.path().join("secret.tex").display().to_string();
    for target in ["../secret", "../secret.tex", "sub/../../secret", &absolute, "sub/../../in/../secret"] {
        for (name, text) in [
            ("main.tex", tex(target)),
            ("main.ptx", format!("<pretext><p>words</p><xi:include href=\"{target}\"/></pretext>")),
            (
                "main.ptx",
                format!("<pretext><p>words</p><xi:include parse=\"text\" href=\"{target}\"/></pretext>"),
            ),
            ("main.qmd", format!("words\n\n{{{{< include {target} >}}}}\n")),
        ] {
            // Only LaTeX adds the extension of a name.
            if !name.ends_with("tex") && !target.ends_with(".tex") {
                continue;
            }
            let file = outer.path().join("in").join(name);
            std::fs::write(&file, &text).unwrap();
            for source in [outer.path().join("in"), file.clone()] {
                let (text, complaints) = read_all(&found(&source));
                assert!(text.contains("words") && !text.contains(SECRET), "{name}, {target}: {text}");
                refused(&complaints, name, target);
            }
            std::fs::remove_file(file).unwrap();
        }
    }
}

#[test]
fn packages_and_classes_outside_are_refused() {
    let outer = folder(&[
        ("secret.sty", "\\newcommand{\\secret}{x}"),
        (
            "in/main.tex",
            "\\documentclass{article}\\usepackage{../secret}\\begin{document}words\\end{document}",
        ),
    ]);
    let survey = found(&outer.path().join("in"));
    assert_eq!(survey.entries[0].files.len(), 1);
    refused(&read_all(&survey).1, "main.tex", "../secret");
}

#[test]
fn files_inside_the_source_are_read_from_anywhere_in_it() {
    let outer = folder(&[
        ("in/shared/macros.tex", "\\newcommand{\\R}{R} shared words"),
        ("in/book/main.tex", &tex("../shared/macros")),
    ]);
    let survey = found(&outer.path().join("in"));
    assert_eq!(names(&survey), ["book/main.tex"]);
    let (text, complaints) = read_all(&survey);
    assert!(text.contains("shared words") && complaints.is_empty(), "{complaints:?}");
    let absolute = outer.path().join("in/shared/macros").display().to_string();
    std::fs::write(outer.path().join("in/book/main.tex"), tex(&absolute)).unwrap();
    assert!(read_all(&found(&outer.path().join("in"))).0.contains("shared words"));
}

#[test]
fn an_include_root_allows_a_folder_more() {
    let outer = folder(&[("lib/macros.tex", "library words"), ("other.tex", SECRET), ("in/main.tex", "")]);
    let text = format!("{}\\input{{../other}}", tex("../lib/macros"));
    std::fs::write(outer.path().join("in/main.tex"), text.replace("\\end{document}", "")).unwrap();
    let options = SurveyOptions { include_roots: vec![outer.path().join("lib")], ..SurveyOptions::default() };
    let survey = survey(&[outer.path().join("in")], &options);
    assert_eq!(survey.entries[0].files.len(), 2);
    let (text, complaints) = read_all(&survey);
    assert!(text.contains("library words") && !text.contains(SECRET));
    refused(&complaints, "main.tex", "../other");
}

#[test]
fn a_missing_include_root_is_reported() {
    let folder = folder(&[("a.md", "x")]);
    let options = SurveyOptions { include_roots: vec!["no/such".into()], ..SurveyOptions::default() };
    let survey = survey(&[folder.path().to_owned()], &options);
    assert_eq!((survey.complaints.len(), survey.complaints[0].file.as_str()), (1, "no/such"));
}

#[test]
fn members_of_archives_reach_nothing_outside_and_are_named_as_members() {
    let outer = folder(&[("secret.tex", SECRET)]);
    let secret = outer.path().join("secret").display().to_string();
    let main = tex(&secret).replace("\\end", "\\input{../../secret}\\input{gone}\\end");
    let book = "<pretext><p>words</p><xi:include href=\"gone.xml\"/></pretext>";
    let note = "words\n\n{{< include ../secret.tex >}}";
    let archive = tar_gz(&[("main.tex", &main), ("b/book.ptx", book), ("n.qmd", note), ("bad.ipynb", "{")]);
    std::fs::write(outer.path().join("txa.tgz"), archive).unwrap();
    let options = SurveyOptions {
        include_roots: vec![outer.path().to_owned()],
        follow: true,
        ..SurveyOptions::default()
    };
    let survey = survey(&[outer.path().join("txa.tgz")], &options);
    let (text, complaints) = read_all(&survey);
    assert!(text.contains("words") && !text.contains(SECRET), "{text}");
    let mut files: Vec<&str> = complaints.iter().map(|complaint| complaint.file.as_str()).collect();
    files.sort();
    let archive = outer.path().join("txa.tgz");
    let inside = |name: &str| format!("{}/{name}", archive.display());
    // `../../secret` leads nowhere from the temporary folder.
    let expected = ["b/book.ptx", "bad.ipynb", "main.tex", "main.tex", "main.tex", "n.qmd"].map(inside);
    assert_eq!(files, expected, "{complaints:?}");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder `in` with links of every kind that point outside, and their targets.
    fn with_links() -> tempfile::TempDir {
        let outer = folder(&[
            ("out/secret.md", SECRET),
            ("out/deep/more.md", SECRET),
            ("secret.md", SECRET),
            ("picture.png", "x"),
            ("in/a.md", "inside"),
            ("in/sub/b.md", "below"),
        ]);
        let path = |name: &str| outer.path().join(name);
        symlink(path("secret.md"), path("in/file.md")).unwrap();
        symlink(path("out"), path("in/folder")).unwrap();
        symlink("../secret.md", path("in/relative.md")).unwrap();
        symlink("file.md", path("in/chain.md")).unwrap();
        symlink("sub/b.md", path("in/inside.md")).unwrap();
        symlink(".", path("in/loop")).unwrap();
        symlink(path("picture.png"), path("in/picture.png")).unwrap();
        outer
    }

    #[test]
    fn links_that_point_outside_are_refused() {
        let outer = with_links();
        let survey = found(&outer.path().join("in"));
        assert_eq!(names(&survey), ["a.md", "inside.md"]);
        let (text, complaints) = read_all(&survey);
        assert!(text.contains("inside") && text.contains("below") && !text.contains(SECRET));
        let mut refused: Vec<&str> = complaints
            .iter()
            .filter(|complaint| complaint.message.contains("leads outside the source"))
            .map(|complaint| complaint.file.rsplit('/').next().unwrap())
            .collect();
        refused.sort();
        assert_eq!(refused, ["chain.md", "file.md", "folder", "relative.md"]);
        assert!(!survey.sources[0].is_whole);
        let loops = complaints.iter().filter(|complaint| !complaint.is_unread()).count();
        assert_eq!((complaints.len(), loops), (5, 1), "{complaints:?}");
    }

    #[test]
    fn links_that_point_outside_are_followed_on_request() {
        let outer = with_links();
        let options = SurveyOptions { follow: true, ..SurveyOptions::default() };
        let survey = survey(&[outer.path().join("in")], &options);
        assert_eq!(
            names(&survey),
            ["a.md", "chain.md", "folder/deep/more.md", "folder/secret.md", "inside.md"]
        );
        let (text, complaints) = read_all(&survey);
        assert_eq!(text.matches(SECRET).count(), 3);
        assert!(survey.sources[0].is_whole && complaints.len() == 1, "{complaints:?}");
    }

    #[test]
    fn a_source_with_only_a_link_loop_is_complete() {
        let folder = folder(&[("a.md", "x")]);
        symlink(".", folder.path().join("again")).unwrap();
        assert!(found(folder.path()).sources[0].is_whole);
    }

    #[test]
    fn followed_links_do_not_open_the_rest_of_the_disk() {
        let outer = folder(&[
            ("project/main.tex", &tex("../secret")),
            ("project/part.tex", "part words"),
            ("secret.tex", SECRET),
            ("in/a.md", "x"),
        ]);
        let main = tex("../secret").replace("words", "words \\input{part}");
        std::fs::write(outer.path().join("project/main.tex"), main).unwrap();
        symlink(outer.path().join("project"), outer.path().join("in/project")).unwrap();
        let options = SurveyOptions { follow: true, ..SurveyOptions::default() };
        let (text, complaints) = read_all(&survey(&[outer.path().join("in")], &options));
        assert!(text.contains("part words") && !text.contains(SECRET));
        refused(&complaints, "main.tex", "../secret");
    }

    #[test]
    fn includes_through_links_are_refused() {
        let outer = folder(&[
            ("secret.tex", SECRET),
            ("in/main.tex", &tex("link")),
            ("in/more.tex", &tex("way/secret")),
        ]);
        symlink(outer.path().join("secret.tex"), outer.path().join("in/link.tex")).unwrap();
        symlink(outer.path(), outer.path().join("in/way")).unwrap();
        let (text, complaints) = read_all(&found(&outer.path().join("in")));
        assert!(!text.contains(SECRET));
        let mut names: Vec<&str> =
            complaints.iter().map(|complaint| complaint.file.rsplit('/').next().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["link.tex", "main.tex", "more.tex", "way"], "{complaints:?}");
    }

    #[test]
    fn a_link_that_the_user_names_is_read() {
        let outer = with_links();
        for (source, expected) in [("in/file.md", 1), ("in/folder", 2)] {
            let (text, complaints) = read_all(&found(&outer.path().join(source)));
            assert_eq!((text.matches(SECRET).count(), complaints.len()), (expected, 0), "{source}");
        }
    }

    #[test]
    fn many_refused_links_are_counted() {
        let outer = folder(&[("secret.md", SECRET), ("in/a.md", "x")]);
        for number in 0..50 {
            symlink(outer.path().join("secret.md"), outer.path().join(format!("in/{number}.md"))).unwrap();
        }
        let survey = found(&outer.path().join("in"));
        assert_eq!(survey.complaints.len(), 11);
        assert!(survey.complaints[10].message.starts_with("40 more links"), "{}", survey.complaints[10]);
    }

    /// Each folder has two links to the next: a walk along all paths would never end.
    #[test]
    fn folders_of_links_are_entered_once() {
        let outer = folder(&[("in/d39/a.md", "x")]);
        for number in 0..39 {
            let folder = outer.path().join(format!("in/d{number}"));
            std::fs::create_dir_all(&folder).unwrap();
            for name in ["x", "y"] {
                symlink(format!("../d{}", number + 1), folder.join(name)).unwrap();
            }
        }
        let started = std::time::Instant::now();
        assert_eq!(found(&outer.path().join("in")).entries.len(), 1);
        assert!(started.elapsed().as_secs() < 10);
    }

    #[test]
    fn a_table_beside_a_dump_is_not_read_through_a_link() {
        let posts = "<posts><row Id=\"1\" PostTypeId=\"1\" Body=\"x\"/></posts>";
        let comments = format!("<comments><row Id=\"1\" PostId=\"1\" Text=\"{SECRET}\"/></comments>");
        let outer = folder(&[("Comments.xml", &comments), ("in/Posts.xml", posts)]);
        symlink(outer.path().join("Comments.xml"), outer.path().join("in/Comments.xml")).unwrap();
        for source in ["in", "in/Posts.xml"] {
            let (text, _) = read_all(&found(&outer.path().join(source)));
            assert!(text.contains('x') && !text.contains(SECRET), "{source}");
        }
    }

    #[test]
    fn a_file_that_became_a_link_after_the_survey_is_refused() {
        let outer = folder(&[("secret.md", SECRET), ("in/a.md", "x")]);
        let survey = found(&outer.path().join("in"));
        let file = outer.path().join("in/a.md");
        std::fs::remove_file(&file).unwrap();
        symlink(outer.path().join("secret.md"), &file).unwrap();
        let (text, complaints) = read_all(&survey);
        assert!(text.is_empty());
        refused(&complaints, "a.md", "the file");
    }
}

#[test]
fn a_twin_of_the_source_is_outside() {
    let outer = folder(&[("in-twin/x.tex", SECRET), ("in/main.tex", &tex("../in-twin/x"))]);
    let (text, complaints) = read_all(&found(&outer.path().join("in")));
    assert!(!text.contains(SECRET));
    refused(&complaints, "main.tex", "../in-twin/x");
}

#[test]
fn a_relative_source_has_its_own_boundary() {
    // The current folder of a test is that of its crate.
    let file = Path::new("tests/fixtures/../boundary-test.tex");
    let survey = found(file);
    assert!(survey.entries.is_empty() && survey.sources[0].failure.is_some());
}
