//! Content MathML from operator trees.
//!
//! Operators are elements of MathML where they exist, otherwise symbols of LaTeXML, so that other programs
//! understand as much as possible. An operator that only Perga has is a `csymbol` of a content dictionary
//! `perga-…`, which gives the kind of the operator. Our reader reads all of it back.

use crate::mathml::vocabulary::{Spelling, spelling};
use crate::names;
use crate::opt::{Font, Kind, NodeId, Opt};
use crate::symbol::Symbol;
use crate::write::mathml::push_escaped;
use crate::write::tangent::push_letters;

/// The tree as a `math` element.
pub fn write(opt: &Opt) -> String {
    let mut writer = Writer { opt, out: String::with_capacity(opt.arena_len() * 32 + 64), steps: Vec::new() };
    writer.out.push_str("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">");
    writer.steps.push(Step::Text("</math>"));
    writer.steps.extend(opt.root().map(Step::Node));
    while let Some(step) = writer.steps.pop() {
        match step {
            Step::Node(id) => writer.node(id),
            Step::Text(text) => writer.out.push_str(text),
        }
    }
    writer.out
}

/// The kind of operator that a `perga-…` content dictionary stands for.
pub(crate) fn kind(dictionary: &str) -> Option<Kind> {
    DICTIONARIES.iter().find(|(_, name)| *name == dictionary).map(|(kind, _)| *kind)
}

const DICTIONARIES: [(Kind, &str); 6] = [
    (Kind::Ordered, "perga-ordered"),
    (Kind::Unordered, "perga-unordered"),
    (Kind::Function, "perga-function"),
    (Kind::Collection, "perga-collection"),
    (Kind::Constant, "perga-constant"),
    (Kind::Variable, "perga-variable"),
];

enum Step {
    Node(NodeId),
    Text(&'static str),
}

struct Writer<'a> {
    opt: &'a Opt,
    out: String,
    steps: Vec<Step>,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let node = self.opt.node(id);
        match node.kind {
            Kind::Compound => self.apply(id, None),
            Kind::Error => self.wrapped(id, "<cerror>", "</cerror>"),
            Kind::Collection => self.collection(id),
            Kind::Ordered if self.is_plain_root(id) => self.root(id),
            _ if self.opt.is_leaf(id) => self.leaf(id),
            _ => self.apply(id, Some(id)),
        }
    }

    /// `<apply>`, the operator if it has a name, and the children.
    fn apply(&mut self, id: NodeId, operator: Option<NodeId>) {
        self.out.push_str("<apply>");
        if let Some(operator) = operator {
            self.leaf(operator);
        }
        self.rest(self.opt.children(id).collect(), "</apply>");
    }

    fn wrapped(&mut self, id: NodeId, open: &str, close: &'static str) {
        self.out.push_str(open);
        self.rest(self.opt.children(id).collect(), close);
    }

    fn rest(&mut self, children: Vec<NodeId>, close: &'static str) {
        self.steps.push(Step::Text(close));
        self.steps.extend(children.into_iter().rev().map(Step::Node));
    }

    fn is_plain_root(&self, id: NodeId) -> bool {
        self.opt.symbol(id) == names::ROOT && self.opt.children(id).count() == 2
    }

    fn root(&mut self, id: NodeId) {
        let children: Vec<NodeId> = self.opt.children(id).collect();
        let [radicand, degree] = children[..] else { return };
        self.out.push_str("<apply><root/>");
        self.steps.push(Step::Text("</apply>"));
        self.steps.push(Step::Node(radicand));
        let is_square = self.opt.node(degree).kind == Kind::Number && self.opt.label_is(degree, "2");
        if !is_square {
            self.out.push_str("<degree>");
            self.steps.push(Step::Text("</degree>"));
            self.steps.push(Step::Node(degree));
        }
    }

    fn collection(&mut self, id: NodeId) {
        let label = self.opt.label(id);
        let (open, close) = match label.as_str() {
            "set" => ("<set>", "</set>"),
            "list" => ("<list>", "</list>"),
            "vector" => ("<vector>", "</vector>"),
            "matrix" => ("<matrix>", "</matrix>"),
            "row" => ("<matrixrow>", "</matrixrow>"),
            "cases" => ("<piecewise>", "</piecewise>"),
            "interval[]" => ("<interval closure=\"closed\">", "</interval>"),
            "interval[)" => ("<interval closure=\"closed-open\">", "</interval>"),
            "interval(]" => ("<interval closure=\"open-closed\">", "</interval>"),
            "interval()" => ("<interval closure=\"open\">", "</interval>"),
            _ => return self.apply(id, Some(id)),
        };
        self.wrapped(id, open, close);
    }

    /// A leaf, or the operator of a node without its operands.
    fn leaf(&mut self, id: NodeId) {
        let node = self.opt.node(id);
        let (symbol, font) = (node.symbol, node.font);
        match node.kind {
            Kind::Variable if symbol.as_name().is_none() => self.element("ci", "", symbol, font),
            Kind::Number => self.element("cn", "", symbol, font),
            Kind::Text => self.element("cs", "", symbol, Font::Plain),
            Kind::Unknown => self.element("csymbol", " cd=\"unknown\"", symbol, Font::Plain),
            Kind::Absent => self.out.push_str("<csymbol cd=\"latexml\">absent</csymbol>"),
            Kind::Wildcard => self.wildcard(symbol),
            kind => self.operator(kind, symbol, font),
        }
    }

    fn operator(&mut self, kind: Kind, symbol: Symbol, font: Font) {
        let label = self.opt.texts.get(symbol);
        // A superscript may be a power or not; the tree does not say.
        let ambiguous = match symbol {
            names::SUP => Some("superscript"),
            names::SUB => Some("subscript"),
            names::FORMULAE => Some("formulae-sequence"),
            names::FRAGMENTS => Some("fragments"),
            _ => None,
        };
        if let Some(name) = ambiguous {
            self.out.push_str("<csymbol cd=\"ambiguous\">");
            self.out.push_str(name);
            return self.out.push_str("</csymbol>");
        }
        match spelling(kind, &label) {
            Some(Spelling::Element(name)) => {
                self.out.push('<');
                self.out.push_str(name);
                self.out.push_str("/>");
            }
            Some(Spelling::Symbol(name)) => {
                self.out.push_str("<csymbol cd=\"latexml\">");
                self.out.push_str(name);
                self.out.push_str("</csymbol>");
            }
            // A function with a name that is not fixed is an identifier that is applied.
            None if kind == Kind::Function && symbol.as_name().is_none() => {
                self.element("ci", " type=\"function\"", symbol, font);
            }
            None => {
                let dictionary = DICTIONARIES.iter().find(|(other, _)| *other == kind);
                let dictionary = dictionary.map_or("perga-ordered", |(_, name)| name);
                self.element("csymbol", &format!(" cd=\"{dictionary}\""), symbol, Font::Plain);
            }
        }
    }

    fn wildcard(&mut self, symbol: Symbol) {
        self.out.push_str("<mws:qvar xmlns:mws=\"http://search.mathweb.org/ns\" name=\"");
        push_escaped(&self.opt.texts.get(symbol), &mut self.out);
        self.out.push_str("\"/>");
    }

    fn element(&mut self, name: &str, attributes: &str, symbol: Symbol, font: Font) {
        let mut text = String::new();
        push_letters(&self.opt.texts, symbol, font, &mut text);
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(attributes);
        self.out.push('>');
        push_escaped(&text, &mut self.out);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }
}
