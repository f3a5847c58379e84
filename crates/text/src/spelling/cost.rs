//! How improbable it is that one word was typed for another.
//!
//! The cost is that of the fewest edits. Slips that fingers and ears make often cost less.

/// The rows of an English keyboard, for neighbouring keys.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Letters that sound alike in some word.
const ALIKE: [&str; 8] = ["aeiouy", "ckqx", "sz", "fv", "gj", "dt", "bp", "mn"];

/// The extra cost of an edit of the first letter: beginnings are seldom wrong.
const FIRST_LETTER: f32 = 0.3;

/// Buffers for comparing one word with many.
pub(super) struct Table<'a> {
    typed: &'a [char],
    word: Vec<char>,
    /// Three rows of edits and costs: before the last, last, current.
    rows: [Vec<(u32, f32)>; 3],
}

impl<'a> Table<'a> {
    pub(super) fn new(typed: &'a [char]) -> Table<'a> {
        Table { typed, word: Vec::new(), rows: [Vec::new(), Vec::new(), Vec::new()] }
    }

    /// The cost of having meant `word`: that of the fewest edits, and of the cheapest of those.
    pub(super) fn cost(&mut self, word: &str) -> f32 {
        self.word.clear();
        self.word.extend(word.chars());
        let Table { typed, word, rows: [before, last, row] } = self;
        last.clear();
        last.extend((0..=word.len()).scan(0.0, |cost, at| {
            *cost += if at == 0 { 0.0 } else { gap(word, at - 1) };
            Some((at as u32, *cost))
        }));
        for (at, &c) in typed.iter().enumerate() {
            row.clear();
            let first = last.first().copied().unwrap_or_default();
            row.push((first.0 + 1, first.1 + gap(typed, at)));
            for (other, &d) in word.iter().enumerate() {
                let cell = cell(typed, word, (at, c), (other, d), before, last, row);
                row.push(cell);
            }
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        last.last().map_or(0.0, |&(_, cost)| cost)
    }
}

/// The cheapest way to a cell of the table.
fn cell(
    typed: &[char],
    word: &[char],
    (at, c): (usize, char),
    (other, d): (usize, char),
    before: &[(u32, f32)],
    last: &[(u32, f32)],
    row: &[(u32, f32)],
) -> (u32, f32) {
    let get =
        |row: &[(u32, f32)], index: usize| row.get(index).copied().unwrap_or((u32::MAX / 2, f32::MAX / 2.0));
    let step = |(edits, cost): (u32, f32), more: f32| (edits + 1, cost + more);
    let first = if at == 0 && other == 0 { FIRST_LETTER } else { 0.0 };
    let diagonal = get(last, other);
    let mut best = if c == d { diagonal } else { step(diagonal, substitution(c, d) + first) };
    for way in [step(get(last, other + 1), gap(typed, at)), step(get(row, other), gap(word, other))] {
        best = least(best, way);
    }
    let is_swapped =
        at > 0 && other > 0 && typed.get(at - 1) == Some(&d) && word.get(other - 1) == Some(&c) && c != d;
    if is_swapped { least(best, step(get(before, other - 1), 0.7)) } else { best }
}

fn least(one: (u32, f32), other: (u32, f32)) -> (u32, f32) {
    if (other.0, other.1) < (one.0, one.1) { other } else { one }
}

/// The cost of an extra or a missing letter: less beside its double, more at the beginning.
fn gap(word: &[char], at: usize) -> f32 {
    let c = word.get(at);
    let is_double = at.checked_sub(1).is_some_and(|before| word.get(before) == c) || word.get(at + 1) == c;
    match at {
        _ if is_double => 0.5,
        0 => 1.0 + FIRST_LETTER,
        _ => 0.9,
    }
}

/// The cost of one letter for another.
fn substitution(c: char, d: char) -> f32 {
    let sounds_alike = ALIKE.iter().any(|letters| letters.contains(c) && letters.contains(d));
    if sounds_alike || are_neighbours(c, d) { 0.7 } else { 1.0 }
}

/// Whether two letters are on neighbouring keys.
fn are_neighbours(c: char, d: char) -> bool {
    let place = |c: char| {
        ROWS.iter().enumerate().find_map(|(row, keys)| keys.find(c).map(|column| (row as i32, column as i32)))
    };
    let (Some(one), Some(other)) = (place(c), place(d)) else { return false };
    let (rows, columns) = (other.0 - one.0, other.1 - one.1);
    // A row is shifted by half a key against the one above it.
    matches!((rows, columns), (0, -1 | 1) | (1, -1 | 0) | (-1, 0 | 1))
}
