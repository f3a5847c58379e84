//! Paths of edge labels, stored as runs so that a step takes constant time for paths of any length.

/// Paths longer than this are written as runs (`nnnnnna` as `6n1a`).
const LONGEST_PLAIN: usize = 5;

/// A path of edge labels that grows and shrinks at its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelPath {
    runs: Vec<(u8, u32)>,
    length: usize,
}

impl LabelPath {
    pub(crate) fn push(&mut self, label: u8) {
        self.length += 1;
        match self.runs.last_mut() {
            Some((last, count)) if *last == label => *count += 1,
            _ => self.runs.push((label, 1)),
        }
    }

    pub(crate) fn pop(&mut self) {
        self.length = self.length.saturating_sub(1);
        if let Some((_, count)) = self.runs.last_mut() {
            *count -= 1;
            if *count == 0 {
                self.runs.pop();
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Appends the path as it is printed, `-` for the empty one. Stops and returns `false` after more than
    /// `limit` bytes.
    pub(crate) fn push_to(&self, out: &mut String, limit: usize) -> bool {
        let start = out.len();
        if self.length == 0 {
            out.push('-');
        }
        for &(label, count) in &self.runs {
            if out.len() - start > limit {
                return false;
            }
            if self.length > LONGEST_PLAIN {
                out.push_str(&count.to_string());
                out.push(char::from(label));
            } else {
                (0..count).for_each(|_| out.push(char::from(label)));
            }
        }
        true
    }
}
