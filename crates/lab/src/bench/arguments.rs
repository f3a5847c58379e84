//! Arguments that several benchmarks have.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use index::Index;

/// Which index a command uses: the same flag, default and environment variable in every command.
#[derive(Clone, Debug, clap::Args)]
pub struct IndexFolder {
    /// The folder of the index
    #[arg(long = "index", value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    pub index: PathBuf,
}

impl IndexFolder {
    /// The index in the folder.
    pub fn open(&self) -> index::Result<Index> {
        Index::open(&self.index)
    }
}

/// Formulas with judgements, and where they are searched for.
#[derive(clap::Args)]
pub struct JudgedFormulas {
    #[command(flatten)]
    pub index: IndexFolder,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>formula`
    #[arg(long, value_name = "FILE")]
    pub topics: PathBuf,

    /// Judgements of formulas for these topics: `topic 0 id grade`
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
}

/// How a benchmark of trials is shown. What makes a trial fail is said by each benchmark.
#[derive(clap::Args)]
pub struct Shown {
    /// Show the trials that fail
    #[arg(long)]
    pub show_failures: bool,

    /// JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// How the trials of a benchmark are drawn, and how they are shown.
#[derive(clap::Args)]
pub struct Drawn {
    /// The seed of all draws
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    #[command(flatten)]
    pub shown: Shown,
}

/// Reads `NAME=FILE`.
pub fn named_file(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("expected a name, `=` and a file")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}

/// A parser for values with names and help, in the same order.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    names: [(T, &'static str); N],
    help: [&'static str; N],
) -> impl TypedValueParser<Value = T> {
    let values = names.iter().zip(help).map(|((_, name), help)| PossibleValue::new(*name).help(help));
    PossibleValuesParser::new(values).try_map(move |given| {
        let found = names.iter().find(|(_, name)| *name == given);
        found.map(|(value, _)| *value).ok_or("unknown value")
    })
}
