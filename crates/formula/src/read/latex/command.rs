//! Commands: which of them print something, and what each construct does with its arguments.
//!
//! The match over all constructs is here; longer constructs are in the module of their kind.

use super::constructs::{self, Construct};
use super::lexer::Token;
use super::parser::{Parser, Scripts};
use crate::slt::{Edge, Flags, Font, Kind};
use crate::symbol::Symbol;
use crate::tables::commands;

impl<'a> Parser<'a> {
    /// Reads the command at the current token with its arguments.
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

    /// A construct that would nest too deeply: its name becomes a symbol, its arguments join the row.
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

    /// Reads the arguments of a construct and lays it out.
    fn construct(&mut self, construct: Construct, token: Token<'a>) -> Scripts {
        match construct {
            Construct::Fraction(style) => self.fraction(style, token),
            Construct::GeneralFraction => self.general_fraction(token),
            Construct::Infix(style) => self.infix = Some((style, token)),
            Construct::Root => self.root(token),
            Construct::RootOf => self.root_of(token),
            Construct::Mark { edge, mark, limits } => {
                self.mark(token, edge, mark);
                return Scripts::with_limits(limits);
            }
            Construct::Set(edge) => self.set(token, edge),
            Construct::SetBoth => self.set_both(token, Edge::Over, Edge::Under),
            Construct::BuildRelation => self.build_relation(token),
            Construct::SideSet => self.side_set(token),
            Construct::PreScript => self.set_both(token, Edge::PreAbove, Edge::PreBelow),
            Construct::Arrow(arrow) => self.arrow(token, arrow),
            Construct::Font(font) => self.in_font(token, font),
            Construct::FontSwitch(font) => self.font = font,
            Construct::Text | Construct::TextRow => self.text(token),
            Construct::Chemistry => self.chemistry(token),
            Construct::Quantity => {
                self.argument_symbols(token);
                self.chemistry(token);
            }
            Construct::OperatorName { limits } => return self.operator_name(token, limits),
            Construct::Pass { limits } => return self.pass(token, limits),
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
            Construct::Rule => self.rule(token),
            Construct::Dimension => self.skip_dimension(),
            Construct::Style | Construct::Limits(_) => {}
            Construct::MathStyle(style) => self.set_style(style),
            Construct::Space { width, wide } => self.set_space(width, wide),
            Construct::Length { braced } => self.length(token, braced),
            Construct::Not => self.negation(token),
            Construct::Enclose(notation) => self.enclosed(notation, token),
            Construct::EncloseAs => {
                let notation = self.raw_argument();
                self.enclosed(&notation, token);
            }
            Construct::CancelTo => self.cancel_to(token),
            Construct::Choice => self.choice(token),
            Construct::Unicode | Construct::Character => self.code_point(token),
            Construct::Verbatim => self.verbatim(token),
            Construct::Left => self.left(token),
            Construct::Right => self.stray_right(token),
            Construct::Big(direction, size) => self.big(token, direction, size),
            Construct::Begin => self.environment(token),
            Construct::End => self.stray_end(token),
            Construct::Stack => self.stack(token),
            Construct::PlainTable(name) => self.plain_table(token, name),
            Construct::Modulus { brackets, word } => self.modulus(token, brackets, word),
            Construct::Bracket(open, close) => self.bracket(token, open, close),
            // `macros` has removed all definitions; it reports a malformed one and leaves its command here.
            Construct::Define => {}
            Construct::Wildcard if self.wildcards => self.wildcard(token),
            Construct::Matching(flag) if self.wildcards => self.matching(token, flag),
            Construct::Wildcard | Construct::Matching(_) => self.unknown(token),
            Construct::MathDelimiter => self.report_math_delimiter(token),
            // Outside of a grid a line break prints nothing.
            Construct::NewLine => self.skip_line_height(),
        }
        Scripts::Beside
    }

    /// `\mathrm{x}`: an argument in a font.
    fn in_font(&mut self, token: Token<'a>, font: Font) {
        let outer = std::mem::replace(&mut self.font, font);
        self.argument_symbols(token);
        self.font = outer;
    }

    /// `\mathrel{x}`, `\mathop{x}`: the argument itself.
    fn pass(&mut self, token: Token<'a>, limits: bool) -> Scripts {
        self.skip_optional();
        let start = self.builder.here();
        self.argument_symbols(token);
        if limits && self.builder.len_since(start) > 1 {
            let whole = self.builder.wrap_pushed(start, token.span);
            self.builder.push_again(whole);
        }
        Scripts::with_limits(limits)
    }

    /// `\mathchoice{a}{b}{c}{d}`: the first argument, for display style, stands for all four.
    fn choice(&mut self, token: Token<'a>) {
        const OTHER_STYLES: u8 = 3;
        self.argument_symbols(token);
        self.skip_arguments(token, OTHER_STYLES);
    }

    /// `\qvar{x}`
    fn wildcard(&mut self, token: Token<'a>) {
        let name = self.raw_argument();
        let name = name.trim_matches(|c: char| c == '*' || c.is_whitespace());
        self.push_wildcard(name, self.span_from(token.span));
    }

    /// `\exact{x}`, `\simto{x}`
    fn matching(&mut self, token: Token<'a>, flag: Flags) {
        let outer = self.flags;
        self.flags = self.flags.with(flag);
        self.argument_symbols(token);
        self.flags = outer;
    }

    fn report_math_delimiter(&mut self, token: Token<'a>) {
        let hint = "formulas do not nest";
        let message = format!("a `\\{}` inside a formula", token.text);
        self.report("stray-dollar", token.span, message, hint);
    }
}

/// Whether a construct takes arguments that nest inside it.
fn nests(construct: Construct) -> bool {
    !matches!(
        construct,
        Construct::Style
            | Construct::MathStyle(_)
            | Construct::Space { .. }
            | Construct::Length { .. }
            | Construct::FontSwitch(_)
            | Construct::Skip(_)
            | Construct::Dimension
            | Construct::Right
            | Construct::End
            | Construct::NewLine
            | Construct::MathDelimiter
            | Construct::Big(..)
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
