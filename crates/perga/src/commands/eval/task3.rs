//! `perga eval --answers`: answers of Task 3.

use anyhow::Result;
use eval::Judgements;
use eval::report::{Column, Report, RunReport};
use eval::task3::{LABELS, Task3};
use trec::Input;
use trec::answers::{self, AnswerRun};

use super::{Arguments, note_topics, options, tell_apart};

/// Measures answers: AR, P@1 and lexical overlap.
pub fn report(arguments: &Arguments, judgements: &Judgements) -> Result<Report> {
    let pool = match &arguments.answers {
        Some(path) => answers::read_pool(&Input::open(path)?)?,
        None => Vec::new(),
    };
    let task = Task3::new(judgements, &pool);
    let mut runs = Vec::new();
    for path in &arguments.runs {
        let run = AnswerRun::read(&Input::open(path)?)?;
        let scores = task.evaluate(&run, arguments.complete)?;
        runs.push(RunReport { name: run.tag, file: run.file, scores });
    }
    tell_apart(&mut runs);
    note_topics(&runs, arguments.complete);
    for run in runs.iter().filter(|run| !run.scores.unjudged.is_empty()) {
        eprintln!(
            "note: {}: {} answers are not among the known answers",
            run.name,
            run.scores.unjudged.len()
        );
    }
    let columns = LABELS.map(|label| Column { label: label.to_owned(), whole: false }).to_vec();
    let (qrels, per_topic) = (judgements.qrels().file().to_owned(), arguments.per_topic);
    Ok(Report { qrels, columns, runs, options: options(arguments), per_topic })
}
