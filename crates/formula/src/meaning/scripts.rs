//! Single symbols with their scripts, primes and accents; fractions and roots.

use crate::diagnostic::Span;
use crate::names;
use crate::opt::Kind as Meaning;
use crate::slt::{Edge, Flags, Kind, NodeId};
use crate::symbol::Symbol;

use super::Parser;
use super::state::Context;

impl Parser<'_> {
    /// Pushes the tree of one symbol and of its scripts.
    pub(super) fn atom(&mut self, id: NodeId) {
        let start = self.builder.len();
        let node = *self.slt.node(id);
        match node.kind {
            Kind::Identifier | Kind::Operator => self.identifier(id),
            Kind::Number => self.builder.leaf_of(Meaning::Number, node.symbol, &node),
            Kind::Text => self.builder.leaf_of(Meaning::Text, node.symbol, &node),
            Kind::Command => self.builder.leaf_of(Meaning::Unknown, node.symbol, &node),
            Kind::Wildcard => self.builder.leaf_of(Meaning::Wildcard, node.symbol, &node),
            Kind::Empty => self.builder.absent(),
            Kind::Fraction => self.fraction(id),
            Kind::Root => self.root(id),
            Kind::Enclosure => self.child_baseline(id, Edge::Within),
            Kind::Group => return self.group(id),
            Kind::Table => self.table(id),
        }
        self.scripts(id, start);
    }

    fn identifier(&mut self, id: NodeId) {
        let node = self.slt.node(id);
        let (kind, symbol) = match node.symbol.as_char() {
            Some('∞') => (Meaning::Constant, names::INFINITY),
            Some('∅') => (Meaning::Constant, names::EMPTY_SET),
            None => (Meaning::Variable, node.symbol),
            Some(_) => (Meaning::Variable, node.symbol),
        };
        self.builder.leaf_of(kind, symbol, node);
    }

    fn fraction(&mut self, id: NodeId) {
        let start = self.builder.len();
        let span = self.slt.node(id).span;
        if self.slt.node(id).flags.has(Flags::NO_BAR) {
            self.child_baseline(id, Edge::Over);
            self.child_baseline(id, Edge::Under);
            return self.builder.fold(start, Meaning::Ordered, names::FORMULAE, span);
        }
        if self.derivative(id) {
            return;
        }
        let differentials = self.differentials;
        self.differentials |= self.under_integral();
        self.child_baseline(id, Edge::Over);
        self.differentials = differentials;
        self.child_baseline(id, Edge::Under);
        self.builder.fold(start, Meaning::Ordered, names::DIVIDE, span);
    }

    fn root(&mut self, id: NodeId) {
        let start = self.builder.len();
        self.child_baseline(id, Edge::Within);
        match self.slt.child(id, Edge::PreAbove) {
            Some(degree) => self.baseline(degree),
            None => self.builder.leaf(Meaning::Number, Symbol::character('2')),
        }
        self.builder.fold(start, Meaning::Ordered, names::ROOT, self.slt.node(id).span);
    }

    /// Folds the scripts of a node around its tree, the operand at `start`: lower before upper.
    pub(super) fn scripts(&mut self, id: NodeId, start: usize) {
        let node = self.slt.node(id);
        if node.first_child == NodeId::NONE {
            return;
        }
        let (kind, span) = (node.kind, node.span);
        let slt = self.slt;
        let on_operator = kind == Kind::Operator || self.is_name(id);
        // `\bar x_1` has its accent before its index; the limits of an operator are scripts.
        let edges = [Edge::Under, Edge::Over, Edge::Below, Edge::Above, Edge::PreBelow, Edge::PreAbove];
        for edge in edges {
            let structural = match kind {
                Kind::Fraction => matches!(edge, Edge::Over | Edge::Under),
                Kind::Root => edge == Edge::PreAbove,
                _ => false,
            };
            let Some(script) = slt.child(id, edge).filter(|_| !structural) else { continue };
            match edge {
                Edge::Above => self.superscript(script, start, span),
                Edge::Over if on_operator => self.superscript(script, start, span),
                Edge::Under if on_operator => self.script(script, start, names::SUB, span),
                Edge::Over | Edge::Under if self.is_accent(script) => self.accent(script, start),
                Edge::Over => self.script(script, start, names::OVER, span),
                Edge::Under => self.script(script, start, names::UNDER, span),
                Edge::Below => self.script(script, start, names::SUB, span),
                Edge::PreBelow => self.script(script, start, names::PRE_SUB, span),
                _ => self.script(script, start, names::PRE_SUP, span),
            }
        }
    }

    fn is_name(&self, id: NodeId) -> bool {
        let node = self.slt.node(id);
        node.kind == Kind::Identifier && node.symbol.as_char().is_none()
    }

    fn script(&mut self, script: NodeId, start: usize, label: Symbol, span: Span) {
        self.baseline(script);
        self.builder.fold(start, Meaning::Ordered, label, span);
    }

    /// A power. Primes are separate from the rest of the superscript, and a lone ring is a degree.
    fn superscript(&mut self, script: NodeId, start: usize, span: Span) {
        if self.stands_alone(script)
            && !self.has_scripts(script)
            && matches!(self.slt.character(script), Some('∘' | '°'))
        {
            let degree = self.builder.text("degree");
            return self.builder.fold(start, Meaning::Ordered, degree, span);
        }
        let script = self.without_empty_base(script);
        let index = self.is_bracketed_index(script, start);
        let first = self.items.len();
        self.gather(script);
        let primes = self.items[first..]
            .iter()
            .take_while(|item| self.is_prime(item.node) && !self.has_scripts(item.node))
            .count();
        if primes > 0 {
            self.primes(first, primes);
            self.builder.fold(start, Meaning::Ordered, names::SUP, span);
            self.items.drain(first..first + primes);
            if self.items.len() == first {
                return;
            }
        }
        self.row(first, Context::Baseline);
        if index {
            self.fold_delimited(start + 1, Some('('), Some(')'), self.slt.node(script).span);
        }
        self.builder.fold(start, Meaning::Ordered, names::SUP, span);
    }

    /// The primes of `f^{''}`, which TeX attaches to an empty base.
    fn without_empty_base(&self, script: NodeId) -> NodeId {
        if self.slt.node(script).kind != Kind::Empty || !self.stands_alone(script) {
            return script;
        }
        let mut children = self.slt.children(script);
        match (children.next(), children.next()) {
            (Some(primes), None) if self.slt.node(primes).edge == Edge::Above && self.is_prime(primes) => {
                primes
            }
            _ => script,
        }
    }

    /// Whether a superscript is an index and not a power: `f^{(n)}`, `x^{(1)}`.
    fn is_bracketed_index(&self, script: NodeId, start: usize) -> bool {
        let head = self.slt.child(script, Edge::Within).filter(|&head| self.stands_alone(head));
        let single =
            head.is_some_and(|head| matches!(self.slt.node(head).kind, Kind::Identifier | Kind::Number));
        single
            && self.stands_alone(script)
            && self.is_round_group(script)
            && matches!(self.builder.kind(start), Meaning::Variable | Meaning::Ordered)
    }

    /// Whether a symbol is one prime or several printed as one.
    pub(super) fn is_prime(&self, id: NodeId) -> bool {
        let node = self.slt.node(id);
        if !matches!(node.kind, Kind::Operator | Kind::Identifier) {
            return false;
        }
        match node.symbol.as_char() {
            Some(c) => is_prime(c),
            None => self.slt.texts.long(node.symbol).chars().all(is_prime) && !node.symbol.is_none(),
        }
    }

    /// Pushes the leaf for a run of primes.
    fn primes(&mut self, first: usize, count: usize) {
        let mut strokes = 0;
        for place in first..first + count {
            let symbol = self.slt.node(self.items[place].node).symbol;
            strokes += match symbol.as_char() {
                Some(c) => strokes_of(c),
                None => self.slt.texts.long(symbol).chars().map(strokes_of).sum(),
            };
        }
        let label = match strokes {
            1 => names::PRIME,
            2 => self.builder.text("double-prime"),
            3 => self.builder.text("triple-prime"),
            4 => self.builder.text("quadruple-prime"),
            strokes => self.builder.text(&"′".repeat(strokes)),
        };
        self.builder.leaf_of(Meaning::Ordered, label, self.slt.node(self.items[first].node));
        self.builder.widen(self.slt.node(self.items[first + count - 1].node).span);
    }

    fn is_accent(&self, script: NodeId) -> bool {
        self.slt.node(script).kind == Kind::Operator && self.stands_alone(script)
    }

    /// An accent is a function of its base, as in Content MathML.
    fn accent(&mut self, accent: NodeId, start: usize) {
        let node = self.slt.node(accent);
        self.builder.leaf_of(Meaning::Function, node.symbol, node);
        let top = self.builder.len() - 1;
        self.scripts(accent, top);
        self.builder.swap(start, top);
        self.builder.apply(start);
    }
}

fn is_prime(c: char) -> bool {
    strokes_of(c) > 0
}

fn strokes_of(c: char) -> usize {
    match c {
        '′' | '\'' => 1,
        '″' => 2,
        '‴' => 3,
        '⁗' => 4,
        _ => 0,
    }
}
