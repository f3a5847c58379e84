//! The judgements of single assessors, before they become qrels.
//!
//! Rows are those of qrels, `topic assessor docno grade`; the second column names the assessor. If it has no
//! meaning (`0`, `Q0`) in the whole file, the file belongs to one assessor, who is named after it. Grades are whole
//! numbers, or NTCIR's words: `R` (2), `PR` (1) and `N` (0).

use std::path::Path;

use document::{Result, quoted};
use rustc_hash::FxHashMap;

use crate::Input;
use crate::fields::Fields;
use crate::input::Line;

/// One judgement by one assessor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The topic's id.
    pub topic: String,
    /// The assessor.
    pub assessor: String,
    /// The id of the judged item.
    pub docno: String,
    /// The grade.
    pub grade: i32,
}

/// The judgements of several assessors, in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Assessments {
    all: Vec<Assessment>,
    /// Where an assessor judged an item: file and line.
    places: FxHashMap<(String, String, String), (String, usize)>,
}

impl Assessments {
    /// Adds the judgements of a file. It is an error if an assessor judged an item twice.
    ///
    /// ```
    /// use trec::{Assessments, Input};
    /// let mut all = Assessments::default();
    /// all.read(&Input::from_bytes("x.tsv", "1 0 a R\n1 0 b N\n".into()).unwrap()).unwrap();
    /// assert_eq!((all.all()[0].assessor.as_str(), all.all()[0].grade), ("x", 2));
    /// ```
    pub fn read(&mut self, input: &Input) -> Result<()> {
        let mut rows = Vec::new();
        for line in input.lines() {
            match Fields::by_space(line.text).as_slice() {
                [] => {}
                &[topic, assessor, docno, grade] => {
                    rows.push((line.number, topic, assessor, docno, grade_of(input, line, grade)?));
                }
                other => {
                    let message = format!("expected 4 columns, found {}", other.len());
                    return Err(input.complain(line.number, message, HINT));
                }
            }
        }
        if rows.is_empty() {
            return Err(input.complain(0, "no judgements in this file", HINT));
        }
        let unnamed = rows.iter().all(|&(_, _, assessor, ..)| matches!(assessor, "0" | "Q0" | "q0"));
        let file = if unnamed { self.file_name(input.name()) } else { String::new() };
        for (line, topic, assessor, docno, grade) in rows {
            let assessor = if unnamed { &file } else { assessor };
            self.push(input, line, topic, assessor, docno, grade)?;
        }
        Ok(())
    }

    /// The judgements.
    pub fn all(&self) -> &[Assessment] {
        &self.all
    }

    /// Removes every judgement with one of these grades.
    pub fn drop_grades(&mut self, grades: &[i32]) {
        self.all.retain(|assessment| !grades.contains(&assessment.grade));
    }

    fn push(
        &mut self,
        input: &Input,
        line: usize,
        topic: &str,
        assessor: &str,
        docno: &str,
        grade: i32,
    ) -> Result<()> {
        let key = (topic.to_owned(), assessor.to_owned(), docno.to_owned());
        if let Some((file, first)) = self.places.get(&key) {
            let message = format!(
                "{assessor} judged {} of topic {topic} twice: first in {file}:{first}",
                quoted(docno)
            );
            let hint = "keep one of the rows, or give the assessors different names in the second column";
            return Err(input.complain(line, message, hint));
        }
        self.places.insert(key, (input.name().to_owned(), line));
        let (topic, assessor, docno) = (topic.to_owned(), assessor.to_owned(), docno.to_owned());
        self.all.push(Assessment { topic, assessor, docno, grade });
        Ok(())
    }

    /// The file's name without folder and extension; the whole name if an assessor has that name already.
    fn file_name(&self, name: &str) -> String {
        let file = Path::new(name).file_name().map_or(name.into(), |file| file.to_string_lossy());
        let stem = file.split('.').next().unwrap_or(name).to_owned();
        let known = self.all.iter().any(|assessment| assessment.assessor == stem);
        if known || stem.is_empty() { name.to_owned() } else { stem }
    }
}

const HINT: &str = "the columns are `topic assessor docno grade`";

fn grade_of(input: &Input, line: Line, grade: &str) -> Result<i32> {
    match grade {
        "R" | "r" => Ok(2),
        "PR" | "pr" | "P" | "p" => Ok(1),
        "N" | "n" => Ok(0),
        number => number.parse().map_err(|_| {
            let message = format!("the grade {} is neither a whole number nor R, PR or N", quoted(grade));
            input.complain(line.number, message, HINT)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Result<Assessments> {
        let mut all = Assessments::default();
        for (name, text) in files {
            all.read(&Input::from_bytes(*name, (*text).into()).unwrap())?;
        }
        Ok(all)
    }

    fn who(all: &Assessments) -> Vec<&str> {
        all.all().iter().map(|assessment| assessment.assessor.as_str()).collect()
    }

    #[test]
    fn the_second_column_or_the_file_names_the_assessor() {
        let all =
            read(&[("x/ann.tsv", "1 0 a 1\n"), ("y/ann.tsv", "1 0 a 2\n"), ("z", "1 bob a 0\n2 0 a 0\n")]);
        assert_eq!(who(&all.unwrap()), ["ann", "y/ann.tsv", "bob", "0"]);
    }

    #[test]
    fn malformed_sheets_are_refused_with_their_line() {
        let starts: [(&[(&str, &str)], &str); 5] = [
            (&[("a", "1 x d 1\n1 x d 2\n")], "a:2: x judged `d` of topic 1 twice: first in a:1"),
            (&[("a", "1 x d 1\n"), ("b", "1 x d 1\n")], "b:1: x judged `d` of topic 1 twice: first in a:1"),
            (&[("a", "1 x d\n")], "a:1: expected 4 columns, found 3"),
            (&[("a", "1 x d yes\n")], "a:1: the grade `yes` is neither"),
            (&[("a", "\n")], "a: no judgements"),
        ];
        for (files, start) in starts {
            let error = read(files).unwrap_err();
            assert!(error.to_string().starts_with(start) && !error.hint().is_empty(), "{error}");
        }
    }
}
