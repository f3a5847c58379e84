//! The elements of a topic file, one after another, with errors that name their line.

use document::{Error, Result, line_of};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::Input;

/// A walk over the elements of an XML file. The reader of a format enters the elements that hold others and takes the
/// content of the rest.
pub(super) struct Elements<'a> {
    input: &'a Input,
    reader: Reader<&'a [u8]>,
    /// How many of the elements that were entered have not ended yet.
    open: usize,
}

impl<'a> Elements<'a> {
    pub(super) fn new(input: &'a Input) -> Elements<'a> {
        Elements { input, reader: Reader::from_str(input.text()), open: 0 }
    }

    /// The next element that starts; none at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<BytesStart<'a>>> {
        loop {
            match self.reader.read_event() {
                Ok(Event::Start(start)) => return Ok(Some(start)),
                Ok(Event::End(_)) => self.open = self.open.saturating_sub(1),
                Ok(Event::Eof) if self.open == 0 => return Ok(None),
                Ok(Event::Eof) => return Err(self.ends_early()),
                Ok(_) => {}
                Err(error) => return Err(self.broken(&error)),
            }
        }
    }

    /// Enters the element that started last: the elements inside it are next.
    pub(super) fn enter(&mut self) {
        self.open += 1;
    }

    /// The content of the element that started last, as in the file. The walk continues after its end.
    pub(super) fn content(&mut self, start: &BytesStart<'_>) -> Result<&'a str> {
        let span = self.reader.read_to_end(start.name()).map_err(|error| self.broken(&error))?;
        Ok(&self.input.text()[span.start as usize..span.end as usize])
    }

    /// The current line.
    pub(super) fn line(&self) -> usize {
        line_of(self.input.text(), self.reader.buffer_position() as usize)
    }

    fn ends_early(&self) -> Error {
        let line = line_of(self.input.text(), self.input.text().trim_end().len());
        self.input.complain(line, "the file ends inside a topic", "copy or download the file again")
    }

    fn broken(&self, error: &quick_xml::Error) -> Error {
        let offset = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX);
        let hint = "fix the XML; `xmllint --noout FILE` lists all errors";
        let line = line_of(self.input.text(), offset);
        self.input.complain(line, format!("the XML is broken: {error}"), hint)
    }
}
