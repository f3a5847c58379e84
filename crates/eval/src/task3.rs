//! ARQMath Task 3: one answer per topic, judged as it is or compared with good answers.
//!
//! - **AR**, average relevance: the mean grade of a run's answers; the codes 5 (system failure) and 6 (do
//!   not know) count as 0.
//! - **P@1**: the share of answers with grade 2 or 3.
//! - **LO**, lexical overlap: F1 between the tokens of an answer and of a reference, as sets and as bags, the maximum
//!   over references, the mean over topics. References are known answers of grade 2 or 3 that were not
//!   contributed by the same team alone.
//! - **CS**, contextual similarity: BERTScore's F1 with the same references, by an [encoder](Encoder) that the caller has.
//! - **MG**, **UI**: the share of answers that assessors marked as written by a machine, or as holding unrelated
//!   information.
//!
//! The published LO tokenises with MathBERTa's model. [`OwnTokens`] is another tokenizer, and the label says so:
//! compare systems with it, never its digits with published ones.
//!
//! AR and P@1 are implemented from their definition; the published script has its exclusion test the
//! wrong way round.
//!
//! Mansouri, Novotný, Agarwal, Oard and Zanibbi, *Overview of ARQMath-3*, CLEF 2022.

mod given;
mod marks;
mod overlap;
mod similarity;

use rustc_hash::FxHashMap;
use trec::answers::PooledAnswer;
use trec::qrels::ARQMATH_CODES;

pub use given::{Answer, Given};
pub use marks::Marks;
pub use overlap::{OwnTokens, Tokenizer, Tokens, normalise};
pub use similarity::{Encoder, bert_score};

use crate::judgements::Judgements;
use crate::ranking::Grade;
use crate::{Error, Result, Scores};

/// The lowest grade of a good answer.
const GOOD: Grade = 2;

/// What answers are compared with, beside their judgements.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Cuts answers into tokens.
    pub tokenizer: &'a dyn Tokenizer,
    /// Makes vectors of tokens, for CS.
    pub encoder: Option<&'a dyn Encoder>,
    /// What assessors said beside grades, for MG and UI.
    pub marks: Option<&'a Marks>,
}

/// Judgements and known answers of Task 3.
pub struct Task3<'a> {
    judgements: &'a Judgements<'a>,
    means: Means<'a>,
    grades: FxHashMap<(&'a str, &'a str), Grade>,
    pool: FxHashMap<&'a str, Vec<Known<'a>>>,
}

/// A known answer.
struct Known<'a> {
    answer: &'a PooledAnswer,
    words: String,
    tokens: Tokens,
    vectors: Vec<Vec<f32>>,
    grade: Option<Grade>,
}

/// The values of one answer, in the order of the labels.
type Row = Vec<f64>;

impl<'a> Task3<'a> {
    /// Connects known answers with their judgements.
    pub fn new(
        judgements: &'a Judgements<'a>,
        answers: &'a [PooledAnswer],
        means: Means<'a>,
    ) -> Result<Self> {
        let grades = judgements
            .topics()
            .iter()
            .flat_map(|topic| {
                topic.pool.iter().map(|(docno, grade)| ((topic.id, docno), without_codes(grade)))
            })
            .collect();
        let mut task = Task3 { judgements, means, grades, pool: FxHashMap::default() };
        for answer in answers {
            let grade = task.grades.get(&(answer.topic.as_str(), answer.docno.as_str())).copied();
            let words = normalise(&answer.text);
            let tokens = task.tokens(&words);
            let is_reference = grade >= Some(GOOD);
            let vectors = if is_reference { task.vectors(&words)? } else { Vec::new() };
            let known = Known { answer, words, tokens, vectors, grade };
            task.pool.entry(&answer.topic).or_default().push(known);
        }
        Ok(task)
    }

    /// The labels of the numbers, in their order.
    pub fn labels(&self) -> Vec<String> {
        let mut labels = vec!["AR".to_owned(), "P@1".to_owned()];
        if !self.pool.is_empty() {
            let tokens = self.means.tokenizer.name();
            labels.push(format!("LO({tokens})"));
            labels.push(format!("LO(bag, {tokens})"));
            labels.extend(self.means.encoder.map(|encoder| format!("CS({})", encoder.name())));
        }
        if self.means.marks.is_some() {
            labels.extend(["MG", "UI"].map(str::to_owned));
        }
        labels
    }

    /// The numbers of a run. Topics are those with a judged answer of this run; with `complete`
    /// all judged topics, where an answer that is missing or not judged has grade 0. A value that an answer does not
    /// have (no reference, no marks) is NaN and is left out of the mean.
    pub fn evaluate(&self, run: &Given, complete: bool) -> Result<Scores> {
        let mut scores = self.no_scores();
        for topic in self.judgements.topics() {
            let answer = run.answer(topic.id);
            let grade = answer.and_then(|answer| self.grade(topic.id, answer));
            match (answer, grade) {
                (None, _) => scores.missing.push(topic.id.to_owned()),
                (Some(_), None) => scores.unjudged.push(topic.id.to_owned()),
                _ => {}
            }
            if grade.is_some() || complete {
                let row = self.row(topic.id, &run.name, answer, grade.unwrap_or(0))?;
                push(&mut scores, topic.id, row);
            }
        }
        if scores.topics.is_empty() || scores.missing.len() == self.judgements.topics().len() {
            return Err(self.no_common_topic(run));
        }
        scores.overall = scores.values.iter().map(|values| mean(values)).collect();
        Ok(scores)
    }

    /// The ceiling: the best judged answer of every topic. It has grades only.
    pub fn ceiling(&self) -> Scores {
        let mut scores = self.no_scores();
        for topic in self.judgements.topics() {
            let best = topic.pool.iter().map(|(_, grade)| without_codes(grade)).max().unwrap_or(0);
            let mut row = graded(best);
            row.resize(scores.values.len(), f64::NAN);
            push(&mut scores, topic.id, row);
        }
        scores.overall = scores.values.iter().map(|values| mean(values)).collect();
        scores
    }

    fn no_scores(&self) -> Scores {
        let values = vec![vec![]; self.labels().len()];
        Scores { topics: vec![], values, overall: vec![], missing: vec![], unjudged: vec![] }
    }

    /// The grade of an answer: that of its id, or of the known answer with the same words.
    fn grade(&self, topic: &str, answer: &Answer) -> Option<Grade> {
        if let Some(docno) = &answer.docno {
            return self.grades.get(&(topic, docno.as_str())).copied();
        }
        let words = normalise(answer.text.as_deref()?);
        self.pool.get(topic)?.iter().filter(|known| known.words == words).find_map(|known| known.grade)
    }

    fn row(&self, topic: &str, run: &str, answer: Option<&Answer>, grade: Grade) -> Result<Row> {
        let mut row = graded(grade);
        let known = answer.and_then(|answer| self.known(topic, answer));
        if !self.pool.is_empty() {
            let text = answer.and_then(|answer| answer.text.as_deref());
            let words = match (known, text) {
                (_, Some(text)) => normalise(text),
                (Some(known), None) => known.words.clone(),
                (None, None) => String::new(),
            };
            row.extend(self.compared(topic, run, &words)?);
        }
        if let Some(marks) = self.means.marks {
            let docno =
                answer.and_then(|answer| answer.docno.as_deref()).or(known.map(|known| &*known.answer.docno));
            let found = docno.and_then(|docno| marks.of(topic, docno));
            row.extend(found.map_or([f64::NAN; 2], |found| found.map(|mark| f64::from(u8::from(mark)))));
        }
        Ok(row)
    }

    /// The known answer that an answer is.
    fn known(&self, topic: &str, answer: &Answer) -> Option<&Known<'a>> {
        let pool = self.pool.get(topic)?;
        match (&answer.docno, &answer.text) {
            (Some(docno), _) => pool.iter().find(|known| known.answer.docno == *docno),
            (None, Some(text)) => {
                let words = normalise(text);
                pool.iter().find(|known| known.words == words)
            }
            (None, None) => None,
        }
    }

    /// What an answer has in common with the reference that is most like it, measure by measure.
    fn compared(&self, topic: &str, run: &str, words: &str) -> Result<Row> {
        let tokens = self.tokens(words);
        let vectors = self.vectors(words)?;
        let known = self.pool.get(topic).into_iter().flatten();
        let references = known.filter(|known| known.grade >= Some(GOOD) && !only_from(known.answer, run));
        let references: Vec<&Known> = references.collect();
        let most = |measure: &dyn Fn(&Known) -> f64| {
            references.iter().map(|known| measure(known)).fold(f64::NAN, f64::max)
        };
        let mut row = vec![
            most(&|known| tokens.set_overlap(&known.tokens)),
            most(&|known| tokens.bag_overlap(&known.tokens)),
        ];
        if self.means.encoder.is_some() {
            row.push(most(&|known| bert_score(&vectors, &known.vectors)));
        }
        Ok(row)
    }

    fn tokens(&self, words: &str) -> Tokens {
        Tokens::new(self.means.tokenizer.tokens(words))
    }

    fn vectors(&self, words: &str) -> Result<Vec<Vec<f32>>> {
        let Some(encoder) = self.means.encoder else { return Ok(Vec::new()) };
        encoder.vectors(words).map_err(|message| Error::Encoder { name: encoder.name().to_owned(), message })
    }

    fn no_common_topic(&self, run: &Given) -> Error {
        Error::NoCommonTopic {
            run: run.file.clone(),
            qrels: self.judgements.qrels().file().to_owned(),
            run_topic: run.topics.first().map_or("none", String::as_str).to_owned(),
            qrels_topic: self.judgements.topics().first().map_or("none", |topic| topic.id).to_owned(),
        }
    }
}

/// AR and P@1 of one answer.
fn graded(grade: Grade) -> Row {
    vec![f64::from(grade), f64::from(u8::from(grade >= GOOD))]
}

fn push(scores: &mut Scores, topic: &str, row: Row) {
    scores.topics.push(topic.to_owned());
    scores.values.iter_mut().zip(row).for_each(|(values, value)| values.push(value));
}

fn without_codes(grade: Grade) -> Grade {
    if ARQMATH_CODES.contains(&grade) { 0 } else { grade }
}

/// Whether no other team contributed an answer. A run belongs to a contributor whose name is its tag or
/// the beginning of its tag before `-`, `_`, `.` or `/`.
fn only_from(answer: &PooledAnswer, tag: &str) -> bool {
    let is_own = |name: &String| {
        tag.strip_prefix(name.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_', '.', '/']))
    };
    !answer.contributors.is_empty() && answer.contributors.iter().all(is_own)
}

fn mean(values: &[f64]) -> f64 {
    let known = values.iter().filter(|value| !value.is_nan());
    known.clone().sum::<f64>() / known.count() as f64
}

#[cfg(test)]
mod tests {
    use trec::answers::AnswerRun;
    use trec::{Input, Qrels, answers};

    use super::*;

    const QRELS: &str = "A.1 0 d_1 3\nA.1 0 d_2 5\nA.1 0 d_3 2\nA.2 0 d_4 1\nA.2 0 d_5 0\nA.3 0 d_6 6\n";
    const POOL: &str = "A.1\td_1\tit is $x+y$\tA\nA.1\td_2\t\tB\nA.1\td_3\tit is two\tB\nA.2\td_4\tperhaps\tA\n\
                        A.2\td_5\tno\tB\nA.3\td_6\twho knows\tA,B\n";
    const MARKS: &str = "answer_id\ttopic_id\tmachine_generated\tunrelated_information\n\
                         d_1\tA.1\t1\t0\nd_4\tA.2\t0\t1\n";

    fn input(text: &str) -> Input {
        Input::from_bytes("f", text.into()).unwrap()
    }

    fn scores(run: &Given, complete: bool) -> Scores {
        let qrels = Qrels::read(input(QRELS)).unwrap();
        let judgements = Judgements::new(&qrels);
        let pool = answers::read_pool(&input(POOL)).unwrap();
        let marks = Marks::read(&input(MARKS)).unwrap();
        let means = Means { tokenizer: &OwnTokens, encoder: None, marks: Some(&marks) };
        Task3::new(&judgements, &pool, means).unwrap().evaluate(run, complete).unwrap()
    }

    fn run(text: &str) -> Given {
        Given::of_run(AnswerRun::read(&input(text)).unwrap())
    }

    /// Worked by hand. Grades 3, 1 and code 6: AR = 4/3, P@1 = 1/3. LO: only topic 1 has references. Its
    /// answer `it is [MATH] x + y` has 6 tokens; its own d_1 is contributed by its own team alone, so the
    /// reference is d_3, `it is two`: 2 in common, P = 2/6, R = 2/3, F1 = 4/9. Marks are of two answers.
    #[test]
    fn worked_example() {
        let text = "A.1\t1\t1\tA-run1\t\tit  is $x+y$\nA.2\t1\t1\tA-run1\t\tperhaps\nA.3\t1\t1\tA-run1\t\twho knows\n";
        let scores = scores(&run(text), false);
        assert_eq!(scores.topics, ["A.1", "A.2", "A.3"]);
        assert_eq!(scores.values[0], [3.0, 1.0, 0.0]);
        assert_eq!(scores.values[1], [1.0, 0.0, 0.0]);
        assert!((scores.overall[0] - 4.0 / 3.0).abs() < 1e-12);
        assert!((scores.overall[1] - 1.0 / 3.0).abs() < 1e-12);
        assert!((scores.overall[2] - 4.0 / 9.0).abs() < 1e-12, "{:?}", scores.values[2]);
        assert!(scores.values[2][1].is_nan());
        assert_eq!(scores.overall[4..], [0.5, 0.5]);
    }

    #[test]
    fn a_map_gives_the_same_numbers_as_the_texts() {
        let map = Given::of_map(&input("A-run1\tA.1\td_1\nA-run1\tA.2\td_4\nA-run1\tA.3\td_6\n")).unwrap();
        let found = scores(&map[0], false);
        assert!((found.overall[0] - 4.0 / 3.0).abs() < 1e-12);
        assert!((found.overall[2] - 4.0 / 9.0).abs() < 1e-12, "{:?}", found.values[2]);
        assert_eq!(found.overall[4..], [0.5, 0.5]);
    }

    #[test]
    fn another_team_may_be_compared_with_every_good_answer() {
        let scores = scores(&run("A.1\t1\t1\tC\t\tit is $x+y$\nA.2\t1\t1\tC\t\tno\n"), true);
        assert_eq!(scores.values[2][0], 1.0);
        assert_eq!(scores.overall[0], 1.0);
        assert_eq!(scores.missing, ["A.3"]);
    }

    #[test]
    fn answers_nobody_judged_are_named() {
        let scores = scores(&run("A.1\t1\t1\tC\t\tsomething else\nA.2\t1\t1\tC\t\tno\n"), false);
        assert_eq!((scores.topics, scores.unjudged), (vec!["A.2".to_owned()], vec!["A.1".to_owned()]));
    }

    #[test]
    fn the_ceiling_takes_the_best_answer_of_every_topic() {
        let qrels = Qrels::read(input(QRELS)).unwrap();
        let judgements = Judgements::new(&qrels);
        let means = Means { tokenizer: &OwnTokens, encoder: None, marks: None };
        let ceiling = Task3::new(&judgements, &[], means).unwrap().ceiling();
        assert_eq!((&ceiling.values[0], ceiling.overall[1]), (&vec![3.0, 1.0, 0.0], 1.0 / 3.0));
    }
}
