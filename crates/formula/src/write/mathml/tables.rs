//! Matrices, cases and alignments.
//!
//! MathML Core has no attribute for the alignment of columns, so cells have a style, in the words that Chromium needs for
//! what is not text. Firefox and other readers of MathML use the attribute of the table.

use super::fences::Side;
use super::spacing::Class;
use super::{Element, Writer};
use crate::slt::{Grid, Kind, NodeId};
use crate::symbol::Symbol;
use crate::tables::operators::{self, Role};
use crate::typesetting::{Alignment, Columns, MathStyle, TableKind};

impl Writer<'_, '_> {
    pub(super) fn table(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        let fenced = !(grid.open.is_none() && grid.close.is_none());
        let columns = match self.slt.typesetting().and_then(|typesetting| typesetting.columns(id)) {
            Some(columns) => columns.clone(),
            None => self.likely_columns(id, grid),
        };
        if !fenced {
            return self.cells(id, grid, &columns, Element::new("mtable").node(id));
        }
        self.open(Element::new("mrow").node(id));
        self.fence(id, grid, Side::Open);
        self.cells(id, grid, &columns, Element::new("mtable"));
        self.space(self.details(id).space_before_close);
        self.fence(id, grid, Side::Close);
        self.close("mrow");
    }

    /// The columns of a table whose typesetting is not known. A brace alone means cases; a relation at the beginning of a
    /// second column means an alignment.
    fn likely_columns(&self, id: NodeId, grid: Grid) -> Columns {
        if grid.open == Symbol::character('{') && grid.close.is_none() {
            return Columns {
                alignment: vec![Alignment::Left],
                kind: TableKind::Cases,
                ..Columns::default()
            };
        }
        let fenced = !(grid.open.is_none() && grid.close.is_none());
        let begins_with_relation = |head: NodeId| {
            let operator = self.slt.character(head).and_then(operators::find);
            self.slt.node(head).kind == Kind::Operator
                && operator
                    .is_some_and(|operator| matches!(operator.role, Role::Relation | Role::Implication))
        };
        let columns = (grid.columns as usize).max(1);
        let mut second = self.slt.elements(id).skip(1).step_by(columns);
        if !fenced && columns > 1 && second.any(begins_with_relation) {
            return Columns {
                alignment: vec![Alignment::Right, Alignment::Left],
                kind: TableKind::Aligned,
                ..Columns::default()
            };
        }
        Columns::default()
    }

    fn cells(&mut self, id: NodeId, grid: Grid, columns: &Columns, element: Element) {
        let mut attributes = String::new();
        match columns.kind {
            kind if kind.is_display() => attributes.push_str(" displaystyle=\"true\""),
            TableKind::Small => attributes.push_str(" scriptlevel=\"1\""),
            _ => {}
        }
        push_column_names(columns, grid.columns as usize, &mut attributes);
        self.open(element.attributes(&attributes));
        let level = match columns.kind {
            kind if kind.is_display() => MathStyle::Display,
            TableKind::Small => MathStyle::Script,
            _ => MathStyle::Text,
        };
        let mut cells = self.slt.elements(id);
        for row in 1..=grid.rows {
            self.out.push_str("<mtr>");
            let is_last = row == grid.rows;
            let count = if is_last { usize::MAX } else { grid.columns as usize };
            for (column, cell) in cells.by_ref().take(count).enumerate() {
                self.in_style(level, |writer| writer.cell(cell, columns, (column, grid.columns as usize)));
            }
            self.out.push_str("</mtr>");
        }
        self.close("mtable");
    }

    fn cell(&mut self, head: NodeId, columns: &Columns, (column, count): (usize, usize)) {
        self.open(Element::new("mtd").attributes(&cell_attributes(columns, column, count)));
        let items: Vec<NodeId> = self.slt.row(Some(head)).collect();
        // TeX puts an empty symbol before what is aligned, so that a relation keeps its space.
        let is_aligned = columns.kind == TableKind::Aligned && column > 0;
        self.items(&items, is_aligned.then_some(Class::Ordinary), None);
        self.close("mtd");
    }
}

/// The attribute that names the alignment of the columns, unless all are centred.
fn push_column_names(columns: &Columns, count: usize, attributes: &mut String) {
    let alignment = |column| match columns.alignment(column) {
        Alignment::Left => "left",
        Alignment::Center => "center",
        Alignment::Right => "right",
    };
    if (0..count).all(|column| columns.alignment(column) == Alignment::Center) {
        return;
    }
    /// No author aligns more columns one by one.
    const MOST: usize = 32;
    let names: Vec<&str> = (0..count.min(MOST)).map(alignment).collect();
    attributes.push_str(" columnalign=\"");
    attributes.push_str(&names.join(" "));
    attributes.push('"');
}

/// The attributes of a cell: its style, with the lines beside it.
fn cell_attributes(columns: &Columns, column: usize, count: usize) -> String {
    let style = cell_style(columns, column);
    let mut lines = String::new();
    for (side, line) in [("left", column), ("right", column + 1)] {
        if columns.lines.contains(&line) && (side == "left" || line == count) {
            lines.push_str(&format!("border-{side}:0.06em solid;"));
        }
    }
    match style.strip_suffix('"') {
        _ if lines.is_empty() => style.to_owned(),
        Some(style) => format!("{style};{}\"", lines.trim_end_matches(';')),
        None => format!(" style=\"{}\"", lines.trim_end_matches(';')),
    }
}

/// The style of a cell: its alignment, and the space beside it.
fn cell_style(columns: &Columns, column: usize) -> &'static str {
    match (columns.kind, columns.alignment(column)) {
        (TableKind::Aligned, Alignment::Right) if column == 0 => {
            " style=\"text-align:-webkit-right;padding-right:0\""
        }
        (TableKind::Aligned, Alignment::Right) => " style=\"text-align:-webkit-right;padding:0 0 0 2em\"",
        (TableKind::Aligned, Alignment::Left) => " style=\"text-align:-webkit-left;padding-left:0\"",
        (TableKind::Aligned, Alignment::Center) => " style=\"padding-left:0;padding-right:0\"",
        (_, Alignment::Left) => " style=\"text-align:-webkit-left\"",
        (_, Alignment::Right) => " style=\"text-align:-webkit-right\"",
        (_, Alignment::Center) => "",
    }
}
