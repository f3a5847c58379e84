//! An index that is changed, made anew, moved or removed under a running server is served, or said to be stale or gone.

#![allow(clippy::unwrap_used, clippy::panic)]

mod serving;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serving::{Server, serve};

/// Long enough for a busy machine; the server looks every two seconds.
const PATIENCE: Duration = Duration::from_secs(60);

fn index(notes: &Path, into: &Path, word: &str) {
    fs::create_dir_all(notes).unwrap();
    fs::write(notes.join("a.md"), format!("# Note\n\n{word} and $y$\n")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_perga"))
        .args(["index", notes.to_str().unwrap(), "--into", into.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn hits(server: &Server, word: &str) -> usize {
    let answer = server.json(&format!("/api/v1/search?want=units&q={word}"));
    answer["hits"].as_array().unwrap().len()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn an_index_made_anew_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, into) = (folder.path().join("notes"), folder.path().join("notes.index"));
    index(&notes, &into, "oldword");
    let server = serve(&into, &[]);
    assert_eq!((hits(&server, "oldword"), hits(&server, "newword")), (1, 0));
    let before = server.json("/api/v1/health");
    // Made anew in place: the number of the commit is the same as before.
    fs::remove_dir_all(&into).unwrap();
    index(&notes, &into, "newword");
    wait_until("the new index", || hits(&server, "newword") == 1);
    assert_eq!(hits(&server, "oldword"), 0);
    let after = server.json("/api/v1/health");
    assert_eq!(before["commit"], after["commit"]);
    assert_ne!(before["identity"], after["identity"]);
    // Another index moved into its place.
    let green = folder.path().join("green.index");
    index(&notes, &green, "greenword");
    fs::rename(&into, folder.path().join("blue.index")).unwrap();
    fs::rename(&green, &into).unwrap();
    wait_until("the moved index", || hits(&server, "greenword") == 1);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_another_index_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    for (name, word) in [("blue.index", "blueword"), ("green.index", "greenword")] {
        index(&notes, &folder.path().join(name), word);
    }
    let (link, next) = (folder.path().join("live.index"), folder.path().join("next"));
    std::os::unix::fs::symlink("blue.index", &link).unwrap();
    let server = serve(&link, &[]);
    assert_eq!(hits(&server, "blueword"), 1);
    std::os::unix::fs::symlink("green.index", &next).unwrap();
    fs::rename(&next, &link).unwrap();
    wait_until("the other index", || hits(&server, "greenword") == 1);
}

#[test]
fn an_index_that_is_gone_or_cannot_be_opened_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, into) = (folder.path().join("notes"), folder.path().join("notes.index"));
    index(&notes, &into, "oldword");
    let server = serve(&into, &[]);
    let state = || server.json("/api/v1/health")["index"].as_str().unwrap().to_owned();
    assert_eq!(state(), "current");
    let aside = folder.path().join("aside");
    fs::rename(&into, &aside).unwrap();
    wait_until("gone", || state() == "gone");
    assert_eq!(server.json("/api/v1/health")["status"], "degraded");
    assert_eq!(hits(&server, "oldword"), 1);
    fs::rename(&aside, &into).unwrap();
    wait_until("current again", || state() == "current");
    let marker = into.join("perga-index.json");
    let text = fs::read_to_string(&marker).unwrap();
    fs::write(&marker, "damaged").unwrap();
    wait_until("stale", || state() == "stale");
    fs::write(&marker, text).unwrap();
    wait_until("current at the end", || state() == "current");
}
