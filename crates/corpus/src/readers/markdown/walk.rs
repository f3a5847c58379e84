//! The walk over the CommonMark events of a marked source: words, headings, theorems.

use document::{Text, kinds};
use percent_encoding::percent_decode_str;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::marks::{Mark, Marked, Piece};
use super::{Cut, Note};
use crate::readers::latex::theorem_kind;
use crate::readers::outline::{LONGEST_LABEL, Outline, PreviousTitle, capital};
use crate::readers::prose::{Form, Prose};

/// What stands around a block of code.
const FENCE: &str = "```";

/// The meaning of a block quote or div.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    Plain,
    Theorem(usize),
}

struct Walk<'m> {
    marked: &'m Marked,
    outline: Outline,
    cut: Cut,
    /// The level of heading that begins a section.
    top: Option<HeadingLevel>,
    /// The first heading, if it is the name of the note.
    title: Option<Prose>,
    is_in_title: bool,
    has_begun: bool,
    /// The title before the current heading, if the words of the heading are the title of a unit.
    heading: Option<PreviousTitle>,
    /// The section whose heading is being read.
    section: Option<usize>,
    /// The open links to other files: where their words begin.
    links: Vec<Option<(usize, String)>>,
    /// The text of the open block of code.
    code: Option<String>,
    quotes: Vec<Block>,
    divs: Vec<Block>,
    /// The open lists: the number of the next item, or none if items are not numbered.
    lists: Vec<Option<u64>>,
    /// The depth inside an element that is not read.
    skipped: usize,
    /// The number of columns of the open table.
    columns: usize,
    tags: Vec<String>,
    targets: Vec<String>,
}

/// Reads a note.
pub(super) fn note(source: &str, cut: Cut) -> Note {
    let marked = Marked::of(source);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let parse = || Parser::new_ext(&marked.text, options);
    let mut walk = Walk {
        marked: &marked,
        outline: if cut == Cut::Nothing { Outline::flat() } else { Outline::new(kinds::NOTE) },
        cut,
        top: if cut == Cut::Headings { top_level(parse()) } else { None },
        title: None,
        is_in_title: false,
        has_begun: false,
        heading: None,
        section: None,
        links: Vec::new(),
        code: None,
        quotes: Vec::new(),
        divs: Vec::new(),
        lists: Vec::new(),
        skipped: 0,
        columns: 0,
        tags: Vec::new(),
        targets: Vec::new(),
    };
    for event in parse() {
        walk.event(event);
    }
    let title = walk.title.map_or_else(Text::default, Prose::finish);
    Note { outline: walk.outline, title, tags: walk.tags, targets: walk.targets }
}

/// The level at which a long note is cut: the highest one, except for a level that only names the note.
fn top_level<'a>(events: impl Iterator<Item = Event<'a>>) -> Option<HeadingLevel> {
    let mut counts = [0usize; 6];
    let mut is_first = true;
    let mut names_note = false;
    for event in events {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            names_note |= is_first && level == HeadingLevel::H1;
            counts[level as usize - 1] += 1;
        }
        is_first &= matches!(event, Event::Start(Tag::HtmlBlock) | Event::End(_));
    }
    if names_note && counts[0] == 1 {
        counts[0] = 0;
    }
    let level = counts.iter().position(|&count| count > 0)?;
    HeadingLevel::try_from(level + 1).ok()
}

/// The kind of a section that is a theorem by its heading: `Theorem (Completeness)`, `Lemma 2`.
fn kind_of_heading(title: &str) -> Option<&'static str> {
    let word = title.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let behind = title.get(word.len()..).unwrap_or("").trim_start();
    let is_alone =
        behind.is_empty() || behind.starts_with(|c: char| c.is_ascii_digit() || "(:.–—-".contains(c));
    theorem_kind(&word.to_lowercase()).filter(|_| is_alone)
}

impl Walk<'_> {
    fn prose(&mut self) -> &mut Prose {
        match &mut self.title {
            Some(title) if self.is_in_title => title,
            _ => self.outline.prose(),
        }
    }

    fn event(&mut self, event: Event<'_>) {
        if self.skipped > 0 {
            match event {
                Event::Start(_) => self.skipped += 1,
                Event::End(_) => self.skipped -= 1,
                _ => {}
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code.is_some() => self.code_line(&text),
            Event::Text(text) => self.text(&text),
            Event::TaskListMarker(is_done) => self.words(if is_done { "☑ " } else { "☐ " }),
            Event::Code(code) => self.words(&code),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html),
            Event::SoftBreak | Event::HardBreak => self.prose().space(),
            Event::Rule => self.prose().paragraph(),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::MetadataBlock(_) => self.skipped = 1,
            Tag::CodeBlock(kind) => self.start_code(&kind),
            Tag::Heading { level, id, .. } => self.start_heading(level, id.as_deref()),
            Tag::BlockQuote(_) => {
                self.prose().paragraph();
                self.quotes.push(Block::Plain);
            }
            Tag::List(first) => self.lists.push(first),
            Tag::Item => self.start_item(),
            Tag::Link { dest_url, .. } => self.start_link(&dest_url),
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. } => {}
            Tag::Table(columns) => {
                self.prose().paragraph();
                self.columns = columns.len();
            }
            Tag::TableHead | Tag::TableRow => {
                self.prose().line();
                self.prose().words("|");
            }
            Tag::TableCell => self.prose().space(),
            _ => self.prose().paragraph(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.end_heading(),
            TagEnd::BlockQuote(_) => {
                if let Some(Block::Theorem(draft)) = self.quotes.pop() {
                    self.outline.end_theorem(draft);
                }
                self.prose().paragraph();
            }
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::Item => self.prose().end_item(),
            TagEnd::Link => self.end_link(),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Image => {}
            TagEnd::TableCell => self.prose().words(" |"),
            TagEnd::TableHead => {
                let line = format!("|{}", "---|".repeat(self.columns));
                self.prose().line();
                self.prose().words(&line);
            }
            TagEnd::TableRow => self.prose().line(),
            _ => self.prose().paragraph(),
        }
    }

    /// A link to another file leads to the unit that it becomes.
    fn start_link(&mut self, address: &str) {
        let is_local =
            !address.contains("://") && !address.starts_with(['#', '/']) && !address.starts_with("mailto:");
        let target = is_local.then(|| percent_decode_str(address).decode_utf8_lossy().into_owned());
        self.targets.extend(target.clone());
        let start = self.prose().here();
        self.links.push(target.map(|target| (start, target)));
    }

    fn end_link(&mut self) {
        if let Some(Some((start, target))) = self.links.pop() {
            self.prose().link_from(start, target);
        }
    }

    fn start_code(&mut self, kind: &CodeBlockKind<'_>) {
        let language = match kind {
            CodeBlockKind::Fenced(language) => language.split_whitespace().next().unwrap_or(""),
            CodeBlockKind::Indented => "",
        };
        let is_plain = language.chars().all(|c| c.is_ascii_alphanumeric() || "+-#_.".contains(c));
        self.code = Some(format!("{FENCE}{}\n", if is_plain { language } else { "" }));
    }

    /// Text in a block of code. A line that would end it is indented.
    fn code_line(&mut self, text: &str) {
        let Some(code) = &mut self.code else { return };
        for line in text.split_inclusive('\n') {
            let is_fence = code.ends_with('\n')
                && ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
            code.push_str(if is_fence { "\u{200b}" } else { "" });
            code.push_str(line);
        }
    }

    fn end_code(&mut self) {
        let Some(mut code) = self.code.take() else { return };
        if code.trim_end().lines().count() < 2 {
            return;
        }
        if !code.ends_with('\n') {
            code.push('\n');
        }
        code.push_str(FENCE);
        self.has_begun |= !self.is_in_title;
        self.prose().paragraph();
        self.prose().verbatim(&code);
        self.prose().paragraph();
    }

    fn start_item(&mut self) {
        let number = self.lists.last_mut().and_then(Option::as_mut);
        let sign = number.map_or_else(
            || "- ".to_owned(),
            |number| {
                *number += 1;
                format!("{}. ", *number - 1)
            },
        );
        self.prose().item(sign);
    }

    fn start_heading(&mut self, level: HeadingLevel, id: Option<&str>) {
        let label = id.filter(|id| !id.is_empty() && id.len() <= LONGEST_LABEL).map(str::to_owned);
        // A heading at the beginning of a theorem is its title.
        if let Some(draft) = self.theorem_without_text() {
            self.heading = Some(self.outline.begin_title(draft));
            return;
        }
        let may_name = level == HeadingLevel::H1 || self.cut == Cut::Nothing;
        if !self.has_begun && self.title.is_none() && may_name {
            self.title = Some(Prose::default());
            self.is_in_title = true;
            return;
        }
        let depth = self.top.filter(|top| level >= *top).map(|top| 1 + level as usize - top as usize);
        if let Some(depth) = depth.filter(|_| self.quotes.is_empty() && self.divs.is_empty()) {
            let draft = self.outline.heading(depth);
            self.section = Some(draft);
            if let Some(label) = label {
                self.outline.label(label, true, None);
            }
            self.heading = Some(self.outline.begin_title(draft));
            return;
        }
        self.outline.prose().paragraph();
        if let Some(label) = label {
            self.outline.label(label, false, None);
        }
    }

    fn end_heading(&mut self) {
        if let Some(previous) = self.heading.take() {
            self.outline.end_title(previous);
        }
        if let Some(draft) = self.section.take()
            && let Some(kind) = kind_of_heading(&self.outline.title_of(draft))
        {
            self.outline.set_kind(draft, kind);
        }
        self.is_in_title = false;
        self.outline.prose().paragraph();
    }

    fn theorem_without_text(&mut self) -> Option<usize> {
        match self.divs.last() {
            Some(&Block::Theorem(draft)) if self.outline.is_bare(draft) => Some(draft),
            _ => None,
        }
    }

    fn words(&mut self, words: &str) {
        self.has_begun |= !self.is_in_title;
        self.prose().words(words);
    }

    /// Text with its marks.
    fn text(&mut self, text: &str) {
        let marked = self.marked;
        for piece in marked.pieces(text) {
            match piece {
                Piece::Words(words) => {
                    self.tags_of(words);
                    self.words(words);
                }
                Piece::Mark(mark) => self.mark(mark),
            }
        }
    }

    /// Obsidian's `#tags`.
    fn tags_of(&mut self, words: &str) {
        if self.is_in_title || !words.contains('#') {
            return;
        }
        for word in words.split_whitespace().filter_map(|word| word.strip_prefix('#')) {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/');
            let tag = word.split(|c: char| !is_part(c)).next().unwrap_or("");
            if tag.chars().any(char::is_alphabetic) && !self.tags.iter().any(|known| known == tag) {
                self.tags.push(tag.to_owned());
            }
        }
    }

    /// HTML without its tags.
    fn html(&mut self, html: &str) {
        let mut is_tag = false;
        let mut words = String::new();
        for c in html.chars() {
            match c {
                '<' => is_tag = true,
                '>' if is_tag => {
                    is_tag = false;
                    words.push(' ');
                }
                c if !is_tag => words.push(c),
                _ => {}
            }
        }
        if !words.trim().is_empty() {
            self.text(&words);
        }
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Formula(shown, inner) => {
                self.has_begun |= !self.is_in_title;
                self.prose().formula(shown, inner.clone());
            }
            Mark::Label(label) => self.outline.label(label.clone(), false, None),
            Mark::Reference(label) => self.outline.reference(label.clone(), Form::Name),
            Mark::Link { target, shown } => {
                self.targets.push(target.clone());
                let start = self.prose().here();
                self.words(shown);
                self.prose().link_from(start, target.clone());
            }
            Mark::Callout { kind, title } => self.callout(kind, title),
            Mark::Div { label, kind, title } => self.div(label.as_deref(), *kind, title),
            Mark::EndDiv => {
                if let Some(Block::Theorem(draft)) = self.divs.pop() {
                    self.outline.end_theorem(draft);
                }
            }
        }
    }

    fn callout(&mut self, kind: &str, title: &str) {
        let title_note = Marked::of(title);
        match theorem_kind(kind).filter(|_| self.cut != Cut::Nothing) {
            Some(kind) => {
                let draft = self.outline.theorem(kind, &capital(kind));
                if let Some(quote) = self.quotes.last_mut() {
                    *quote = Block::Theorem(draft);
                }
                let previous = self.outline.begin_title(draft);
                self.marked_text(&title_note);
                self.outline.end_title(previous);
            }
            None => {
                self.marked_text(&title_note);
                self.prose().paragraph();
            }
        }
    }

    fn div(&mut self, label: Option<&str>, kind: Option<&str>, title: &str) {
        let Some(kind) = kind.filter(|_| self.cut != Cut::Nothing) else {
            self.prose().paragraph();
            self.marked_text(&Marked::of(title));
            self.prose().paragraph();
            return self.divs.push(Block::Plain);
        };
        let draft = self.outline.theorem(kind, &capital(kind));
        self.divs.push(Block::Theorem(draft));
        if let Some(label) = label.filter(|label| !label.is_empty() && label.len() <= LONGEST_LABEL) {
            self.outline.label(label.to_owned(), true, None);
        }
        if !title.is_empty() {
            let previous = self.outline.begin_title(draft);
            self.marked_text(&Marked::of(title));
            self.outline.end_title(previous);
        }
    }

    /// Writes the words and formulas of a line that is not part of the note.
    fn marked_text(&mut self, marked: &Marked) {
        for piece in marked.pieces(&marked.text) {
            match piece {
                Piece::Words(words) => self.words(words),
                Piece::Mark(Mark::Formula(shown, inner)) => self.prose().formula(shown, inner.clone()),
                Piece::Mark(Mark::Link { shown, .. }) => self.words(shown),
                Piece::Mark(_) => {}
            }
        }
    }
}
