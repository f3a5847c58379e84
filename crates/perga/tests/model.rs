//! `perga model` and `perga index --embed` from the outside, with a tiny model that the test makes.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../vectors/tests/support/tiny_model.rs"]
mod tiny_model;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn perga(models: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).env("PERGA_MODELS", models).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", errors(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn models_are_added_listed_used_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("models");
    let listed = perga(&models, &["model", "list"]);
    assert!(printed(&listed).is_empty() && errors(&listed).contains("perga model add"));

    for (name, seed) in [("first", 1), ("second", 2)] {
        tiny_model::write(&folder.path().join(name), &tiny_model::tensors(seed));
        let said = printed(&perga(&models, &["model", "add", path(&folder.path().join(name))]));
        assert!(said.contains(&format!("name        {name}\ndimensions  16\nsha256      ")), "{said}");
    }
    assert_eq!(printed(&perga(&models, &["model", "list"])), "first\nsecond  used\n");
    printed(&perga(&models, &["model", "remove", "second"]));
    assert_eq!(printed(&perga(&models, &["model", "list"])), "first  used\n");
    let output = perga(&models, &["model", "remove", "../models/first"]);
    assert!(
        !output.status.success() && errors(&output).contains("hint: there are: first"),
        "{}",
        errors(&output)
    );
}

#[test]
fn what_does_not_work_is_not_added() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("models");
    let broken = folder.path().join("broken");
    tiny_model::write(&broken, &tiny_model::tensors(1));
    fs::remove_file(broken.join("model.safetensors")).unwrap();
    for source in [&broken, &broken.join("config.json"), &broken.join("nothing")] {
        let output = perga(&models, &["model", "add", path(source)]);
        let said = errors(&output);
        assert!(
            !output.status.success() && said.contains("hint: ") && said.contains(path(&broken)),
            "{said}"
        );
    }
    assert!(printed(&perga(&models, &["model", "list"])).is_empty());
    assert_eq!(fs::read_dir(&models).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn units_are_embedded_counted_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (models, into) = (folder.path().join("models"), folder.path().join("index"));
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection");
    let index = ["index", path(&collection), "--into", path(&into), "--embed"];
    let output = perga(&models, &index);
    let said = errors(&output);
    assert!(!output.status.success() && said.contains("hint: add one with `perga model add"), "{said}");
    assert!(!into.exists(), "nothing was indexed for nothing");

    tiny_model::write(&folder.path().join("tiny"), &tiny_model::tensors(1));
    printed(&perga(&models, &["model", "add", path(&folder.path().join("tiny"))]));
    let output = perga(&models, &index);
    let said = errors(&output);
    assert!(output.status.success() && said.contains("units embedded with `tiny`"), "{said}");
    let output = perga(&models, &index);
    assert!(errors(&output).contains("\n0 units embedded with `tiny`"), "{}", errors(&output));
    let stats = printed(&perga(&models, &["stats", path(&into)]));
    assert!(stats.contains("\nunit vectors ") && stats.contains("made with tiny"), "{stats}");
    assert!(printed(&perga(&models, &["stats", "--json", path(&into)])).contains("\"unit_vectors\""));
    assert!(perga(&models, &["check", path(&into)]).status.success());

    let is_of_vectors = |name: &str| name.ends_with(".unit-vectors");
    let mut entries = fs::read_dir(&into).unwrap().map(|entry| entry.unwrap());
    let file = entries.find(|entry| entry.file_name().to_str().is_some_and(is_of_vectors)).unwrap().path();
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let output = perga(&models, &["check", path(&into)]);
    assert!(!output.status.success(), "{}", errors(&output));
}
