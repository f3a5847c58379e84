//! Spacing that TeX does by itself and a browser does not: a thin space beside the name of a function, a
//! space around text, and small brackets around small content.

use super::Writer;
use crate::slt::{Edge, Kind, NodeId};

/// How many symbols the writer examines to decide whether brackets stay small. Brackets around more symbols
/// grow. The limit bounds the cost of nested brackets.
const MOST_LOOKED_AT: usize = 48;

impl Writer<'_, '_> {
    /// The space between two neighbours of a row.
    pub(super) fn space_between(&mut self, before: Option<NodeId>, id: NodeId) {
        let Some(before) = before else { return };
        let kind = |id| self.slt.node(id).kind;
        let width = if kind(before) == Kind::Text || kind(id) == Kind::Text {
            if kind(before) == Kind::Operator || kind(id) == Kind::Operator {
                return;
            }
            "0.25em"
        } else if self.is_function(id) && kind(before) != Kind::Operator
            || self.is_function(before) && !matches!(kind(id), Kind::Operator | Kind::Group)
        {
            "0.17em"
        } else {
            return;
        };
        self.out.push_str("<mspace width=\"");
        self.out.push_str(width);
        self.out.push_str("\"/>");
    }

    /// Whether a node is a sign because an operator or a comma stands before it. A browser treats every
    /// operator that is not the first of its row as an operator between two operands.
    pub(super) fn is_sign_after(&self, before: NodeId, id: NodeId) -> bool {
        let operator =
            |id| (self.slt.node(id).kind == Kind::Operator).then(|| self.slt.character(id)).flatten();
        let is_sign = operator(id).is_some_and(|c| "-+±∓".contains(c));
        is_sign && operator(before).is_some_and(|c| !")]}|!′'".contains(c))
    }

    /// Whether the node is a name of several letters, like `sin`.
    fn is_function(&self, id: NodeId) -> bool {
        self.slt.node(id).kind == Kind::Identifier
            && self.slt.character(id).is_none()
            && self.slt.label(id).chars().all(char::is_alphabetic)
    }

    /// Whether a group holds nothing higher than symbols with scripts.
    pub(super) fn is_low(&self, group: NodeId) -> bool {
        let mut left = MOST_LOOKED_AT;
        self.slt.node(group).kind == Kind::Group
            && self.slt.child(group, Edge::Within).is_none_or(|head| self.row_is_low(head, &mut left))
    }

    fn row_is_low(&self, head: NodeId, left: &mut usize) -> bool {
        let mut at = Some(head);
        while let Some(id) = at {
            if *left == 0 || !self.node_is_low(id, left) {
                return false;
            }
            *left -= 1;
            at = self.slt.next(id).or_else(|| self.slt.child(id, Edge::Element));
        }
        true
    }

    fn node_is_low(&self, id: NodeId, left: &mut usize) -> bool {
        let has = |edge| self.slt.child(id, edge).is_some();
        if has(Edge::Over) || has(Edge::Under) {
            return false;
        }
        match self.slt.node(id).kind {
            Kind::Fraction | Kind::Root | Kind::Table | Kind::Enclosure => false,
            Kind::Group => {
                !has(Edge::Above)
                    && self.slt.child(id, Edge::Within).is_none_or(|head| self.row_is_low(head, left))
            }
            Kind::Operator => {
                !self.slt.character(id).is_some_and(|c| matches!(c, '∏'..='∑' | '∫'..='∳' | '⋀'..='⋃'))
            }
            _ => true,
        }
    }
}
