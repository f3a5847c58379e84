//! Environments that are shown as they are written: trees of inference rules, tableaux.
//!
//! Their commands say where a formula stands in a drawing. Without the drawing their words would be one line of formulas in
//! no order, so the page shows the source. The formulas in it can still be found.

use super::Scanner;
use super::formulas::join;

impl Scanner<'_> {
    /// Writes the environment that begins before the current place as a block of code; false if it has no end.
    pub(super) fn code(&mut self) -> bool {
        let start = self.at - 1;
        let end = self.ends[start] as usize;
        if end <= start || self.muted > 0 {
            return false;
        }
        self.at = end + 1;
        let source = join(&self.tokens[start..self.at]);
        let lines = source.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let source = lines.collect::<Vec<_>>().join("\n");
        self.outline.prose().paragraph();
        self.outline.prose().code(&document::markup::delimited(&source));
        self.outline.prose().paragraph();
        true
    }
}
