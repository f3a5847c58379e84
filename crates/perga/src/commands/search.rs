//! `perga search`: formulas, units and answers that help, best first, with the reasons.

mod units;

use document::counted;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use engine::describe::findings;
use engine::query::asked::{Mode, Want};
use engine::search::formulas::{FunnelStep, Relaxation, Results, ntcir, predicate, terminal};
use engine::search::listing::{MOST_LISTED, Sort};
use engine::search::terminal::Style;
use engine::search::{Found, SearchRequest, Window};
use engine::{Budget, Engine};

use super::counted_long;
use crate::values::{self, IndexFolder};

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga search 'a^2+b^2=c^2'
      formulas like this one, renamed or rearranged, in the index PERGA_INDEX or ./perga.index
  perga search '\\frac{?a}{?b}+?a' --mode contains --index notes.index
      formulas that contain this pattern; `?a` is the same expression both times
  perga search '<math><msqrt><mi>x</mi></msqrt></math>' --json
      the same for programs; see docs/reference/search-json.md
  perga search 'sin(x)/x' --explain
      plain text works too; show what the score is made of
  perga search 'why is $\\sqrt2$ irrational?' --want answers
      answers to a whole question
  perga search harmonic series
      words; quotation marks are needed only around characters that the shell would read
  perga search --like q/209 --want questions
      questions like one of the index: its duplicates
  perga search --like q/209#2 --context
      formulas like the second one of a unit, in the same sense

docs/guide/query-language.md describes the query language, docs/guide/wildcards.md patterns of formulas.";

/// The command line of `perga search`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Words, formulas, or a whole question; formulas as LaTeX with or without `$`, MathML, or plain text, with `?`
    /// and `?x` as wildcards
    #[arg(value_name = "QUERY", required_unless_present = "like")]
    query: Vec<String>,

    /// Look for what is like a unit or a thread of the index, by its id; `ID#3` for the third formula of a unit
    #[arg(long, value_name = "ID", conflicts_with = "query")]
    like: Option<String>,

    /// Rank formulas by what is said around them as well: around the formula of `--like ID#3`, or around the formula in the
    /// query
    #[arg(long, value_name = "SENTENCES", value_parser = lab::runs::windows(), num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    context: Option<Window>,

    #[command(flatten)]
    index: IndexFolder,

    /// How many to show, at most 1000
    #[arg(short, value_name = "N", default_value_t = 10)]
    k: usize,

    /// The order of the hits; the newest or those with most votes first, hits without a date or votes last
    #[arg(long, value_parser = values::sorts(), default_value = "relevance", value_name = "ORDER")]
    sort: Sort,

    /// How a formula must match
    #[arg(long, value_parser = values::modes(), default_value = "similar", value_name = "MODE")]
    mode: Mode,

    /// What to look for; formulas for a query that is a formula, units for any other
    #[arg(long, value_parser = values::wants(), value_name = "WHAT")]
    want: Option<Want>,

    /// How to rank in mode `similar`: a name, or a file of your own; by default `best`, and `duplicates`
    /// for questions like one of the index
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,

    /// Search for the query exactly as typed, without correcting misspelt words
    #[arg(long)]
    verbatim: bool,

    /// JSON instead of text; the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Show what the score is made of, what each generator found, and how far the query got
    #[arg(long)]
    explain: bool,

    /// Show formulas that are equal after renaming as one hit
    #[arg(long)]
    fold: bool,

    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,

    /// Stop with an error after this many seconds; no limit by default
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// Form of the output.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// For people; in colours on a terminal
    Text,
    /// For programs; see docs/reference/search-json.md
    Json,
    /// Highlighted MathML, one line per hit
    Mathml,
    /// Result XML like that of NTCIR; see docs/guide/formula-search.md
    Ntcir,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.k == 0 {
        super::wrong_usage("`-k` must be at least 1\nhint: `-k 10` shows the ten best hits");
    }
    if arguments.k > MOST_LISTED {
        super::wrong_usage(format!(
            "`-k` must be at most {MOST_LISTED}\nhint: narrow the query, or use `perga run` for longer runs"
        ));
    }
    let engine = Engine::open(&arguments.index.index)?;
    let limit = arguments.timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let budget = limit.map(Budget::of).unwrap_or_default();
    match engine.search(&request(arguments), &budget)?.found {
        Found::Formulas(results) => show(arguments, &results),
        Found::Units(results) => units::show(arguments, &results),
        Found::Nothing(_) => {
            bail!(
                "the query is empty\nhint: give words or a formula in quotation marks, such as 'a^2+b^2=c^2'"
            )
        }
    }
}

fn request(arguments: &Arguments) -> SearchRequest {
    SearchRequest {
        query: arguments.query.iter().map(|word| values::without_shield(word)).collect::<Vec<_>>().join(" "),
        like: arguments.like.clone(),
        want: arguments.want,
        context: arguments.context,
        mode: arguments.mode,
        pipeline: arguments.pipeline.clone(),
        may_read_pipeline: true,
        k: arguments.k,
        sort: arguments.sort,
        fold: arguments.fold,
        explain: arguments.explain,
        verbatim: arguments.verbatim,
        ..SearchRequest::default()
    }
}

/// Prints formulas.
fn show(arguments: &Arguments, results: &Results) -> Result<()> {
    let format = format(arguments);
    let text = match format {
        Format::Text => terminal::write(results, style(arguments)),
        Format::Json => json(&results.response(arguments.explain))?,
        Format::Mathml => mathml(results),
        Format::Ntcir => ntcir::write(results),
    };
    io::stdout().write_all(text.as_bytes())?;
    if format != Format::Json {
        let query = &results.query;
        if results.words.is_some() {
            eprintln!("read as {}", results.read_as());
        }
        eprint!("{}", findings::text(&query.source, &query.formula.diagnostics));
        eprint!("{}", remarks(arguments, results));
    }
    Ok(())
}

/// For programs.
fn json(response: &impl serde::Serialize) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string_pretty(response)?))
}

fn format(arguments: &Arguments) -> Format {
    if arguments.json { Format::Json } else { arguments.format }
}

fn style(arguments: &Arguments) -> Style {
    let is_coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    Style { is_coloured, explain: arguments.explain }
}

/// One `math` element per line.
fn mathml(results: &Results) -> String {
    let hits = results.hits.iter().enumerate();
    hits.map(|(at, hit)| format!("{}\n", hit.explanation.mathml(&format!("h{}-", at + 1)))).collect()
}

/// What is said beside the answers: how far the query got, and what would find more.
fn remarks(arguments: &Arguments, results: &Results) -> String {
    let mut out = String::new();
    if results.hits.is_empty() {
        out.push_str("no results\n");
    }
    if !results.funnel.is_empty() {
        let steps: Vec<String> = results.funnel.iter().map(said).collect();
        out.push_str(&format!("{}\n", steps.join("; ")));
    }
    for Relaxation { change, query, mode, count } in &results.relaxed {
        let found = counted(*count, "formula");
        let query = query.replace('\'', r"'\''");
        let index = match is_usual(&arguments.index.index) {
            true => String::new(),
            false => format!(" --index {}", arguments.index.index.display()),
        };
        out.push_str(&format!("hint: {change}: {found}\n  perga search '{query}' --mode {}", mode.name()));
        out.push_str(&format!("{index}\n"));
    }
    out
}

fn said(step: &FunnelStep) -> String {
    match step.count {
        0 => format!("no formulas {}", step.words),
        count => format!("{} {}", counted_long(count as u64, "formula"), predicate(count, &step.words)),
    }
}

/// Whether a search without `--index` looks there.
fn is_usual(folder: &Path) -> bool {
    match std::env::var_os("PERGA_INDEX") {
        Some(usual) => folder == Path::new(&usual),
        None => folder == Path::new("perga.index"),
    }
}
