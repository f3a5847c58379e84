//! `perga tree`: the trees of one formula, or of a stream of formulas, in any of the output forms.
//!
//! For one formula the findings of the reader are shown on stderr with the place; for a stream they are
//! counted. Neither is a failure: a formula always has a tree.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use engine::describe::forms::Form;
use engine::describe::{findings, stream};
use formula::latex::Macros;
use formula::{Formula, Notation, Options};

use crate::values;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga tree --as ascii '\\frac{a}{b}+c'
      both trees of a formula, drawn with lines
  perga tree --as canonical < formulas.txt
      the canonical form of each line on stdin, one line for each";

/// The command line of `perga tree`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Notation of the input
    #[arg(long, value_parser = values::notations(), default_value = "auto", value_name = "NOTATION")]
    from: Notation,

    /// Form of the output
    #[arg(long = "as", value_parser = values::forms(), default_value = "slt", value_name = "FORM")]
    form: Form,

    /// Read wildcards: `?`, `?x`, `\qvar{x}`, `\exact{…}`, `\simto{…}`
    #[arg(long)]
    query: bool,

    /// A LaTeX file whose definitions (`\newcommand`, `\def`, …) apply to every formula
    #[arg(long, value_name = "FILE")]
    macros: Option<PathBuf>,

    /// The formula; without it, each line on stdin gives one line on stdout
    formula: Option<String>,
}

/// Runs `perga tree`.
///
/// # Errors
/// The macro file cannot be read, or stdin or stdout fail.
pub fn run(arguments: &Arguments) -> Result<()> {
    let macros = arguments.macros.as_deref().map(read_macros).transpose()?;
    let options = Options { wildcards: arguments.query, macros: macros.as_ref() };
    let read = |source: &str| formula::read(source, arguments.from, &options);
    match &arguments.formula {
        Some(source) => {
            let source = values::without_shield(source);
            one(source, &read(source), arguments.form)
        }
        None => all(arguments.form, read),
    }
}

/// The most that a file of macros may have.
const MOST_MACRO_BYTES: usize = 64 << 20;

fn read_macros(path: &Path) -> Result<Macros> {
    let bytes = trec::input::bytes(path, MOST_MACRO_BYTES)
        .with_context(|| format!("cannot read macros from `{}`", path.display()))?;
    let preamble = String::from_utf8_lossy(&bytes);
    let (macros, findings) = Macros::read(&preamble);
    eprint!("{}", findings::text(&preamble, &findings));
    Ok(macros)
}

fn one(source: &str, formula: &Formula, form: Form) -> Result<()> {
    let text = if source.trim().is_empty() { String::new() } else { form.write(formula) };
    // A drawing needs its lines; only in a stream they are folded into one.
    let text = if form == Form::Ascii { text } else { stream::on_one_line(text) };
    writeln!(io::stdout(), "{text}").context("cannot write to stdout")?;
    eprint!("{}", findings::text(source, &formula.diagnostics));
    Ok(())
}

fn all(form: Form, read: impl Fn(&str) -> Formula + Sync) -> Result<()> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        eprintln!("reading one formula per line from the terminal; Ctrl-D ends");
    }
    let warn = |what: std::fmt::Arguments| eprintln!("warning: {what}");
    let summary = stream::write(stdin.lock(), io::stdout().lock(), form, read, warn)
        .context("cannot pass lines from stdin to stdout")?;
    eprintln!("{summary}");
    Ok(())
}
