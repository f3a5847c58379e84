//! Scripts, limits, marks and primes.

use super::{Writer, names};
use crate::slt::{Edge, Flags, Kind, NodeId};
use crate::tables::operators;

impl Writer<'_> {
    /// A node with all its scripts.
    pub(super) fn scripted(&mut self, id: NodeId, before: Option<NodeId>) {
        let is_root = self.slt.node(id).kind == Kind::Root;
        let pre_above = self.slt.child(id, Edge::PreAbove).filter(|_| !is_root);
        let pre_below = self.slt.child(id, Edge::PreBelow);
        let has_pre_scripts = pre_above.is_some() || pre_below.is_some();
        let adopts = self.adopts_scripts(id);
        if has_pre_scripts && adopts {
            self.floating(before, pre_below, pre_above);
        } else if has_pre_scripts {
            self.command("prescript");
            self.braced(pre_above);
            self.braced(pre_below);
            self.push("{");
        }
        let (below, above) = (self.slt.child(id, Edge::Below), self.slt.child(id, Edge::Above));
        let is_stacked = self.slt.child(id, Edge::Over).or(self.slt.child(id, Edge::Under)).is_some();
        let is_empty = self.slt.node(id).kind == Kind::Empty && !is_stacked;
        if is_empty && (below.is_some() || above.is_some()) {
            return self.floating(before, below, above);
        }
        let twice_above = below.is_some() && above.is_some() && self.holds_superscript(id);
        if twice_above {
            self.push("{");
            self.limited(id, before);
            self.scripts(None, above);
            self.push("}");
            return self.scripts(below, None);
        }
        self.limited(id, before);
        if has_pre_scripts && !adopts {
            self.push("}");
        }
        self.scripts(below, above);
    }

    /// Whether the node is braces around a symbol with a superscript and without a subscript. A subscript
    /// would go to that symbol: `{{R^*}^{i}}_{k}`.
    fn holds_superscript(&self, id: NodeId) -> bool {
        let inner = self.slt.child(id, Edge::Within).filter(|_| self.is_bare(id));
        inner.is_some_and(|inner| {
            let has = |edge| self.slt.child(inner, edge).is_some();
            self.slt.next(inner).is_none() && has(Edge::Above) && !has(Edge::Below)
        })
    }

    /// Scripts on an empty base. After a letter they are in braces, so that they do not join it.
    fn floating(&mut self, before: Option<NodeId>, below: Option<NodeId>, above: Option<NodeId>) {
        let leans_left = before.is_some_and(|before| self.slt.node(before).kind == Kind::Identifier);
        self.push(if leans_left { "{{}" } else { "{}" });
        self.scripts(below, above);
        if leans_left {
            self.push("}");
        }
    }

    /// Whether scripts on an empty base before the node become its own.
    fn adopts_scripts(&self, id: NodeId) -> bool {
        let kind = self.slt.node(id).kind;
        matches!(kind, Kind::Identifier | Kind::Number | Kind::Text | Kind::Command)
    }

    /// Sub- and superscript; primes that begin the superscript are written as such.
    fn scripts(&mut self, below: Option<NodeId>, above: Option<NodeId>) {
        let mut above = above;
        if let Some(head) = above
            && let Some(count) = self.primes(head)
        {
            self.push(&"'".repeat(count));
            above = self.slt.next(head);
        }
        for (sign, script) in [("_", below), ("^", above)] {
            if script.is_some() {
                self.push(sign);
                self.braced(script);
            }
        }
    }

    fn primes(&self, id: NodeId) -> Option<usize> {
        let node = self.slt.node(id);
        let label = self.slt.label(id);
        let is_primes = node.kind == Kind::Operator && node.first_child == NodeId::NONE;
        let count = label.chars().count();
        (is_primes && count > 0 && label.chars().all(|c| c == '′')).then_some(count)
    }

    /// A node with its limits over and under it.
    fn limited(&mut self, id: NodeId, before: Option<NodeId>) {
        let kind = self.slt.node(id).kind;
        if kind == Kind::Fraction {
            return self.base(id, before);
        }
        let over = self.slt.child(id, Edge::Over);
        let under = self.slt.child(id, Edge::Under);
        if over.is_none() && under.is_none() {
            return self.base(id, before);
        }
        if let Some((inner, command)) = self.braced_limit(id, over, under) {
            self.command(command);
            self.argument(inner);
            return self.scripts(under, over);
        }
        let mark = |script: Option<NodeId>, is_over| script.and_then(|script| self.mark(script, is_over));
        let (over_mark, under_mark) = (mark(over, true), mark(under, false));
        let has_primes = over.is_some_and(|over| self.primes(over).is_some());
        let is_marked = over_mark.is_some() || under_mark.is_some();
        let is_stacked = self.slt.node(id).flags.has(Flags::STACKED);
        if kind == Kind::Operator && !is_marked && (has_primes || !is_stacked || self.is_large(id)) {
            self.base(id, before);
            if is_stacked && !has_primes {
                self.command("limits");
            }
            return self.scripts(under, over);
        }
        let has_limits = [over, under].into_iter().flatten().any(|script| self.is_limit_mark(script));
        let beside = self.slt.child(id, Edge::Above).or(self.slt.child(id, Edge::Below));
        let guarded = has_limits && beside.is_some();
        if guarded {
            self.push("{");
        }
        self.stacked(id, (over, over_mark), (under, under_mark));
        if guarded {
            self.push("}");
        }
    }

    /// `\overset{…}{\underset{…}{base}}`, with marks for the scripts that are marks.
    fn stacked(&mut self, id: NodeId, over: Stacked, under: Stacked) {
        let mut open = 0;
        for ((script, mark), set) in [(over, "overset"), (under, "underset")] {
            let Some(script) = script else { continue };
            if open > 0 {
                self.push("{");
            }
            match mark {
                Some((narrow, wide)) => self.command(if self.is_bare(id) { wide } else { narrow }),
                None => {
                    self.command(set);
                    self.braced(Some(script));
                }
            }
            open += 1;
        }
        self.argument(id);
        (1..open).for_each(|_| self.push("}"));
    }

    /// A node without its scripts as the argument of a command, which makes a bare group by itself.
    fn argument(&mut self, id: NodeId) {
        let bare = self.is_bare(id);
        if !bare {
            self.push("{");
        }
        self.base(id, None);
        if !bare {
            self.push("}");
        }
    }

    /// `\underbrace{ab}_{n}`: the limit of a braced row is on a group around it.
    fn braced_limit(
        &self,
        id: NodeId,
        over: Option<NodeId>,
        under: Option<NodeId>,
    ) -> Option<(NodeId, &'static str)> {
        let inner = self.slt.child(id, Edge::Within).filter(|_| self.is_bare(id))?;
        if self.slt.next(inner).is_some() || self.slt.children(inner).any(|child| self.is_beside(child)) {
            return None;
        }
        let (edge, is_over) = match (over, under) {
            (Some(_), None) => (Edge::Over, true),
            (None, Some(_)) => (Edge::Under, false),
            _ => return None,
        };
        let other = if is_over { Edge::Under } else { Edge::Over };
        let mark = self.slt.child(inner, edge).filter(|&mark| self.is_limit_mark(mark))?;
        if self.slt.child(inner, other).is_some() {
            return None;
        }
        Some((inner, self.mark(mark, is_over)?.0))
    }

    fn is_beside(&self, child: NodeId) -> bool {
        matches!(self.slt.node(child).edge, Edge::Above | Edge::Below | Edge::PreAbove | Edge::PreBelow)
    }

    /// A group without fences.
    fn is_bare(&self, id: NodeId) -> bool {
        let grid = self.slt.grid(id);
        self.slt.node(id).kind == Kind::Group && grid.open.is_none() && grid.close.is_none()
    }

    /// The commands for a script that is a mark such as an accent.
    fn mark(&self, script: NodeId, over: bool) -> Option<(&'static str, &'static str)> {
        let node = self.slt.node(script);
        let alone = node.next == NodeId::NONE && node.first_child == NodeId::NONE;
        let mark = self.slt.character(script).filter(|_| alone && node.kind == Kind::Operator)?;
        names::of_mark(mark, over)
    }

    fn is_limit_mark(&self, script: NodeId) -> bool {
        let alone = self.slt.next(script).is_none();
        alone && self.slt.character(script).is_some_and(names::mark_takes_limits)
    }

    /// Whether people write limits over and under an operator with `\limits`: large operators and names.
    fn is_large(&self, id: NodeId) -> bool {
        let is_integral = |c| matches!(c, '∫'..='∳' | '⨋'..='⨜');
        operators::takes_limits(self.slt, id) || self.slt.character(id).is_some_and(is_integral)
    }
}

type Stacked = (Option<NodeId>, Option<(&'static str, &'static str)>);
