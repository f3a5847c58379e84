//! Our alignment of two formulas: which parts correspond, how variables were renamed, how much is similar.
//!
//! It goes beyond the maximum subtree of Tangent-S in three ways. It matches operands without an order
//! optimally, not greedily. Symbols may be inserted and left out anywhere, so that one more term does not
//! break the match of a sum. A variable has a higher value if it becomes the same variable wherever it
//! occurs. The score is the sum of the values of the corresponding nodes, so the list of these nodes explains
//! it completely.
//!
//! Every pair of nodes gets the best value of an alignment of the subtrees below it, from the leaves up:
//!
//! ```text
//! best(q, c) = max( value(q, c) + best matching of the children,
//!                   best(q, child of c) - skip,   best(child of q, c) - skip )
//! ```
//!
//! Layout trees match children by their edge (a superscript with a superscript), operator trees in order or,
//! for operands without an order, in the order with the highest value. Then the aligner counts which
//! variables correspond, gives each its most frequent partner one-to-one, and aligns again with a lower value
//! for variables that have another partner.
//!
//! What it is not: a proof that one formula is an instance of the other; that is unification.

mod assignment;
mod tree;

use assignment::{assign, value_of_best};
use tree::{Children, Class};
pub use tree::{MOST_NODES, Tree};

/// The values of corresponding nodes, from 0 to 1; equal labels have the value 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// A variable that was renamed to the same variable wherever it occurs.
    pub renamed: f32,
    /// A variable that was renamed to different variables.
    pub inconsistent: f32,
    /// Two different numbers.
    pub number: f32,
    /// Two different functions.
    pub function: f32,
    /// Two different relations.
    pub relation: f32,
    /// A variable and a number.
    pub instance: f32,
    /// Two different operators; their operands are compared nevertheless.
    pub hole: f32,
    /// The penalty for every skipped node.
    pub skip: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            renamed: 0.7,
            inconsistent: 0.3,
            number: 0.4,
            function: 0.3,
            relation: 0.3,
            instance: 0.2,
            hole: -0.1,
            skip: 0.05,
        }
    }
}

/// How two formulas correspond.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alignment {
    /// Corresponding nodes with their values.
    pub pairs: Vec<Pair>,
    /// For each variable of the query that has a partner, a node of the query and its node in the candidate.
    pub substitution: Vec<(u16, u16)>,
    /// Nodes of the query.
    pub query_nodes: usize,
    /// Nodes of the candidate, without those that wildcards stand for.
    pub candidate_nodes: usize,
}

/// Two corresponding nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The number of the node in the query's [`Tree`].
    pub query: u16,
    /// The number of the node in the candidate's [`Tree`].
    pub candidate: u16,
    /// The value of the pair.
    pub value: f32,
}

impl Alignment {
    /// The sum of the values of all pairs.
    pub fn value(&self) -> f64 {
        self.pairs.iter().map(|pair| f64::from(pair.value)).sum()
    }

    /// The share of the query that was found.
    pub fn recall(&self) -> f64 {
        self.value() / self.query_nodes.max(1) as f64
    }

    /// The share of the candidate that corresponds to the query.
    pub fn precision(&self) -> f64 {
        self.value() / self.candidate_nodes.max(1) as f64
    }

    /// Dice's coefficient of the two trees under this alignment.
    pub fn dice(&self) -> f64 {
        2.0 * self.value() / (self.query_nodes + self.candidate_nodes).max(1) as f64
    }

    /// The share of the query's nodes whose partner has the same label.
    pub fn exact(&self) -> f64 {
        let exact = self.pairs.iter().filter(|pair| pair.value >= 1.0).count();
        exact as f64 / self.query_nodes.max(1) as f64
    }
}

/// Aligns one query with many candidates and reuses its tables.
pub struct Aligner<'q> {
    query: &'q Tree,
    weights: Weights,
    /// `best(q, c)` by row q.
    best: Vec<f32>,
    columns: usize,
    /// The partner of the variable at each node of the query, once known.
    partners: Option<Vec<Option<u64>>>,
}

impl<'q> Aligner<'q> {
    /// An aligner for a query.
    pub fn new(query: &'q Tree, weights: Weights) -> Aligner<'q> {
        Aligner { query, weights, best: Vec::new(), columns: 0, partners: None }
    }

    /// The best alignment with a candidate.
    ///
    /// ```
    /// use formula::{Notation, Options, canonical::canonical, read};
    /// use similarity::alignment::{Aligner, Tree, Weights};
    ///
    /// let tree = |source| Tree::of_operators(&canonical(&read(source, Notation::Latex, &Options::default()).opt));
    /// let query = tree("a^2+b^2=c^2");
    /// let mut aligner = Aligner::new(&query, Weights::default());
    /// let renamed = aligner.align(&tree("z^2=y^2+x^2"));
    /// let other = aligner.align(&tree("a^2+b=c"));
    /// assert_eq!(renamed.pairs.len(), query.len());
    /// assert!(renamed.dice() > other.dice());
    /// ```
    pub fn align(&mut self, candidate: &Tree) -> Alignment {
        self.partners = None;
        self.fill(candidate);
        let first = self.trace(candidate);
        let (renaming, broken) = self.rename(&first, candidate);
        if first.pairs.is_empty() || !broken && renaming.is_empty() {
            return self.finish(first, candidate);
        }
        self.partners = Some(self.partners(&renaming));
        let aligned = if broken {
            self.fill(candidate);
            self.trace(candidate)
        } else {
            first
        };
        self.finish(aligned, candidate)
    }

    /// The best alignment under a given renaming: for each node of the query, a node of the candidate that has the letter
    /// it becomes, or none.
    pub fn align_renamed(&mut self, candidate: &Tree, partner: impl Fn(u16) -> Option<u16>) -> Alignment {
        let label = |number: u16| candidate.nodes.get(usize::from(number)).map(|node| node.label);
        let partners = (0..self.query.len() as u16).map(|number| partner(number).and_then(label));
        self.partners = Some(partners.collect());
        self.fill(candidate);
        let aligned = self.trace(candidate);
        self.finish(aligned, candidate)
    }

    fn best(&self, query: u16, candidate: u16) -> f32 {
        self.best[usize::from(query) * self.columns + usize::from(candidate)]
    }

    /// Computes `best` for all pairs, children before parents.
    fn fill(&mut self, candidate: &Tree) {
        self.columns = candidate.len();
        self.best.clear();
        self.best.resize(self.query.len() * self.columns, 0.0);
        for query in (0..self.query.len() as u16).rev() {
            for other in (0..self.columns as u16).rev() {
                let skipping = self.best_skip(query, other, candidate).map_or(0.0, |(value, _)| value);
                let matching = match self.value(query, other, candidate) {
                    Some(value) => value + self.match_children(query, other, candidate),
                    None => 0.0,
                };
                self.best[usize::from(query) * self.columns + usize::from(other)] =
                    matching.max(skipping).max(0.0);
            }
        }
    }

    /// The best of the alignments that leave out one of the two nodes.
    fn best_skip(&self, query: u16, other: u16, candidate: &Tree) -> Option<(f32, (u16, u16))> {
        let below_candidate = candidate.children(other).iter().map(|&child| (query, child));
        let below_query = self.query.children(query).iter().map(|&child| (child, other));
        let mut best: Option<(f32, (u16, u16))> = None;
        for (query, other) in below_candidate.chain(below_query) {
            let value = self.best(query, other) - self.weights.skip;
            if value > best.map_or(0.0, |(value, _)| value) {
                best = Some((value, (query, other)));
            }
        }
        best
    }

    /// The value of the pair alone; none if the two cannot correspond.
    fn value(&self, query: u16, other: u16, candidate: &Tree) -> Option<f32> {
        let (one, two) = (&self.query.nodes[usize::from(query)], &candidate.nodes[usize::from(other)]);
        if one.class == Class::Wildcard {
            return Some(1.0);
        }
        let weights = &self.weights;
        match (one.class, two.class) {
            (Class::Variable, Class::Variable) => {
                let partner = self.partners.as_ref().map(|partners| partners[usize::from(query)]);
                Some(match (one.label == two.label, partner) {
                    (true, None) => 1.0,
                    (false, None) => weights.renamed,
                    (same, Some(Some(partner))) if partner == two.label => {
                        if same {
                            1.0
                        } else {
                            weights.renamed
                        }
                    }
                    (same, Some(_)) => {
                        if same {
                            weights.renamed
                        } else {
                            weights.inconsistent
                        }
                    }
                })
            }
            _ if one.label == two.label && one.class == two.class => Some(1.0),
            (Class::Number, Class::Number) => Some(weights.number),
            (Class::Function, Class::Function) => Some(weights.function),
            (Class::Relation, Class::Relation) => Some(weights.relation),
            (Class::Variable, Class::Number) | (Class::Number, Class::Variable) => Some(weights.instance),
            (Class::Operator | Class::Relation, Class::Operator | Class::Relation) => Some(weights.hole),
            _ => None,
        }
    }

    /// The value of the best matching of the children of two nodes.
    fn match_children(&self, query: u16, other: u16, candidate: &Tree) -> f32 {
        let (ours, theirs) = (self.query.children(query), candidate.children(other));
        if ours.is_empty() || theirs.is_empty() {
            return 0.0;
        }
        match self.arrangement(query, other, candidate) {
            Children::ByEdge => {
                self.by_edge(candidate, ours, theirs).map(|(one, two)| self.best(one, two)).sum()
            }
            Children::Ordered if ours.len() == 1 && theirs.len() == 1 => self.best(ours[0], theirs[0]),
            Children::Ordered => {
                in_order_value(ours.len(), theirs.len(), &|i, j| self.best(ours[i], theirs[j]))
            }
            Children::Unordered => {
                value_of_best(ours.len(), theirs.len(), &|i, j| self.best(ours[i], theirs[j]))
            }
        }
    }

    fn matched_children(&self, query: u16, other: u16, candidate: &Tree) -> Vec<(u16, u16)> {
        let (ours, theirs) = (self.query.children(query), candidate.children(other));
        let pairs = match self.arrangement(query, other, candidate) {
            Children::ByEdge => return self.by_edge(candidate, ours, theirs).collect(),
            Children::Ordered => in_order(ours.len(), theirs.len(), &|i, j| self.best(ours[i], theirs[j])).1,
            Children::Unordered => assign(ours.len(), theirs.len(), &|i, j| self.best(ours[i], theirs[j])).1,
        };
        pairs.into_iter().map(|(i, j)| (ours[i], theirs[j])).collect()
    }

    fn by_edge<'t>(
        &'t self,
        candidate: &'t Tree,
        ours: &'t [u16],
        theirs: &'t [u16],
    ) -> impl Iterator<Item = (u16, u16)> + 't {
        ours.iter().filter_map(move |&one| {
            let edge = self.query.nodes[usize::from(one)].edge;
            let two = theirs.iter().find(|&&two| candidate.nodes[usize::from(two)].edge == edge)?;
            Some((one, *two))
        })
    }

    /// Operands have no order if both operators are commutative.
    fn arrangement(&self, query: u16, other: u16, candidate: &Tree) -> Children {
        let ours = self.query.nodes[usize::from(query)].arrangement;
        let theirs = candidate.nodes[usize::from(other)].arrangement;
        if ours == theirs { ours } else { Children::Ordered }
    }

    /// The pairs of the best alignment, from the roots down.
    fn trace(&self, candidate: &Tree) -> Alignment {
        let mut alignment = Alignment { query_nodes: self.query.len(), ..Alignment::default() };
        if self.query.is_empty() || candidate.is_empty() {
            return alignment;
        }
        let mut open = vec![(0u16, 0u16)];
        while let Some((query, other)) = open.pop() {
            let best = self.best(query, other);
            if best <= 0.0 {
                continue;
            }
            match self.best_skip(query, other, candidate) {
                Some((skipping, pair)) if skipping >= best => open.push(pair),
                _ => {
                    let value = self.value(query, other, candidate).unwrap_or(0.0);
                    alignment.pairs.push(Pair { query, candidate: other, value });
                    open.extend(self.matched_children(query, other, candidate).into_iter().rev());
                }
            }
        }
        alignment
    }

    /// The most frequent partner of each variable, one-to-one, and whether some occurrence has another one.
    fn rename(&self, alignment: &Alignment, candidate: &Tree) -> (Vec<(u64, u64)>, bool) {
        let mut counts: Vec<((u64, u64), u32)> = Vec::new();
        for (one, two) in self.variables(alignment, candidate) {
            match counts.iter_mut().find(|(pair, _)| *pair == (one, two)) {
                Some((_, count)) => *count += 1,
                None => counts.push(((one, two), 1)),
            }
        }
        let total = counts.len();
        counts.sort_by_key(|&((one, two), count)| (std::cmp::Reverse(count), one != two, one, two));
        let mut renaming: Vec<(u64, u64)> = Vec::new();
        for (pair, _) in counts {
            if !renaming.iter().any(|known| known.0 == pair.0 || known.1 == pair.1) {
                renaming.push(pair);
            }
        }
        let broken = renaming.len() < total;
        (renaming, broken)
    }

    /// The partner of every variable of the query, by the numbers of its nodes.
    fn partners(&self, renaming: &[(u64, u64)]) -> Vec<Option<u64>> {
        let partner =
            |node: &tree::Node| renaming.iter().find(|pair| pair.0 == node.label).map(|pair| pair.1);
        self.query.nodes.iter().map(partner).collect()
    }

    fn variables<'t>(
        &'t self,
        alignment: &'t Alignment,
        candidate: &'t Tree,
    ) -> impl Iterator<Item = (u64, u64)> + 't {
        alignment.pairs.iter().filter_map(|pair| {
            let one = &self.query.nodes[usize::from(pair.query)];
            let two = &candidate.nodes[usize::from(pair.candidate)];
            (one.class == Class::Variable && two.class == Class::Variable).then_some((one.label, two.label))
        })
    }

    /// Adds the substitution, and subtracts the nodes of the candidate that wildcards stand for.
    fn finish(&self, mut alignment: Alignment, candidate: &Tree) -> Alignment {
        let mut taken = 0;
        let mut seen: Vec<u64> = Vec::new();
        for pair in &alignment.pairs {
            let one = &self.query.nodes[usize::from(pair.query)];
            let two = &candidate.nodes[usize::from(pair.candidate)];
            if one.class == Class::Wildcard && one.children.is_empty() {
                taken += usize::from(two.size) - 1;
            }
            let partner = self.partners.as_ref().and_then(|partners| partners[usize::from(pair.query)]);
            if one.class == Class::Variable && partner == Some(two.label) && !seen.contains(&one.label) {
                seen.push(one.label);
                alignment.substitution.push((pair.query, pair.candidate));
            }
        }
        alignment.candidate_nodes = candidate.len() - taken.min(candidate.len().saturating_sub(1));
        alignment
    }
}

/// Up to this many children the value of a matching in order is computed without allocation.
const FEW: usize = 8;

/// The value of the best matching that keeps the order.
fn in_order_value(rows: usize, columns: usize, value: &impl Fn(usize, usize) -> f32) -> f32 {
    if columns > FEW {
        return in_order(rows, columns, value).0;
    }
    let mut below = [0.0f32; FEW + 1];
    for row in (0..rows).rev() {
        let mut diagonal = 0.0;
        for column in (0..columns).rev() {
            let both = value(row, column) + diagonal;
            diagonal = below[column];
            below[column] = both.max(below[column]).max(below[column + 1]);
        }
    }
    below[0]
}

/// The best matching that keeps the order, and its pairs.
fn in_order(rows: usize, columns: usize, value: &dyn Fn(usize, usize) -> f32) -> (f32, Vec<(usize, usize)>) {
    let width = columns + 1;
    let mut table = vec![0.0f32; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let both = value(row, column) + table[(row + 1) * width + column + 1];
            let one = table[(row + 1) * width + column].max(table[row * width + column + 1]);
            table[row * width + column] = both.max(one);
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while row < rows && column < columns {
        let here = table[row * width + column];
        if here == table[(row + 1) * width + column] {
            row += 1;
        } else if here == table[row * width + column + 1] {
            column += 1;
        } else {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        }
    }
    (table[0], pairs)
}

#[cfg(test)]
mod tests;
