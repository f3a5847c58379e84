//! Single symbols: letters, numbers, names, and characters that are a notation in themselves.

use super::lexer::{Token, TokenKind};
use super::names::kind_of_name;
use super::parser::Parser;
use super::typesetting::WORD_SPACE;
use crate::diagnostic::Span;
use crate::read::layout::Look;
use crate::slt::{Flags, Font, Kind};
use crate::symbol::Symbol;
use crate::tables::{letters, operators, unicode};

impl<'a> Parser<'a> {
    /// Reads the symbol that begins with the character `c`.
    pub(super) fn character(&mut self, c: char, token: Token<'a>, single: bool) {
        match c {
            '0'..='9' => self.number(single),
            '.' if !single && self.digit_at(1) => self.number(false),
            '.' if !single && self.spells_ellipsis(|token| token.kind == TokenKind::Char('.')) => {
                let span = self.span_from(token.span);
                self.push_leaf(Kind::Identifier, Symbol::character('…'), span);
            }
            '?' if self.wildcards && !single && self.ends_sentence() => self.at += 1,
            '?' if self.wildcards => self.question_mark(token),
            'a'..='z' | 'A'..='Z' => self.letters(token, single),
            ':' if !single && self.char_at(1) == Some('=') => {
                self.at += 2;
                let look = self.look(self.span_from(token.span));
                let id = self.builder.text_node(Kind::Operator, ":=", look);
                self.push(id);
            }
            '~' => {
                self.at += 1;
                self.set_space(WORD_SPACE, false);
            }
            '√' | '∛' | '∜' => self.unicode_root(c, token),
            // `scripts` reads these and gives them an empty base.
            '\'' | '’' | '′' | '″' | '‴' => {}
            c if unicode::superscript(c).is_some() || unicode::subscript(c).is_some() => {}
            c => {
                self.at += 1;
                self.other_character(c, token);
            }
        }
    }

    fn other_character(&mut self, c: char, token: Token<'a>) {
        if let Some((over, under)) = unicode::fraction(c) {
            let look = self.look(token.span);
            let over = self.builder.node(Kind::Number, Symbol::character(over), look);
            let under = self.builder.node(Kind::Number, Symbol::character(under), look);
            let fraction = self.builder.fraction(Some(over), Some(under), look);
            self.push(fraction);
        } else {
            self.push_character(unicode::combining_accent(c).unwrap_or(c), token.span);
        }
    }

    /// Pushes one character as what the operator dictionary and the alphabets say it is.
    pub(super) fn push_character(&mut self, c: char, span: Span) {
        let (letter, font) = letters::plain(unicode::normalise(c));
        let mut look = self.look(span);
        if font != Font::Plain {
            look.font = font;
        }
        let kind = if letter.is_ascii_digit() {
            Kind::Number
        } else if operators::find(letter).is_some() {
            look.font = Font::Plain;
            Kind::Operator
        } else {
            Kind::Identifier
        };
        let id = self.builder.node(kind, Symbol::character(letter), look);
        self.push(id);
    }

    /// `√x`, `√12`, `∛(x+1)`. Round brackets around the radicand are not printed.
    fn unicode_root(&mut self, sign: char, token: Token<'a>) {
        self.at += 1;
        self.skip_spaces();
        if !self.has_argument() || self.builder.is_too_deep() {
            self.push_leaf(Kind::Operator, Symbol::character(sign), token.span);
            return;
        }
        let degree = match sign {
            '∛' => Some("3"),
            '∜' => Some("4"),
            _ => None,
        };
        let degree = degree.map(|degree| self.builder.text_node(Kind::Number, degree, self.look(token.span)));
        let mark = self.builder.mark();
        match self.closing_bracket() {
            Some(end) => {
                self.at += 1;
                while self.at < end {
                    self.element_with_scripts(mark);
                }
                self.at = self.at.max(end + 1);
            }
            // √12 is the root of the whole number, not √1 times 2.
            None => {
                self.element(!self.digit_at(0));
            }
        }
        let radicand = self.builder.finish_row(mark);
        let root = self.builder.root(degree, radicand, self.look(self.span_from(token.span)));
        self.push(root);
    }

    /// The place of the token that closes the round bracket here, if one opens here and closes in the same group.
    fn closing_bracket(&self) -> Option<usize> {
        const LONGEST: usize = 256;
        let (mut brackets, mut groups) = (0_usize, 0_usize);
        for (at, token) in self.tokens.iter().enumerate().skip(self.at).take(LONGEST) {
            match token.kind {
                TokenKind::Char('(') if groups == 0 => brackets += 1,
                TokenKind::Char(')') if groups == 0 => brackets = brackets.checked_sub(1)?,
                TokenKind::BeginGroup => groups += 1,
                TokenKind::EndGroup => groups = groups.checked_sub(1)?,
                TokenKind::Command if matches!(token.text, "left" | "right" | "begin" | "end" | "\\") => {
                    return None;
                }
                TokenKind::Alignment | TokenKind::Dollar => return None,
                _ => {}
            }
            if brackets == 0 {
                return (at > self.at && groups == 0).then_some(at);
            }
        }
        None
    }

    fn question_mark(&mut self, token: Token<'a>) {
        self.at += 1;
        let name = self.peek().filter(|name| matches!(name.kind, TokenKind::Char(c) if c.is_alphanumeric()));
        let text = name.map_or("", |name| name.text);
        self.at += usize::from(name.is_some());
        self.push_wildcard(text, self.span_from(token.span));
    }

    pub(super) fn push_wildcard(&mut self, name: &str, span: Span) {
        let id = self.builder.text_node(Kind::Wildcard, name, self.look(span));
        self.push(id);
    }

    fn char_at(&self, ahead: usize) -> Option<char> {
        match self.tokens.get(self.at + ahead)?.kind {
            TokenKind::Char(c) => Some(c),
            _ => None,
        }
    }

    /// Skips three dots in a row, which are one ellipsis whatever the spaces between them.
    pub(super) fn spells_ellipsis(&mut self, is_dot: impl Fn(&Token<'a>) -> bool) -> bool {
        let before = self.at;
        for _ in 0..3 {
            self.skip_spaces();
            if !self.peek().is_some_and(|token| is_dot(&token)) {
                self.at = before;
                return false;
            }
            self.at += 1;
        }
        true
    }

    fn digit_at(&self, ahead: usize) -> bool {
        self.char_at(ahead).is_some_and(|c| c.is_ascii_digit())
    }

    /// A number: digits, a decimal point, and `{,}` between thousands. Spaces print nothing in TeX.
    fn number(&mut self, single: bool) {
        let start = self.place();
        let first = self.at;
        let mut has_point = self.char_at(0) == Some('.');
        self.at += 1;
        while !single && self.number_continues(&mut has_point) {}
        if self.at == first + 1 {
            let digit = self.tokens[first].text;
            let id = self.builder.text_node(Kind::Number, digit, self.look(start));
            self.push(id);
            return;
        }
        let text: String = self.tokens[first..self.at]
            .iter()
            .filter(|token| matches!(token.kind, TokenKind::Char(_)))
            .map(|token| token.text)
            .collect();
        let look = self.look(self.span_from(start));
        let id = self.builder.text_node(Kind::Number, &text, look);
        self.push(id);
    }

    /// Skips one more piece of a number.
    fn number_continues(&mut self, has_point: &mut bool) -> bool {
        let before = self.at;
        self.skip_spaces();
        match self.peek_kind() {
            Some(TokenKind::Char('0'..='9')) => self.at += 1,
            Some(TokenKind::Char('.')) if !*has_point && self.digit_at(1) => {
                *has_point = true;
                self.at += 1;
            }
            Some(TokenKind::BeginGroup) if self.comma_in_braces() && self.thousands_at(3) => self.at += 3,
            Some(TokenKind::Command) if self.thin_space() && self.thousands_at(1) => self.at += 1,
            _ => {
                self.at = before;
                return false;
            }
        }
        true
    }

    /// Whether `{,}` comes next.
    fn comma_in_braces(&self) -> bool {
        self.char_at(1) == Some(',')
            && self.tokens.get(self.at + 2).is_some_and(|token| token.kind == TokenKind::EndGroup)
    }

    /// Whether the next token is a thin space, which some authors put between thousands.
    fn thin_space(&self) -> bool {
        self.peek().is_some_and(|token| matches!(token.text, "," | " " | ":"))
    }

    /// Whether exactly three digits stand `ahead` tokens from here, as after a thousands separator.
    fn thousands_at(&self, ahead: usize) -> bool {
        (ahead..ahead + 3).all(|ahead| self.digit_at(ahead)) && !self.digit_at(ahead + 3)
    }

    /// A letter, or a whole word if the font makes the letters one name.
    fn letters(&mut self, token: Token<'a>, single: bool) {
        let first = self.at;
        self.at += 1;
        let spells_words =
            matches!(self.font, Font::Roman | Font::Italic | Font::SansSerif | Font::Monospace | Font::Bold);
        if spells_words && !single {
            while self.char_at(0).is_some_and(|c| c.is_ascii_alphabetic()) {
                self.at += 1;
            }
        }
        let look = self.look(self.span_from(token.span));
        let id = if self.at == first + 1 {
            self.builder.text_node(Kind::Identifier, token.text, look)
        } else {
            let word: String = self.tokens[first..self.at].iter().map(|letter| letter.text).collect();
            self.builder.text_node(kind_of_name(&word), &word, look)
        };
        self.push(id);
    }

    /// A fence with the direction that its command implies.
    pub(super) fn push_fence(&mut self, fence: Symbol, direction: Flags, span: Span) {
        let look = Look { span, font: Font::Plain, flags: self.flags.with(direction) };
        let id = self.builder.node(Kind::Operator, fence, look);
        self.push(id);
    }
}
