//! Which line of which file each place of a joined text came from.

use document::SourceLine;

/// A place of the joined text and where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    place: usize,
    /// The number of the file, counted from 1; 0 is the main file.
    file: usize,
    line: u32,
}

/// The lines of a joined text.
#[derive(Default, Debug)]
pub(super) struct Lines {
    files: Vec<String>,
    marks: Vec<Mark>,
}

impl Lines {
    /// Adds a file beside the main one; returns its number.
    pub(super) fn file(&mut self, name: String) -> usize {
        self.files.push(name);
        self.files.len()
    }

    /// Says that the text from a place on is from a line of a file. Places ascend.
    pub(super) fn mark(&mut self, place: usize, file: usize, line: usize) {
        let mark = Mark { place, file, line: u32::try_from(line).unwrap_or(u32::MAX) };
        if self.marks.last().is_none_or(|last| (last.file, last.line) != (mark.file, mark.line)) {
            self.marks.push(mark);
        }
    }

    /// Where a place of the text came from; none for a text that was not joined from files.
    pub(super) fn find(&self, place: usize) -> Option<SourceLine> {
        let at = self.marks.partition_point(|mark| mark.place <= place).checked_sub(1)?;
        let Mark { file, line, .. } = *self.marks.get(at)?;
        let file = file.checked_sub(1).and_then(|file| self.files.get(file)).cloned();
        Some(SourceLine { file, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_line_of_the_last_mark_before_it() {
        let mut lines = Lines::default();
        assert_eq!(lines.find(3), None);
        lines.mark(0, 0, 4);
        let file = lines.file("one.tex".to_owned());
        lines.mark(10, file, 1);
        lines.mark(12, file, 1);
        lines.mark(20, 0, 5);
        assert_eq!(lines.find(9), Some(SourceLine { file: None, line: 4 }));
        assert_eq!(lines.find(15), Some(SourceLine { file: Some("one.tex".to_owned()), line: 1 }));
        assert_eq!(lines.find(99), Some(SourceLine { file: None, line: 5 }));
    }
}
