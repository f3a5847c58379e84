//! The build script of every crate whose tests need more than the project: it sets a `cfg` for each thing available.
//!
//! Rust decides before a test runs whether it is ignored, so a build script has to check. A test that needs something
//! is marked with `cfg_attr(not(NAME), ignore = "REASON")`. `PERGA_REQUIRE_DATA=1` makes absent data an error.
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
    println!("cargo::rerun-if-env-changed=PERGA_REQUIRE_DATA");
    println!("cargo::rerun-if-env-changed=PERGA_REQUIRE_TREC_EVAL");
    if !has_data && std::env::var_os("PERGA_REQUIRE_DATA").is_some_and(|value| value == "1") {
        println!("cargo::error=the shared data is absent: {} (PERGA_REQUIRE_DATA is set)", data.display());
    }
    let installed = exists(&project.join("target/trec-eval-venv/installed"));
    let ranx = exists(&project.join("target/ranx-venv/installed"));
    let mounts = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).output();
    available("shared_data", has_data);
    available("trec_eval", path_in("PERGA_TREC_EVAL_PYTHON").is_some() || installed);
    let smatch = exists(&project.join("target/smatch-venv/installed"));
    available("smatch", path_in("PERGA_SMATCH_PYTHON").is_some() || smatch);
    available("ranx", path_in("PERGA_RANX_PYTHON").is_some() || ranx);
    available("mounts", mounts.is_ok_and(|output| output.status.success()));
    available("sentence_model", path_in("PERGA_TEST_MODEL").is_some_and(|folder| exists(&folder)));
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
