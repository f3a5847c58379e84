//! Candidates whose values stand in a feature file: to learn from, and to rank without an index.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use rank::learning::{Example, Examples, Linear, Topic};
use trec::{Features, Input, Qrels, qrels as judged};

use super::grade;
use crate::Failure;
use crate::runs::below;
use crate::whole;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga rank candidates.tsv.gz -o mean.run
      by the mean of all values
  perga train ranker --from judged.tsv.gz -o learned.toml
  perga rank candidates.tsv.gz --ranker learned.toml -o learned.run
      by weights learned from judged candidates";

/// The command line of `perga rank`: which candidates are ranked, and by what.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Candidates with their values: `topic<TAB>docno<TAB>…`, with a first line of names
    #[arg(value_name = "FEATURES")]
    features: PathBuf,

    /// The weights, learned by `perga train ranker --from`; without it, the mean of all values counts
    #[arg(long, value_name = "TOML")]
    ranker: Option<PathBuf>,

    /// Results per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    k: u64,

    /// Where to write the run; stdout without it
    #[arg(short, long, value_name = "RUN")]
    output: Option<PathBuf>,
}

/// Ranks the candidates and writes the run.
///
/// # Errors
/// A file cannot be read or written, or the weights are for other values.
pub fn rank(arguments: &Arguments) -> Result<()> {
    let examples = examples(&Features::read(&Input::open(&arguments.features)?)?, None);
    let ranker = match &arguments.ranker {
        Some(path) => ranker(path)?,
        None => Linear::mean(&examples.names),
    };
    let text = run(&ranker, &examples, usize::try_from(arguments.k).unwrap_or(usize::MAX))?;
    match &arguments.output {
        None => Ok(std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?),
        Some(path) => whole::write(path, &text),
    }
}

fn ranker(path: &Path) -> Result<Linear> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
    Ok(Linear::parse(&file, &text)?)
}

/// The lines of the run, with strictly falling scores.
fn run(ranker: &Linear, examples: &Examples, k: usize) -> Result<String> {
    let mut out = String::new();
    for (topic, ranked) in ranker.rank(examples)? {
        let mut last = f64::INFINITY;
        for (rank, (docno, score)) in (1..=k).zip(ranked) {
            last = below(last, score);
            writeln!(out, "{topic} Q0 {docno} {rank} {last} {}", ranker.name)?;
        }
    }
    Ok(out)
}

/// The candidates of a file; graded by judgements if there are some.
pub(super) fn examples(features: &Features, qrels: Option<&Qrels>) -> Examples {
    let example = |topic: &trec::features::Topic, row: &trec::features::Row| Example {
        docno: row.docno.clone(),
        grade: qrels.and_then(|qrels| grade(qrels, &topic.id, &row.docno)),
        values: Some(row.values.clone()),
    };
    let topic = |topic: &trec::features::Topic| Topic {
        id: topic.id.clone(),
        candidates: topic.rows.iter().map(|row| example(topic, row)).collect(),
    };
    Examples { names: features.names.clone(), topics: features.topics.iter().map(topic).collect() }
}

/// The grades of a file as judgements.
pub(super) fn grades(features: &Features) -> Qrels {
    let mut qrels = judged::Builder::new(features.file.clone());
    for topic in &features.topics {
        for row in &topic.rows {
            if let Some(grade) = row.grade {
                qrels.push(&topic.id, "0", &row.docno, grade);
            }
        }
    }
    qrels.finish()
}
