//! `perga bench answers`: whole questions, and units that are known to answer them or to be like them.
//!
//! - [`ranking`]: judged answers to topics, several systems in one table.
//! - [`duplicates`]: questions that people marked as asking the same.
//! - [`own_answer`]: the answer to a question among all answers, without the text of the question.
//! - [`articles`]: articles by a name of theirs, and by a formula and a word.
//! - [`typed`]: articles by what people type for a name: questions, reversed words, slips.
//! - [`speed`]: milliseconds per question.
//! - [`suggest`]: milliseconds per keystroke for suggestions.
//! - [`hostile`]: strings that no user would type, and whether any of them does harm.
//!
//! The last seven need no judgements: the query was made from the unit that it should find.

mod articles;
mod duplicates;
pub(in crate::bench) mod hostile;
mod own_answer;
mod ranking;
mod ranks;
mod speed;
mod suggest;
mod typed;

use anyhow::Result;
use rank::questions::Pipeline;

/// The benchmarks of `perga bench answers`.
#[derive(clap::Subcommand)]
pub enum Benchmark {
    /// Search for judged topics with several systems: measures, tests, slices, in one table
    Ranking(ranking::Arguments),
    /// Search for the duplicate of a question among all questions
    Duplicates(duplicates::Arguments),
    /// Search for the answer of a question among all answers, by the text of the answer itself
    OwnAnswer(own_answer::Arguments),
    /// Search for articles by their names, and by a renamed formula and a word
    Articles(articles::Arguments),
    /// Search for articles by questions, reversed words and slips of the finger, or for the queries of a file
    Typed(typed::Arguments),
    /// Search an index of any size for whole questions: milliseconds
    Speed(speed::Arguments),
    /// Suggest while titles and formulas are typed: milliseconds
    Suggest(suggest::Arguments),
    /// Search for random and mutated strings: none may fail, or take long
    Hostile(hostile::Arguments),
}

/// Runs a benchmark.
pub fn run(benchmark: &Benchmark) -> Result<()> {
    match benchmark {
        Benchmark::Ranking(arguments) => ranking::run(arguments),
        Benchmark::Duplicates(arguments) => duplicates::run(arguments),
        Benchmark::OwnAnswer(arguments) => own_answer::run(arguments),
        Benchmark::Articles(arguments) => articles::run(arguments),
        Benchmark::Typed(arguments) => typed::run(arguments),
        Benchmark::Speed(arguments) => speed::run(arguments),
        Benchmark::Suggest(arguments) => suggest::run(arguments),
        Benchmark::Hostile(arguments) => hostile::run(arguments),
    }
}

/// Pipelines by name or file.
fn pipelines(names: &[String]) -> Result<Vec<Pipeline>> {
    Ok(names.iter().map(|name| Pipeline::load(name)).collect::<rank::Result<_>>()?)
}
