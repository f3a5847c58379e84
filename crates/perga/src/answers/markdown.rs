//! The Markdown that people write in posts and notes, as pieces of HTML: headings, lists, quotations, code, emphasis, links.
//!
//! This is not CommonMark. Asterisks and underscores within words are products and subscripts here, nothing is
//! nested in a list, and HTML is text. What is not understood stays as it was written.

use std::ops::Range;

use super::rich::{Piece, Shape, escaped};

/// Where an address may lead.
const SCHEMES: [&str; 2] = ["https://", "http://"];

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
}

/// A line of a text.
struct Line {
    place: Range<usize>,
    kind: Kind,
    /// Where its text begins, behind what makes it a heading or an item.
    content: usize,
}

/// What markup becomes in a part of a text, around the places that are taken by formulas.
pub(super) fn pieces(text: &str, part: &Range<usize>, taken: &[Range<usize>], shape: Shape) -> Vec<Piece> {
    let lines = lines(text, part, taken);
    let pieces = match shape {
        Shape::Line => Vec::new(),
        Shape::Paragraphs => blocks(text, part, &lines),
    };
    let mut inline = Inline { text, shape, taken: taken.to_vec(), open: Vec::new(), pieces };
    inline.read(&lines);
    inline.pieces
}

/// The lines of a part. A line does not end within a formula.
fn lines(text: &str, part: &Range<usize>, taken: &[Range<usize>]) -> Vec<Line> {
    let source = text.get(part.clone()).unwrap_or("");
    let is_taken = |at: usize| taken.iter().any(|place| place.contains(&at));
    let ends = source.match_indices('\n').map(|(at, _)| part.start + at).filter(|&at| !is_taken(at));
    let mut start = part.start;
    let mut lines = Vec::new();
    for end in ends.chain([part.end]) {
        let (kind, marker) = kind(text.get(start..end).unwrap_or(""));
        lines.push(Line { place: start..end, kind, content: start + marker });
        start = end + 1;
    }
    lines
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
    } else if text.starts_with('>') {
        (Kind::Quoted, indent + if behind(1).starts_with(' ') { 2 } else { 1 })
    } else {
        (Kind::Text, indent)
    }
}

/// The blocks of a part: what stands between the text of one line and that of the next becomes tags.
fn blocks(text: &str, part: &Range<usize>, lines: &[Line]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open = Kind::Blank;
    let (mut before, mut is_apart) = (part.start, true);
    let mut lines = lines.iter();
    while let Some(line) = lines.next() {
        let end_tags = end_tags(open);
        match line.kind {
            Kind::Blank => {
                is_apart = true;
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

/// Whether a line goes on with an open block.
fn continues(open: Kind, line: Kind) -> bool {
    match line {
        Kind::Quoted => open == Kind::Quoted,
        Kind::Text => !matches!(open, Kind::Heading | Kind::Fence | Kind::Blank),
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
        Kind::Text | Kind::Blank | Kind::Fence => "<p>".to_owned(),
    }
}

fn end_tags(kind: Kind) -> &'static str {
    match kind {
        Kind::Blank | Kind::Fence => "",
        Kind::Text => "</p>",
        Kind::Heading => "</h3>",
        Kind::Bullet => "</li></ul>",
        Kind::Numbered => "</li></ol>",
        Kind::Quoted => "</p></blockquote>",
    }
}

fn escaped_lines(code: &str) -> String {
    code.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// Emphasis, code and links. None of them goes on behind an empty line, a heading or an item.
struct Inline<'t> {
    text: &'t str,
    shape: Shape,
    /// Formulas and addresses: no marks are in them.
    taken: Vec<Range<usize>>,
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
                at = match self.taken.iter().find(|place| place.contains(&at)) {
                    Some(place) => place.end,
                    None => self.mark(at..line.place.end),
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
        if self.taken.iter().any(|place| place.start < end && at < place.end) {
            return None;
        }
        self.put(at..end, format!("<code>{}</code>", escaped(code)));
        Some(end)
    }

    /// `[words](address)`. In a line, which may be a link itself, the words are left.
    fn link(&mut self, line: &str, at: usize) -> Option<usize> {
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
mod tests {
    use super::super::rich::html;
    use super::*;

    fn shown(text: &str) -> String {
        html(text, &(0..text.len()), Vec::new(), Shape::Paragraphs)
    }

    #[test]
    fn blocks_are_paragraphs_headings_lists_quotations_and_code() {
        let cases = [
            ("one\ntwo\n\nthree", "<p>one two</p><p>three</p>"),
            ("# Limits\nLet it be.", "<h3>Limits</h3><p>Let it be.</p>"),
            (
                "so:\n- one\n- two\n  goes on\n\nend",
                "<p>so:</p><ul><li>one</li><li>two goes on</li></ul><p>end</p>",
            ),
            ("2. two\n\n3. three", "<ol start=\"2\"><li>two</li><li>three</li></ol>"),
            ("> said\n> twice\n\nI", "<blockquote><p>said twice</p></blockquote><p>I</p>"),
            (
                "run\n```python\na = 1 < 2\n  b\n```\ndone",
                "<p>run</p><pre><code>a = 1 &lt; 2\n  b</code></pre><p>done</p>",
            ),
            ("```\nnever ends *x*", "<pre><code>never ends *x*</code></pre>"),
            ("-5 is less\n3.14 is not\n#1", "<p>-5 is less 3.14 is not #1</p>"),
            ("", ""),
            ("\n\n", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn emphasis_code_and_links_are_told_from_mathematics() {
        let cases = [
            (
                "an *open* set, **not** _closed_",
                "<p>an <em>open</em> set, <strong>not</strong> <em>closed</em></p>",
            ),
            (
                "***both***, and **all (*of* it)**.",
                "<p><strong><em>both</em></strong>, and <strong>all (<em>of</em> it)</strong>.</p>",
            ),
            ("2*3*4, a * b * c, x_1 and y_2, *open", "<p>2*3*4, a * b * c, x_1 and y_2, *open</p>"),
            (
                "a C *–algebra and *-algebra, f*(x) of *g*(x)*h",
                "<p>a C *–algebra and *-algebra, f*(x) of *g*(x)*h</p>",
            ),
            ("*one\n\ntwo*", "<p>*one</p><p>two*</p>"),
            ("use `a<b` *", "<p>use <code>a&lt;b</code> *</p>"),
            (
                "*[see it](https://a.org/?x=\"1\")*",
                "<p><em><a href=\"https://a.org/?x=&quot;1&quot;\" rel=\"noreferrer\">see it</a></em></p>",
            ),
            ("[run](javascript:alert) [0,1](x)", "<p>[run](javascript:alert) [0,1](x)</p>"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text:?}");
        }
        let text = "[a](https://a.org) *b*";
        assert_eq!(html(text, &(0..text.len()), Vec::new(), Shape::Line), "a <em>b</em>");
    }

    #[test]
    fn formulas_are_left_alone_and_may_be_emphasised() {
        let text = "*any $a*b$ of*\n$$x\n- y$$";
        let places = [5..10, 15..24];
        let formula = |place: &Range<usize>| Piece { place: place.clone(), html: Some("<math/>".to_owned()) };
        let shown = html(text, &(0..text.len()), places.iter().map(formula).collect(), Shape::Paragraphs);
        assert_eq!(shown, "<p><em>any <math/> of</em> <math/></p>");
    }

    /// Whatever is written, every tag has its counterpart, in order, and lit words take none away.
    #[test]
    fn tags_are_balanced_for_any_text() {
        let pieces = [
            "*",
            "**",
            "_",
            "`",
            "```",
            "[",
            "](https://a",
            ")",
            "\n",
            "\n\n",
            "- ",
            "1. ",
            "> ",
            "# ",
            " ",
            "a",
            "é",
            "<b>",
        ];
        let mut state = 7_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..20_000 {
            let text: String = (0..draw(16)).map(|_| pieces[draw(pieces.len())]).collect();
            let from = draw(text.len() + 1);
            let lit = Piece { place: from..(from + draw(4)).min(text.len()), html: None };
            for shape in [Shape::Line, Shape::Paragraphs] {
                let html = html(&text, &(0..text.len()), vec![lit.clone()], shape);
                let mut open = Vec::new();
                for tag in html.split('<').skip(1).map(|tag| tag.split(['>', ' ']).next().unwrap()) {
                    match tag.strip_prefix('/') {
                        Some(name) => assert_eq!(open.pop(), Some(name), "{text:?}: {html}"),
                        None => open.push(tag),
                    }
                }
                assert_eq!(open, Vec::<&str>::new(), "{text:?}: {html}");
            }
        }
    }
}
