//! `perga eval --check`: is this a submission?

use document::counted;
use std::io::{self, Write};

use anyhow::{Result, bail};
use eval::submission::{self, Checked, Submissions};
use trec::check::Report;

use super::Arguments;
use crate::failure;

/// Checks every run, prints a line for each, and fails if any has a problem.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (known, runs) = match arguments.runs.as_slice() {
        [] => (None, vec![arguments.qrels.clone()]),
        runs => (Some(&arguments.qrels), runs.to_vec()),
    };
    let topics = arguments.topics.as_ref().or(known).cloned();
    let checked = Submissions { runs, topics, columns: arguments.files.columns }.check()?;
    let text: String = match arguments.json || arguments.format == super::Format::Json {
        true => submission::json(&checked, failure::with_flag),
        false => checked.iter().map(Checked::summary).collect(),
    };
    checked.iter().for_each(|run| tell(&run.report));
    io::stdout().write_all(text.as_bytes())?;
    match checked.iter().map(Checked::problems).sum::<usize>() {
        0 => Ok(()),
        count => bail!("{}", counted(count, "problem")),
    }
}

fn tell(report: &Report) {
    report.problems.iter().for_each(|problem| failure::complain("error", problem));
    if report.more > 0 {
        eprintln!("and {} more", report.more);
    }
    report.notes.iter().for_each(|note| failure::complain("note", note));
}
