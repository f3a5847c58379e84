//! `perga search`: formulas, units and answers that help, best first, with the reasons.

mod answer;
mod json;
mod ntcir;
mod text;
mod units;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use formula::Notation;
use index::Index;
use rank::failure::{self, Relaxation, Step};
use rank::modes::{self, Mode};
use rank::pipeline::Pipeline;
use rank::query::Query;
use rank::questions::{self, question::Question};

use crate::report;
use answer::{Answer, Timings};
pub(super) use ntcir::escaped;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga search 'a^2+b^2=c^2'
      formulas like this one, renamed or rearranged, in the index of PERGA_INDEX or ./perga.index
  perga search '\\frac{?a}{?b}+?a' --mode contains --index notes.index
      formulas with such a part; `?a` is the same expression both times
  perga search '<math><msqrt><mi>x</mi></msqrt></math>' --json
      the same for programs; see docs/search-json.md
  perga search 'sin(x)/x' --explain
      plain text works too; the score is taken apart
  perga search 'why is $\\sqrt2$ irrational?' --want answers
      answers to a whole question; words alone work as well
  perga search --like 1002143 --want questions
      questions like one of the index: its duplicates

docs/query-language.md has the query language, docs/wildcards.md that of formulas, one example a row.";

/// Fewer answers than this, and queries that ask for less are offered.
const FEW: usize = 3;

/// Parts of the score of a hit that is what was asked for, not merely alike.
const WANTED: [&str; 3] = ["unification", "unifies", "marks"];

/// With `--fold`, so many times more hits are looked at, to have enough rows after folding.
const FOLDING: usize = 4;

/// The command line of `perga search`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Words, formulas, or a whole question; formulas as LaTeX with or without `$`, MathML, or plain text, with `?`
    /// and `?x` as wildcards
    #[arg(
        value_name = "QUERY",
        allow_hyphen_values = true,
        required_unless_present = "like",
        default_value = ""
    )]
    query: String,

    /// Look for what is like a unit or a thread of the index, by its id; `ID#3` for the third formula of a unit
    #[arg(long, value_name = "ID", conflicts_with = "query")]
    like: Option<String>,

    /// The folder of the index
    #[arg(long, value_name = "DIR", env = "PERGA_INDEX", default_value = "perga.index")]
    index: PathBuf,

    /// How many to show
    #[arg(short, value_name = "N", default_value_t = 10)]
    k: usize,

    /// What is asked of an answer
    #[arg(long, value_enum, default_value_t = ModeName::Similar, value_name = "MODE")]
    mode: ModeName,

    /// What to look for; formulas for a query that is a formula, units for any other
    #[arg(long, value_enum, value_name = "WHAT")]
    want: Option<Want>,

    /// How to rank in mode `similar`: a name, or a file of your own
    #[arg(long, value_name = "NAME", default_value = "best")]
    pipeline: String,

    /// JSON instead of text; the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Show what the score is made of, what each generator found, and how far the query got
    #[arg(long)]
    explain: bool,

    /// One row for formulas that are the same up to the names of variables
    #[arg(long)]
    fold: bool,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// What is asked of an answer.
#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    /// Equal by convention, names kept
    Exact,
    /// The query is part of it, up to renaming
    Contains,
    /// Ranked by everything
    Similar,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Mode {
        match name {
            ModeName::Exact => Mode::Exact,
            ModeName::Contains => Mode::Contains,
            ModeName::Similar => Mode::Similar,
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Want {
    /// Formulas, one row for each that looks different
    Formulas,
    /// Units of text
    Units,
    /// Answers to questions
    Answers,
    /// Questions
    Questions,
}

/// Form of the output.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// For people; in colours on a terminal
    Text,
    /// For programs; see docs/search-json.md
    Json,
    /// Highlighted MathML, a line for each hit
    Mathml,
    /// Result XML in the manner of NTCIR; see docs/search.md
    Ntcir,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.k == 0 {
        super::wrong_usage("`-k 0` asks for nothing\nhint: `-k 10` shows the ten best");
    }
    let index = Index::open(&arguments.index)?;
    let asked = asked(arguments, &index)?;
    match asked {
        Asked::Formula(query) => run_for_formulas(arguments, &index, &query),
        Asked::Question(question, want) => units::run(arguments, &index, &question, want),
    }
}

/// What is searched for.
enum Asked {
    Formula(Box<Query>),
    Question(Box<Question>, questions::targets::Want),
}

/// What the arguments ask for: see `--want` and `--like`.
fn asked(arguments: &Arguments, index: &Index) -> Result<Asked> {
    let want = match arguments.want {
        Some(Want::Formulas) | None => questions::targets::Want::Units,
        Some(Want::Units) => questions::targets::Want::Units,
        Some(Want::Answers) => questions::targets::Want::Answers,
        Some(Want::Questions) => questions::targets::Want::Questions,
    };
    if let Some(id) = &arguments.like {
        return match units::like(index, id)? {
            units::Like::Formula(source) => {
                Ok(Asked::Formula(Box::new(Query::read(&source, Notation::Auto))))
            }
            units::Like::Question(question) => Ok(Asked::Question(question, want)),
        };
    }
    let query = arguments.query.trim();
    let question = Question::read(query);
    let is_formula =
        question.formulas.len() == 1 && question.terms.iter().all(|term| term.sort.is_of_formula());
    let is_bare = question.demands.is_empty() && question.filters.is_empty();
    if arguments.want == Some(Want::Formulas) || (arguments.want.is_none() && is_formula && is_bare) {
        return Ok(Asked::Formula(Box::new(read(query)?)));
    }
    if question.is_empty() {
        bail!("the query is empty\nhint: give words or a formula in quotation marks, such as 'a^2+b^2=c^2'");
    }
    Ok(Asked::Question(Box::new(question), want))
}

fn run_for_formulas(arguments: &Arguments, index: &Index, query: &Query) -> Result<()> {
    let pipeline = Pipeline::load(&arguments.pipeline)?;
    let mode = arguments.mode.into();
    let answer = search(arguments, index, &pipeline, query, mode)?;
    let format = format(arguments);
    let text = match format {
        Format::Text => text::write(&answer, &style(arguments)),
        Format::Json => json::write(&answer)?,
        Format::Mathml => mathml(&answer),
        Format::Ntcir => ntcir::write(&answer),
    };
    io::stdout().write_all(text.as_bytes())?;
    if format != Format::Json {
        eprint!("{}", report::diagnostics(&query.source, &query.formula.diagnostics));
        eprint!("{}", remarks(&answer));
    }
    Ok(())
}

fn format(arguments: &Arguments) -> Format {
    if arguments.json { Format::Json } else { arguments.format }
}

/// The formula as it was read.
fn read(source: &str) -> Result<Query> {
    let query = Query::read(source, Notation::Auto);
    if query.formula.opt.root().is_none() && query.formula.slt.root().is_none() {
        bail!("the query is empty\nhint: give a formula in quotation marks, such as 'a^2+b^2=c^2'");
    }
    Ok(query)
}

fn search<'a>(
    arguments: &'a Arguments,
    index: &Index,
    pipeline: &'a Pipeline,
    query: &'a Query,
    mode: Mode,
) -> Result<Answer<'a>> {
    let start = Instant::now();
    let wanted = if arguments.fold { arguments.k.saturating_mul(FOLDING) } else { arguments.k };
    let mut found = modes::search(index, pipeline, query, mode, wanted)?;
    let search = start.elapsed();
    let mut rows = modes::rows(index, std::mem::take(&mut found.hits), arguments.fold);
    rows.truncate(arguments.k);
    let answers = rows.iter().filter(|row| is_answer(row, query, mode)).count();
    let hits = answer::hits(index, query, rows)?;
    let justified = start.elapsed();
    let is_little = answers < FEW.min(arguments.k);
    let help = help(index, pipeline, query, mode, answers, is_little, arguments.explain)?;
    let timings = Timings {
        search_ms: search.as_secs_f64() * 1e3,
        justification_ms: (justified - search).as_secs_f64() * 1e3,
        help_ms: (start.elapsed() - justified).as_secs_f64() * 1e3,
    };
    Ok(Answer {
        query,
        mode,
        pipeline: &pipeline.name,
        folder: &arguments.index,
        hits,
        found,
        is_little,
        funnel: help.0,
        relaxed: help.1,
        timings: arguments.explain.then_some(timings),
    })
}

/// Whether a row is what was asked for and not merely similar to it.
fn is_answer(row: &modes::Row, query: &Query, mode: Mode) -> bool {
    let is_verified =
        row.hit.parts.iter().any(|part| WANTED.contains(&part.name.as_str()) && part.value > 0.0);
    mode != Mode::Similar || !query.has_wildcards() || is_verified
}

/// The funnel and relaxed queries, where they help.
fn help(
    index: &Index,
    pipeline: &Pipeline,
    query: &Query,
    mode: Mode,
    found: usize,
    is_little: bool,
    explain: bool,
) -> Result<(Vec<Step>, Vec<Relaxation>)> {
    let funnel = if is_little || explain { failure::funnel(index, query) } else { Vec::new() };
    let relaxed = if is_little { failure::relaxed(index, pipeline, query, mode, found)? } else { Vec::new() };
    Ok((funnel, relaxed))
}

fn style(arguments: &Arguments) -> text::Style {
    let is_coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    text::Style { is_coloured, explain: arguments.explain }
}

/// One `math` element a line.
fn mathml(answer: &Answer<'_>) -> String {
    let hits = answer.hits.iter().enumerate();
    hits.map(|(at, hit)| format!("{}\n", hit.justification.mathml(&format!("h{}-", at + 1)))).collect()
}

/// What is said beside the answers: how far the query got, and what would find more.
fn remarks(answer: &Answer<'_>) -> String {
    let mut out = String::new();
    if answer.hits.is_empty() {
        out.push_str("nothing was found\n");
    }
    if !answer.funnel.is_empty() {
        let steps: Vec<String> = answer.funnel.iter().map(said).collect();
        out.push_str(&format!("{}\n", steps.join("; ")));
    }
    for Relaxation { change, query, mode, count } in &answer.relaxed {
        let found = super::counted(*count, "formula");
        let query = query.replace('\'', r"'\''");
        let index = match is_usual(answer.folder) {
            true => String::new(),
            false => format!(" --index {}", answer.folder.display()),
        };
        out.push_str(&format!("hint: {change}: {found}\n  perga search '{query}' --mode {}", mode.name()));
        out.push_str(&format!("{index}\n"));
    }
    out
}

fn said(step: &Step) -> String {
    let words = &step.words;
    match step.count {
        0 => format!("no formulas {words}"),
        1 => format!("1 formula {}", in_singular(words)),
        count => format!("{} formulas {words}", indicatif::HumanCount(count as u64)),
    }
}

fn in_singular(words: &str) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = match verb {
        "have" => "has",
        "are" => "is",
        "look" => "looks",
        verb => verb,
    };
    format!("{verb} {rest}")
}

/// Whether a search without `--index` looks there.
fn is_usual(folder: &Path) -> bool {
    match std::env::var_os("PERGA_INDEX") {
        Some(usual) => folder == Path::new(&usual),
        None => folder == Path::new("perga.index"),
    }
}
