//! ARQMath Task 3: one answer per topic, judged as it is or compared with good answers.
//!
//! - **AR**, average relevance: the mean grade of a run's answers; the codes 5 (system failure) and 6 (do
//!   not know) count as 0.
//! - **P@1**: the share of answers with grade 2 or 3.
//! - **LO**, lexical overlap: F1 between the token *sets* of an answer and of a reference, the maximum
//!   over references, the mean over topics. References are known answers of grade 2 or 3 that were not
//!   contributed by the same team alone.
//!
//! The published LO tokenises with MathBERTa's model. Ours has a [tokenizer](tokens) of its own and says
//! so in its label: compare systems with it, never its digits with published ones.
//!
//! AR and P@1 are implemented from their definition; the published script has its exclusion test the
//! wrong way round.
//!
//! Mansouri, Novotný, Agarwal, Oard and Zanibbi, *Overview of ARQMath-3*, CLEF 2022.

use rustc_hash::{FxHashMap, FxHashSet};
use trec::answers::{AnswerRun, PooledAnswer};
use trec::qrels::ARQMATH_CODES;

use crate::judgements::Judgements;
use crate::ranking::Grade;
use crate::{Error, Result, Scores};

/// The labels of the three numbers, in their order.
pub const LABELS: [&str; 3] = ["AR", "P@1", "LO(perga tokens)"];

/// The lowest grade of a good answer.
const GOOD: Grade = 2;

/// Judgements and known answers of Task 3.
pub struct Task3<'a> {
    judgements: &'a Judgements<'a>,
    pool: FxHashMap<&'a str, Vec<Known<'a>>>,
}

struct Known<'a> {
    answer: &'a PooledAnswer,
    words: String,
    tokens: FxHashSet<String>,
    grade: Option<Grade>,
}

impl<'a> Task3<'a> {
    /// Connects known answers with their judgements.
    pub fn new(judgements: &'a Judgements<'a>, answers: &'a [PooledAnswer]) -> Self {
        let grades: FxHashMap<(&str, &str), Grade> = judgements
            .topics()
            .iter()
            .flat_map(|topic| topic.pool.iter().map(|(docno, grade)| ((topic.id, docno), grade)))
            .collect();
        let mut pool: FxHashMap<&str, Vec<Known>> = FxHashMap::default();
        for answer in answers {
            let grade = grades
                .get(&(answer.topic.as_str(), answer.docno.as_str()))
                .map(|&grade| without_codes(grade));
            let words = normalise(&answer.text);
            let tokens = tokens(&words);
            pool.entry(&answer.topic).or_default().push(Known { answer, words, tokens, grade });
        }
        Task3 { judgements, pool }
    }

    /// The three numbers of a run. Topics are those with a judged answer of this run; with `complete`
    /// all judged topics, where an answer that is missing or not judged has grade 0. A topic
    /// without references has no LO: NaN.
    pub fn evaluate(&self, run: &AnswerRun, complete: bool) -> Result<Scores> {
        let answers: FxHashMap<&str, &str> =
            run.answers.iter().map(|answer| (answer.topic.as_str(), answer.text.as_str())).collect();
        let mut scores = Scores {
            topics: vec![],
            values: vec![vec![]; 3],
            overall: vec![],
            missing: vec![],
            unjudged: vec![],
        };
        for topic in self.judgements.topics() {
            let text = answers.get(topic.id);
            let grade = text.and_then(|text| self.grade(topic.id, text));
            match (text, grade) {
                (None, _) => scores.missing.push(topic.id.to_owned()),
                (Some(_), None) => scores.unjudged.push(topic.id.to_owned()),
                _ => {}
            }
            if grade.is_none() && !complete {
                continue;
            }
            let grade = grade.unwrap_or(0);
            scores.topics.push(topic.id.to_owned());
            scores.values[0].push(f64::from(grade));
            scores.values[1].push(f64::from(u8::from(grade >= GOOD)));
            scores.values[2].push(self.overlap(topic.id, &run.tag, text.copied().unwrap_or("")));
        }
        if scores.topics.is_empty() || scores.missing.len() == self.judgements.topics().len() {
            return Err(self.no_common_topic(run));
        }
        scores.overall = scores.values.iter().map(|values| mean(values)).collect();
        Ok(scores)
    }

    /// The grade of an answer: that of the known answer with the same words.
    fn grade(&self, topic: &str, text: &str) -> Option<Grade> {
        let words = normalise(text);
        self.pool.get(topic)?.iter().filter(|known| known.words == words).find_map(|known| known.grade)
    }

    fn overlap(&self, topic: &str, tag: &str, text: &str) -> f64 {
        let answer = tokens(&normalise(text));
        let known = self.pool.get(topic).into_iter().flatten();
        let references = known.filter(|known| known.grade >= Some(GOOD) && !only_from(known.answer, tag));
        references.map(|known| overlap(&answer, &known.tokens)).fold(f64::NAN, f64::max)
    }

    fn no_common_topic(&self, run: &AnswerRun) -> Error {
        Error::NoCommonTopic {
            run: run.file.clone(),
            qrels: self.judgements.qrels().file().to_owned(),
            run_topic: run.answers.first().map_or("none", |answer| &answer.topic).to_owned(),
            qrels_topic: self.judgements.topics().first().map_or("none", |topic| topic.id).to_owned(),
        }
    }
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

/// F1 of two token sets.
///
/// ```
/// use eval::task3::{overlap, tokens};
/// // {the, cat} and {the, dog, barks}: one in common, P = 1/2, R = 1/3
/// let f1 = overlap(&tokens("the cat"), &tokens("the dog barks"));
/// assert!((f1 - 0.4).abs() < 1e-12);
/// ```
pub fn overlap(answer: &FxHashSet<String>, reference: &FxHashSet<String>) -> f64 {
    let common = answer.intersection(reference).count() as f64;
    if common == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (common / answer.len() as f64, common / reference.len() as f64);
    2.0 * precision * recall / (precision + recall)
}

/// The text in the form that Task 3 compares: `$` alternately opens and closes mathematics, written
/// `[MATH]` and `[/MATH]`; white space is one space; adjacent formulas are one.
///
/// ```
/// use eval::task3::normalise;
/// assert_eq!(normalise("Let  $x$ $y$ be \\$5, $z$"), "Let [MATH] x y [/MATH] be \\$5, [MATH] z");
/// ```
pub fn normalise(text: &str) -> String {
    let mut marked = String::with_capacity(text.len() + 16);
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        if c == '$' && !escaped {
            marked.push_str(if inside { " [/MATH] " } else { " [MATH] " });
            inside = !inside;
        } else {
            marked.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    let words = marked.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = words.replace("[/MATH] [MATH] ", "");
    joined.strip_suffix(" [/MATH]").unwrap_or(&joined).to_owned()
}

/// The set of tokens of a normalised text: words and numbers, LaTeX commands, the two marks of
/// mathematics, and every other letter by itself. Case counts.
///
/// ```
/// let tokens = eval::task3::tokens("so [MATH] \\frac{x}{12} [/MATH]");
/// for token in ["so", "[MATH]", "\\frac", "{", "x", "}", "12", "[/MATH]"] {
///     assert!(tokens.contains(token));
/// }
/// assert_eq!(tokens.len(), 8);
/// ```
pub fn tokens(text: &str) -> FxHashSet<String> {
    let mut tokens = FxHashSet::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        if !first.is_whitespace() {
            tokens.insert(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

fn token_length(rest: &str, first: char) -> usize {
    let run =
        |of: fn(char) -> bool, from: usize| rest[from..].find(|c| !of(c)).map_or(rest.len(), |at| from + at);
    match first {
        '[' if rest.starts_with("[MATH]") => 6,
        '[' if rest.starts_with("[/MATH]") => 7,
        '\\' => match run(|c| c.is_ascii_alphabetic(), 1) {
            1 => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            end => end,
        },
        c if c.is_alphabetic() => run(char::is_alphabetic, 0),
        c if c.is_numeric() => run(char::is_numeric, 0),
        c => c.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use trec::{Input, Qrels, answers};

    use super::*;

    const QRELS: &str = "A.1 0 d_1 3\nA.1 0 d_2 5\nA.1 0 d_3 2\nA.2 0 d_4 1\nA.2 0 d_5 0\nA.3 0 d_6 6\n";
    const POOL: &str = "A.1\td_1\tit is $x+y$\tA\nA.1\td_2\t\tB\nA.1\td_3\tit is two\tB\nA.2\td_4\tperhaps\tA\n\
                        A.2\td_5\tno\tB\nA.3\td_6\twho knows\tA,B\n";

    fn scores(run: &str, complete: bool) -> Scores {
        let qrels = Qrels::read(Input::from_bytes("q", QRELS.into()).unwrap()).unwrap();
        let judgements = Judgements::new(&qrels);
        let pool = answers::read_pool(&Input::from_bytes("p", POOL.into()).unwrap()).unwrap();
        let run = AnswerRun::read(&Input::from_bytes("r", run.into()).unwrap()).unwrap();
        Task3::new(&judgements, &pool).evaluate(&run, complete).unwrap()
    }

    /// Worked by hand. Grades 3, 1 and code 6: AR = 4/3, P@1 = 1/3. LO: only topic 1 has references. Its
    /// answer `it is [MATH] x + y` has 6 tokens; its own d_1 is contributed by its own team alone, so the
    /// reference is d_3, `it is two`: 2 in common, P = 2/6, R = 2/3, F1 = 4/9.
    #[test]
    fn worked_example() {
        let run = "A.1\t1\t1\tA-run1\t\tit  is $x+y$\nA.2\t1\t1\tA-run1\t\tperhaps\nA.3\t1\t1\tA-run1\t\twho knows\n";
        let scores = scores(run, false);
        assert_eq!(scores.topics, ["A.1", "A.2", "A.3"]);
        assert_eq!(scores.values[0], [3.0, 1.0, 0.0]);
        assert_eq!(scores.values[1], [1.0, 0.0, 0.0]);
        assert!((scores.overall[0] - 4.0 / 3.0).abs() < 1e-12);
        assert!((scores.overall[1] - 1.0 / 3.0).abs() < 1e-12);
        assert!((scores.overall[2] - 4.0 / 9.0).abs() < 1e-12, "{:?}", scores.values[2]);
        assert!(scores.values[2][1].is_nan());
    }

    #[test]
    fn another_team_may_be_compared_with_every_good_answer() {
        let scores = scores("A.1\t1\t1\tC\t\tit is $x+y$\nA.2\t1\t1\tC\t\tno\n", true);
        assert_eq!(scores.values[2][0], 1.0);
        assert_eq!(scores.overall[0], 1.0);
        assert_eq!(scores.missing, ["A.3"]);
    }

    #[test]
    fn answers_nobody_judged_are_named() {
        let scores = scores("A.1\t1\t1\tC\t\tsomething else\nA.2\t1\t1\tC\t\tno\n", false);
        assert_eq!((scores.topics, scores.unjudged), (vec!["A.2".to_owned()], vec!["A.1".to_owned()]));
    }
}
