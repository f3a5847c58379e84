//! Units and answers for a question, printed.

mod text;

use std::io::{self, Write};

use anyhow::{Result, bail};
use index::Index;
use rank::questions::{Pipeline, Question, Searcher, Want};

use super::{Arguments, Format, format, json, style};
use engine::query::asked::usual_pipeline;
use engine::search::units::{self, Results};

/// Runs the command for a question.
pub(super) fn run(arguments: &Arguments, index: &Index, question: &Question, want: Want) -> Result<()> {
    let usual = usual_pipeline(arguments.like.as_deref(), want);
    let pipeline = Pipeline::load(arguments.pipeline.as_deref().unwrap_or(usual))?;
    let searcher = Searcher::new(index, &pipeline, want)?;
    if let Some(warning) = searcher.warning() {
        eprintln!("warning: {warning}");
    }
    let request = units::Request { k: arguments.k, without: arguments.like.as_deref(), ..Default::default() };
    let results = units::search(index, &searcher, question, (want, &pipeline.name), &request)?;
    let output = match format(arguments) {
        Format::Text => text::write(&results, &style(arguments)),
        Format::Json => json(&results.to_response(arguments.explain))?,
        Format::Mathml | Format::Ntcir => {
            bail!("this form is for formulas only\nhint: use `--format json`, or `--want formulas`")
        }
    };
    io::stdout().write_all(output.as_bytes())?;
    if format(arguments) != Format::Json {
        eprint!("{}", remarks(&results));
    }
    Ok(())
}

/// What is said beside the answers.
fn remarks(results: &Results<'_>) -> String {
    let mut out = String::new();
    if results.hits.is_empty() {
        out.push_str("nothing was found\n");
        if !results.question.demands.is_empty() || !results.question.filters.is_empty() {
            out.push_str("hint: leave out a `+`, a `-`, a filter or quotation marks\n");
        } else {
            out.push_str("hint: check the spelling with `perga suggest`, or use other words\n");
        }
    }
    for phrase in &results.found.relaxed_phrases {
        out.push_str(&format!(
            "note: \"{phrase}\" stands nowhere word for word; its words were searched for\n"
        ));
    }
    for note in &results.question.notes {
        out.push_str(&format!("note: {note}\n"));
    }
    if !results.question.read_as.is_empty() {
        out.push_str(&format!("read as {}\n", results.question.read_as));
    }
    out
}
