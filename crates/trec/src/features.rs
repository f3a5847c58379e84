//! Feature files: the candidates of topics with the values that a ranker adds up, between tabs.
//!
//! The first line names the columns: topic, docno, then `grade` if the candidates were judged, then one column for each
//! value. `perga train ranker --features` writes such files, and other systems publish theirs in this form, mostly
//! compressed.
//!
//! What it is not: judgements. A candidate without a grade may be judged elsewhere.

use document::{Result, quoted};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Input;
use crate::input::Line;

/// The candidates of topics with their values.
///
/// ```
/// use trec::{Features, Input};
/// let text = "topic\tformula\tgrade\tsize\tdepth\nB.1\tf7\t2\t0.5\t1\n";
/// let features = Features::read(&Input::from_bytes("x.tsv", text.into()).unwrap()).unwrap();
/// assert_eq!(features.names, ["size", "depth"]);
/// let row = &features.topics[0].rows[0];
/// assert_eq!((row.docno.as_str(), row.grade, row.values.as_slice()), ("f7", Some(2), [0.5, 1.0].as_slice()));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The file, for messages.
    pub file: String,
    /// The names of the values, in their order.
    pub names: Vec<String>,
    /// The topics, in the order in which they first appear.
    pub topics: Vec<Topic>,
}

/// The candidates of one topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topic {
    /// Its id.
    pub id: String,
    /// Its candidates in the order of the file.
    pub rows: Vec<Row>,
}

/// One candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its name in judgements.
    pub docno: String,
    /// Its grade, if the file has grades.
    pub grade: Option<i32>,
    /// Its values, as many as there are names.
    pub values: Vec<f64>,
}

const HINT: &str =
    "the first line names the columns: `topic`, `docno`, `grade` if there is one, then the values";

/// The name of the column of grades.
const GRADE: &str = "grade";

impl Features {
    /// Reads a file whole.
    pub fn read(input: &Input) -> Result<Features> {
        let mut lines = input.lines();
        let head: Vec<&str> = lines.next().map(|line| columns(line.text)).unwrap_or_default();
        let has_grades = head.get(2) == Some(&GRADE);
        let first = if has_grades { 3 } else { 2 };
        let names: Vec<String> = head.iter().skip(first).map(|name| (*name).to_owned()).collect();
        check_names(input, &head, &names)?;
        let mut rows = Rows::new(input, names);
        for line in lines.filter(|line| !line.text.trim().is_empty()) {
            rows.add(line, has_grades)?;
        }
        if rows.features.topics.is_empty() {
            return Err(input.complain(1, "no candidates in this file", HINT));
        }
        Ok(Features { file: input.name().to_owned(), ..rows.features })
    }
}

/// The columns of a line.
fn columns(line: &str) -> Vec<&str> {
    line.split('\t').map(str::trim).collect()
}

/// Every value has a name of its own, and no name is a number: a file without a first line of names is refused.
fn check_names(input: &Input, head: &[&str], names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Err(input.complain(1, format!("no column of values among {}", head.len()), HINT));
    }
    let mut seen = FxHashSet::default();
    for name in names {
        let is_number = name.parse::<f64>().is_ok();
        if name.is_empty() || is_number || !seen.insert(name) {
            let message = format!("{} is not a name of its own for a column", quoted(name));
            return Err(input.complain(1, message, HINT));
        }
    }
    Ok(())
}

/// The rows read so far.
struct Rows<'a> {
    input: &'a Input,
    features: Features,
    by_id: FxHashMap<String, usize>,
    seen: FxHashSet<(usize, String)>,
}

impl<'a> Rows<'a> {
    fn new(input: &'a Input, names: Vec<String>) -> Rows<'a> {
        let features = Features { names, ..Features::default() };
        Rows { input, features, by_id: FxHashMap::default(), seen: FxHashSet::default() }
    }

    fn add(&mut self, line: Line<'_>, has_grades: bool) -> Result<()> {
        let columns = columns(line.text);
        let first = if has_grades { 3 } else { 2 };
        let expected = first + self.features.names.len();
        let complain = |message: String| self.input.complain(line.number, message, HINT);
        if columns.len() != expected {
            return Err(complain(format!("expected {expected} columns, found {}", columns.len())));
        }
        let (topic, docno) = (columns[0], columns[1]);
        if topic.is_empty() || docno.is_empty() {
            return Err(complain("an empty topic or docno".to_owned()));
        }
        let grade =
            match has_grades {
                true => Some(columns[2].parse().map_err(|_| {
                    complain(format!("the grade {} is not a whole number", quoted(columns[2])))
                })?),
                false => None,
            };
        let value = |(text, name): (&&str, &String)| match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(complain(format!("the value {} of {name} is not a finite number", quoted(text)))),
        };
        let values = columns[first..].iter().zip(&self.features.names).map(value).collect::<Result<_>>()?;
        let topics = self.features.topics.len();
        let number = *self.by_id.entry(topic.to_owned()).or_insert(topics);
        if !self.seen.insert((number, docno.to_owned())) {
            return Err(complain(format!("{} of topic {topic} is listed twice", quoted(docno))));
        }
        if number == topics {
            self.features.topics.push(Topic { id: topic.to_owned(), rows: Vec::new() });
        }
        self.features.topics[number].rows.push(Row { docno: docno.to_owned(), grade, values });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Features> {
        Features::read(&Input::from_bytes("x.tsv", text.into())?)
    }

    #[test]
    fn grades_are_a_column_or_absent() {
        let features = read("topic\tdocno\ta\n2\tx\t1\n1\ty\t-0.5\n2\tz\t1e-3\n").unwrap();
        let ids: Vec<&str> = features.topics.iter().map(|topic| topic.id.as_str()).collect();
        assert_eq!(ids, ["2", "1"]);
        assert_eq!(
            features.topics[0].rows[1],
            Row { docno: "z".to_owned(), grade: None, values: vec![0.001] }
        );
    }

    #[test]
    fn malformed_files_are_refused_with_their_line() {
        let starts = [
            ("", "x.tsv:1: no column of values among 0"),
            ("topic\tdocno\tgrade\n", "x.tsv:1: no column of values among 3"),
            ("B.1\tf\t0.5\t1\n", "x.tsv:1: `0.5` is not a name"),
            ("topic\tdocno\ta\ta\n", "x.tsv:1: `a` is not a name of its own"),
            ("topic\tdocno\ta\n", "x.tsv:1: no candidates"),
            ("topic\tdocno\ta\n1\tx\n", "x.tsv:2: expected 3 columns, found 2"),
            ("topic\tdocno\ta\n\n1\t\t1\n", "x.tsv:3: an empty topic or docno"),
            ("topic\tdocno\tgrade\ta\n1\tx\t1.5\t1\n", "x.tsv:2: the grade `1.5`"),
            ("topic\tdocno\ta\n1\tx\tNaN\n", "x.tsv:2: the value `NaN` of a is not a finite"),
            ("topic\tdocno\ta\n1\tx\t1\n1\tx\t2\n", "x.tsv:3: `x` of topic 1 is listed twice"),
        ];
        for (text, start) in starts {
            let error = read(text).unwrap_err();
            assert!(error.to_string().starts_with(start) && !error.hint().is_empty(), "{error}");
        }
    }
}
