//! `perga check`: reads everything an index holds and says what is wrong with it.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use engine::describe::check;
use eval::report::counted;
use indicatif::HumanCount;

use crate::failure;

/// The command line of `perga check`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the index
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let findings = check(&arguments.folder)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: commit {}, {} units, {} formulas, {} records read",
        arguments.folder.display(),
        findings.commit,
        HumanCount(findings.units),
        HumanCount(findings.instances),
        HumanCount(findings.records)
    )?;
    if findings.hidden > 0 {
        let hidden = HumanCount(findings.hidden);
        writeln!(out, "{hidden} more units are hidden, because another source has the same id")?;
    }
    if findings.errors.is_empty() {
        writeln!(out, "everything is as it was written; content {:016x}", findings.digest)?;
        return Ok(());
    }
    for error in &findings.errors {
        failure::say_one(error);
    }
    bail!("{} found", counted(findings.errors.len(), "error"));
}
