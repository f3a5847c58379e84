//! Values of arguments that a library defines: the names are the library's, the help is ours.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use engine::describe::forms::Form;
use engine::query::asked::{ModeName, Want};
use formula::Notation;

/// Which index a command uses: the same flag, default and environment variable in every command.
#[derive(clap::Args)]
pub struct IndexFolder {
    /// The folder of the index
    #[arg(long = "index", value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    pub index: PathBuf,
}

/// The same for commands that took the folder as their only argument before.
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

/// A parser for `--mode`.
pub fn modes() -> impl TypedValueParser<Value = ModeName> {
    let help = [
        "Equal by convention, names kept",
        "The query is part of it, up to renaming",
        "Ranked by everything",
    ];
    named(ModeName::NAMES, help)
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

/// A parser for values with names and help, in the same order.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    names: [(T, &'static str); N],
    help: [&'static str; N],
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().zip(help).map(|((_, name), help)| PossibleValue::new(*name).help(help));
    PossibleValuesParser::new(values).try_map(move |given| {
        let found = names.iter().find(|(_, name)| *name == given);
        found.map(|(value, _)| *value).ok_or("unknown value")
    })
}
