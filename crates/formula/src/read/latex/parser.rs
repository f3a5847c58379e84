//! Tokens → layout: rows, groups, scripts.
//!
//! A recursive descent parser for TeX's math grammar that accepts everything. It repairs and reports broken
//! input where it occurs and never drops a symbol. Recursion ends at
//! [`MOST_LEVELS`](crate::read::layout::MOST_LEVELS): deeper groups dissolve into the row around them, so
//! that the parser reads a formula nested a hundred thousand deep in linear time on a small stack.

use super::constructs::FractionStyle;
use super::lexer::{Token, TokenKind};
use crate::diagnostic::{Diagnostic, MOST_FINDINGS, Severity, Span};
use crate::read::layout::{Builder, Look, Mark};
use crate::slt::{Edge, Flags, Font, Kind, NodeId, Slt};
use crate::symbol::Symbol;
use crate::typesetting::{MathStyle, Typesetting};

/// The token that ends a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The end of the formula.
    End,
    /// `}`
    Group,
    /// `\right`
    Left,
    /// `&`, `\\` or `\end`
    Cell,
    /// `&`, `\cr` or `}`
    BraceCell,
    /// `]`
    Bracket,
    /// `$`
    Dollar,
}

/// The open constructs around the current token. The `flat_` ones nest too deeply and were dissolved.
#[derive(Default)]
pub(super) struct Open {
    pub(super) groups: usize,
    pub(super) lefts: usize,
    pub(super) environments: usize,
    pub(super) cells: usize,
    pub(super) flat_groups: usize,
    pub(super) flat_lefts: usize,
    pub(super) flat_environments: usize,
}

/// Where the scripts of an element go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scripts {
    /// Beside it, or under and over an operator.
    Beside,
    /// Under and over.
    Limits,
}

impl Scripts {
    /// The place of the scripts of an element with or without limits.
    pub(super) fn with_limits(limits: bool) -> Scripts {
        if limits { Scripts::Limits } else { Scripts::Beside }
    }
}

/// The state of one reading.
pub(super) struct Parser<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) at: usize,
    pub(super) builder: Builder,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) wildcards: bool,
    pub(super) font: Font,
    /// Flags for the symbols to come: `EXACT`, `SIMILAR`, and `AFTER_SPACE` for the next element.
    pub(super) flags: Flags,
    /// The space that the author put before the next element, in eighteenths of an em.
    pub(super) space: i16,
    /// The style for the next element and the rest of its row.
    pub(super) style: Option<MathStyle>,
    /// The style that the current row has set for itself.
    pub(super) current_style: Option<MathStyle>,
    pub(super) open: Open,
    /// An infix fraction command just read, for the row around it.
    pub(super) infix: Option<(FractionStyle, Token<'a>)>,
    end: Span,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: Vec<Token<'a>>, length: usize, wildcards: bool) -> Parser<'a> {
        let mut builder = Builder::new(tokens.len() * 2);
        builder.slt.typesetting = Some(Typesetting::default());
        Parser {
            tokens,
            at: 0,
            builder,
            diagnostics: Vec::new(),
            wildcards,
            font: Font::Plain,
            flags: Flags::default(),
            space: 0,
            style: None,
            current_style: None,
            open: Open::default(),
            infix: None,
            end: Span::new(length, length),
        }
    }

    /// Reads the whole formula.
    pub(super) fn formula(mut self) -> (Slt, Vec<Diagnostic>) {
        self.strip_delimiters();
        let mark = self.builder.mark();
        self.row(Stop::End);
        if let Some(span) = self.builder.too_deep {
            self.report_too_deep(span);
        }
        (self.builder.finish(mark), self.diagnostics)
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    pub(super) fn peek_kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.peek_kind() == Some(TokenKind::Space) {
            self.at += 1;
        }
    }

    /// The source place of the next token.
    pub(super) fn place(&self) -> Span {
        self.peek().map_or(self.end, |token| token.span)
    }

    /// The span from `start` to the end of the last token read.
    pub(super) fn span_from(&self, start: Span) -> Span {
        let last =
            self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(start, |token| token.span);
        start.join(last)
    }

    pub(super) fn look(&self, span: Span) -> Look {
        Look { span, font: self.font, flags: self.flags }
    }

    pub(super) fn report(&mut self, code: &'static str, span: Span, message: String, hint: &'static str) {
        if self.diagnostics.len() < MOST_FINDINGS {
            self.diagnostics.push(Diagnostic { severity: Severity::Recovery, code, message, span, hint });
        }
    }

    pub(super) fn remark(&mut self, code: &'static str, span: Span, message: String, hint: &'static str) {
        if self.diagnostics.len() < MOST_FINDINGS {
            self.diagnostics.push(Diagnostic { severity: Severity::Remark, code, message, span, hint });
        }
    }

    pub(super) fn report_too_deep(&mut self, span: Span) {
        if self.diagnostics.iter().all(|finding| finding.code != "too-deep") {
            let message = format!("nested more than {} levels deep", crate::read::layout::MOST_LEVELS);
            self.report("too-deep", span, message, "the deeper levels are read as one flat row");
        }
    }

    pub(super) fn push(&mut self, id: NodeId) {
        self.builder.push(id);
    }

    pub(super) fn push_leaf(&mut self, kind: Kind, symbol: Symbol, span: Span) {
        let id = self.builder.node(kind, symbol, self.look(span));
        self.push(id);
    }

    /// Skips dollar signs or `\(…\)` around the whole formula: they delimit it and are not part of it.
    fn strip_delimiters(&mut self) {
        let is_math = |token: &Token| {
            token.kind == TokenKind::Dollar
                || (token.kind == TokenKind::Command && matches!(token.text, "(" | ")" | "[" | "]"))
        };
        let is_space = |token: &Token| token.kind == TokenKind::Space;
        let Some(first) = self.tokens.iter().position(|token| !is_space(token)) else { return };
        let Some(last) = self.tokens.iter().rposition(|token| !is_space(token)) else { return };
        if first < last && is_math(&self.tokens[first]) && is_math(&self.tokens[last]) {
            self.tokens.truncate(last);
            self.at = first + 1;
        }
    }

    /// Reads elements up to the end of the row. The symbols stay on the builder's current row; an infix
    /// fraction replaces them with itself.
    pub(super) fn row(&mut self, stop: Stop) {
        let font = self.font;
        // A row has spaces and styles of its own.
        let (space, style) = (std::mem::take(&mut self.space), self.style.take());
        let outer_style = self.current_style;
        let start = self.builder.here();
        let row_start = self.place();
        let mut fraction: Option<(FractionStyle, Option<NodeId>)> = None;
        while let Some(token) = self.peek() {
            if self.ends_row(token, stop) {
                break;
            }
            self.element_with_scripts(start);
            let Some((style, infix)) = self.infix.take() else { continue };
            if fraction.is_some() {
                let message = format!("a second `\\{}` in the same group", infix.text);
                self.report("double-infix", infix.span, message, "put braces around one of the fractions");
                self.push_command(infix);
                continue;
            }
            let style = self.infix_parameters(style, infix);
            fraction = Some((style, self.builder.finish_row(start)));
            self.builder.enter();
        }
        if let Some((style, over)) = fraction {
            self.builder.leave();
            let under = self.builder.finish_row(start);
            self.push_fraction(style, over, under, self.span_from(row_start));
        }
        self.font = font;
        (self.space, self.style) = (space, style);
        if self.current_style != outer_style {
            self.current_style = outer_style;
            self.style = self.style.or(outer_style).or(Some(MathStyle::Inherited));
        }
    }

    /// Whether `token` ends a row of this kind, or one around it.
    fn ends_row(&mut self, token: Token<'a>, stop: Stop) -> bool {
        match token.kind {
            TokenKind::EndGroup => stop == Stop::Group || stop == Stop::BraceCell || self.open.groups > 0,
            TokenKind::Alignment => matches!(stop, Stop::Cell | Stop::BraceCell) || self.leaves_cell(stop),
            TokenKind::Dollar => stop == Stop::Dollar,
            TokenKind::Char(']') => stop == Stop::Bracket,
            TokenKind::Command => match token.text {
                "right" => stop == Stop::Left || (self.open.lefts > 0 && self.open.flat_lefts == 0),
                "end" => self.open.environments > 0 && self.open.flat_environments == 0,
                "\\" | "cr" | "tabularnewline" => {
                    matches!(stop, Stop::Cell | Stop::BraceCell) || self.leaves_cell(stop)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the row of a `\left` is inside a cell. The end of the cell then also ends that row.
    fn leaves_cell(&self, stop: Stop) -> bool {
        stop == Stop::Left && self.open.cells > 0
    }

    /// Reads one element and the scripts on it. `row` is where the row begins.
    pub(super) fn element_with_scripts(&mut self, row: Mark) {
        let start = self.builder.here();
        // A space before the element is not a space before the first symbol inside it.
        let after_space = self.flags.has(Flags::AFTER_SPACE);
        self.flags = self.flags.without(Flags::AFTER_SPACE);
        let (space, style) = (std::mem::take(&mut self.space), self.style.take());
        let scripts = self.element(false);
        if self.builder.len_since(start) == 0 {
            if after_space {
                self.flags = self.flags.with(Flags::AFTER_SPACE);
            }
            self.space = self.space.saturating_add(space);
            self.style = self.style.or(style);
        }
        self.scripts(row, start, scripts);
        if let Some(&first) = self.builder.since(start).first() {
            if after_space {
                let flags = &mut self.builder.slt.nodes[first.index()].flags;
                *flags = flags.with(Flags::AFTER_SPACE);
            }
            self.typeset(first, space, style);
        }
        self.adopt_pre_scripts(row, start);
    }

    /// Keeps the space before a node, and the style from it on.
    fn typeset(&mut self, first: NodeId, space: i16, style: Option<MathStyle>) {
        if space != 0 {
            self.builder.details(first).space = space;
        }
        if style.is_some() {
            self.builder.details(first).style = style;
        }
    }

    /// Reads one element: a symbol, a group or a command with its arguments. As an argument without
    /// braces (`single`) a number is one digit and a name one letter.
    pub(super) fn element(&mut self, single: bool) -> Scripts {
        let Some(token) = self.peek() else { return Scripts::Beside };
        match token.kind {
            TokenKind::Space => self.at += 1,
            TokenKind::Char(c) => self.character(c, token, single),
            TokenKind::Command => return self.command(token),
            TokenKind::BeginGroup => self.group(token),
            TokenKind::EndGroup => self.stray_end_group(token),
            // A script without a base: `scripts` gives it an empty one.
            TokenKind::Superscript | TokenKind::Subscript => {}
            TokenKind::Alignment => self.stray_alignment(token),
            TokenKind::Dollar => self.stray_dollar(token),
            TokenKind::Parameter(number) => self.stray_parameter(token, number),
            TokenKind::Backslash => {
                self.at += 1;
                self.report(
                    "trailing-backslash",
                    token.span,
                    "a backslash with nothing after it".into(),
                    "delete it",
                );
            }
            TokenKind::Control => {
                self.at += 1;
                let message = "a control character".to_string();
                self.report(
                    "control-character",
                    token.span,
                    message,
                    "it is skipped; check the encoding of the source",
                );
            }
        }
        Scripts::Beside
    }

    /// A `{…}` group: its symbols join the current row.
    fn group(&mut self, open: Token<'a>) {
        self.at += 1;
        if self.builder.is_too_deep() {
            self.open.flat_groups += 1;
            self.report_too_deep(open.span);
            return;
        }
        self.group_content(open);
    }

    /// The rest of a group after its opening brace.
    pub(super) fn group_content(&mut self, open: Token<'a>) {
        self.open.groups += 1;
        self.builder.enter();
        self.row(Stop::Group);
        self.builder.leave();
        self.open.groups -= 1;
        self.end_group(open.span);
    }

    /// Takes the closing brace of the group that was opened at `open`.
    pub(super) fn end_group(&mut self, open: Span) {
        if self.peek_kind() == Some(TokenKind::EndGroup) {
            self.at += 1;
        } else {
            self.report(
                "unclosed-brace",
                open,
                "a `{` that is never closed".into(),
                "add a `}` where the group should end",
            );
        }
    }

    fn stray_end_group(&mut self, token: Token<'a>) {
        self.at += 1;
        if self.open.flat_groups > 0 {
            self.open.flat_groups -= 1;
            return;
        }
        self.report(
            "unexpected-brace",
            token.span,
            "a `}` that closes nothing".into(),
            "delete it or add the `{`",
        );
    }

    fn stray_alignment(&mut self, token: Token<'a>) {
        self.at += 1;
        if self.open.flat_environments > 0 {
            return;
        }
        let hint = "alignment marks belong inside an environment such as `aligned`";
        self.report("stray-alignment", token.span, "an `&` outside of any grid".into(), hint);
    }

    fn stray_dollar(&mut self, token: Token<'a>) {
        self.at += 1;
        // The second column of plain TeX's `\cases` is text, with formulas between dollar signs.
        if self.open.cells > 0 {
            return;
        }
        let hint = "write `\\$` for a dollar sign; formulas do not nest";
        self.report("stray-dollar", token.span, "a `$` inside a formula".into(), hint);
    }

    fn stray_parameter(&mut self, token: Token<'a>, number: u8) {
        self.at += 1;
        let hint = "write `\\#` for a number sign";
        self.report("macro-parameter", token.span, "a `#` outside of a macro definition".into(), hint);
        self.push_character('#', token.span);
        if number > 0 {
            self.push_leaf(Kind::Number, Symbol::character(char::from(b'0' + number)), token.span);
        }
    }

    /// Pushes an undefined command as a named symbol.
    pub(super) fn push_command(&mut self, token: Token<'a>) {
        let id = self.builder.text_node(Kind::Command, token.text, self.look(token.span));
        self.push(id);
    }

    /// Attaches a script or limit, if there is one, to the node `base`.
    pub(super) fn hang(&mut self, base: NodeId, edge: Edge, script: Option<NodeId>) -> NodeId {
        match script {
            Some(script) => self.builder.script(base, edge, script),
            None => base,
        }
    }
}
