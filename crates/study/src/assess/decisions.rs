//! What assessors disagree about, as a table, and decisions of the organiser from a table.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Error, Result};

use super::journal::{Action, Item, Journal, Line};
use super::project::Project;
use super::results::{Results, Several};
use super::state::State;
use super::verdict::Verdict;

fn shown(item: &Item) -> &str {
    item.instance.as_ref().unwrap_or(&item.unit)
}

/// What is not decided, `topic result verdicts`, with a header.
pub fn list(project: &Project, state: &State) -> String {
    let mut out = String::from("topic\tresult\tverdicts\n");
    for (item, said) in Results::new(project, state, Several::First).disagreements() {
        let said: Vec<String> =
            said.iter().map(|(name, verdict)| format!("{name}={}", verdict.code())).collect();
        out.push_str(&format!("{}\t{}\t{}\n", item.topic, shown(&item), said.join(" ")));
    }
    out
}

/// Writes decisions, `topic<TAB>result<TAB>grade`, to the journal, all of them or none. `name` is for errors. Returns how
/// many there were.
pub fn decide(project: &Project, state: &State, decisions: &str, name: &str) -> Result<usize> {
    let open = Results::new(project, state, Several::First).disagreements();
    let mut lines = Vec::new();
    for (line, number) in decisions.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let wrong = |message: String| Error::Malformed {
            file: name.to_owned(),
            line: number,
            message,
            hint: "each line is a topic, a result and a grade, separated by tabs".to_owned(),
        };
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [topic, result, code] = cells[..] else {
            return Err(wrong("the line has no topic, result and grade".to_owned()));
        };
        let verdict = code.parse().ok().and_then(Verdict::from_code);
        let verdict = verdict.filter(|verdict| project.settings.task.allows(*verdict));
        let verdict = verdict.ok_or_else(|| wrong(format!("`{code}` is no grade of this task")))?;
        let is_it = |item: &&Item| item.topic == topic && shown(item) == result;
        let item = open.iter().map(|(item, _)| item).find(is_it);
        let item = item.ok_or_else(|| wrong(format!("no one disagrees about `{result}` of `{topic}`")))?;
        let line = Line::new("organiser", "main", item.clone(), Action::Adjudicate);
        lines.push(Line { grade: Some(verdict.code()), ..line });
    }
    let (mut journal, _) = Journal::open(&project.journal())?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    let count = lines.len();
    lines.into_iter().try_for_each(|line| journal.append(line, now).map(drop))?;
    Ok(count)
}
