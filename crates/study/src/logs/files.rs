//! The files that a report is made of: logs, phrases of mathematics, texts of a collection, labels.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::{Error, Result};

use super::analysis::Analysis;
use super::concepts::Concepts;
use super::figures::PASTED;
use super::pasted::Pasted;
use super::report::{Log, Report};
use super::spool::Spool;
use super::{frequent, labels};

/// Bytes of a log that are read at once.
const BUFFER: usize = 1 << 17;

/// Logs that count as one, and which of their sessions count.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The logs; `-` is stdin.
    pub logs: &'a [PathBuf],
    /// Phrases, one per line: only sessions with one of them in a query, or with a formula, count.
    pub concepts: Option<&'a Path>,
    /// Words, one per line: a query with one of them is not about mathematics.
    pub exclude: Option<&'a Path>,
    /// The most queries of a session that counts.
    pub longest: usize,
}

impl Source<'_> {
    /// Which sessions count, and how.
    ///
    /// # Errors
    /// A file of phrases or words cannot be read.
    pub fn analysis(&self) -> Result<Analysis> {
        let concepts = match self.concepts {
            None => None,
            Some(phrases) => {
                let excluded = self.exclude.map(whole).transpose()?.unwrap_or_default();
                Some(Concepts::read(&whole(phrases)?, &excluded))
            }
        };
        Ok(Analysis { concepts, most_queries: self.longest, ..Analysis::default() })
    }

    /// The entries of all logs, by session.
    ///
    /// # Errors
    /// A log cannot be read.
    pub fn spool(&self) -> Result<Spool> {
        spool(self.logs)
    }
}

/// What a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Reporting<'a> {
    /// The logs.
    pub source: Source<'a>,
    /// Another log to compare them with.
    pub against: Option<&'a PathBuf>,
    /// Texts in which pasted queries are looked for.
    pub texts: &'a [PathBuf],
    /// Labels of queries.
    pub labels: Option<&'a Path>,
    /// The fewest sessions of words and sites that are shown.
    pub fewest: u64,
}

impl Reporting<'_> {
    /// Reads the files and counts.
    ///
    /// # Errors
    /// A file cannot be read or is malformed.
    pub fn report(&self) -> Result<Report> {
        let (analysis, entries) = (self.source.analysis()?, self.source.spool()?);
        let analysed = analysis.figures(&entries)?;
        let names: Vec<String> = self.source.logs.iter().map(|log| name(log)).collect();
        let mut logs = vec![Log { name: names.join(", "), analysed: &analysed }];
        let other = match self.against {
            None => None,
            Some(log) => Some((name(log), analysis.figures(&spool(std::slice::from_ref(log))?)?)),
        };
        logs.extend(other.as_ref().map(|(name, analysed)| Log { name: name.clone(), analysed }));
        let mut report = Report::new(&logs, self.fewest);
        if !self.texts.is_empty() {
            let queries = frequent::longer_than(&entries, &analysis, PASTED, frequent::MOST, 1)?;
            let mut pasted = Pasted::new(queries.iter().map(String::as_str));
            for file in self.texts {
                pasted.look_in(&whole(file)?);
            }
            let (found, of) = pasted.counts();
            report.add_pasted(found, of);
        }
        if let Some(file) = self.labels {
            let (found, of) = labels::verbose(&whole(file)?, &file.display().to_string())?;
            report.add_verbose(found, of);
        }
        Ok(report)
    }
}

fn spool(logs: &[PathBuf]) -> Result<Spool> {
    let mut spool = Spool::default();
    for log in logs {
        let name = log.display().to_string();
        let source: Box<dyn Read> = match log == Path::new("-") {
            true => Box::new(io::stdin().lock()),
            false => Box::new(File::open(log).map_err(|cause| Error::file(&name, cause))?),
        };
        spool.read(&mut BufReader::with_capacity(BUFFER, source), &name)?;
    }
    Ok(spool)
}

/// What a report calls a log.
fn name(log: &Path) -> String {
    log.file_name().unwrap_or(log.as_os_str()).to_string_lossy().into_owned()
}

/// A file that may not be UTF-8.
///
/// # Errors
/// It cannot be read.
pub fn whole(file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).map_err(|cause| Error::file(file.display().to_string(), cause))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
