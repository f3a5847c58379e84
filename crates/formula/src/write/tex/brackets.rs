//! Bracketed groups, and brackets that belong to no group.

use super::{Bars, Writer};
use crate::slt::{Edge, Flags, Grid, Kind, NodeId, Slt};
use crate::symbol::Symbol;

/// Characters that a reader treats as a bracket.
const FENCES: &str = "()[]{}|∥‖⟨⟩⌊⌋⌈⌉⟦⟧⟮⟯⎰⎱⌜⌝⌞⌟";

/// Which nodes of the arena are taller than a letter, so that brackets around them grow.
pub(super) fn tall_nodes(slt: &Slt) -> Vec<bool> {
    let mut tall = vec![false; slt.arena_len()];
    // Readers add a group before or after its content; a pass in each direction handles both.
    let there = 0..slt.arena_len();
    for index in there.clone().chain(there.rev()) {
        tall[index] = tall[index] || is_tall(slt, NodeId(index as u32), &tall);
    }
    tall
}

/// Whether a bar is neither a fence nor marked as something else.
pub(super) fn has_free_bars(slt: &Slt) -> bool {
    let marked = [Flags::OPENS, Flags::CLOSES, Flags::MIDDLE];
    (0..slt.arena_len() as u32).map(NodeId).any(|id| {
        let node = slt.node(id);
        node.kind == Kind::Operator
            && matches!(slt.character(id), Some('|' | '∥'))
            && !marked.iter().any(|flag| node.flags.has(*flag))
    })
}

fn is_tall(slt: &Slt, id: NodeId, tall: &[bool]) -> bool {
    let is_limited = |edge| slt.child(id, edge).is_some();
    match slt.node(id).kind {
        Kind::Fraction | Kind::Table => true,
        Kind::Operator => is_limited(Edge::Over) || is_limited(Edge::Under),
        Kind::Group | Kind::Root => {
            slt.elements(id).any(|head| slt.row(Some(head)).any(|inside| tall[inside.index()]))
        }
        _ => false,
    }
}

impl Writer<'_> {
    pub(super) fn group(&mut self, id: NodeId) {
        let grid = self.slt.grid(id);
        if grid.open.is_none() && grid.close.is_none() {
            return self.bare_group(id);
        }
        if let Some(fraction) = self.binomial(id, grid) {
            self.command("binom");
            self.braced(self.slt.child(fraction, Edge::Over));
            return self.braced(self.slt.child(fraction, Edge::Under));
        }
        let sized = self.tall[id.index()] || !self.pairs_by_itself(id, grid);
        self.fence(grid.open, sized.then_some("left"));
        self.elements(id);
        self.fence(grid.close, sized.then_some("right"));
    }

    fn elements(&mut self, id: NodeId) {
        let mut at = self.slt.child(id, Edge::Within);
        while let Some(head) = at {
            if !self.is_placeholder(head) {
                self.row(Some(head));
            } else {
                self.row(self.slt.next(head));
            }
            at = self.slt.child(head, Edge::Element);
        }
    }

    fn is_placeholder(&self, id: NodeId) -> bool {
        self.slt.node(id).kind == Kind::Empty && self.slt.children(id).all(|child| self.is_element(child))
    }

    fn is_element(&self, child: NodeId) -> bool {
        self.slt.node(child).edge == Edge::Element
    }

    /// Several symbols as one base. With scripts, braces are enough; without scripts, only `\mathop` keeps
    /// the symbols together.
    fn bare_group(&mut self, id: NodeId) {
        let has_scripts = self.slt.children(id).any(|child| self.slt.node(child).edge < Edge::Within);
        if !has_scripts {
            self.command("mathop");
        }
        self.push("{");
        self.elements(id);
        self.push("}");
    }

    fn binomial(&self, id: NodeId, grid: Grid) -> Option<NodeId> {
        let round = grid.open == Symbol::character('(') && grid.close == Symbol::character(')');
        let inside = self.slt.child(id, Edge::Within).filter(|_| round)?;
        let node = self.slt.node(inside);
        let is_bare =
            node.kind == Kind::Fraction && node.flags.has(Flags::NO_BAR) && node.next == NodeId::NONE;
        let has_scripts = self
            .slt
            .children(inside)
            .any(|child| !matches!(self.slt.node(child).edge, Edge::Over | Edge::Under));
        (is_bare && !has_scripts).then_some(inside)
    }

    /// Whether a reader finds the same pair without `\left` and `\right`.
    fn pairs_by_itself(&self, id: NodeId, grid: Grid) -> bool {
        let (Some(open), Some(close)) = (grid.open.as_char(), grid.close.as_char()) else { return false };
        let matched = matches!(
            (open, close),
            ('(', ')') | ('[', ']') | ('{', '}') | ('⟨', '⟩') | ('⌊', '⌋') | ('⌈', '⌉') | ('⟦', '⟧')
        );
        let is_interval = matches!((open, close), ('(', ']') | ('[', ')')) && grid.columns == 2;
        let has_stray =
            self.slt.elements(id).any(|head| self.slt.row(Some(head)).any(|inside| self.is_stray(inside)));
        (matched || is_interval) && !has_stray
    }

    fn is_stray(&self, id: NodeId) -> bool {
        self.slt.node(id).kind == Kind::Operator && self.slt.character(id).is_some_and(|c| FENCES.contains(c))
    }

    pub(super) fn fence(&mut self, symbol: Symbol, size: Option<&str>) {
        if let Some(size) = size {
            self.command(size);
        }
        match symbol.as_char() {
            Some(c) => self.fence_character(c),
            None if size.is_some() => self.push("."),
            None => {}
        }
    }

    fn fence_character(&mut self, c: char) {
        match c {
            '∥' | '‖' => self.command("|"),
            _ => self.character(c),
        }
    }

    /// An operator of one character; a bracket or bar that is not a fence is marked as such.
    pub(super) fn operator_character(&mut self, id: NodeId, c: char) {
        if !FENCES.contains(c) {
            return self.character(c);
        }
        let flags = self.slt.node(id).flags;
        let is_bar = matches!(c, '|' | '∥');
        let size = if flags.has(Flags::OPENS) {
            Some("bigl")
        } else if flags.has(Flags::CLOSES) {
            Some("bigr")
        } else if flags.has(Flags::MIDDLE) && c == '∥' {
            return self.command("parallel");
        } else if flags.has(Flags::MIDDLE) || (is_bar && self.bars == Bars::Marked && !self.is_last_bar(id)) {
            Some("bigm")
        } else {
            None
        };
        self.fence(Symbol::character(c), size);
    }

    /// Whether the bar has no scripts and no other bar follows on the baseline.
    fn is_last_bar(&self, id: NodeId) -> bool {
        let follows =
            self.slt.row(self.slt.next(id)).any(|other| matches!(self.slt.character(other), Some('|' | '∥')));
        !follows && self.slt.node(id).first_child == NodeId::NONE
    }
}
