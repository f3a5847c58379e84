//! How a failure is said: `error: ` with what happened, then `hint: ` with what to do.
//!
//! Libraries say what is missing; which flag or command provides it is known here.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::Path;
use std::{io, iter};

use document::{Complaint, Hint, Setting};
use engine::error::{Kind, Missing, Warning};
use eval::report::html::command_line;
use lab::training::ranker::{HintsAt, NothingToLearn};

/// Prints a failure on stderr.
pub fn say(error: &anyhow::Error) {
    eprintln!("{}", described(error));
}

/// A failure and its hint, without a line end.
pub fn described(error: &anyhow::Error) -> String {
    with_hint(format_args!("error: {error:#}"), error.chain().find_map(hint))
}

/// Prints one of several failures on stderr.
pub fn say_one(error: &(dyn Error + 'static)) {
    eprintln!("{}", with_hint(format_args!("error: {error}"), hint(error)));
}

/// Prints on stderr what could not be used while the work continued.
pub fn warn(error: &(dyn Error + 'static)) {
    eprintln!("{}", with_hint(format_args!("warning: {error}"), hint(error)));
}

/// Prints on stderr what a search could not use.
pub fn warn_about(warning: &Warning) {
    let hint = with_command(&warning.kind).or_else(|| warning.hint.clone());
    eprintln!("{}", with_hint(format_args!("warning: {}", warning.message), hint));
}

/// Prints a problem with a file on stderr, after a word such as `warning`.
pub fn complain(word: &str, complaint: &Complaint) {
    eprintln!("{}", with_hint(format_args!("{word}: {complaint}"), Some(with_flag(&complaint.hint))));
}

/// A hint with the flag of the setting that it names.
pub fn with_flag(hint: &Hint) -> String {
    let flag = match hint.setting() {
        None => return hint.to_string(),
        Some(Setting::Answers) => "`--answers FILE`",
        Some(Setting::Columns) => "`--columns`",
        Some(Setting::Duplicates) => "`--duplicates first` or `last`",
        Some(Setting::Follow) => "`--follow`",
        Some(Setting::Format) => "`--format`",
        Some(Setting::IncludeRoot) => "`--include-root DIR`",
        Some(Setting::Memory) => "`--memory MB`",
        Some(Setting::Ranks) => "`--ranks score`",
        Some(Setting::Topics) => "`--topics FILE`",
    };
    format!("{hint} with {flag}")
}

/// A message, and its hint on a line of its own.
pub fn with_hint(message: impl Display, hint: Option<impl Display>) -> String {
    match hint {
        Some(hint) => format!("{message}\nhint: {hint}"),
        None => message.to_string(),
    }
}

/// Whether it is only a reader that has closed the pipe.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// What is wrong with a file, if that is the failure.
fn complaint<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a Complaint> {
    if let Some(eval::Error::Grouped(complaint)) = cause.downcast_ref() {
        return Some(complaint);
    }
    let error = match (cause.downcast_ref::<engine::Error>(), cause.downcast_ref::<eval::Error>()) {
        (Some(engine::Error::Corpus(error)), _) | (_, Some(eval::Error::Read(error))) => Some(error),
        _ => cause.downcast_ref::<document::Error>(),
    };
    error?.complaint()
}

/// What to do about a failure.
fn hint(cause: &(dyn Error + 'static)) -> Option<String> {
    if let Some(complaint) = complaint(cause) {
        return Some(with_flag(&complaint.hint));
    }
    if let Some(failure) = cause.downcast_ref::<lab::Failure>() {
        return Some(failure.hint().to_owned());
    }
    if let Some(server::Error::Listen { .. }) = cause.downcast_ref() {
        return Some("another program may; `--listen 127.0.0.1:0` takes a free port".to_owned());
    }
    if let Some(error) = cause.downcast_ref::<server::Error>() {
        return error.hint().map(str::to_owned);
    }
    if let Some(error) = cause.downcast_ref::<study::Error>() {
        return error.hint().map(str::to_owned);
    }
    if let Some(error) = cause.downcast_ref::<NothingToLearn>() {
        let flag = match error.hints_at {
            HintsAt::Formulas => "`--docno` says what judgements call a formula",
            HintsAt::Units => "`--unjudged` treats unjudged candidates as wrong",
            HintsAt::Features => {
                return Some("the file needs a column `grade`, or judgements with `--qrels`".to_owned());
            }
        };
        return Some(format!(
            "{flag}; `perga run` with the same index shows what candidates are called here"
        ));
    }
    // An error of the server keeps its cause in a box.
    let boxed = cause.downcast_ref::<Box<engine::Error>>().map(AsRef::as_ref);
    if let Some(error) = cause.downcast_ref::<engine::Error>().or(boxed) {
        return with_command(&error.kind()).or_else(|| error.hint());
    }
    let (kind, hint) = engine::error::described(cause)?;
    with_command(&kind).or(hint)
}

/// The command or the flag that provides what is missing.
fn with_command(kind: &Kind) -> Option<String> {
    let hint = match kind {
        Kind::Missing(Missing::Index(folder)) => {
            format!("make one with `perga index SOURCE --index {}`", folder.display())
        }
        Kind::Missing(Missing::Profile(profile)) => format!("index again with `--profile {profile}`"),
        Kind::Missing(Missing::FormulaVectors(folder)) => {
            format!("run `perga train embeddings --index {}`", folder.display())
        }
        Kind::Missing(Missing::UnitVectors(folder)) => {
            format!("run `perga index SOURCE --index {} --embed`", folder.display())
        }
        Kind::Missing(Missing::Model) => "`perga model add PATH` adds one".to_owned(),
        Kind::Missing(Missing::SameModel) => "add that model, or index again with `--embed`".to_owned(),
        Kind::OtherFormat { folder, sources } => {
            format!("make it again with `{}`; the old index stays as it is", rebuild_command(folder, sources))
        }
        Kind::OtherProfile => "leave out `--profile`, or index into a new folder".to_owned(),
        Kind::Unreadable => "check that the index is whole with `perga check`".to_owned(),
        _ => return None,
    };
    Some(hint)
}

/// The command that indexes the sources of an index again, into a folder beside it.
fn rebuild_command(folder: &Path, sources: &[String]) -> String {
    let sources = if sources.is_empty() { vec!["SOURCE".to_owned()] } else { sources.to_vec() };
    let folder = format!("{}.new", folder.display().to_string().trim_end_matches('/'));
    let words = iter::once("index".to_owned()).chain(sources).chain(["--index".to_owned(), folder]);
    command_line(words.map(OsString::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_sources() {
        let command = |sources: &[&str]| {
            let sources: Vec<String> = sources.iter().map(|source| (*source).to_owned()).collect();
            rebuild_command(Path::new("old.index/"), &sources)
        };
        assert_eq!(command(&["n"]), "perga index n --index old.index.new");
        assert_eq!(command(&["a b.tsv", "c.tsv"]), "perga index 'a b.tsv' c.tsv --index old.index.new");
        assert_eq!(command(&[]), "perga index SOURCE --index old.index.new");
    }
}
