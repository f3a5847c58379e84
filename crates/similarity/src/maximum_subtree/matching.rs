//! Which nodes of two trees are paired when a node of one is placed on a node of the other.
//!
//! For a pair of nodes the matcher computes two numbers once and keeps them: how many query nodes at and
//! below it could match, and how many of these match exactly. They decide which operands of a commutative
//! operator are paired, and which starts can be skipped.

use super::side::{Class, Id, NONE, Side, is_script, is_unifiable};
use crate::tree::Kind;

/// The likeness of two paired nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Likeness {
    /// The query node is a query variable.
    Wildcard,
    /// Both are variables; names are compared when all pairs are known.
    Variable,
    /// The same tag.
    Exact,
    /// Different tags of a type that may vary.
    Constant,
    /// Nothing in common; their children are paired nevertheless.
    None,
}

/// The number of query nodes at and below a pair that may match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Count {
    /// In any way.
    pub(super) potential: u16,
    /// With an equal tag that is not a variable.
    exact: u16,
}

/// A query variable and the nodes of the candidate that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) wildcard: Id,
    /// Its part of [`Found::taken`].
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The pairs of a placement, sorted by likeness.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) exact: Vec<(Id, Id)>,
    pub(super) variables: Vec<(Id, Id)>,
    pub(super) constants: Vec<(Id, Id)>,
    pub(super) occurrences: Vec<Occurrence>,
    /// Candidate nodes that query variables take.
    pub(super) taken: Vec<Id>,
}

impl Found {
    fn clear(&mut self) {
        self.exact.clear();
        self.variables.clear();
        self.constants.clear();
        self.occurrences.clear();
        self.taken.clear();
    }
}

/// The part of a candidate that a query variable of a layout tree takes.
struct Extent {
    /// The last symbol of the baseline that it takes.
    last: Id,
    /// The pair of symbols after it.
    next: Option<(Id, Id)>,
}

/// Pairs the nodes of two trees.
pub(super) struct Matcher<'a> {
    query: &'a Side,
    candidate: &'a Side,
    kind: Kind,
    /// Counts by pair, where known.
    counts: Vec<Option<Count>>,
    /// Pairs that remain to be visited; each visit uses the end of the list.
    pairs: Vec<(Id, Id)>,
    /// Pairs of operands, best first; each call uses the end of the list.
    ranked: Vec<(Count, usize, usize, Id, Id)>,
    pub(super) found: Found,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(query: &'a Side, candidate: &'a Side, kind: Kind) -> Matcher<'a> {
        Matcher {
            query,
            candidate,
            kind,
            counts: vec![None; query.len() * candidate.len()],
            pairs: Vec::with_capacity(query.len()),
            ranked: Vec::new(),
            found: Found::default(),
        }
    }

    /// How many nodes may match if `q` is placed on `c`.
    pub(super) fn count(&mut self, q: Id, c: Id) -> Count {
        let place = usize::from(q) * self.candidate.len() + usize::from(c);
        if let Some(known) = self.counts[place] {
            return known;
        }
        let likeness = self.likeness(q, c);
        let mut count = Count {
            potential: u16::from(likeness != Likeness::None),
            exact: u16::from(likeness == Likeness::Exact),
        };
        if self.content_of_wildcard(q, c).is_some() {
            count.potential += 1;
        }
        let start = self.pairs.len();
        self.push_pairs_below(q, c, likeness);
        for pair in start..self.pairs.len() {
            let (q, c) = self.pairs[pair];
            let below = self.count(q, c);
            count.potential += below.potential;
            count.exact += below.exact;
        }
        self.pairs.truncate(start);
        self.counts[place] = Some(count);
        count
    }

    /// Places `q` on `c` and stores the pairs in [`Matcher::found`].
    pub(super) fn place(&mut self, q: Id, c: Id, extends_left: bool) {
        self.found.clear();
        if extends_left && self.kind == Kind::Layout && !self.query.has_scripts(q) {
            self.take_left(c);
        }
        self.visit(q, c);
        if let Some(first) = self.found.occurrences.first_mut()
            && extends_left
        {
            first.start = 0;
        }
    }

    fn visit(&mut self, q: Id, c: Id) {
        let likeness = self.likeness(q, c);
        match likeness {
            Likeness::Wildcard => self.take(q, c),
            Likeness::Variable => self.found.variables.push((q, c)),
            Likeness::Exact => self.found.exact.push((q, c)),
            Likeness::Constant => self.found.constants.push((q, c)),
            Likeness::None => {}
        }
        if let Some(wildcard) = self.content_of_wildcard(q, c) {
            self.take_content(wildcard, c);
        }
        let start = self.pairs.len();
        self.push_pairs_below(q, c, likeness);
        for pair in start..self.pairs.len() {
            let (q, c) = self.pairs[pair];
            self.visit(q, c);
        }
        self.pairs.truncate(start);
    }

    fn likeness(&self, q: Id, c: Id) -> Likeness {
        let (query, candidate) = (self.query.node(q), self.candidate.node(c));
        if query.class == Class::Wildcard {
            return Likeness::Wildcard;
        }
        match is_unifiable(query, candidate) {
            false => Likeness::None,
            true if matches!(query.class, Class::Variable { .. }) => Likeness::Variable,
            true if query.tag == candidate.tag => Likeness::Exact,
            true => Likeness::Constant,
        }
    }

    /// Pushes the pairs directly below `q` and `c`.
    fn push_pairs_below(&mut self, q: Id, c: Id, likeness: Likeness) {
        match self.kind {
            Kind::Layout if likeness == Likeness::Wildcard => self.push_around_wildcard(q, c),
            Kind::Layout => self.push_layout(q, c),
            Kind::Operators if likeness == Likeness::Wildcard => {}
            Kind::Operators => self.push_operands(q, c),
        }
    }

    /// Pairs children by edge; cells of grids by their place in the grid.
    fn push_layout(&mut self, q: Id, c: Id) {
        let (query, candidate) = (self.query, self.candidate);
        for child in query.children(q) {
            let label = query.node(child).label;
            if label == b'n' || is_script(label) {
                self.pairs.extend(candidate.child(c, label).map(|other| (child, other)));
            }
        }
        match (query.node(q).class, candidate.node(c).class) {
            (Class::Grid { .. }, Class::Grid { .. }) if query.lone_wildcard(q).is_some() => {}
            (Class::Grid { rows, columns }, Class::Grid { rows: other_rows, columns: other_columns }) => {
                let is_row = (rows == 1 || columns == 1) && (other_rows == 1 || other_columns == 1);
                match is_row {
                    true => self.pairs.extend(query.cells(q).zip(candidate.cells(c))),
                    false => self.push_cells((q, columns), (c, other_columns)),
                }
            }
            _ => self.pairs.extend(query.child(q, b'w').zip(candidate.child(c, b'w'))),
        }
    }

    /// Cells of the same row and column, given two grids with their numbers of columns.
    fn push_cells(&mut self, (q, columns): (Id, usize), (c, other_columns): (Id, usize)) {
        let others: Vec<Id> = self.candidate.cells(c).collect();
        let columns = columns.max(1);
        for (place, cell) in self.query.cells(q).enumerate() {
            let (row, column) = (place / columns, place % columns);
            if column >= other_columns {
                continue;
            }
            self.pairs.extend(others.get(row * other_columns + column).map(|&other| (cell, other)));
        }
    }

    fn push_operands(&mut self, q: Id, c: Id) {
        let (query, candidate) = (self.query.node(q), self.candidate.node(c));
        let meet = match (query.class, candidate.class) {
            (Class::Commutative, _) if query.tag == candidate.tag => return self.push_best_operands(q, c),
            (Class::Collection { letter }, Class::Collection { letter: other }) => letter == other,
            (Class::Collection { .. }, _) | (_, Class::Collection { .. }) => false,
            _ => true,
        };
        if meet && self.content_of_wildcard(q, c).is_none() {
            self.pairs.extend(self.query.children(q).zip(self.candidate.children(c)));
        }
    }

    /// Pairs operands without an order: the best pair first, then the best of the remaining ones, and so on.
    fn push_best_operands(&mut self, q: Id, c: Id) {
        let (query, candidate) = (self.query, self.candidate);
        let start = self.ranked.len();
        for (i, child) in query.children(q).enumerate() {
            for (j, other) in candidate.children(c).enumerate() {
                let count = self.count(child, other);
                if count.potential > 0 {
                    self.ranked.push((count, i, j, child, other));
                }
            }
        }
        self.ranked[start..].sort_unstable_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut used, mut other_used) = ([false; 256], [false; 256]);
        for &(_, _, _, child, other) in &self.ranked[start..] {
            let (child_used, other_used) =
                (&mut used[usize::from(child)], &mut other_used[usize::from(other)]);
            if !*child_used && !*other_used {
                (*child_used, *other_used) = (true, true);
                self.pairs.push((child, other));
            }
        }
        self.ranked.truncate(start);
    }

    /// The lone query variable in `q`, if it stands for the whole content of `c`.
    fn content_of_wildcard(&self, q: Id, c: Id) -> Option<Id> {
        let is_group = matches!(self.candidate.node(c).class, Class::Grid { .. } | Class::Collection { .. });
        let holds_something = match self.kind {
            Kind::Layout => self.candidate.child(c, b'w').is_some(),
            Kind::Operators => self.candidate.node(c).first_child != NONE,
        };
        if is_group && holds_something { self.query.lone_wildcard(q) } else { None }
    }

    fn push_around_wildcard(&mut self, q: Id, c: Id) {
        let (query, candidate) = (self.query, self.candidate);
        for child in query.children(q).filter(|&child| is_script(query.node(child).label)) {
            self.pairs.extend(candidate.child(c, query.node(child).label).map(|other| (child, other)));
        }
        self.pairs.extend(self.extent(q, c).next);
    }

    /// A query variable without scripts takes the baseline up to the symbol that follows it in the query.
    fn extent(&self, q: Id, c: Id) -> Extent {
        let (query, candidate) = (self.query, self.candidate);
        let after = |&symbol: &Id| candidate.child(symbol, b'n');
        let behind = query.child(q, b'n');
        if query.has_scripts(q) {
            return Extent { last: c, next: behind.zip(after(&c)) };
        }
        let Some(behind) = behind else {
            return Extent { last: std::iter::successors(Some(c), after).last().unwrap_or(c), next: None };
        };
        let baseline = || std::iter::successors(after(&c), after);
        let node = query.node(behind);
        let next = baseline()
            .find(|&symbol| candidate.node(symbol).tag == node.tag)
            .or_else(|| baseline().find(|&symbol| is_unifiable(node, candidate.node(symbol))));
        match next {
            Some(next) => Extent { last: candidate.node(next).parent, next: Some((behind, next)) },
            None => Extent { last: c, next: after(&c).map(|next| (behind, next)) },
        }
    }

    /// Lets the query variable `q` take its part of the candidate from `c` on.
    fn take(&mut self, q: Id, c: Id) {
        let start = self.found.taken.len();
        match self.kind {
            Kind::Operators => self.take_all(c, |_| true),
            Kind::Layout => {
                let (query, last) = (self.query, self.extent(q, c).last);
                let mut at = c;
                loop {
                    self.found.taken.push(at);
                    self.take_below(at, |label| {
                        label != b'n' && label != b'e' && query.child(q, label).is_none()
                    });
                    match self.candidate.child(at, b'n').filter(|_| at != last) {
                        Some(next) => at = next,
                        None => break,
                    }
                }
            }
        }
        let end = self.found.taken.len();
        self.found.occurrences.push(Occurrence { wildcard: q, start, end });
    }

    /// Lets a query variable at the start of a placement also take the symbols before it.
    fn take_left(&mut self, c: Id) {
        let mut at = c;
        while self.candidate.node(at).label == b'n' && self.candidate.node(at).parent != NONE {
            at = self.candidate.node(at).parent;
            self.found.taken.push(at);
            self.take_below(at, |label| label != b'n' && label != b'e');
        }
    }

    /// Lets a lone query variable take the whole content of a group.
    fn take_content(&mut self, wildcard: Id, c: Id) {
        let start = self.found.taken.len();
        match self.kind {
            Kind::Operators => self.take_below(c, |_| true),
            Kind::Layout => self.take_below(c, |label| label == b'w'),
        }
        let end = self.found.taken.len();
        self.found.occurrences.push(Occurrence { wildcard, start, end });
    }

    /// Takes the children on these edges with their subtrees.
    fn take_below(&mut self, c: Id, edges: impl Fn(u8) -> bool) {
        let candidate = self.candidate;
        for child in candidate.children(c).filter(|&child| edges(candidate.node(child).label)) {
            // The subtree of a node follows it directly.
            let end = usize::from(child) + candidate.node(child).size as usize;
            self.found.taken.extend(child..end as Id);
        }
    }

    fn take_all(&mut self, c: Id, edges: impl Fn(u8) -> bool) {
        self.found.taken.push(c);
        self.take_below(c, edges);
    }
}
