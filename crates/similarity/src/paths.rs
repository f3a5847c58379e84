//! Leaf–root paths of operator trees, after Approach Zero.
//!
//! A path begins at a leaf and goes up; its prefixes describe the subtrees that contain the leaf. All leaves
//! below one node that share a prefix ending there are a *sector*. Two formulas are similar if they have
//! sectors with the same prefix, and more similar the wider these are. See Zhong and Zanibbi, *Structural
//! similarity search for formulas using leaf-root paths in operator subtrees* (ECIR 2019), and Zhong and
//! others, *Accelerating substructure similarity search for formula retrieval* (ECIR 2020).
//!
//! Tokens are classes, not symbols: all variables are `VAR`, all relations `REL`, sums and integrals `BIG`.
//! Operands with an order carry their rank, so that `a/b` and `b/a` differ. A sector also lists its symbols,
//! for scores that align them.

mod token;

use formula::opt::{Kind, NodeId, Opt};
use rustc_hash::FxHashMap;

/// Limits on the paths of a formula.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Leaves beyond this many are ignored.
    pub max_leaves: usize,
    /// Different prefixes beyond this many are dropped, the longest first.
    pub max_keys: usize,
    /// Sectors below nodes with at most this share of all leaves are dropped; 0 keeps every one.
    pub pruned_share: f64,
}

impl Default for Settings {
    /// The settings of the published system for queries: nothing is pruned.
    fn default() -> Self {
        Settings { max_leaves: 64, max_keys: 128, pruned_share: 0.0 }
    }
}

impl Settings {
    /// The settings of the published system for documents.
    pub fn for_index() -> Settings {
        Settings { pruned_share: 0.2, ..Settings::default() }
    }
}

/// Prefixes have at most this many tokens; paths of deeper trees are cut.
const MAX_TOKENS: usize = 48;

/// The leaves below one node that share a prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sector {
    /// The prefix, from the leaf up: `/VAR/ADD`.
    pub key: String,
    /// The node where the prefix ends, by its place in the arena of the tree.
    pub root: usize,
    /// The number of leaves.
    pub width: u32,
    /// The symbols of the leaves, each with the number of leaves it labels, in order of appearance.
    pub symbols: Vec<(String, u32)>,
}

/// The paths of one formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paths {
    /// The number of leaves of the formula.
    pub leaves: usize,
    /// The sectors, by root in the order in which paths first reach them.
    pub sectors: Vec<Sector>,
}

/// The paths of an operator tree.
pub fn paths(opt: &Opt, settings: Settings) -> Paths {
    let mut sectors = Sectors::default();
    let leaves = for_each_prefix(opt, settings, |prefix| {
        sectors.add(prefix.root.index(), prefix.key, &opt.label(prefix.leaf));
    });
    let mut sectors = sectors.list;
    drop_longest(&mut sectors, settings.max_keys);
    Paths { leaves, sectors }
}

/// The beginning of a path, from a leaf to a node above it.
pub(crate) struct Prefix<'a> {
    pub(crate) leaf: NodeId,
    pub(crate) root: NodeId,
    /// The number of the root in pre-order.
    pub(crate) number: usize,
    pub(crate) key: &'a str,
    /// The nodes above the leaf up to the root, nearest first.
    pub(crate) above: &'a [NodeId],
}

/// Calls `visit` with each prefix of each path, without the limit on keys, and returns the number of leaves.
pub(crate) fn for_each_prefix(opt: &Opt, settings: Settings, mut visit: impl FnMut(Prefix<'_>)) -> usize {
    let Some(root) = opt.root() else { return 0 };
    let layout = Layout::of(opt, root);
    let (mut key, mut above) = (String::new(), Vec::new());
    for &leaf in layout.leaves.iter().take(settings.max_leaves) {
        key.clear();
        above.clear();
        token::push_leaf(opt, leaf, &mut key);
        climb(&layout, leaf, settings, (&mut key, &mut above), &mut visit);
    }
    layout.leaves.len()
}

/// Parents, places and sizes of the nodes below the root.
struct Layout {
    /// The step from each node to its parent.
    steps: Vec<Option<Step>>,
    /// The keys of all steps in one buffer.
    texts: String,
    /// Leaves at or below each node.
    leaf_counts: Vec<u32>,
    /// The number of each node in pre-order.
    numbers: Vec<u32>,
    leaves: Vec<NodeId>,
}

/// The part of a path from a child to its parent.
#[derive(Clone)]
struct Step {
    parent: NodeId,
    /// Part of the texts.
    key: std::ops::Range<usize>,
    tokens: usize,
}

impl Layout {
    fn of(opt: &Opt, root: NodeId) -> Layout {
        let mut layout = Layout {
            steps: vec![None; opt.arena_len()],
            texts: String::new(),
            leaf_counts: vec![0; opt.arena_len()],
            numbers: vec![0; opt.arena_len()],
            leaves: Vec::new(),
        };
        let mut order = Vec::with_capacity(opt.arena_len());
        let mut open = vec![root];
        let mut children = Vec::new();
        while let Some(id) = open.pop() {
            layout.numbers[id.index()] = order.len() as u32;
            order.push(id);
            children.clear();
            children.extend(opt.children(id));
            for (rank, &child) in children.iter().enumerate() {
                layout.steps[child.index()] = Some(layout.step(opt, id, rank));
            }
            open.extend(children.iter().rev());
            if children.is_empty() && opt.node(id).kind != Kind::Absent {
                layout.leaves.push(id);
                layout.leaf_counts[id.index()] = 1;
            }
        }
        for &id in order.iter().rev() {
            if let Some(Step { parent, .. }) = layout.steps[id.index()] {
                layout.leaf_counts[parent.index()] += layout.leaf_counts[id.index()];
            }
        }
        layout
    }

    fn step(&mut self, opt: &Opt, parent: NodeId, rank: usize) -> Step {
        let start = self.texts.len();
        let tokens = token::push_step(opt, parent, rank, &mut self.texts);
        Step { parent, key: start..self.texts.len(), tokens }
    }
}

/// Sectors by root and prefix.
#[derive(Default)]
struct Sectors {
    list: Vec<Sector>,
    places: FxHashMap<(usize, String), usize>,
}

impl Sectors {
    fn add(&mut self, root: usize, key: &str, symbol: &str) {
        let place = *self.places.entry((root, key.to_owned())).or_insert_with(|| {
            self.list.push(Sector { key: key.to_owned(), root, width: 0, symbols: Vec::new() });
            self.list.len() - 1
        });
        let Some(sector) = self.list.get_mut(place) else { return };
        sector.width += 1;
        match sector.symbols.iter_mut().find(|(known, _)| known == symbol) {
            Some((_, count)) => *count += 1,
            None => sector.symbols.push((symbol.to_owned(), 1)),
        }
    }
}

/// Goes from a leaf to the root and visits each prefix. The key begins with the leaf.
fn climb(
    layout: &Layout,
    leaf: NodeId,
    settings: Settings,
    (key, above): (&mut String, &mut Vec<NodeId>),
    visit: &mut impl FnMut(Prefix<'_>),
) {
    let mut tokens = 1;
    let mut at = leaf;
    let least = settings.pruned_share * layout.leaves.len() as f64;
    while let Some(step) = &layout.steps[at.index()] {
        let root = step.parent;
        key.push_str(layout.texts.get(step.key.clone()).unwrap_or(""));
        above.push(root);
        tokens += step.tokens;
        if tokens > MAX_TOKENS {
            return;
        }
        if f64::from(layout.leaf_counts[root.index()]) > least {
            let number = layout.numbers[root.index()] as usize;
            visit(Prefix { leaf, root, number, key, above });
        }
        at = root;
    }
}

/// Keeps the `most` shortest keys.
fn drop_longest(sectors: &mut Vec<Sector>, most: usize) {
    if sectors.len() <= most {
        return;
    }
    let mut keys: Vec<&str> = sectors.iter().map(|sector| sector.key.as_str()).collect();
    keys.sort_unstable_by_key(|key| (key.matches('/').count(), *key));
    keys.dedup();
    if keys.len() <= most {
        return;
    }
    let kept: rustc_hash::FxHashSet<String> = keys.into_iter().take(most).map(str::to_owned).collect();
    sectors.retain(|sector| kept.contains(&sector.key));
}
