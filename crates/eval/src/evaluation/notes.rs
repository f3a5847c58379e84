//! What a reader should know beside the numbers.
//!
//! Notes are values and not sentences: the command line names the option that changes what a note reports, and another
//! caller has no such option.

use trec::Qrels;
use trec::qrels::ARQMATH_CODES;

use crate::Measure;
use crate::report::RunReport;

/// Something a reader should know beside the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Formulas of a run are not in the map of visual ids and were left out.
    UnmappedFormulas {
        /// The run's file.
        file: String,
        /// The number of these formulas or answers.
        unmapped: usize,
        /// The number of all its formulas.
        formulas: usize,
    },
    /// Grade 1 counts as relevant in these measures, and judgements have higher grades: ARQMath's papers count from
    /// grade 2 up.
    LowestLevel {
        /// The measures.
        measures: Vec<String>,
    },
    /// The judgements have a grade that means no judgement in ARQMath's complete files.
    CodeAsGrade {
        /// The judgements' file.
        file: String,
        /// The grade.
        grade: i32,
    },
    /// A run has no results for some judged topics.
    MissingTopics {
        /// The run.
        run: String,
        /// The number of these topics.
        missing: usize,
        /// The number of judged topics.
        judged: usize,
        /// Whether they count as 0; otherwise averages leave them out.
        count_as_zero: bool,
    },
    /// Answers of a run are not among the known answers.
    UnknownAnswers {
        /// The run.
        run: String,
        /// The number of these formulas or answers.
        count: usize,
    },
    /// Two runs were compared on fewer topics than one of them has.
    SharedTopics {
        /// The run.
        run: String,
        /// Its judged topics with results.
        topics: usize,
        /// The baseline.
        baseline: String,
        /// The baseline's judged topics with results.
        baseline_topics: usize,
        /// The topics that both have.
        shared: usize,
    },
}

/// The two traps of ARQMath's grades: relevance begins at 2, and 5 and 6 mean no grade.
pub(super) fn on_grades(measures: &[Measure], level: u32, qrels: &Qrels) -> Vec<Note> {
    let open = |measure: &&Measure| measure.judged_only() && measure.is_binary() && measure.level().is_none();
    let measures: Vec<String> =
        measures.iter().filter(open).map(|measure| measure.label().to_owned()).collect();
    let highest = qrels.highest_grade();
    let mut notes = Vec::new();
    if level == 1 && !measures.is_empty() && highest > 1 {
        notes.push(Note::LowestLevel { measures });
    }
    if ARQMATH_CODES.contains(&highest) {
        notes.push(Note::CodeAsGrade { file: qrels.file().to_owned(), grade: highest });
    }
    notes
}

/// A note if the averages are not over every judged topic.
pub(super) fn on_topics(runs: &[RunReport], complete: bool) -> impl Iterator<Item = Note> {
    runs.iter().filter(|run| !run.scores.missing.is_empty()).map(move |run| {
        let (count, missing) = (run.scores.topics.len(), run.scores.missing.len());
        let judged = count + if complete { 0 } else { missing };
        Note::MissingTopics { run: run.name.clone(), missing, judged, count_as_zero: complete }
    })
}
