//! Agreement from files: who judged what, and how well every two of them agree.

use std::collections::BTreeMap;
use std::path::PathBuf;

use trec::assessments::Assessment;
use trec::{Assessments, Input};

use super::{Kappa, Pair, binarised, cohen_pairs, fleiss, mean_kappa, pearson_pairs};
use crate::report::Report;
use crate::{Error, Result};

/// Judgements of several assessors, to be compared.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// Files of judgements; where a file names no assessor, the file is the assessor.
    pub files: Vec<PathBuf>,
    /// The lowest grade of the upper half where grades are cut in two.
    pub level: i32,
    /// Grades that mean no judgement.
    pub dropped_grades: Vec<i32>,
    /// Whether agreement is also measured topic by topic.
    pub per_topic: bool,
}

/// How well assessors agree, grade by grade and with grades cut in two.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The assessors, in the order in which they appear.
    pub assessors: Vec<String>,
    /// The lowest grade of the upper half.
    pub level: i32,
    /// Over all grades.
    pub grades: Counted,
    /// Over the two halves.
    pub halves: Counted,
    /// Pearson's r of the grades of each pair.
    pub pearson: Vec<Option<f64>>,
    /// The same for each topic that two assessors judged; empty unless it was asked for.
    pub topics: Vec<(String, Counted, Counted)>,
}

/// Agreement of pairs and of all.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// Every two assessors that judged something together.
    pub pairs: Vec<Pair>,
    /// The mean of Cohen's κ over the pairs.
    pub mean: Option<f64>,
    /// Fleiss's κ over all assessors.
    pub fleiss: Option<Kappa>,
}

impl Findings {
    /// The numbers as a report: one row `all`, and one for each pair.
    pub fn report(&self) -> Report {
        let labels = ["kappa", "kappa cut", "fleiss", "fleiss cut", "r"].map(str::to_owned);
        let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let fleiss = |counted: &Counted| number(counted.fleiss.and_then(|kappa| kappa.kappa));
        let (grades, halves) = (&self.grades, &self.halves);
        let all = vec![number(grades.mean), number(halves.mean), fleiss(grades), fleiss(halves), f64::NAN];
        let pairs = grades.pairs.iter().zip(&halves.pairs).zip(&self.pearson).map(|((ours, cut), r)| {
            let name = format!("{} and {}", self.assessors[ours.first], self.assessors[ours.second]);
            let kappas = [ours, cut].map(|pair| number(pair.kappa.kappa));
            (name, vec![kappas[0], kappas[1], f64::NAN, f64::NAN, number(*r)])
        });
        Report::table(&labels, std::iter::once(("all".to_owned(), all)).chain(pairs).collect())
    }
}

impl Counted {
    fn new<L: Ord + Copy>(ratings: &[Vec<Option<L>>]) -> Self {
        let pairs = cohen_pairs(ratings);
        Counted { mean: mean_kappa(&pairs), pairs, fleiss: fleiss(ratings) }
    }
}

impl Agreement {
    /// Reads the judgements and compares them.
    pub fn measure(&self) -> Result<Findings> {
        let mut assessments = Assessments::default();
        for file in &self.files {
            assessments.read(&Input::open(file)?)?;
        }
        assessments.drop_grades(&self.dropped_grades);
        let (assessors, ratings) = by_assessor(assessments.all().iter());
        if assessors.len() < 2 {
            return Err(Error::OneAssessor { name: assessors.into_iter().next() });
        }
        let halves = binarised(&ratings, self.level);
        let (grades, halves) = (Counted::new(&ratings), Counted::new(&halves));
        if grades.pairs.is_empty() {
            return Err(Error::NothingJudgedTwice);
        }
        let pearson = pearson_pairs(&ratings, &grades.pairs);
        let topics = if self.per_topic { self.topics(&assessments) } else { Vec::new() };
        Ok(Findings { assessors, level: self.level, grades, halves, pearson, topics })
    }

    /// Agreement on each topic that two assessors judged, in the order of the files.
    fn topics(&self, assessments: &Assessments) -> Vec<(String, Counted, Counted)> {
        let mut ids: Vec<&str> = Vec::new();
        for assessment in assessments.all() {
            if !ids.contains(&assessment.topic.as_str()) {
                ids.push(&assessment.topic);
            }
        }
        let measured = |id: &str| {
            let (_, ratings) = by_assessor(assessments.all().iter().filter(|one| one.topic == id));
            let counted = Counted::new(&ratings);
            let halves = Counted::new(&binarised(&ratings, self.level));
            (!counted.pairs.is_empty()).then(|| (id.to_owned(), counted, halves))
        };
        ids.into_iter().filter_map(measured).collect()
    }
}

/// The assessors in the order in which they appear, and their ratings over all items.
fn by_assessor<'a>(
    assessments: impl Iterator<Item = &'a Assessment> + Clone,
) -> (Vec<String>, Vec<Vec<Option<i32>>>) {
    let mut items: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut assessors: Vec<&str> = Vec::new();
    for assessment in assessments.clone() {
        let next = items.len();
        items.entry((&assessment.topic, &assessment.docno)).or_insert(next);
        if !assessors.contains(&assessment.assessor.as_str()) {
            assessors.push(&assessment.assessor);
        }
    }
    let mut ratings = vec![vec![None; items.len()]; assessors.len()];
    for assessment in assessments {
        let assessor = assessors.iter().position(|&name| name == assessment.assessor);
        let item = items.get(&(assessment.topic.as_str(), assessment.docno.as_str()));
        if let (Some(assessor), Some(&item)) = (assessor, item) {
            ratings[assessor][item] = Some(assessment.grade);
        }
    }
    (assessors.into_iter().map(str::to_owned).collect(), ratings)
}
