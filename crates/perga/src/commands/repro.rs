//! `perga repro`: published and golden numbers, measured again.
//!
//! A reproduction is a file ([`file::Reproduction`]): the files it needs, the command, the numbers that must
//! come out. Commands are `perga eval …`; they are read as the command line is and measured in this process, so a
//! reproduction can do nothing that `perga eval` cannot. Files that are not at hand make it skip, and say which.

mod file;
mod judged;
mod places;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use eval::report::Report;

use super::eval::measured_by;
use file::{Reproduction, Step};
use places::Places;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga repro
      every reproduction of the folder `repro`
  perga repro repro/arqmath-2020-psu.toml --data ~/collections
      one of them; its files are looked for beside it, then under ~/collections";

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

/// What came of a reproduction.
enum Outcome {
    /// So many numbers are as they should be.
    Same(usize),
    /// Files that are not there.
    Skipped(Vec<String>),
    /// What differs: each command, with a line for each difference.
    Differs(Vec<String>),
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
        let outcome = reproduce(reproduction, &Places::new(file, &arguments.data))?;
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

fn all_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot list the folder `{}`\nhint: name the files", folder.display());
    let entries = std::fs::read_dir(folder).with_context(context)?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    if files.is_empty() {
        bail!("no reproduction in the folder `{}`\nhint: name the files", folder.display());
    }
    Ok(files)
}

fn reproduce(reproduction: &Reproduction, places: &Places) -> Result<Outcome> {
    let missing: Vec<String> =
        reproduction.files.iter().filter(|name| places.find(name).is_none()).cloned().collect();
    if !missing.is_empty() {
        return Ok(Outcome::Skipped(missing));
    }
    let scratch = judged::Scratch::new(&reproduction.judged, places)?;
    let (mut same, mut differences) = (0, Vec::new());
    for step in &reproduction.steps {
        let (numbers, found) = match measure(reproduction, step, places, &scratch)? {
            Ok(found) => compare(step, reproduction.tolerance, &found),
            Err(message) => (0, vec![message]),
        };
        same += numbers;
        if !found.is_empty() {
            differences.push(format!("{}\n  {}", step.command, found.join("\n").replace('\n', "\n  ")));
        }
    }
    Ok(if differences.is_empty() { Outcome::Same(same) } else { Outcome::Differs(differences) })
}

/// Measures by one command; the inner error is what it said when it failed.
fn measure(
    reproduction: &Reproduction,
    step: &Step,
    places: &Places,
    scratch: &judged::Scratch,
) -> Result<Result<Report, String>> {
    let words = step.words()?;
    let listed = |word: &String| reproduction.files.contains(word).then(|| places.find(word)).flatten();
    let path = |word: &String| scratch.find(word).or_else(|| listed(word));
    let words = words.iter().map(|word| path(word).map_or_else(|| word.into(), PathBuf::into_os_string));
    let words: Vec<OsString> = words.collect();
    Ok(measured_by(&words).map_err(|message| message.trim_end().to_owned()))
}

/// How many numbers are as expected, and what is not, a line each.
fn compare(step: &Step, tolerance: f64, report: &Report) -> (usize, Vec<String>) {
    let (mut same, mut differences) = (0, Vec::new());
    for (name, expected) in &step.expected {
        let Some(run) = report.runs.iter().find(|run| run.name == *name) else {
            differences.push(format!("no run is called `{name}`"));
            continue;
        };
        for (measure, &expected) in expected {
            let column = report.columns.iter().rposition(|column| column.label == *measure);
            let found = column.and_then(|column| run.scores.overall.get(column)).copied();
            match found.filter(|found| !found.is_nan()) {
                Some(found) if is_close(found, expected, tolerance) => same += 1,
                Some(found) => differences
                    .push(format!("{name}: {measure} is {found:.6}, expected {expected} within {tolerance}")),
                None => differences.push(format!("{name}: there is no {measure}")),
            }
        }
    }
    (same, differences)
}

/// Within the tolerance; a hair is added for numbers that no binary fraction has.
fn is_close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance + 1e-12
}

fn describe(file: &Path, reproduction: &Reproduction, outcome: &Outcome) -> String {
    let head = |word: &str| format!("{word:<8} {}: {}", file.display(), reproduction.name);
    let mut out = match outcome {
        Outcome::Same(numbers) => format!("{}: {numbers} numbers\n", head("same")),
        Outcome::Skipped(missing) => format!("{}: not there: {}\n", head("skipped"), missing.join(", ")),
        Outcome::Differs(_) => format!("{}\n", head("differs")),
    };
    if let Outcome::Differs(differences) = outcome {
        for difference in differences {
            let _ = writeln!(out, "  {}", difference.replace('\n', "\n  "));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_of_the_tolerance_is_within_it() {
        assert!(is_close(0.26255, 0.2625, 0.00005));
        assert!(!is_close(0.26256, 0.2625, 0.00005));
        assert!(!is_close(f64::NAN, 0.2625, 0.00005));
    }
}
