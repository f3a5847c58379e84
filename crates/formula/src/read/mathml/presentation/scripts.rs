//! Scripts, limits and accents.

use super::Presentation;
use crate::mathml::xml::ElementId;
use crate::read::layout::Look;
use crate::slt::{Edge, Kind, NodeId};
use crate::symbol::Symbol;
use crate::tables::commands::NAMES_WITH_LIMITS;

impl Presentation<'_, '_> {
    /// `msub`, `msup`, `msubsup` and the corresponding `munder`, `mover`, `munderover`.
    pub(super) fn scripts(&mut self, id: ElementId) -> Option<NodeId> {
        match self.document.name(id) {
            "msub" => self.one_script(id, Edge::Below),
            "msup" => self.one_script(id, Edge::Above),
            "munder" => self.one_script(id, Edge::Under),
            "mover" => self.one_script(id, Edge::Over),
            "msubsup" => self.two_scripts(id, Edge::Below, Edge::Above),
            _ => self.two_scripts(id, Edge::Under, Edge::Over),
        }
    }

    fn one_script(&mut self, id: ElementId, edge: Edge) -> Option<NodeId> {
        let [base, script] = self.arguments(id)?;
        let base = self.single_node(base);
        Some(self.hang(base, edge, script))
    }

    fn two_scripts(&mut self, id: ElementId, first: Edge, second: Edge) -> Option<NodeId> {
        let [base, below, above] = self.arguments(id)?;
        let base = self.single_node(base);
        let base = self.hang(base, first, below);
        Some(self.hang(base, second, above))
    }

    fn hang(&mut self, base: NodeId, edge: Edge, script: ElementId) -> NodeId {
        let Some(script) = self.linked_row(script) else { return base };
        let mut edge = edge;
        if matches!(edge, Edge::Over | Edge::Under) {
            self.normalise_accent(script);
            edge = self.beside_name(base, edge, script);
        }
        self.builder.script(base, edge, script)
    }

    /// Limits of a name such as `max` are scripts in the tree, wherever they are printed. Primes are limits, not accents:
    /// TeX prints those of `\max'` above the name in a displayed formula.
    fn beside_name(&self, base: NodeId, edge: Edge, script: NodeId) -> Edge {
        let slt = &self.builder.slt;
        let is_name = slt.node(base).kind == Kind::Identifier
            && NAMES_WITH_LIMITS.iter().any(|name| slt.label_is(base, name));
        let is_mark = slt.node(script).kind == Kind::Operator
            && slt.next(script).is_none()
            && !slt.label(script).chars().all(|c| c == '′');
        match edge {
            Edge::Under if is_name && !is_mark => Edge::Below,
            Edge::Over if is_name && !is_mark => Edge::Above,
            edge => edge,
        }
    }

    /// Gives a single mark over or under its base one spelling; programs use different characters for it.
    fn normalise_accent(&mut self, script: NodeId) {
        let node = &mut self.builder.slt.nodes[script.index()];
        let is_alone = node.next == NodeId::NONE && node.first_child == NodeId::NONE;
        if !is_alone || !matches!(node.kind, Kind::Operator | Kind::Identifier | Kind::Text) {
            return;
        }
        if let Some(accent) = node.symbol.as_char().and_then(accent) {
            node.symbol = Symbol::character(accent);
            node.kind = Kind::Operator;
        }
    }

    /// `mmultiscripts`: pairs after the base, then pairs before it. Several pairs become one script each.
    pub(super) fn multiscripts(&mut self, id: ElementId) -> Option<NodeId> {
        let children: Vec<ElementId> = self.document.children(id).collect();
        let Some((&base, scripts)) = children.split_first() else {
            return Some(self.builder.node(
                Kind::Empty,
                Symbol::NONE,
                Look { span: self.span(id), ..Look::default() },
            ));
        };
        let is_divider = |&child: &ElementId| self.document.name(child) == "mprescripts";
        let divider = scripts.iter().position(is_divider);
        let (behind, before) = match divider {
            Some(at) => (&scripts[..at], &scripts[at + 1..]),
            None => (scripts, &[][..]),
        };
        let mut node = self.single_node(base);
        for (pairs, below, above) in
            [(behind, Edge::Below, Edge::Above), (before, Edge::PreBelow, Edge::PreAbove)]
        {
            for (edge, place) in [(below, 0), (above, 1)] {
                let mark = self.builder.mark();
                for &script in pairs.iter().skip(place).step_by(2) {
                    self.element(script);
                }
                self.end_row();
                if let Some(script) = self.builder.finish_row(mark) {
                    node = self.builder.script(node, edge, script);
                }
            }
        }
        Some(node)
    }
}

/// The usual character of an accent, for the various characters that programs write.
fn accent(c: char) -> Option<char> {
    Some(match c {
        '^' | 'ˆ' | '\u{302}' => '^',
        '~' | '˜' | '∼' | '\u{303}' => '~',
        '¯' | 'ˉ' | '‾' | '―' | '—' | '_' | '\u{304}' | '\u{305}' | '\u{332}' => '¯',
        '→' | '⟶' | '⃗' => '→',
        '←' | '⟵' | '⃖' => '←',
        '↔' | '⟷' | '⃡' => '↔',
        '˙' | '\u{307}' => '˙',
        '¨' | '\u{308}' => '¨',
        'ˇ' | '\u{30C}' => 'ˇ',
        '˘' | '\u{306}' => '˘',
        '´' | 'ˊ' | '\u{301}' => '´',
        '`' | 'ˋ' | '\u{300}' => '`',
        '˚' | '\u{30A}' => '˚',
        '⏞' | '︷' => '⏞',
        '⏟' | '︸' => '⏟',
        _ => return None,
    })
}
