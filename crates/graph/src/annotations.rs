//! Descriptions of formulas marked in a text, as in the Math Understanding task of NTCIR-10: read and written.
//!
//! `<math id="m1">n</math>` is a formula. `<description mid="m1" did="d1">` marks the whole phrase that describes it,
//! `<sdescription>` the short form inside, `<cdescription>` a part of the same description (`did`) that stands elsewhere.
//! `type` and `spid` are kept. Elements nest; other elements are read through, their text stays.
//!
//! What it is not: a reader of the papers of that task, whose other markup was never published with a description.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, Event};

use crate::operator::xml::resolved;

/// What an annotation marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The whole description.
    Full,
    /// Its short form.
    Short,
    /// A part of it that stands elsewhere.
    Continued,
}

impl Kind {
    /// The kinds with the names of their elements.
    const NAMES: [(Kind, &'static str); 3] =
        [(Kind::Full, "description"), (Kind::Short, "sdescription"), (Kind::Continued, "cdescription")];
}

/// An annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// What it marks.
    pub kind: Kind,
    /// The id of the formula.
    pub formula: String,
    /// The id of the description; parts of one description share it.
    pub id: String,
    /// The bytes of the text that it marks.
    pub place: Range<usize>,
    /// Other attributes with their values: `type`, `spid`.
    pub more: Vec<(String, String)>,
}

/// A text with its formulas and annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotated {
    /// The text without markup.
    pub text: String,
    /// The formulas: ids and places.
    pub formulas: Vec<(String, Range<usize>)>,
    /// The annotations, in the order in which they begin.
    pub annotations: Vec<Annotation>,
}

/// Why a text with annotations cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What is wrong.
    pub message: String,
    /// The byte of the source.
    pub byte: u64,
}

/// An element that is open.
enum Open {
    Formula(usize),
    Annotation(usize),
    Other,
}

/// Reads a text with annotations.
///
/// ```
/// let source = r#"Let <math id="1">n</math> be <description mid="1" did="d">the <sdescription mid="1" did="d">order</sdescription> of G</description>."#;
/// let read = graph::annotations::read(source).unwrap();
/// assert_eq!(read.text, "Let n be the order of G.");
/// assert_eq!(&read.text[read.annotations[0].place.clone()], "the order of G");
/// assert_eq!(graph::annotations::write(&read), source);
/// ```
pub fn read(source: &str) -> Result<Annotated, Error> {
    let mut reader = Reader::from_str(source);
    let mut read = Annotated::default();
    let mut open: Vec<Open> = Vec::new();
    loop {
        let at = reader.buffer_position();
        let fail = |message: String| Error { message, byte: at };
        match reader.read_event().map_err(|error| fail(format!("the markup is broken: {error}")))? {
            Event::Start(element) => open.push(read.start(&element)),
            Event::Empty(element) => {
                let started = read.start(&element);
                read.end(started);
            }
            Event::End(_) => match open.pop() {
                Some(ended) => read.end(ended),
                None => return Err(fail("an element ends that did not begin".to_owned())),
            },
            Event::Text(text) => read.text.push_str(&text),
            Event::CData(text) => read.text.push_str(&text),
            Event::GeneralRef(name) => match resolved(&name) {
                Some(c) => read.text.push(c),
                None => read.text.push_str(&format!("&{};", &*name)),
            },
            Event::Eof if open.is_empty() => return Ok(read),
            Event::Eof => return Err(fail("the text ends inside an element".to_owned())),
            _ => {}
        }
    }
}

impl Annotated {
    fn start(&mut self, element: &BytesStart<'_>) -> Open {
        let name = element.local_name().as_ref().to_owned();
        let mut attributes: Vec<(String, String)> = element
            .attributes()
            .filter_map(|attribute| {
                let attribute = attribute.ok()?;
                let value = unescape(&attribute.value).ok()?.into_owned();
                Some((attribute.key.as_ref().to_owned(), value))
            })
            .collect();
        let mut take = |name: &str| {
            let at = attributes.iter().position(|(key, _)| key == name)?;
            Some(attributes.remove(at).1)
        };
        let here = self.text.len()..self.text.len();
        if name == "math" {
            let id = take("id").unwrap_or_default();
            self.formulas.push((id, here));
            return Open::Formula(self.formulas.len() - 1);
        }
        let Some((kind, _)) = Kind::NAMES.iter().find(|(_, known)| *known == name) else {
            return Open::Other;
        };
        let (formula, id) = (take("mid").unwrap_or_default(), take("did").unwrap_or_default());
        self.annotations.push(Annotation { kind: *kind, formula, id, place: here, more: attributes });
        Open::Annotation(self.annotations.len() - 1)
    }

    fn end(&mut self, ended: Open) {
        let place = match ended {
            Open::Formula(at) => self.formulas.get_mut(at).map(|(_, place)| place),
            Open::Annotation(at) => self.annotations.get_mut(at).map(|one| &mut one.place),
            Open::Other => None,
        };
        if let Some(place) = place {
            place.end = self.text.len();
        }
    }
}

/// Writes a text with its annotations. One that overlaps another without being inside it cannot be written and is left out.
pub fn write(annotated: &Annotated) -> String {
    let mut elements: Vec<(Range<usize>, String, &str)> = Vec::new();
    for one in &annotated.annotations {
        let name = Kind::NAMES.iter().find(|(kind, _)| *kind == one.kind).map_or("", |(_, name)| name);
        let mut tag = format!("<{name} mid=\"{}\" did=\"{}\"", escape(&one.formula), escape(&one.id));
        for (key, value) in &one.more {
            tag.push_str(&format!(" {key}=\"{}\"", escape(value)));
        }
        elements.push((one.place.clone(), tag + ">", name));
    }
    for (id, place) in &annotated.formulas {
        elements.push((place.clone(), format!("<math id=\"{}\">", escape(id)), "math"));
    }
    // The order is kept where two mark the same bytes.
    elements.sort_by_key(|(place, _, _)| (place.start, std::cmp::Reverse(place.end)));
    let mut out = String::with_capacity(annotated.text.len() * 2);
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut from = 0;
    let mut copy = |to: usize, out: &mut String| {
        out.push_str(&escape(annotated.text.get(from..to).unwrap_or("")));
        from = to;
    };
    for (place, tag, name) in elements {
        while let Some(&(end, closing)) = open.last().filter(|(end, _)| *end <= place.start) {
            copy(end, &mut out);
            out.push_str(&format!("</{closing}>"));
            open.pop();
        }
        if open.last().is_some_and(|(end, _)| *end < place.end) {
            continue;
        }
        copy(place.start, &mut out);
        out.push_str(&tag);
        open.push((place.end, name));
    }
    while let Some((end, closing)) = open.pop() {
        copy(end, &mut out);
        out.push_str(&format!("</{closing}>"));
    }
    copy(annotated.text.len(), &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let place = |start: usize, end: usize| start..end;
        let annotation = |kind: Kind, place: Range<usize>| Annotation {
            kind,
            formula: "m\"1".to_owned(),
            id: "d1".to_owned(),
            place,
            more: vec![("type".to_owned(), "<full>".to_owned())],
        };
        let annotated = Annotated {
            text: "x & y is a < b, or so".to_owned(),
            formulas: vec![("m\"1".to_owned(), place(0, 1)), ("m2".to_owned(), place(4, 5))],
            annotations: vec![
                annotation(Kind::Full, place(9, 14)),
                annotation(Kind::Short, place(13, 14)),
                annotation(Kind::Continued, place(16, 21)),
            ],
        };
        assert_eq!(read(&write(&annotated)), Ok(annotated));
    }

    #[test]
    fn broken_markup_is_an_error_and_crossing_marks_are_left_out() {
        assert!(read("<description mid=\"1\" did=\"1\">a").is_err());
        assert!(read("a</p>").is_err());
        let mark = |start: usize, end: usize| Annotation {
            kind: Kind::Full,
            formula: "1".to_owned(),
            id: "1".to_owned(),
            place: start..end,
            more: Vec::new(),
        };
        let crossing = Annotated {
            text: "abcdef".to_owned(),
            formulas: Vec::new(),
            annotations: vec![mark(0, 4), mark(2, 6)],
        };
        assert_eq!(write(&crossing), "<description mid=\"1\" did=\"1\">abcd</description>ef");
    }
}
