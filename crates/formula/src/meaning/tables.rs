//! Grids: matrices and determinants, cases, and aligned formulas.
//!
//! The layout does not say which environment a grid came from. One brace on the left makes cases; fences make
//! a matrix; without fences it is a system of aligned formulas if a relation begins a cell or a row is a
//! single cell, otherwise a matrix. A row of an aligned system that begins with a relation or a sign
//! continues the formula of the row before.

use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::NodeId;

use super::Parser;
use super::items::Role;
use super::state::Context;

impl Parser<'_> {
    /// Pushes the tree of a table, without its scripts.
    pub(super) fn table(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        let columns = (grid.columns as usize).max(1);
        match (grid.open.as_char(), grid.close.as_char()) {
            (Some('{'), None | Some('.')) => self.grid(id, columns, names::CASES),
            (None | Some('.'), None | Some('.')) if self.is_aligned(id, columns) => self.aligned(id, columns),
            (Some('|' | '∣'), Some('|' | '∣')) => {
                let start = self.builder.len();
                let label = self.builder.text("det");
                self.grid(id, columns, names::MATRIX);
                self.builder.fold(start, Meaning::Function, label, self.slt.node(id).span);
            }
            (Some('‖' | '∥'), Some('‖' | '∥')) => {
                let start = self.builder.len();
                self.grid(id, columns, names::MATRIX);
                self.builder.fold(start, Meaning::Function, names::NORM, self.slt.node(id).span);
            }
            _ => self.grid(id, columns, names::MATRIX),
        }
    }

    /// Rows of cells.
    fn grid(&mut self, id: NodeId, columns: usize, label: crate::symbol::Symbol) {
        let slt = self.slt;
        let start = self.builder.len();
        let mut row_start = start;
        for (place, cell) in slt.elements(id).enumerate() {
            if place > 0 && place % columns == 0 {
                self.builder.fold(row_start, Meaning::Collection, names::ROW, Default::default());
                row_start = self.builder.len();
            }
            self.baseline(cell);
        }
        if self.builder.len() > row_start {
            self.builder.fold(row_start, Meaning::Collection, names::ROW, Default::default());
        }
        self.builder.fold(start, Meaning::Collection, label, slt.node(id).span);
    }

    fn is_aligned(&mut self, id: NodeId, columns: usize) -> bool {
        let slt = self.slt;
        columns == 1 || slt.elements(id).any(|cell| self.continues(cell, false))
    }

    /// Whether a cell begins with a relation, or, where signs count, with a sign.
    fn continues(&mut self, cell: NodeId, signs: bool) -> bool {
        let first = self.items.len();
        self.gather_one(cell);
        let role = self.items.get(first).map(|item| item.role);
        self.items.truncate(first);
        role == Some(Role::Relation) || (signs && role == Some(Role::Sign))
    }

    /// Formulas, one or more rows each.
    fn aligned(&mut self, id: NodeId, columns: usize) {
        let slt = self.slt;
        let start = self.builder.len();
        let first = self.items.len();
        let mut fresh_row = false;
        for (place, cell) in slt.elements(id).enumerate() {
            fresh_row |= place % columns == 0;
            let before = self.items.len();
            self.gather(cell);
            if self.items.len() == before {
                continue;
            }
            let role = self.items[before].role;
            let continues = role == Role::Relation || (role == Role::Sign && place % columns > 0);
            if fresh_row && before > first && !continues {
                let next_row = self.items.split_off(before);
                self.row(first, Context::Baseline);
                self.items.extend(next_row);
            }
            fresh_row = false;
        }
        if self.items.len() > first || self.builder.len() == start {
            self.row(first, Context::Baseline);
        }
        if self.builder.len() - start > 1 {
            self.builder.fold(start, Meaning::Ordered, names::FORMULAE, slt.node(id).span);
        }
    }
}
