//! The file of a reproduction; `docs/research/reproductions.md` documents its fields.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
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
    pub source: String,
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
    /// `perga COMMAND …`; single quotes keep a word together. Names in `files` are replaced by the files found.
    pub command: String,
    /// Names of files and folders that the command makes, for later steps.
    #[serde(default)]
    pub makes: Vec<String>,
    /// The expected numbers: by run, then by measure.
    #[serde(default)]
    pub expected: BTreeMap<String, BTreeMap<String, f64>>,
    /// How far its numbers may be from the expected ones, if not as far as those of the whole file.
    pub tolerance: Option<f64>,
}

/// The commands of steps. Those in the first list give numbers, the others make files.
const MEASURING: [&str; 4] = ["eval", "compare", "qrels", "agree"];
const MAKING: [&str; 5] = ["index", "run", "rank", "fuse", "train"];

fn four_digits() -> f64 {
    FOUR_DIGITS
}

impl Reproduction {
    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
        Self::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Self> {
        const FIELDS: &str = "a reproduction has `name`, `source`, `files` and at least one `[[step]]`";
        let parsed: Result<Reproduction, toml::de::Error> = toml::from_str(text);
        let reproduction = parsed.map_err(|error| Failure::toml(path, text, &error, FIELDS))?;
        reproduction.check().with_context(|| format!("{}: not a reproduction", path.display()))?;
        Ok(reproduction)
    }

    fn check(&self) -> Result<()> {
        if self.tolerance.is_nan() || self.tolerance < 0.0 {
            let hint = format!("{FOUR_DIGITS} is four digits");
            bail!(Failure::new("the tolerance is not a positive number", hint));
        }
        self.steps.iter().try_for_each(Step::check)
    }
}

impl Step {
    /// The words after `perga`.
    pub fn words(&self) -> Result<Vec<String>> {
        let words = split(&self.command)?;
        let known = |word: &str| MEASURING.contains(&word) || MAKING.contains(&word);
        match words.split_first() {
            Some((program, rest)) if program == "perga" && rest.first().is_some_and(|word| known(word)) => {
                Ok(rest.to_vec())
            }
            _ => {
                let message = format!("`{}` is no step of a reproduction", self.command);
                let known = [&MEASURING[..], &MAKING[..]].concat().join(", ");
                bail!(Failure::new(message, format!("a command begins with `perga` and one of {known}")))
            }
        }
    }

    /// Whether its command gives numbers.
    pub fn is_measuring(&self) -> bool {
        self.words().is_ok_and(|words| words.first().is_some_and(|word| MEASURING.contains(&word.as_str())))
    }

    fn check(&self) -> Result<()> {
        let words = self.words()?;
        if self.is_measuring() && self.expected.values().all(BTreeMap::is_empty) {
            bail!(Failure::new(
                format!("`{}` expects no number", self.command),
                "give `[step.expected.RUN]`"
            ));
        }
        if !self.is_measuring() && !self.expected.is_empty() {
            bail!(Failure::new(
                format!("`{}` gives no numbers", self.command),
                "measure what it makes in a step of its own"
            ));
        }
        if !self.is_measuring() && self.makes.is_empty() {
            bail!(Failure::new(format!("`{}` makes nothing", self.command), "name its output in `makes`"));
        }
        if let Some(name) = self.makes.iter().find(|name| !words.contains(name)) {
            bail!(Failure::new(
                format!("`{name}` is not in `{}`", self.command),
                "`makes` has words of the command"
            ));
        }
        let is_plain = |name: &&String| !name.is_empty() && !name.contains(['/', '\\']) && *name != "..";
        if let Some(name) = self.makes.iter().find(|name| !is_plain(name)) {
            bail!(Failure::new(
                format!("`{name}` is not a plain name"),
                "files are made in a folder of their own"
            ));
        }
        Ok(())
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

    fn refused(text: &str) -> String {
        format!("{:#}", Reproduction::parse(Path::new("a.toml"), text).unwrap_err())
    }

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("a  'b c' \"d'e\" ''").unwrap(), ["a", "b c", "d'e", ""]);
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn only_known_commands_are_run() {
        let step = |command: &str| Step {
            command: command.to_owned(),
            makes: Vec::new(),
            expected: BTreeMap::new(),
            tolerance: None,
        };
        assert_eq!(step("perga eval a b").words().unwrap(), ["eval", "a", "b"]);
        for command in ["rm -r x", "perga repro", "perga serve", "", "perga", "sh -c 'perga eval'"] {
            assert!(step(command).words().is_err(), "{command}");
        }
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        let error = refused("name = 'n'\nsource = 's'\nfiles = []\ntolerence = 1\nstep = []\n");
        assert!(error.starts_with("a.toml:4: unknown field `tolerence`"), "{error}");
    }

    #[test]
    fn a_step_without_numbers_is_refused() {
        let text = "name='n'\nsource='s'\nfiles=[]\n[[step]]\ncommand='perga eval q r'\nexpected={}\n";
        assert!(refused(text).contains("expects no number"));
    }

    #[test]
    fn a_step_makes_what_it_names() {
        let refused = |step: &str| refused(&format!("name='n'\nsource='s'\nfiles=[]\n[[step]]\n{step}\n"));
        assert!(refused("command='perga fuse a b'").contains("makes nothing"));
        assert!(refused("command='perga fuse a b -o c'\nmakes=['d']").contains("`d` is not in"));
        assert!(refused("command='perga fuse a b -o x/c'\nmakes=['x/c']").contains("plain name"));
        let numbers = "command='perga fuse a b -o c'\nmakes=['c']\nexpected={ r={ AP=1.0 } }";
        assert!(refused(numbers).contains("gives no numbers"));
    }
}
