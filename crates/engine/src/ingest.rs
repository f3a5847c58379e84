//! Whole collections into an index: what changed is read, what vanished is deleted, what stayed is left alone.
//!
//! A source vanished if the walk of the folder it was in was whole and did not meet it. After any doubt nothing is
//! deleted, and a source that could not be read to its end keeps the units that it had.
//!
//! Reading happens in a thread of its own and hands over batches of units. A commit every so often makes
//! what was done last, together with how far each source was read; so work that was interrupted, by the
//! user or by a power cut, continues instead of starting again.

pub mod collection;
mod vanished;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use corpus::collection::{Entry, Progress};
use document::{Complaint, ComplaintKind, Unit};
use index::manifest::{Manifest, Source};
use index::{Index, Result, Writer};
pub use index::{Profile, Repeated, Settings};
pub use vanished::{Kept, Reason, Root};

/// What a batch holds at most: units, formulas, bytes of text.
const BATCH: (usize, usize, usize) = (1024, 8192, 4 << 20);

/// Batches that wait for the writer.
const WAITING: usize = 2;

/// How a collection is indexed.
pub struct Options<'a> {
    /// How the index is written.
    pub settings: Settings,
    /// Whether a source that was not read to its end is continued; otherwise it is read again.
    pub resume: bool,
    /// Time from one commit to the next.
    pub commit_every: Duration,
    /// The folders, archives and files that were walked: entries under them that are no longer there are deleted from
    /// the index.
    pub roots: &'a [Root],
    /// Whether missing sources are deleted even after a problem.
    pub prune: bool,
    /// Set from elsewhere to stop early: what was done so far is committed.
    pub stop: &'a AtomicBool,
}

/// Who wants to know how it goes.
pub trait Observer {
    /// Called after each batch, and when a source was skipped.
    fn progress(&self, state: &State);
    /// Something could not be read; the work continues with the rest.
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

/// The report of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The additions.
    pub added: State,
    /// Sources that had not changed.
    pub unchanged: usize,
    /// Sources that were read.
    pub read: usize,
    /// Sources that vanished and whose units were deleted.
    pub vanished: usize,
    /// What was not found or not read, and was not deleted all the same.
    pub kept: Vec<Kept>,
    /// Units whose id came more than once.
    pub repeated: Repeated,
    /// Problems: what could not be read.
    pub complaints: u64,
    /// Sources that had not changed, and of which parts could not be read when they were.
    pub unread_before: usize,
    /// Units of the index after the run.
    pub units: u64,
    /// Occurrences of formulas in them.
    pub occurrences: u64,
    /// Whether it was stopped early.
    pub is_stopped: bool,
    /// Time taken.
    pub seconds: f64,
}

impl Report {
    /// Whether parts of the collection are not in the index as they are now.
    pub fn is_partial(&self) -> bool {
        self.complaints > 0 || self.unread_before > 0 || !self.kept.is_empty()
    }
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
    let (entries, mut roots) = vanished::as_known(entries, options.roots, run.writer.ledger());
    for entry in &entries {
        if run.is_stopped() {
            break;
        }
        let complaints = run.report.complaints;
        run.entry(entry)?;
        if run.report.complaints > complaints {
            roots.iter_mut().filter(|root| root.holds(&entry.name)).for_each(|root| root.is_whole = false);
        }
    }
    // Last, because only now it is known whether everything could be read.
    if !run.is_stopped() {
        run.delete_vanished(&entries, &roots)?;
    }
    let report = run.finish()?;
    let index = Index::open(folder)?;
    let (units, occurrences) = (index.manifest().units, index.manifest().occurrences);
    Ok(Report { units, occurrences, ..report })
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

    fn delete_vanished(&mut self, entries: &[Entry], roots: &[Root]) -> Result<()> {
        let found = vanished::vanished(entries, roots, self.writer.ledger(), self.options.prune);
        for name in &found.sources {
            self.writer.delete_source(name)?;
        }
        self.report.vanished = found.sources.len();
        self.report.kept.extend(found.kept);
        for (name, path) in found.roots {
            self.writer.set_root(&name, path);
        }
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
                self.cannot_read(entry, error);
                return Ok(());
            }
        };
        let is_same = before.as_ref().is_some_and(|source| source.fingerprint.has_content_of(&fingerprint));
        let next_unit = self.writer.manifest().next_unit;
        let (units, first_unit) = match &before {
            Some(source) if is_same && source.is_complete => {
                self.report.unchanged += 1;
                self.report.unread_before += usize::from(source.complaints > 0);
                self.report.added.bytes += entry.bytes;
                self.observer.progress(&self.report.added);
                return Ok(());
            }
            Some(source) if is_same && self.options.resume => (source.units, source.first_unit),
            _ => (0, next_unit),
        };
        self.report.read += 1;
        let format = entry.format.name().to_owned();
        let source = Source { fingerprint, format, units, first_unit, is_complete: false, complaints: 0 };
        self.read(entry, source, before.is_some())
    }

    fn read(&mut self, entry: &Entry, mut source: Source, was_known: bool) -> Result<()> {
        let progress = Arc::new(Progress::default());
        let before = self.report.added.bytes;
        let (messages, reading) = match start_reading(entry, &progress, source.units) {
            Ok(started) => started,
            Err(error) => {
                self.cannot_read(entry, error);
                return Ok(());
            }
        };
        let mut is_whole = true;
        for message in messages {
            match message {
                Message::Complaint(complaint) => {
                    source.complaints += 1;
                    is_whole &= !complaint.is_unread();
                    self.complain(&complaint);
                }
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
        if reading.join().is_err() {
            source.complaints += 1;
            is_whole = false;
            let hint = "the file is unusual; please report it";
            self.complain(&Complaint::unread(
                entry.name.as_str(),
                0,
                "the reader failed before the end",
                hint,
            ));
        }
        // What could not be read now may be read next time, even if the file looks the same.
        source.is_complete = is_whole;
        self.retire_old_units(entry, &source, was_known)?;
        self.writer.set_source(&entry.name, source);
        self.report.added.bytes = before + entry.bytes;
        self.observer.progress(&self.report.added);
        Ok(())
    }

    /// Deletes what a source had before and has no more. What could not be read may still have it.
    fn retire_old_units(&mut self, entry: &Entry, source: &Source, was_known: bool) -> Result<()> {
        if !was_known {
            return Ok(());
        }
        if source.complaints > 0 && !self.options.prune {
            self.report.kept.push(Kept::unread(&entry.name));
            return Ok(());
        }
        self.writer.retire(&entry.name, source.first_unit)
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

    /// An entry cannot be read at all: what the index has of it stays.
    fn cannot_read(&mut self, entry: &Entry, error: document::Error) {
        let Complaint { message, hint, .. } = error.into_complaint();
        self.complain(&Complaint::unread(entry.name.as_str(), 0, message, hint));
    }

    fn complain(&mut self, complaint: &Complaint) {
        self.report.complaints += u64::from(complaint.kind != ComplaintKind::Notice);
        self.observer.complaint(complaint);
    }

    fn finish(mut self) -> Result<Report> {
        self.note_time();
        let is_stopped = self.report.is_stopped || self.is_stopped();
        self.report.repeated = self.writer.repeated();
        match is_stopped {
            // Whoever stops the work does not want to wait for merges.
            true => self.writer.commit()?,
            false => drop::<Manifest>(self.writer.finish()?),
        }
        Ok(Report { is_stopped, seconds: self.started.elapsed().as_secs_f64(), ..self.report })
    }
}

/// Reads an entry in a thread, leaving out the first `done` units.
fn start_reading(
    entry: &Entry,
    progress: &Arc<Progress>,
    done: u64,
) -> document::Result<(Receiver<Message>, JoinHandle<()>)> {
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
