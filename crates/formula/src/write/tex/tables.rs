//! Matrices, cases and other grids.

use super::Writer;
use crate::slt::{Edge, Kind, NodeId};

impl Writer<'_> {
    pub(super) fn table(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        let fences = (grid.open.as_char(), grid.close.as_char());
        let environment = match fences {
            (None, None) => Some("matrix"),
            (Some('('), Some(')')) => Some("pmatrix"),
            (Some('['), Some(']')) => Some("bmatrix"),
            (Some('{'), Some('}')) => Some("Bmatrix"),
            (Some('|'), Some('|')) => Some("vmatrix"),
            (Some('∥'), Some('∥')) => Some("Vmatrix"),
            (Some('{'), None) => Some("cases"),
            (None, Some('}')) => Some("rcases"),
            _ => None,
        };
        if environment.is_none() {
            self.fence(grid.open, Some("left"));
        }
        let name = environment.unwrap_or("matrix");
        self.push("\\begin{");
        self.push(name);
        self.push("}");
        self.cells(id, grid.rows as usize, grid.columns as usize);
        self.push("\\end{");
        self.push(name);
        self.push("}");
        if environment.is_none() {
            self.fence(grid.close, Some("right"));
        }
    }

    fn cells(&mut self, id: NodeId, rows: usize, columns: usize) {
        let mut cells = self.slt.elements(id);
        for row in 1..=rows {
            let count = if row == rows { usize::MAX } else { columns };
            let mut is_empty = true;
            for (column, cell) in cells.by_ref().take(count).enumerate() {
                if column > 0 {
                    self.push(" & ");
                }
                is_empty &= self.cell(cell);
            }
            // A line break at the end does not begin a row, so an empty last row needs another one.
            if row < rows || (is_empty && rows > 1) {
                self.push(" \\\\ ");
            }
        }
    }

    /// Writes a cell and returns whether it is empty.
    fn cell(&mut self, head: NodeId) -> bool {
        let node = self.slt.node(head);
        let has_scripts = self.slt.children(head).any(|child| self.slt.node(child).edge != Edge::Element);
        if node.kind == Kind::Empty && node.next == NodeId::NONE && !has_scripts {
            return true;
        }
        let start = self.out.len();
        self.row(Some(head));
        // After `\begin{…}` and `\\`, a bracket would be an optional argument.
        if self.out.get(start..).is_some_and(|cell| cell.starts_with(['[', '*'])) {
            self.out.insert_str(start, "{}");
        }
        false
    }
}
