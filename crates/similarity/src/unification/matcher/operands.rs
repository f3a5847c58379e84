//! Operands: with an order they are matched from left to right, without one in every order that can lead to a
//! match.

use super::super::pattern::NO_SLOT;
use super::super::term::Form;
use super::bound::Bound;
use super::{Found, Goal, Goals, Matcher, Rest, Sequence, Value};

/// Operators with more operands without an order match only equal terms.
pub(super) const MAX_OPERANDS: usize = 128;

/// With more free operands a wildcard takes one of them, or all the remaining ones.
const MAX_GROUPED: usize = 16;

/// Operands without an order, some of which have found their partners.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) query: usize,
    pub(super) candidate: usize,
    /// The number of operands of the query that have a partner, in the order of the pattern.
    pub(super) at: usize,
    /// The operands of the candidate that are taken, one bit each.
    pub(super) used: u128,
    /// Whether this is a product, whose sign may come from an operand.
    pub(super) is_product: bool,
    /// Whether one of the operands still has to take a minus sign.
    pub(super) odd: bool,
    /// Whether operands of the candidate may be left over.
    pub(super) partial: bool,
    /// Whether it was already deferred.
    pub(super) is_late: bool,
}

impl Choice {
    pub(super) fn new(query: usize, candidate: usize) -> Choice {
        Choice {
            query,
            candidate,
            at: 0,
            used: 0,
            is_product: false,
            odd: false,
            partial: false,
            is_late: false,
        }
    }

    /// The choice after an operand of the query has taken operands of the candidate.
    fn after(self, taken: u128, negated: bool) -> Choice {
        Choice { at: self.at + 1, used: self.used | taken, odd: self.odd ^ negated, ..self }
    }

    fn is_free(self, place: usize) -> bool {
        self.used & (1 << place) == 0
    }
}

impl Matcher<'_> {
    /// Finds a partner for the next operand: operators first, then the wildcards that are bound, then the
    /// others.
    pub(super) fn choose(&mut self, choice: Choice, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (query, candidate) = (self.pattern.term.nodes[choice.query], self.term.nodes[choice.candidate]);
        let (count, free) = self.counts(choice);
        let fits = if choice.partial || candidate.associative { count <= free } else { count == free };
        if !fits || candidate.count as usize > MAX_OPERANDS {
            return false;
        }
        let choice = Choice { is_product: choice.is_product || query.form == Form::Times, ..choice };
        if count == 0 {
            return self.finish(choice, free, rest, found);
        }
        let operand = self.pattern.order[query.first as usize + choice.at] as usize;
        if self.pattern.nodes[operand].slot == NO_SLOT {
            return self.choose_partner(choice, operand, rest, found);
        }
        if let Some(bound) = self.bound(operand) {
            return self.choose_known(choice, operand, bound, rest, found);
        }
        if count > 1 && !choice.is_late && rest.is_some() {
            self.deferred.push(Choice { is_late: true, ..choice });
            let is_solved = self.solve(rest, found);
            if !is_solved {
                self.deferred.pop();
            }
            return is_solved;
        }
        self.choose_group(choice, operand, rest, found)
    }

    /// The number of operands of the query and of the candidate that have no partner yet.
    fn counts(&self, choice: Choice) -> (usize, usize) {
        let query = self.pattern.term.nodes[choice.query].count as usize;
        let candidate = self.term.nodes[choice.candidate].count as usize;
        (query - choice.at, candidate - choice.used.count_ones() as usize)
    }

    fn finish(&mut self, choice: Choice, free: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        if choice.odd || (free > 0 && !choice.partial) {
            return false;
        }
        let before = self.is_part;
        self.is_part |= free > 0;
        let is_solved = self.solve(rest, found);
        self.is_part = before;
        is_solved
    }

    /// Solves the deferred choices, those with the fewest unbound wildcards first.
    pub(super) fn solve_deferred(&mut self, found: Found<'_>) -> bool {
        let easiest = (0..self.deferred.len()).min_by_key(|&at| self.unknown_wildcards(self.deferred[at]));
        let Some(easiest) = easiest else { return found(self) };
        let choice = self.deferred.remove(easiest);
        let is_solved = self.first(Goal::Operands(choice), None, found);
        if !is_solved {
            self.deferred.insert(easiest, choice);
        }
        is_solved
    }

    fn unknown_wildcards(&self, choice: Choice) -> usize {
        let operands = self.pattern.term.operands(choice.query).skip(choice.at);
        operands.filter(|&place| self.bound(self.pattern.order[place] as usize).is_none()).count()
    }

    /// Finds a partner for an operand that is not a wildcard; operands with the same label come first.
    fn choose_partner(&mut self, choice: Choice, operand: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        let label = self.pattern.term.nodes[operand].label;
        let takes_sign = choice.is_product && self.pattern.nodes[operand].takes_sign;
        for (negated, same_label) in [(false, true), (false, false), (true, true), (true, false)] {
            if negated && !takes_sign {
                break;
            }
            let mut last = None;
            for (place, node) in self.term.operands(choice.candidate).enumerate() {
                let hash = self.term.nodes[node].hash;
                let is_wanted = (self.term.nodes[node].label == label) == same_label;
                // Equal operands are next to each other; if one fails, the next fails too.
                if !choice.is_free(place) || !is_wanted || last.replace(hash) == Some(hash) {
                    continue;
                }
                if !self.steps.take() {
                    return false;
                }
                let next = Goals { goal: Goal::Operands(choice.after(1 << place, negated)), rest };
                if self.first(Goal::Pair(operand, Value { node, negated }), Some(&next), found) {
                    return true;
                }
            }
        }
        false
    }

    /// Takes the operands that a bound wildcard stands for.
    fn choose_known(
        &mut self,
        choice: Choice,
        operand: usize,
        bound: Bound,
        rest: Rest<'_>,
        found: Found<'_>,
    ) -> bool {
        let candidate = self.term.nodes[choice.candidate];
        let sign = choice.is_product && bound.hash != bound.unsigned;
        let is_dissolved =
            bound.operator == Some(candidate.label) && (choice.is_product || bound.hash == bound.unsigned);
        let whole = [if choice.is_product { bound.unsigned } else { bound.hash }];
        let parts =
            if is_dissolved { self.parts[bound.parts.0..bound.parts.1].to_vec() } else { whole.to_vec() };
        let mut taken = 0;
        let mut nodes = Vec::with_capacity(parts.len());
        for hash in parts {
            let partner = self.term.operands(choice.candidate).enumerate().find(|&(place, node)| {
                choice.is_free(place) && taken & (1 << place) == 0 && self.term.nodes[node].hash == hash
            });
            let Some((place, node)) = partner else { return false };
            taken |= 1 << place;
            nodes.push(node);
        }
        nodes.sort_unstable();
        self.bind_group(operand, choice.candidate, &nodes, sign)
            && self.first(Goal::Operands(choice.after(taken, sign)), rest, found)
    }

    /// Takes one or more operands for an unbound wildcard: small groups first, but all remaining operands for
    /// the last wildcard.
    fn choose_group(&mut self, choice: Choice, operand: usize, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (count, free) = self.counts(choice);
        let free_places: Vec<usize> = (0..self.term.nodes[choice.candidate].count as usize)
            .filter(|&place| choice.is_free(place))
            .collect();
        let is_associative = self.term.nodes[choice.candidate].associative;
        if count == 1 && is_associative {
            return self.take_group(choice, operand, &free_places, rest, found);
        }
        for &place in &free_places {
            if self.take_group(choice, operand, &[place], rest, found) {
                return true;
            }
        }
        if !is_associative || count > free {
            return false;
        }
        let most = free - (count - 1);
        if free > MAX_GROUPED {
            self.steps.skip();
            return false;
        }
        for size in 2..=most {
            if self.take_groups(choice, operand, &free_places, size, rest, found) {
                return true;
            }
        }
        false
    }

    /// Tries every group of a given size.
    fn take_groups(
        &mut self,
        choice: Choice,
        operand: usize,
        places: &[usize],
        size: usize,
        rest: Rest<'_>,
        found: Found<'_>,
    ) -> bool {
        let mut group = Vec::with_capacity(size);
        // Numbers with `size` bits set, in ascending order (Gosper's hack).
        let mut bits: u32 = (1 << size) - 1;
        while bits < 1 << places.len() {
            group.clear();
            group.extend(
                places.iter().enumerate().filter(|(at, _)| bits & (1 << at) != 0).map(|(_, &place)| place),
            );
            if self.take_group(choice, operand, &group, rest, found) {
                return true;
            }
            if self.steps.ran_out() {
                return false;
            }
            let lowest = bits & bits.wrapping_neg();
            let carried = bits + lowest;
            bits = carried | (((carried ^ bits) >> 2) / lowest);
        }
        false
    }

    fn take_group(
        &mut self,
        choice: Choice,
        operand: usize,
        places: &[usize],
        rest: Rest<'_>,
        found: Found<'_>,
    ) -> bool {
        let (count, _) = self.counts(choice);
        let first = self.term.nodes[choice.candidate].first as usize;
        let nodes: Vec<usize> = places.iter().map(|place| first + place).collect();
        let taken = places.iter().fold(0, |taken, place| taken | 1 << place);
        // The last operand has to take the sign; the others may.
        let signs = if count == 1 { [choice.odd; 1].to_vec() } else { vec![false, true] };
        for sign in signs.into_iter().filter(|&sign| !sign || choice.is_product) {
            if !self.steps.take() {
                return false;
            }
            let mark = self.mark();
            if self.bind_group(operand, choice.candidate, &nodes, sign)
                && self.first(Goal::Operands(choice.after(taken, sign)), rest, found)
            {
                return true;
            }
            self.undo(mark);
        }
        false
    }

    /// Operands in their order. A wildcard among those of an associative operator may take several.
    pub(super) fn sequence(&mut self, sequence: Sequence, rest: Rest<'_>, found: Found<'_>) -> bool {
        let (query, candidate) =
            (self.pattern.term.nodes[sequence.query], self.term.nodes[sequence.candidate]);
        let count = query.count as usize - sequence.query_from;
        let free = candidate.count as usize - sequence.candidate_from;
        let may_group = query.associative && candidate.associative;
        if count == 0 || count > free || (count < free && !may_group) {
            return count == free && self.solve(rest, found);
        }
        let operand = query.first as usize + sequence.query_from;
        let node = candidate.first as usize + sequence.candidate_from;
        if !may_group || self.pattern.nodes[operand].slot == NO_SLOT {
            let next = Goals { goal: Goal::Sequence(sequence.after(1)), rest };
            return self.first(Goal::Pair(operand, Value { node, negated: false }), Some(&next), found);
        }
        let most = free - (count - 1);
        for length in if count == 1 { free..=free } else { 1..=most } {
            let mark = self.mark();
            let nodes: Vec<usize> = (node..node + length).collect();
            if self.bind_group(operand, sequence.candidate, &nodes, false)
                && self.first(Goal::Sequence(sequence.after(length)), rest, found)
            {
                return true;
            }
            self.undo(mark);
        }
        false
    }
}

impl Sequence {
    fn after(self, length: usize) -> Sequence {
        Sequence { query_from: self.query_from + 1, candidate_from: self.candidate_from + length, ..self }
    }
}
