//! Scripts, limits and accents around a base.

use super::Writer;
use super::element::Element;
use crate::slt::{Edge, Kind, NodeId, Slt};

/// The scripts around a node; its own parts (numerator, degree) are not scripts.
struct Scripts {
    above: Option<NodeId>,
    below: Option<NodeId>,
    over: Option<NodeId>,
    under: Option<NodeId>,
    pre_above: Option<NodeId>,
    pre_below: Option<NodeId>,
}

impl Scripts {
    fn of(slt: &Slt, id: NodeId) -> Scripts {
        let kind = slt.node(id).kind;
        let child = |edge| slt.child(id, edge);
        let outside = |edge, own_part: Kind| if kind == own_part { None } else { child(edge) };
        Scripts {
            above: child(Edge::Above),
            below: child(Edge::Below),
            over: outside(Edge::Over, Kind::Fraction),
            under: outside(Edge::Under, Kind::Fraction),
            pre_above: outside(Edge::PreAbove, Kind::Root),
            pre_below: child(Edge::PreBelow),
        }
    }
}

impl Writer<'_, '_> {
    /// A node with its scripts, as exactly one element: limits and accents innermost, then the scripts to
    /// its right, then those to its left.
    pub(super) fn scripted(&mut self, id: NodeId) {
        let scripts = Scripts::of(self.slt, id);
        let outer = match (scripts.below, scripts.above) {
            _ if scripts.pre_above.is_some() || scripts.pre_below.is_some() => "mmultiscripts",
            (Some(_), Some(_)) => "msubsup",
            (Some(_), None) => "msub",
            (None, Some(_)) => "msup",
            (None, None) => "",
        };
        if outer.is_empty() {
            return self.limited(id, &scripts);
        }
        if outer == "msubsup" && self.holds_superscript(id) {
            return self.superscript_first(id, &scripts);
        }
        self.open(Element::new(outer));
        self.limited(id, &scripts);
        if outer == "mmultiscripts" {
            self.argument(scripts.below);
            self.argument(scripts.above);
            self.out.push_str("<mprescripts/>");
            self.argument(scripts.pre_below);
            self.argument(scripts.pre_above);
        } else {
            self.given([scripts.below, scripts.above]);
        }
        self.close(outer);
    }

    /// Whether the node is a group around a symbol with a superscript and without a subscript. A reader would
    /// attach the subscript of the group to that symbol.
    fn holds_superscript(&self, id: NodeId) -> bool {
        let grid = self.slt.grid(id);
        let is_bare = self.slt.node(id).kind == Kind::Group && grid.open.is_none() && grid.close.is_none();
        let inner = self.slt.child(id, Edge::Within).filter(|_| is_bare);
        inner.is_some_and(|inner| {
            let has = |edge| self.slt.child(inner, edge).is_some();
            self.slt.next(inner).is_none() && has(Edge::Above) && !has(Edge::Below)
        })
    }

    fn superscript_first(&mut self, id: NodeId, scripts: &Scripts) {
        self.open(Element::new("msub"));
        self.open(Element::new("msup"));
        self.limited(id, scripts);
        self.given([None, scripts.above]);
        self.close("msup");
        self.given([scripts.below, None]);
        self.close("msub");
    }

    /// A node with its limits under and over it.
    fn limited(&mut self, id: NodeId, scripts: &Scripts) {
        let beside = self.has_limits_beside(id);
        let name = match (scripts.under, scripts.over) {
            (None, None) => return self.base(id),
            (Some(_), Some(_)) if beside => "msubsup",
            (Some(_), None) if beside => "msub",
            (None, Some(_)) if beside => "msup",
            (Some(_), Some(_)) => "munderover",
            (Some(_), None) => "munder",
            (None, Some(_)) => "mover",
        };
        let accent = match (scripts.under, scripts.over) {
            (_, Some(over)) if !beside && self.is_accent(over) => " accent=\"true\"",
            (Some(under), None) if !beside && self.is_accent(under) => " accentunder=\"true\"",
            _ => "",
        };
        self.open(Element::new(name).attributes(accent));
        self.base(id);
        self.given([scripts.under, scripts.over]);
        self.close(name);
    }

    fn given(&mut self, scripts: [Option<NodeId>; 2]) {
        let outside = self.in_script;
        for script in scripts.into_iter().flatten() {
            // An operator alone is an accent, a prime or a star.
            self.in_script = self.slt.next(script).is_some();
            self.argument(Some(script));
        }
        self.in_script = outside;
    }

    /// Whether the limits are beside the operator, as for integrals and brackets, and not under and over it.
    fn has_limits_beside(&self, id: NodeId) -> bool {
        let is_operator = self.slt.node(id).kind == Kind::Operator;
        is_operator
            && self
                .slt
                .character(id)
                .is_some_and(|c| matches!(c, '∫'..='∳' | '⨋'..='⨜') || "()[]{}|∥".contains(c))
    }

    fn is_accent(&self, script: NodeId) -> bool {
        let node = self.slt.node(script);
        let alone = node.next == NodeId::NONE && node.first_child == NodeId::NONE;
        let accents = "^~¯→←↔˙¨⃛⃜ˇ˘´`˚⏜⏝⏞⏟⎴⎵⏠⏡↼⇀⇒";
        alone
            && node.kind == Kind::Operator
            && self.slt.character(script).is_some_and(|c| accents.contains(c))
    }
}
