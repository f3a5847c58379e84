//! From judgements to qrels.
//!
//! First the assessors of an item: NTCIR gave every unit to two, each of whom judged it relevant (2), partially
//! relevant (1) or not relevant (0), and added the two to grades from 0 to 4; ARQMath gave it to one. Then
//! the instances of a formula: the formula has the highest grade that any of its instances got. Last, topics
//! with too few relevant results are dropped, since they cannot distinguish systems.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// How the grades of several assessors become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assessors {
    /// They are added.
    Sum,
    /// The highest counts.
    Highest,
    /// All assessors must give the same grade.
    Single,
    /// The first of them counts, in the order of the judgements: a second one was asked for agreement only.
    First,
    /// Where the assessor `adjudicated` decided, that counts; elsewhere the first.
    Adjudicated,
}

/// The name of the assessor whose grade decides after adjudication.
pub const ADJUDICATED: &str = "adjudicated";

impl Assessors {
    /// All of them with their names.
    pub const NAMES: [(Assessors, &'static str); 5] = [
        (Assessors::Sum, "sum"),
        (Assessors::Highest, "highest"),
        (Assessors::Single, "single"),
        (Assessors::First, "first"),
        (Assessors::Adjudicated, "adjudicated"),
    ];
}

/// How judgements become qrels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merge {
    /// How the grades of several assessors become one.
    pub assessors: Assessors,
    /// The lowest relevant grade, after merging.
    pub level: i32,
    /// Topics with fewer relevant results are dropped.
    pub least_relevant: usize,
}

/// The grade of one item by one assessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged<'a> {
    /// The topic.
    pub topic: &'a str,
    /// The assessor.
    pub assessor: &'a str,
    /// The docno, or the instance.
    pub item: &'a str,
    /// The grade.
    pub grade: i32,
}

/// Merged judgements of one topic: docno (or visual id) to grade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergedTopic {
    /// The topic.
    pub topic: String,
    /// The grades by docno.
    pub grades: BTreeMap<String, i32>,
}

/// Merged judgements.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// The topics that stay, in the order of the judgements.
    pub topics: Vec<MergedTopic>,
    /// Topics that were dropped, with the number of relevant results that they have.
    pub dropped: Vec<(String, usize)>,
    /// Items that fewer assessors judged than others: where grades are added, their sums are too low.
    pub incomplete: usize,
    /// Items without a visual id, which were skipped.
    pub unknown: usize,
}

/// Why judgements cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The topic.
    pub topic: String,
    /// The item.
    pub item: String,
    /// Two assessors and their grades.
    pub grades: [(String, i32); 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { topic, item, grades: [(first, ours), (second, theirs)] } = self;
        write!(f, "`{item}` of topic {topic} has grade {ours} from {first} and {theirs} from {second}")
    }
}

impl std::error::Error for Conflict {}

/// Merges judgements. `visual` names the visual id of an instance, and is the identity where judgements are
/// of documents.
///
/// ```
/// use eval::pooling::{merge::{Judged, merge}, presets};
/// let judged = |assessor, item, grade| Judged { topic: "1", assessor, item, grade };
/// let all = [judged("x", "a", 2), judged("y", "a", 1), judged("x", "b", 0), judged("y", "b", 0)];
/// let rule = presets::named("ntcir11").unwrap().merge;
/// let merged = merge(&rule, &all, |item| Some(item.to_owned())).unwrap();
/// assert_eq!(merged.topics[0].grades["a"], 3);
/// ```
pub fn merge(
    rule: &Merge,
    judgements: &[Judged],
    visual: impl Fn(&str) -> Option<String>,
) -> Result<Merged, Conflict> {
    let mut merged = Merged::default();
    let topics = by_topic(judgements);
    let assessors = topics.iter().flat_map(|(_, items)| items.values()).map(Vec::len).max().unwrap_or(0);
    for (topic, items) in topics {
        let mut grades: BTreeMap<String, i32> = BTreeMap::new();
        for (item, judged) in items {
            merged.incomplete += usize::from(rule.assessors == Assessors::Sum && judged.len() < assessors);
            let grade = one_grade(rule.assessors, topic, item, &judged)?;
            match visual(item) {
                Some(id) => {
                    let highest = grades.entry(id).or_insert(grade);
                    *highest = grade.max(*highest);
                }
                None => merged.unknown += 1,
            }
        }
        let relevant = grades.values().filter(|&&grade| grade >= rule.level).count();
        if relevant < rule.least_relevant {
            merged.dropped.push((topic.to_owned(), relevant));
        } else {
            merged.topics.push(MergedTopic { topic: topic.to_owned(), grades });
        }
    }
    Ok(merged)
}

type Said<'a> = Vec<(&'a str, i32)>;

/// Assessors and their grades, by topic in the order of the judgements, then by item.
fn by_topic<'a>(judgements: &[Judged<'a>]) -> Vec<(&'a str, BTreeMap<&'a str, Said<'a>>)> {
    let mut topics: Vec<(&str, BTreeMap<&str, Said>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for judged in judgements {
        let place = *places.entry(judged.topic).or_insert_with(|| {
            topics.push((judged.topic, BTreeMap::new()));
            topics.len() - 1
        });
        topics[place].1.entry(judged.item).or_default().push((judged.assessor, judged.grade));
    }
    topics
}

fn one_grade(rule: Assessors, topic: &str, item: &str, judged: &[(&str, i32)]) -> Result<i32, Conflict> {
    let grades = judged.iter().map(|&(_, grade)| grade);
    match rule {
        Assessors::Sum => Ok(grades.sum()),
        Assessors::Highest => Ok(grades.max().unwrap_or(0)),
        Assessors::First => Ok(first(judged)),
        Assessors::Adjudicated => {
            let decided = judged.iter().find(|(assessor, _)| *assessor == ADJUDICATED);
            Ok(decided.map_or_else(|| first(judged), |(_, grade)| *grade))
        }
        Assessors::Single => {
            let first = judged.first().copied().unwrap_or(("", 0));
            match judged.iter().find(|(_, grade)| *grade != first.1) {
                None => Ok(first.1),
                Some(&other) => {
                    let owned = |(assessor, grade): (&str, i32)| (assessor.to_owned(), grade);
                    let grades = [owned(first), owned(other)];
                    Err(Conflict { topic: topic.to_owned(), item: item.to_owned(), grades })
                }
            }
        }
    }
}

fn first(judged: &[(&str, i32)]) -> i32 {
    judged.first().map_or(0, |(_, grade)| *grade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_or_the_adjudicated_grade_counts() {
        let judged = [("ann", 1), ("bob", 3)];
        assert_eq!(one_grade(Assessors::First, "1", "a", &judged), Ok(1));
        assert_eq!(one_grade(Assessors::Adjudicated, "1", "a", &judged), Ok(1));
        let settled = [("ann", 1), ("bob", 3), (ADJUDICATED, 2)];
        assert_eq!(one_grade(Assessors::Adjudicated, "1", "a", &settled), Ok(2));
        assert!(one_grade(Assessors::Single, "1", "a", &judged).is_err());
    }
}
