//! `perga fuse`: one run from several.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use lab::fuse::{Fusing, Learn, Method, Normalise, Ranks};
use lab::made::Made;
use lab::runs::Columns;

use super::reading::Files;
use super::{write_run, wrong_usage};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga fuse --method rrf bm25.run dense.run -o fused.run
      reciprocal rank fusion: ranks alone count
  perga fuse --method linear approach0.run colbert.run --weights 0.3,0.7 -o fused.run
      the weighted sum of scores, those of each topic and run scaled to the range from 0 to 1
  perga fuse --method linear *.run --learn task1-2020.qrels --folds 5 -o fused.run
      weights from judgements; no topic is fused with weights that have seen its judgements
  perga fuse --method rrf a.tsv b.tsv --ranks column --output-columns arqmath1
      ranks as the files number them, in the columns of ARQMath Task 1";

/// The command line of `perga fuse`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The runs: TREC columns or those of ARQMath Task 1 or 2 (gzip is read directly)
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// How the lists of a topic become one
    #[arg(long, value_enum)]
    method: Method,

    /// The weight of each run, in their order; 1 without it
    #[arg(
        long,
        value_name = "W,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "learn"
    )]
    weights: Vec<f64>,

    /// Learn the weights of `linear` from these judgements
    #[arg(long, value_name = "QRELS")]
    learn: Option<PathBuf>,

    /// Parts of the topics; each is fused with weights learned from the others
    #[arg(long, value_name = "N", default_value_t = 5, requires = "learn", value_parser = clap::value_parser!(u16).range(2..))]
    folds: u16,

    /// How the scores of a run come to one range [default: min-max where scores are added up]
    #[arg(long, value_enum, value_name = "HOW")]
    normalise: Option<Normalise>,

    /// Where ranks come from
    #[arg(long, value_enum, default_value_t = Ranks::Score)]
    ranks: Ranks,

    /// The constant of `rrf` and `sw-rrf`
    #[arg(long, value_name = "K", default_value_t = 60.0)]
    constant: f64,

    /// The probability that a reader of `rbc` continues after each result
    #[arg(long, value_name = "PHI", default_value_t = 0.98)]
    phi: f64,

    /// Results per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// The tag of the fused run; the method without it
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,

    /// The columns that are written: `trec`, `arqmath1` or `arqmath2`
    #[arg(long, value_enum, default_value_t = Columns::Trec, value_name = "COLUMNS")]
    output_columns: Columns,

    #[command(flatten)]
    files: Files,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    arguments.check();
    let fused = arguments.fusing().fuse()?;
    if let Some(learned) = &fused.learned {
        eprint!("{}", learned.text(&arguments.runs));
    }
    let inputs = arguments.runs.iter().chain(&arguments.learn).cloned().collect();
    write_run(arguments.output.as_deref(), &fused.text, |command| Made { command, inputs, ..Made::default() })
}

impl Arguments {
    /// Refuses arguments that do not go together.
    fn check(&self) {
        let (method, runs) = (self.method, self.runs.len());
        if runs < 2 {
            wrong_usage("one run cannot be fused\nhint: name two or more");
        }
        if !self.weights.is_empty() && self.weights.len() != runs {
            wrong_usage(format!(
                "`--weights` has {} for {runs} runs\nhint: give one for each",
                self.weights.len()
            ));
        }
        if self.weights.iter().any(|weight| !weight.is_finite()) {
            wrong_usage("`--weights` are numbers");
        }
        if self.learn.is_some() && method != Method::Linear {
            wrong_usage("`--learn` finds the weights of `--method linear`");
        }
        if method == Method::Linear && self.learn.is_none() && self.weights.is_empty() {
            wrong_usage(
                "`--method linear` needs weights\nhint: give `--weights` or `--learn`; `comb-sum` needs none",
            );
        }
        if method == Method::Ibc && !self.weights.is_empty() {
            wrong_usage("`--method ibc` has no weights");
        }
        if self.normalise.is_some() && !method.fusion().uses_scores() {
            wrong_usage("this method does not look at scores\nhint: leave out `--normalise`");
        }
        if self.k == 0 {
            wrong_usage("`-k` must be at least 1\nhint: runs usually have 1000 results per topic");
        }
        if !(0.0..1.0).contains(&self.phi) || !self.constant.is_finite() || self.constant < 0.0 {
            wrong_usage("`--phi` is below 1, `--constant` and `--phi` at least 0");
        }
        if matches!(self.output_columns, Columns::Arqmath3 | Columns::Ntcir) {
            wrong_usage("a fused run has the columns `trec`, `arqmath1` or `arqmath2`");
        }
        if self.tag.as_ref().is_some_and(|tag| tag.is_empty() || tag.contains(char::is_whitespace)) {
            wrong_usage("`--tag` is one word");
        }
    }

    fn fusing(&self) -> Fusing {
        let name = self.method.to_possible_value().map(|value| value.get_name().to_owned());
        let learn = self.learn.as_ref().map(|qrels| Learn {
            qrels: qrels.clone(),
            dropped_grades: self.files.drop_grades.clone(),
            folds: self.folds.into(),
        });
        Fusing {
            runs: self.runs.clone(),
            reading: self.files.reading(),
            ranks: self.ranks,
            fuser: self.method.fuser(self.weights.clone(), self.normalise, self.constant, self.phi),
            learn,
            k: self.k,
            columns: self.output_columns,
            tag: self.tag.clone().or(name).unwrap_or_default(),
        }
    }
}
