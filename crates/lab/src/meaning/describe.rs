//! `perga describe`: what the symbols of a text stand for, and where the text says so.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use engine::Engine;
use engine::meaning::{self, Meanings, annotations};
use eval::report::columns::align;

use super::context::read;
use crate::IndexFolder;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga describe --text 'Let $G$ be a finite group and $n$ its order.'
      the symbols of a text, with what it says they are
  perga describe notes.md --json
      the same of a file, for programs; see docs/reference/describe-json.md
  perga describe notes.md --mark
      the text with its descriptions marked, in the format of NTCIR-10
  perga describe --against marked.xml
      how far that agrees with what people marked, with two baselines
  perga describe q/209
      the same of a unit of the index; `q/209#2` for one of its formulas";

/// The command line of `perga describe`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("input").required(true).args(["what", "text", "against"])))]
pub struct Arguments {
    /// A file, `-` for stdin, or the id of a unit of the index; `ID#3` for the third formula of a unit
    #[arg(value_name = "UNIT|FILE")]
    what: Option<String>,

    /// A text with formulas between dollar signs
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,

    #[command(flatten)]
    index: IndexFolder,

    /// Leave out what is less certain than this, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    least: f64,

    /// JSON instead of text; see docs/reference/describe-json.md
    #[arg(long)]
    json: bool,

    /// Write the text with the descriptions marked in it, in the format of NTCIR-10
    #[arg(long, conflicts_with = "json")]
    mark: bool,

    /// Compare with the descriptions that people marked in a text, and with two baselines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mark", "least"])]
    against: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(file) = &arguments.against {
        return against(file, arguments.json);
    }
    if arguments.mark {
        return mark(arguments);
    }
    let mut found = match (&arguments.text, arguments.what.as_deref()) {
        (Some(text), _) => meaning::of_text(text),
        (None, Some(file)) if file == "-" || Path::new(file).is_file() => {
            meaning::of_text(&read(Path::new(file))?)
        }
        (None, Some(id)) => Engine::open(&arguments.index.index)?.meanings(id)?,
        (None, None) => bail!("there is no text and no unit"),
    };
    found.meanings.retain(|meaning| meaning.confidence >= arguments.least);
    let text = match arguments.json {
        true => format!("{}\n", serde_json::to_string_pretty(&found)?),
        false => as_text(&found),
    };
    io::stdout().write_all(text.as_bytes())?;
    if !arguments.json {
        eprintln!("{} of {} symbols explained", found.explained, found.symbols);
    }
    Ok(())
}

/// Writes a text with its descriptions marked.
fn mark(arguments: &Arguments) -> Result<()> {
    let text = match (&arguments.text, &arguments.what) {
        (Some(text), _) => text.clone(),
        (None, Some(file)) => read(Path::new(file))?,
        (None, None) => bail!("there is no text to mark"),
    };
    let marked = annotations::annotated(&text);
    let end = if marked.ends_with('\n') { "" } else { "\n" };
    Ok(write!(io::stdout(), "{marked}{end}")?)
}

/// Compares with what people marked.
fn against(file: &Path, is_json: bool) -> Result<()> {
    let found = annotations::measure(&file.display().to_string(), &read(file)?)?;
    if is_json {
        return Ok(writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&found)?)?);
    }
    let mut rows = vec![["", "precision", "recall", "F1"].map(str::to_owned).to_vec()];
    rows.extend(found.agreements.iter().map(|one| {
        let numbers = [one.precision, one.recall, one.f1].map(|value| format!("{value:.3}"));
        [vec![one.name.to_owned()], numbers.to_vec()].concat()
    }));
    io::stdout().write_all(align(&rows, 1).as_bytes())?;
    eprintln!("{} of {} formulas described by people", found.described, found.formulas);
    Ok(())
}

fn as_text(found: &Meanings) -> String {
    let row = |meaning: &meaning::Meaning| {
        vec![
            meaning.symbol.clone(),
            format!("{:?}", meaning.kind).to_lowercase(),
            meaning.in_words(),
            meaning.noun.clone().unwrap_or_default(),
            format!("{:.2}", meaning.confidence),
        ]
    };
    align(&found.meanings.iter().map(row).collect::<Vec<_>>(), 4)
}
