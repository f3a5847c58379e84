//! How a run was made, in a file beside it: the program, the command, the system, and what each input contained.
//!
//! A run has no place for it: trec_eval reads every line as a result. So `ours.run` has `ours.run.made.json`, without
//! dates, so that the same inputs give the same bytes.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use crate::whole;

/// How a run was made.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The words of the command.
    pub command: Vec<String>,
    /// The files that were read.
    pub inputs: Vec<PathBuf>,
    /// The identity of the index and its commit, if one was searched.
    pub index: Option<String>,
    /// The system as a file, if one searched.
    pub pipeline: Option<String>,
}

impl Made {
    /// Writes the run, and beside it how it was made. A run that is not a regular file gets no such file.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, path: &Path, run: &str) -> Result<()> {
        let is_regular = whole::is_regular(path);
        whole::write(path, run)?;
        if !is_regular {
            return Ok(());
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        whole::write(&path.with_file_name(format!("{name}.made.json")), &self.json(run)?)
    }

    fn json(&self, run: &str) -> Result<String> {
        let inputs = self.inputs.iter().map(|path| input(path)).collect::<Result<Vec<Value>>>()?;
        let mut value = json!({
            "program": format!("perga {}", env!("CARGO_PKG_VERSION")),
            "command": self.command,
            "inputs": inputs,
            "run": hash(run.as_bytes())?,
        });
        let more = [("index", &self.index), ("pipeline", &self.pipeline)];
        for (name, text) in more.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
            value[name] = Value::from(text.as_str());
        }
        Ok(format!("{}\n", serde_json::to_string_pretty(&value)?))
    }
}

/// The name of an input and a hash of its bytes; a pipe has none, because it cannot be read again.
fn input(path: &Path) -> Result<Value> {
    let name = path.display().to_string();
    if !path.is_file() {
        return Ok(json!({ "file": name }));
    }
    let file = std::fs::File::open(path).with_context(|| format!("cannot read `{name}`"))?;
    Ok(json!({ "file": name, "xxh3": hash(file)? }))
}

fn hash(mut bytes: impl Read) -> Result<String> {
    let mut hasher = Xxh3::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer)? {
            0 => return Ok(format!("{:032x}", hasher.digest128())),
            length => hasher.update(&buffer[..length]),
        }
    }
}
