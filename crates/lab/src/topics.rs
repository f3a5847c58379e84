//! What topics look like: words, formulas, and how complex the formula to search for is.
//!
//! The labs judged complexity by hand and did not publish it. Here it is computed from the size of the operator tree,
//! with bounds that give all nine published examples their class. It is good enough for strata and never a substitute
//! for the labs' own slices.

use std::path::Path;

use anyhow::Result;
use document::{counted, markup};
use eval::description::Spread;
use eval::report::columns::align;
use formula::{Notation, Options};
use rustc_hash::FxHashSet;
use serde::Serialize;
use trec::topics::{Topic, TopicFormula};
use trec::{Input, Qrels, TopicInfo};

/// How complex a formula is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Complexity {
    /// At most 9 labels in its operator tree.
    Low,
    /// At most 16.
    Medium,
    /// More.
    High,
}

impl Complexity {
    /// The class of a number of labels.
    pub fn of(labels: usize) -> Complexity {
        match labels {
            0..=9 => Complexity::Low,
            10..=16 => Complexity::Medium,
            _ => Complexity::High,
        }
    }
}

/// One topic.
#[derive(Clone, Debug, Serialize)]
pub struct TopicFacts {
    /// Its id.
    pub topic: String,
    /// Words outside formulas, in title and question.
    pub words: usize,
    /// Formulas in title and question.
    pub formulas: usize,
    /// Labels in the operator tree of the formula to search for.
    pub labels: Option<usize>,
    /// The class of that number.
    pub complexity: Option<Complexity>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// Reads topics; with judgements only those that are judged.
///
/// # Errors
/// A file cannot be read or is malformed.
pub fn read(topics: &Path, judged: Option<&Path>) -> Result<Vec<TopicFacts>> {
    let qrels = judged.map(|path| Qrels::read(Input::open(path)?)).transpose()?;
    let topics = trec::topics::read(&Input::open(topics)?)?;
    let is_wanted = |topic: &&Topic| qrels.as_ref().is_none_or(|qrels| qrels.topic(&topic.id).is_some());
    Ok(topics.iter().filter(is_wanted).map(facts).collect())
}

fn facts(topic: &Topic) -> TopicFacts {
    let texts = [markup::html(&topic.title), markup::html(&topic.question)];
    let words = texts.iter().map(words).sum::<usize>() + topic.keywords.len();
    let in_texts: usize = texts.iter().map(|text| text.formulas.len()).sum();
    let formula = topic.formula.as_ref().or(topic.formulas.first().filter(|_| topic.question.is_empty()));
    let labels = formula.map(labels_of);
    TopicFacts {
        topic: topic.id.clone(),
        words,
        formulas: in_texts.max(topic.formulas.len()),
        labels,
        complexity: labels.map(Complexity::of),
        tags: topic.tags.clone(),
    }
}

/// The words of a text without its formulas. A mark that stands alone, as after a formula, is no word.
fn words(text: &document::Text) -> usize {
    let is_word = |word: &&str| word.contains(char::is_alphanumeric);
    let words = |part: &str| part.split_whitespace().filter(is_word).count();
    let mut end = 0;
    let mut count = 0;
    for formula in &text.formulas {
        count += text.text.get(end..formula.place.start).map_or(0, words);
        end = formula.place.end;
    }
    count + text.text.get(end..).map_or(0, words)
}

fn labels_of(formula: &TopicFormula) -> usize {
    match &formula.mathml {
        Some(mathml) if formula.latex.is_empty() => labels(mathml, Notation::MathMl),
        _ => labels(&formula.latex, Notation::Latex),
    }
}

/// The number of labels in the operator tree of a formula: the atoms of `perga tree --as opt`.
///
/// ```
/// use formula::Notation;
/// use lab::topics::labels;
/// assert_eq!(labels("[x,y]=x", Notation::Latex), 5);
/// assert_eq!(labels(r"\sum_{k=0}^n\binom nk k", Notation::Latex), 12);
/// ```
pub fn labels(source: &str, notation: Notation) -> usize {
    let formula = formula::read(source, notation, &Options { wildcards: true, ..Options::default() });
    atoms(&formula.opt)
}

/// The number of labels in an operator tree.
pub(crate) fn atoms(opt: &formula::opt::Opt) -> usize {
    let text = formula::write::sexpr::write(opt);
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|atom| !atom.is_empty()).count()
}

/// Topics as text: sums and spreads, classes, attributes, and every topic if that is wanted.
pub fn text(topics: &[TopicFacts], info: &TopicInfo, per_topic: bool) -> String {
    let mut out = format!("{}\n", counted(topics.len(), "topic"));
    let spread = |name: &str, numbers: &[usize]| {
        let Spread { least, greatest, mean } = Spread::of(numbers);
        vec![name.to_owned(), least.to_string(), greatest.to_string(), format!("{mean:.1}")]
    };
    let of = |number: fn(&TopicFacts) -> usize| topics.iter().map(number).collect::<Vec<_>>();
    let labels: Vec<usize> = topics.iter().filter_map(|topic| topic.labels).collect();
    let mut rows = vec![["", "least", "greatest", "mean"].map(str::to_owned).to_vec()];
    rows.push(spread("words outside formulas", &of(|topic| topic.words)));
    rows.push(spread("formulas", &of(|topic| topic.formulas)));
    if !labels.is_empty() {
        rows.push(spread("labels in the formula's operator tree", &labels));
    }
    out.push_str(&align(&rows, 1));
    if !labels.is_empty() {
        let count = |class| topics.iter().filter(|topic| topic.complexity == Some(class)).count();
        let [low, medium, high] = [Complexity::Low, Complexity::Medium, Complexity::High].map(count);
        out.push_str(&format!("complexity, computed: {low} low, {medium} medium, {high} high\n"));
    }
    out.push_str(&attributes(topics, info));
    if per_topic {
        out.push('\n');
        out.push_str(&table(topics));
    }
    out
}

/// How many topics have each value of the attributes that have few values.
fn attributes(topics: &[TopicFacts], info: &TopicInfo) -> String {
    const FEW: usize = 6;
    let mut out = String::new();
    for attribute in info.attributes() {
        let values: Vec<Option<&str>> =
            topics.iter().map(|topic| info.get(&topic.topic, attribute)).collect();
        let different: FxHashSet<&str> = values.iter().copied().flatten().collect();
        if (2..=FEW).contains(&different.len()) {
            let slices = eval::statistics::slices::slices(&values);
            let counts = slices.iter().map(|slice| format!("{} {}", slice.topics.len(), slice.name));
            out.push_str(&format!("{attribute}: {}\n", counts.collect::<Vec<_>>().join(", ")));
        }
    }
    out
}

fn table(topics: &[TopicFacts]) -> String {
    let mut rows = vec![["topic", "words", "formulas", "labels", "complexity"].map(str::to_owned).to_vec()];
    for topic in topics {
        let class = topic.complexity.map_or("-".to_owned(), |class| format!("{class:?}").to_lowercase());
        let labels = topic.labels.map_or("-".to_owned(), |labels| labels.to_string());
        rows.push(vec![
            topic.topic.clone(),
            topic.words.to_string(),
            topic.formulas.to_string(),
            labels,
            class,
        ]);
    }
    align(&rows, 1)
}

/// Topics as JSON.
///
/// # Errors
/// None that topics can cause.
pub fn json(topics: &[TopicFacts]) -> Result<String> {
    Ok(format!("{}\n", serde_json::to_string_pretty(topics)?))
}

/// Topic and class, a line each, for `complexity` as an attribute of topics.
pub fn classes(topics: &[TopicFacts]) -> String {
    let line = |topic: &TopicFacts| topic.complexity.map(|class| format!("{}\t{class:?}\n", topic.topic));
    std::iter::once("topic\tcomplexity\n".to_owned()).chain(topics.iter().filter_map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nine examples that were published with their class.
    #[test]
    fn the_published_examples_have_their_class() {
        let low = [r"O(mn\log m)", r"\frac{df}{dx}=f(x+1)", "[x,y]=x"];
        let medium =
            [r"\int_0^\infty\frac{\sin x}{x^a}", r"\sum_{k=0}^n\binom nk k", r"\int\frac1{(x^2+1)^\pi}dx"];
        let high = [
            r"\sum_{r=1}^n(-1)^{(n-r)}\binom nr(r)^m",
            r"\frac{\sqrt{1-p^2}}{2\pi(1-2p\sin\varphi\cos\varphi)}",
            r"x-\frac{x^3}{3\times3!}+\frac{x^5}{5\times5!}-\frac{x^7}{7\times7!}+\ldots=\sum_{n=0}^\infty\frac{(-1)^nx^{(2n+1)}}{(2n+1)\times(2n+1)!}",
        ];
        let classes = [(low, Complexity::Low), (medium, Complexity::Medium), (high, Complexity::High)];
        for (formulas, class) in classes {
            for formula in formulas {
                let labels = labels(formula, Notation::Latex);
                assert_eq!(Complexity::of(labels), class, "{formula}: {labels}");
            }
        }
    }
}
