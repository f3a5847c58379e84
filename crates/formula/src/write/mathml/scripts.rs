//! Scripts, limits and accents around a base.

use super::Writer;
use super::element::Element;
use crate::slt::{Edge, Flags, Kind, NodeId, Slt};
use crate::tables::commands::NAMES_WITH_LIMITS;
use crate::tables::operators;
use crate::typesetting::{MathStyle, Staggered};

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

/// An element, and the script that it gives to its base.
type Placed = (&'static str, Option<NodeId>);

impl Writer<'_, '_> {
    /// A node with its scripts, as exactly one element: limits and accents innermost, then the scripts to
    /// its right, then those to its left.
    pub(super) fn scripted(&mut self, id: NodeId) {
        let mut scripts = Scripts::of(self.slt, id);
        let covering = match self.details(id).covering {
            Some(Edge::Over) => scripts.over.take().map(|mark| ("mover", " accent=\"true\"", mark)),
            Some(_) => scripts.under.take().map(|mark| ("munder", " accentunder=\"true\"", mark)),
            None => None,
        };
        let Some((name, accent, mark)) = covering else { return self.with_scripts(id, &scripts) };
        self.open(Element::new(name).attributes(accent));
        self.with_scripts(id, &scripts);
        self.accent(mark, name == "munder", true);
        self.close(name);
    }

    fn with_scripts(&mut self, id: NodeId, scripts: &Scripts) {
        let named = self.has_name_limits(id);
        let outer = match (scripts.below, scripts.above) {
            (Some(_), Some(_)) if named => "munderover",
            (Some(_), None) if named => "munder",
            (None, Some(_)) if named => "mover",
            _ if scripts.pre_above.is_some() || scripts.pre_below.is_some() => "mmultiscripts",
            (Some(_), Some(_)) => "msubsup",
            (Some(_), None) => "msub",
            (None, Some(_)) => "msup",
            (None, None) => "",
        };
        if outer.is_empty() {
            return self.limited(id, scripts);
        }
        if let ("msubsup", Some(later)) = (outer, self.details(id).staggered) {
            return self.staggered(id, scripts, later);
        }
        if outer == "msubsup" && self.holds_superscript(id) {
            return self.nested(id, scripts, ("msup", scripts.above), ("msub", scripts.below));
        }
        self.open(Element::new(outer));
        self.limited(id, scripts);
        if outer == "mmultiscripts" {
            self.in_style(MathStyle::Script, |writer| {
                writer.argument(scripts.below);
                writer.argument(scripts.above);
                writer.out.push_str("<mprescripts/>");
                writer.argument(scripts.pre_below);
                writer.argument(scripts.pre_above);
            });
        } else {
            self.given([scripts.below, scripts.above]);
        }
        self.close(outer);
    }

    /// Two scripts one after the other.
    fn staggered(&mut self, id: NodeId, scripts: &Scripts, how: Staggered) {
        let (below, above) = (scripts.below, scripts.above);
        match how {
            Staggered::After(Edge::Below) => self.script_pairs(id, scripts, [(None, above), (below, None)]),
            Staggered::After(_) => self.script_pairs(id, scripts, [(below, None), (None, above)]),
            Staggered::Around(Edge::Below) => self.nested(id, scripts, ("msup", above), ("msub", below)),
            Staggered::Around(_) => self.nested(id, scripts, ("msub", below), ("msup", above)),
        }
    }

    /// Pairs of sub- and superscripts, one after the other.
    fn script_pairs(&mut self, id: NodeId, scripts: &Scripts, pairs: [(Option<NodeId>, Option<NodeId>); 2]) {
        self.open(Element::new("mmultiscripts"));
        self.limited(id, scripts);
        self.in_style(MathStyle::Script, |writer| {
            for (below, above) in pairs {
                writer.argument(below);
                writer.argument(above);
            }
        });
        self.close("mmultiscripts");
    }

    /// A script on a node with its other script.
    fn nested(&mut self, id: NodeId, scripts: &Scripts, inner: Placed, outer: Placed) {
        self.open(Element::new(outer.0));
        self.open(Element::new(inner.0));
        self.limited(id, scripts);
        self.given([inner.1, None]);
        self.close(inner.0);
        self.given([outer.1, None]);
        self.close(outer.0);
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
        match (scripts.under, scripts.over) {
            (None, Some(mark)) | (Some(mark), None) if !accent.is_empty() => {
                self.accent(mark, scripts.under.is_some(), self.is_wide(id));
            }
            _ => self.given([scripts.under, scripts.over]),
        }
        self.close(name);
    }

    /// A mark over or under its base, in the characters that a font can stretch and that are made for it: over several
    /// symbols it is as wide as they are.
    fn accent(&mut self, mark: NodeId, is_under: bool, is_wide: bool) {
        let (narrow, wide) = match self.slt.character(mark) {
            // The bar under a letter is as wide as that, the one over it is short.
            Some('¯') if is_under => (Some("\u{203e}"), "\u{203e}"),
            Some('¯') => (None, "\u{203e}"),
            Some('^') => (Some("^"), "\u{302}"),
            Some('~') => (Some("~"), "~"),
            Some('ˇ') => (None, "\u{30c}"),
            Some('→') if !is_under => (Some("\u{20d7}"), "\u{20d7}"),
            _ => return self.given([Some(mark), None]),
        };
        let is_operator = self.slt.node(mark).kind == Kind::Operator && self.is_accent(mark);
        let (attributes, shown) = match narrow {
            _ if is_operator && (is_wide || narrow == Some(wide) && is_under) => {
                (" stretchy=\"true\" lspace=\"0\" rspace=\"0\"", wide)
            }
            Some(narrow) if is_operator => (" stretchy=\"false\" lspace=\"0\" rspace=\"0\"", narrow),
            _ => return self.given([Some(mark), None]),
        };
        self.open(Element::new("mo").node(mark).attributes(attributes));
        self.out.push_str(shown);
        self.close("mo");
    }

    /// Whether a base is wider than a letter.
    fn is_wide(&self, id: NodeId) -> bool {
        match self.slt.node(id).kind {
            Kind::Identifier | Kind::Number | Kind::Operator => self.slt.label(id).chars().nth(1).is_some(),
            Kind::Empty | Kind::Wildcard => false,
            _ => true,
        }
    }

    fn given(&mut self, scripts: [Option<NodeId>; 2]) {
        let level = match self.level {
            MathStyle::Display | MathStyle::Text => MathStyle::Script,
            _ => MathStyle::ScriptScript,
        };
        self.in_style(level, |writer| {
            scripts.into_iter().flatten().for_each(|script| writer.argument(Some(script)));
        });
    }

    /// Whether scripts that the tree has under and over a node are beside it. The tree has all scripts of operators there;
    /// TeX puts them there only for large operators in display style, and where a command says so.
    fn has_limits_beside(&self, id: NodeId) -> bool {
        let node = self.slt.node(id);
        if node.kind != Kind::Operator || node.flags.has(Flags::STACKED) {
            return false;
        }
        self.details(id).limits_beside
            || !operators::takes_limits(self.slt, id)
            || self.level != MathStyle::Display
    }

    /// Whether scripts that the tree has beside a name are under and over it, as those of `max` in display style.
    fn has_name_limits(&self, id: NodeId) -> bool {
        let node = self.slt.node(id);
        node.kind == Kind::Identifier
            && (self.details(id).limits_stacked
                || self.level == MathStyle::Display && !self.details(id).limits_beside)
            && NAMES_WITH_LIMITS.iter().any(|name| self.slt.label_is(id, name))
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
