//! The build script of every crate whose tests need more than the project: it sets a `cfg` for each thing available.
//!
//! Rust decides before a test runs whether it is ignored, so a build script has to check. A test that needs something
//! is marked with `cfg_attr(not(NAME), ignore = "REASON")`. `PERGA_REQUIRE_DATA=1`, `PERGA_REQUIRE_TREC_EVAL=1`,
//! `PERGA_REQUIRE_SMATCH=1` and `PERGA_REQUIRE_RANX=1` make it an error that the thing is absent.
//!
//! | `cfg` | available |
//! |---|---|
//! | `shared_data` | the shared data, in `../shared/data` or `PERGA_SHARED_DATA` |
//! | `trec_eval` | `pytrec_eval`, from `make trec-eval` or `PERGA_TREC_EVAL_PYTHON` |
//! | `smatch` | the Python package `smatch`, from `make smatch` or `PERGA_SMATCH_PYTHON` |
//! | `ranx` | `ranx`, from `make ranx` or `PERGA_RANX_PYTHON` |
//! | `mounts` | `unshare`, and the right to mount file systems in a namespace |
//! | `sentence_model` | the folder of a sentence model, in `PERGA_TEST_MODEL` |

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let project = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let data = path_in("PERGA_SHARED_DATA").unwrap_or_else(|| project.join("../shared/data"));
    // A file in the folder, not the folder: Cargo would scan all of it at each build.
    let has_data = exists(&data.join("README.md"));
    println!("cargo::rerun-if-changed=../testkit/available.rs");
    if !has_data && is_required("DATA") {
        println!("cargo::error=the shared data is absent: {} (PERGA_REQUIRE_DATA is set)", data.display());
    }
    let mounts = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).output();
    available("shared_data", has_data);
    for peer in ["trec_eval", "smatch", "ranx"] {
        available(peer, has_peer(peer, &project));
    }
    available("mounts", mounts.is_ok_and(|output| output.status.success()));
    available("sentence_model", path_in("PERGA_TEST_MODEL").is_some_and(|folder| exists(&folder)));
}

/// Whether a Python with a program to compare with is there: named by a variable, or made by the Makefile.
fn has_peer(name: &str, project: &Path) -> bool {
    let variable = name.to_uppercase();
    let folder = format!("target/{}-venv/installed", name.replace('_', "-"));
    let has_peer = path_in(&format!("PERGA_{variable}_PYTHON")).is_some() || exists(&project.join(folder));
    if !has_peer && is_required(&variable) {
        println!("cargo::error={name} is absent (PERGA_REQUIRE_{variable} is set)");
    }
    has_peer
}

/// Whether what is absent is an error.
fn is_required(name: &str) -> bool {
    let variable = format!("PERGA_REQUIRE_{name}");
    println!("cargo::rerun-if-env-changed={variable}");
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

fn available(name: &str, is_available: bool) {
    println!("cargo::rustc-check-cfg=cfg({name})");
    if is_available {
        println!("cargo::rustc-cfg={name}");
    }
}

fn path_in(variable: &str) -> Option<PathBuf> {
    println!("cargo::rerun-if-env-changed={variable}");
    std::env::var_os(variable).map(PathBuf::from)
}

/// Only a file that is there is watched: Cargo would build the crate again at every call for one that is absent. What
/// adds such a file later touches this script (`make trec-eval`) or changes one of the variables.
fn exists(path: &Path) -> bool {
    let exists = path.exists();
    if exists {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    exists
}
