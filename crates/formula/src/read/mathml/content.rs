//! Content MathML to operator trees.
//!
//! The shape follows LaTeXML's Content MathML and Tangent's reading of it: scripts are the operators `sup`
//! and `sub`, an operator that is an expression makes a compound node, `share` repeats the operand that two
//! relations of a chain have in common. [`super::qualifiers`] brings Content MathML written by hand or by
//! computer algebra, with `bvar`, limits and domains, into the same shape.
//!
//! Unknown elements keep their children; nothing is lost.

mod collections;
mod leaves;

use rustc_hash::FxHashMap;

use super::presentation::{Presentation, STRUCTURES};
use super::vocabulary::{self, Meaning};
use super::xml::{Document, ElementId};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::meaning;
use crate::names;
use crate::opt::{Kind, NodeId, Opt};
use crate::read::layout::MOST_LEVELS;
use crate::symbol::Symbol;

/// Elements that hold one expression and say only what it is for.
const CONTAINERS: &[&str] = &[
    "math",
    "condition",
    "domainofapplication",
    "bvar",
    "lowlimit",
    "uplimit",
    "degree",
    "logbase",
    "momentabout",
    "fn",
];

/// Rows of Presentation MathML, which may hold an operand just as [`STRUCTURES`] may.
const ROWS: &[&str] = &["mrow", "mstyle", "mpadded"];

/// Reads Content MathML into an operator tree.
pub(super) struct Content<'a, 's> {
    pub(super) document: &'a Document<'s>,
    pub(super) opt: Opt,
    diagnostics: &'a mut Vec<Diagnostic>,
    wildcards: bool,
    /// The last operand of the relation before, inside `and`: what `share` stands for.
    shared: Option<NodeId>,
    ids: Option<FxHashMap<String, ElementId>>,
    /// Copies for `share` stop when the arena is this large: each link of a chain of them could double the
    /// tree.
    largest_arena: usize,
    depth: usize,
}

impl<'a, 's> Content<'a, 's> {
    pub(super) fn new(
        document: &'a Document<'s>,
        wildcards: bool,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let largest_arena = document.len() * 2 + 256;
        Content {
            document,
            opt: Opt::default(),
            diagnostics,
            wildcards,
            shared: None,
            ids: None,
            largest_arena,
            depth: 0,
        }
    }

    /// Reads the expressions `elements`, usually one, as a whole formula.
    pub(super) fn read(mut self, elements: &[ElementId]) -> Opt {
        let parts: Vec<NodeId> = elements.iter().map(|&id| self.expression(id)).collect();
        self.opt.root = match parts[..] {
            [] => NodeId::NONE,
            [only] => only,
            _ => self.opt.inner(Kind::Ordered, names::FRAGMENTS, Span::default(), &parts),
        };
        self.opt
    }

    /// Reads one expression.
    pub(super) fn expression(&mut self, id: ElementId) -> NodeId {
        if self.depth >= MOST_LEVELS {
            return self.flattened(id);
        }
        self.depth += 1;
        let node = self.element(id);
        self.depth -= 1;
        node
    }

    fn element(&mut self, id: ElementId) -> NodeId {
        match self.document.name(id) {
            "" | "ci" | "mi" | "mo" => self.identifier(id),
            "cn" | "mn" => self.number(id),
            "csymbol" => self.csymbol(id),
            "mtext" | "ms" | "cs" | "text" => self.leaf_of_text(id, Kind::Text),
            "qvar" => self.wildcard(id),
            "apply" | "bind" | "reln" => self.apply(id),
            "share" => self.share(id),
            "cerror" | "merror" => self.error(id),
            "interval" => self.interval(id),
            "list" => self.collection(id, names::LIST),
            "set" => self.set(id),
            "vector" => self.collection(id, names::VECTOR),
            "matrix" => self.collection(id, names::MATRIX),
            "matrixrow" => self.collection(id, names::ROW),
            "piecewise" => self.collection(id, names::CASES),
            "piece" | "otherwise" => self.collection(id, names::ROW),
            "lambda" => self.lambda(id),
            "semantics" => self.first_child(id),
            name if ROWS.contains(&name) || STRUCTURES.contains(&name) => self.presented(id),
            name if CONTAINERS.contains(&name) => self.row(id),
            name => match vocabulary::element(name) {
                Some(meaning) => self.meaning(meaning, id),
                None => self.number_set(id, name),
            },
        }
    }

    pub(super) fn span(&self, id: ElementId) -> Span {
        self.document.element(id).span
    }

    pub(super) fn operands(&mut self, ids: &[ElementId]) -> Vec<NodeId> {
        ids.iter().map(|&id| self.expression(id)).collect()
    }

    fn children(&self, id: ElementId) -> Vec<ElementId> {
        self.document.children(id).collect()
    }

    fn first_child(&mut self, id: ElementId) -> NodeId {
        match self.document.children(id).next() {
            Some(child) => self.expression(child),
            None => self.absent(id),
        }
    }

    pub(super) fn absent(&mut self, id: ElementId) -> NodeId {
        self.opt.leaf(Kind::Absent, Symbol::NONE, self.document.element(id).span)
    }

    fn meaning(&mut self, meaning: Meaning, id: ElementId) -> NodeId {
        let symbol = meaning.symbol(&mut self.opt.texts);
        let children = self.children(id);
        let operands = self.operands(&children);
        let span = self.span(id);
        self.opt.inner(meaning.kind, symbol, span, &operands)
    }

    fn apply(&mut self, id: ElementId) -> NodeId {
        let children = self.children(id);
        let Some((&head, operands)) = children.split_first() else {
            self.remark("mathml-empty-apply", "`<apply>` without an operator", id, "give it an operator");
            return self.absent(id);
        };
        if let Some(node) = self.qualified(id, head, operands) {
            return node;
        }
        let operator = self.expression(head);
        let operands =
            if self.is_conjunction(operator) { self.relations(operands) } else { self.operands(operands) };
        let span = self.span(id);
        self.applied(operator, &operands, span)
    }

    /// An operator node with its operands.
    pub(super) fn applied(&mut self, operator: NodeId, operands: &[NodeId], span: Span) -> NodeId {
        let node = self.opt.node(operator);
        if !operands.is_empty() && (node.first_child != NodeId::NONE || !can_be_applied(node.kind)) {
            let parts: Vec<NodeId> = std::iter::once(operator).chain(operands.iter().copied()).collect();
            return self.opt.inner(Kind::Compound, Symbol::NONE, span, &parts);
        }
        let node = &mut self.opt.nodes[operator.index()];
        node.span = span;
        if node.kind == Kind::Variable && !operands.is_empty() {
            node.kind = Kind::Function;
        }
        if operands.is_empty() {
            return operator;
        }
        self.opt.set_children(operator, operands);
        if let ([radicand], true) = (operands, node_is(&self.opt, operator, names::ROOT)) {
            let degree = self.opt.leaf(Kind::Number, Symbol::character('2'), span);
            self.opt.set_children(operator, &[*radicand, degree]);
        }
        operator
    }

    fn is_conjunction(&self, operator: NodeId) -> bool {
        node_is(&self.opt, operator, names::AND)
    }

    /// The relations of a chain `a < b ≤ c`, where `share` repeats the operand before it.
    fn relations(&mut self, ids: &[ElementId]) -> Vec<NodeId> {
        let outer = self.shared.take();
        let mut relations = Vec::with_capacity(ids.len());
        for &id in ids {
            let relation = self.expression(id);
            self.shared = self.opt.children(relation).last();
            relations.push(relation);
        }
        self.shared = outer;
        relations
    }

    fn share(&mut self, id: ElementId) -> NodeId {
        if self.opt.arena_len() >= self.largest_arena {
            self.remark("mathml-share", "too many shared expressions", id, "write them out");
            return self.absent(id);
        }
        if let Some(shared) = self.shared {
            return self.copy(shared);
        }
        let target = self.document.attribute(id, "href").or_else(|| self.document.attribute(id, "src"));
        let target = target.as_deref().map(|href| href.trim_start_matches('#').to_owned());
        match target.and_then(|name| self.element_by_id(&name)) {
            Some(element) => self.expression(element),
            None => {
                self.remark(
                    "mathml-share",
                    "`<share>` refers to nothing",
                    id,
                    "add its `id` to the shared element",
                );
                self.absent(id)
            }
        }
    }

    fn element_by_id(&mut self, name: &str) -> Option<ElementId> {
        let document = self.document;
        let ids = self.ids.get_or_insert_with(|| {
            (0..document.len())
                .filter_map(|element| Some((document.attribute(element, "id")?.into_owned(), element)))
                .collect()
        });
        ids.get(name).copied()
    }

    fn copy(&mut self, node: NodeId) -> NodeId {
        let children: Vec<NodeId> = self.opt.children(node).collect();
        let copies: Vec<NodeId> = children.into_iter().map(|child| self.copy(child)).collect();
        let original = *self.opt.node(node);
        let copy = self.opt.inner(original.kind, original.symbol, original.span, &copies);
        (self.opt.nodes[copy.index()].font, self.opt.nodes[copy.index()].span) =
            (original.font, original.span);
        copy
    }

    /// A `cerror`: the unparsed parts in order. Adjacent unknown symbols become one text.
    fn error(&mut self, id: ElementId) -> NodeId {
        let children = self.children(id);
        if children.is_empty() && self.document.name(id) == "merror" {
            return self.leaf_of_text(id, Kind::Text);
        }
        let mut parts: Vec<NodeId> = Vec::with_capacity(children.len());
        let mut run = String::new();
        for child in children {
            let part = self.expression(child);
            let is_symbol = self.opt.node(part).kind == Kind::Unknown && self.opt.is_leaf(part);
            let follows = is_symbol
                && parts.last().is_some_and(|&last| {
                    matches!(self.opt.node(last).kind, Kind::Unknown | Kind::Text) && !run.is_empty()
                });
            if is_symbol {
                self.opt.push_label(part, &mut run);
            } else {
                run.clear();
            }
            match parts.last_mut() {
                Some(last) if follows => {
                    let symbol = self.opt.texts.intern(&run);
                    let span = self.opt.node(*last).span.join(self.opt.node(part).span);
                    *last = self.opt.leaf(Kind::Text, symbol, span);
                }
                _ => parts.push(part),
            }
        }
        self.opt.inner(Kind::Error, Symbol::NONE, self.document.element(id).span, &parts)
    }

    /// Several expressions where one belongs: a product, as LaTeXML reads juxtaposition.
    pub(super) fn row(&mut self, id: ElementId) -> NodeId {
        let nodes: Vec<ElementId> = self.document.nodes(id).collect();
        let parts = self.operands(&nodes);
        let visible: Vec<NodeId> =
            parts.iter().copied().filter(|&part| self.opt.node(part).kind != Kind::Absent).collect();
        match visible[..] {
            [] => self.absent(id),
            [only] => only,
            _ => self.opt.inner(Kind::Unordered, names::TIMES, self.document.element(id).span, &visible),
        }
    }

    /// The operator tree of presentation inside content, as in `<ci><msub>…`.
    fn presented(&mut self, id: ElementId) -> NodeId {
        let presentation = Presentation::new(self.document, self.wildcards, self.diagnostics);
        let meaning = meaning::operator_tree(&presentation.read(&[id]));
        match meaning.root() {
            Some(root) => self.graft(&meaning, root),
            None => self.absent(id),
        }
    }

    /// Copies a node of another tree.
    fn graft(&mut self, other: &Opt, id: NodeId) -> NodeId {
        let children: Vec<NodeId> = other.children(id).collect();
        let copies: Vec<NodeId> = children.into_iter().map(|child| self.graft(other, child)).collect();
        let original = *other.node(id);
        let symbol = match original.symbol.as_name() {
            Some(_) => original.symbol,
            None => self.opt.texts.intern(&other.label(id)),
        };
        let copy = self.opt.inner(original.kind, symbol, original.span, &copies);
        (self.opt.nodes[copy.index()].font, self.opt.nodes[copy.index()].span) =
            (original.font, original.span);
        copy
    }

    fn unknown(&mut self, id: ElementId, name: &str) -> NodeId {
        let message = format!("`<{name}>` is not an element of Content MathML");
        self.remark("mathml-unknown-element", &message, id, "its content is kept");
        let nodes: Vec<ElementId> = self.document.nodes(id).collect();
        if let [only] = nodes[..] {
            return self.expression(only);
        }
        let operands = self.operands(&nodes);
        let symbol = self.opt.texts.intern(name);
        self.opt.inner(Kind::Unknown, symbol, self.document.element(id).span, &operands)
    }

    /// The leaves of an element that is nested too deep, side by side.
    fn flattened(&mut self, id: ElementId) -> NodeId {
        let diagnostic = Diagnostic {
            severity: Severity::Recovery,
            code: "nesting",
            message: format!("nested more than {MOST_LEVELS} levels deep"),
            span: self.span(id),
            hint: "the deeper levels are read as one flat row",
        };
        self.diagnostics.push(diagnostic);
        let mut leaves = Vec::new();
        let mut pending = vec![id];
        while let Some(element) = pending.pop() {
            let before = pending.len();
            pending.extend(self.document.children(element));
            if pending.len() == before && self.document.name(element) != "share" {
                leaves.push(self.element(element));
            }
            pending[before..].reverse();
        }
        self.opt.inner(Kind::Ordered, names::FRAGMENTS, self.document.element(id).span, &leaves)
    }

    pub(super) fn remark(&mut self, code: &'static str, message: &str, id: ElementId, hint: &'static str) {
        let (severity, span) = (Severity::Remark, self.span(id));
        self.diagnostics.push(Diagnostic { severity, code, message: message.to_owned(), span, hint });
    }
}

/// Whether a node is an operator of this name.
fn node_is(opt: &Opt, id: NodeId, symbol: Symbol) -> bool {
    let node = opt.node(id);
    node.symbol == symbol && matches!(node.kind, Kind::Ordered | Kind::Unordered | Kind::Collection)
}

fn can_be_applied(kind: Kind) -> bool {
    !matches!(kind, Kind::Number | Kind::Text | Kind::Absent | Kind::Compound | Kind::Error)
}
