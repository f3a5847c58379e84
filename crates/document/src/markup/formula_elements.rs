//! The elements of a page that hold formulas: `<math>`, spans of Math Stack Exchange, KaTeX, MathJax and MediaWiki,
//! scripts and pictures.
//!
//! Programs that draw formulas leave each formula in a page two or three times: as MathML for screen readers, as boxes
//! or a picture for display, as TeX for themselves. One of them is kept.

use super::delimiters::attribute;
use super::math::{self, Formula};
use super::page::Converter;
use super::tags::{Tag, Token, Tokens, has_class};

/// An open `<span class="math-container">`.
#[derive(Default)]
pub(super) struct Container {
    id: Option<String>,
    visual_id: Option<String>,
    /// The text in it.
    pub(super) text: String,
    /// How many spans are open.
    depth: usize,
    /// Whether its formula was a `<math>`.
    has_math: bool,
}

/// What is known about the formula that is drawn here.
#[derive(Default)]
pub(super) struct Pictures {
    /// Whether the MathML beside the boxes or the picture was read.
    has_math: bool,
    /// Whether the last formula is the drawing of a script that follows.
    is_drawn: bool,
    /// How many `<math>` had no end.
    unclosed: usize,
}

/// The most `<math>` elements without an end; each costs a scan of the rest of the page.
const MOST_UNCLOSED: usize = 16;

/// Parts of MediaWiki's pages that are not the article.
const BESIDE: [&str; 5] = ["mw-editsection", "navbox", "toc", "catlinks", "printfooter"];

impl<'a> Converter<'a> {
    /// Reads `<math>`, which is kept byte for byte.
    pub(super) fn math(&mut self, tag: &Tag<'a>, start: usize) {
        if tag.is_empty || self.pictures.unclosed >= MOST_UNCLOSED {
            return;
        }
        let Some(close) = self.tokens.close_of(tag.name) else {
            self.pictures.unclosed += 1;
            return;
        };
        self.tokens.seek(close.end);
        let Some(source) = self.source.get(start..close.end) else { return };
        self.pictures.has_math = true;
        self.pictures.is_drawn = self.skips_drawing();
        let (mut id, mut visual_id) = (attribute(tag, &["id"]), attribute(tag, &["visual_id", "visual-id"]));
        if let Some(container) = &mut self.container {
            id = container.id.take().or(id);
            visual_id = container.visual_id.take().or(visual_id);
            container.has_math = true;
            let before = std::mem::take(&mut container.text);
            self.writer().words(&before);
        }
        self.writer().formula(&math::element(tag, source), id, visual_id);
    }

    /// Reads `<span>` and `<mjx-container>`: some hold a formula or its drawing.
    pub(super) fn span(&mut self, tag: &Tag<'a>) {
        let classes = tag.class();
        let is_container = has_class(&classes, |class| class == "math-container");
        if let Some(container) = &mut self.container {
            container.depth += usize::from(!tag.is_empty);
            if is_container && container.id.is_none() {
                (container.id, container.visual_id) = ids(tag);
            }
            return;
        }
        if is_container && !tag.is_empty {
            let (id, visual_id) = ids(tag);
            self.container = Some(Container { id, visual_id, depth: 1, ..Container::default() });
            return;
        }
        self.rendering(tag, &classes);
    }

    /// Leaves out elements that only draw a formula, and elements beside the article.
    pub(super) fn rendering(&mut self, tag: &Tag<'a>, classes: &str) {
        if classes.is_empty() {
            return;
        }
        if has_class(classes, |class| matches!(class, "katex" | "mwe-math-element")) {
            self.pictures.has_math = false;
        }
        if has_class(classes, |class| class == "katex-html") && self.pictures.has_math {
            return self.skip(tag, false);
        }
        if has_class(classes, |class| {
            class == "MathJax" || class.starts_with("MathJax_") || class == "mjx-chtml"
        }) {
            return self.mathjax(tag);
        }
        if self.is_page() && has_class(classes, |class| BESIDE.contains(&class)) {
            self.skip(tag, false);
        }
    }

    /// Reads a drawing of MathJax. Its MathML is kept until the script with the TeX comes.
    fn mathjax(&mut self, tag: &Tag<'a>) {
        let mathml = tag.attribute("data-mathml").filter(|value| !value.trim().is_empty());
        if let Some(mathml) = mathml.as_deref()
            && let Some(Token::Open(inner)) = Tokens::new(mathml).next()
        {
            self.writer().formula(&math::element(&inner, mathml), None, None);
            self.pictures.is_drawn = true;
        }
        self.skip(tag, mathml.is_none());
    }

    /// Reads `<script type="math/tex">`.
    pub(super) fn script(&mut self, tag: &Tag<'a>, content: &'a str) {
        let kind = tag.attribute("type").unwrap_or_default();
        let Some(formula) = math::script(&kind, content) else { return };
        if std::mem::take(&mut self.pictures.is_drawn) {
            self.writer().take_back();
        }
        self.writer().formula(&formula, None, None);
    }

    /// Reads a picture of a formula, if its MathML is missing.
    pub(super) fn image(&mut self, tag: &Tag<'a>) {
        let classes = tag.class();
        let is_fallback = has_class(&classes, |class| class.starts_with("mwe-math-fallback"));
        let is_formula = is_fallback || has_class(&classes, |class| matches!(class, "tex" | "latex"));
        if !is_formula || (is_fallback && self.pictures.has_math) {
            return;
        }
        let Some(alternative) = attribute(tag, &["alt"]) else { return };
        let inner = math::latex(&alternative);
        let shown =
            if inner.shown == inner.source { format!("${alternative}$") } else { alternative.clone() };
        let formula = Formula { shown: shown.into(), ..inner };
        self.writer().formula(&formula, None, None);
    }

    /// Reads the end of a span.
    pub(super) fn close_span(&mut self) {
        let Some(container) = &mut self.container else { return };
        container.depth = container.depth.saturating_sub(1);
        if container.depth == 0 {
            self.end_container();
        }
    }

    /// Writes the formula of a container.
    pub(super) fn end_container(&mut self) {
        let Some(container) = self.container.take() else { return };
        let Container { id, visual_id, text, has_math, .. } = container;
        if has_math {
            return self.writer().words(&text);
        }
        self.writer().formula(&math::latex(&text), id, visual_id);
    }
}

fn ids(tag: &Tag<'_>) -> (Option<String>, Option<String>) {
    (attribute(tag, &["id"]), attribute(tag, &["visual_id", "visual-id"]))
}
