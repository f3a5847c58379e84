//! Reproductions: published and golden numbers, measured again.
//!
//! A reproduction is a file ([`Reproduction`]): the files it needs, the commands, the numbers that must come out.
//! The caller runs the commands ([`Perform`]) in this process, so a reproduction can do nothing that the program cannot.
//! Steps may make files (an index, a run, a fusion, a model) that later steps use; they are gone at the end. If files
//! of a collection are missing, the reproduction is skipped, and the output names them.

mod file;
mod judged;
mod places;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use eval::report::Report;
use eval::report::reproductions::{Number, Section, State};

use crate::Failure;

pub use file::{Judged, Reproduction, Score, Step};
pub use places::Places;

/// Runs the words of a command; a command that measures returns numbers. The error is the output of the command.
pub type Perform<'a> = &'a dyn Fn(&[OsString]) -> Result<Option<Report>, String>;

/// The outcome of a reproduction.
pub struct Outcome {
    /// The numbers that were expected, and what was found.
    pub numbers: Vec<Number>,
    /// Missing files; then nothing was measured.
    pub missing: Vec<String>,
    /// What differs: each command, with a line for each difference.
    pub differences: Vec<String>,
}

impl Outcome {
    /// Whether everything is as expected, something differs, or nothing was measured.
    pub fn state(&self) -> State {
        match (self.missing.is_empty(), self.differences.is_empty()) {
            (false, _) => State::Skipped,
            (true, true) => State::Same,
            (true, false) => State::Differs,
        }
    }

    /// The section of a report on this reproduction.
    pub fn section<'a>(&'a self, file: &'a Path, reproduction: &'a Reproduction) -> Section<'a> {
        Section {
            name: &reproduction.name,
            source: &reproduction.source,
            file: file.display().to_string(),
            state: self.state(),
            missing: &self.missing,
            numbers: &self.numbers,
        }
    }
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
pub fn reproduce(reproduction: &Reproduction, places: &Places, perform: Perform) -> Result<Outcome> {
    let missing: Vec<String> =
        reproduction.files.iter().filter(|name| places.find(name).is_none()).cloned().collect();
    if !missing.is_empty() {
        return Ok(Outcome { numbers: expected(reproduction), missing, differences: Vec::new() });
    }
    let scratch = judged::Scratch::new(&reproduction.judged, places)?;
    let (mut numbers, mut differences) = (Vec::new(), Vec::new());
    let mut made: Vec<&str> = Vec::new();
    for step in &reproduction.steps {
        made.extend(step.makes.iter().map(String::as_str));
        let words = located(reproduction, step, places, &scratch, &made)?;
        let found = match perform(&words) {
            Ok(Some(report)) => compare(step, reproduction.tolerance, &report, &mut numbers),
            Ok(None) => Vec::new(),
            Err(message) => {
                numbers.extend(expected_by(step, reproduction.tolerance));
                vec![message.trim_end().to_owned()]
            }
        };
        if !found.is_empty() {
            differences.push(format!("{}\n  {}", step.command, found.join("\n").replace('\n', "\n  ")));
        }
    }
    Ok(Outcome { numbers, missing, differences })
}

/// The words of a command, with names replaced by places.
fn located(
    reproduction: &Reproduction,
    step: &Step,
    places: &Places,
    scratch: &judged::Scratch,
    made: &[&str],
) -> Result<Vec<OsString>> {
    let listed = |word: &String| reproduction.files.contains(word).then(|| places.find(word)).flatten();
    let made = |word: &String| made.contains(&word.as_str()).then(|| scratch.place(word));
    let path = |word: &String| made(word).or_else(|| scratch.find(word)).or_else(|| listed(word));
    let words = step.words()?;
    Ok(words.iter().map(|word| path(word).map_or_else(|| word.into(), PathBuf::into_os_string)).collect())
}

/// The expected numbers, none of them found.
fn expected(reproduction: &Reproduction) -> Vec<Number> {
    reproduction.steps.iter().flat_map(|step| expected_by(step, reproduction.tolerance)).collect()
}

fn expected_by(step: &Step, tolerance: f64) -> Vec<Number> {
    let tolerance = step.tolerance.unwrap_or(tolerance);
    let runs = step.expected.iter();
    let numbers =
        runs.flat_map(|(run, measures)| measures.iter().map(move |(measure, value)| (run, measure, *value)));
    numbers
        .map(|(run, measure, expected)| Number {
            run: run.clone(),
            measure: measure.clone(),
            expected,
            found: None,
            tolerance,
        })
        .collect()
}

/// Adds the numbers of a step, and returns one line per difference.
fn compare(step: &Step, tolerance: f64, report: &Report, numbers: &mut Vec<Number>) -> Vec<String> {
    let mut differences = Vec::new();
    let mut unknown: Option<String> = None;
    for mut number in expected_by(step, tolerance) {
        let (name, measure) = (number.run.as_str(), number.measure.as_str());
        let Some(run) = report.runs.iter().find(|run| run.name == name) else {
            if unknown.as_deref() != Some(name) {
                differences.push(format!("no run is called `{name}`"));
            }
            unknown = Some(name.to_owned());
            numbers.push(number);
            continue;
        };
        let column = report.columns.iter().rposition(|column| column.label == measure);
        let found = column.and_then(|column| run.scores.overall.get(column)).copied();
        number.found = found.filter(|found| !found.is_nan());
        match number.found {
            Some(_) if number.is_close() => {}
            Some(found) => differences.push(format!(
                "{name}: {measure} is {found:.6}, expected {} within {}",
                number.expected, number.tolerance
            )),
            None => differences.push(format!("{name}: there is no {measure}")),
        }
        numbers.push(number);
    }
    differences
}

/// The outcome of a reproduction as text.
pub fn describe(file: &Path, reproduction: &Reproduction, outcome: &Outcome) -> String {
    let head = |word: &str| format!("{word:<8} {}: {}", file.display(), reproduction.name);
    let mut out = match outcome.state() {
        State::Same => format!("{}: {} numbers\n", head("same"), outcome.numbers.len()),
        State::Skipped => format!("{}: not there: {}\n", head("skipped"), outcome.missing.join(", ")),
        State::Differs => format!("{}\n", head("differs")),
    };
    for difference in &outcome.differences {
        let _ = writeln!(out, "  {}", difference.replace('\n', "\n  "));
    }
    out
}
