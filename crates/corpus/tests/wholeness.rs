//! Surveys of sources that could not be read, or not to their end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/folder.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use corpus::collection::{Format, Survey, SurveyOptions, survey};
use document::ComplaintKind;
use support::{folder, found, names, tar_gz};

#[test]
fn a_folder_that_was_read_is_complete_and_an_unsupported_file_is_a_notice() {
    let folder = folder(&[("a.md", "x"), ("b.txt", "Remember the milk."), ("c.png", "x")]);
    let survey = found(folder.path());
    assert!(survey.sources[0].is_whole && survey.sources[0].failure.is_none());
    assert_eq!(survey.complaints.len(), 1);
    assert_eq!(survey.complaints[0].kind, ComplaintKind::Notice);
    assert!(survey.complaints[0].message.starts_with("unsupported file type"));
    assert_eq!(unread(&survey), ["b.txt", "c.png"]);
}

/// The names of the files that belong to no entry, without the source.
fn unread(survey: &Survey) -> Vec<String> {
    let source = &survey.sources[0];
    let prefix = format!("{}/", source.name);
    source.unread.iter().map(|name| name.strip_prefix(&prefix).unwrap_or(name).to_owned()).collect()
}

#[test]
fn files_skipped_for_their_format_are_unread_and_parts_of_entries_are_not() {
    let folder = folder(&[
        ("a.md", "x"),
        ("main.tex", "\\documentclass{article}\\input{chapter}"),
        ("chapter.tex", "x"),
        ("site/Posts.xml", "<posts><row Id=\"1\" PostTypeId=\"1\" Body=\"x\"/></posts>"),
    ]);
    let latex = SurveyOptions { format: Some(Format::Latex), ..SurveyOptions::default() };
    let survey = survey(&[folder.path().to_owned()], &latex);
    assert_eq!(names(&survey), ["main.tex"]);
    assert_eq!(unread(&survey), ["a.md", "site", "site/Posts.xml"]);
    assert!(survey.sources[0].is_whole);
}

#[test]
fn a_source_with_a_damaged_archive_is_incomplete() {
    let folder = folder(&[("a.md", "x")]);
    let text = "words ".repeat(1000);
    let archive = tar_gz(&[("one.md", "one"), ("two.md", &text), ("three.md", &text)]);
    for length in [0, 20, archive.len() / 2, archive.len() - 10] {
        // Papers of arXiv have no extension; their names alone do not say what they are.
        for name in ["all.tar.gz", "0704.0001"].into_iter().take(1 + length.min(1)) {
            std::fs::write(folder.path().join(name), &archive[..length]).unwrap();
            let survey = found(folder.path());
            assert!(!survey.sources[0].is_whole, "{length} bytes");
            assert!(survey.complaints[0].file.ends_with(name), "{}", survey.complaints[0]);
            std::fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
}

#[test]
fn a_source_with_names_that_point_outside_an_archive_is_incomplete() {
    let folder = folder(&[]);
    let path = folder.path().join("x.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    zip.start_file("../evil.md", zip::write::SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap();
    assert!(!found(&path).sources[0].is_whole);
}

#[cfg(unix)]
#[test]
fn a_source_with_an_unreadable_file_is_incomplete() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("a.md", "x"), ("sub/b.md", "x")]);
    symlink("not-mounted/c.md", folder.path().join("c.md")).unwrap();
    let survey = found(folder.path());
    assert!(!survey.sources[0].is_whole);
    assert!(survey.complaints[0].file.ends_with("/c.md"), "{}", survey.complaints[0]);
    assert_eq!(survey.entries.len(), 2);
    std::fs::remove_file(folder.path().join("c.md")).unwrap();
    assert!(found(folder.path()).sources[0].is_whole);

    // The superuser may open everything.
    let sub = folder.path().join("sub");
    std::fs::set_permissions(&sub, std::fs::Permissions::from_mode(0o000)).unwrap();
    let is_closed = std::fs::read_dir(&sub).is_err();
    let survey = found(folder.path());
    std::fs::set_permissions(&sub, std::fs::Permissions::from_mode(0o755)).unwrap();
    if is_closed {
        assert!(!survey.sources[0].is_whole);
        assert!(survey.complaints[0].file.ends_with("/sub"), "{}", survey.complaints[0]);
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder(&[("a.md", "x")]);
    let pipe = folder.path().join("pipe.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for source in [PathBuf::from("/dev/zero"), pipe] {
        let survey = found(&source);
        let failure = survey.sources[0].failure.as_ref().unwrap();
        assert_eq!(failure.message, "this is not a regular file");
        assert!(!survey.sources[0].is_whole && survey.entries.is_empty());
    }
    // In a folder they are not documents, and expected.
    let survey = found(folder.path());
    assert_eq!((names(&survey), survey.sources[0].is_whole), (vec!["a.md".to_owned()], true));
}

#[cfg(unix)]
#[test]
fn every_spelling_of_a_folder_has_the_same_real_path() {
    let folder = folder(&[("notes/a.md", "x")]);
    let notes = folder.path().join("notes");
    std::os::unix::fs::symlink(&notes, folder.path().join("link")).unwrap();
    let spellings = [notes.clone(), notes.join("../notes/./"), folder.path().join("link")];
    for spelling in spellings {
        let source = &found(&spelling).sources[0];
        assert_eq!(source.real, notes.canonicalize().unwrap(), "{}", spelling.display());
    }
}

#[test]
fn a_file_as_a_source_has_the_name_of_its_entry() {
    let folder = folder(&[("a.md", "x")]);
    let survey = found(&folder.path().join("a.md"));
    assert_eq!(survey.entries[0].name, survey.sources[0].name);
}

#[test]
fn a_source_without_a_temporary_folder_is_incomplete() {
    let folder = folder(&[]);
    let archive = folder.path().join("x.tar.gz");
    std::fs::write(&archive, tar_gz(&[("one.md", "one")])).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "survey_in_a_separate_process", "--nocapture"])
        .env("TMPDIR", "/no/such/folder")
        .env("PERGA_TEST_SOURCE", &archive)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("whole: false, entries: 0, complaints: 1"), "{printed}");
    assert!(printed.contains("x.tar.gz: cannot make a temporary folder"), "{printed}");
}

#[test]
#[ignore = "run by another test, with another environment"]
fn survey_in_a_separate_process() {
    let Some(source) = std::env::var_os("PERGA_TEST_SOURCE") else { return };
    let survey = found(Path::new(&source));
    println!(
        "whole: {}, entries: {}, complaints: {}",
        survey.sources[0].is_whole,
        survey.entries.len(),
        survey.complaints.len()
    );
    survey.complaints.iter().for_each(|complaint| println!("{complaint}"));
}
