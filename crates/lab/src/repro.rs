//! Reproductions: published and golden numbers, measured again.
//!
//! A reproduction is a file ([`Reproduction`]): the files it needs, the command, the numbers that must come out.
//! Commands are `perga eval …`, and the caller measures by them ([`Measure`]), so a reproduction can do nothing that
//! `perga eval` cannot. If files are missing, it is skipped, and the output names them.

mod file;
mod judged;
mod places;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use eval::report::Report;

use crate::Failure;

pub use file::{Judged, Reproduction, Score, Step};
pub use places::Places;

/// Measures by the words of a command that begins with `eval`; the error is the output of the command.
pub type Measure<'a> = &'a dyn Fn(&[OsString]) -> Result<Report, String>;

/// The outcome of a reproduction.
pub enum Outcome {
    /// All numbers are as expected; this is their number.
    Same(usize),
    /// Missing files.
    Skipped(Vec<String>),
    /// What differs: each command, with a line for each difference.
    Differs(Vec<String>),
}

/// The reproductions of a folder.
pub fn all_in(folder: &Path) -> Result<Vec<PathBuf>> {
    const HINT: &str = "name the files";
    let folder_name = folder.display();
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::new(format!("cannot list the folder `{folder_name}`: {error}"), HINT))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    if files.is_empty() {
        bail!(Failure::new(format!("no reproduction in the folder `{folder_name}`"), HINT));
    }
    Ok(files)
}

/// Measures the numbers of a reproduction again.
pub fn reproduce(reproduction: &Reproduction, places: &Places, measure: Measure) -> Result<Outcome> {
    let missing: Vec<String> =
        reproduction.files.iter().filter(|name| places.find(name).is_none()).cloned().collect();
    if !missing.is_empty() {
        return Ok(Outcome::Skipped(missing));
    }
    let scratch = judged::Scratch::new(&reproduction.judged, places)?;
    let (mut same, mut differences) = (0, Vec::new());
    for step in &reproduction.steps {
        let (numbers, found) = match measured(reproduction, step, places, &scratch, measure)? {
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

/// Measures by one command; the inner error is its output when it failed.
fn measured(
    reproduction: &Reproduction,
    step: &Step,
    places: &Places,
    scratch: &judged::Scratch,
    measure: Measure,
) -> Result<Result<Report, String>> {
    let words = step.words()?;
    let listed = |word: &String| reproduction.files.contains(word).then(|| places.find(word)).flatten();
    let path = |word: &String| scratch.find(word).or_else(|| listed(word));
    let words = words.iter().map(|word| path(word).map_or_else(|| word.into(), PathBuf::into_os_string));
    let words: Vec<OsString> = words.collect();
    Ok(measure(&words).map_err(|message| message.trim_end().to_owned()))
}

/// How many numbers are as expected, and one line per difference.
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

/// Within the tolerance, plus a small margin for numbers that no binary fraction represents exactly.
fn is_close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance + 1e-12
}

/// The outcome of a reproduction as text.
pub fn describe(file: &Path, reproduction: &Reproduction, outcome: &Outcome) -> String {
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
