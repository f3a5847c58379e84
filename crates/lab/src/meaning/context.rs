//! `perga context`: the text around a formula as a meaning graph, and graphs of other programs in other forms.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::TypedValueParser;
use engine::Engine;
use engine::context::forms::Form;
use engine::context::{self, Options};

use crate::{IndexFolder, named};

/// The most that is read from a file.
const MOST_BYTES: usize = 256 << 20;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga context --text 'Let $G$ be a group. Prove that $G$ is abelian.' --as text
      the graph of a text, drawn with lines
  perga context q/209#2 --as linear --window 1
      the sentence of the second formula of a unit, as one line of words
  perga context --penman graphs.txt --as linear
      graphs that another program made, one line for each
  perga context --text 'Find $x$.' --parser-command './my-parser'
      your own parser, which reads text and writes graphs in PENMAN";

/// The command line of `perga context`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("input").required(true).args(["id", "text", "penman"])))]
pub struct Arguments {
    /// A formula of the index, `ID#3` for the third formula of a unit; or a unit
    #[arg(value_name = "FORMULA-ID")]
    id: Option<String>,

    /// A text with formulas between dollar signs
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,

    /// A file of graphs in PENMAN with empty lines between them, or `-` for stdin; a graph that cannot be read gives an
    /// empty line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["window", "compat", "parser_command"])]
    penman: Option<PathBuf>,

    #[command(flatten)]
    index: IndexFolder,

    /// Sentences around the formula, its own included
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = window)]
    window: usize,

    /// Write operator trees as the published program wrote them, with its distortions
    #[arg(long)]
    compat: bool,

    /// Form of the output
    #[arg(long = "as", value_name = "FORM", value_parser = forms(), default_value = "penman")]
    form: Form,

    /// A command that reads text on stdin and writes graphs in PENMAN; formulas are `"eqx1eqx"`, `"eqx2eqx"`, …
    #[arg(long, value_name = "COMMAND")]
    parser_command: Option<String>,

    /// With `--penman`: read a quotation mark without a partner as a word
    #[arg(long, requires = "penman")]
    lenient: bool,
}

/// A parser for `--as`.
fn forms() -> impl TypedValueParser<Value = Form> {
    let help = [
        "PENMAN over several lines",
        "One line of words, the input of sentence models",
        "A drawing with lines",
        "Nodes and edges as JSON, on one line",
        "A picture",
    ];
    named(Form::NAMES, help)
}

fn window(text: &str) -> Result<usize, String> {
    let size = text.parse::<usize>().ok().filter(|size| size % 2 == 1 && *size < 100);
    size.ok_or_else(|| "give an odd number, such as 1 or 3".to_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(file) = &arguments.penman {
        return of_penman(&read(file)?, arguments);
    }
    let options = Options {
        window: arguments.window,
        compat: arguments.compat,
        parser: arguments.parser_command.as_deref(),
    };
    let graph = match (&arguments.text, &arguments.id) {
        (Some(text), _) => context::of_text(text, &options)?,
        (None, Some(id)) => Engine::open(&arguments.index.index)?.context(id, &options)?,
        (None, None) => bail!("there is no text and no formula"),
    };
    writeln!(io::stdout(), "{}", arguments.form.write(&graph))?;
    Ok(())
}

/// One result for each graph: a line, or a block with an empty line after it.
fn of_penman(source: &str, arguments: &Arguments) -> Result<()> {
    let mut out = io::stdout().lock();
    let end = if arguments.form.is_one_line() { "\n" } else { "\n\n" };
    for (number, written) in (1..).zip(context::of_penman(source, arguments.lenient, arguments.form)) {
        match written {
            Ok(text) => write!(out, "{text}{end}")?,
            Err(error) => {
                writeln!(out)?;
                eprintln!(
                    "warning: graph {number}, line {}, character {}: {error}\nhint: {}",
                    error.line, error.column, error.hint
                );
            }
        }
    }
    Ok(())
}

/// The text of a file, or of stdin for `-`.
pub(super) fn read(file: &Path) -> Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().take(MOST_BYTES as u64).read_to_end(&mut bytes).context("cannot read stdin")?;
        bytes
    } else {
        trec::input::bytes(file, MOST_BYTES).with_context(|| format!("cannot read `{}`", file.display()))?
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
