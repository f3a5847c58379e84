//! The question mark that ends a sentence: `x^2=4?` in "Is $x^2=4?$".
//!
//! In a query `?` is a wildcard. A `?` without a name that ends the whole formula is punctuation instead if the
//! formula before it is complete: `x^2=4?`, `O(2^n)?`. After an operator, a relation, a function or an
//! operator with limits something is missing, and the `?` stands for it: `x+?`, `\sum 1/n=?`, `\int_0^1 ?`.

use super::lexer::TokenKind;
use super::parser::Parser;
use crate::slt::{Edge, Flags, Kind, NodeId};
use crate::tables::commands::{self, Command};
use crate::tables::operators::{self, Role};

/// Commands that print only space.
const SPACES: [&str; 8] = [",", ";", ":", "!", " ", ">", "quad", "qquad"];

impl Parser<'_> {
    /// Whether the `?` here ends the sentence that the formula is part of.
    pub(super) fn ends_sentence(&self) -> bool {
        self.open.groups == 0
            && self.tokens.iter().skip(self.at + 1).all(|token| match token.kind {
                TokenKind::Space | TokenKind::Char('?' | '.' | '!') => true,
                TokenKind::Command => SPACES.contains(&token.text),
                _ => false,
            })
            && self.builder.last_symbol().is_some_and(|last| self.is_complete(last))
    }

    /// Whether a formula may end with this symbol.
    fn is_complete(&self, last: NodeId) -> bool {
        let slt = &self.builder.slt;
        let node = slt.node(last);
        match node.kind {
            Kind::Operator => {
                let role = slt.character(last).and_then(operators::find).map(|operator| operator.role);
                match role {
                    Some(Role::Bar) => !node.flags.has(Flags::OPENS) && self.builder.closes_bars(),
                    Some(Role::Close | Role::Postfix | Role::Other | Role::Punctuation) => true,
                    _ => false,
                }
            }
            Kind::Identifier => !names_function(&slt.label(last)),
            // `\frac{d}{dx}` waits for what it differentiates.
            Kind::Fraction => {
                let over = slt.child(last, Edge::Over);
                let is_sign =
                    over.and_then(|over| slt.character(over)).is_some_and(|c| matches!(c, 'd' | '∂'));
                !is_sign || over.is_some_and(|over| slt.next(over).is_some())
            }
            // `? ?` are two wildcards.
            Kind::Wildcard => !slt.label(last).is_empty(),
            Kind::Empty => false,
            _ => true,
        }
    }
}

fn names_function(label: &str) -> bool {
    label.len() > 1 && matches!(commands::find(label), Some(Command::Function { .. }))
}
