//! Trees drawn with lines, for people at a terminal.
//!
//! The operands of an operator are below it. In a layout tree the symbols of a baseline are one below the
//! other on the same level, and the scripts of a symbol are below it with the name of their place:
//!
//! ```text
//! ├─ x
//! ├─ -
//! ├─ y
//! │  └─ above: 2
//! ├─ =
//! └─ 0
//! ```

use crate::opt::{self, NodeId, Opt};
use crate::slt::{self, Edge, Slt};

/// Deeper parts of a tree are drawn as three dots: they would not fit on a screen.
const MAX_DEPTH: usize = 128;

/// The drawing of a layout tree, each line with its line feed; empty for an empty tree.
pub fn layout(slt: &Slt) -> String {
    let mut drawing = Drawing::default();
    if let Some(root) = slt.root() {
        drawing.row(slt, root, true);
    }
    drawing.out
}

/// The drawing of an operator tree, each line with its line feed; empty for an empty tree.
pub fn operators(opt: &Opt) -> String {
    let mut drawing = Drawing::default();
    if let Some(root) = opt.root() {
        drawing.out.push_str(&operator_name(opt, root));
        drawing.out.push('\n');
        drawing.operands(opt, root);
    }
    drawing.out
}

#[derive(Default)]
struct Drawing {
    out: String,
    /// For each level, whether another line follows on it.
    levels: Vec<bool>,
}

impl Drawing {
    /// Begins a line below the current level; `last` if no other line follows on that level.
    fn branch(&mut self, last: bool) {
        for &follows in &self.levels {
            self.out.push_str(if follows { "│  " } else { "   " });
        }
        self.out.push_str(if last { "└─ " } else { "├─ " });
    }

    fn operands(&mut self, opt: &Opt, id: NodeId) {
        let mut children = opt.children(id).peekable();
        while let Some(child) = children.next() {
            let last = children.peek().is_none();
            self.branch(last);
            if self.levels.len() >= MAX_DEPTH {
                self.out.push_str("…\n");
                return;
            }
            self.out.push_str(&operator_name(opt, child));
            self.out.push('\n');
            self.levels.push(!last);
            self.operands(opt, child);
            self.levels.pop();
        }
    }

    /// The symbols of a baseline; a single one at the root needs no branch.
    fn row(&mut self, slt: &Slt, head: NodeId, is_root: bool) {
        let mut row = slt.row(Some(head)).peekable();
        let alone = is_root && slt.next(head).is_none();
        while let Some(id) = row.next() {
            let last = row.peek().is_none();
            if !alone {
                self.branch(last);
                self.levels.push(!last);
            }
            self.symbol(slt, id);
            if !alone {
                self.levels.pop();
            }
        }
    }

    /// The name of a symbol and its scripts.
    fn symbol(&mut self, slt: &Slt, id: NodeId) {
        self.out.push_str(&symbol_name(slt, id));
        self.out.push('\n');
        let is_grid = matches!(slt.node(id).kind, slt::Kind::Group | slt::Kind::Table);
        let mut places: Vec<(&str, NodeId)> = Vec::new();
        for child in slt.children(id) {
            match slt.node(child).edge {
                Edge::Element => {}
                Edge::Within if is_grid => places.extend(slt.elements(id).map(|head| ("element", head))),
                edge => places.push((edge.name(), child)),
            }
        }
        for (at, &(place, head)) in places.iter().enumerate() {
            self.place(slt, place, head, at + 1 == places.len());
        }
    }

    fn place(&mut self, slt: &Slt, place: &str, head: NodeId, last: bool) {
        self.branch(last);
        self.out.push_str(place);
        if self.levels.len() >= MAX_DEPTH {
            self.out.push_str(": …\n");
            return;
        }
        self.levels.push(!last);
        if slt.next(head).is_none() {
            self.out.push_str(": ");
            self.symbol(slt, head);
        } else {
            self.out.push('\n');
            self.row(slt, head, false);
        }
        self.levels.pop();
    }
}

fn symbol_name(slt: &Slt, id: NodeId) -> String {
    let label = one_line(&slt.label(id));
    match slt.node(id).kind {
        slt::Kind::Fraction => "fraction".to_owned(),
        slt::Kind::Root => "root".to_owned(),
        slt::Kind::Empty => "_".to_owned(),
        slt::Kind::Text => format!("\"{label}\""),
        slt::Kind::Command => format!("\\{label}"),
        slt::Kind::Wildcard => format!("?{label}"),
        kind @ (slt::Kind::Group | slt::Kind::Table) => {
            let grid = slt.grid(id);
            let mut name = String::from(if kind == slt::Kind::Group { "group" } else { "table" });
            name.push(' ');
            slt.push_symbol(grid.open, &mut name);
            name.push(' ');
            slt.push_symbol(grid.close, &mut name);
            let size = if kind == slt::Kind::Table {
                format!(" {}x{}", grid.rows, grid.columns)
            } else {
                String::new()
            };
            format!("{}{size}", name.trim_end())
        }
        _ => label,
    }
}

fn operator_name(opt: &Opt, id: NodeId) -> String {
    let label = one_line(&opt.label(id));
    match opt.node(id).kind {
        opt::Kind::Compound => "apply".to_owned(),
        opt::Kind::Absent => "_".to_owned(),
        opt::Kind::Text => format!("\"{label}\""),
        opt::Kind::Unknown => format!("\\{label}"),
        opt::Kind::Wildcard => format!("?{label}"),
        opt::Kind::Error if label.is_empty() => "error".to_owned(),
        _ => label,
    }
}

fn one_line(label: &str) -> String {
    label.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent_strings::{parse_opt, parse_slt};

    #[test]
    fn baselines_are_levels_and_scripts_are_branches() {
        let slt =
            parse_slt("[V!x[-[M!()1x2[=],a[N!2[N!3]],w[V!y[&comma;],e[O!divide,o[N!1],u[V!z]]]]]]").unwrap();
        let expected = "\
├─ x
├─ -
├─ group ( )
│  ├─ above
│  │  ├─ 2
│  │  └─ 3
│  ├─ element
│  │  ├─ y
│  │  └─ ,
│  └─ element: fraction
│     ├─ over: 1
│     └─ under: z
└─ =
";
        assert_eq!(layout(&slt), expected);
        assert_eq!(layout(&parse_slt("[V!x,a[N!2]]").unwrap()), "x\n└─ above: 2\n");
        assert_eq!(layout(&Slt::default()), "");
    }

    #[test]
    fn operands_are_branches() {
        let opt = parse_opt("[U!eq,0[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]],1[N!0]]").unwrap();
        let expected = "\
eq
├─ minus
│  ├─ x
│  └─ sup
│     ├─ y
│     └─ 2
└─ 0
";
        assert_eq!(operators(&opt), expected);
    }

    #[test]
    fn very_deep_trees_end_in_dots() {
        let depth = 5000;
        let opt = parse_opt(&("[O!minus,0".repeat(depth) + "[V!x]" + &"]".repeat(depth))).unwrap();
        assert!(operators(&opt).ends_with("└─ …\n"));
    }
}
