//! Two-dimensional structures: fractions, roots, marks, stacked symbols, corners, enclosures.

use super::constructs::FractionStyle;
use super::lexer::Token;
use super::parser::Parser;
use crate::diagnostic::Span;
use crate::read::layout::Look;
use crate::slt::{Edge, Flags, Font, Kind, NodeId};
use crate::symbol::Symbol;
use crate::typesetting::Fences;

impl<'a> Parser<'a> {
    /// An argument as one node: itself, a group of several symbols, or an empty place.
    pub(super) fn argument_node(&mut self, token: Token<'a>) -> NodeId {
        let mark = self.builder.mark();
        self.argument_symbols(token);
        self.builder.wrap(mark, token.span)
    }

    /// `\sqrt[n]{x}`
    pub(super) fn root(&mut self, token: Token<'a>) {
        let degree = self.optional_argument();
        let radicand = self.argument(token);
        self.push_root(degree, radicand, token);
    }

    fn push_root(&mut self, degree: Option<NodeId>, radicand: Option<NodeId>, token: Token<'a>) {
        let look = Look { font: Font::Plain, ..self.look(self.span_from(token.span)) };
        let root = self.builder.root(degree, radicand, look);
        self.push(root);
    }

    /// `\root 3 \of x`
    pub(super) fn root_of(&mut self, token: Token<'a>) {
        let degree = self.row_until("of");
        let radicand = self.argument(token);
        self.push_root(degree, radicand, token);
    }

    /// `\frac{a}{b}`, `\binom{n}{k}`
    pub(super) fn fraction(&mut self, style: FractionStyle, token: Token<'a>) {
        let over = self.argument(token);
        let under = self.argument(token);
        self.push_fraction(style, over, under, self.span_from(token.span));
    }

    /// Puts a fraction on the current row, between fences if its style asks for them.
    pub(super) fn push_fraction(
        &mut self,
        style: FractionStyle,
        over: Option<NodeId>,
        under: Option<NodeId>,
        span: Span,
    ) {
        let flags = if style.bar { self.flags } else { self.flags.with(Flags::NO_BAR) };
        let fraction = self.builder.fraction(over, under, Look { span, font: Font::Plain, flags });
        if style.style.is_some() {
            self.builder.details(fraction).own_style = style.style;
        }
        let Some((open, close)) = style.fences else {
            self.push(fraction);
            return;
        };
        let mark = self.builder.mark();
        self.builder.push(fraction);
        let group = self.builder.fenced(mark, Symbol::character(open), Symbol::character(close), span);
        self.builder.details(group).fences = Fences::Growing;
        self.push(group);
    }

    pub(super) fn general_fraction(&mut self, token: Token<'a>) {
        let open = self.raw_argument();
        let close = self.raw_argument();
        let thickness = self.raw_argument();
        self.raw_argument();
        let over = self.argument(token);
        let under = self.argument(token);
        let fence =
            |text: &str| text.trim_start_matches('\\').chars().next().filter(|&c| c != '.' && c != ' ');
        let fences = match (fence(&open), fence(&close)) {
            (None, None) => None,
            (open, close) => Some((open.unwrap_or('\0'), close.unwrap_or('\0'))),
        };
        let style = FractionStyle { bar: !thickness.starts_with('0'), fences, ..FractionStyle::default() };
        self.push_fraction(style, over, under, self.span_from(token.span));
    }

    /// The delimiters and lengths that follow some infix commands.
    pub(super) fn infix_parameters(&mut self, mut style: FractionStyle, token: Token<'a>) -> FractionStyle {
        if style.takes_delimiters {
            let open = self.delimiter(token).and_then(|(fence, _)| fence.as_char());
            let close = self.delimiter(token).and_then(|(fence, _)| fence.as_char());
            style.fences = open.zip(close);
        }
        if style.takes_dimension {
            self.skip_dimension();
        }
        style
    }

    /// `\hat{x}`: a mark over or under the argument.
    pub(super) fn mark(&mut self, token: Token<'a>, edge: Edge, mark: char) {
        let base = self.argument_node(token);
        let look =
            Look { span: token.span, font: Font::Plain, flags: self.flags.without(Flags::AFTER_SPACE) };
        let mark = self.builder.node(Kind::Operator, Symbol::character(mark), look);
        let has_scripts =
            [Edge::Above, Edge::Below].iter().any(|&edge| self.builder.slt.child(base, edge).is_some());
        let marked = self.builder.script(base, edge, mark);
        if has_scripts && marked == base {
            self.builder.details(base).covering = Some(edge);
        }
        self.push(marked);
    }

    /// `\overset{a}{b}`, `\underset{a}{b}`
    pub(super) fn set(&mut self, token: Token<'a>, edge: Edge) {
        let script = self.argument(token);
        let base = self.argument_node(token);
        let base = self.hang(base, edge, script);
        self.push(base);
    }

    /// `\overunderset{a}{b}{c}`, `\prescript{a}{b}{c}`: two scripts before their base.
    pub(super) fn set_both(&mut self, token: Token<'a>, upper: Edge, lower: Edge) {
        let above = self.argument(token);
        let below = self.argument(token);
        let base = self.argument_node(token);
        let base = self.hang(base, upper, above);
        let base = self.hang(base, lower, below);
        self.push(base);
    }

    /// `\buildrel d \over =`
    pub(super) fn build_relation(&mut self, token: Token<'a>) {
        let script = self.row_until("over");
        let base = self.argument_node(token);
        let base = self.hang(base, Edge::Over, script);
        self.push(base);
    }

    /// Reads the row up to the plain TeX command that ends it.
    fn row_until(&mut self, end: &str) -> Option<NodeId> {
        let mark = self.builder.mark();
        let start = self.builder.here();
        while let Some(next) = self.peek() {
            if next.is_command(end) || !self.has_argument() {
                break;
            }
            self.element_with_scripts(start);
        }
        self.at += usize::from(self.peek().is_some_and(|next| next.is_command(end)));
        self.builder.finish_row(mark)
    }

    /// `\sideset{_1^2}{_3^4}\prod`: the scripts of two empty bases go to the four corners of the third.
    pub(super) fn side_set(&mut self, token: Token<'a>) {
        let left = self.argument(token);
        let right = self.argument(token);
        let base = self.argument_node(token);
        let base = self.corner_scripts(base, left, (Edge::PreAbove, Edge::PreBelow));
        let base = self.corner_scripts(base, right, (Edge::Above, Edge::Below));
        self.push(base);
    }

    fn corner_scripts(&mut self, base: NodeId, scripts: Option<NodeId>, edges: (Edge, Edge)) -> NodeId {
        let Some(scripts) = scripts else { return base };
        let above = self.builder.slt.child(scripts, Edge::Above);
        let below = self.builder.slt.child(scripts, Edge::Below);
        let is_plain = above.is_none() && below.is_none();
        if is_plain || self.builder.slt.next(scripts).is_some() {
            return self.hang(base, edges.0, Some(scripts));
        }
        let base = self.hang(base, edges.0, above);
        self.hang(base, edges.1, below)
    }

    pub(super) fn arrow(&mut self, token: Token<'a>, arrow: char) {
        let under = self.optional_argument();
        let over = self.argument(token);
        let base = self.builder.node(Kind::Operator, Symbol::character(arrow), self.look(token.span));
        let base = self.hang(base, Edge::Over, over);
        let base = self.hang(base, Edge::Under, under);
        self.push(base);
    }

    pub(super) fn enclosed(&mut self, notation: &str, token: Token<'a>) {
        self.skip_optional();
        let content = self.argument(token);
        let look = Look { font: Font::Plain, ..self.look(self.span_from(token.span)) };
        let id = self.builder.enclosure(notation, content, look);
        self.push(id);
    }
    /// `\cancelto{0}{x}`
    pub(super) fn cancel_to(&mut self, token: Token<'a>) {
        let target = self.argument(token);
        let content = self.argument(token);
        let look = self.look(self.span_from(token.span));
        let base = self.builder.enclosure("updiagonalarrow", content, look);
        let base = self.hang(base, Edge::Above, target);
        self.push(base);
    }
}
