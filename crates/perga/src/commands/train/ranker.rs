//! `perga train ranker`: the weights of a pipeline from judgements, and what they are worth on topics not seen.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use corpus::{Input, Qrels, Run, run as runs};
use eval::{Evaluator, Judgements, Scores};
use index::Index;
use rank::learning::{self, CrossValidation, Example, Examples, Topic};
use rank::pipeline::Pipeline;
use rank::search::Searcher;
use rayon::prelude::*;

use crate::commands::columns::align;
use crate::commands::counted;
use crate::commands::run::{Docno, docno_of, query};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga train ranker --index notes.index --topics topics.tsv --qrels judged.qrels -o ours.toml
      then `perga run --pipeline ours.toml …` searches with what was learned
  perga train ranker … --pipeline best --features values.tsv --run unseen.run
      the weights of `best`; the values they weigh; a run in which no topic was scored by weights that saw it";

/// The command line of `perga train ranker`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder of the index
    #[arg(long, value_name = "DIR")]
    index: PathBuf,

    /// Topics: ARQMath or NTCIR XML, or lines `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    topics: String,

    /// Judgements of formulas for these topics
    #[arg(long, value_name = "FILE")]
    qrels: String,

    /// Whose candidates are ranked, and which values the weights are for: those of its last stage
    #[arg(long, value_name = "NAME", default_value = "ltr")]
    pipeline: String,

    /// Parts into which topics are dealt; each is scored with weights from the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=1000))]
    folds: u64,

    /// Candidates per topic at most
    #[arg(short, value_name = "N", default_value_t = 1000)]
    k: usize,

    /// What the judgements call a formula
    #[arg(long, value_enum, default_value_t = Docno::Instance)]
    docno: Docno,

    /// Write the values of the judged candidates, between tabs
    #[arg(long, value_name = "TSV")]
    features: Option<PathBuf>,

    /// Write the run of the cross-validation: each topic scored with weights that have not seen it
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,

    /// Write the pipeline with the weights learned from all topics
    #[arg(short, long, value_name = "TOML")]
    output: Option<PathBuf>,
}

/// How topics are dealt into folds.
const SEED: u64 = 1;

/// What is printed of a cross-validation.
const MEASURES: [&str; 3] = ["nDCG'", "MAP'", "P'@10"];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let index = Index::open(&arguments.index)?;
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let Some(showing) = learning::showing(&pipeline) else {
        bail!(
            "pipeline `{}` has no stage whose weights could be learned\nhint: `--pipeline ltr` has one",
            pipeline.name
        );
    };
    let qrels = Qrels::read(Input::open(&arguments.qrels)?)?;
    let examples = examples(arguments, &index, &showing, &qrels)?;
    if let Some(path) = &arguments.features {
        examples.write(create(path)?)?;
    }
    let folds = usize::try_from(arguments.folds)?.min(examples.topics.len());
    let validation = learning::cross_validate(&examples, folds, SEED);
    let unseen = unseen(&examples, &validation, &pipeline.name);
    if let Some(path) = &arguments.run {
        write_run(&unseen, create(path)?)?;
    }
    let weights = learning::weights(&examples.topics, examples.names.len());
    let mut out = io::stdout().lock();
    write!(out, "{}", fold_table(&qrels, &examples, &validation, &unseen)?)?;
    writeln!(out, "\nweights from {}", counted(examples.topics.len(), "topic"))?;
    write!(out, "{}", weight_table(&examples.names, &weights))?;
    match &arguments.output {
        Some(path) => write_pipeline(arguments, &pipeline, &examples, &weights, path),
        None => Ok(()),
    }
}

/// The candidates of every topic that has something to learn from.
fn examples(arguments: &Arguments, index: &Index, showing: &Pipeline, qrels: &Qrels) -> Result<Examples> {
    let searcher = Searcher::new(index, showing)?;
    let names = learning::names(showing);
    let topics = corpus::topics::read(&Input::open(&arguments.topics)?)?;
    let found = |topic: &corpus::topics::Topic| candidates(arguments, index, &searcher, &names, topic, qrels);
    let mut topics: Vec<Topic> = topics.par_iter().map(found).collect::<Result<_>>()?;
    let all = topics.len();
    topics.retain(Topic::has_pairs);
    if topics.len() < 2 {
        bail!(
            "{}: of {} only {} found candidates of different grades\nhint: `--docno` says what judgements call a formula; `perga run` with the same index shows what it is called here",
            arguments.qrels,
            counted(all, "topic"),
            topics.len()
        );
    }
    if topics.len() < all {
        eprintln!(
            "note: {} without candidates of different grades left out",
            counted(all - topics.len(), "topic")
        );
    }
    Ok(Examples { names, topics })
}

/// What is found for a topic. Of several formulas with one docno the first stands for it, as in a run.
fn candidates(
    arguments: &Arguments,
    index: &Index,
    searcher: &Searcher,
    names: &[String],
    topic: &corpus::topics::Topic,
    qrels: &Qrels,
) -> Result<Topic> {
    let judged = qrels.topic(&topic.id);
    let mut candidates: Vec<Example> = Vec::new();
    let hits = match (query(topic), judged) {
        (Some(query), Some(_)) => searcher.search(&query, arguments.k.max(1)).hits,
        _ => Vec::new(),
    };
    for hit in hits {
        let Some((docno, _)) = docno_of(index, hit.record, arguments.docno)? else { continue };
        if candidates.iter().any(|candidate| candidate.docno == docno) {
            continue;
        }
        let judgement = judged
            .and_then(|judged| judged.judgements.iter().find(|judgement| qrels.docno(judgement) == docno));
        let grade = judgement.map(|judgement| judgement.grade);
        candidates.push(Example { docno, grade, values: learning::examples::values(&hit, names) });
    }
    Ok(Topic { id: topic.id.clone(), candidates })
}

/// The run of the cross-validation.
fn unseen(examples: &Examples, validation: &CrossValidation, name: &str) -> Run {
    let mut builder = runs::Builder::new("cross-validation", format!("{name}-unseen"));
    for (number, topic) in examples.topics.iter().enumerate() {
        for (docno, score) in validation.ranked(number, topic) {
            builder.push(&topic.id, docno, score);
        }
    }
    builder.finish()
}

fn write_run(run: &Run, mut out: impl Write) -> Result<()> {
    for topic in run.topics() {
        for (rank, row) in (1..).zip(&topic.rows) {
            writeln!(out, "{} Q0 {} {rank} {} {}", topic.id, run.docno(row), row.score, run.tag())?;
        }
    }
    Ok(out.flush()?)
}

/// The measures of each fold and of all topics, each scored with weights that have not seen it.
fn fold_table(
    qrels: &Qrels,
    examples: &Examples,
    validation: &CrossValidation,
    unseen: &Run,
) -> Result<String> {
    let judgements = Judgements::new(qrels);
    let measures = MEASURES.iter().map(|name| name.parse()).collect::<eval::Result<_>>()?;
    // The grades of ARQMath count as relevant from 2 up.
    let level = if qrels.highest_grade() > 1 { 2 } else { 1 };
    let evaluator = Evaluator::new(&judgements, measures, eval::Options { level, ..Default::default() })?;
    let scores = evaluator.evaluate(unseen)?;
    let mut rows = vec![["fold", "topics"].iter().chain(&MEASURES).map(ToString::to_string).collect()];
    for fold in 0..validation.weights.len() {
        let is_here = |number: &usize| validation.folds.get(*number) == Some(&fold);
        let topics: Vec<&str> = (0..examples.topics.len())
            .filter(is_here)
            .map(|number| examples.topics[number].id.as_str())
            .collect();
        rows.push(row(&(fold + 1).to_string(), &scores, |id| topics.contains(&id)));
    }
    rows.push(row("all", &scores, |_| true));
    Ok(align(&rows, 1))
}

fn row(name: &str, scores: &Scores, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let wanted: Vec<usize> =
        (0..scores.topics.len()).filter(|&topic| is_wanted(&scores.topics[topic])).collect();
    let mean = |values: &Vec<f64>| {
        let sum: f64 = wanted.iter().filter_map(|&topic| values.get(topic)).sum();
        format!("{:.4}", sum / wanted.len().max(1) as f64)
    };
    let cells = [name.to_owned(), wanted.len().to_string()];
    cells.into_iter().chain(scores.values.iter().map(mean)).collect()
}

/// Weights, the largest first.
fn weight_table(names: &[String], weights: &[f64]) -> String {
    let mut sorted: Vec<(&String, f64)> = names.iter().zip(weights.iter().copied()).collect();
    sorted.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
    let rows: Vec<Vec<String>> =
        sorted.into_iter().map(|(name, weight)| vec![name.clone(), format!("{weight:.4}")]).collect();
    align(&rows, 1)
}

fn write_pipeline(
    arguments: &Arguments,
    pipeline: &Pipeline,
    examples: &Examples,
    weights: &[f64],
    path: &Path,
) -> Result<()> {
    let name =
        path.file_stem().map_or_else(|| pipeline.name.clone(), |stem| stem.to_string_lossy().into_owned());
    let purpose = format!(
        "`{}` with weights learned from {} of {}",
        pipeline.name,
        counted(examples.topics.len(), "topic"),
        arguments.qrels
    );
    let learned = learning::learned(pipeline, &name, &purpose, weights).to_toml()?;
    std::fs::write(path, learned).with_context(|| format!("cannot write `{}`", path.display()))
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(BufWriter::new(file))
}
