//! `perga check`: reads everything an index holds and says what is wrong with it.

use document::counted;
use std::io::{self, Write};

use anyhow::{Result, bail};
use engine::describe::check;

use super::counted_long;
use crate::failure;
use crate::values::IndexFolderOrArgument;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga check --index notes.index
      reads every file of the index; exit code 1 and a list of what is damaged, if anything is";

/// The command line of `perga check`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
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
        "{}: commit {}, {}, {}, {} read",
        arguments.index.folder().display(),
        findings.commit,
        counted_long(findings.units, "unit"),
        counted_long(findings.occurrences, "formula"),
        counted_long(findings.records, "record")
    )?;
    if findings.hidden > 0 {
        let hidden = counted_long(findings.hidden, "more unit");
        writeln!(out, "{hidden} hidden, because another source has the same id")?;
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
