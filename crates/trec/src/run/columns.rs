//! The columns of run files.

use document::Result;

use super::rows::is_number;
use crate::Input;
use crate::fields::Fields;

/// The number of lines that are examined to recognise a format.
const SAMPLE: usize = 50;

/// The columns of a run file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// Recognised from the first lines.
    #[default]
    Auto,
    /// `topic Q0 docno rank score tag`.
    Trec,
    /// ARQMath Task 1: `topic post rank score tag`.
    ArqMath1,
    /// ARQMath Task 2: `topic formula post rank score tag`; the formula id is the docno.
    ArqMath2,
    /// ARQMath Task 3: `topic rank score tag sources answer`; read by [`crate::answers`].
    ArqMath3,
}

impl Columns {
    /// All of them with their names.
    pub const NAMES: [(Columns, &'static str); 5] = [
        (Columns::Auto, "auto"),
        (Columns::Trec, "trec"),
        (Columns::ArqMath1, "arqmath1"),
        (Columns::ArqMath2, "arqmath2"),
        (Columns::ArqMath3, "arqmath3"),
    ];

    /// Itself, or for [`Columns::Auto`] the format of the first lines.
    ///
    /// Six columns are TREC's if the second is constant (`Q0`, `0`, or the same word on every line). If it changes, it
    /// is a formula id and the columns are those of Task 2.
    pub fn detect(self, input: &Input) -> Result<Self> {
        if self != Columns::Auto {
            return Ok(self);
        }
        let sample: Vec<&str> =
            input.lines().map(|line| line.text).filter(|text| !text.trim().is_empty()).take(SAMPLE).collect();
        let Some(&first) = sample.first() else { return Ok(Columns::Trec) };
        if is_answer_row(first) {
            return Ok(Columns::ArqMath3);
        }
        let second = |line: &'_ str| Fields::by_space(line).as_slice().get(1).copied().map(str::to_owned);
        let says_nothing = second(first).is_some_and(|word| matches!(word.as_str(), "Q0" | "q0" | "0"));
        let count = match Fields::by_tab(first).as_slice().len() {
            tabbed @ (5 | 6) => tabbed,
            _ => Fields::by_space(first).as_slice().len(),
        };
        match count {
            5 if !says_nothing => Ok(Columns::ArqMath1),
            6 if !says_nothing => {
                let same = sample.len() > 1 && sample.iter().all(|line| second(line) == second(first));
                Ok(if same { Columns::Trec } else { Columns::ArqMath2 })
            }
            _ => Ok(Columns::Trec),
        }
    }

    /// The columns in words, for messages.
    pub fn describe(self) -> &'static str {
        match self {
            Columns::Auto | Columns::Trec => "topic Q0 docno rank score tag",
            Columns::ArqMath1 => "topic post rank score tag",
            Columns::ArqMath2 => "topic formula post rank score tag",
            Columns::ArqMath3 => "topic rank score tag sources answer, separated by tabs",
        }
    }
}

/// Whether a line is a Task 3 row: six columns separated by tabs, with rank and score as second and third, and a fifth
/// column that is not the score of a TREC row.
fn is_answer_row(line: &str) -> bool {
    let fields = Fields::by_tab(line);
    match fields.as_slice() {
        [_, rank, score, _, sources, answer, ..] => {
            is_number(rank) && is_number(score) && (!is_number(sources) || answer.contains(' '))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(text: &str) -> Columns {
        Columns::Auto.detect(&Input::from_bytes("t", text.into()).unwrap()).unwrap()
    }

    #[test]
    fn formats_are_recognised_by_their_first_lines() {
        assert_eq!(detect("A.1\tQ0\t964684\t1\t27.5\tmine\r\n"), Columns::Trec);
        assert_eq!(detect("A.1 0 964684 1 27.5 mine"), Columns::Trec);
        assert_eq!(detect("A.1 x 964684 1 27.5 mine\nA.1 x 3 2 27 mine"), Columns::Trec);
        assert_eq!(detect("A.1\t964684\t1\t27.5\tmine"), Columns::ArqMath1);
        assert_eq!(
            detect("B.1\t2190\t964684\t1\t27.5\tmine\nB.1\t2191\t964684\t2\t27\tmine"),
            Columns::ArqMath2
        );
        assert_eq!(detect("A.301\t1\t2.5\tmine\t\tBecause $x=1$"), Columns::ArqMath3);
        assert_eq!(detect("A.301\t1\t2.5\tmine\t123,456\tYes"), Columns::ArqMath3);
    }

    #[test]
    fn tags_with_spaces_do_not_hide_the_format() {
        assert_eq!(detect("A.1\t964684\t1\t27.5\tmy first run\n"), Columns::ArqMath1);
        assert_eq!(detect("A.1\tQ0\t964684\t1\t27.5\tmy run\n"), Columns::Trec);
    }
}
