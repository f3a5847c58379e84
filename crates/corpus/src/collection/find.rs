//! From the names a user gave to the entries under them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use super::guess::{Guess, guess};
use super::includes::{Project, projects, real};
use super::walk::Found;
use super::{Entry, Format, dumps, names, walk};
use crate::{Complaint, Error, Result};

/// What was found under the sources.
#[derive(Debug, Default)]
pub struct Survey {
    /// What can be read, in a stable order.
    pub entries: Vec<Entry>,
    /// What cannot, although it looks as if it should.
    pub complaints: Vec<Complaint>,
    /// How many files were passed over because no reader takes their kind: images, style files, programs.
    pub skipped: usize,
}

/// The entries under the sources, in a stable order, and complaints about files that no reader takes. Without a
/// format each file is looked at.
pub fn find(sources: &[PathBuf], format: Option<Format>) -> Result<(Vec<Entry>, Vec<Complaint>)> {
    let survey = survey(sources, format)?;
    Ok((survey.entries, survey.complaints))
}

/// The same, with a count of what was passed over.
pub fn survey(sources: &[PathBuf], format: Option<Format>) -> Result<Survey> {
    let mut complaints = Vec::new();
    let (found, skipped) = walk::files(sources, &mut complaints)?;
    let mut sorting = Sorting { complaints, skipped, ..Sorting::default() };
    let is_dump = matches!(format, None | Some(Format::StackExchange | Format::Arqmath));
    let rest = if is_dump { sorting.take_dumps(found, format) } else { found };
    for file in rest {
        sorting.sort(file, format);
    }
    Ok(sorting.finish())
}

/// Files on their way to becoming entries.
#[derive(Default)]
struct Sorting {
    /// Entries with their source, to be sorted by it.
    entries: Vec<(usize, Entry)>,
    latex: Vec<Found>,
    pretext: Vec<Found>,
    unknown: Vec<Found>,
    skipped: usize,
    complaints: Vec<Complaint>,
}

impl Sorting {
    fn take_dumps(&mut self, found: Vec<Found>, format: Option<Format>) -> Vec<Found> {
        let count = found.len();
        let (dumps, rest) = dumps::take(found, format);
        let taken: usize = dumps.iter().map(|dump| dump.entry.files.len()).sum();
        self.skipped += (count - rest.len()).saturating_sub(taken);
        self.entries.extend(dumps.into_iter().map(|dump| (dump.source, dump.entry)));
        rest
    }

    fn sort(&mut self, file: Found, format: Option<Format>) {
        let guess = match format {
            Some(format) if file.is_given || names::could_be(&file.path, format) => Ok(Guess::Format(format)),
            Some(_) => Ok(Guess::Skip),
            None => guess(&file.path),
        };
        match guess {
            Ok(Guess::Format(Format::Latex)) => self.latex.push(file),
            Ok(Guess::Format(Format::Pretext)) => self.pretext.push(file),
            Ok(Guess::Format(format)) => self.add(&file, format, vec![file.path.clone()]),
            Ok(Guess::Skip) => self.skipped += 1,
            Ok(Guess::Unknown) => self.unknown.push(file),
            Err(error) => self.complaints.push(about(&file, error)),
        }
    }

    fn add(&mut self, file: &Found, format: Format, files: Vec<PathBuf>) {
        let unpacked = file.unpacked.clone().into_iter().collect();
        self.entries.push((file.source, Entry::new(file.name.clone(), format, files).within(unpacked)));
    }

    fn finish(mut self) -> Survey {
        let latex = projects(std::mem::take(&mut self.latex), Format::Latex);
        let pretext = projects(std::mem::take(&mut self.pretext), Format::Pretext);
        for (format, projects) in [(Format::Latex, latex), (Format::Pretext, pretext)] {
            projects.into_iter().for_each(|Project { main, files }| self.add(&main, format, files));
        }
        self.complain_about_unknown();
        self.entries.sort_by(|(a, first), (b, second)| (a, &first.name).cmp(&(b, &second.name)));
        let entries = self.entries.into_iter().map(|(_, entry)| entry).collect();
        Survey { entries, complaints: self.complaints, skipped: self.skipped }
    }

    /// One complaint for each kind of name, so that a folder of a thousand does not hide the others.
    fn complain_about_unknown(&mut self) {
        let files = self.entries.iter().flat_map(|(_, entry)| &entry.files);
        let parts: FxHashSet<PathBuf> = files.map(|file| real(file)).collect();
        let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in self.unknown.drain(..).filter(|file| !parts.contains(&real(&file.path))) {
            kinds.entry(names::extension(&file.path)).or_default().push(file.name);
        }
        for names in kinds.into_values() {
            let Some((first, others)) = names.split_first() else { continue };
            let message = match others.len() {
                0 => "no reader takes this file".to_owned(),
                1 => "no reader takes this file, nor one other like it".to_owned(),
                others => format!("no reader takes this file, nor {others} others like it"),
            };
            let hint = "name its format with `--format`, or leave it out with a line in a `.ignore` file";
            self.complaints.push(Complaint::new(first, 0, message, hint));
        }
    }
}

/// What is wrong with a file, under the name that the user knows.
fn about(file: &Found, error: Error) -> Complaint {
    match error {
        Error::Malformed(complaint) => Complaint { file: file.name.clone(), ..*complaint },
        Error::Unreadable { cause, hint, .. } => Complaint::new(&file.name, 0, cause.to_string(), hint),
    }
}
