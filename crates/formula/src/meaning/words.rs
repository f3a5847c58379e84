//! Words between formulas, words that are names, and brackets without a partner.

use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Kind, NodeId};

use super::Parser;
use super::state::Row;

impl Parser<'_> {
    /// Words where an operand is expected.
    pub(super) fn words(&mut self, at: usize, row: &mut Row) -> usize {
        let start = self.builder.len();
        let node = self.items[at].node;
        self.atom(node);
        row.expecting = false;
        row.apart = Some(names::FORMULAE);
        let Some(next) = self.items[..row.end].get(at + 1) else { return at + 1 };
        if self.is_word(node) && !self.is_connective(node) && self.is_round_group(next.node) {
            self.arguments(next.node, start);
            row.apart = None;
            return at + 2;
        }
        at + 1
    }

    /// Words after an operand: a unit after a number, otherwise words between two formulas.
    pub(super) fn words_between(&mut self, at: usize, row: &mut Row) -> usize {
        let node = self.items[at].node;
        let after_number = self.builder.kind(self.builder.len().saturating_sub(1)) == Meaning::Number;
        if after_number && self.is_word(node) && !self.is_connective(node) {
            self.invisible_product(row);
            self.atom(node);
            row.expecting = false;
            return at + 1;
        }
        self.sequence(row, names::FORMULAE);
        at
    }

    /// A bracket without a partner.
    pub(super) fn lone_fence(&mut self, at: usize, row: &mut Row) -> usize {
        let item = self.items[at];
        let start = self.builder.len();
        let node = self.slt.node(item.node);
        // A bar may be the opening fence of a group without a closing fence.
        let symbol = if node.kind == Kind::Group { self.slt.grid(item.node).open } else { node.symbol };
        self.builder.leaf_of(Meaning::Ordered, symbol, node);
        if node.kind != Kind::Group {
            self.scripts(item.node, start);
        }
        row.expecting = false;
        row.apart = Some(names::FRAGMENTS);
        at + 1
    }

    fn is_word(&self, node: NodeId) -> bool {
        let text = self.slt.texts.long(self.slt.node(node).symbol).trim();
        !text.is_empty() && text.chars().all(char::is_alphabetic)
    }

    fn is_connective(&self, node: NodeId) -> bool {
        const CONNECTIVES: &[&str] = &[
            "if",
            "and",
            "or",
            "for",
            "when",
            "where",
            "otherwise",
            "else",
            "with",
            "is",
            "then",
            "as",
            "such",
            "that",
            "so",
            "but",
            "on",
            "in",
            "to",
            "by",
            "since",
            "because",
            "hence",
            "thus",
            "therefore",
            "iff",
            "unless",
            "let",
            "not",
            "are",
            "from",
            "of",
            "at",
            "all",
        ];
        let text = self.slt.texts.long(self.slt.node(node).symbol).trim();
        CONNECTIVES.iter().any(|word| word.eq_ignore_ascii_case(text))
    }
}
