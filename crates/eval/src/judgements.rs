//! Judgements prepared for lookup: one table of grades per topic, and one per judgement group.

use rustc_hash::FxHashMap;
use trec::Qrels;
use trec::qrels::QrelsTopic;

use crate::ranking::{Grade, GradeCounts, UNJUDGED};

/// The judged documents of a topic (or of one of its judgement groups).
#[derive(Clone, Debug, Default)]
pub struct Pool<'q> {
    grades: FxHashMap<&'q str, Grade>,
    counts: GradeCounts,
}

impl<'q> Pool<'q> {
    fn new(grades: FxHashMap<&'q str, Grade>) -> Self {
        let counts = GradeCounts::new(grades.values().copied());
        Pool { grades, counts }
    }

    /// The grade of a document, or [`UNJUDGED`].
    #[inline]
    pub fn grade(&self, docno: &str) -> Grade {
        self.grades.get(docno).map_or(UNJUDGED, |&grade| grade.max(UNJUDGED))
    }

    /// How many documents have each grade.
    pub fn counts(&self) -> &GradeCounts {
        &self.counts
    }

    /// The judged documents with their grades, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&'q str, Grade)> + '_ {
        self.grades.iter().map(|(&docno, &grade)| (docno, grade)).filter(|&(_, grade)| grade >= 0)
    }
}

/// One judged topic.
#[derive(Clone, Debug)]
pub struct JudgedTopic<'q> {
    /// The topic's id.
    pub id: &'q str,
    /// All its judgements; where groups overlap, the highest grade of each document.
    pub pool: Pool<'q>,
    /// The judgements of each group that judged anything for this topic.
    pub groups: Vec<Pool<'q>>,
}

impl<'q> JudgedTopic<'q> {
    fn new(qrels: &'q Qrels, topic: &'q QrelsTopic) -> Self {
        let mut all: FxHashMap<&str, Grade> = FxHashMap::default();
        let mut groups: Vec<(u32, FxHashMap<&str, Grade>)> = Vec::new();
        for judgement in &topic.judgements {
            let docno = qrels.docno(judgement);
            let grade = all.entry(docno).or_insert(judgement.grade);
            *grade = judgement.grade.max(*grade);
            if qrels.groups().len() == 1 {
                continue;
            }
            let known = groups.iter().position(|(group, _)| *group == judgement.group);
            let index = known.unwrap_or_else(|| {
                groups.push((judgement.group, FxHashMap::default()));
                groups.len() - 1
            });
            groups[index].1.insert(docno, judgement.grade);
        }
        let pool = Pool::new(all);
        let mut groups: Vec<Pool> = groups.into_iter().map(|(_, grades)| Pool::new(grades)).collect();
        if groups.is_empty() {
            groups.push(pool.clone());
        }
        JudgedTopic { id: &topic.id, pool, groups }
    }
}

/// Judgements ready for evaluation; they borrow from the file they were read from.
#[derive(Clone, Debug)]
pub struct Judgements<'q> {
    qrels: &'q Qrels,
    topics: Vec<JudgedTopic<'q>>,
}

impl<'q> Judgements<'q> {
    /// Builds the tables. A topic without rows (all dropped) is left out.
    pub fn new(qrels: &'q Qrels) -> Self {
        let topics = qrels.topics().iter().filter(|topic| !topic.judgements.is_empty());
        Judgements { qrels, topics: topics.map(|topic| JudgedTopic::new(qrels, topic)).collect() }
    }

    /// The file they came from.
    pub fn qrels(&self) -> &'q Qrels {
        self.qrels
    }

    /// The judged topics in the order of the file.
    pub fn topics(&self) -> &[JudgedTopic<'q>] {
        &self.topics
    }
}
