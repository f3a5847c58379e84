//! The file of a reproduction; `docs/research/reproductions.md` documents its fields.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;

use crate::Failure;

/// Half of the last of the four digits that papers and trec_eval print.
const FOUR_DIGITS: f64 = 0.000_05;

/// Published numbers, and how to measure them again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduction {
    /// What is reproduced.
    pub name: String,
    /// Where the expected numbers come from.
    #[serde(rename = "source")]
    _source: String,
    /// The files of the collection, beside this file or in the folder of collections.
    pub files: Vec<String>,
    /// How far a number may be from the expected one.
    #[serde(default = "four_digits")]
    pub tolerance: f64,
    /// Runs to make from judgements before the commands.
    #[serde(default)]
    pub judged: Vec<Judged>,
    /// The commands.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// A run of all judged documents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Its name in commands, which is also its tag.
    pub run: String,
    /// The judgements.
    pub qrels: String,
    /// The scores of its documents.
    pub score: Score,
}

/// The scores of judged documents.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Score {
    /// 1 for all of them: every order is a tie.
    #[serde(rename = "constant")]
    Constant,
    /// The docno, a number, modulo 1000: many ties.
    #[serde(rename = "docno modulo 1000")]
    Modulo,
}

/// A command and its numbers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `perga eval …`; single quotes keep a word together. Names in `files` are replaced by the files found.
    pub command: String,
    /// The expected numbers: by run, then by measure.
    pub expected: BTreeMap<String, BTreeMap<String, f64>>,
}

fn four_digits() -> f64 {
    FOUR_DIGITS
}

impl Reproduction {
    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the reproduction `{}`", path.display()))?;
        Self::parse(&text).with_context(|| format!("{}: not a reproduction", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let reproduction: Reproduction =
            toml::from_str(text).map_err(|error| anyhow!("{}", error.to_string().trim_end()))?;
        if reproduction.tolerance.is_nan() || reproduction.tolerance < 0.0 {
            let hint = format!("{FOUR_DIGITS} is four digits");
            bail!(Failure::new("the tolerance is not a positive number", hint));
        }
        for step in &reproduction.steps {
            step.words()?;
            if step.expected.values().all(BTreeMap::is_empty) {
                let message = format!("`{}` expects no number", step.command);
                bail!(Failure::new(message, "give `[step.expected.RUN]`"));
            }
        }
        Ok(reproduction)
    }
}

impl Step {
    /// The words after `perga`.
    pub fn words(&self) -> Result<Vec<String>> {
        let words = split(&self.command)?;
        match words.split_first() {
            Some((program, rest))
                if program == "perga" && rest.first().is_some_and(|word| word == "eval") =>
            {
                Ok(rest.to_vec())
            }
            _ => {
                let message = format!("`{}` is not an evaluation", self.command);
                bail!(Failure::new(message, "a command begins with `perga eval`"))
            }
        }
    }
}

/// Splits at spaces; single quotes keep a word together, double quotes too.
fn split(text: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        let message = format!("a quote in `{text}` is not closed");
        bail!(Failure::new(message, "put names with a `'` between `\"`"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("a  'b c' \"d'e\" ''").unwrap(), ["a", "b c", "d'e", ""]);
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn only_evaluations_are_run() {
        let step = |command: &str| Step { command: command.to_owned(), expected: BTreeMap::new() };
        assert_eq!(step("perga eval a b").words().unwrap(), ["eval", "a", "b"]);
        for command in ["rm -r x", "perga repro", "", "perga", "sh -c 'perga eval'"] {
            assert!(step(command).words().is_err(), "{command}");
        }
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        let text = "name = 'n'\nsource = 's'\nfiles = []\ntolerence = 1\nstep = []\n";
        assert!(Reproduction::parse(text).unwrap_err().to_string().contains("tolerence"));
    }

    #[test]
    fn a_step_without_numbers_is_refused() {
        let text = "name='n'\nsource='s'\nfiles=[]\n[[step]]\ncommand='perga eval q r'\nexpected={}\n";
        assert!(Reproduction::parse(text).unwrap_err().to_string().contains("expects no number"));
    }
}
