//! Commands: which of them print something, and what each construct does with its arguments.
//!
//! The match over all constructs is here; what takes more than a few lines is in the file of its kind.

use super::constructs::{self, Construct};
use super::lexer::Token;
use super::parser::{Parser, Scripts};
use crate::slt::{Edge, Flags, Kind};
use crate::symbol::Symbol;
use crate::tables::commands;

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
            Construct::Text | Construct::TextRow => self.text(token),
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
