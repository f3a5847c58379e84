//! Runs KaTeX on Node over the same formulas and reads its times.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// What KaTeX did in its best round.
pub struct Pass {
    /// What was timed.
    pub name: &'static str,
    /// CPU seconds.
    pub best: f64,
    /// Formulas it gave up on.
    pub failed: usize,
    /// How many times faster Perga's LaTeX reader has to be.
    pub bar: Option<f64>,
}

/// Times KaTeX's parse and its rendering to MathML; nothing when Node or KaTeX are not installed.
pub fn time(formulas: &[String], rounds: usize) -> Result<Vec<Pass>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("node");
    if !folder.join("node_modules/katex").is_dir() {
        eprintln!("skipped KaTeX: it is not installed in {}; hint: npm install there", folder.display());
        return Ok(Vec::new());
    }
    let mut child = Command::new("node")
        .args(["time.js", &rounds.to_string()])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start node")?;
    let mut stdin = child.stdin.take().context("no stdin")?;
    for formula in formulas {
        writeln!(stdin, "{formula}")?;
    }
    drop(stdin);
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let parse = Pass { name: "KaTeX on Node: parse", best: f64::INFINITY, failed: 0, bar: None };
    let whole = Pass { name: "KaTeX on Node: to MathML", bar: Some(20.0), ..parse };
    Ok(vec![best(&text, "parse", parse)?, best(&text, "mathml", whole)?])
}

fn best(text: &str, word: &str, mut pass: Pass) -> Result<Pass> {
    for line in text.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        if let [kind, seconds, failed] = fields[..]
            && kind == word
        {
            pass.best = pass.best.min(seconds.parse()?);
            pass.failed = failed.parse()?;
        }
    }
    anyhow::ensure!(pass.best.is_finite(), "node gave no times");
    Ok(pass)
}
