//! `perga repro`: published and golden numbers, measured again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use lab::repro::{Outcome, Places, Reproduction, all_in, describe, reproduce};

use super::eval::measured_by;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga repro
      every reproduction of the folder `repro`
  perga repro repro/arqmath-2020-task1-runs.toml --data ~/collections
      one of them; Perga looks for its files beside it, then under ~/collections";

/// The folder of reproductions.
const FOLDER: &str = "repro";

/// The command line of `perga repro`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Reproductions; without any, those in the folder `repro`
    files: Vec<PathBuf>,

    /// The folder of the collections
    #[arg(
        long,
        value_name = "DIR",
        env = "PERGA_SHARED_DATA",
        hide_env_values = true,
        default_value = "../shared/data"
    )]
    data: PathBuf,
}

/// Runs the command; a difference is a failure.
pub fn run(arguments: &Arguments) -> Result<()> {
    let files = match arguments.files.as_slice() {
        [] => all_in(Path::new(FOLDER))?,
        files => files.to_vec(),
    };
    let reproductions =
        files.iter().map(|file| Reproduction::read(file)).collect::<Result<Vec<Reproduction>>>()?;
    let (mut same, mut skipped, mut different) = (0, 0, 0);
    for (file, reproduction) in files.iter().zip(&reproductions) {
        let outcome = reproduce(reproduction, &Places::new(file, &arguments.data), &measured_by)?;
        io::stdout().write_all(describe(file, reproduction, &outcome).as_bytes())?;
        match outcome {
            Outcome::Same(_) => same += 1,
            Outcome::Skipped(_) => skipped += 1,
            Outcome::Differs(_) => different += 1,
        }
    }
    eprintln!("{same} reproduced, {different} different, {skipped} skipped");
    if skipped > 0 {
        eprintln!(
            "hint: `--data DIR` or PERGA_SHARED_DATA names the folder of the missing files, now `{}`",
            arguments.data.display()
        );
    }
    if different > 0 {
        bail!("{different} of {} reproductions differ", files.len());
    }
    Ok(())
}
