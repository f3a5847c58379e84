//! The forms of `perga eval`'s output.

use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, bail};
use eval::report::curves::Curves;
use eval::report::html::{self, Page};
use eval::report::{self, Against, Report};

use super::{Arguments, Format};

/// The seed of the randomisation test.
const SEED: u64 = 1;

/// Prints a report; `curves` are those of its runs, for the page.
pub fn print(arguments: &Arguments, report: &Report, curves: &[Curves]) -> Result<()> {
    let against = arguments.baseline.as_deref().map(|name| against(report, name)).transpose()?;
    if against.is_some() && !matches!(arguments.format, Format::Latex | Format::Html) {
        eprintln!("note: `--baseline` changes nothing but `--format html` and `latex`");
    }
    let text = match arguments.format {
        _ if arguments.json => report::json::write(report),
        Format::Table => report::table::write(report),
        Format::Trec => report::trec::write(report),
        Format::Json => report::json::write(report),
        Format::Csv => report::csv::write(report),
        Format::Latex => report::latex::write(report, against.as_ref()),
        Format::Html => page(arguments, report, curves, std::env::args_os().skip(1))?,
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The report as a page; `command` are the words that would make it.
pub fn page(
    arguments: &Arguments,
    report: &Report,
    curves: &[Curves],
    command: impl Iterator<Item = OsString>,
) -> Result<String> {
    let against = arguments.baseline.as_deref().map(|name| against(report, name)).transpose()?;
    let command = command_line(command);
    Ok(html::write(&Page { report, against: against.as_ref(), curves, command: &command }))
}

fn against<'r>(report: &'r Report, name: &str) -> Result<Against<'r>> {
    let Some(against) = Against::new(report, name, SEED) else {
        let names: Vec<&str> = report.competitors().map(|run| run.name.as_str()).collect();
        bail!("no run is called `{name}`\nhint: a baseline is one of the runs: {}", names.join(", "));
    };
    Ok(against)
}

/// The command as it could be typed again.
fn command_line(words: impl Iterator<Item = OsString>) -> String {
    let quoted = |word: String| match word.chars().all(|c| c.is_alphanumeric() || "-_./,=:@+%".contains(c)) {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words = words.map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("perga".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
