//! Pairs the bars of a row.
//!
//! Bars (`|`, `∥`) have no direction, so the symbols around them decide: a bar after an operator opens, a bar
//! after an operand closes if a bar is open, and a bar without a partner is a divisor or a condition and
//! stays on the baseline. The time is linear in the row.

use super::Builder;
use super::fences::Direction;
use crate::slt::{Flags, Kind, NodeId, Slt};
use crate::symbol::Symbol;

/// Bars nest at most this deep between two brackets.
pub(super) const MAX_OPEN_BARS: usize = 2;

impl Builder {
    /// Pairs the bars between `from` and `to` and returns where the shortened row now ends.
    pub(super) fn match_bars(&mut self, from: usize, to: usize) -> usize {
        let to = self.join_double_bars(from, to);
        let mut left = self.row[from..to].iter().filter(|&&id| bar(&self.slt, id).is_some()).count();
        if left < 2 {
            return to;
        }
        let outer = self.open_brackets.bars.len();
        let mut write = from;
        for read in from..to {
            let id = self.row[read];
            self.row[write] = id;
            if let Some(kind) = bar(&self.slt, id) {
                left -= 1;
                match self.bar_direction(from, write, kind, left, outer) {
                    Some(Direction::Open) => self.open_brackets.bars.push(write),
                    Some(Direction::Close) => {
                        if let Some(open_at) = self.open_brackets.bars.pop() {
                            self.group_between(open_at, write, id);
                            write = open_at;
                        }
                    }
                    None => {}
                }
            }
            write += 1;
        }
        self.open_brackets.bars.truncate(outer);
        write
    }

    /// Joins `||` to one `∥` if single bars all come in such pairs (`||x||`, but not `||x|-|y||`).
    fn join_double_bars(&mut self, from: usize, to: usize) -> usize {
        let mut at = from;
        let mut pairs = 0;
        while at < to {
            if self.is_single_bar(at) {
                if at + 1 == to || !self.is_single_bar(at + 1) || !self.touches_next(at) {
                    return to;
                }
                pairs += 1;
                at += 1;
            }
            at += 1;
        }
        if pairs == 0 {
            return to;
        }
        let mut write = from;
        let mut read = from;
        while read < to {
            let mut id = self.row[read];
            if self.is_single_bar(read) {
                let first = *self.slt.node(id);
                // Scripts are attached to the second bar, so that one stays.
                id = self.row[read + 1];
                let second = &mut self.slt.nodes[id.index()];
                second.symbol = Symbol::character('∥');
                second.span = first.span.join(second.span);
                second.flags = second.flags.with(first.flags);
                read += 1;
            }
            self.row[write] = id;
            write += 1;
            read += 1;
        }
        write
    }

    fn is_single_bar(&self, at: usize) -> bool {
        bar(&self.slt, self.row[at]) == Some('|')
    }

    /// Whether the bar at `at` has no scripts and stands directly before the next symbol.
    fn touches_next(&self, at: usize) -> bool {
        let (first, second) = (self.slt.node(self.row[at]), self.slt.node(self.row[at + 1]));
        // All tokens from one call of a macro have the same span.
        let adjoin = first.span.end == second.span.start || first.span == second.span;
        first.first_child == NodeId::NONE && adjoin
    }

    /// The direction of the bar at `at`; `left` bars follow it in the row.
    fn bar_direction(
        &self,
        from: usize,
        at: usize,
        kind: char,
        left: usize,
        outer: usize,
    ) -> Option<Direction> {
        let flags = self.slt.node(self.row[at]).flags;
        let open = &self.open_brackets.bars[outer..];
        let partner_open =
            open.last().is_some_and(|&open_at| bar(&self.slt, self.row[open_at]) == Some(kind));
        if flags.has(Flags::CLOSES) {
            return partner_open.then_some(Direction::Close);
        }
        if flags.has(Flags::OPENS) {
            return (left > 0).then_some(Direction::Open);
        }
        let after_operand = self.ends_operand(from, at);
        if after_operand && partner_open {
            return Some(Direction::Close);
        }
        let has_scripts = self.slt.node(self.row[at]).first_child != NodeId::NONE;
        if has_scripts || left == 0 || open.len() >= MAX_OPEN_BARS {
            return None;
        }
        // After an operand a bar opens only if the bars that follow can all pair up: `2|x|`, not `x | |y|<1`.
        (!after_operand || left % 2 == 1).then_some(Direction::Open)
    }
}

/// The bar character, if the symbol is a bar that may be a fence.
pub(super) fn bar(slt: &Slt, id: NodeId) -> Option<char> {
    let node = slt.node(id);
    if node.kind != Kind::Operator || node.flags.has(Flags::MIDDLE) {
        return None;
    }
    match node.symbol.as_char()? {
        '|' => Some('|'),
        '∥' | '‖' => Some('∥'),
        _ => None,
    }
}
