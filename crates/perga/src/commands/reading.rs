//! How the files of an evaluation are read, for the commands that read runs and judgements.

use eval::evaluation::Reading;
use trec::run::{Columns, Duplicates};

use crate::values;

/// How runs and judgements are read.
#[derive(clap::Args)]
pub struct Files {
    /// Columns of the runs
    #[arg(long, value_parser = values::columns(), default_value = "auto", value_name = "COLUMNS")]
    pub columns: Columns,

    /// What to do with a docno that a topic has twice; with `--visual` the default is `last`
    #[arg(long, value_parser = values::duplicates(), value_name = "WHICH")]
    pub duplicates: Option<Duplicates>,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',')]
    pub drop_grades: Vec<i32>,
}

impl Files {
    /// How runs are read.
    pub fn reading(&self) -> Reading {
        Reading { columns: self.columns, duplicates: self.duplicates }
    }
}
