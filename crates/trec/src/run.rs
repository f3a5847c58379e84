//! Runs: the results of a system for each topic, with their scores.
//!
//! A [`Run`] keeps the text of its file and points into it, so reading takes one pass and copies no string. Rows keep
//! the order of the file. The evaluator sorts them by rank, because trec_eval ignores both the order of the file and
//! the rank column.
//!
//! Invariant: a docno occurs at most once in a topic. trec_eval refuses files that violate this, the ARQMath scripts
//! repair them, and [`Duplicates`] chooses between the two.

mod columns;
mod rows;

pub use columns::Columns;
use document::{Complaint, Error, Hint, Result, Setting, line_of, quoted};
pub use rows::{RawRow, Rows};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::Input;

/// What to do with a docno that occurs twice in a topic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplicates {
    /// It is an error, as in trec_eval.
    #[default]
    Refuse,
    /// The first row counts, as in ARQMath's Task 1 scripts.
    KeepFirst,
    /// The row keeps its first position and gets the last score, as in ARQMath's Task 2 scripts.
    KeepLast,
}

impl Duplicates {
    /// All of them with their names.
    pub const NAMES: [(Duplicates, &'static str); 3] =
        [(Duplicates::Refuse, "error"), (Duplicates::KeepFirst, "first"), (Duplicates::KeepLast, "last")];
}

/// How to read a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The columns of the file.
    pub columns: Columns,
    /// What to do with repeated docnos.
    pub duplicates: Duplicates,
}

/// One result: a docno and its score.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    start: u32,
    length: u32,
    /// The score; never NaN.
    pub score: f64,
}

/// The results of one topic in the order of the file.
#[derive(Clone, Debug)]
pub struct RunTopic {
    /// The topic's id.
    pub id: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A run, read whole.
///
/// ```
/// use trec::{Input, Run, run::Options};
/// let text = "A.1 Q0 9 1 2.5 mine\nA.1 Q0 10 2 2.5 mine\n";
/// let input = Input::from_bytes("mine.run", text.into()).unwrap();
/// let run = Run::read(input, Options::default()).unwrap();
/// assert_eq!(run.tag(), "mine");
/// let topic = run.topic("A.1").unwrap();
/// assert_eq!(run.docno(&topic.rows[1]), "10");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Run {
    file: String,
    tag: String,
    text: String,
    topics: Vec<RunTopic>,
    by_id: FxHashMap<String, usize>,
}

impl Run {
    /// Reads a run with TREC columns or those of ARQMath Task 1 or 2.
    pub fn read(input: Input, options: Options) -> Result<Self> {
        let columns = options.columns.detect(&input)?;
        let mut rows = Rows::new(&input, columns)?;
        let mut table = TopicTable::default();
        let mut tag = "";
        while let Some(row) = rows.next_row()? {
            let index = table.index(row.topic);
            let start = row.docno.as_ptr().addr() - input.text().as_ptr().addr();
            let (start, length) = (start as u32, row.docno.len() as u32);
            table.topics[index].rows.push(Row { start, length, score: row.score });
            tag = row.tag;
        }
        let (tag, TopicTable { topics, by_id, .. }) = (tag.to_owned(), table);
        if topics.is_empty() {
            return Err(input.complain(1, "no results in this file", "check that the run was written out"));
        }
        let (file, text) = input.into_parts();
        let mut run = Run { file, tag, text, topics, by_id };
        run.settle_duplicates(options.duplicates)?;
        Ok(run)
    }

    /// The name of the file it was read from, for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The run's tag, from its last row.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The topics in the order in which they first appear.
    pub fn topics(&self) -> &[RunTopic] {
        &self.topics
    }

    /// The results of a topic.
    pub fn topic(&self, id: &str) -> Option<&RunTopic> {
        self.by_id.get(id).map(|&index| &self.topics[index])
    }

    /// The docno of one of this run's rows.
    pub fn docno(&self, row: &Row) -> &str {
        let start = row.start as usize;
        &self.text[start..start + row.length as usize]
    }

    /// A complaint about one of this run's rows, as an error.
    pub fn complain(&self, row: &Row, message: impl Into<String>, hint: impl Into<Hint>) -> Error {
        Complaint::new(&*self.file, line_of(&self.text, row.start as usize), message, hint).into()
    }

    fn settle_duplicates(&mut self, duplicates: Duplicates) -> Result<()> {
        let Run { file, text, topics, .. } = self;
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        for topic in topics {
            seen.clear();
            let docno = |row: &Row| &text[row.start as usize..(row.start + row.length) as usize];
            let mut repeated = Vec::new();
            for (index, row) in topic.rows.iter().enumerate() {
                let Some(first) = seen.insert(docno(row), index) else { continue };
                if duplicates == Duplicates::Refuse {
                    return Err(duplicate(file, text, &topic.id, topic.rows[first], *row).into());
                }
                seen.insert(docno(row), first);
                repeated.push((first, index));
            }
            if repeated.is_empty() {
                continue;
            }
            if duplicates == Duplicates::KeepLast {
                repeated.iter().for_each(|&(first, index)| topic.rows[first].score = topic.rows[index].score);
            }
            let mut index = 0;
            let mut dropped = repeated.iter().map(|&(_, index)| index).peekable();
            topic.rows.retain(|_| {
                index += 1;
                dropped.next_if_eq(&(index - 1)).is_none()
            });
        }
        Ok(())
    }
}

fn duplicate(file: &str, text: &str, topic: &str, first: Row, again: Row) -> Complaint {
    let docno = quoted(&text[again.start as usize..(again.start + again.length) as usize]);
    let message = format!(
        "{docno} occurs twice in topic {topic}: first on line {}",
        line_of(text, first.start as usize)
    );
    let hint = Hint::set("remove one of the rows, or choose which counts", Setting::Duplicates);
    Complaint::new(file, line_of(text, again.start as usize), message, hint)
}

/// Topics by id while rows are read; rows of one topic usually follow each other.
#[derive(Default)]
struct TopicTable {
    topics: Vec<RunTopic>,
    by_id: FxHashMap<String, usize>,
    last: usize,
}

impl TopicTable {
    fn index(&mut self, id: &str) -> usize {
        if self.topics.get(self.last).is_some_and(|topic| topic.id == id) {
            return self.last;
        }
        self.last = match self.by_id.get(id) {
            Some(&index) => index,
            None => {
                self.by_id.insert(id.to_owned(), self.topics.len());
                self.topics.push(RunTopic { id: id.to_owned(), rows: Vec::new() });
                self.topics.len() - 1
            }
        };
        self.last
    }
}

/// Builds a run that is in no file: results mapped to other ids, an ideal order, a fusion.
pub struct Builder {
    run: Run,
    table: TopicTable,
    seen: FxHashMap<(usize, Box<str>), ()>,
}

impl Builder {
    /// An empty run; `file` and `tag` are its names in messages and tables.
    pub fn new(file: impl Into<String>, tag: impl Into<String>) -> Self {
        let run = Run { file: file.into(), tag: tag.into(), ..Run::default() };
        Builder { run, table: TopicTable::default(), seen: FxHashMap::with_hasher(FxBuildHasher) }
    }

    /// Adds a topic, with or without results.
    pub fn topic(&mut self, id: &str) {
        self.table.index(id);
    }

    /// Adds a result, unless the topic has the docno already or the score is not a number. Returns whether it was
    /// added.
    pub fn push(&mut self, topic: &str, docno: &str, score: f64) -> bool {
        let index = self.table.index(topic);
        let fits = self.run.text.len() + docno.len() <= u32::MAX as usize;
        if score.is_nan() || !fits || self.seen.insert((index, docno.into()), ()).is_some() {
            return false;
        }
        let (start, length) = (self.run.text.len() as u32, docno.len() as u32);
        self.run.text.push_str(docno);
        self.table.topics[index].rows.push(Row { start, length, score });
        true
    }

    /// The run.
    pub fn finish(self) -> Run {
        Run { topics: self.table.topics, by_id: self.table.by_id, ..self.run }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, duplicates: Duplicates) -> Result<Run> {
        let input = Input::from_bytes("t.run", text.into()).unwrap();
        Run::read(input, Options { duplicates, ..Options::default() })
    }

    fn rows(run: &Run, topic: &str) -> Vec<(String, f64)> {
        let topic = run.topic(topic).unwrap();
        topic.rows.iter().map(|row| (run.docno(row).to_owned(), row.score)).collect()
    }

    const TWICE: &str = "1 Q0 a 1 9 r\n1 Q0 b 2 8 r\n2 Q0 a 1 1 r\n1 Q0 a 3 7 r\n1 Q0 c 4 6 r\n";

    #[test]
    fn rows_of_a_topic_may_be_scattered() {
        let run = read("1 Q0 a 1 9 r\n2 Q0 b 1 8 r\n1 Q0 c 2 7 r\n", Duplicates::Refuse).unwrap();
        assert_eq!(rows(&run, "1"), [("a".into(), 9.0), ("c".into(), 7.0)]);
        assert_eq!(run.topics().len(), 2);
    }

    #[test]
    fn repeated_docnos_are_refused_with_both_lines() {
        let error = read(TWICE, Duplicates::Refuse).unwrap_err().to_string();
        assert!(error.starts_with("t.run:4: `a` occurs twice in topic 1: first on line 1"), "{error}");
    }

    #[test]
    fn repeated_docnos_keep_their_place_and_the_chosen_score() {
        let run = read(TWICE, Duplicates::KeepFirst).unwrap();
        assert_eq!(rows(&run, "1"), [("a".into(), 9.0), ("b".into(), 8.0), ("c".into(), 6.0)]);
        let run = read(TWICE, Duplicates::KeepLast).unwrap();
        assert_eq!(rows(&run, "1"), [("a".into(), 7.0), ("b".into(), 8.0), ("c".into(), 6.0)]);
    }

    #[test]
    fn a_built_run_keeps_docnos_unique() {
        let mut builder = Builder::new("built", "built");
        assert!(builder.push("1", "a", 2.0));
        assert!(!builder.push("1", "a", 1.0));
        assert!(builder.push("2", "a", 1.0));
        assert!(!builder.push("2", "b", f64::NAN));
        assert_eq!(rows(&builder.finish(), "1"), [("a".into(), 2.0)]);
    }
}
