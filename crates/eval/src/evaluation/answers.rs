//! Answers of ARQMath Task 3: AR, P@1 and lexical overlap.

use std::path::Path;

use trec::Input;
use trec::answers::{self, AnswerRun};

use super::{Evaluation, Measured, Note, distinguish, notes};
use crate::report::{Column, RunReport};
use crate::task3::{LABELS, Task3};
use crate::{Judgements, Result};

impl Evaluation {
    pub(super) fn measure_answers(
        &self,
        known: &Path,
        judgements: &Judgements<'_>,
        notes: &mut Vec<Note>,
    ) -> Result<Measured> {
        let pool = answers::read_pool(&Input::open(known)?)?;
        let task = Task3::new(judgements, &pool);
        let mut runs = Vec::new();
        for path in &self.runs {
            let run = AnswerRun::read(&Input::open(path)?)?;
            let scores = task.evaluate(&run, self.options.complete)?;
            runs.push(RunReport { name: run.tag, file: run.file, scores });
        }
        distinguish(&mut runs);
        notes.extend(notes::on_topics(&runs, self.options.complete));
        for run in runs.iter().filter(|run| !run.scores.unjudged.is_empty()) {
            notes.push(Note::UnknownAnswers { run: run.name.clone(), count: run.scores.unjudged.len() });
        }
        let columns = LABELS.map(|label| Column { label: label.to_owned(), whole: false }).to_vec();
        Ok(Measured { report: self.report(judgements, columns, runs), curves: Vec::new() })
    }
}
