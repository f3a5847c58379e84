//! What assessors said about answers beside their grade: MG (written by a machine) and UI (holds unrelated information).

use document::{Result, quoted};
use rustc_hash::FxHashMap;
use trec::Input;

/// The columns of the file, in any order.
const COLUMNS: [&str; 4] = ["topic_id", "answer_id", "machine_generated", "unrelated_information"];

/// The marks of answers by topic and id.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    by_answer: FxHashMap<(String, String), [bool; 2]>,
}

impl Marks {
    /// Reads a table whose header is `topic_id answer_id machine_generated unrelated_information`, with 0 or 1.
    pub fn read(input: &Input) -> Result<Marks> {
        let mut lines = input.lines().filter(|line| !line.text.trim().is_empty());
        let header: Vec<&str> = lines.next().map(|line| line.text.split('\t').collect()).unwrap_or_default();
        let place = |name: &str| header.iter().position(|column| column.trim() == name);
        let places: Option<Vec<usize>> = COLUMNS.into_iter().map(place).collect();
        let Some(places) = places else {
            let hint = format!("the first line has the columns {}, separated by tabs", COLUMNS.join(" "));
            return Err(input.complain(1, "this is no table of marks", hint));
        };
        let mut marks = Marks::default();
        for line in lines {
            let fields: Vec<&str> = line.text.split('\t').map(str::trim).collect();
            let field = |place: usize| fields.get(places[place]).copied().unwrap_or("");
            let mark = |place: usize| match field(place) {
                "0" => Ok(false),
                "1" => Ok(true),
                other => {
                    let message = format!("{} is {}", COLUMNS[place], quoted(other));
                    Err(input.complain(line.number, message, "a mark is 0 or 1"))
                }
            };
            let both = [mark(2)?, mark(3)?];
            marks.by_answer.insert((field(0).to_owned(), field(1).to_owned()), both);
        }
        Ok(marks)
    }

    /// Whether an answer is marked as written by a machine, and as holding unrelated information; `None` if assessors
    /// did not look at it.
    pub fn of(&self, topic: &str, docno: &str) -> Option<[bool; 2]> {
        self.by_answer.get(&(topic.to_owned(), docno.to_owned())).copied()
    }
}
