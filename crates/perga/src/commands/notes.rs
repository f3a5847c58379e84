//! What the command line says of notes and errors of an evaluation: the library knows what happened, and only here is
//! known which option changes it.

use eval::evaluation::Note;

use crate::failure;

/// A note in words.
pub fn said(note: &Note) -> String {
    match note {
        Note::UnmappedFormulas { file, unmapped, formulas } => {
            format!("{file}: {unmapped} of {formulas} formulas are not in the map and were left out")
        }
        Note::LowestLevel { measures } => {
            let labels = measures.join(", ");
            format!("grade 1 counts as relevant in {labels}; ARQMath's papers count from grade 2 up: `-l 2`")
        }
        Note::CodeAsGrade { file, grade } => format!(
            "{file} has the grade {grade}; in ARQMath's complete files 5 and 6 mean no judgement: `--drop-grades 5,6`"
        ),
        Note::MissingTopics { run, missing, judged, count_as_zero } => {
            let how = match count_as_zero {
                true => "counted as 0",
                false => "left out of the average; `-c` counts them as 0",
            };
            format!("{run}: no results for {missing} of {judged} judged topics: {how}")
        }
        Note::UnknownAnswers { run, count } => {
            format!("{run}: {} without a judgement", document::counted(*count, "answer"))
        }
        Note::SharedTopics { run, topics, baseline, baseline_topics, shared } => format!(
            "{run} has {topics} judged topics, {baseline} has {baseline_topics}; compared on the {shared} that both have (`-c`: on all)"
        ),
    }
}

/// An error with the option that would help.
pub fn explained(error: eval::Error) -> anyhow::Error {
    let hint = match &error {
        eval::Error::NotInMap { example, .. } => {
            format!("its docnos look like `{example}`; leave `--visual` out if they are visual ids already")
        }
        eval::Error::BaselineAlone { .. } => {
            "name the runs to compare with it: `perga compare QRELS RUN… --baseline RUN`".to_owned()
        }
        eval::Error::Conflict(_) => {
            "say what counts with `--assessors highest` or `--assessors sum`".to_owned()
        }
        _ => return error.into(),
    };
    anyhow::anyhow!(failure::with_hint(error, Some(hint)))
}

/// Examples of `perga collection`.
pub const COLLECTIONS: &str = "\
Examples:
  perga collection export dump/ --before 2019-01-01 --into collection
      posts with an id for each formula, lists of formulas, thread pages, a manifest with checksums
  perga collection check collection
      what is missing, damaged, or does not agree
  perga collection topics dump/ --plan plan.toml --into topics
      questions chosen as topics, by a file of settings
  perga collection compare collections.toml
      judged and relevant results of several collections, how alike slices of their topics order runs";
