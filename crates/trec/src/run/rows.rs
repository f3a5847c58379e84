//! The rows of a run file, read and checked one at a time.

use document::{Complaint, Error, Hint, Result, Setting, quoted};

use super::Columns;
use crate::Input;
use crate::fields::Fields;
use crate::input::{Line, Lines};

/// One row of a run file, whatever its columns.
#[derive(Clone, Copy, Debug)]
pub struct RawRow<'a> {
    /// The line, counted from 1.
    pub line: usize,
    /// The topic's id.
    pub topic: &'a str,
    /// The id of the result; in Task 2 columns that of the formula.
    pub docno: &'a str,
    /// The post that contains the formula, in Task 2 columns.
    pub post: Option<&'a str>,
    /// The rank column, which trec_eval ignores.
    pub rank: &'a str,
    /// The score; never NaN.
    pub score: f64,
    /// The run's tag.
    pub tag: &'a str,
}

/// The rows of an input, without empty lines.
pub struct Rows<'a> {
    input: &'a Input,
    lines: Lines<'a>,
    columns: Columns,
    expected: usize,
}

impl<'a> Rows<'a> {
    /// The rows of `input` with known columns; answers (Task 3) have their own reader.
    pub fn new(input: &'a Input, columns: Columns) -> Result<Self> {
        let expected = match columns {
            Columns::Auto | Columns::Trec | Columns::ArqMath2 => 6,
            Columns::ArqMath1 => 5,
            Columns::ArqMath3 => {
                let hint = Hint::set("measure them by a list of known answers", Setting::Answers);
                return Err(input.complain(1, "these are answers (Task 3 columns), not a ranking", hint));
            }
        };
        Ok(Rows { input, lines: input.lines(), columns, expected })
    }

    /// The next row, or the complaint about it. After an error the next call continues with the next line.
    pub fn next_row(&mut self) -> Result<Option<RawRow<'a>>> {
        for line in self.lines.by_ref() {
            let fields = Fields::expecting(line.text, self.expected);
            let columns = fields.as_slice();
            if columns.is_empty() {
                continue;
            }
            return match self.row(line, columns) {
                Ok(row) => Ok(Some(row)),
                Err(complaint) => Err(Error::Malformed(complaint)),
            };
        }
        Ok(None)
    }

    #[inline]
    fn row(&self, line: Line<'a>, fields: &[&'a str]) -> std::result::Result<RawRow<'a>, Box<Complaint>> {
        let (docno, post, rank, score, tag) = match (self.columns, fields) {
            (Columns::ArqMath1, &[_, docno, rank, score, tag]) => (docno, None, rank, score, tag),
            (Columns::ArqMath2, &[_, docno, post, rank, score, tag]) => (docno, Some(post), rank, score, tag),
            (Columns::Trec | Columns::Auto, &[_, _, docno, rank, score, tag]) => {
                (docno, None, rank, score, tag)
            }
            _ => return Err(self.wrong_columns(line, fields)),
        };
        let topic = fields[0];
        if topic.is_empty() || docno.is_empty() {
            return Err(self.complain(line, "an empty column", "every row names a topic and a result"));
        }
        match parse_score(score) {
            Some(score) => Ok(RawRow { line: line.number, topic, docno, post, rank, score, tag }),
            None => Err(self.wrong_score(line, score)),
        }
    }

    #[cold]
    fn complain(&self, line: Line, message: impl Into<String>, hint: impl Into<Hint>) -> Box<Complaint> {
        Box::new(Complaint::new(self.input.name(), line.number, message, hint))
    }

    #[cold]
    fn wrong_columns(&self, line: Line, fields: &[&str]) -> Box<Complaint> {
        let expected = self.expected;
        let found = match fields.len() {
            0 => "none".to_owned(),
            crate::fields::MOST => format!("{} or more", crate::fields::MOST),
            count => count.to_string(),
        };
        let message = format!("expected {expected} columns, found {found}");
        let hint = match (self.columns, fields) {
            (_, [only]) if only.contains(',') => "columns are separated by tabs or spaces, not commas".into(),
            (_, [_, _, _, grade]) if line.number == 1 && grade.parse::<i32>().is_ok() => {
                format!("this looks like judgements; a run has the columns `{}`", self.columns.describe())
                    .into()
            }
            (Columns::Trec, [_, "Q0", _, _, score]) if is_number(score) => {
                "the run's tag is missing at the end of the row".into()
            }
            _ => Hint::from(format!("the columns are `{}`; name others", self.columns.describe()))
                .with(Setting::Columns),
        };
        self.complain(line, message, hint)
    }

    #[cold]
    fn wrong_score(&self, line: Line, score: &str) -> Box<Complaint> {
        let message = format!("the score {} is not a number", quoted(score));
        let hint = match score {
            _ if score.parse::<f64>().is_ok_and(f64::is_nan) => {
                "a score that is not a number has no rank; drop the row".into()
            }
            _ if line.number == 1 => {
                Hint::set("a run has no header row; remove it, or name the columns", Setting::Columns)
            }
            _ if score.contains(',') => "write the decimal point as `.`".into(),
            _ => Hint::set("the columns may be in another order; name them", Setting::Columns),
        };
        self.complain(line, message, hint)
    }
}

/// A score as C's `atof` reads it, but the whole text: no trailing letters, not NaN.
fn parse_score(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|score| !score.is_nan())
}

/// Whether a column is a number.
pub(super) fn is_number(text: &str) -> bool {
    parse_score(text).is_some()
}
