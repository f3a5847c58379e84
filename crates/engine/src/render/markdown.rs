//! The Markdown that people write in posts and notes, as pieces of HTML: headings, lists, quotations, code, emphasis, links.
//!
//! This is not CommonMark. Asterisks and underscores within words are products and subscripts here, nothing is
//! nested in a list, and HTML is text. What is not understood stays as it was written.

use std::ops::Range;

mod tables;

use super::rich::{Piece, Shape, escaped};

/// Where an address may lead.
const SCHEMES: [&str; 2] = ["https://", "http://"];

/// Bytes of a link at most: a line of brackets is not searched to its end for each of them.
const LONGEST_LINK: usize = 2000;

/// The most marks that can be open at once; real texts nest fewer.
const MOST_OPEN: usize = 32;

/// What a line begins.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Blank,
    Text,
    Heading,
    Bullet,
    Numbered,
    Quoted,
    Fence,
    Row,
}

/// A line of a text.
struct Line {
    place: Range<usize>,
    kind: Kind,
    /// Where its text begins, behind what makes it a heading or an item.
    content: usize,
}

/// What markup becomes in a part of a text, around the places that are taken by formulas, which are in order.
pub(super) fn pieces(text: &str, part: &Range<usize>, taken: &[Range<usize>], shape: Shape) -> Vec<Piece> {
    let lines = lines(text, part, taken);
    let pieces = match shape {
        Shape::Line => Vec::new(),
        Shape::Paragraphs => blocks(text, part, &lines, taken),
    };
    let mut inline = Inline { text, shape, taken, open: Vec::new(), pieces };
    inline.read(&lines);
    inline.pieces
}

/// The lines of a part. A line does not end within a formula.
fn lines(text: &str, part: &Range<usize>, taken: &[Range<usize>]) -> Vec<Line> {
    let source = text.get(part.clone()).unwrap_or("");
    let is_free = |at: &usize| next_taken(taken, *at).is_none_or(|place| *at < place.start);
    let ends = source.match_indices('\n').map(|(at, _)| part.start + at).filter(is_free);
    let mut start = part.start;
    let mut lines = Vec::new();
    for end in ends.chain([part.end]) {
        let (kind, marker) = kind(text.get(start..end).unwrap_or(""));
        lines.push(Line { place: start..end, kind, content: start + marker });
        start = end + 1;
    }
    lines
}

/// The first of the places in order that does not end before a byte.
fn next_taken(taken: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    taken.get(taken.partition_point(|place| place.end <= at))
}

/// What a line begins, and the bytes that say so.
fn kind(line: &str) -> (Kind, usize) {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = |count: usize| text.get(count..).unwrap_or("");
    let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
    if text.is_empty() {
        (Kind::Blank, indent)
    } else if text.starts_with("```") || text.starts_with("~~~") {
        (Kind::Fence, indent)
    } else if (1..=6).contains(&hashes) && behind(hashes).starts_with(' ') {
        (Kind::Heading, indent + hashes + 1)
    } else if ["- ", "* ", "• "].iter().any(|bullet| text.starts_with(bullet)) {
        (Kind::Bullet, indent + text.find(' ').unwrap_or(0) + 1)
    } else if (1..=3).contains(&digits) && [". ", ") "].iter().any(|dot| behind(digits).starts_with(dot)) {
        (Kind::Numbered, indent + digits + 2)
    } else if text.starts_with('|') {
        (Kind::Row, indent)
    } else if text.starts_with('>') {
        (Kind::Quoted, indent + if behind(1).starts_with(' ') { 2 } else { 1 })
    } else {
        (Kind::Text, indent)
    }
}

/// The blocks of a part: what stands between the text of one line and that of the next becomes tags.
fn blocks(text: &str, part: &Range<usize>, lines: &[Line], taken: &[Range<usize>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open = Kind::Blank;
    let (mut before, mut is_apart) = (part.start, true);
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        let end_tags = end_tags(open);
        match line.kind {
            Kind::Blank => {
                is_apart = true;
                continue;
            }
            Kind::Row if lines.peek().is_some_and(|next| tables::is_rule(text, next)) => {
                let rule = lines.next();
                let mut rows = vec![line];
                while let Some(row) = lines.next_if(|next| next.kind == Kind::Row) {
                    rows.push(row);
                }
                let end = rows
                    .last()
                    .filter(|_| rows.len() > 1)
                    .copied()
                    .or(rule)
                    .map_or(part.end, |last| last.place.end);
                pieces.extend(tables::pieces(text, taken, before..end, end_tags, &rows));
                (open, before, is_apart) = (Kind::Blank, end, true);
                continue;
            }
            kind if !is_apart && continues(open, kind) => {
                pieces.push(Piece { place: before..line.content, html: Some(" ".to_owned()) });
            }
            Kind::Fence => {
                let close = lines.by_ref().find(|line| line.kind == Kind::Fence);
                let end = close.map_or(part.end, |line| line.place.end);
                let code = text.get(line.place.end..close.map_or(part.end, |line| line.place.start));
                let code = escaped_lines(code.unwrap_or("").trim_matches('\n'));
                let html = Some(format!("{end_tags}<pre><code>{code}</code></pre>"));
                pieces.push(Piece { place: before..end, html });
                (open, before, is_apart) = (Kind::Blank, end, true);
                continue;
            }
            kind if kind == open && matches!(kind, Kind::Bullet | Kind::Numbered) => {
                pieces.push(Piece { place: before..line.content, html: Some("</li><li>".to_owned()) });
            }
            kind => {
                let html = Some(format!("{end_tags}{}", start_tags(kind, text, line)));
                pieces.push(Piece { place: before..line.content, html });
                open = kind;
            }
        }
        (before, is_apart) = (line.place.end, false);
    }
    pieces.push(Piece { place: before..part.end, html: Some(end_tags(open).to_owned()) });
    pieces
}

/// Whether a line continues an open block.
fn continues(open: Kind, line: Kind) -> bool {
    match line {
        Kind::Quoted => open == Kind::Quoted,
        Kind::Text | Kind::Row => !matches!(open, Kind::Heading | Kind::Fence | Kind::Blank),
        _ => false,
    }
}

fn start_tags(kind: Kind, text: &str, line: &Line) -> String {
    match kind {
        Kind::Heading => "<h3>".to_owned(),
        Kind::Bullet => "<ul><li>".to_owned(),
        Kind::Numbered => {
            let number = text.get(line.place.start..line.content).unwrap_or("");
            let number: String = number.chars().filter(char::is_ascii_digit).collect();
            format!("<ol start=\"{number}\"><li>")
        }
        Kind::Quoted => "<blockquote><p>".to_owned(),
        Kind::Text | Kind::Blank | Kind::Fence | Kind::Row => "<p>".to_owned(),
    }
}

fn end_tags(kind: Kind) -> &'static str {
    match kind {
        Kind::Blank | Kind::Fence => "",
        Kind::Text | Kind::Row => "</p>",
        Kind::Heading => "</h3>",
        Kind::Bullet => "</li></ul>",
        Kind::Numbered => "</li></ol>",
        Kind::Quoted => "</p></blockquote>",
    }
}

fn escaped_lines(code: &str) -> String {
    code.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// Emphasis, code and links. None of them continues after an empty line, a heading or an item.
struct Inline<'t> {
    text: &'t str,
    shape: Shape,
    /// Formulas: no marks are in them.
    taken: &'t [Range<usize>],
    /// Marks that may begin emphasis.
    open: Vec<(&'t str, usize)>,
    pieces: Vec<Piece>,
}

impl Inline<'_> {
    fn read(&mut self, lines: &[Line]) {
        let (mut is_code, mut block) = (false, Kind::Blank);
        for line in lines {
            is_code ^= line.kind == Kind::Fence;
            if !continues(block, line.kind) {
                self.open.clear();
                block = line.kind;
            }
            if is_code || line.kind == Kind::Fence {
                continue;
            }
            let mut at = line.content;
            while at < line.place.end {
                at = match next_taken(self.taken, at) {
                    Some(place) if place.start <= at => place.end,
                    _ => self.mark(at..line.place.end),
                };
            }
        }
    }

    /// Reads one mark, or one character that is none, and says where the next begins.
    fn mark(&mut self, rest: Range<usize>) -> usize {
        let (at, line) = (rest.start, self.text.get(rest).unwrap_or(""));
        let next = match line.bytes().next() {
            Some(b'`') => self.code(line, at),
            Some(b'[') => self.link(line, at),
            Some(sign @ (b'*' | b'_')) => {
                let count = line.bytes().take_while(|byte| *byte == sign).count();
                self.emphasis(line.get(..count).unwrap_or(""), at);
                Some(at + count)
            }
            _ => None,
        };
        next.unwrap_or_else(|| at + line.chars().next().map_or(1, char::len_utf8))
    }

    fn code(&mut self, line: &str, at: usize) -> Option<usize> {
        let length = line.get(1..)?.find('`')?;
        let code = line.get(1..=length).filter(|code| !code.is_empty())?;
        let end = at + length + 2;
        if next_taken(self.taken, at).is_some_and(|place| place.start < end) {
            return None;
        }
        self.put(at..end, format!("<code>{}</code>", escaped(code)));
        Some(end)
    }

    /// `[words](address)`. In a line, which may be a link itself, the words are left.
    fn link(&mut self, line: &str, at: usize) -> Option<usize> {
        let longest = LONGEST_LINK.min(line.len());
        let line = (0..4).find_map(|less| line.get(..longest.saturating_sub(less)))?;
        let words = line.find("](")?;
        let end = words + line.get(words..)?.find(')')?;
        let address = line.get(words + 2..end)?;
        let is_plain = line.get(1..words)?.chars().all(|c| !"[*_`".contains(c));
        if !is_plain || !SCHEMES.iter().any(|scheme| address.starts_with(scheme)) {
            return None;
        }
        let (start_tag, end_tag) = match self.shape {
            Shape::Line => (String::new(), ""),
            Shape::Paragraphs => (format!("<a href=\"{}\" rel=\"noreferrer\">", escaped(address)), "</a>"),
        };
        self.put(at..at + 1, start_tag);
        self.put(at + words..at + end + 1, end_tag.to_owned());
        Some(at + end + 1)
    }

    /// A mark that may end emphasis, or begin it.
    fn emphasis(&mut self, mark: &'_ str, at: usize) {
        let (start_tag, end_tag) = match mark.len() {
            1 => ("<em>", "</em>"),
            2 => ("<strong>", "</strong>"),
            3 => ("<strong><em>", "</em></strong>"),
            _ => return,
        };
        let end = at + mark.len();
        let before = self.text.get(..at).and_then(|text| text.chars().next_back()).unwrap_or(' ');
        let after = self.text.get(end..).and_then(|text| text.chars().next()).unwrap_or(' ');
        let begun = self.open.iter().rposition(|(known, _)| *known == mark);
        match begun.and_then(|place| Some((place, self.open.get(place)?.1))) {
            Some((place, start)) if !before.is_whitespace() && may_follow(after) => {
                self.open.truncate(place);
                self.put(start..start + mark.len(), start_tag.to_owned());
                self.put(at..end, end_tag.to_owned());
            }
            _ if may_precede(before) && may_begin(after) => {
                if self.open.len() == MOST_OPEN {
                    self.open.remove(0);
                }
                self.open.extend(self.text.get(at..end).map(|mark| (mark, at)));
            }
            _ => {}
        }
    }

    fn put(&mut self, place: Range<usize>, html: String) {
        self.pieces.push(Piece { place, html: Some(html) });
    }
}

/// Whether emphasis may begin behind this.
fn may_precede(c: char) -> bool {
    c.is_whitespace() || "([\"'“‘-–—/*_>".contains(c)
}

/// Whether what is emphasised may begin with this; `*-algebra` is not emphasis.
fn may_begin(c: char) -> bool {
    c.is_alphanumeric() || "$\\([\"'“‘*_`".contains(c)
}

/// Whether this may stand behind emphasis; `f*(x)` does not end it.
fn may_follow(c: char) -> bool {
    c.is_whitespace() || ".,;:!?)]\"'”’-–—/*_<".contains(c)
}

#[cfg(test)]
mod tests;
