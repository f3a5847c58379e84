//! Units and answers for a question, printed.

use std::io::{self, Write};

use anyhow::{Result, bail};
use engine::search::units::{Results, terminal};

use super::{Arguments, Format, counted_long, format, json, style};
use crate::failure;

/// Prints units.
pub(super) fn show(arguments: &Arguments, results: &Results) -> Result<()> {
    if let Some(warning) = &results.warning {
        failure::warn_about(warning);
    }
    let output = match format(arguments) {
        Format::Text => terminal::write(results, style(arguments)) + &effort(arguments, results),
        Format::Json => json(&results.response(arguments.explain))?,
        Format::Mathml | Format::Ntcir => {
            bail!(
                "this output format supports formulas only\nhint: use `--format json`, or `--want formulas`"
            )
        }
    };
    io::stdout().write_all(output.as_bytes())?;
    if format(arguments) != Format::Json {
        eprint!("{}", remarks(results));
    }
    Ok(())
}

/// The number of units that were scored, and the time it took.
fn effort(arguments: &Arguments, results: &Results) -> String {
    if !arguments.explain {
        return String::new();
    }
    let units = counted_long(results.found.candidates as u64, "unit");
    format!("{units} scored in full, {:.1} ms\n", results.timings.search_ms)
}

/// What is said beside the answers.
fn remarks(results: &Results) -> String {
    let mut out = String::new();
    if results.hits.is_empty() {
        out.push_str("no results\n");
        if !results.question.demands.is_empty() || !results.question.filters.is_empty() {
            out.push_str("hint: leave out a `+`, a `-`, a filter or quotation marks\n");
        } else {
            out.push_str("hint: check the spelling with `perga suggest`, or use other words\n");
        }
    }
    if let Some(corrected) = &results.corrected {
        out.push_str(&format!(
            "showing results for: {corrected}\nhint: `--verbatim` searches for the query as typed\n"
        ));
    }
    if let Some(language) = results.foreign {
        out.push_str(&format!("note: the query seems to be in {language}; the index has no texts in it\n"));
    }
    if results.is_nothing_close() {
        out.push_str(
            "note: nothing in the index is close to this query; the results share some words with it\n",
        );
    }
    for part in &results.dropped {
        out.push_str(&format!("note: nothing has \"{part}\"; searched without it\n"));
    }
    for phrase in &results.found.relaxed_phrases {
        out.push_str(&format!("note: no exact match for \"{phrase}\"; searched for its words instead\n"));
    }
    for note in &results.question.notes {
        out.push_str(&format!("note: {}\nhint: {}\n", note.message, note.hint));
    }
    if !results.question.read_as.is_empty() {
        out.push_str(&format!("read as {}\n", results.question.read_as));
    }
    out
}
