//! Stack Exchange data dumps: the questions and answers of a site, with their comments and links.
//!
//! `Posts.xml` is streamed, one row per post. Data of a post in other tables is collected before, in bounded memory:
//! comments and links are sorted by post on disk, and the accepted answers are a sorted list of numbers, because a
//! question may come before or after its accepted answer.
//!
//! What it is not: a reader of users, badges and histories; a search finds nothing of them.

mod asides;
mod posts;
mod rows;
mod site;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asides::{Asides, Builder};
use document::{Complaint, Result, Unit, counted};
pub(crate) use posts::Posts;
pub use rows::{Row, Rows};

use crate::collection::{Access, Entry, Progress, Reader, dump_table};

/// The most complaints about the tables beside the posts that are kept; the others are counted.
const MOST_COMPLAINTS: usize = 1_000;

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let posts = Posts::open(Dump::of(entry), site::of(&entry.name), progress)?;
    Ok(Box::new(posts))
}

/// The files of a dump.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    /// The name of the entry.
    name: String,
    posts: PathBuf,
    access: Arc<Access>,
    /// The other tables, by name.
    others: Vec<(&'static str, PathBuf)>,
}

impl Dump {
    /// The files of an entry: the first is the table of posts, whatever its name is.
    pub(crate) fn of(entry: &Entry) -> Dump {
        let others = entry.files.iter().skip(1);
        let others = others.filter_map(|file| Some((dump_table(file)?, file.clone())));
        Dump {
            name: entry.name.clone(),
            posts: entry.main_file().to_owned(),
            access: Arc::clone(entry.access()),
            others: others.collect(),
        }
    }

    /// The name of a file in complaints.
    fn name_of(&self, file: &Path) -> String {
        let file = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if self.name.ends_with(&*file) { self.name.clone() } else { format!("{}/{file}", self.name) }
    }

    fn rows(&self, file: &Path, progress: &Arc<Progress>) -> Result<Rows> {
        let source = self.access.open(file, progress)?;
        Ok(Rows::new(self.name_of(file), source, self.access.limits().line))
    }
}

/// Data of posts from other tables.
#[derive(Default)]
struct Around {
    /// The ids of accepted answers, sorted.
    accepted: Vec<u32>,
    asides: Option<Asides>,
    complaints: VecDeque<Complaint>,
}

impl Around {
    fn is_accepted(&self, id: u64) -> bool {
        u32::try_from(id).is_ok_and(|id| self.accepted.binary_search(&id).is_ok())
    }
}

/// Collects the data of posts from other tables.
struct Gathering<'a> {
    dump: &'a Dump,
    progress: &'a Arc<Progress>,
    builder: Builder,
    around: Around,
    complaints: usize,
}

impl<'a> Gathering<'a> {
    fn new(dump: &'a Dump, progress: &'a Arc<Progress>) -> Self {
        Gathering { dump, progress, builder: Builder::default(), around: Around::default(), complaints: 0 }
    }

    fn gather(mut self) -> Around {
        let lacks_scores = self.read_posts();
        for (table, file) in &self.dump.others {
            match *table {
                "comments" => self.read_table(file, |row| {
                    Some((number(row.get("PostId")?)?, asides::comment(row.get("Text")?)))
                }),
                "postlinks" => self.read_table(file, |row| {
                    let kind = row.get("LinkTypeId").and_then(number)?;
                    Some((
                        number(row.get("PostId")?)?,
                        asides::link(kind, number(row.get("RelatedPostId")?)?),
                    ))
                }),
                "votes" if lacks_scores => self.read_table(file, |row| {
                    let kind = row.get("VoteTypeId").and_then(number)?;
                    Some((number(row.get("PostId")?)?, asides::vote(kind)))
                }),
                // Not read, but counted: progress is in bytes of all files.
                _ => self.progress.advance(std::fs::metadata(file).map_or(0, |data| data.len())),
            }
        }
        match std::mem::take(&mut self.builder).finish() {
            Ok(asides) => self.around.asides = Some(asides),
            Err(error) => self.cannot_sort(&error),
        }
        if self.complaints > MOST_COMPLAINTS {
            let more = counted(self.complaints - MOST_COMPLAINTS, "more warning");
            let message = format!("{more} about comments and links");
            let complaint = Complaint::new(&self.dump.name, 0, message, "the first ones say what is wrong");
            self.around.complaints.push_back(complaint);
        }
        self.around
    }

    /// Collects the accepted answers; returns whether a post has no score.
    fn read_posts(&mut self) -> bool {
        let mut lacks_scores = false;
        // Read twice, counted once; problems of the file are reported the second time.
        let Ok(rows) = self.dump.rows(&self.dump.posts, &Arc::default()) else { return false };
        for row in rows.flatten() {
            lacks_scores |= row.raw("Score").is_none();
            let accepted: Option<u32> = row.raw("AcceptedAnswerId").and_then(|id| id.parse().ok());
            self.around.accepted.extend(accepted);
        }
        self.around.accepted.sort_unstable();
        self.around.accepted.dedup();
        lacks_scores
    }

    fn read_table(&mut self, file: &Path, aside: impl Fn(&Row) -> Option<(u64, Vec<u8>)>) {
        let rows = match self.dump.rows(file, self.progress) {
            Ok(rows) => rows,
            Err(error) => {
                let file = self.dump.name_of(file);
                return self.complain(Complaint { file, ..error.into_complaint() });
            }
        };
        for row in rows {
            let row = match row {
                Ok(row) => row,
                Err(complaint) => {
                    self.complain(complaint);
                    continue;
                }
            };
            match aside(&row) {
                Some((post, aside)) => {
                    if let Err(error) = self.builder.add(post, &aside) {
                        return self.cannot_sort(&error);
                    }
                }
                None => {
                    let message = "a row without the required numbers";
                    let name = self.dump.name_of(file);
                    self.complain(Complaint::new(
                        name,
                        row.line,
                        message,
                        "it is left out; is the file complete?",
                    ));
                }
            }
        }
    }

    fn complain(&mut self, complaint: Complaint) {
        self.complaints += 1;
        if self.complaints <= MOST_COMPLAINTS {
            self.around.complaints.push_back(complaint);
        }
    }

    fn cannot_sort(&mut self, error: &std::io::Error) {
        let message = format!("comments and links are left out, because they cannot be sorted: {error}");
        let hint = "set `TMPDIR` to a folder on a disk with enough space for the comments";
        self.complain(Complaint::unread(&self.dump.name, 0, message, hint));
    }
}

fn number(text: impl AsRef<str>) -> Option<u64> {
    text.as_ref().trim().parse().ok()
}

/// A unit or a complaint.
type Item = Result<Unit, Complaint>;
