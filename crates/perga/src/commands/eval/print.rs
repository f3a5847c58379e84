//! The forms of `perga eval`'s output.

use std::io::{self, Write};

use anyhow::Result;
use eval::evaluation::Measured;
use eval::report::{self, html};

use super::{Arguments, Format};

/// Prints a report.
pub fn print(arguments: &Arguments, measured: &Measured) -> Result<()> {
    let report = &measured.report;
    let against = arguments.baseline.as_deref().map(|name| measured.against(name)).transpose()?;
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
        Format::Html => {
            let command = html::command_line(std::env::args_os().skip(1));
            measured.page(against.as_ref(), &command)
        }
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
