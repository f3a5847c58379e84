//! Relevance judgements: how relevant each result is to its topic.
//!
//! Rows are `topic group docno grade`. The second column is an iteration that is always 0, or, in the NTCIR files, a
//! judgement group (an assessor, a sub-topic): a document may be judged once in every group. To trec_eval, grades below
//! 0 mean "in the pool, but not judged".
//!
//! ARQMath's complete files have two codes that are not grades: 5 means that the system failed to show the result, and
//! 6 that the assessor did not know. [`Qrels::drop_grades`] removes them.

use document::{Complaint, Result, line_of, quoted};
use rustc_hash::FxHashMap;

use crate::Input;
use crate::fields::Fields;
use crate::input::Line;

/// The codes of ARQMath's complete judgement files that are not grades: system failure, do not know.
pub const ARQMATH_CODES: [i32; 2] = [5, 6];

/// One judgement.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    start: u32,
    length: u32,
    /// The group, as a position in [`Qrels::groups`].
    pub group: u32,
    /// The grade; below 0: pooled, but not judged.
    pub grade: i32,
}

/// The judgements of one topic in the order of the file.
#[derive(Clone, Debug)]
pub struct QrelsTopic {
    /// The topic's id.
    pub id: String,
    /// Its judgements.
    pub judgements: Vec<Judgement>,
}

/// Relevance judgements, read whole.
///
/// ```
/// use trec::{Input, Qrels};
/// let input = Input::from_bytes("x.qrels", "A.1 0 9 3\nA.1 0 10 0\n".into()).unwrap();
/// let qrels = Qrels::read(input).unwrap();
/// let topic = qrels.topic("A.1").unwrap();
/// assert_eq!((qrels.docno(&topic.judgements[0]), topic.judgements[0].grade), ("9", 3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Qrels {
    file: String,
    text: String,
    groups: Vec<String>,
    topics: Vec<QrelsTopic>,
    by_id: FxHashMap<String, usize>,
    overlap: Option<Box<Complaint>>,
}

impl Qrels {
    /// Reads judgements.
    pub fn read(input: Input) -> Result<Self> {
        let mut qrels = Qrels::default();
        let mut groups: FxHashMap<&str, u32> = FxHashMap::default();
        for line in input.lines() {
            let fields = Fields::by_space(line.text);
            let (topic, group, docno, grade) = match fields.as_slice() {
                [] => continue,
                &[topic, group, docno, grade] => (topic, group, docno, parse_grade(&input, line, grade)?),
                other => return Err(wrong_columns(&input, line, other).into()),
            };
            let next = groups.len() as u32;
            let group = *groups.entry(group).or_insert_with_key(|name| {
                qrels.groups.push((*name).to_owned());
                next
            });
            let start = docno.as_ptr().addr() - input.text().as_ptr().addr();
            let judgement = Judgement { start: start as u32, length: docno.len() as u32, group, grade };
            qrels.push(topic, judgement);
        }
        if qrels.topics.is_empty() {
            return Err(input.complain(
                1,
                "no judgements in this file",
                "name a qrels file first, then the runs",
            ));
        }
        (qrels.file, qrels.text) = input.into_parts();
        qrels.overlap = qrels.find_overlap()?.map(Box::new);
        Ok(qrels)
    }

    fn push(&mut self, topic: &str, judgement: Judgement) {
        if let Some(last) = self.topics.last_mut().filter(|last| last.id == topic) {
            last.judgements.push(judgement);
            return;
        }
        let index = *self.by_id.entry(topic.to_owned()).or_insert_with(|| {
            self.topics.push(QrelsTopic { id: topic.to_owned(), judgements: Vec::new() });
            self.topics.len() - 1
        });
        self.topics[index].judgements.push(judgement);
    }

    /// Finds documents that are judged twice. Twice in one group is an error. Twice in two groups is allowed, but a
    /// measure without groups cannot use it, so the first place is kept.
    fn find_overlap(&self) -> Result<Option<Complaint>> {
        let mut overlap = None;
        let mut seen: FxHashMap<&str, (u32, usize)> = FxHashMap::default();
        let mut in_group: FxHashMap<(&str, u32), usize> = FxHashMap::default();
        for topic in &self.topics {
            seen.clear();
            in_group.clear();
            for judgement in &topic.judgements {
                let docno = self.docno(judgement);
                let place = judgement.start as usize;
                let Some((group, first)) = seen.insert(docno, (judgement.group, place)) else { continue };
                in_group.entry((docno, group)).or_insert(first);
                if let Some(&first) = in_group.get(&(docno, judgement.group)) {
                    return Err(self.judged_twice(&topic.id, docno, first, place).into());
                }
                in_group.insert((docno, judgement.group), place);
                overlap.get_or_insert_with(|| self.in_two_groups(&topic.id, docno, first, place));
            }
        }
        Ok(overlap)
    }

    fn judged_twice(&self, topic: &str, docno: &str, first: usize, again: usize) -> Complaint {
        let first = line_of(&self.text, first);
        let message = format!("{} is judged twice for topic {topic}: first on line {first}", quoted(docno));
        let hint = "keep one of the rows, or give judgement groups different names in the second column";
        Complaint::new(&*self.file, line_of(&self.text, again), message, hint)
    }

    fn in_two_groups(&self, topic: &str, docno: &str, first: usize, again: usize) -> Complaint {
        let first = line_of(&self.text, first);
        let message =
            format!("{} is judged in two groups for topic {topic}: first on line {first}", quoted(docno));
        let hint = "use measures over judgement groups, such as `AP(groups=True)` or `P(groups=True)@5`";
        Complaint::new(&*self.file, line_of(&self.text, again), message, hint)
    }

    /// Removes every judgement with one of these grades: its item counts as not judged.
    pub fn drop_grades(&mut self, grades: &[i32]) {
        for topic in &mut self.topics {
            topic.judgements.retain(|judgement| !grades.contains(&judgement.grade));
        }
    }

    /// The name of the file it was read from, for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The topics in the order in which they first appear.
    pub fn topics(&self) -> &[QrelsTopic] {
        &self.topics
    }

    /// The judgements of a topic.
    pub fn topic(&self, id: &str) -> Option<&QrelsTopic> {
        self.by_id.get(id).map(|&index| &self.topics[index])
    }

    /// The names of the groups, by number: the values of the second column.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// The first document that is judged in two groups of a topic. If there is one, measures without groups have no
    /// value.
    pub fn overlap(&self) -> Option<&Complaint> {
        self.overlap.as_deref()
    }

    /// The docno of one of these judgements.
    pub fn docno(&self, judgement: &Judgement) -> &str {
        let start = judgement.start as usize;
        &self.text[start..start + judgement.length as usize]
    }

    /// The highest grade, or 0.
    pub fn highest_grade(&self) -> i32 {
        let grades = self.topics.iter().flat_map(|topic| &topic.judgements).map(|judgement| judgement.grade);
        grades.max().unwrap_or(0)
    }
}

fn parse_grade(input: &Input, line: Line, grade: &str) -> Result<i32> {
    const HIGHEST: i32 = 1000;
    match grade.parse::<i32>() {
        Ok(value) if value <= HIGHEST => Ok(value),
        Ok(value) => {
            let message = format!("the grade {value} is beyond {HIGHEST}");
            Err(input.complain(line.number, message, "the last column is a grade, usually 0 to 4"))
        }
        Err(_) => {
            let message = format!("the grade {} is not a whole number", quoted(grade));
            let hint = if line.number == 1 {
                "judgements have no header row; the columns are `topic 0 docno grade`"
            } else {
                "the columns are `topic 0 docno grade`"
            };
            Err(input.complain(line.number, message, hint))
        }
    }
}

fn wrong_columns(input: &Input, line: Line, fields: &[&str]) -> Complaint {
    let message = format!("expected 4 columns, found {}", fields.len());
    let hint = match fields.len() {
        5 | 6 => "this looks like a run; the judgements come before the runs",
        1 if line.text.contains(',') => "columns are separated by tabs or spaces, not commas",
        _ => "the columns are `topic 0 docno grade`",
    };
    Complaint::new(input.name(), line.number, message, hint)
}

/// Builds judgements that are in no file: merged, mapped to other ids, made for a test.
#[derive(Default)]
pub struct Builder {
    qrels: Qrels,
    groups: FxHashMap<String, u32>,
    places: FxHashMap<(String, String, u32), (usize, usize)>,
}

impl Builder {
    /// No judgements yet; `file` is their name in messages.
    pub fn new(file: impl Into<String>) -> Self {
        let qrels = Qrels { file: file.into(), ..Qrels::default() };
        Builder { qrels, ..Builder::default() }
    }

    /// Adds a judgement. Of two judgements of the same item the higher grade counts, as ARQMath does for the instances
    /// (occurrences) of a formula.
    pub fn push(&mut self, topic: &str, group: &str, docno: &str, grade: i32) {
        let next = self.groups.len() as u32;
        let group = *self.groups.entry(group.to_owned()).or_insert_with_key(|name| {
            self.qrels.groups.push(name.clone());
            next
        });
        let key = (topic.to_owned(), docno.to_owned(), group);
        if let Some(&(topic, index)) = self.places.get(&key) {
            let judgement = &mut self.qrels.topics[topic].judgements[index];
            judgement.grade = judgement.grade.max(grade);
            return;
        }
        let judgement =
            Judgement { start: self.qrels.text.len() as u32, length: docno.len() as u32, group, grade };
        self.qrels.text.push_str(docno);
        self.qrels.text.push('\n');
        self.qrels.push(topic, judgement);
        let index = self.qrels.by_id[topic];
        self.places.insert(key, (index, self.qrels.topics[index].judgements.len() - 1));
    }

    /// The judgements.
    pub fn finish(mut self) -> Qrels {
        self.qrels.overlap = self.qrels.find_overlap().ok().flatten().map(Box::new);
        self.qrels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Qrels> {
        Qrels::read(Input::from_bytes("t.qrels", text.into()).unwrap())
    }

    #[test]
    fn groups_come_from_the_second_column() {
        let qrels = read("1 x a 1\n1 y a 0\n1 x b 2\n").unwrap();
        assert_eq!(qrels.groups(), ["x", "y"]);
        let overlap = qrels.overlap().unwrap().to_string();
        assert!(overlap.starts_with("t.qrels:2: `a` is judged in two groups for topic 1"), "{overlap}");
    }

    #[test]
    fn the_same_group_twice_is_refused_even_with_others_between() {
        let error = read("1 x a 1\n1 y a 0\n1 x a 1\n").unwrap_err().to_string();
        assert!(error.starts_with("t.qrels:3: `a` is judged twice for topic 1: first on line 1"), "{error}");
    }

    #[test]
    fn other_topics_may_judge_the_same_document() {
        assert!(read("1 0 a 1\n2 0 a 1\n1 0 b 1\n").unwrap().overlap().is_none());
    }

    #[test]
    fn codes_are_dropped_on_demand() {
        let mut qrels = read("1 0 a 5\n1 0 b 6\n1 0 c 3\n").unwrap();
        qrels.drop_grades(&ARQMATH_CODES);
        assert_eq!(qrels.topics()[0].judgements.len(), 1);
        assert_eq!(qrels.highest_grade(), 3);
    }

    #[test]
    fn built_judgements_keep_the_highest_grade() {
        let mut builder = Builder::new("built");
        builder.push("1", "0", "a", 1);
        builder.push("2", "0", "a", 0);
        builder.push("1", "0", "a", 3);
        builder.push("1", "0", "a", 2);
        let qrels = builder.finish();
        let topic = qrels.topic("1").unwrap();
        assert_eq!((topic.judgements.len(), topic.judgements[0].grade), (1, 3));
    }
}
