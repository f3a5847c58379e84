//! Posts: threads of a question and its answers, with words around the formulas.
//!
//! How many formulas, words, comments and answers there are follows the real posts that ARQMath took from
//! Math Stack Exchange (2,769 questions, 4,350 answers). The plan of a thread is a few numbers; what it says
//! is written later, on any core, from seed, thread and the number of its first formula.
//!
//! What it is not: language. The words have the frequencies of words and no grammar.

use random::Random;
use serde_json::{Map, Value, json};

use super::Generator;
use super::streams::Purpose;
use super::words::Words;

/// The shares of the quantiles below.
const SHARES: [f64; 15] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0];

/// How often something is in a post: the numbers that these shares of the real posts do not exceed.
type Quantiles = [u32; 15];

const TITLE_FORMULAS: Quantiles = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 5, 7];
const TITLE_WORDS: Quantiles = [0, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 19, 21, 24, 30];
const QUESTION_FORMULAS: Quantiles = [0, 0, 1, 2, 3, 4, 5, 7, 10, 16, 23, 33, 41, 66, 122];
const QUESTION_WORDS: Quantiles = [1, 18, 28, 38, 47, 58, 71, 92, 121, 181, 246, 364, 522, 669, 1850];
const QUESTION_COMMENTS: Quantiles = [0, 0, 0, 1, 1, 2, 3, 4, 6, 8, 12, 19, 23, 28, 63];
const ANSWER_FORMULAS: Quantiles = [0, 0, 1, 2, 3, 5, 7, 9, 14, 23, 34, 56, 85, 116, 641];
const ANSWER_WORDS: Quantiles = [0, 12, 21, 32, 46, 63, 85, 115, 166, 284, 455, 686, 959, 1319, 4033];
const ANSWER_COMMENTS: Quantiles = [0, 0, 0, 0, 0, 0, 0, 1, 2, 5, 8, 13, 17, 21, 49];
const COMMENT_FORMULAS: Quantiles = [0, 0, 0, 0, 0, 0, 1, 1, 2, 4, 5, 8, 10, 11, 23];
const COMMENT_WORDS: Quantiles = [0, 6, 10, 13, 17, 22, 28, 35, 47, 67, 85, 98, 105, 108, 194];
const TAGS: Quantiles = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 5, 5, 5];
const ANSWERS: Quantiles = [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 7, 16];
const SCORES: Quantiles = [0, 0, 0, 0, 1, 1, 2, 3, 4, 7, 12, 25, 50, 90, 700];

/// Seconds since 1970 of the first post, and between threads: Math Stack Exchange began in July 2010.
const FIRST_DATE: u64 = 1_279_600_000;
const PACE: u64 = 300;

/// How many formulas and words a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    formulas: u32,
    words: u32,
}

/// A question or an answer before it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    title: Option<Extent>,
    body: Extent,
    comments: Vec<Extent>,
}

/// A question and its answers before they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    number: u64,
    first_formula: u64,
    posts: Vec<Plan>,
}

/// Plans threads until the formulas are used up.
#[derive(Debug)]
pub struct Posts<'a> {
    generator: Generator<'a>,
    words: Words,
}

impl<'a> Posts<'a> {
    /// Posts around the formulas of a generator.
    pub fn new(generator: Generator<'a>) -> Posts<'a> {
        Posts { generator, words: Words::new() }
    }

    /// The threads that `instances` formulas make, one after another.
    pub fn threads(&self, instances: u64) -> impl Iterator<Item = Thread> + use<> {
        let seed = self.generator.seed;
        let mut number = 0;
        let mut used = 0;
        std::iter::from_fn(move || {
            if used >= instances {
                return None;
            }
            let mut random = Purpose::Thread.stream(seed, number);
            let mut left = instances - used;
            let answers = draw(&ANSWERS, random.unit());
            let posts = (0..=answers).map(|place| plan(place == 0, &mut left, &mut random)).collect();
            let thread = Thread { number, first_formula: used, posts };
            used = instances - left;
            number += 1;
            Some(thread)
        })
    }

    /// Appends the posts of a thread to `out`, one JSON object per line.
    pub fn write(&self, thread: &Thread, out: &mut String) {
        let mut writer = Writer {
            posts: self,
            random: Purpose::Post.stream(self.generator.seed, thread.number),
            formula: thread.first_formula,
        };
        let accepted = writer.random.chance(0.5);
        for (place, plan) in thread.posts.iter().enumerate() {
            let mut fields = writer.post(plan);
            writer.place(thread, place, accepted, &mut fields);
            out.push_str(&Value::Object(fields).to_string());
            out.push('\n');
        }
    }
}

/// The number at a share of the quantiles, in proportion between two of them.
fn draw(quantiles: &Quantiles, share: f64) -> u32 {
    let place = SHARES.partition_point(|known| *known <= share).clamp(1, SHARES.len() - 1);
    let (low, high) = (f64::from(quantiles[place - 1]), f64::from(quantiles[place]));
    let part = (share - SHARES[place - 1]) / (SHARES[place] - SHARES[place - 1]);
    // A quantile of whole numbers stays until it is exceeded; in the long tail the ratio grows evenly.
    if high <= low + 1.0 {
        return low as u32;
    }
    ((low + 1.0) * ((high + 1.0) / (low + 1.0)).powf(part) - 0.5) as u32
}

/// An extent: long texts have many formulas, but not strictly.
fn extent(formulas: &Quantiles, words: &Quantiles, left: &mut u64, random: &mut Random) -> Extent {
    const PLAY: f64 = 0.4;
    let share = random.unit();
    let other = (share + (random.unit() - 0.5) * PLAY).abs();
    let other = if other >= 1.0 { 2.0 - other } else { other };
    let count = u64::from(draw(formulas, share)).min(*left);
    *left -= count;
    Extent { formulas: count as u32, words: draw(words, other.min(1.0 - f64::EPSILON)) }
}

fn plan(is_question: bool, left: &mut u64, random: &mut Random) -> Plan {
    let (formulas, words, comments) = match is_question {
        true => (&QUESTION_FORMULAS, &QUESTION_WORDS, &QUESTION_COMMENTS),
        false => (&ANSWER_FORMULAS, &ANSWER_WORDS, &ANSWER_COMMENTS),
    };
    let title = is_question.then(|| extent(&TITLE_FORMULAS, &TITLE_WORDS, left, random));
    let body = extent(formulas, words, left, random);
    let comments = (0..draw(comments, random.unit()))
        .map(|_| extent(&COMMENT_FORMULAS, &COMMENT_WORDS, left, random))
        .collect();
    Plan { title, body, comments }
}

/// Writes the posts of one thread.
struct Writer<'a> {
    posts: &'a Posts<'a>,
    random: Random,
    formula: u64,
}

impl Writer<'_> {
    /// The text of the post.
    fn post(&mut self, plan: &Plan) -> Map<String, Value> {
        let mut fields = Map::new();
        if let Some(title) = plan.title {
            fields.insert("title".to_owned(), self.text(title).into());
            let tags: Vec<&str> = (0..draw(&TAGS, self.random.unit()))
                .map(|_| self.posts.words.tag(&mut self.random))
                .collect();
            fields.insert("tags".to_owned(), distinct(tags).into());
        }
        fields.insert("body".to_owned(), self.text(plan.body).into());
        let comments: Vec<String> = plan.comments.iter().map(|comment| self.text(*comment)).collect();
        if !comments.is_empty() {
            fields.insert("comments".to_owned(), comments.into());
        }
        fields.insert("score".to_owned(), self.score().into());
        fields
    }

    /// The place of the post.
    fn place(&mut self, thread: &Thread, place: usize, accepted: bool, fields: &mut Map<String, Value>) {
        let question = format!("q{}", thread.number + 1);
        let date = FIRST_DATE + thread.number * PACE + place as u64 * 3600;
        fields.insert("thread".to_owned(), json!(question));
        fields.insert("date".to_owned(), json!(date));
        let (id, kind) = match place {
            0 => (question.clone(), "question"),
            place => (format!("a{}-{place}", thread.number + 1), "answer"),
        };
        fields.insert("id".to_owned(), json!(id));
        fields.insert("kind".to_owned(), json!(kind));
        if place > 0 {
            fields.insert("parent".to_owned(), json!(question));
        }
        if place == 1 && accepted {
            fields.insert("accepted".to_owned(), json!(true));
        }
    }

    fn score(&mut self) -> i64 {
        let score = i64::from(draw(&SCORES, self.random.unit()));
        if score == 0 && self.random.chance(0.2) { -1 } else { score }
    }

    /// Sentences with formulas among the words.
    fn text(&mut self, extent: Extent) -> String {
        let mut text = String::with_capacity(extent.words as usize * 6 + extent.formulas as usize * 24);
        let (mut words, mut formulas) = (extent.words, extent.formulas);
        let mut starts_sentence = true;
        while words + formulas > 0 {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            if self.random.below((words + formulas) as usize) < formulas as usize {
                formulas -= 1;
                self.push_formula(&mut text);
                starts_sentence = false;
                continue;
            }
            words -= 1;
            self.push_word(starts_sentence, &mut text);
            starts_sentence = self.random.chance(1.0 / 14.0);
            if starts_sentence {
                text.push_str(if self.random.chance(0.15) { ".\n\n" } else { "." });
            }
        }
        text
    }

    fn push_word(&mut self, starts_sentence: bool, text: &mut String) {
        let start = text.len();
        self.posts.words.push(&mut self.random, text);
        if starts_sentence && let Some(word) = text.get_mut(start..=start) {
            word.make_ascii_uppercase();
        }
    }

    fn push_formula(&mut self, text: &mut String) {
        let mut latex = String::new();
        self.posts.generator.instance(self.formula, &mut latex);
        self.formula += 1;
        // A dollar sign in `\text{…}` would end a formula between dollar signs.
        let (open, close) = if latex.contains('$') { (r"\(", r"\)") } else { ("$", "$") };
        text.extend([open, &latex, close]);
    }
}

/// The tags without repetition, in order.
fn distinct(tags: Vec<&str>) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for tag in tags {
        if !out.contains(&tag) {
            out.push(tag);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;

    fn mean(quantiles: &Quantiles) -> f64 {
        let steps = 100_000;
        (0..steps).map(|step| f64::from(draw(quantiles, f64::from(step) / f64::from(steps)))).sum::<f64>()
            / f64::from(steps)
    }

    #[test]
    fn posts_are_as_long_as_real_ones() {
        let real = [
            (&QUESTION_FORMULAS, 6.92),
            (&ANSWER_FORMULAS, 10.05),
            (&QUESTION_WORDS, 87.54),
            (&ANSWER_WORDS, 124.73),
            (&TITLE_WORDS, 7.36),
            (&QUESTION_COMMENTS, 3.56),
            (&COMMENT_FORMULAS, 1.16),
            (&COMMENT_WORDS, 29.7),
            (&TAGS, 2.45),
        ];
        for (quantiles, real) in real {
            let ratio = mean(quantiles) / real;
            assert!((0.9..1.1).contains(&ratio), "{quantiles:?}: {ratio}");
        }
    }

    #[test]
    fn every_formula_is_in_a_post_and_answers_have_their_question() {
        let model = Model::learn(["x", "x", "y^{2}+1", r"\frac{a}{b}", r"\text{$x$}"]).unwrap();
        let posts = Posts::new(Generator::new(&model, 1));
        let (mut formulas, mut lines) = (0, String::new());
        for thread in posts.threads(500) {
            assert_eq!(thread.first_formula, formulas);
            for plan in &thread.posts {
                let extents = plan.title.iter().chain([&plan.body]).chain(&plan.comments);
                formulas += extents.map(|extent| u64::from(extent.formulas)).sum::<u64>();
            }
            posts.write(&thread, &mut lines);
        }
        assert_eq!(formulas, 500);
        let mut questions = Vec::new();
        for line in lines.lines() {
            let post: Value = serde_json::from_str(line).unwrap();
            match post["kind"].as_str().unwrap() {
                "question" => questions.push(post["id"].clone()),
                _ => assert!(questions.contains(&post["parent"])),
            }
        }
    }
}
