//! Answers: the files that systems submitted to ARQMath Task 3, and lists of known answers.
//!
//! An [`AnswerRun`] is a system's file: `topic rank score tag sources answer`, separated by tabs. The judgements name
//! answers by artificial ids, which a system's file does not have. A list of [`PooledAnswer`]s connects them: `topic
//! docno answer`, and an optional fourth column with the contributors.

use document::{Result, quoted};
use rustc_hash::FxHashSet;

use crate::Input;
use crate::run::Columns;

/// One answer of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The topic's id.
    pub topic: String,
    /// Its line in the file.
    pub line: usize,
    /// The system's score.
    pub score: f64,
    /// The posts it is based on, as in the file.
    pub sources: String,
    /// The answer, LaTeX between dollar signs.
    pub text: String,
}

/// A Task 3 run: one answer per topic.
#[derive(Clone, Debug, Default)]
pub struct AnswerRun {
    /// The file, for messages.
    pub file: String,
    /// The run's tag.
    pub tag: String,
    /// The answers in the order of the file.
    pub answers: Vec<Answer>,
}

impl AnswerRun {
    /// Reads a Task 3 run; a second answer to a topic is an error.
    pub fn read(input: &Input) -> Result<Self> {
        let mut run = AnswerRun { file: input.name().to_owned(), ..AnswerRun::default() };
        let mut seen = FxHashSet::default();
        for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
            let columns: Vec<&str> = line.text.splitn(6, '\t').collect();
            let &[topic, _rank, score, tag, sources, answer] = columns.as_slice() else {
                let message = format!("expected 6 columns separated by tabs, found {}", columns.len());
                let hint = format!("the columns are {}", Columns::ArqMath3.describe());
                return Err(input.complain(line.number, message, hint));
            };
            let Some(score) = score.trim().parse::<f64>().ok().filter(|score| !score.is_nan()) else {
                let message = format!("the score {} is not a number", quoted(score));
                let hint = format!("the columns are {}", Columns::ArqMath3.describe());
                return Err(input.complain(line.number, message, hint));
            };
            let topic = topic.trim();
            if !seen.insert(topic) {
                let message = format!("a second answer to topic {}", quoted(topic));
                return Err(input.complain(line.number, message, "Task 3 allows one answer per topic"));
            }
            run.tag = tag.trim().to_owned();
            let (topic, sources, text) = (topic.to_owned(), sources.trim().to_owned(), unquote(answer));
            run.answers.push(Answer { topic, line: line.number, score, sources, text });
        }
        match run.answers.is_empty() {
            true => Err(input.complain(1, "no answers in this file", "check that the run was written out")),
            false => Ok(run),
        }
    }
}

/// A known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PooledAnswer {
    /// The topic's id.
    pub topic: String,
    /// Its id in the judgements.
    pub docno: String,
    /// The answer.
    pub text: String,
    /// Teams or runs that contributed it; empty if the file does not say.
    pub contributors: Vec<String>,
}

/// Reads known answers: `topic docno answer`, separated by tabs, and optionally contributors, separated by commas.
pub fn read_pool(input: &Input) -> Result<Vec<PooledAnswer>> {
    let mut pool = Vec::new();
    for line in input.lines().filter(|line| !line.text.trim().is_empty()) {
        let columns: Vec<&str> = line.text.split('\t').collect();
        let (topic, docno, answer, contributors) = match columns.as_slice() {
            [topic, docno, answer] => (*topic, *docno, *answer, ""),
            [topic, docno, answer, contributors] => (*topic, *docno, *answer, *contributors),
            _ => {
                let message = format!("expected 3 or 4 columns separated by tabs, found {}", columns.len());
                let hint = "the columns are topic, docno, answer, and contributors separated by commas";
                return Err(input.complain(line.number, message, hint));
            }
        };
        let contributors = contributors.split(',').map(str::trim).filter(|name| !name.is_empty());
        pool.push(PooledAnswer {
            topic: topic.trim().to_owned(),
            docno: docno.trim().to_owned(),
            text: unquote(answer),
            contributors: contributors.map(str::to_owned).collect(),
        });
    }
    Ok(pool)
}

/// A column without its CSV quotes, if the whole column is quoted.
fn unquote(column: &str) -> String {
    let column = column.trim();
    match column.strip_prefix('"').and_then(|column| column.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => column.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<AnswerRun> {
        AnswerRun::read(&Input::from_bytes("a.tsv", text.into()).unwrap())
    }

    #[test]
    fn sources_may_be_empty_and_answers_quoted() {
        let run =
            read("A.1\t1\t0.5\tmine\t\tBecause $x$\r\nA.2\t1\t1\tmine\t5,6\t\"say \"\"no\"\"\"\n").unwrap();
        assert_eq!(run.tag, "mine");
        assert_eq!(run.answers[0].text, "Because $x$");
        assert_eq!((run.answers[1].sources.as_str(), run.answers[1].text.as_str()), ("5,6", "say \"no\""));
    }

    #[test]
    fn a_second_answer_to_a_topic_is_refused() {
        let error = read("A.1\t1\t0.5\tm\t\tx\nA.1\t2\t0.4\tm\t\ty\n").unwrap_err().to_string();
        assert!(error.starts_with("a.tsv:2: a second answer to topic `A.1`"), "{error}");
    }

    #[test]
    fn pools_name_their_contributors() {
        let input = Input::from_bytes("p", "A.1\td_1\tx\tTU_DBS, MSM\nA.1\td_2\ty\n".into()).unwrap();
        let pool = read_pool(&input).unwrap();
        assert_eq!(pool[0].contributors, ["TU_DBS", "MSM"]);
        assert!(pool[1].contributors.is_empty());
    }
}
