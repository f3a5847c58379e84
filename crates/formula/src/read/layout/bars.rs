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

    /// Joins each `||` that means a norm to one `∥`.
    fn join_double_bars(&mut self, from: usize, to: usize) -> usize {
        let mut pairs = std::mem::take(&mut self.open_brackets.pairs);
        pairs.clear();
        let are_norms = self.comes_in_pairs(from, to, &mut pairs) || self.nests(from, to, &mut pairs);
        let end = if are_norms { self.join(from, to, &pairs) } else { to };
        self.open_brackets.pairs = pairs;
        end
    }

    /// Finds the pairs if single bars all come in pairs: `||x||`, but not `||x|-|y||`.
    fn comes_in_pairs(&self, from: usize, to: usize, pairs: &mut Vec<usize>) -> bool {
        let mut at = from;
        while at < to {
            if self.is_single_bar(at) {
                if at + 1 == to || !self.is_single_bar(at + 1) || !self.touches_next(at) {
                    return false;
                }
                pairs.push(at);
                at += 1;
            }
            at += 1;
        }
        !pairs.is_empty()
    }

    /// Finds the pairs if absolute values and norms nest without a remainder: `|ab|=||c||`, `||cx||=|c|||x||`.
    /// After an operand the bars that are open close first; two bars open as one if two or more close next.
    fn nests(&self, from: usize, to: usize, pairs: &mut Vec<usize>) -> bool {
        pairs.clear();
        let is_directed =
            |at: usize| self.slt.node(self.row[at]).flags.0 & (Flags::OPENS.0 | Flags::CLOSES.0) != 0;
        // The kinds of the open bars: whether they are double.
        let mut open = [false; MAX_OPEN_BARS];
        let mut depth = 0;
        // The place after the last bar that closed.
        let mut behind_closed = None;
        let mut at = from;
        while at < to {
            let mut length = self.run(at, to);
            if length == 0 {
                if bar(&self.slt, self.row[at]).is_some() {
                    return false;
                }
                at += 1;
                continue;
            }
            if (at..at + length).any(is_directed) {
                return false;
            }
            let opens_norm = length == 2 && self.next_run(at + length, to) > 1;
            let closes = self.ends_operand(from, at) || (behind_closed == Some(at) && !opens_norm);
            while closes && depth > 0 && length > 0 {
                depth -= 1;
                let width = 1 + usize::from(open[depth]);
                if width > length {
                    return false;
                }
                if width == 2 {
                    pairs.push(at);
                }
                (at, length) = (at + width, length - width);
                behind_closed = Some(at);
            }
            let is_double = length > 1 && self.next_run(at + length, to) > 1;
            let opening: &[bool] = match (length, is_double) {
                (0, _) => &[],
                (1, _) => &[false],
                (2, true) => &[true],
                (2, false) => &[false, false],
                (3, true) => &[false, true],
                _ => return false,
            };
            for &double in opening {
                if depth == MAX_OPEN_BARS || self.slt.node(self.row[at]).first_child != NodeId::NONE {
                    return false;
                }
                (open[depth], depth) = (double, depth + 1);
                if double {
                    pairs.push(at);
                }
                at += 1 + usize::from(double);
            }
        }
        depth == 0 && !pairs.is_empty()
    }

    /// The number of single bars side by side at a place.
    fn run(&self, at: usize, to: usize) -> usize {
        if at >= to || !self.is_single_bar(at) {
            return 0;
        }
        let is_next =
            |&place: &usize| place + 1 < to && self.touches_next(place) && self.is_single_bar(place + 1);
        1 + (at..).take_while(is_next).count()
    }

    /// The number of single bars side by side at the next bar.
    fn next_run(&self, from: usize, to: usize) -> usize {
        (from..to).find(|&at| self.is_single_bar(at)).map_or(0, |at| self.run(at, to))
    }

    /// Joins the two bars at each of these places.
    fn join(&mut self, from: usize, to: usize, pairs: &[usize]) -> usize {
        let mut pairs = pairs.iter().peekable();
        let mut write = from;
        let mut read = from;
        while read < to {
            let mut id = self.row[read];
            if pairs.next_if_eq(&&read).is_some() {
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

    /// Whether as many bars close as open in the row, as far as it has been read.
    pub(crate) fn closes_bars(&self) -> bool {
        self.row.iter().filter(|&&id| bar(&self.slt, id).is_some()).count() % 2 == 0
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
