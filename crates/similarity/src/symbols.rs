//! How well two formulas match leaf by leaf: the structure and symbol scores of Approach Zero.
//!
//! A node of the query and a node of the candidate match as far as the leaves below them have the same paths:
//! each path counts the smaller of its two widths, multiplied by its rarity. For the best pair of nodes the
//! symbols of these leaves are compared: a query symbol and a candidate symbol agree if they have the same
//! paths, a little less if they differ or if the operators above them do, and each takes one partner. See
//! Zhong and Zanibbi, *Structural similarity search for formulas using leaf-root paths in operator subtrees*
//! (ECIR 2019), and Zhong and others, *Accelerating substructure similarity search* (ECIR 2020).
//!
//! A fingerprint distinguishes the operators above a leaf, with four bits for each of the four nearest ones.
//! Scripts and applied operators have no symbol and no bits.
//!
//! What it is not: an alignment. Leaves are counted, not paired; their places beyond the path do not matter.

mod splits;

use formula::opt::Opt;
use rustc_hash::FxHashMap;

use crate::paths::Settings;
use splits::{Split, splits};

/// The weight of two leaves with the same path: the same symbol below the same operators, the same symbol, or
/// another symbol.
const WEIGHTS: [f64; 3] = [1.0, 0.94, 0.9];

/// A query, prepared for matching with many candidates.
#[derive(Clone, Debug)]
pub struct QueryPaths {
    /// Leaves with a path.
    leaves: usize,
    roots: Vec<Root>,
    /// Sectors by path, as a range of `places`.
    paths: FxHashMap<u64, (usize, usize)>,
    /// Sectors of the same path at different roots.
    places: Vec<Place>,
}

/// A node of the query with paths that end there.
#[derive(Clone, Debug)]
struct Root {
    number: usize,
    splits: Vec<Split>,
    /// The symbols of the leaves below it, the most frequent first.
    symbols: Vec<u64>,
}

/// A sector of the query.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Which of the roots.
    root: usize,
    width: u32,
    rarity: f64,
}

/// The best pair of nodes of a query and a candidate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PathMatch {
    /// The sum over common paths of width times rarity; 0 if nothing matches.
    pub structure: f64,
    /// How well the symbols match, from 0 to 1.
    pub symbol: f64,
    /// The node of the query, by its number in pre-order.
    pub query_root: usize,
    /// The node of the candidate, by its number in pre-order.
    pub candidate_root: usize,
    /// Leaves that match.
    pub width: u32,
    /// Leaves of the candidate.
    pub leaves: usize,
}

impl PathMatch {
    /// The score of the candidate: structure, less where symbols differ, and less by the share `penalty` for
    /// large candidates. The published values of the penalty are 0.2 and 0.3.
    ///
    /// ```
    /// use similarity::symbols::PathMatch;
    ///
    /// let exact = PathMatch { structure: 5.0, symbol: 1.0, leaves: 4, ..PathMatch::default() };
    /// assert_eq!(exact.score(0.0), 5.0);
    /// let renamed = PathMatch { symbol: 0.5, ..exact };
    /// assert_eq!(renamed.score(0.0), 4.0);
    /// ```
    pub fn score(&self, penalty: f64) -> f64 {
        // For one or two leaves the logarithm would be a reward, so the divisor is at least 1.
        let length = (1.0 + self.leaves as f64).ln().max(1.0);
        let symbols = 1.0 / (1.0 + (1.0 - self.symbol).powi(2));
        self.structure * symbols * ((1.0 - penalty) + penalty / length)
    }
}

impl QueryPaths {
    /// Prepares the operator tree of a query. `rarity` takes the number of a path in
    /// [`Family::Paths`](crate::terms::Family::Paths).
    ///
    /// ```
    /// use formula::{Notation, Options, read};
    /// use similarity::symbols::QueryPaths;
    ///
    /// let opt = |source| read(source, Notation::Latex, &Options::default()).opt;
    /// let query = QueryPaths::new(&opt("a+b"), |_| 1.0);
    /// let renamed = query.match_with(&opt("2(x+y)"));
    /// assert_eq!((renamed.structure, renamed.width, renamed.symbol), (2.0, 2, 0.9));
    /// ```
    pub fn new(opt: &Opt, rarity: impl Fn(u64) -> f64) -> QueryPaths {
        let settings = Settings::default();
        let (splits, leaves) = splits(opt, settings);
        let mut places: Vec<(u64, Place)> = Vec::new();
        let mut roots = Vec::new();
        for at_root in splits.chunk_by(|a, b| a.root == b.root) {
            let root = roots.len();
            for sector in at_root.chunk_by(|a, b| a.path == b.path) {
                let rarity = rarity(sector[0].path);
                places.push((sector[0].path, Place { root, width: width(sector), rarity }));
            }
            let (splits, symbols) = (at_root.to_vec(), by_frequency(at_root));
            roots.push(Root { number: at_root[0].root, splits, symbols });
        }
        places.sort_by_key(|&(path, place)| (path, place.root));
        let mut paths = FxHashMap::default();
        let mut end = 0;
        for same in places.chunk_by(|a, b| a.0 == b.0) {
            paths.insert(same[0].0, (end, end + same.len()));
            end += same.len();
        }
        let places = places.into_iter().map(|(_, place)| place).collect();
        QueryPaths { leaves: leaves.min(settings.max_leaves), roots, paths, places }
    }

    /// The best pair of nodes of the query and a candidate, by structure; of equally good pairs the first one
    /// in pre-order of the candidate. Only paths of the candidate count that an index keeps.
    pub fn match_with(&self, candidate: &Opt) -> PathMatch {
        let (splits, leaves) = splits(candidate, Settings::for_index());
        let mut best = PathMatch { leaves, ..PathMatch::default() };
        let mut best_pair: Option<(&Root, &[Split])> = None;
        let mut scores = vec![(0.0, 0); self.roots.len()];
        for at_root in splits.chunk_by(|a, b| a.root == b.root) {
            scores.fill((0.0, 0));
            self.add_scores(at_root, &mut scores);
            for (root, &(structure, width)) in self.roots.iter().zip(&scores) {
                if structure > best.structure {
                    let (query_root, candidate_root) = (root.number, at_root[0].root);
                    best = PathMatch { structure, width, query_root, candidate_root, ..best };
                    best_pair = Some((root, at_root));
                }
            }
        }
        if let Some((root, at_root)) = best_pair {
            best.symbol = symbol_sum(root, at_root) / self.leaves as f64;
        }
        best
    }

    /// Structure and width of one node of a candidate with each root of the query.
    fn add_scores(&self, at_root: &[Split], scores: &mut [(f64, u32)]) {
        for sector in at_root.chunk_by(|a, b| a.path == b.path) {
            let Some(&(start, end)) = self.paths.get(&sector[0].path) else { continue };
            let candidate_width = width(sector);
            for place in &self.places[start..end] {
                let common = place.width.min(candidate_width);
                let (structure, width) = &mut scores[place.root];
                *structure += f64::from(common) * place.rarity;
                *width += common;
            }
        }
    }
}

fn width(sector: &[Split]) -> u32 {
    sector.iter().map(|split| split.width).sum()
}

/// The symbols of some leaves, the most frequent first.
fn by_frequency(splits: &[Split]) -> Vec<u64> {
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for split in splits {
        match counts.iter_mut().find(|(_, symbol)| *symbol == split.symbol) {
            Some((count, _)) => *count += split.width,
            None => counts.push((split.width, split.symbol)),
        }
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.into_iter().map(|(_, symbol)| symbol).collect()
}

/// How much the symbols of the leaves below two nodes agree: query symbols choose their partners, the most
/// frequent first, each partner once.
fn symbol_sum(root: &Root, at_root: &[Split]) -> f64 {
    let mut partners: Vec<u64> = at_root.iter().map(|split| split.symbol).collect();
    partners.sort_unstable();
    partners.dedup();
    let mut sums = vec![0.0; root.symbols.len() * partners.len()];
    for split in &root.splits {
        let Some(row) = root.symbols.iter().position(|&symbol| symbol == split.symbol) else { continue };
        let start = at_root.partition_point(|other| other.path < split.path);
        for other in at_root[start..].iter().take_while(|other| other.path == split.path) {
            let Ok(column) = partners.binary_search(&other.symbol) else { continue };
            sums[row * partners.len() + column] +=
                f64::from(split.width.min(other.width)) * weight(split, other);
        }
    }
    let mut total = 0.0;
    let mut is_taken = vec![false; partners.len()];
    for row in sums.chunks(partners.len().max(1)) {
        let free = row.iter().enumerate().filter(|&(column, _)| !is_taken[column]);
        let best = free.reduce(|best, other| if other.1 > best.1 { other } else { best });
        if let Some((column, &sum)) = best.filter(|(_, sum)| **sum > 0.0) {
            is_taken[column] = true;
            total += sum;
        }
    }
    total
}

fn weight(query: &Split, candidate: &Split) -> f64 {
    let [same, other_operators, other_symbol] = WEIGHTS;
    match (query.symbol == candidate.symbol, query.fingerprint == candidate.fingerprint) {
        (true, true) => same,
        (true, false) => other_operators,
        (false, _) => other_symbol,
    }
}
