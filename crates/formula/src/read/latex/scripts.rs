//! Scripts: sub- and superscripts in any order, primes, limits, and scripts to the left of their base.

use super::constructs::{self, Construct};
use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Scripts};
use crate::diagnostic::Span;
use crate::read::layout::{Look, Mark};
use crate::slt::{Edge, Flags, Font, Kind, NodeId};
use crate::symbol::Symbol;
use crate::tables::commands::NAMES_WITH_LIMITS;
use crate::tables::unicode;
use crate::typesetting::Staggered;

/// The scripts of one element read so far.
#[derive(Default)]
struct Read {
    below: Option<NodeId>,
    above: Option<NodeId>,
    primes: usize,
    first_prime: Option<Span>,
}

impl<'a> Parser<'a> {
    /// Reads the scripts that follow and attaches them to the symbols pushed since `start`.
    pub(super) fn scripts(&mut self, row: Mark, start: Mark, mut style: Scripts) {
        let mut read = Read::default();
        let mut found = false;
        let mut explicit = None;
        while let Some(token) = self.peek_script() {
            if let TokenKind::Command = token.kind {
                style = self.limits(token, style);
                explicit = Some(style);
                continue;
            }
            if let Some(accent) = combining_accent(token.kind) {
                self.at += 1;
                self.accent(start, accent, token.span);
                continue;
            }
            found = true;
            if matches!(token.kind, TokenKind::Char(c) if is_prime(c)) {
                if read.above.is_some() {
                    self.report_double(token, Edge::Above);
                    let taken = std::mem::take(&mut read);
                    self.hang_scripts(row, start, style, taken);
                }
                self.prime(token, &mut read);
                continue;
            }
            let (edge, slot_taken) = match token.kind {
                TokenKind::Subscript => (Edge::Below, read.below.is_some()),
                TokenKind::Char(c) if unicode::subscript(c).is_some() => (Edge::Below, read.below.is_some()),
                _ => (Edge::Above, read.above.is_some()),
            };
            if slot_taken {
                self.report_double(token, edge);
                let taken = std::mem::take(&mut read);
                self.hang_scripts(row, start, style, taken);
            }
            let script = self.script_argument(token, edge, &mut read);
            match edge {
                Edge::Below => read.below = script.or(read.below),
                _ => read.above = script.or(read.above),
            }
        }
        if found {
            self.hang_scripts(row, start, style, read);
        }
        if let (Some(limits), Some(base)) = (explicit, self.builder.last(start)) {
            self.place_limits(base, limits);
        }
    }

    /// Keeps what `\limits` or `\nolimits` says about an operator.
    fn place_limits(&mut self, base: NodeId, limits: Scripts) {
        match limits {
            Scripts::Limits if self.is_name_with_limits(base) => {
                self.builder.details(base).limits_stacked = true;
            }
            Scripts::Limits => self.builder.stack(base),
            Scripts::Beside => self.builder.details(base).limits_beside = true,
        }
    }

    /// The next token if it begins a script (spaces before it do not count).
    fn peek_script(&mut self) -> Option<Token<'a>> {
        let before = self.at;
        self.skip_spaces();
        let token = self.peek();
        let begins = token.is_some_and(|token| match token.kind {
            TokenKind::Superscript | TokenKind::Subscript | TokenKind::Char('\'') => true,
            TokenKind::Char(c) if c.is_ascii() => false,
            kind if combining_accent(kind).is_some() => true,
            TokenKind::Char(c) => {
                is_prime(c) || unicode::superscript(c).is_some() || unicode::subscript(c).is_some()
            }
            TokenKind::Command => token.text.ends_with("limits") && limits_of(token.text).is_some(),
            _ => false,
        });
        if !begins {
            self.at = before;
            return None;
        }
        token
    }

    /// An accent written after its letter, `x̄`.
    fn accent(&mut self, start: Mark, accent: char, span: Span) {
        let mark =
            self.builder.node(Kind::Operator, Symbol::character(accent), Look { span, ..Look::default() });
        let base = self.builder.wrap_pushed(start, span);
        let base = self.builder.script(base, Edge::Over, mark);
        self.builder.push_again(base);
    }

    fn limits(&mut self, token: Token<'a>, style: Scripts) -> Scripts {
        self.at += 1;
        limits_of(token.text).unwrap_or(style)
    }

    fn prime(&mut self, token: Token<'a>, read: &mut Read) {
        let TokenKind::Char(c) = token.kind else { return };
        self.at += 1;
        read.first_prime.get_or_insert(token.span);
        read.primes += prime_count(c);
    }

    fn report_double(&mut self, token: Token<'a>, edge: Edge) {
        let hint = "put braces around one of them";
        match edge {
            Edge::Below => {
                self.report("double-subscript", token.span, "two subscripts on one symbol".into(), hint)
            }
            _ => self.report("double-superscript", token.span, "two superscripts on one symbol".into(), hint),
        }
    }

    /// The script after `^` or `_`, or the Unicode script characters themselves. Primes before a superscript
    /// become part of it, as in TeX.
    fn script_argument(&mut self, token: Token<'a>, edge: Edge, read: &mut Read) -> Option<NodeId> {
        if self.builder.is_too_deep() {
            self.at += 1;
            self.report_too_deep(token.span);
            return None;
        }
        let mark = self.builder.mark();
        if edge == Edge::Above {
            self.push_primes(read);
        }
        match token.kind {
            TokenKind::Superscript | TokenKind::Subscript => {
                self.at += 1;
                self.skip_spaces();
                if self.has_argument() {
                    self.argument_symbols(token);
                } else {
                    let message = format!("a `{}` with nothing after it", token.text);
                    self.report("missing-script", token.span, message, "add the script in braces");
                }
            }
            _ => self.unicode_scripts(edge),
        }
        self.builder.finish_row(mark)
    }

    /// A run of `²` or `₁` characters, read as the symbols they stand for.
    fn unicode_scripts(&mut self, edge: Edge) {
        let mut digits = String::new();
        let mut span = self.place();
        while let Some(TokenKind::Char(c)) = self.peek_kind() {
            let plain = if edge == Edge::Above { unicode::superscript(c) } else { unicode::subscript(c) };
            let Some(plain) = plain else { break };
            if plain.is_ascii_digit() {
                digits.push(plain);
                span = span.join(self.place());
            } else {
                self.flush_digits(&mut digits, span);
                self.push_character(plain, self.place());
                span = self.place();
            }
            self.at += 1;
        }
        self.flush_digits(&mut digits, span);
    }

    fn flush_digits(&mut self, digits: &mut String, span: Span) {
        if !digits.is_empty() {
            let number = self.builder.text_node(Kind::Number, digits, self.look(span));
            self.push(number);
            digits.clear();
        }
    }

    fn push_primes(&mut self, read: &mut Read) {
        if read.primes == 0 {
            return;
        }
        let span = read.first_prime.unwrap_or(self.place());
        let look = Look { span, font: Font::Plain, flags: self.flags.without(Flags::AFTER_SPACE) };
        let primes = match read.primes {
            1 => self.builder.node(Kind::Operator, Symbol::character('′'), look),
            count => self.builder.text_node(Kind::Operator, &"′".repeat(count), look),
        };
        self.builder.push(primes);
        read.primes = 0;
    }

    fn hang_scripts(&mut self, row: Mark, start: Mark, style: Scripts, mut read: Read) {
        if read.primes > 0 && read.above.is_none() {
            let mark = self.builder.mark();
            self.push_primes(&mut read);
            read.above = self.builder.finish_row(mark);
        }
        if read.below.is_none() && read.above.is_none() {
            return;
        }
        if self.staggered(row, start, &read) {
            return;
        }
        let span = self.place();
        let base = self.builder.wrap_pushed(start, span);
        let (below, above) = match style {
            // The limits of a name such as `max` are scripts in the tree, wherever they are printed.
            Scripts::Limits if !self.is_name_with_limits(base) => (Edge::Under, Edge::Over),
            _ => (Edge::Below, Edge::Above),
        };
        self.nest(base, &read);
        let base = self.hang(base, below, read.below);
        let base = self.hang(base, above, read.above);
        self.builder.push_again(base);
        self.flags = self.flags.without(Flags::AFTER_SPACE);
    }

    fn is_name_with_limits(&self, id: NodeId) -> bool {
        let slt = &self.builder.slt;
        slt.node(id).kind == Kind::Identifier && NAMES_WITH_LIMITS.iter().any(|name| slt.label_is(id, name))
    }

    /// Keeps that a script belongs to a symbol with its other script: `{x_2}^3`.
    fn nest(&mut self, base: NodeId, read: &Read) {
        let slt = &self.builder.slt;
        let has = |edge| slt.child(base, edge).is_some();
        let outer = match (read.below.is_some(), read.above.is_some()) {
            (false, true) if has(Edge::Below) && !has(Edge::Above) => Edge::Above,
            (true, false) if has(Edge::Above) && !has(Edge::Below) => Edge::Below,
            _ => return,
        };
        self.builder.details(base).staggered = Some(Staggered::Around(outer));
    }

    /// The staggered indices of tensors, `T^{a}{}_{b}`: the empty base is only there for spacing.
    fn staggered(&mut self, row: Mark, start: Mark, read: &Read) -> bool {
        if self.builder.len_since(start) > 0 || self.flags.has(Flags::AFTER_SPACE) {
            return false;
        }
        let Some(before) = self.builder.last(row) else { return false };
        let slt = &self.builder.slt;
        if slt.node(before).kind != Kind::Identifier {
            return false;
        }
        let (has_below, has_above) =
            (slt.child(before, Edge::Below).is_some(), slt.child(before, Edge::Above).is_some());
        let fits = match (read.below.is_some(), read.above.is_some()) {
            (true, false) => has_above && !has_below,
            (false, true) => has_below && !has_above,
            _ => false,
        };
        if fits {
            self.hang(before, Edge::Below, read.below);
            self.hang(before, Edge::Above, read.above);
            let later = if read.below.is_some() { Edge::Below } else { Edge::Above };
            self.builder.details(before).staggered = Some(Staggered::After(later));
        }
        fits
    }

    /// Scripts on an empty base just before an operand stand to the left of that operand: `{}_nC_r`.
    pub(super) fn adopt_pre_scripts(&mut self, row: Mark, start: Mark) {
        let [operand] = *self.builder.since(start) else { return };
        if !self.builder.slt.node(operand).flags.has(Flags::AFTER_SPACE) {
            self.builder.adopt_scripts(row);
        }
    }
}

/// Where `\limits` and `\nolimits` put the scripts that follow.
fn limits_of(name: &str) -> Option<Scripts> {
    match constructs::find(name) {
        Some(Construct::Limits(limits)) => Some(Scripts::with_limits(limits)),
        _ => None,
    }
}

fn combining_accent(kind: TokenKind) -> Option<char> {
    match kind {
        TokenKind::Char(c) => unicode::combining_accent(c),
        _ => None,
    }
}

fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '′' | '’' | '″' | '‴')
}

fn prime_count(c: char) -> usize {
    match c {
        '″' => 2,
        '‴' => 3,
        _ => 1,
    }
}
