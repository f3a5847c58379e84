//! What a measure sees: the grade at each rank, and how many documents have each grade.

/// A grade of relevance; below 0 the document is not judged.
pub type Grade = i32;

/// The grade of an unjudged document.
pub const UNJUDGED: Grade = -1;

/// How many documents of a topic were judged with each grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GradeCounts {
    by_grade: Vec<usize>,
}

impl GradeCounts {
    /// Counts grades; those below 0 mean no judgement and are not counted.
    pub fn new(grades: impl IntoIterator<Item = Grade>) -> Self {
        let mut counts = GradeCounts::default();
        for grade in grades {
            let Ok(grade) = usize::try_from(grade) else { continue };
            if grade >= counts.by_grade.len() {
                counts.by_grade.resize(grade + 1, 0);
            }
            counts.by_grade[grade] += 1;
        }
        counts
    }

    /// Judged documents with this grade or a higher one.
    pub fn at_least(&self, level: u32) -> usize {
        self.by_grade.iter().skip(level as usize).sum()
    }

    /// Judged documents with a lower grade.
    pub fn below(&self, level: u32) -> usize {
        self.by_grade.iter().take(level as usize).sum()
    }

    /// The grades from the highest down, each with its number of documents.
    pub fn descending(&self) -> impl Iterator<Item = (Grade, usize)> + '_ {
        self.by_grade.iter().enumerate().rev().map(|(grade, &count)| (grade as Grade, count))
    }
}

/// The results of one topic in order, as grades.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    grades: &'a [Grade],
    counts: &'a GradeCounts,
}

impl<'a> Ranking<'a> {
    /// `grades` by rank ([`UNJUDGED`] for unjudged documents), `counts` of all judgements of the topic.
    pub fn new(grades: &'a [Grade], counts: &'a GradeCounts) -> Self {
        Ranking { grades, counts }
    }

    /// The grades by rank.
    pub fn grades(&self) -> &'a [Grade] {
        self.grades
    }

    /// The first `cutoff` grades, or all of them.
    pub fn top(&self, cutoff: Option<usize>) -> &'a [Grade] {
        &self.grades[..cutoff.unwrap_or(usize::MAX).min(self.grades.len())]
    }

    /// All judgements of the topic.
    pub fn counts(&self) -> &'a GradeCounts {
        self.counts
    }

    /// How many results within the cutoff are relevant.
    pub fn relevant_in_top(&self, cutoff: Option<usize>, level: u32) -> usize {
        self.top(cutoff).iter().filter(|&&grade| is_relevant(grade, level)).count()
    }
}

/// Whether a grade counts as relevant when relevance begins at `level`.
#[inline]
pub(crate) fn is_relevant(grade: Grade, level: u32) -> bool {
    grade >= 0 && grade as u32 >= level
}

/// `part / whole`, and 0 when the whole is 0: trec_eval's value for topics without relevant documents.
#[inline]
pub(crate) fn ratio(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}
