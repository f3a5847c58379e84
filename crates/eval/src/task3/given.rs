//! The answers of a run, wherever they come from: its own file, a map of runs to answers, or the first results of a
//! ranking.

use document::{Result, quoted};
use rustc_hash::FxHashMap;
use trec::Input;
use trec::answers::AnswerRun;
use trec::run::{Columns, Rows};

/// The answers of a run by topic.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Its name, which begins with that of its team.
    pub name: String,
    /// The file it was read from.
    pub file: String,
    /// The topics in the order of the file.
    pub topics: Vec<String>,
    answers: FxHashMap<String, Answer>,
}

/// An answer: its id among the known answers, its text, or both.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The id in the judgements.
    pub docno: Option<String>,
    /// The text.
    pub text: Option<String>,
}

impl Given {
    /// The answer to a topic.
    pub fn answer(&self, topic: &str) -> Option<&Answer> {
        self.answers.get(topic)
    }

    fn new(name: &str, file: &str) -> Given {
        Given { name: name.to_owned(), file: file.to_owned(), ..Given::default() }
    }

    fn push(&mut self, topic: &str, answer: Answer) {
        if self.answers.insert(topic.to_owned(), answer).is_none() {
            self.topics.push(topic.to_owned());
        }
    }

    /// The answers of a submitted run.
    pub fn of_run(run: AnswerRun) -> Given {
        let mut given = Given::new(&run.tag, &run.file);
        for answer in run.answers {
            given.push(&answer.topic, Answer { docno: None, text: Some(answer.text) });
        }
        given
    }

    /// The runs of a map: lines of run, topic and the id of the answer.
    pub fn of_map(input: &Input) -> Result<Vec<Given>> {
        let mut runs: Vec<Given> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
            let columns: Vec<&str> = line.text.split_whitespace().collect();
            let &[run, topic, docno] = columns.as_slice() else {
                let message = format!("expected 3 columns, found {}", columns.len());
                return Err(input.complain(
                    line.number,
                    message,
                    "the columns are run, topic and the id of the answer",
                ));
            };
            let place = *places.entry(run).or_insert_with(|| {
                runs.push(Given::new(run, input.name()));
                runs.len() - 1
            });
            if runs[place].answer(topic).is_some() {
                let message = format!("a second answer of {} to topic {}", quoted(run), quoted(topic));
                return Err(input.complain(line.number, message, "Task 3 allows one answer per topic"));
            }
            runs[place].push(topic, Answer { docno: Some(docno.to_owned()), text: None });
        }
        if runs.is_empty() {
            return Err(input.complain(
                1,
                "no answers in this map",
                "the columns are run, topic and the id of the answer",
            ));
        }
        Ok(runs)
    }

    /// The first result of each topic of a ranking, as the labs chose it: the highest score, then the lowest rank, then
    /// the largest id.
    pub fn of_ranking(input: &Input, columns: Columns) -> Result<Given> {
        let mut rows = Rows::new(input, columns.detect(input)?)?;
        let mut given = Given::new("", input.name());
        let mut best: FxHashMap<&str, (f64, f64, (u64, &str))> = FxHashMap::default();
        while let Some(row) = rows.next_row()? {
            let rank = row.rank.parse::<f64>().unwrap_or(f64::INFINITY);
            let id = (row.docno.parse().unwrap_or(0), row.docno);
            let better = best.get(row.topic).is_none_or(|(score, other, least)| {
                let by_score = row.score.total_cmp(score);
                by_score.then(other.total_cmp(&rank)).then(id.cmp(least)).is_gt()
            });
            if better {
                best.insert(row.topic, (row.score, rank, id));
                given.push(row.topic, Answer { docno: Some(row.docno.to_owned()), text: None });
            }
            given.name = row.tag.to_owned();
        }
        if given.topics.is_empty() {
            return Err(input.complain(1, "no results in this file", "check that the run was written out"));
        }
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str) -> Input {
        Input::from_bytes("f", text.into()).unwrap()
    }

    #[test]
    fn the_first_result_is_that_of_the_labs() {
        let text = "1 Q0 9 2 5 r\n1 Q0 10 1 5 r\n1 Q0 11 1 5 r\n1 Q0 12 1 4 r\n2 Q0 a 1 1 r\n";
        let given = Given::of_ranking(&input(text), Columns::Auto).unwrap();
        assert_eq!(given.answer("1").unwrap().docno.as_deref(), Some("11"));
        assert_eq!((given.topics.len(), given.name.as_str()), (2, "r"));
    }

    #[test]
    fn a_map_has_one_answer_per_run_and_topic() {
        let runs = Given::of_map(&input("a\t1\td_1\nb\t1\td_1\na\t2\td_2\n")).unwrap();
        assert_eq!(runs.iter().map(|run| run.topics.len()).collect::<Vec<_>>(), [2, 1]);
        let error = Given::of_map(&input("a 1 d_1\na 1 d_2\n")).unwrap_err().to_string();
        assert!(error.starts_with("f:2: a second answer of `a` to topic `1`"), "{error}");
        let error = Given::of_map(&input("a 1\n")).unwrap_err().to_string();
        assert!(error.starts_with("f:1: expected 3 columns, found 2"), "{error}");
    }
}
