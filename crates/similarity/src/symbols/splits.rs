//! The leaves of a formula, counted by the end of their path, by path and by symbol.

use formula::names;
use formula::opt::{Kind, NodeId, Opt};
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use crate::paths::{Prefix, Settings, for_each_prefix, paths};
use crate::terms::number;

/// Leaves of one symbol that have a path to the same node in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Split {
    /// The node where the path ends, by its number in pre-order.
    pub(super) root: usize,
    /// The number of the path.
    pub(super) path: u64,
    /// The hash of the symbol.
    pub(super) symbol: u64,
    /// The operators above the leaves, summed over different paths.
    pub(super) fingerprint: u32,
    /// The number of leaves.
    pub(super) width: u32,
}

/// The number of operators above a leaf in a fingerprint, with four bits each.
const MAX_OPERATORS: u32 = 4;

/// The splits of a formula, sorted, and its number of leaves.
pub(super) fn splits(opt: &Opt, settings: Settings) -> (Vec<Split>, usize) {
    let mut splits: Vec<Split> = Vec::new();
    let mut label = String::new();
    let codes = Codes::of(opt);
    let leaves = for_each_prefix(opt, settings, |prefix| {
        let symbol = hash(opt, prefix.leaf, &mut label);
        let (root, path, fingerprint) = (prefix.number, number(prefix.key), codes.fingerprint(&prefix));
        splits.push(Split { root, path, symbol, fingerprint, width: 1 });
    });
    drop_longest(opt, settings, &mut splits);
    splits.sort_unstable();
    join(&mut splits);
    (splits, leaves)
}

/// Four bits for each operator of a tree; none for a node without a symbol.
struct Codes(Vec<Option<u32>>);

impl Codes {
    fn of(opt: &Opt) -> Codes {
        let mut codes = vec![None; opt.arena_len()];
        let mut open: Vec<NodeId> = opt.root().into_iter().collect();
        let mut label = String::new();
        while let Some(id) = open.pop() {
            let is_operator = !opt.is_leaf(id)
                && opt.node(id).kind != Kind::Compound
                && !matches!(opt.symbol(id), names::SUP | names::SUB);
            if is_operator {
                codes[id.index()] = Some(1 + (hash(opt, id, &mut label) % 15) as u32);
            }
            open.extend(opt.children(id));
        }
        Codes(codes)
    }

    /// The operators above the leaf of a prefix, nearest first.
    fn fingerprint(&self, prefix: &Prefix<'_>) -> u32 {
        let codes = prefix.above.iter().filter_map(|id| self.0[id.index()]);
        (0..MAX_OPERATORS).zip(codes).map(|(place, code)| code << (4 * place)).sum()
    }
}

fn hash(opt: &Opt, id: NodeId, label: &mut String) -> u64 {
    label.clear();
    opt.push_label(id, label);
    xxh3_64(label.as_bytes())
}

/// Drops the paths beyond the limit of an index. Few formulas have that many.
fn drop_longest(opt: &Opt, settings: Settings, splits: &mut Vec<Split>) {
    if splits.len() <= settings.max_keys {
        return;
    }
    let different: FxHashSet<u64> = splits.iter().map(|split| split.path).collect();
    if different.len() <= settings.max_keys {
        return;
    }
    let kept: FxHashSet<u64> =
        paths(opt, settings).sectors.iter().map(|sector| number(&sector.key)).collect();
    splits.retain(|split| kept.contains(&split.path));
}

/// Merges sorted splits that differ only in their fingerprints.
fn join(splits: &mut Vec<Split>) {
    let mut last_fingerprint = 0;
    splits.dedup_by(|split, kept| {
        if (split.root, split.path, split.symbol) != (kept.root, kept.path, kept.symbol) {
            last_fingerprint = split.fingerprint;
            return false;
        }
        if kept.width == 1 {
            last_fingerprint = kept.fingerprint;
        }
        if split.fingerprint != last_fingerprint {
            kept.fingerprint = kept.fingerprint.wrapping_add(split.fingerprint);
            last_fingerprint = split.fingerprint;
        }
        kept.width += 1;
        true
    });
}
