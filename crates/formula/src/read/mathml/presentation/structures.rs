//! Fractions, roots, boxes, brackets given as attributes, and grids.

use super::{Presentation, Step};
use crate::diagnostic::Severity;
use crate::mathml::xml::ElementId;
use crate::read::layout::Look;
use crate::slt::{Flags, Kind, NodeId};
use crate::symbol::Symbol;
use crate::tables::unicode;

impl Presentation<'_, '_> {
    pub(super) fn fraction(&mut self, id: ElementId) -> Option<NodeId> {
        let [over, under] = self.arguments(id)?;
        let mut look = self.look(id);
        let thickness = self.document.attribute(id, "linethickness");
        if thickness.is_some_and(|thickness| is_zero(&thickness)) {
            look.flags = Flags::NO_BAR;
        }
        let (over, under) = (self.linked_row(over), self.linked_row(under));
        Some(self.builder.fraction(over, under, look))
    }

    pub(super) fn root(&mut self, id: ElementId) -> Option<NodeId> {
        let look = self.look(id);
        if self.document.name(id) == "msqrt" {
            let radicand = self.linked_content(id);
            return Some(self.builder.root(None, radicand, look));
        }
        let [radicand, degree] = self.arguments(id)?;
        let (radicand, degree) = (self.linked_row(radicand), self.linked_row(degree));
        Some(self.builder.root(degree, radicand, look))
    }

    pub(super) fn enclosure(&mut self, id: ElementId) -> Option<NodeId> {
        let look = self.look(id);
        let notation = self.document.attribute(id, "notation");
        let notation = notation.as_deref().map_or("longdiv", str::trim);
        let content = self.linked_content(id);
        if notation == "radical" {
            return Some(self.builder.root(None, content, look));
        }
        Some(self.builder.enclosure(notation, content, look))
    }

    pub(super) fn fenced(&mut self, id: ElementId) -> Option<NodeId> {
        let fence = |name: &str, default: char| match self.document.attribute(id, name) {
            None => Symbol::character(default),
            Some(text) => text.trim().chars().next().map_or(Symbol::NONE, bracket),
        };
        let (open, close) = (fence("open", '('), fence("close", ')'));
        let separators = self.document.attribute(id, "separators");
        let separators: Vec<char> =
            separators.as_deref().unwrap_or(",").chars().filter(|c| !c.is_whitespace()).collect();
        let children: Vec<ElementId> = self.document.children(id).collect();
        let mark = self.builder.mark();
        for (i, &child) in children.iter().enumerate() {
            let separator = i.checked_sub(1).and_then(|i| separators.get(i).or(separators.last()));
            if let Some(&separator) = separator {
                let look = Look { span: self.span(child), ..Look::default() };
                let node = self.builder.node(Kind::Operator, Symbol::character(separator), look);
                self.push(node);
            }
            self.element(child);
        }
        self.end_row();
        let span = self.span(id);
        Some(match open.is_none() && close.is_none() {
            true => self.builder.wrap(mark, span),
            false => self.builder.fenced(mark, open, close, span),
        })
    }

    /// An `mtable`, or a row of one that stands alone. Programs use a grid of one cell without brackets to
    /// number or align a single equation: this grid is replaced by its content.
    pub(super) fn table(&mut self, id: ElementId) -> Option<NodeId> {
        let rows = self.rows(id);
        if let [row] = rows[..]
            && let Some(cell) = self.only_cell(row)
        {
            self.steps.push(Step::Element(cell));
            return None;
        }
        Some(self.grid(id))
    }

    /// A grid of cells.
    pub(super) fn grid(&mut self, id: ElementId) -> NodeId {
        let rows = self.rows(id);
        let mut cells = Vec::new();
        let mut columns = 0;
        for (i, &row) in rows.iter().enumerate() {
            let before = cells.len();
            self.cells(row, &mut cells);
            if i == 0 {
                columns = cells.len() - before;
            }
        }
        let span = self.span(id);
        self.builder.table(&cells, rows.len() as u32, columns as u32, span)
    }

    fn rows(&self, id: ElementId) -> Vec<ElementId> {
        match self.document.name(id) {
            "mtable" => self.document.children(id).collect(),
            _ => vec![id],
        }
    }

    fn cells(&mut self, row: ElementId, cells: &mut Vec<Option<NodeId>>) {
        let is_labelled = self.document.name(row) == "mlabeledtr";
        if !is_labelled && self.document.name(row) != "mtr" {
            return cells.push(self.linked_row(row));
        }
        let children: Vec<ElementId> = self.document.children(row).skip(usize::from(is_labelled)).collect();
        for cell in children {
            cells.push(self.linked_row(cell));
        }
    }

    fn only_cell(&self, row: ElementId) -> Option<ElementId> {
        let labels = match self.document.name(row) {
            "mtr" => 0,
            "mlabeledtr" => 1,
            _ => return None,
        };
        let mut cells = self.document.children(row).skip(labels);
        let cell = cells.next()?;
        cells.next().is_none().then_some(cell)
    }

    /// The row that an element's children make.
    fn linked_content(&mut self, id: ElementId) -> Option<NodeId> {
        let children: Vec<ElementId> = self.document.nodes(id).collect();
        let mark = self.builder.mark();
        for child in children {
            self.element(child);
        }
        self.end_row();
        self.builder.finish_row(mark)
    }

    /// The arguments of an element that must have `N` of them; otherwise its content joins the row.
    pub(super) fn arguments<const N: usize>(&mut self, id: ElementId) -> Option<[ElementId; N]> {
        let children: Vec<ElementId> = self.document.children(id).collect();
        let found = children.len();
        if found != N {
            let message = format!("`<{}>` has {found} children instead of {N}", self.document.name(id));
            let hint = "put each argument into one `<mrow>`";
            self.report(Severity::Recovery, "mathml-arguments", message, self.span(id), hint);
        }
        // LaTeXML sometimes wraps all arguments into one element.
        let inner = match children[..] {
            [only] if N > 1 => self.document.children(only).collect(),
            _ => children,
        };
        let arguments = inner.try_into().ok();
        if arguments.is_none() {
            self.dissolve(id);
        }
        arguments
    }
}

/// A bracket of an attribute in our spelling.
fn bracket(c: char) -> Symbol {
    Symbol::character(match unicode::normalise(c) {
        '∣' => '|',
        c => c,
    })
}

fn is_zero(length: &str) -> bool {
    let length = length.trim();
    let digits = length.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    digits.parse::<f64>().is_ok_and(|number| number == 0.0)
}
