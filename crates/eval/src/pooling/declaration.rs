//! What a run is: primary, alternate or baseline; automatic or manual; of which team.
//!
//! Declared in words, in any order, after the file's name: `ours.tsv=primary,manual,team:PSU` on a command
//! line, or a line of a manifest, `ours.tsv primary manual team:PSU`, separated by tabs or spaces. Without
//! words a run is primary and automatic, and its own team.

use std::fmt;
use std::path::Path;

use trec::Input;

use crate::Error;

/// How much of a run its team wants judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Priority {
    /// A team's main run.
    #[default]
    Primary,
    /// Any other run of a team.
    Alternate,
    /// The organisers' run.
    Baseline,
}

/// Whether a person took part in making it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// No.
    #[default]
    Automatic,
    /// A person wrote or changed queries, or chose results.
    Manual,
}

/// What a run was declared as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The file that holds it.
    pub file: String,
    /// Primary, alternate or baseline.
    pub priority: Priority,
    /// Automatic or manual.
    pub mode: Mode,
    /// The team; the file's name if none is given.
    pub team: String,
    /// Whether it is pooled as deep as primary runs, if that was said.
    pub deep: Option<bool>,
}

/// An unknown word in a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownWord(pub String);

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownWord(word) = self;
        write!(f, "unknown word `{word}` in the declaration of a run")
    }
}

impl UnknownWord {
    /// What to do about it.
    pub fn hint(&self) -> String {
        format!("known are {KNOWN}")
    }
}

impl std::error::Error for UnknownWord {}

const KNOWN: &str = "primary, alternate, baseline, deep, shallow, automatic, manual and team:NAME";

impl Declaration {
    /// A primary, automatic run.
    pub fn new(file: impl Into<String>) -> Self {
        let file = file.into();
        let (priority, mode) = (Priority::default(), Mode::default());
        Declaration { team: file.clone(), file, priority, mode, deep: None }
    }

    /// A run and the words after its name.
    pub fn with_words<'w>(file: &str, words: impl IntoIterator<Item = &'w str>) -> Result<Self, UnknownWord> {
        let mut declaration = Declaration::new(file);
        for word in words.into_iter().map(str::trim).filter(|word| !word.is_empty()) {
            match word.to_ascii_lowercase().as_str() {
                "primary" => declaration.priority = Priority::Primary,
                "alternate" | "alternative" => declaration.priority = Priority::Alternate,
                "baseline" => declaration.priority = Priority::Baseline,
                "deep" => declaration.deep = Some(true),
                "shallow" => declaration.deep = Some(false),
                "automatic" | "auto" => declaration.mode = Mode::Automatic,
                "manual" => declaration.mode = Mode::Manual,
                _ => match word.split_once([':', '=']) {
                    Some((key, team)) if key.eq_ignore_ascii_case("team") && !team.is_empty() => {
                        declaration.team = team.to_owned();
                    }
                    _ => return Err(UnknownWord(word.to_owned())),
                },
            }
        }
        Ok(declaration)
    }

    /// Reads `FILE` or `FILE=WORD,WORD,…`. The text after the last `=` counts as words only if the first
    /// word is known; otherwise it belongs to the name.
    ///
    /// ```
    /// use eval::pooling::{Declaration, Mode, Priority};
    /// let run = Declaration::parse("a=b/ours.tsv=alternate,manual,team:PSU").unwrap();
    /// assert_eq!((run.file.as_str(), run.team.as_str()), ("a=b/ours.tsv", "PSU"));
    /// assert_eq!((run.priority, run.mode), (Priority::Alternate, Mode::Manual));
    /// assert_eq!(Declaration::parse("k1=1.2").unwrap().file, "k1=1.2");
    /// assert!(Declaration::parse("ours.tsv=primary,manuel").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, UnknownWord> {
        let Some((file, words)) = text.rsplit_once('=') else { return Ok(Declaration::new(text)) };
        let known = |word: &str| Declaration::with_words(file, [word]).is_ok();
        match words.split(',').next().filter(|first| !first.is_empty() && known(first)) {
            Some(_) => Declaration::with_words(file, words.split(',')),
            None => Ok(Declaration::new(text)),
        }
    }

    /// Reads the file of a manifest. Paths of runs are relative to its folder.
    pub fn read_manifest(path: &Path) -> crate::Result<Vec<Self>> {
        let input = Input::open(path)?;
        let file = path.display().to_string();
        let mut declared = Declaration::manifest(input.text())
            .map_err(|(line, unknown)| Error::Manifest { file: file.clone(), line, unknown })?;
        if declared.is_empty() {
            return Err(Error::EmptyManifest { file });
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        for declaration in &mut declared {
            declaration.file = folder.join(&declaration.file).display().to_string();
        }
        Ok(declared)
    }

    /// Reads a manifest: one run per line. Empty lines and lines that begin with `#` are skipped. An error comes
    /// with its line.
    pub fn manifest(text: &str) -> Result<Vec<Self>, (usize, UnknownWord)> {
        let mut runs = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let mut words = if line.contains('\t') {
                line.split('\t').map(str::trim).collect::<Vec<_>>()
            } else {
                line.split_whitespace().collect()
            };
            if words.first().is_none_or(|file| file.is_empty() || file.starts_with('#')) {
                continue;
            }
            let file = words.remove(0);
            runs.push(Declaration::with_words(file, words).map_err(|unknown| (index + 1, unknown))?);
        }
        Ok(runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_has_one_run_per_line() {
        let text = "# ours\nours run.tsv\tprimary\tmanual\r\n\nbase.tsv baseline team=organisers\n";
        let runs = Declaration::manifest(text).unwrap();
        assert_eq!((runs[0].file.as_str(), runs[0].mode), ("ours run.tsv", Mode::Manual));
        assert_eq!((runs[1].priority, runs[1].team.as_str()), (Priority::Baseline, "organisers"));
        let deep = Declaration::parse("base.tsv=baseline,deep").unwrap();
        assert_eq!((deep.priority, deep.deep), (Priority::Baseline, Some(true)));
        let (line, unknown) = Declaration::manifest("a\nb secondary\n").unwrap_err();
        assert_eq!((line, unknown.0.as_str()), (2, "secondary"));
    }
}
