//! Answers of ARQMath Task 3: from files to the numbers of [`crate::task3`].

use std::path::PathBuf;
use std::sync::Arc;

use trec::Input;
use trec::answers::{self, AnswerRun, PooledAnswer};

use super::{Evaluation, Measured, Note, distinguish, notes};
use crate::report::{Column, RunReport};
use crate::task3::{Encoder, Given, Marks, Means, OwnTokens, Task3, Tokenizer};
use crate::{Judgements, Result};

/// How runs of answers are measured.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Known answers with their texts: those of Task 3, and those of Task 1 that count as references.
    pub known: Vec<PathBuf>,
    /// Which known answer each run gave; its runs are measured beside those that are named.
    pub map: Option<PathBuf>,
    /// Whether the runs are rankings (of Task 1), whose first results are the answers.
    pub first_results: bool,
    /// What assessors said beside grades.
    pub marks: Option<PathBuf>,
    /// Cuts answers into tokens; Perga's own without it.
    pub tokenizer: Option<Arc<dyn Tokenizer>>,
    /// Makes vectors of tokens.
    pub encoder: Option<Arc<dyn Encoder>>,
}

impl Evaluation {
    pub(super) fn measure_answers(
        &self,
        settings: &Answers,
        judgements: &Judgements<'_>,
        notes: &mut Vec<Note>,
    ) -> Result<Measured> {
        let mut given = Vec::new();
        for path in &self.runs {
            let input = Input::open(path)?;
            given.push(match settings.first_results {
                true => Given::of_ranking(&input, self.reading.columns)?,
                false => Given::of_run(AnswerRun::read(&input)?),
            });
        }
        let mapped = match &settings.map {
            Some(map) => Given::of_map(&Input::open(map)?)?,
            None => Vec::new(),
        };
        let pool = pool(settings, &mapped)?;
        given.extend(mapped);
        let marks = settings.marks.as_ref().map(|path| Marks::read(&Input::open(path)?)).transpose()?;
        let means = Means {
            tokenizer: settings.tokenizer.as_deref().unwrap_or(&OwnTokens),
            encoder: settings.encoder.as_deref(),
            marks: marks.as_ref(),
        };
        let task = Task3::new(judgements, &pool, means)?;
        let mut runs = Vec::new();
        for run in given {
            let scores = task.evaluate(&run, self.options.complete)?;
            runs.push(RunReport { name: run.name, file: run.file, scores });
        }
        distinguish(&mut runs);
        if self.extremes {
            let name = "best answers".to_owned();
            runs.push(RunReport { name, file: String::new(), scores: task.ceiling() });
        }
        notes.extend(notes::on_topics(&runs, self.options.complete));
        for run in runs.iter().filter(|run| !run.scores.unjudged.is_empty()) {
            notes.push(Note::UnknownAnswers { run: run.name.clone(), count: run.scores.unjudged.len() });
        }
        let columns = task.labels().into_iter().map(|label| Column { label, whole: false }).collect();
        Ok(Measured { report: self.report(judgements, columns, runs), curves: Vec::new() })
    }
}

/// The known answers. Where the list names no contributors, those of the map count: the teams whose runs gave the
/// answer.
fn pool(settings: &Answers, mapped: &[Given]) -> Result<Vec<PooledAnswer>> {
    let mut pool: Vec<PooledAnswer> = Vec::new();
    for path in &settings.known {
        pool.extend(answers::read_pool(&Input::open(path)?)?);
    }
    for answer in pool.iter_mut().filter(|answer| answer.contributors.is_empty()) {
        let gave = |run: &&Given| {
            run.answer(&answer.topic).is_some_and(|given| given.docno.as_deref() == Some(&answer.docno))
        };
        let teams = mapped.iter().filter(gave).map(|run| team(&run.name).to_owned());
        answer.contributors = teams.collect();
    }
    Ok(pool)
}

/// The team of a run: ARQMath's file names begin with it.
fn team(run: &str) -> &str {
    run.split('-').next().unwrap_or(run)
}
