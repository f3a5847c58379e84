//! What is made of a formula, form by form, and how two formulas correspond.

use formula::opt::{NodeId, Opt};
use formula::slt::{Kind, Slt};
use formula::{Formula, Notation, Options};
use index::formulas::Record;
use rank::formulas::Query;
use rank::formulas::explanation::{Explainer, query_mathml};
use serde::Serialize;
use utoipa::ToSchema;

use super::forms::Form;
use crate::VERSION;
use crate::explain::{self, Finding, Why};

/// A formula in all forms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Trees {
    /// Of the JSON.
    pub version: u32,
    /// As it was typed; spans point into it.
    pub source: String,
    /// As LaTeX.
    pub tex: String,
    /// As MathML, with an id for every node.
    pub mathml: String,
    /// The layout tree.
    pub slt: String,
    /// The operator tree as an S-expression.
    pub opt: String,
    /// The operator tree in canonical form.
    pub canonical: String,
    /// Both trees drawn with lines.
    pub ascii: String,
    /// As Content MathML.
    pub content: String,
    /// The layout tree node by node.
    pub layout_tree: Vec<TreeNode>,
    /// The operator tree node by node, in the order in which it is drawn.
    pub operator_tree: Vec<TreeNode>,
    /// Symbol pairs of the layout tree.
    pub tuples: Vec<String>,
    /// Leaf-root paths of the operator tree.
    pub paths: Vec<String>,
    /// Layout tokens.
    pub l8: Vec<String>,
    /// Visual id, alpha signature and structure signature.
    pub signatures: Vec<String>,
    /// Remarks and repairs of the reader.
    pub diagnostics: Vec<Finding>,
}

/// A node of a tree, drawn after its parent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeNode {
    /// How deep it stands; the root is at 0.
    pub depth: usize,
    /// The edge from its parent; empty at the root.
    pub edge: String,
    /// Its label.
    pub label: String,
    /// The bytes of the source that it covers.
    pub span: [u32; 2],
}

/// How two formulas correspond.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Alignment {
    /// Of the JSON.
    pub version: u32,
    /// The first formula.
    pub one: Side,
    /// The second formula.
    pub two: Side,
    /// What corresponds, with the first as the query and the second as the hit.
    #[serde(flatten)]
    pub why: Why,
}

/// One of two formulas.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Side {
    /// Spans of pairs point into it.
    pub tex: String,
    /// As MathML, with ids and classes.
    pub mathml: String,
    /// Remarks and repairs of the reader.
    pub diagnostics: Vec<Finding>,
}

/// A formula in all forms; with wildcards, if it is a query.
pub fn trees(source: &str, notation: Notation, is_query: bool) -> Trees {
    let formula = formula::read(source, notation, &Options { wildcards: is_query, ..Options::default() });
    let list = |form: Form| -> Vec<String> {
        form.write(&formula).split('\t').filter(|one| !one.is_empty()).map(str::to_owned).collect()
    };
    Trees {
        version: VERSION,
        source: source.to_owned(),
        tex: Form::Tex.write(&formula),
        mathml: Form::Mathml.write(&formula),
        slt: Form::Slt.write(&formula),
        opt: Form::Opt.write(&formula),
        canonical: Form::Canonical.write(&formula),
        ascii: Form::Ascii.write(&formula),
        content: Form::Cmml.write(&formula),
        layout_tree: layout_tree(&formula.slt),
        operator_tree: operator_tree(&formula.opt),
        tuples: list(Form::Tuples),
        paths: list(Form::Paths),
        l8: Form::L8.write(&formula).split_whitespace().map(str::to_owned).collect(),
        signatures: Form::Signatures.write(&formula).split_whitespace().map(str::to_owned).collect(),
        diagnostics: explain::findings(&formula.diagnostics),
    }
}

/// How the second formula corresponds to the first.
pub fn align(one: &str, two: &str) -> Alignment {
    let query = Query::read(one, Notation::Auto);
    let Formula { slt, opt, diagnostics, .. } = formula::read(two, Notation::Auto, &Options::default());
    let why = Explainer::new(&query).explain(&Record { slt, opt });
    Alignment {
        version: VERSION,
        one: Side {
            tex: query.source.clone(),
            mathml: query_mathml(&query, "one-"),
            diagnostics: explain::findings(&query.formula.diagnostics),
        },
        two: Side {
            mathml: why.mathml("two-"),
            diagnostics: explain::findings(&diagnostics),
            tex: why.tex.clone(),
        },
        why: Why::of(&why),
    }
}

fn operator_tree(tree: &Opt) -> Vec<TreeNode> {
    let mut nodes = Vec::new();
    let mut open: Vec<(NodeId, usize, String)> =
        tree.root().map(|root| (root, 0, String::new())).into_iter().collect();
    while let Some((id, depth, edge)) = open.pop() {
        let node = tree.node(id);
        let label =
            Some(tree.label(id)).filter(|label| !label.is_empty()).unwrap_or_else(|| "apply".to_owned());
        nodes.push(TreeNode { depth, edge, label, span: [node.span.start, node.span.end] });
        let mut children: Vec<(NodeId, usize, String)> = (0..)
            .zip(tree.children(id))
            .map(|(at, child): (usize, _)| (child, depth + 1, at.to_string()))
            .collect();
        children.reverse();
        open.extend(children);
    }
    nodes
}

/// Symbols of a baseline stand at one depth, one after the other; what is written around a symbol stands below it.
fn layout_tree(tree: &Slt) -> Vec<TreeNode> {
    let mut nodes = Vec::new();
    let mut open: Vec<(NodeId, usize)> = tree.root().map(|root| (root, 0)).into_iter().collect();
    while let Some((id, depth)) = open.pop() {
        let node = tree.node(id);
        let edge = if nodes.is_empty() { String::new() } else { node.edge.name().to_owned() };
        let label = Some(tree.label(id)).filter(|label| !label.is_empty());
        let label = label.unwrap_or_else(|| structure(node.kind).to_owned());
        nodes.push(TreeNode { depth, edge, label, span: [node.span.start, node.span.end] });
        open.extend(tree.next(id).map(|next| (next, depth)));
        let mut around: Vec<(NodeId, usize)> = tree.children(id).map(|child| (child, depth + 1)).collect();
        around.reverse();
        open.extend(around);
    }
    nodes
}

/// The name of what has no symbol of its own.
fn structure(kind: Kind) -> &'static str {
    match kind {
        Kind::Fraction => "fraction",
        Kind::Root => "root",
        Kind::Group => "group",
        Kind::Table => "table",
        Kind::Enclosure => "enclosure",
        _ => "empty",
    }
}
