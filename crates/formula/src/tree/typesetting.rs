//! How the author of a formula set it: spaces, sizes, styles and the alignment of columns.
//!
//! The layout tree leaves these out, because two formulas that differ only in them are the same to a search. A page shows a
//! formula as it was written, so the LaTeX reader keeps them beside the tree, by the places of its nodes. They are not
//! stored with a tree: whoever has the source reads it again.
//!
//! What it is not: complete. Colours, boxes of a given width and phantoms are dropped.

use rustc_hash::FxHashMap;

use super::slt::{Edge, NodeId};

/// The typesetting of one layout tree.
#[derive(Clone, Debug, Default)]
pub struct Typesetting {
    details: FxHashMap<NodeId, Details>,
    columns: FxHashMap<NodeId, Columns>,
}

/// What an author said about one node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Details {
    /// The space before it, in eighteenths of an em (TeX's `mu`).
    pub space: i16,
    /// The space before its closing fence.
    pub space_before_close: i16,
    /// The style from it to the end of its row.
    pub style: Option<MathStyle>,
    /// The style of this node alone: `\dfrac`, `\tfrac`.
    pub own_style: Option<MathStyle>,
    /// How large its fences are.
    pub fences: Fences,
    /// The script that stands to the right of the other one.
    pub staggered: Option<Staggered>,
    /// The mark that covers the scripts of its base, too: `\bar{x_1}`.
    pub covering: Option<Edge>,
    /// Whether `\nolimits` puts its limits beside it.
    pub limits_beside: bool,
    /// Whether `\limits` puts the scripts of a name such as `max` under and over it.
    pub limits_stacked: bool,
}

/// Two scripts of one symbol that are not above one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staggered {
    /// The script on this edge has an empty base, as the indices of tensors: `T^{a}{}_{b}`.
    After(Edge),
    /// The script on this edge belongs to the symbol with its other script: `{x_2}^3`.
    Around(Edge),
}

/// TeX's styles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathStyle {
    /// `\displaystyle`
    Display,
    /// `\textstyle`
    Text,
    /// `\scriptstyle`
    Script,
    /// `\scriptscriptstyle`
    ScriptScript,
    /// The style of the row again, after a group with another one.
    Inherited,
}

/// How large the fences of a group, or a fence by itself, are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fences {
    /// As large as a letter.
    #[default]
    Plain,
    /// As large as the content: `\left( … \right)`.
    Growing,
    /// Of a given size: 1 for `\big` to 4 for `\Bigg`.
    Sized(u8),
}

/// How the columns of a table are aligned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// The alignment of each column; the last two are repeated.
    pub alignment: Vec<Alignment>,
    /// What the table is, which decides about the space between columns and the style of cells.
    pub kind: TableKind,
    /// The columns that a line stands before; the number of columns for a line behind the last.
    pub lines: Vec<usize>,
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Alignment {
    /// `l`
    Left,
    /// `c`
    #[default]
    Center,
    /// `r`
    Right,
}

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableKind {
    /// `matrix`, `array`: cells in text style, an em between columns.
    #[default]
    Array,
    /// `align`: pairs of columns that meet at a relation, in display style.
    Aligned,
    /// `gather`: lines in display style.
    Gathered,
    /// `cases`: cells in text style.
    Cases,
    /// `dcases`: cells in display style.
    DisplayCases,
    /// `smallmatrix`, `substack`: cells in script style.
    Small,
}

impl TableKind {
    /// Whether its cells are in display style.
    pub fn is_display(self) -> bool {
        matches!(self, TableKind::Aligned | TableKind::Gathered | TableKind::DisplayCases)
    }
}

impl Columns {
    /// The alignment of a column, counted from 0.
    pub fn alignment(&self, column: usize) -> Alignment {
        let count = self.alignment.len();
        let at = if column < count { column } else { count.saturating_sub(2) + (column - count) % 2 };
        self.alignment.get(at).or(self.alignment.last()).copied().unwrap_or_default()
    }
}

impl Typesetting {
    /// What the author said about a node.
    pub fn details(&self, id: NodeId) -> Details {
        self.details.get(&id).copied().unwrap_or_default()
    }

    /// The columns of a table.
    pub fn columns(&self, table: NodeId) -> Option<&Columns> {
        self.columns.get(&table)
    }

    /// The details of a node, to be changed.
    pub(crate) fn change(&mut self, id: NodeId) -> &mut Details {
        self.details.entry(id).or_default()
    }

    pub(crate) fn set_columns(&mut self, table: NodeId, columns: Columns) {
        self.columns.insert(table, columns);
    }

    /// The symbols `open` and `close` have become the fences of `group`.
    pub(crate) fn enclose(&mut self, open: NodeId, close: NodeId, group: NodeId) {
        if self.details.is_empty() {
            return;
        }
        let (open, close) = (self.details.remove(&open), self.details.remove(&close));
        if let Some(open) = open {
            let outer = self.change(group);
            outer.space = open.space;
            outer.style = outer.style.or(open.style);
            outer.fences = open.fences;
        }
        if let Some(close) = close {
            let outer = self.change(group);
            outer.space_before_close = close.space;
            if outer.fences == Fences::Plain {
                outer.fences = close.fences;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_columns_are_repeated() {
        use Alignment::{Center, Left, Right};
        let columns =
            |alignment: &[Alignment]| Columns { alignment: alignment.to_vec(), ..Columns::default() };
        let first = |columns: Columns| (0..5).map(|column| columns.alignment(column)).collect::<Vec<_>>();
        assert_eq!(first(columns(&[Right, Left])), [Right, Left, Right, Left, Right]);
        assert_eq!(first(columns(&[Left])), [Left; 5]);
        assert_eq!(first(columns(&[])), [Center; 5]);
        assert_eq!(first(columns(&[Center, Right, Left])), [Center, Right, Left, Right, Left]);
    }
}
