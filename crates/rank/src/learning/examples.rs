//! The candidates of topics with the values that a stage sees.

use std::io::{self, Write};

/// The candidates of all topics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The names of the values, in their order.
    pub names: Vec<String>,
    /// The topics, in the order of their file.
    pub topics: Vec<Topic>,
}

/// The candidates of one topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topic {
    /// Its id.
    pub id: String,
    /// Its candidates, in the order in which they were found.
    pub candidates: Vec<Example>,
}

/// One candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// Its name in judgements.
    pub docno: String,
    /// Its judged or assumed grade; `None` if nothing is learned from it.
    pub grade: Option<i32>,
    /// The values that the stage sees; `None` if it was too far down to be scored by the stage.
    pub values: Option<Vec<f64>>,
}

impl Examples {
    /// The candidates with a grade as lines between tabs: topic, docno, grade, then a column for each value.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "topic\tdocno\tgrade\t{}", self.names.join("\t"))?;
        for topic in &self.topics {
            for candidate in &topic.candidates {
                let (Some(grade), Some(values)) = (candidate.grade, &candidate.values) else { continue };
                write!(out, "{}\t{}\t{grade}", topic.id, candidate.docno)?;
                for value in values {
                    write!(out, "\t{value:.6}")?;
                }
                writeln!(out)?;
            }
        }
        out.flush()
    }
}

impl Topic {
    /// Treats the first `most` unjudged candidates as not relevant.
    pub fn refuse_unjudged(&mut self, most: usize) {
        let unjudged = self.candidates.iter_mut().filter(|candidate| candidate.grade.is_none());
        unjudged.take(most).for_each(|candidate| candidate.grade = Some(0));
    }

    /// Whether two of its candidates have different grades.
    pub fn has_pairs(&self) -> bool {
        let mut grades = self.judged().map(|(grade, _)| grade);
        grades.next().is_some_and(|first| grades.any(|grade| grade != first))
    }

    /// Grades and values of the judged candidates.
    pub fn judged(&self) -> impl Iterator<Item = (i32, &[f64])> {
        self.candidates.iter().filter_map(|candidate| Some((candidate.grade?, candidate.values.as_deref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_nobody_judged_are_taken_for_not_relevant() {
        let example = |grade| Example { docno: String::new(), grade, values: Some(vec![0.0]) };
        let candidates = [None, Some(2), None, None].map(example).to_vec();
        let mut topic = Topic { id: "t".to_owned(), candidates };
        assert!(!topic.has_pairs());
        topic.refuse_unjudged(2);
        let grades: Vec<Option<i32>> = topic.candidates.iter().map(|candidate| candidate.grade).collect();
        assert_eq!(grades, [Some(0), Some(2), Some(0), None]);
        assert!(topic.has_pairs());
    }
}
