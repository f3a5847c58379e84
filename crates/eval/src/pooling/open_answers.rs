//! Answers of ARQMath Task 3 in the pools of Task 1: every answer of every run is judged among the answers of Task 1, so
//! that assessors cannot tell the two apart.
//!
//! An answer has no id of its own. Equal texts for one topic are one answer, and ids are given in the order in which a
//! new answer first occurs, runs in the order of their names whatever their case.

use random::Random;
use rustc_hash::FxHashMap;
use trec::answers::AnswerRun;

use super::{PooledTopic, Unit};

/// The answers of all runs with their ids.
#[derive(Clone, Debug, Default)]
pub struct OpenAnswers {
    /// The runs in the order of their names.
    pub runs: Vec<String>,
    /// The different answers in the order of their ids.
    pub answers: Vec<OpenAnswer>,
    /// Run, topic, and the place of the answer, in the order of the files.
    given: Vec<(usize, String, usize)>,
}

/// An answer and the runs that gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenAnswer {
    /// Its id.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// The text as the first run wrote it.
    pub text: String,
    /// The runs, by their place.
    pub runs: Vec<usize>,
}

impl OpenAnswers {
    /// Numbers the answers of runs. Texts are equal if they have the same words.
    pub fn number(mut runs: Vec<AnswerRun>) -> OpenAnswers {
        runs.sort_by_cached_key(|run| (run.tag.to_lowercase(), run.tag.clone()));
        let mut numbered = OpenAnswers::default();
        let mut known: FxHashMap<(String, String), usize> = FxHashMap::default();
        for (place, run) in runs.into_iter().enumerate() {
            numbered.runs.push(run.tag);
            for answer in run.answers {
                let words: Vec<&str> = answer.text.split_whitespace().collect();
                let key = (answer.topic.clone(), words.join(" "));
                let number = *known.entry(key).or_insert_with(|| {
                    numbered.answers.push(OpenAnswer {
                        id: format!("d_{}", numbered.answers.len() + 1),
                        topic: answer.topic.clone(),
                        text: answer.text.clone(),
                        runs: Vec::new(),
                    });
                    numbered.answers.len() - 1
                });
                numbered.answers[number].runs.push(place);
                numbered.given.push((place, answer.topic, number));
            }
        }
        numbered
    }

    /// Run, topic and id of every answer, between tabs.
    pub fn map(&self) -> String {
        let line = |(run, topic, number): &(usize, String, usize)| {
            format!("{}\t{topic}\t{}\n", self.runs[*run], self.answers[*number].id)
        };
        self.given.iter().map(line).collect()
    }

    /// Topic, id, text and runs of every different answer, between tabs: the list of known answers of an evaluation.
    pub fn texts(&self) -> String {
        let line = |answer: &OpenAnswer| {
            let runs: Vec<&str> = answer.runs.iter().map(|run| self.runs[*run].as_str()).collect();
            let text: Vec<&str> = answer.text.split_whitespace().collect();
            format!("{}\t{}\t{}\t{}\n", answer.topic, answer.id, text.join(" "), runs.join(","))
        };
        self.answers.iter().map(line).collect()
    }

    /// Puts the answers into pools and shuffles each pool again. Their runs are counted after the `before` pooled ones.
    pub(super) fn join(&self, topics: &mut Vec<PooledTopic>, before: usize, seed: u64) {
        for answer in &self.answers {
            let place = topics.iter().position(|topic| topic.id == answer.topic).unwrap_or_else(|| {
                topics.push(PooledTopic { id: answer.topic.clone(), units: Vec::new() });
                topics.len() - 1
            });
            let runs = answer.runs.iter().map(|run| run + before).collect();
            let (id, instances) = (answer.id.clone(), vec![answer.id.clone()]);
            topics[place].units.push(Unit { id, instances, runs });
        }
        for topic in topics {
            Random::named(seed, &topic.id).shuffle(&mut topic.units);
        }
    }
}

#[cfg(test)]
mod tests {
    use trec::Input;

    use super::*;

    fn run(text: &str) -> AnswerRun {
        AnswerRun::read(&Input::from_bytes("a", text.into()).unwrap()).unwrap()
    }

    #[test]
    fn equal_texts_of_a_topic_are_one_answer() {
        let runs = vec![
            run("A.1\t1\t1\tbeta\t\tYes\nA.2\t1\t1\tbeta\t\tNo\n"),
            run("A.1\t1\t1\tAlpha\t\t Yes \nA.2\t1\t1\tAlpha\t\tYes\n"),
        ];
        let numbered = OpenAnswers::number(runs);
        assert_eq!(numbered.map(), "Alpha\tA.1\td_1\nAlpha\tA.2\td_2\nbeta\tA.1\td_1\nbeta\tA.2\td_3\n");
        assert_eq!(numbered.texts().lines().next(), Some("A.1\td_1\tYes\tAlpha,beta"));
        let mut topics = vec![PooledTopic { id: "A.1".to_owned(), units: Vec::new() }];
        numbered.join(&mut topics, 5, 1);
        assert_eq!(topics.iter().map(|topic| topic.units.len()).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(topics[0].units[0].runs, [5, 6]);
    }
}
