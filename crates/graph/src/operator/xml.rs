//! A well-formed XML text as elements.
//!
//! What it is not: lenient. The published system fails at broken markup, and a graph then keeps the name of the formula.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The deepest nesting.
const MOST_LEVELS: usize = 500;

/// An element with the text directly inside it.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// The name without its prefix.
    pub(super) name: String,
    /// The attributes as they are written.
    attributes: Vec<(String, String)>,
    /// The text, references replaced.
    pub(super) text: String,
    /// The elements inside, in order.
    pub(super) children: Vec<Element>,
}

impl Element {
    /// The value of an attribute, empty without it.
    pub(super) fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
    }
}

/// The outermost element of a text; none if the text is not well-formed.
pub(super) fn read(source: &str) -> Option<Element> {
    let mut reader = Reader::from_str(source);
    reader.config_mut().expand_empty_elements = true;
    let mut open = vec![Element::default()];
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) if open.len() <= MOST_LEVELS => open.push(element(&start)?),
            Event::Start(_) => return None,
            Event::End(_) => {
                let closed = open.pop()?;
                open.last_mut()?.children.push(closed);
            }
            Event::Text(text) => open.last_mut()?.text.push_str(&text),
            Event::CData(text) => open.last_mut()?.text.push_str(&text),
            Event::GeneralRef(reference) => open.last_mut()?.text.push(resolved(&reference)?),
            Event::Eof => break,
            _ => {}
        }
    }
    let document = open.pop().filter(|_| open.is_empty())?;
    document.children.into_iter().next()
}

fn element(start: &BytesStart<'_>) -> Option<Element> {
    let name = start.local_name().as_ref().to_lowercase();
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.ok()?;
        let key = attribute.key.local_name().as_ref().to_owned();
        let value = attribute.value.into_owned();
        attributes.push((key, value));
    }
    Some(Element { name, attributes, ..Element::default() })
}

/// The character of a reference: one of the five of XML, or a number.
pub(crate) fn resolved(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}
