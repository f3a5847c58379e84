//! Checks a run before it is submitted, and reports all problems, not only the first.
//!
//! Reading a run stops at the first error, but a submitter wants all of them. A problem is something that a lab's
//! upload form or trec_eval would refuse, or that would silently change the ranking. A note is about something unusual
//! that breaks nothing.

use std::collections::hash_map::Entry;

use document::{Complaint, Error, Hint, Result, Setting, quoted};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Input;
use crate::answers::AnswerRun;
use crate::run::{Columns, RawRow, Rows};

/// The most results per topic in an ARQMath run.
pub const MOST_RESULTS: usize = 1000;

/// The most Unicode characters of a Task 3 answer.
pub const MOST_CHARACTERS: usize = 1200;

/// The most problems that are listed; further ones are only counted.
const MOST_LISTED: usize = 20;

/// The problems of a submission.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What has to be fixed, in the order of the file.
    pub problems: Vec<Complaint>,
    /// Problems beyond those listed.
    pub more: usize,
    /// Unusual things that are not errors.
    pub notes: Vec<Complaint>,
    /// Topics with results.
    pub topics: usize,
    /// Rows.
    pub rows: usize,
}

/// The topics that a submission may have.
#[derive(Clone, Debug, Default)]
pub struct KnownTopics {
    /// The file they are from, for messages.
    pub file: String,
    /// Their ids.
    pub ids: FxHashSet<String>,
}

/// Checks a run of any kind.
pub fn check(input: &Input, columns: Columns, known: Option<&KnownTopics>) -> Result<Report> {
    let mut checker =
        Checker { input, known, report: Report::default(), topics: FxHashMap::default(), tag: None };
    match columns.detect(input)? {
        Columns::ArqMath3 => checker.answers(),
        columns => checker.ranking(columns)?,
    }
    checker.finish();
    Ok(checker.report)
}

struct Checker<'a> {
    input: &'a Input,
    known: Option<&'a KnownTopics>,
    report: Report,
    topics: FxHashMap<&'a str, TopicState<'a>>,
    tag: Option<&'a str>,
}

/// What was read of a topic so far.
#[derive(Default)]
struct TopicState<'a> {
    lowest: Option<f64>,
    rises: usize,
    tied: bool,
    rows: usize,
    docnos: FxHashMap<&'a str, usize>,
}

/// The relation of a row to the rows before it.
struct Seen {
    /// The line with the same docno.
    first_line: Option<usize>,
    /// Whether it is the first row over the limit.
    too_many: bool,
    /// The lower score before it; reported once per topic.
    risen_from: Option<f64>,
}

impl<'a> TopicState<'a> {
    fn see(&mut self, row: &RawRow<'a>) -> Seen {
        self.rows += 1;
        let lowest = self.lowest.unwrap_or(row.score);
        self.tied |= self.lowest == Some(row.score);
        self.rises += usize::from(row.score > lowest);
        self.lowest = Some(lowest.min(row.score));
        let first_line = match self.docnos.entry(row.docno) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(row.line);
                None
            }
        };
        let risen = row.score > lowest && self.rises == 1;
        Seen { first_line, too_many: self.rows == MOST_RESULTS + 1, risen_from: risen.then_some(lowest) }
    }
}

impl<'a> Checker<'a> {
    fn problem(&mut self, line: usize, message: impl Into<String>, hint: impl Into<Hint>) {
        self.complain(Complaint::new(self.input.name(), line, message, hint));
    }

    fn complain(&mut self, complaint: Complaint) {
        if self.report.problems.len() < MOST_LISTED {
            self.report.problems.push(complaint);
        } else {
            self.report.more += 1;
        }
    }

    fn ranking(&mut self, columns: Columns) -> Result<()> {
        let mut rows = Rows::new(self.input, columns)?;
        loop {
            match rows.next_row() {
                Ok(Some(row)) => self.row(row),
                Ok(None) => return Ok(()),
                Err(Error::Malformed(complaint)) => self.complain(*complaint),
                Err(error) => return Err(error),
            }
        }
    }

    fn row(&mut self, row: RawRow<'a>) {
        self.report.rows += 1;
        self.check_tag(row.line, row.tag);
        if row.rank.parse::<i64>().is_err() {
            let message = format!("the rank {} is not a whole number", quoted(row.rank));
            self.problem(row.line, message, "number the results of a topic from 1 (or 0) up");
        }
        if !self.topics.contains_key(row.topic) {
            self.check_topic(row.line, row.topic);
        }
        let seen = self.topics.entry(row.topic).or_default().see(&row);
        if let Some(first) = seen.first_line {
            let message =
                format!("{} occurs twice in topic {}: first on line {first}", quoted(row.docno), row.topic);
            self.problem(row.line, message, "keep the row with the higher score");
        }
        if seen.too_many {
            let message = format!("topic {} has more than {MOST_RESULTS} results", row.topic);
            self.problem(row.line, message, format!("keep the best {MOST_RESULTS} results of each topic"));
        }
        if let Some(before) = seen.risen_from {
            let message =
                format!("the score rises from {before} to {} within topic {}", row.score, row.topic);
            let hint = "evaluation orders by score and ignores ranks; give later ranks lower scores";
            self.problem(row.line, message, hint);
        }
    }

    fn answers(&mut self) {
        let run = match AnswerRun::read(self.input) {
            Ok(run) => run,
            Err(Error::Malformed(complaint)) => return self.complain(*complaint),
            Err(Error::Unreadable { .. }) => return,
        };
        self.report.topics = run.answers.len();
        self.report.rows = run.answers.len();
        for answer in &run.answers {
            self.check_topic(answer.line, &answer.topic);
            let length = answer.text.chars().count();
            if length > MOST_CHARACTERS {
                let message = format!("the answer to topic {} has {length} characters", answer.topic);
                self.problem(
                    answer.line,
                    message,
                    format!("Task 3 allows at most {MOST_CHARACTERS} characters"),
                );
            }
            if length == 0 {
                let message = format!("the answer to topic {} is empty", answer.topic);
                self.problem(answer.line, message, "remove the row, or write an answer");
            }
        }
    }

    fn check_topic(&mut self, line: usize, topic: &str) {
        let Some(known) = self.known.filter(|known| !known.ids.contains(topic)) else { return };
        let example = known.ids.iter().min().map_or("", String::as_str);
        let message = format!("topic {} is not in {}", quoted(topic), known.file);
        let hint = format!("topics there look like `{example}`; for all topics of a lab, name them");
        self.problem(line, message, Hint::from(hint).with(Setting::Topics));
    }

    fn check_tag(&mut self, line: usize, tag: &'a str) {
        let first = *self.tag.get_or_insert(tag);
        if first != tag {
            let message = format!("the tag {} differs from {} above", quoted(tag), quoted(first));
            self.problem(line, message, "a file holds one run, with the same tag on every row");
            self.tag = Some(tag);
        }
    }

    fn finish(&mut self) {
        self.report.topics = self.report.topics.max(self.topics.len());
        if self.report.rows == 0 && self.report.problems.is_empty() {
            self.problem(1, "no results in this file", "check that the run was written out");
        }
        let tied = self.topics.values().filter(|state| state.tied).count();
        if tied > 0 {
            let message = format!("results with equal scores in {tied} of {} topics", self.topics.len());
            let hint =
                "these are ordered by docno, highest first; give them different scores to keep your order";
            self.report.notes.push(Complaint::new(self.input.name(), 0, message, hint));
        }
        let Some(known) = self.known else { return };
        let missing = known.ids.iter().filter(|id| !self.topics.contains_key(id.as_str())).count();
        if missing > 0 && !self.topics.is_empty() {
            let message =
                format!("{missing} of {} topics in {} have no results", known.ids.len(), known.file);
            self.report.notes.push(Complaint::new(
                self.input.name(),
                0,
                message,
                "a topic left out counts as 0 with `-c`",
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let input = Input::from_bytes("s", text.into()).unwrap();
        let known = KnownTopics { file: "t".into(), ids: ["A.1".to_owned()].into_iter().collect() };
        let report = check(&input, Columns::Auto, Some(&known)).unwrap();
        report.problems.iter().map(|problem| format!("{}: {}", problem.line, problem.message)).collect()
    }

    #[test]
    fn a_clean_run_has_no_problems() {
        assert!(problems("A.1 Q0 9 1 2 r\nA.1 Q0 8 2 1 r\n").is_empty());
    }

    #[test]
    fn all_problems_are_listed_with_their_lines() {
        let text =
            "A.1 Q0 9 1 2 r\nA.1 Q0 8 2 3 r\nA.9 Q0 8 1 1 r\nA.1 Q0 9 x 1 r\nA.1 Q0 7\nA.1 Q0 5 4 0 s\n";
        assert_eq!(
            problems(text),
            [
                "2: the score rises from 2 to 3 within topic A.1",
                "3: topic `A.9` is not in t",
                "4: the rank `x` is not a whole number",
                "4: `9` occurs twice in topic A.1: first on line 1",
                "5: expected 6 columns, found 3",
                "6: the tag `s` differs from `r` above",
            ]
        );
    }

    #[test]
    fn result_1001_is_over_the_limit() {
        let rows =
            |n: usize| -> String { (0..n).map(|i| format!("A.1 Q0 d{i} {i} {} r\n", n - i)).collect() };
        assert!(problems(&rows(1000)).is_empty());
        assert_eq!(problems(&rows(1002)), ["1001: topic A.1 has more than 1000 results"]);
    }

    #[test]
    fn long_answers_are_a_problem() {
        let long = "é".repeat(1201);
        let text = format!("A.1\t1\t1\tr\t\t{long}\n");
        assert_eq!(problems(&text), ["1: the answer to topic A.1 has 1201 characters"]);
    }
}
