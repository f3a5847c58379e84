//! Arguments that several benchmarks have.

use std::path::PathBuf;

use index::Index;

/// Which index is measured.
#[derive(clap::Args)]
pub struct IndexFolder {
    /// The folder of the index
    #[arg(long = "index", value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    pub folder: PathBuf,
}

impl IndexFolder {
    /// The index in the folder.
    pub fn open(&self) -> index::Result<Index> {
        Index::open(&self.folder)
    }
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

/// Reads `NAME=FILE`.
pub fn named_file(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("expected a name, `=` and a file")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}
