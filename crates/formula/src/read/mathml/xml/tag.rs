//! Start tags and their attributes, in every spelling of XML and HTML.

/// A start tag or an empty-element tag.
pub(super) struct Tag<'s> {
    pub(super) name: &'s str,
    pub(super) attributes: (u32, u32),
    pub(super) length: usize,
    pub(super) empty: bool,
    pub(super) complete: bool,
}

impl<'s> Tag<'s> {
    /// Scans the tag at the start of `rest`, which begins with `<` and a letter.
    pub(super) fn scan(rest: &'s str, attributes: &mut Vec<(&'s str, &'s str)>) -> Tag<'s> {
        let name = &rest[1..1 + name_length(&rest[1..])];
        let first = attributes.len() as u32;
        let mut tag = Tag {
            name: local_name(name),
            attributes: (first, first),
            length: 0,
            empty: false,
            complete: false,
        };
        let mut at = 1 + name.len();
        let mut quotes_closed = true;
        loop {
            at += rest[at..].len() - rest[at..].trim_ascii_start().len();
            match rest.as_bytes().get(at) {
                None | Some(b'<') => break,
                Some(b'>') => {
                    at += 1;
                    tag.complete = quotes_closed;
                    break;
                }
                Some(b'/') => {
                    at += 1;
                    tag.empty = rest.as_bytes().get(at) == Some(&b'>');
                }
                Some(_) => {
                    let (length, closed) = scan_attribute(&rest[at..], attributes);
                    at += length;
                    quotes_closed &= closed;
                }
            }
        }
        tag.length = at;
        tag.attributes.1 = attributes.len() as u32;
        tag
    }
}

/// Reads `name="value"`, `name='value'`, `name=value` or `name`; returns the bytes read, at least one, and
/// whether a quote that opened also closed.
fn scan_attribute<'s>(rest: &'s str, attributes: &mut Vec<(&'s str, &'s str)>) -> (usize, bool) {
    let name_end = name_length(rest);
    if name_end == 0 {
        return (rest.chars().next().map_or(1, char::len_utf8), true);
    }
    let name = local_name(&rest[..name_end]);
    let after = rest[name_end..].trim_ascii_start();
    let Some(value) = after.strip_prefix('=').map(str::trim_ascii_start) else {
        attributes.push((name, ""));
        return (name_end, true);
    };
    let before_value = rest.len() - value.len();
    let quoted = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let Some(quote) = quoted else {
        let length =
            value.find(|c: char| c == '>' || c == '<' || c.is_ascii_whitespace()).unwrap_or(value.len());
        attributes.push((name, &value[..length]));
        return (before_value + length, true);
    };
    let content = &value[1..];
    // A quote that never closes would swallow the document: the value then ends with the tag.
    let (length, closing) = match content.find(quote) {
        Some(length) => (length, 1),
        None => (content.find('>').unwrap_or(content.len()), 0),
    };
    attributes.push((name, &content[..length]));
    (before_value + 1 + length + closing, closing == 1)
}

/// The bytes of the name at the start of `text`.
pub(super) fn name_length(text: &str) -> usize {
    text.find(|c: char| matches!(c, '>' | '<' | '/' | '=' | '"' | '\'') || c.is_ascii_whitespace())
        .unwrap_or(text.len())
}

/// A name without its namespace prefix.
pub(super) fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
