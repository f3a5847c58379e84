//! Commands: what each construct does with its arguments.

use super::constructs::{self, Construct, FractionStyle};
use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Scripts};
use crate::commands::{self, Command};
use crate::diagnostic::Span;
use crate::layout::Look;
use crate::slt::{Edge, Flags, Font, Kind, NodeId};
use crate::symbol::Symbol;

impl<'a> Parser<'a> {
    /// Reads the command at the current place with its arguments.
    pub(super) fn command(&mut self, token: Token<'a>) -> Scripts {
        if token.text == "cdot" && self.spells_ellipsis(|token| token.is_command("cdot")) {
            self.push_leaf(Kind::Identifier, Symbol::character('⋯'), self.span_from(token.span));
            return Scripts::Beside;
        }
        self.at += 1;
        if let Some(command) = commands::find(token.text) {
            return self.printed(command, token);
        }
        let Some(construct) = constructs::find(token.text) else {
            self.unknown(token);
            return Scripts::Beside;
        };
        if self.builder.is_too_deep() && nests(construct) {
            self.flatten(construct, token);
            return Scripts::Beside;
        }
        self.construct(construct, token)
    }

    /// A command that prints one symbol or name.
    fn printed(&mut self, command: Command, token: Token<'a>) -> Scripts {
        match command {
            Command::Symbol(c) => match fence_direction(token.text) {
                Some(direction) => self.push_fence(Symbol::character(c), direction, token.span),
                None => self.push_character(c, token.span),
            },
            Command::SymbolText(text) => {
                let kind =
                    if text.chars().all(char::is_alphabetic) { Kind::Identifier } else { Kind::Operator };
                self.push_name(kind, text, token.span);
            }
            Command::Function { text, limits } => {
                let kind = if limits { Kind::Operator } else { Kind::Identifier };
                self.push_name(kind, text, token.span);
            }
        }
        Scripts::Beside
    }

    fn push_name(&mut self, kind: Kind, text: &str, span: Span) {
        let look = Look { span, font: Font::Plain, flags: self.flags };
        let id = self.builder.text_node(kind, text, look);
        self.push(id);
    }

    fn unknown(&mut self, token: Token<'a>) {
        let message = format!("unknown command `\\{}`", token.text);
        self.remark(
            "unknown-command",
            token.span,
            message,
            "it is kept under its name; define it with `\\newcommand`",
        );
        self.push_command(token);
    }

    /// A construct that would nest too deeply: its name stays as a symbol, its arguments join the row.
    fn flatten(&mut self, construct: Construct, token: Token<'a>) {
        self.report_too_deep(token.span);
        match construct {
            Construct::Left => {
                self.open.flat_lefts += 1;
                if let Some((fence, span)) = self.delimiter(token) {
                    self.push_fence(fence, Flags::MIDDLE, span);
                }
            }
            Construct::Begin => {
                self.open.flat_environments += 1;
                self.raw_argument();
            }
            Construct::Font(_) | Construct::Pass { .. } => {}
            _ => self.push_command(token),
        }
    }

    fn construct(&mut self, construct: Construct, token: Token<'a>) -> Scripts {
        match construct {
            Construct::Fraction(style) => {
                let over = self.argument(token);
                let under = self.argument(token);
                self.push_fraction(style, over, under, self.span_from(token.span));
            }
            Construct::GeneralFraction => self.general_fraction(token),
            Construct::Infix(style) => self.infix = Some((style, token)),
            Construct::Root => {
                let degree = self.optional_argument();
                let radicand = self.argument(token);
                self.push_root(degree, radicand, token);
            }
            Construct::RootOf => self.root_of(token),
            Construct::Mark { edge, mark, limits } => {
                self.mark(token, edge, mark);
                return if limits { Scripts::Limits } else { Scripts::Beside };
            }
            Construct::Set(edge) => {
                let script = self.argument(token);
                let base = self.argument_node(token);
                let base = self.hang(base, edge, script);
                self.push(base);
            }
            Construct::SetBoth => {
                let over = self.argument(token);
                let under = self.argument(token);
                let base = self.argument_node(token);
                let base = self.hang(base, Edge::Over, over);
                let base = self.hang(base, Edge::Under, under);
                self.push(base);
            }
            Construct::BuildRelation => self.build_relation(token),
            Construct::SideSet => self.side_set(token),
            Construct::PreScript => {
                let above = self.argument(token);
                let below = self.argument(token);
                let base = self.argument_node(token);
                let base = self.hang(base, Edge::PreAbove, above);
                let base = self.hang(base, Edge::PreBelow, below);
                self.push(base);
            }
            Construct::Arrow(arrow) => self.arrow(token, arrow),
            Construct::Font(font) => {
                let outer = std::mem::replace(&mut self.font, font);
                self.argument_symbols(token);
                self.font = outer;
            }
            Construct::FontSwitch(font) => self.font = font,
            Construct::Text => self.text(token),
            Construct::TextRow => self.text(token),
            Construct::Chemistry => self.chemistry(token),
            Construct::Quantity => {
                self.argument_symbols(token);
                self.chemistry(token);
            }
            Construct::OperatorName { limits } => return self.operator_name(token, limits),
            Construct::Pass { limits } => {
                self.skip_optional();
                let start = self.builder.here();
                self.argument_symbols(token);
                if limits && self.builder.len_since(start) > 1 {
                    let whole = self.builder.wrap_pushed(start, token.span);
                    self.builder.push_again(whole);
                }
                return if limits { Scripts::Limits } else { Scripts::Beside };
            }
            Construct::PassOptional => {
                self.skip_optional();
                self.argument_symbols(token);
            }
            Construct::Skip(count) => self.skip_arguments(token, count),
            Construct::SkipThenText(count) => {
                self.skip_arguments(token, count);
                self.text(token);
            }
            Construct::SkipThenPass(count) => {
                self.skip_arguments(token, count);
                self.argument_symbols(token);
            }
            Construct::Rule => {
                self.skip_optional();
                self.skip_arguments(token, 2);
            }
            Construct::Dimension => self.skip_dimension(),
            Construct::Style | Construct::Limits(_) => {}
            Construct::Space { wide } => {
                if wide {
                    self.flags = self.flags.with(Flags::AFTER_SPACE);
                }
            }
            Construct::Not => self.negation(token),
            Construct::Enclose(notation) => self.enclosed(notation, token),
            Construct::EncloseAs => {
                let notation = self.raw_argument();
                self.enclosed(&notation, token);
            }
            Construct::CancelTo => {
                let target = self.argument(token);
                let content = self.argument(token);
                let look = self.look(self.span_from(token.span));
                let base = self.builder.enclosure("updiagonalarrow", content, look);
                let base = self.hang(base, Edge::Above, target);
                self.push(base);
            }
            Construct::Choice => {
                self.argument_symbols(token);
                self.skip_arguments(token, 3);
            }
            Construct::Unicode | Construct::Character => self.code_point(token),
            Construct::Verbatim => self.verbatim(token),
            Construct::Left => self.left(token),
            Construct::Right => self.stray_right(token),
            Construct::Big(direction) => self.big(token, direction),
            Construct::Begin => self.environment(token),
            Construct::End => self.stray_end(token),
            Construct::Stack => self.stack(token),
            Construct::PlainTable(name) => self.plain_table(token, name),
            Construct::Modulus { brackets, word } => self.modulus(token, brackets, word),
            Construct::Bracket(open, close) => {
                let mark = self.builder.mark();
                self.argument_symbols(token);
                let span = self.span_from(token.span);
                let group =
                    self.builder.fenced(mark, Symbol::character(open), Symbol::character(close), span);
                self.push(group);
            }
            // Definitions were taken out before; what is left of one was malformed and is reported there.
            Construct::Define => {}
            Construct::Wildcard if self.wildcards => {
                let name = self.raw_argument();
                let name = name.trim_matches(|c: char| c == '*' || c.is_whitespace());
                self.push_wildcard(name, self.span_from(token.span));
            }
            Construct::Matching(flag) if self.wildcards => {
                let outer = self.flags;
                self.flags = self.flags.with(flag);
                self.argument_symbols(token);
                self.flags = outer;
            }
            Construct::Wildcard | Construct::Matching(_) => self.unknown(token),
            Construct::MathDelimiter => {
                let hint = "formulas do not nest";
                let message = format!("a `\\{}` inside a formula", token.text);
                self.report("stray-dollar", token.span, message, hint);
            }
            // Outside of a grid a line break prints nothing.
            Construct::NewLine => self.skip_line_height(),
        }
        Scripts::Beside
    }

    /// An argument as one node: itself, a group of several symbols, or an empty place.
    fn argument_node(&mut self, token: Token<'a>) -> NodeId {
        let mark = self.builder.mark();
        self.argument_symbols(token);
        self.builder.wrap(mark, token.span)
    }

    fn push_root(&mut self, degree: Option<NodeId>, radicand: Option<NodeId>, token: Token<'a>) {
        let look = Look { font: Font::Plain, ..self.look(self.span_from(token.span)) };
        let root = self.builder.root(degree, radicand, look);
        self.push(root);
    }

    fn root_of(&mut self, token: Token<'a>) {
        let mark = self.builder.mark();
        let start = self.builder.here();
        while let Some(next) = self.peek() {
            if next.is_command("of") || !self.has_argument() {
                break;
            }
            self.element_with_scripts(start);
        }
        self.at += usize::from(self.peek().is_some_and(|next| next.is_command("of")));
        let degree = self.builder.finish_row(mark);
        let radicand = self.argument(token);
        self.push_root(degree, radicand, token);
    }

    fn general_fraction(&mut self, token: Token<'a>) {
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
    fn mark(&mut self, token: Token<'a>, edge: Edge, mark: char) {
        let base = self.argument_node(token);
        let look =
            Look { span: token.span, font: Font::Plain, flags: self.flags.without(Flags::AFTER_SPACE) };
        let mark = self.builder.node(Kind::Operator, Symbol::character(mark), look);
        let base = self.builder.script(base, edge, mark);
        self.push(base);
    }

    fn build_relation(&mut self, token: Token<'a>) {
        let mark = self.builder.mark();
        let start = self.builder.here();
        while let Some(next) = self.peek() {
            if next.is_command("over") || !self.has_argument() {
                break;
            }
            self.element_with_scripts(start);
        }
        self.at += usize::from(self.peek().is_some_and(|next| next.is_command("over")));
        let script = self.builder.finish_row(mark);
        let base = self.argument_node(token);
        let base = self.hang(base, Edge::Over, script);
        self.push(base);
    }

    /// `\sideset{_1^2}{_3^4}\prod`: the scripts of two empty bases go to the four corners of the third.
    fn side_set(&mut self, token: Token<'a>) {
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

    fn arrow(&mut self, token: Token<'a>, arrow: char) {
        let under = self.optional_argument();
        let over = self.argument(token);
        let base = self.builder.node(Kind::Operator, Symbol::character(arrow), self.look(token.span));
        let base = self.hang(base, Edge::Over, over);
        let base = self.hang(base, Edge::Under, under);
        self.push(base);
    }

    /// `\not` strikes the symbol behind it through.
    fn negation(&mut self, token: Token<'a>) {
        self.skip_spaces();
        if !self.has_argument() {
            let hint = "write the relation behind it";
            self.report("missing-argument", token.span, "`\\not` with nothing to negate".into(), hint);
            return;
        }
        let start = self.builder.here();
        self.argument_symbols(token);
        let Some(&id) = self.builder.since(start).first() else { return };
        let node = &mut self.builder.slt.nodes[id.index()];
        node.span = node.span.join(token.span);
        let Some(c) = node.symbol.as_char() else { return };
        match negated(c) {
            Some(precomposed) => node.symbol = Symbol::character(precomposed),
            None => {
                let struck = format!("{c}\u{338}");
                let symbol = self.builder.slt.texts.intern(&struck);
                self.builder.slt.nodes[id.index()].symbol = symbol;
            }
        }
    }

    fn enclosed(&mut self, notation: &str, token: Token<'a>) {
        self.skip_optional();
        let content = self.argument(token);
        let look = Look { font: Font::Plain, ..self.look(self.span_from(token.span)) };
        let id = self.builder.enclosure(notation, content, look);
        self.push(id);
    }

    fn modulus(&mut self, token: Token<'a>, brackets: bool, word: bool) {
        if !brackets {
            self.push_name(Kind::Operator, "mod", token.span);
            return;
        }
        let mark = self.builder.mark();
        if word {
            self.push_name(Kind::Operator, "mod", token.span);
        }
        self.argument_symbols(token);
        let span = self.span_from(token.span);
        let group = self.builder.fenced(mark, Symbol::character('('), Symbol::character(')'), span);
        self.push(group);
    }

    fn code_point(&mut self, token: Token<'a>) {
        let text = self.raw_argument();
        let text = text.trim();
        let code = match text.strip_prefix(['x', 'X', '"', 'U']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
            None => text.parse().ok(),
        };
        match code.and_then(char::from_u32).filter(|c| !c.is_control()) {
            Some(c) => self.push_character(c, self.span_from(token.span)),
            None => self.push_command(token),
        }
    }

    /// The name in `\operatorname{…}`.
    fn operator_name(&mut self, token: Token<'a>, limits: bool) -> Scripts {
        let starred = self.peek_kind() == Some(TokenKind::Char('*'));
        self.at += usize::from(starred);
        self.skip_spaces();
        let scripts = if limits || starred { Scripts::Limits } else { Scripts::Beside };
        if let Some(name) = self.plain_name() {
            let span = self.span_from(token.span);
            self.push_name(kind_of_name(&name), &name, span);
            return scripts;
        }
        let outer = std::mem::replace(&mut self.font, Font::Roman);
        let start = self.builder.here();
        self.argument_symbols(token);
        self.font = outer;
        if self.builder.len_since(start) > 1 {
            let whole = self.builder.wrap_pushed(start, token.span);
            self.builder.push_again(whole);
        }
        scripts
    }

    /// The letters of a braced name, if it consists of letters and spaces only.
    fn plain_name(&mut self) -> Option<String> {
        let open = self.peek().filter(|token| token.kind == TokenKind::BeginGroup)?;
        let mut name = String::new();
        let mut at = self.at + 1;
        debug_assert!(open.kind == TokenKind::BeginGroup);
        loop {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::EndGroup => break,
                TokenKind::Char(c) if c.is_alphabetic() => name.push(c),
                TokenKind::Space => {}
                TokenKind::Command if matches!(token.text, "," | "!" | ":" | ";" | " ") => {
                    if token.text != "!" {
                        name.push(' ');
                    }
                }
                _ => return None,
            }
            at += 1;
        }
        self.at = at + 1;
        let name = name.trim().to_string();
        (!name.is_empty()).then_some(name)
    }
}

/// What a spelt-out name is: `\operatorname{det}` is the same operator as `\det`.
pub(super) fn kind_of_name(name: &str) -> Kind {
    match commands::find(name) {
        Some(Command::Function { limits: true, text }) if text == name => Kind::Operator,
        _ => Kind::Identifier,
    }
}

/// Whether a construct takes arguments that nest inside it.
fn nests(construct: Construct) -> bool {
    !matches!(
        construct,
        Construct::Style
            | Construct::Space { .. }
            | Construct::FontSwitch(_)
            | Construct::Skip(_)
            | Construct::Dimension
            | Construct::Right
            | Construct::End
            | Construct::NewLine
            | Construct::MathDelimiter
            | Construct::Big(_)
            | Construct::Limits(_)
            | Construct::Wildcard
            | Construct::Chemistry
            | Construct::Verbatim
            | Construct::Unicode
            | Construct::Character
            | Construct::Define
            | Construct::Rule
            | Construct::Modulus { brackets: false, .. }
            | Construct::Infix(_)
    )
}

/// The direction of a fence, or its being none, where the name of the command settles it.
fn fence_direction(name: &str) -> Option<Flags> {
    match name {
        "lvert" | "lVert" => Some(Flags::OPENS),
        "rvert" | "rVert" => Some(Flags::CLOSES),
        "mid" | "parallel" | "shortmid" | "shortparallel" => Some(Flags::MIDDLE),
        _ => None,
    }
}

/// The precomposed negation of a relation.
fn negated(c: char) -> Option<char> {
    Some(match c {
        '=' => '≠',
        '<' => '≮',
        '>' => '≯',
        '∈' => '∉',
        '∋' => '∌',
        '≡' => '≢',
        '∼' => '≁',
        '≃' => '≄',
        '≈' => '≉',
        '≅' => '≇',
        '≤' => '≰',
        '≥' => '≱',
        '⊂' => '⊄',
        '⊃' => '⊅',
        '⊆' => '⊈',
        '⊇' => '⊉',
        '∣' | '|' => '∤',
        '∥' => '∦',
        '→' => '↛',
        '←' => '↚',
        '↔' => '↮',
        '⇒' | '⟹' => '⇏',
        '⇔' | '⟺' => '⇎',
        '∃' => '∄',
        '⊢' => '⊬',
        '⊨' => '⊭',
        '≺' => '⊀',
        '≻' => '⊁',
        '⊴' => '⋬',
        '⊵' => '⋭',
        _ => return None,
    })
}
