//! What the lines of a journal say together: the last word of each assessor about each item, and what undo takes back.

use rustc_hash::FxHashMap;

use super::journal::{Action, Item, Labels, Line};
use super::verdict::Verdict;

/// What an assessor said about an item.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judged {
    /// The verdict, if it was not taken back.
    pub verdict: Option<Verdict>,
    /// What else was said.
    pub labels: Labels,
    /// The comment.
    pub comment: Option<String>,
    /// Whether it was put off after the last verdict.
    pub is_later: bool,
    /// Milliseconds from the first time it was shown to the verdict.
    pub elapsed_ms: u64,
    /// Those in which the assessor was active.
    pub active_ms: u64,
    /// The number of the line with the verdict.
    pub seq: u64,
}

/// Whose word it is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The assessor.
    pub assessor: String,
    /// The round.
    pub round: String,
    /// The item.
    pub item: Item,
}

/// The state of a project.
#[derive(Clone, Debug, Default)]
pub struct State {
    judged: FxHashMap<Key, Judged>,
    adjudicated: FxHashMap<Item, Verdict>,
    /// Per assessor: what undo takes back, and the verdict before.
    done: FxHashMap<String, Vec<(Key, Option<Verdict>)>>,
}

impl State {
    /// The state after these lines.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Line>) -> State {
        let mut state = State::default();
        lines.into_iter().for_each(|line| state.apply(line));
        state
    }

    /// The state after one more line.
    pub fn apply(&mut self, line: &Line) {
        let verdict = line.grade.and_then(Verdict::from_code);
        if line.action == Action::Adjudicate {
            match verdict {
                Some(verdict) => _ = self.adjudicated.insert(line.item.clone(), verdict),
                None => _ = self.adjudicated.remove(&line.item),
            }
            return;
        }
        let key = Key { assessor: line.assessor.clone(), round: line.round.clone(), item: line.item.clone() };
        let judged = self.judged.entry(key.clone()).or_default();
        match line.action {
            Action::Grade | Action::Clear => {
                let before = judged.verdict;
                judged.verdict = verdict.filter(|_| line.action == Action::Grade);
                (judged.elapsed_ms, judged.active_ms) = (line.elapsed_ms, line.active_ms);
                (judged.labels, judged.seq, judged.is_later) = (line.labels, line.seq, false);
                let done = self.done.entry(line.assessor.clone()).or_default();
                match line.undo {
                    true => _ = done.pop(),
                    false => done.push((key, before)),
                }
            }
            Action::Later => judged.is_later = true,
            Action::Comment => judged.comment.clone_from(&line.comment),
            Action::Show | Action::Adjudicate => {}
        }
    }

    /// The line that takes the last verdict of an assessor back; none if there is nothing to take back.
    pub fn undo(&self, assessor: &str) -> Option<Line> {
        let (key, before) = self.done.get(assessor)?.last()?;
        let action = if before.is_some() { Action::Grade } else { Action::Clear };
        let grade = before.map(Verdict::code);
        Some(Line { grade, undo: true, ..Line::new(assessor, &key.round, key.item.clone(), action) })
    }

    /// What an assessor said about an item in a round.
    pub fn get(&self, assessor: &str, round: &str, item: &Item) -> Option<&Judged> {
        let key = Key { assessor: assessor.to_owned(), round: round.to_owned(), item: item.clone() };
        self.judged.get(&key)
    }

    /// Everything that was said, in order of assessor, round and item.
    pub fn all(&self) -> Vec<(&Key, &Judged)> {
        let mut all: Vec<(&Key, &Judged)> = self.judged.iter().collect();
        all.sort_by_key(|(key, _)| *key);
        all
    }

    /// What a third person decided about an item.
    pub fn adjudicated(&self, item: &Item) -> Option<Verdict> {
        self.adjudicated.get(item).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(unit: &str, grade: u8) -> Line {
        let item = Item { topic: "A.1".to_owned(), unit: unit.to_owned(), instance: None };
        Line { grade: Some(grade), ..Line::new("ann", "main", item, Action::Grade) }
    }

    #[test]
    fn the_last_word_counts_and_undo_takes_back_one_after_another() {
        let mut state = State::of(&[grade("1", 3), grade("2", 0), grade("1", 1)]);
        let verdict = |state: &State, unit: &str| {
            let item = grade(unit, 0).item;
            state.get("ann", "main", &item).and_then(|judged| judged.verdict)
        };
        assert_eq!(verdict(&state, "1"), Some(Verdict::Grade(1)));
        let mut seen = Vec::new();
        while let Some(line) = state.undo("ann") {
            state.apply(&line);
            seen.push((verdict(&state, "1"), verdict(&state, "2")));
            assert!(seen.len() < 5, "{seen:?}");
        }
        let (high, none) = (Some(Verdict::Grade(3)), Some(Verdict::Grade(0)));
        assert_eq!(seen, [(high, none), (high, None), (None, None)]);
    }
}
