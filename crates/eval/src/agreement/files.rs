//! Agreement from files: who judged what, and how well every two of them agree.

use std::collections::BTreeMap;
use std::path::PathBuf;

use trec::{Assessments, Input};

use super::{Kappa, Pair, binarised, cohen_pairs, fleiss, mean_kappa};
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
        let (assessors, ratings) = by_assessor(&assessments);
        if assessors.len() < 2 {
            return Err(Error::OneAssessor { name: assessors.into_iter().next() });
        }
        let halves = binarised(&ratings, self.level);
        let (grades, halves) = (Counted::new(&ratings), Counted::new(&halves));
        if grades.pairs.is_empty() {
            return Err(Error::NothingJudgedTwice);
        }
        Ok(Findings { assessors, level: self.level, grades, halves })
    }
}

/// The assessors in the order in which they appear, and their ratings over all items.
fn by_assessor(assessments: &Assessments) -> (Vec<String>, Vec<Vec<Option<i32>>>) {
    let mut items: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut assessors: Vec<&str> = Vec::new();
    for assessment in assessments.all() {
        let next = items.len();
        items.entry((&assessment.topic, &assessment.docno)).or_insert(next);
        if !assessors.contains(&assessment.assessor.as_str()) {
            assessors.push(&assessment.assessor);
        }
    }
    let mut ratings = vec![vec![None; items.len()]; assessors.len()];
    for assessment in assessments.all() {
        let assessor = assessors.iter().position(|&name| name == assessment.assessor);
        let item = items.get(&(assessment.topic.as_str(), assessment.docno.as_str()));
        if let (Some(assessor), Some(&item)) = (assessor, item) {
            ratings[assessor][item] = Some(assessment.grade);
        }
    }
    (assessors.into_iter().map(str::to_owned).collect(), ratings)
}
