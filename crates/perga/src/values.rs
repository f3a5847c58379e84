//! Values of arguments that a library defines: the names are the library's, the help is ours.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser;
use engine::describe::forms::Form;
use engine::query::asked::{Mode, Want};
use engine::search::listing::Sort;
use eval::pooling::Vote;
use eval::pooling::merge::Assessors;
use formula::Notation;
use lab::named;
use study::assess::results::Several;
use study::assess::verdict::Task;
use trec::run::{Columns, Duplicates};

pub use lab::IndexFolder;

/// An [`IndexFolder`] for commands that took the folder as their only argument before.
#[derive(clap::Args)]
pub struct IndexFolderOrArgument {
    #[command(flatten)]
    named: IndexFolder,

    /// The folder of the index; the same as `--index`
    #[arg(value_name = "DIR", hide = true)]
    folder: Option<PathBuf>,
}

impl IndexFolderOrArgument {
    /// The folder of the index.
    pub fn folder(&self) -> &Path {
        self.folder.as_deref().unwrap_or(&self.named.index)
    }
}

/// An address to listen at; a port alone is one of this machine.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        Err(_) => text.parse().map_err(|_| "give a port, or an address such as 127.0.0.1:7373".to_owned()),
    }
}

/// Puts a space before an argument such as `-x+1` or `-kind:card`, so that the argument parser reads it as a part of a
/// query and not as flags; [`without_shield`] removes the space. Arguments with two dashes stay options, and so do the
/// short flags of the commands.
pub fn shield_minus(argument: OsString) -> OsString {
    let Some(rest) = argument.to_str().and_then(|text| text.strip_prefix('-')) else { return argument };
    let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'=');
    let is_flag = rest.starts_with('-')
        || ["", "h", "V"].contains(&rest)
        || rest.strip_prefix('k').is_some_and(is_number);
    if is_flag { argument } else { format!(" -{rest}").into() }
}

/// The argument as it was given.
pub fn without_shield(argument: &str) -> &str {
    if argument.starts_with(" -") { &argument[1..] } else { argument }
}

/// A parser for `--want`.
pub fn wants() -> impl TypedValueParser<Value = Want> {
    let help = [
        "Formulas, one row for each that looks different",
        "Units of text",
        "Answers to questions",
        "Questions",
    ];
    named(Want::NAMES, help)
}

/// A parser for `--sort`.
pub fn sorts() -> impl TypedValueParser<Value = Sort> {
    named(Sort::NAMES, ["The best first", "The newest first", "Most votes first"])
}

/// A parser for `--mode`.
pub fn modes() -> impl TypedValueParser<Value = Mode> {
    let help = [
        "Equal by convention, names kept",
        "The formula contains the query, after renaming",
        "Ranked by everything",
    ];
    named(Mode::NAMES, help)
}

/// A parser for `--from`.
pub fn notations() -> impl TypedValueParser<Value = Notation> {
    let help = [
        "Decide for each formula",
        "LaTeX, with or without `$`",
        "Presentation or Content MathML",
        "Plain text such as `sin(x)/x`",
    ];
    named(Notation::NAMES, help)
}

/// A parser for `--as`.
pub fn forms() -> impl TypedValueParser<Value = Form> {
    let help = [
        "Layout tree: each symbol with what is written around it",
        "Operator tree as an S-expression",
        "Operator tree in canonical form, as an S-expression",
        "Layout tree as a Tangent-S string",
        "Operator tree as a Tangent-S string",
        "Presentation MathML Core with an id on every node",
        "Content MathML of the operator tree",
        "LaTeX",
        "Symbol pairs of the layout tree",
        "Leaf-root paths of the operator tree",
        "Layout tokens after mathtuples (L8)",
        "Visual id, alpha signature, structure signature",
        "Both trees drawn with lines",
        "Both trees and the findings of the reader as JSON, see `docs/reference/tree-json.md`",
    ];
    named(Form::NAMES, help)
}

/// A parser for `--columns`.
pub fn columns() -> impl TypedValueParser<Value = Columns> {
    let help = [
        "Detect from the first lines",
        "topic Q0 docno rank score tag",
        "topic post rank score tag",
        "topic formula post rank score tag",
        "topic rank score tag sources answer",
    ];
    named(Columns::NAMES, help)
}

/// A parser for `--duplicates`.
pub fn duplicates() -> impl TypedValueParser<Value = Duplicates> {
    let help = [
        "None: it is an error, as in trec_eval",
        "The first, as in ARQMath's Task 1 scripts",
        "The place of the first with the score of the last, as in ARQMath's Task 2 scripts",
    ];
    named(Duplicates::NAMES, help)
}

/// A parser for `--assessors`.
pub fn assessors() -> impl TypedValueParser<Value = Assessors> {
    let help = [
        "They are added",
        "The highest counts",
        "There may be only one, or all must give the same grade",
        "The first in the files counts, the others are for agreement only",
        "The grade of the assessor `adjudicated` counts, else the first",
    ];
    named(Assessors::NAMES, help)
}

/// A parser for `--vote`.
pub fn votes() -> impl TypedValueParser<Value = Vote> {
    named(Vote::NAMES, ["The instances that most runs returned", "The highest sum of reciprocal ranks"])
}

/// A parser for `--task` of `perga assess`.
pub fn tasks() -> impl TypedValueParser<Value = Task> {
    let help = [
        "Answers",
        "Formulas in posts",
        "Answers that systems wrote or cut out",
        "Units of an article (NTCIR)",
    ];
    named(Task::NAMES, help)
}

/// A parser for `--several`.
pub fn several() -> impl TypedValueParser<Value = Several> {
    let help = ["That of the assessor to whom the topic belongs", "The sum", "The mean", "The highest"];
    named(Several::NAMES, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_stay_flags_and_the_rest_is_a_query() {
        let shielded = |text: &str| shield_minus(text.into()).into_string().unwrap();
        for flag in ["--index", "-k", "-k10", "-k=5", "-h", "-", "x-1"] {
            assert_eq!(shielded(flag), flag);
        }
        for query in ["-x+1", "-kind:card", "-b/(2a)", "-1"] {
            assert_eq!(shielded(query), format!(" {query}"));
            assert_eq!(without_shield(&shielded(query)), query);
        }
    }

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        assert_eq!(address("7406").unwrap().to_string(), "127.0.0.1:7406");
        assert_eq!(address("[::1]:80").unwrap().to_string(), "[::1]:80");
        assert!(address("localhost:80").is_err() && address("70000").is_err());
    }
}
