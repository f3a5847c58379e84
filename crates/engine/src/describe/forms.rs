//! The output forms of `perga tree`, one name each; `docs/reference/tree.md` explains them with examples.

use formula::Formula;
use formula::canonical::canonical;
use formula::signatures::Signatures;
use formula::write::{ascii, content, json, layout, mathml, sexpr, tangent, tex};
use similarity::tree::{Order, SymbolTree};
use similarity::{l8, paths, tuples};

/// An output form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Layout tree: each symbol with what is written around it
    Slt,
    /// Operator tree as an S-expression
    Opt,
    /// Operator tree in canonical form, as an S-expression
    Canonical,
    /// Layout tree as a Tangent-S string
    TangentSlt,
    /// Operator tree as a Tangent-S string
    TangentOpt,
    /// Presentation MathML Core with an id on every node
    Mathml,
    /// Content MathML of the operator tree
    Cmml,
    /// LaTeX
    Tex,
    /// Symbol pairs of the layout tree
    Tuples,
    /// Leaf-root paths of the operator tree
    Paths,
    /// Layout tokens after mathtuples (L8)
    L8,
    /// Visual id, alpha signature, structure signature
    Signatures,
    /// Both trees drawn with lines
    Ascii,
    /// Both trees and the findings of the reader as JSON, see `docs/reference/tree-json.md`
    Json,
}

impl Form {
    /// All of them with their names.
    pub const NAMES: [(Form, &str); 14] = [
        (Form::Slt, "slt"),
        (Form::Opt, "opt"),
        (Form::Canonical, "canonical"),
        (Form::TangentSlt, "tangent-slt"),
        (Form::TangentOpt, "tangent-opt"),
        (Form::Mathml, "mathml"),
        (Form::Cmml, "cmml"),
        (Form::Tex, "tex"),
        (Form::Tuples, "tuples"),
        (Form::Paths, "paths"),
        (Form::L8, "l8"),
        (Form::Signatures, "signatures"),
        (Form::Ascii, "ascii"),
        (Form::Json, "json"),
    ];

    /// The formula in this form.
    pub fn write(self, formula: &Formula) -> String {
        let (slt, opt) = (&formula.slt, &formula.opt);
        match self {
            Form::Slt => layout::write(slt),
            Form::Opt => sexpr::write(opt),
            Form::Canonical => sexpr::write(&canonical(opt)),
            Form::TangentSlt => tangent::slt_string(slt),
            Form::TangentOpt => tangent::opt_string(opt),
            Form::Mathml => mathml::write(slt, &mathml::Style::default()),
            Form::Cmml => content::write(opt),
            Form::Tex => tex::write(slt),
            Form::Tuples => symbol_pairs(formula),
            Form::Paths => leaf_root_paths(formula),
            Form::L8 => l8::tokens(&SymbolTree::of_layout(slt, Order::Strings), l8::Use::Index).join(" "),
            Form::Signatures => Signatures::new(slt, &canonical(opt)).to_string(),
            Form::Ascii => drawings(formula),
            Form::Json => json::write(formula),
        }
    }
}

/// The drawing of the layout tree, an empty line, the drawing of the operator tree.
fn drawings(formula: &Formula) -> String {
    let drawings = format!("{}\n{}", ascii::layout(&formula.slt), ascii::operators(&formula.opt));
    drawings.trim_end().to_owned()
}

/// Symbol pairs between tabs, the four parts of each between commas (a comma in a tag is `&comma;`).
fn symbol_pairs(formula: &Formula) -> String {
    let tree = SymbolTree::of_layout(&formula.slt, Order::Tuples);
    let mut out = String::new();
    tuples::for_each(&tree, tuples::Settings::default(), |tuple| {
        let separator = if out.is_empty() { "" } else { "\t" };
        let tuples::Tuple { ancestor, descendant, path, location } = tuple;
        out.push_str(&format!("{separator}{ancestor},{descendant},{path},{location}"));
    });
    out
}

/// Sectors between tabs: the path, the node where it ends, the number of leaves.
fn leaf_root_paths(formula: &Formula) -> String {
    let paths = paths::paths(&formula.opt, paths::Settings::default());
    let sectors = paths.sectors.iter();
    let lines: Vec<String> = sectors.map(|s| format!("{} {} {}", s.key, s.root, s.width)).collect();
    lines.join("\t")
}
