//! What an assessor can say about a result, and what each choice means.

use serde::{Deserialize, Serialize};

/// The task of a project.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Answers to questions (ARQMath Task 1).
    #[serde(rename = "t1")]
    Answers,
    /// Formulas in posts (ARQMath Task 2).
    #[serde(rename = "t2")]
    Formulas,
    /// Answers that systems wrote or cut out (ARQMath Task 3).
    #[serde(rename = "t3")]
    OpenAnswers,
    /// Units of an article (NTCIR).
    #[serde(rename = "ntcir")]
    Ntcir,
}

impl Task {
    /// The tasks and their names, in a project and on a command line.
    pub const NAMES: [(Task, &'static str); 4] =
        [(Task::Answers, "t1"), (Task::Formulas, "t2"), (Task::OpenAnswers, "t3"), (Task::Ntcir, "ntcir")];
}

/// A choice: a grade, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// A grade from 0 to 3.
    Grade(u8),
    /// It cannot be judged as it was shown.
    SystemFailure,
    /// The assessor cannot decide.
    DoNotKnow,
    /// The occurrence is another formula than its unit says.
    NotThisFormula,
}

impl Verdict {
    /// The choice of a code: 0 to 3, 5 system failure, 6 do not know, 7 not this formula.
    pub fn from_code(code: u8) -> Option<Verdict> {
        match code {
            0..=3 => Some(Verdict::Grade(code)),
            5 => Some(Verdict::SystemFailure),
            6 => Some(Verdict::DoNotKnow),
            7 => Some(Verdict::NotThisFormula),
            _ => None,
        }
    }

    /// Its code.
    pub fn code(self) -> u8 {
        match self {
            Verdict::Grade(grade) => grade,
            Verdict::SystemFailure => 5,
            Verdict::DoNotKnow => 6,
            Verdict::NotThisFormula => 7,
        }
    }

    /// The grade, if it is one.
    pub fn grade(self) -> Option<u8> {
        if let Verdict::Grade(grade) = self { Some(grade) } else { None }
    }
}

/// A choice with its key and its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it says.
    pub verdict: Verdict,
    /// The key that chooses it.
    pub key: char,
    /// Its name.
    pub name: &'static str,
    /// When to choose it.
    pub meaning: &'static str,
}

impl Task {
    /// The choices, the best first.
    pub fn choices(self) -> Vec<Choice> {
        let choice = |verdict, key, name, meaning| Choice { verdict, key, name, meaning };
        let grades: &[(u8, &'static str, &'static str)] = match self {
            Task::Answers | Task::OpenAnswers => &[
                (3, "High", "Answers the whole question by itself, every part of it"),
                (2, "Medium", "Leads towards a solution: makes the question clear or gives steps"),
                (1, "Low", "May help to find or understand an answer or the question"),
                (0, "Not relevant", "Has nothing that bears on the question, or only repeats it"),
            ],
            Task::Formulas => &[
                (3, "High", "As useful here as finding the formula of the query itself"),
                (2, "Medium", "Helpful, but less so than the formula of the query"),
                (1, "Low", "There is a small chance that something useful stands with it"),
                (0, "Not relevant", "No help is expected from it"),
            ],
            Task::Ntcir => &[
                (2, "Relevant", "Meets the need that the topic describes"),
                (1, "Partially relevant", "Meets a part of the need"),
                (0, "Not relevant", "Does not meet the need"),
            ],
        };
        let key = |grade: u8| char::from(b'0' + grade);
        let mut choices: Vec<Choice> = grades
            .iter()
            .map(|(grade, name, meaning)| choice(Verdict::Grade(*grade), key(*grade), *name, *meaning))
            .collect();
        choices.push(choice(
            Verdict::SystemFailure,
            'f',
            "System failure",
            "Cannot be judged as it is shown",
        ));
        choices.push(choice(Verdict::DoNotKnow, 'd', "Do not know", "Undecided after reading the thread"));
        if self == Task::Formulas {
            let meaning = "The marked formula is not the one that this group is about";
            choices.push(choice(Verdict::NotThisFormula, 'm', "Not this formula", meaning));
        }
        choices
    }

    /// Whether a choice belongs to the task.
    pub fn allows(self, verdict: Verdict) -> bool {
        self.choices().iter().any(|choice| choice.verdict == verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_keys_are_distinct() {
        for task in [Task::Answers, Task::Formulas, Task::OpenAnswers, Task::Ntcir] {
            let choices = task.choices();
            let keys: std::collections::BTreeSet<char> = choices.iter().map(|choice| choice.key).collect();
            assert_eq!(keys.len(), choices.len());
            for choice in choices {
                assert_eq!(Verdict::from_code(choice.verdict.code()), Some(choice.verdict));
            }
        }
        assert!(!Task::Ntcir.allows(Verdict::Grade(3)) && !Task::Answers.allows(Verdict::NotThisFormula));
        assert_eq!(Verdict::from_code(4), None);
    }
}
