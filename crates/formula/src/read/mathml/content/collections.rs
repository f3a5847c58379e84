//! Sets, lists, intervals, matrices and other collections.

use super::{Content, node_is};
use crate::mathml::xml::ElementId;
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

impl Content<'_, '_> {
    /// `interval[]`, `interval(]` … by the closure; also the empty element used as an operator.
    pub(super) fn interval(&mut self, id: ElementId) -> NodeId {
        let label = match self.document.attribute(id, "closure").as_deref() {
            Some("open") => "interval()",
            Some("open-closed") => "interval(]",
            Some("closed-open") => "interval[)",
            _ => "interval[]",
        };
        let symbol = names::find(label).unwrap_or_else(|| self.opt.texts.intern(label));
        self.collection(id, symbol)
    }

    pub(super) fn set(&mut self, id: ElementId) -> NodeId {
        let children = self.children(id);
        let is_condition = |&child: &ElementId| self.document.name(child) == "condition";
        let Some(condition) = children.iter().copied().find(is_condition) else {
            return self.collection(id, names::SET);
        };
        let mut parts: Vec<ElementId> = children
            .iter()
            .copied()
            .filter(|&child| !matches!(self.document.name(child), "condition" | "bvar"))
            .collect();
        if parts.is_empty() {
            parts.extend(children.iter().copied().filter(|&child| self.document.name(child) == "bvar"));
        }
        parts.push(condition);
        let operands = self.operands(&parts);
        let span = self.span(id);
        self.opt.inner(Kind::Ordered, names::CONDITIONAL_SET, span, &operands)
    }

    pub(super) fn lambda(&mut self, id: ElementId) -> NodeId {
        let children = self.children(id);
        let operands = self.operands(&children);
        let symbol = names::find("lambda").unwrap_or_else(|| self.opt.texts.intern("lambda"));
        self.opt.inner(Kind::Ordered, symbol, self.document.element(id).span, &operands)
    }

    pub(super) fn collection(&mut self, id: ElementId, symbol: Symbol) -> NodeId {
        let children = self.children(id);
        let operands = self.operands(&children);
        let span = self.span(id);
        let collection = self.opt.inner(Kind::Collection, symbol, span, &operands);
        if symbol == names::MATRIX {
            self.pad_rows(collection);
        }
        collection
    }

    /// Fills rows of a matrix that are shorter than the longest with errors, as the reference program does.
    pub(super) fn pad_rows(&mut self, matrix: NodeId) {
        let rows: Vec<NodeId> = self.opt.children(matrix).collect();
        let columns = rows.iter().map(|&row| self.opt.children(row).count()).max().unwrap_or(0);
        // One long row among many short ones must not square the size.
        if columns.saturating_mul(rows.len()) > self.largest_arena {
            return;
        }
        for row in rows {
            if !node_is(&self.opt, row, names::ROW) {
                continue;
            }
            let mut cells: Vec<NodeId> = self.opt.children(row).collect();
            let span = self.opt.node(row).span;
            while cells.len() < columns {
                cells.push(self.opt.leaf(Kind::Error, Symbol::NONE, span));
            }
            self.opt.set_children(row, &cells);
        }
    }
}
