//! `perga check`: reads everything an index holds and says what is wrong with it.

use document::counted;
use std::io::{self, Write};

use anyhow::{Result, bail};
use engine::describe::check;
use indicatif::HumanCount;

use crate::failure;
use crate::values::IndexFolderOrArgument;

/// The command line of `perga check`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    index: IndexFolderOrArgument,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let findings = check(arguments.index.folder())?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: commit {}, {} units, {} formulas, {} records read",
        arguments.index.folder().display(),
        findings.commit,
        HumanCount(findings.units),
        HumanCount(findings.occurrences),
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
