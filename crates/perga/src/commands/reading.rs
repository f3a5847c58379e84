//! How the files of an evaluation are read, for the commands that read runs and judgements.

use clap::ValueEnum;
use eval::evaluation::Reading;
use trec::run::{self, Duplicates};

/// How runs and judgements are read.
#[derive(clap::Args)]
pub struct Files {
    /// Columns of the runs
    #[arg(long, value_enum, default_value_t = Columns::Auto, value_name = "COLUMNS")]
    pub columns: Columns,

    /// What to do with a docno that a topic has twice; with `--visual` the default is `last`
    #[arg(long, value_enum, value_name = "WHICH")]
    pub duplicates: Option<Which>,

    /// Grades that are no judgements, such as ARQMath's codes `5,6`
    #[arg(long, value_name = "GRADES", value_delimiter = ',')]
    pub drop_grades: Vec<i32>,
}

impl Files {
    /// How runs are read.
    pub fn reading(&self) -> Reading {
        Reading { columns: self.columns.into(), duplicates: self.duplicates.map(Duplicates::from) }
    }
}

/// Columns of a run.
#[derive(Clone, Copy, ValueEnum)]
pub enum Columns {
    /// Whatever the first lines look like
    Auto,
    /// topic Q0 docno rank score tag
    Trec,
    /// topic post rank score tag
    Arqmath1,
    /// topic formula post rank score tag
    Arqmath2,
    /// topic rank score tag sources answer
    Arqmath3,
}

impl From<Columns> for run::Columns {
    fn from(columns: Columns) -> Self {
        match columns {
            Columns::Auto => run::Columns::Auto,
            Columns::Trec => run::Columns::Trec,
            Columns::Arqmath1 => run::Columns::ArqMath1,
            Columns::Arqmath2 => run::Columns::ArqMath2,
            Columns::Arqmath3 => run::Columns::ArqMath3,
        }
    }
}

/// Which of two rows with the same docno counts.
#[derive(Clone, Copy, ValueEnum)]
pub enum Which {
    /// None: it is an error, as in trec_eval
    Error,
    /// The first, as in ARQMath's Task 1 scripts
    First,
    /// The place of the first with the score of the last, as in ARQMath's Task 2 scripts
    Last,
}

impl From<Which> for Duplicates {
    fn from(which: Which) -> Self {
        match which {
            Which::Error => Duplicates::Refuse,
            Which::First => Duplicates::KeepFirst,
            Which::Last => Duplicates::KeepLast,
        }
    }
}
