//! Whole collections into an index: what changed is read, what vanished is deleted, what stayed is left alone.
//!
//! Reading happens in a thread of its own and hands over batches of units. A commit every so often makes
//! what was done last, together with how far each source was read; so work that was interrupted, by the
//! user or by a power cut, is continued instead of begun anew.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use corpus::collection::{Entry, Progress};
use corpus::{Complaint, Unit};

use crate::Result;
use crate::manifest::{Manifest, Source};
use crate::writer::{Settings, Writer};

/// What a batch holds at most: units, formulas, bytes of text.
const BATCH: (usize, usize, usize) = (1024, 8192, 4 << 20);

/// Batches that wait for the writer.
const WAITING: usize = 2;

/// How a collection is indexed.
pub struct Options<'a> {
    /// How the index is written.
    pub settings: Settings,
    /// Whether a source that was not read to its end is continued; otherwise it is read anew.
    pub resume: bool,
    /// Time from one commit to the next.
    pub commit_every: Duration,
    /// Names of folders and archives that were walked: entries under them that are no longer there are
    /// deleted from the index.
    pub roots: &'a [String],
    /// Set from elsewhere to stop early: what was done so far is committed.
    pub stop: &'a AtomicBool,
}

/// Who wants to know how it goes.
pub trait Observer {
    /// Called after each batch, and when a source was skipped.
    fn progress(&self, state: &State);
    /// Something could not be read; the rest goes on.
    fn complaint(&self, complaint: &Complaint);
}

/// How far indexing has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct State {
    /// Bytes of the sources that were read or skipped, as they are on disk.
    pub bytes: u64,
    /// Units added by this run.
    pub units: u64,
    /// Formulas in them.
    pub formulas: u64,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was added.
    pub added: State,
    /// Sources that had not changed.
    pub unchanged: usize,
    /// Sources that were read.
    pub read: usize,
    /// Sources that vanished and whose units were deleted.
    pub vanished: usize,
    /// Units that others of the same id, from whatever source, took the place of.
    pub replaced: u64,
    /// Complaints about what could not be read.
    pub complaints: u64,
    /// Whether it was stopped early.
    pub is_stopped: bool,
    /// Time taken.
    pub seconds: f64,
}

/// Brings the index in `folder` up to date with the entries of a collection.
pub fn index(
    entries: &[Entry],
    folder: &Path,
    options: &Options<'_>,
    observer: &dyn Observer,
) -> Result<Report> {
    let mut run = Run {
        writer: Writer::open(folder, options.settings)?,
        options,
        observer,
        report: Report::default(),
        started: Instant::now(),
        committed: Instant::now(),
    };
    run.delete_vanished(entries)?;
    for entry in entries {
        if run.is_stopped() {
            break;
        }
        run.entry(entry)?;
    }
    run.finish()
}

struct Run<'a> {
    writer: Writer,
    options: &'a Options<'a>,
    observer: &'a dyn Observer,
    report: Report,
    started: Instant,
    committed: Instant,
}

/// What the reading thread hands over.
enum Message {
    Units(Vec<Unit>),
    Complaint(Complaint),
}

impl Run<'_> {
    fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }

    fn delete_vanished(&mut self, entries: &[Entry]) -> Result<()> {
        let found: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let is_under = |name: &str| {
            let under =
                |root: &String| name.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/'));
            self.options.roots.iter().any(under)
        };
        let names = self.writer.ledger().sources.keys();
        let vanished: Vec<String> =
            names.filter(|name| !found.contains(name.as_str()) && is_under(name)).cloned().collect();
        for name in &vanished {
            self.writer.delete_source(name)?;
        }
        self.report.vanished = vanished.len();
        Ok(())
    }

    /// Reads an entry if it is new or has changed.
    fn entry(&mut self, entry: &Entry) -> Result<()> {
        let before = self.writer.ledger().sources.get(&entry.name).cloned();
        let fingerprint = match &before {
            Some(source) => entry.fingerprint_after(&source.fingerprint),
            None => entry.fingerprint(),
        };
        let fingerprint = match fingerprint {
            Ok(fingerprint) => fingerprint,
            Err(error) => {
                self.complain(&complaint_of(&entry.name, &error));
                return Ok(());
            }
        };
        let is_same = before.as_ref().is_some_and(|source| source.fingerprint.has_content_of(&fingerprint));
        let done = match before {
            Some(source) if is_same && source.is_complete => {
                self.report.unchanged += 1;
                self.report.added.bytes += entry.bytes;
                self.observer.progress(&self.report.added);
                return Ok(());
            }
            Some(source) if is_same && self.options.resume => source.units,
            Some(_) => {
                self.writer.delete_source(&entry.name)?;
                0
            }
            None => 0,
        };
        self.report.read += 1;
        let source =
            Source { fingerprint, format: entry.format.name().to_owned(), units: done, is_complete: false };
        self.read(entry, source)
    }

    fn read(&mut self, entry: &Entry, mut source: Source) -> Result<()> {
        let progress = Arc::new(Progress::default());
        let before = self.report.added.bytes;
        let (messages, reading) = match start_reading(entry, &progress, source.units) {
            Ok(started) => started,
            Err(error) => {
                self.complain(&complaint_of(&entry.name, &error));
                return Ok(());
            }
        };
        for message in messages {
            match message {
                Message::Complaint(complaint) => self.complain(&complaint),
                Message::Units(units) => {
                    self.writer.add(&entry.name, &units)?;
                    source.units += units.len() as u64;
                    self.report.added.units += units.len() as u64;
                    self.report.added.formulas +=
                        units.iter().map(|unit| unit.formula_count() as u64).sum::<u64>();
                    self.report.added.bytes = before + progress.bytes().min(entry.bytes);
                    self.observer.progress(&self.report.added);
                    self.writer.set_source(&entry.name, source.clone());
                }
            }
            if self.is_stopped() {
                self.report.is_stopped = true;
                return Ok(());
            }
            self.commit_if_due()?;
        }
        source.is_complete = reading.join().is_ok();
        if !source.is_complete {
            let hint = "the file is unusual; please report it";
            self.complain(&Complaint::new(entry.name.as_str(), 0, "the reader failed before the end", hint));
        }
        self.writer.set_source(&entry.name, source);
        self.report.added.bytes = before + entry.bytes;
        self.observer.progress(&self.report.added);
        Ok(())
    }

    fn commit_if_due(&mut self) -> Result<()> {
        if self.committed.elapsed() < self.options.commit_every {
            return Ok(());
        }
        self.note_time();
        self.writer.commit()?;
        self.committed = Instant::now();
        Ok(())
    }

    fn note_time(&mut self) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.writer.add_seconds(seconds - self.report.seconds);
        self.report.seconds = seconds;
    }

    fn complain(&mut self, complaint: &Complaint) {
        self.report.complaints += 1;
        self.observer.complaint(complaint);
    }

    fn finish(mut self) -> Result<Report> {
        self.note_time();
        let is_stopped = self.report.is_stopped || self.is_stopped();
        self.report.replaced = self.writer.replaced();
        match is_stopped {
            // Whoever stops the work does not want to wait for merges.
            true => self.writer.commit()?,
            false => drop::<Manifest>(self.writer.finish()?),
        }
        Ok(Report { is_stopped, seconds: self.started.elapsed().as_secs_f64(), ..self.report })
    }
}

fn complaint_of(name: &str, error: &corpus::Error) -> Complaint {
    match error.complaint() {
        Some(complaint) => complaint.clone(),
        None => {
            let text = error.to_string();
            let (message, hint) = text.split_once("\nhint: ").unwrap_or((&text, "check the file"));
            Complaint::new(name, 0, message, hint)
        }
    }
}

/// Reads an entry in a thread, leaving out the first `done` units.
fn start_reading(
    entry: &Entry,
    progress: &Arc<Progress>,
    done: u64,
) -> corpus::Result<(Receiver<Message>, JoinHandle<()>)> {
    let reader = entry.read(progress)?;
    let (sender, receiver) = sync_channel(WAITING);
    let thread = std::thread::spawn(move || {
        let mut left_out = 0;
        let mut batch = Gathering::default();
        for item in reader {
            let sent = match item {
                Ok(_) if left_out < done => {
                    left_out += 1;
                    Ok(())
                }
                Ok(unit) => batch.add(unit).map_or(Ok(()), |units| sender.send(Message::Units(units))),
                Err(complaint) => sender.send(Message::Complaint(complaint)),
            };
            // Nobody listens any more: the work was stopped.
            if sent.is_err() {
                return;
            }
        }
        let _ = sender.send(Message::Units(batch.units));
    });
    Ok((receiver, thread))
}

/// A batch that is being filled.
#[derive(Default)]
struct Gathering {
    units: Vec<Unit>,
    formulas: usize,
    bytes: usize,
}

impl Gathering {
    /// Adds a unit; gives the batch away when it is full.
    fn add(&mut self, unit: Unit) -> Option<Vec<Unit>> {
        self.formulas += unit.formula_count();
        self.bytes += unit.texts().map(|(_, text)| text.text.len()).sum::<usize>();
        self.units.push(unit);
        let is_full = self.units.len() >= BATCH.0 || self.formulas >= BATCH.1 || self.bytes >= BATCH.2;
        is_full.then(|| std::mem::take(self).units)
    }
}
