//! Finds the entries under the names that a user gave, and what could not be read there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

use document::{Complaint, Error, Hint, Setting};
use rustc_hash::FxHashSet;

use super::access::Access;
use super::guess::{Guess, guess};
use super::includes::{Project, projects};
use super::limits::DEFAULT_MEMORY;
use super::paths::real;
use super::walk::{Found, Walked};
use super::{Entry, Format, dumps, names, temporary, walk};

/// How sources are searched for entries.
#[derive(Clone, Debug)]
pub struct SurveyOptions {
    /// The format of all files; if there is none, each file is examined.
    pub format: Option<Format>,
    /// Whether symbolic links that point outside a source are followed.
    pub follow: bool,
    /// Folders that files may be included from, in addition to the source. Members of archives may not.
    pub include_roots: Vec<PathBuf>,
    /// The memory for the whole work, in bytes; it limits how much of one document is read.
    pub memory: usize,
}

impl Default for SurveyOptions {
    fn default() -> SurveyOptions {
        SurveyOptions { format: None, follow: false, include_roots: Vec::new(), memory: DEFAULT_MEMORY }
    }
}

/// What was found under the sources.
#[derive(Debug, Default)]
pub struct Survey {
    /// The entries that can be read, in a stable order.
    pub entries: Vec<Entry>,
    /// Complaints about files that cannot be read but look as if they should be.
    pub complaints: Vec<Complaint>,
    /// The number of files that were skipped because no reader reads their kind: images, style files, programs.
    pub skipped: usize,
    /// The sources, in the order given.
    pub sources: Vec<SurveyedSource>,
}

/// The result for one source.
#[derive(Clone, Debug)]
pub struct SurveyedSource {
    /// Its name: that of its entry, or the beginning of the names of its entries, before a `/`. `.` for the current
    /// folder, whose entries have names without it.
    pub name: String,
    /// Its real path: absolute, without links. Two spellings of one folder have the same real path.
    pub real: PathBuf,
    /// Whether every part of it could be read. If not, files that were not found may still exist.
    pub is_whole: bool,
    /// Why nothing of it could be read; also among the complaints.
    pub failure: Option<Complaint>,
    /// The names of existing files that belong to no entry: of an unknown kind, or skipped because of the requested
    /// format. Files that another entry includes are not among them.
    pub unread: BTreeSet<String>,
}

/// Finds the entries under the sources. A source that cannot be read becomes a complaint; the others are read.
pub fn survey(sources: &[PathBuf], options: &SurveyOptions) -> Survey {
    static CLEANED: Once = Once::new();
    CLEANED.call_once(temporary::remove_abandoned);
    let Walked { found, skipped, unsupported, sources, accesses, complaints } = walk::walk(sources, options);
    let format = options.format;
    let mut sorting = Sorting {
        entries: Vec::new(),
        latex: Vec::new(),
        pretext: Vec::new(),
        unknown: Vec::new(),
        passed_over: Vec::new(),
        skipped,
        unsupported,
        sources,
        accesses,
        complaints,
    };
    let is_dump = matches!(format, None | Some(Format::StackExchange | Format::Arqmath));
    let rest = if is_dump { sorting.take_dumps(found, format) } else { found };
    for file in rest {
        sorting.sort(file, format);
    }
    sorting.finish()
}

/// Files that are being sorted into entries.
struct Sorting {
    /// Entries with their source, to be sorted by it.
    entries: Vec<(usize, Entry)>,
    latex: Vec<Found>,
    pretext: Vec<Found>,
    unknown: Vec<Found>,
    passed_over: Vec<Found>,
    skipped: usize,
    /// Documents of unsupported kinds inside archives: the source and the name.
    unsupported: Vec<(usize, String)>,
    sources: Vec<SurveyedSource>,
    accesses: Vec<Arc<Access>>,
    complaints: Vec<Complaint>,
}

impl Sorting {
    fn take_dumps(&mut self, found: Vec<Found>, format: Option<Format>) -> Vec<Found> {
        let count = found.len();
        let (dumps, rest) = dumps::take(found, format, &self.accesses);
        let taken: usize = dumps.iter().map(|dump| dump.entry.files.len()).sum();
        self.skipped += (count - rest.len()).saturating_sub(taken);
        self.entries.extend(dumps.into_iter().map(|dump| (dump.source, dump.entry)));
        rest
    }

    fn sort(&mut self, file: Found, format: Option<Format>) {
        let guess = match format {
            Some(format) if file.is_given || names::could_be(&file.path, format) => Ok(Guess::Format(format)),
            Some(_) => Ok(Guess::Skip),
            None => guess(&file.path, file.is_given),
        };
        match guess {
            Ok(Guess::Format(Format::Latex)) => self.latex.push(file),
            Ok(Guess::Format(Format::Pretext)) => self.pretext.push(file),
            Ok(Guess::Format(format)) => self.add(&file, format, vec![file.path.clone()]),
            Ok(Guess::Skip) => {
                self.skipped += 1;
                self.passed_over.push(file);
            }
            Ok(Guess::Unknown) => self.unknown.push(file),
            Err(error) => self.cannot_read(file, error),
        }
    }

    /// A file whose beginning cannot be read.
    fn cannot_read(&mut self, file: Found, error: Error) {
        let Complaint { line, message, hint, .. } = error.into_complaint();
        self.complaints.push(Complaint::unread(&file.name, line, message, hint));
        if let Some(source) = self.sources.get_mut(file.source) {
            source.is_whole = false;
        }
        self.passed_over.push(file);
    }

    fn add(&mut self, file: &Found, format: Format, files: Vec<PathBuf>) {
        let Some(access) = self.accesses.get(file.place) else { return };
        let unpacked = file.unpacked.clone().into_iter().collect();
        let entry = Entry::within(file.name.clone(), format, files, Arc::clone(access), unpacked);
        self.entries.push((file.source, entry));
    }

    fn finish(mut self) -> Survey {
        for format in [Format::Latex, Format::Pretext] {
            let files = if format == Format::Latex { &mut self.latex } else { &mut self.pretext };
            let projects = projects(std::mem::take(files), format, &self.accesses);
            projects.into_iter().for_each(|Project { main, files }| self.add(&main, format, files));
        }
        let files = self.entries.iter().flat_map(|(_, entry)| &entry.files);
        let claimed: FxHashSet<PathBuf> = files.map(|file| real(file)).collect();
        self.unknown.retain(|file| !claimed.contains(&real(&file.path)));
        self.passed_over.retain(|file| !claimed.contains(&real(&file.path)));
        self.note_unread();
        self.complain_about_unknown();
        self.entries.sort_by(|(a, first), (b, second)| (a, &first.name).cmp(&(b, &second.name)));
        let entries = self.entries.into_iter().map(|(_, entry)| entry).collect();
        Survey { entries, complaints: self.complaints, skipped: self.skipped, sources: self.sources }
    }

    fn note_unread(&mut self) {
        for file in self.unknown.iter().chain(&self.passed_over) {
            let Some(source) = self.sources.get_mut(file.source) else { continue };
            // With another format its tables would be one entry, named after their folder.
            source.unread.extend(dumps::dump_of(file).map(str::to_owned));
            source.unread.insert(file.name.clone());
        }
        for (source, name) in &self.unsupported {
            if let Some(source) = self.sources.get_mut(*source) {
                source.unread.insert(name.clone());
            }
        }
    }

    /// One complaint for each kind of name, so that a folder with a thousand files does not hide the others.
    fn complain_about_unknown(&mut self) {
        let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let unknown = self.unknown.drain(..).map(|file| (file.source, file.name));
        let mut unknown: Vec<(usize, String)> = unknown.chain(self.unsupported.drain(..)).collect();
        unknown.sort_unstable();
        for (_, name) in unknown {
            kinds.entry(names::extension(Path::new(&name))).or_default().push(name);
        }
        for names in kinds.into_values() {
            let Some((first, others)) = names.split_first() else { continue };
            let message = match others.len() {
                0 => "unsupported file type".to_owned(),
                others => format!("unsupported file type (and {others} more)"),
            };
            let hint = match names::is_readable(Path::new(first)) {
                true => Hint::set(
                    "leave it out with a line in a `.ignore` file, or name its format",
                    Setting::Format,
                ),
                false => {
                    "convert it to a format that Perga reads, or leave it out with a line in a `.ignore` file"
                        .into()
                }
            };
            self.complaints.push(Complaint::notice(first, 0, message, hint));
        }
    }
}
