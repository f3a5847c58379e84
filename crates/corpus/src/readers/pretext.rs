//! PreTeXt books: divisions and theorem-like elements as units, `xml:id`s as ids, `xref`s as links.
//!
//! A document is read event by event. An included file is read in the place of the include, each file once and none
//! from outside the source. The roles of elements are data (`data/pretext-elements.tsv`); `walk` handles them.
//!
//! What it is not: a validator. Unknown elements are blocks of text; wrong nesting is repaired; XML that cannot be read
//! any further ends its file with a complaint.

mod elements;
mod walk;

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use document::{Complaint, ComplaintKind, Complaints, Hint, Result, line_of};
use formula::latex::Macros;
use quick_xml::Reader as XmlReader;
use quick_xml::events::{BytesStart, Event};
use rustc_hash::FxHashSet;

use self::walk::Walk;
use crate::collection::{Access, Entry, Lookup, OUTSIDE_HINT, Progress, Reader};

/// The units of an entry.
pub(crate) fn read(entry: &Entry, progress: &Arc<Progress>) -> Result<Reader> {
    let mut book = Book {
        access: entry.access(),
        bytes_left: entry.access().limits().document,
        progress,
        seen: FxHashSet::default(),
        frames: Vec::new(),
        walk: Walk::default(),
        complaints: Complaints::default(),
    };
    book.enter(entry.main_file())?;
    book.run();
    let (outline, macros) = book.walk.finish();
    let macros = Macros::from_preamble(&macros);
    let macros = Some(macros).filter(|macros| !macros.is_empty()).map(Arc::new);
    let units = outline.into_units(&entry.name, Default::default(), macros);
    let complaints = book.complaints.finish(&entry.name);
    Ok(Box::new(complaints.into_iter().map(Err).chain(units.into_iter().map(Ok))))
}

/// A file that is being read.
struct Frame {
    path: PathBuf,
    /// The file's name in complaints.
    name: String,
    reader: XmlReader<Cursor<String>>,
    /// Whether formulas are between dollar signs, as in books older than PreTeXt.
    has_dollars: bool,
    /// The number of elements that were open when it was entered.
    depth: usize,
}

impl Frame {
    fn complaint(&self, message: String, hint: impl Into<Hint>) -> Complaint {
        let position = self.reader.error_position().max(self.reader.buffer_position()) as usize;
        let line = line_of(self.reader.get_ref().get_ref(), position);
        Complaint::new(&self.name, line, message, hint)
    }
}

struct Book<'e> {
    access: &'e Access,
    /// How much of the book may still be read.
    bytes_left: usize,
    progress: &'e Arc<Progress>,
    seen: FxHashSet<PathBuf>,
    frames: Vec<Frame>,
    walk: Walk,
    complaints: Complaints,
}

impl Book<'_> {
    /// The text of a file, as far as the book may still grow.
    fn text(&mut self, path: &Path) -> Result<String> {
        let (text, complaint) = self.access.text(path, self.bytes_left, self.progress)?;
        self.bytes_left -= text.len().min(self.bytes_left);
        self.complaints.extend(complaint);
        Ok(text)
    }

    fn enter(&mut self, path: &Path) -> Result<()> {
        let source = self.text(path)?;
        if let Ok(canonical) = path.canonicalize() {
            self.seen.insert(canonical);
        }
        let has_dollars = source.contains('$') && !source.contains("<m>");
        let mut reader = XmlReader::from_reader(Cursor::new(source));
        let config = reader.config_mut();
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        config.allow_dangling_amp = true;
        config.expand_empty_elements = true;
        let depth = self.walk.depth();
        let name = self.access.name_of(path);
        self.frames.push(Frame { path: path.to_path_buf(), name, reader, has_dollars, depth });
        Ok(())
    }

    fn run(&mut self) {
        let mut buffer = Vec::new();
        while let Some(frame) = self.frames.last_mut() {
            buffer.clear();
            let event = match frame.reader.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(error) => {
                    let complaint = frame.complaint(
                        format!("the XML is broken: {error}"),
                        "fix the file; the rest of it is left out",
                    );
                    self.complaints.push(complaint);
                    self.walk.close_to(frame.depth, frame.has_dollars);
                    self.frames.pop();
                    continue;
                }
            };
            match event {
                Event::Start(start) if start.local_name().as_ref() == "include" => {
                    let include = Include::of(&start);
                    self.include(&include);
                }
                Event::Start(start) => self.walk.start(&start, frame.has_dollars),
                Event::End(end) => self.walk.end(end.name().as_ref(), frame.has_dollars),
                Event::Text(text) => self.walk.text(&text.xml10_content()),
                Event::CData(text) => self.walk.text(&text.xml10_content()),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(c)) => self.walk.text(c.encode_utf8(&mut [0; 4])),
                    _ => self.walk.text(&entity(&reference.xml10_content())),
                },
                Event::Eof => {
                    self.walk.close_to(frame.depth, frame.has_dollars);
                    self.frames.pop();
                }
                _ => {}
            }
        }
    }

    /// Complains about the current place.
    fn complain(&mut self, kind: ComplaintKind, message: String, hint: impl Into<Hint>) {
        let Some(frame) = self.frames.last() else { return };
        self.complaints.push_with(kind, || frame.complaint(message, hint));
    }

    /// Follows an include.
    fn include(&mut self, include: &Include) {
        let Some(frame) = self.frames.last() else { return };
        let folder = frame.path.parent().unwrap_or(Path::new(""));
        let name = &include.file;
        let path = match self.access.find([folder.join(name)]) {
            Lookup::Inside(path) => path,
            Lookup::Outside(_) => {
                let message = format!("`{name}` is outside the source");
                return self.complain(ComplaintKind::Unread, message, OUTSIDE_HINT);
            }
            Lookup::Missing => {
                let message = format!("`{name}` does not exist");
                return self.complain(ComplaintKind::Malformed, message, "add the file");
            }
        };
        let Ok(canonical) = path.canonicalize() else { return };
        if self.seen.contains(&canonical) {
            if self.frames.iter().any(|frame| frame.path.canonicalize().is_ok_and(|open| open == canonical)) {
                let message = format!("`{name}` includes itself");
                self.complain(ComplaintKind::Malformed, message, "remove the include");
            }
            return;
        }
        if include.is_text {
            match self.text(&path) {
                Ok(text) => self.walk.included_text(&text),
                Err(error) => self.complaints.push(error.into_complaint()),
            }
            return;
        }
        if let Err(error) = self.enter(&path) {
            self.complaints.push(error.into_complaint());
        }
    }
}

/// The content of an `xi:include`.
struct Include {
    file: String,
    is_text: bool,
}

impl Include {
    fn of(start: &BytesStart<'_>) -> Include {
        let file = elements::attribute(start, "href").unwrap_or_default();
        let is_text = elements::attribute(start, "parse").is_some_and(|parse| parse == "text");
        Include { file, is_text }
    }
}

/// The character of a named entity; the reference itself if there is none.
fn entity(name: &str) -> String {
    match name {
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "amp" => "&".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        "nbsp" => " ".to_owned(),
        _ => format!("&{name};"),
    }
}

#[cfg(test)]
mod tests;
