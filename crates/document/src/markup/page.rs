//! Converts HTML to text.
//!
//! The converter reads tokens and writes a text. It keeps only a few counters and builds no tree, so nesting of any
//! depth and broken nesting cost nothing. If tags do not match, the end of a block ends everything left open in it, as
//! in a browser.

use super::elements::{Role, is_void, role};
use super::entities;
use super::formula_elements::{Container, Pictures};
use super::tags::{Tag, Token, Tokens, has_class};
use super::writer::{Gap, Writer};
use crate::Text;

/// A page and its metadata.
#[derive(Default, Debug)]
pub struct Page {
    /// Its `<title>`.
    pub title: Text,
    /// Its first `<h1>`, which is not in the body.
    pub heading: Text,
    /// Its text: the content of `<main>` if there is one, without navigation and similar elements.
    pub body: Text,
    /// Its paragraphs with their ids, if the caller asked for them; they are not in the body.
    pub paragraphs: Vec<(String, Text)>,
    /// The content of its `<meta>` and `<link>` elements: name in lower case and value.
    pub meta: Vec<(String, String)>,
}

impl Page {
    /// The first of some metadata that the page has.
    pub fn value(&self, names: &[&str]) -> Option<&str> {
        let find = |name: &&str| self.meta.iter().find(|(known, value)| known == name && !value.is_empty());
        names.iter().find_map(find).map(|(_, value)| value.as_str())
    }
}

/// How a source is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// A piece of a page: everything is content.
    Fragment,
    /// A page: only its content is kept, not what is around it.
    Page,
    /// A page of LaTeXML whose paragraphs (`ltx_para`) are kept separately.
    Paragraphs,
}

/// The text of a piece of HTML.
pub(super) fn fragment(source: &str) -> Text {
    page(source, Take::Fragment).body
}

/// The text of a page and its metadata.
pub fn page(source: &str, take: Take) -> Page {
    let mut converter = Converter::new(source, take);
    converter.run();
    converter.finish()
}

/// An open element that is skipped.
struct Skip {
    name: String,
    depth: usize,
    is_block: bool,
    /// Whether formulas in it are kept.
    keeps_math: bool,
}

pub(super) struct Converter<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: Tokens<'a>,
    take: Take,
    page: Page,
    body: Writer,
    /// The text outside of `<main>`; used only if `<main>` is empty.
    around: Writer,
    /// The heading that becomes the title.
    heading: Writer,
    in_heading: bool,
    /// The paragraph that is kept separately: id, text, and the number of open `<div>` in it.
    paragraph: Option<(String, Writer, usize)>,
    main_depth: usize,
    has_main: bool,
    code: usize,
    preformatted: usize,
    skip: Option<Skip>,
    pub(super) container: Option<Container>,
    pub(super) pictures: Pictures,
}

impl<'a> Converter<'a> {
    fn new(source: &'a str, take: Take) -> Converter<'a> {
        Converter {
            source,
            tokens: Tokens::new(source),
            take,
            page: Page::default(),
            body: Writer::default(),
            around: Writer::default(),
            heading: Writer::default(),
            in_heading: false,
            paragraph: None,
            main_depth: 0,
            has_main: false,
            code: 0,
            preformatted: 0,
            skip: None,
            container: None,
            pictures: Pictures::default(),
        }
    }

    fn run(&mut self) {
        loop {
            let start = self.tokens.place();
            match self.tokens.next() {
                None => return self.end_line(),
                Some(Token::Text(text)) => self.text(text, true),
                Some(Token::Verbatim(text)) => self.text(text, false),
                Some(Token::Open(tag)) => self.open(&tag, start),
                Some(Token::Close(name)) => self.close(name),
                Some(Token::Other) => {}
            }
        }
    }

    fn finish(mut self) -> Page {
        self.end_paragraph();
        let body = if self.has_main && self.body.is_empty() { self.around } else { self.body };
        Page { body: body.finish(), heading: self.heading.finish(), ..self.page }
    }

    /// Where text is written now.
    pub(super) fn writer(&mut self) -> &mut Writer {
        if self.in_heading {
            return &mut self.heading;
        }
        if let Some((_, writer, _)) = &mut self.paragraph {
            return writer;
        }
        if self.has_main && self.main_depth == 0 { &mut self.around } else { &mut self.body }
    }

    fn text(&mut self, raw: &str, has_references: bool) {
        if self.skip.is_some() {
            return;
        }
        let text = if has_references { entities::decode(raw) } else { raw.into() };
        if let Some(container) = &mut self.container {
            container.text.push_str(&text);
            return;
        }
        let (code, preformatted) = (self.code > 0, self.preformatted > 0);
        match (preformatted, code) {
            (true, _) => self.writer().code(&text, true),
            (_, true) => self.writer().code(&text, false),
            _ => self.writer().words(&text),
        }
    }

    fn open(&mut self, tag: &Tag<'a>, start: usize) {
        let role = role(tag.name);
        if self.skips(tag, role) {
            return;
        }
        if role.is_block() {
            self.end_line();
            // A heading that was never closed.
            self.in_heading &= self.heading.is_empty();
        }
        match role {
            Role::Inline => {}
            Role::Block => self.block(tag),
            Role::Line => self.line(),
            Role::Item => self.writer().item(),
            Role::Cell => self.writer().gap(Gap::Space),
            Role::Code => self.code += usize::from(!tag.is_empty),
            Role::Preformatted => self.preformatted(tag),
            Role::Raised => self.text("^", false),
            Role::Lowered => self.text("_", false),
            Role::Dropped => self.skip(tag, false),
            Role::Beside => self.beside(tag),
            Role::Raw => self.raw(tag),
            Role::Math => self.math(tag, start),
            Role::Image => self.image(tag),
            Role::Span => self.span(tag),
            Role::Title => self.title(tag),
            Role::Heading => self.heading(),
            Role::Meta => self.meta(tag),
            Role::Main => self.main(tag),
        }
    }

    fn close(&mut self, name: &str) {
        let role = role(name);
        if self.skips_close(name, role) {
            return;
        }
        if role.is_block() {
            self.end_line();
            self.preformatted = 0;
            self.in_heading = false;
        }
        match role {
            Role::Block => {
                self.writer().gap(Gap::Paragraph);
                self.close_division(name);
            }
            Role::Preformatted | Role::Beside => self.writer().gap(Gap::Paragraph),
            Role::Line | Role::Item => self.writer().gap(Gap::Line),
            Role::Cell => self.writer().gap(Gap::Space),
            Role::Code => self.code = self.code.saturating_sub(1),
            Role::Span => self.close_span(),
            Role::Heading => self.writer().gap(Gap::Paragraph),
            Role::Main => {
                self.main_depth = self.main_depth.saturating_sub(1);
                self.writer().gap(Gap::Paragraph);
            }
            _ => {}
        }
    }

    /// Ends what the end of a block ends: code and formulas that were never closed.
    fn end_line(&mut self) {
        self.code = 0;
        self.end_container();
    }

    fn line(&mut self) {
        match &mut self.container {
            Some(container) => container.text.push('\n'),
            None => self.writer().gap(Gap::Line),
        }
    }

    fn block(&mut self, tag: &Tag<'a>) {
        self.writer().gap(Gap::Paragraph);
        if tag.is_empty || !tag.name.eq_ignore_ascii_case("div") {
            return;
        }
        if let Some((_, _, depth)) = &mut self.paragraph {
            *depth += 1;
            return;
        }
        let classes = tag.class();
        if self.take == Take::Paragraphs && has_class(&classes, |class| class == "ltx_para") {
            let id = tag.attribute("id").unwrap_or_default().into_owned();
            self.paragraph = Some((id, Writer::default(), 1));
            return;
        }
        self.rendering(tag, &classes);
    }

    fn close_division(&mut self, name: &str) {
        let Some((_, _, depth)) = &mut self.paragraph else { return };
        if name.eq_ignore_ascii_case("div") {
            *depth -= 1;
            if *depth == 0 {
                self.end_paragraph();
            }
        }
    }

    fn end_paragraph(&mut self) {
        let Some((id, writer, _)) = self.paragraph.take() else { return };
        if !writer.is_empty() {
            self.page.paragraphs.push((id, writer.finish()));
        }
    }

    fn preformatted(&mut self, tag: &Tag<'a>) {
        self.writer().gap(Gap::Paragraph);
        self.preformatted += usize::from(!tag.is_empty);
        // A line break directly after the tag is not part of the text.
        let next = self.tokens.place();
        if self.source.get(next..).is_some_and(|rest| rest.starts_with('\n')) {
            self.tokens.seek(next + 1);
        }
    }

    fn beside(&mut self, tag: &Tag<'a>) {
        let is_header_of_content = self.main_depth > 0 && tag.name.eq_ignore_ascii_case("header");
        if self.take == Take::Fragment || is_header_of_content {
            return self.writer().gap(Gap::Paragraph);
        }
        self.skip(tag, false);
    }

    fn raw(&mut self, tag: &Tag<'a>) {
        if tag.is_empty {
            return;
        }
        let content = self.tokens.raw_until_close(tag.name);
        match tag.name.to_ascii_lowercase().as_str() {
            "script" => self.script(tag, content),
            "style" => {}
            _ => self.writer().code(content, true),
        }
    }

    fn title(&mut self, tag: &Tag<'a>) {
        if tag.is_empty {
            return;
        }
        let content = self.tokens.raw_until_close(tag.name);
        if self.page.title.is_empty() {
            let mut title = Writer::default();
            title.words(&entities::decode(content));
            self.page.title = title.finish();
        }
    }

    fn heading(&mut self) {
        self.in_heading = self.take != Take::Fragment && self.heading.is_empty();
        self.writer().gap(Gap::Paragraph);
    }

    fn main(&mut self, tag: &Tag<'a>) {
        let is_main = tag.name.eq_ignore_ascii_case("main");
        if is_main && !self.has_main && self.take != Take::Fragment {
            self.has_main = true;
            self.main_depth = 0;
            self.around = std::mem::take(&mut self.body);
        }
        self.main_depth += usize::from(!tag.is_empty && (is_main || self.main_depth > 0 || !self.has_main));
        self.writer().gap(Gap::Paragraph);
    }

    fn meta(&mut self, tag: &Tag<'a>) {
        let name = ["name", "property", "rel"].iter().find_map(|name| tag.attribute(name));
        let value = ["content", "href"].iter().find_map(|name| tag.attribute(name));
        if let (Some(name), Some(value)) = (name, value) {
            self.page.meta.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// Begins to skip an element.
    pub(super) fn skip(&mut self, tag: &Tag<'a>, keeps_math: bool) {
        if tag.is_empty || is_void(tag.name) {
            return;
        }
        let is_block = role(tag.name).is_block() || role(tag.name) == Role::Dropped;
        self.skip = Some(Skip { name: tag.name.to_owned(), depth: 1, is_block, keeps_math });
    }

    /// Whether an opening tag is inside a skipped element.
    fn skips(&mut self, tag: &Tag<'a>, role: Role) -> bool {
        let Some(skip) = &mut self.skip else { return false };
        match role {
            Role::Math if skip.keeps_math => return false,
            Role::Raw | Role::Title if !tag.is_empty => {
                self.tokens.raw_until_close(tag.name);
                return true;
            }
            _ => {}
        }
        if tag.name.eq_ignore_ascii_case("main") || (role.is_block() && !skip.is_block) {
            self.skip = None;
            return false;
        }
        skip.depth += usize::from(!tag.is_empty && tag.name.eq_ignore_ascii_case(&skip.name));
        true
    }

    /// Whether an end tag is inside a skipped element, or ends it.
    fn skips_close(&mut self, name: &str, role: Role) -> bool {
        let Some(skip) = &mut self.skip else { return false };
        let is_end_of_all = name.eq_ignore_ascii_case("body") || name.eq_ignore_ascii_case("html");
        if is_end_of_all || (role.is_block() && !skip.is_block) {
            self.skip = None;
            return false;
        }
        if name.eq_ignore_ascii_case(&skip.name) {
            skip.depth -= 1;
            if skip.depth == 0 {
                self.skip = None;
                if role.is_block() {
                    self.writer().gap(Gap::Paragraph);
                }
            }
        }
        true
    }

    /// Whether this is a drawing of a formula; only the formula in it is kept.
    pub(super) fn skips_drawing(&self) -> bool {
        self.skip.as_ref().is_some_and(|skip| skip.keeps_math)
    }

    /// Whether text around the content of the page is left out.
    pub(super) fn is_page(&self) -> bool {
        self.take != Take::Fragment
    }
}
