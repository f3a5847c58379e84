//! Leaf–root paths of operator trees, after Approach Zero.
//!
//! A path begins at a leaf and goes up; its beginnings ("prefixes") say what subtrees the leaf is in. All
//! leaves below one node that share a prefix ending there are a *sector*; two formulas are alike where they
//! have sectors of the same prefix, the more the wider these are. See Zhong and Zanibbi, *Structural
//! similarity search for formulas using leaf-root paths in operator subtrees* (ECIR 2019), and Zhong and
//! others, *Accelerating substructure similarity search for formula retrieval* (ECIR 2020).
//!
//! Tokens are classes, not symbols: all variables are `VAR`, all relations `REL`, sums and integrals `BIG`.
//! Operands with an order carry their rank, so that `a/b` and `b/a` differ. The symbols come beside the
//! width, for scores that align them.

mod token;

use formula::opt::{Kind, NodeId, Opt};
use rustc_hash::FxHashMap;

use token::Step;

/// What is left out of the paths of a formula.
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
    /// Those of the published system for queries: nothing is pruned.
    fn default() -> Self {
        Settings { max_leaves: 64, max_keys: 128, pruned_share: 0.0 }
    }
}

impl Settings {
    /// Those of the published system for documents.
    pub fn for_index() -> Settings {
        Settings { pruned_share: 0.2, ..Settings::default() }
    }
}

/// Prefixes have at most this many tokens; deeper trees share their beginnings only.
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
    let Some(root) = opt.root() else { return Paths::default() };
    let layout = Layout::of(opt, root);
    let mut sectors = Sectors::default();
    for &leaf in layout.leaves.iter().take(settings.max_leaves) {
        climb(opt, &layout, leaf, settings, &mut sectors);
    }
    let mut sectors = sectors.list;
    drop_longest(&mut sectors, settings.max_keys);
    Paths { leaves: layout.leaves.len(), sectors }
}

/// Parents, places and sizes of the nodes below the root.
struct Layout {
    /// Parent and rank among its children, by node.
    parents: Vec<Option<(NodeId, usize)>>,
    /// Leaves at or below each node.
    leaf_counts: Vec<u32>,
    leaves: Vec<NodeId>,
}

impl Layout {
    fn of(opt: &Opt, root: NodeId) -> Layout {
        let mut layout = Layout {
            parents: vec![None; opt.arena_len()],
            leaf_counts: vec![0; opt.arena_len()],
            leaves: Vec::new(),
        };
        let mut order = Vec::new();
        let mut open = vec![root];
        let mut children = Vec::new();
        while let Some(id) = open.pop() {
            order.push(id);
            children.clear();
            children.extend(opt.children(id));
            for (rank, &child) in children.iter().enumerate() {
                layout.parents[child.index()] = Some((id, rank));
            }
            open.extend(children.iter().rev());
            if children.is_empty() && opt.node(id).kind != Kind::Absent {
                layout.leaves.push(id);
                layout.leaf_counts[id.index()] = 1;
            }
        }
        for &id in order.iter().rev() {
            if let Some((parent, _)) = layout.parents[id.index()] {
                layout.leaf_counts[parent.index()] += layout.leaf_counts[id.index()];
            }
        }
        layout
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

/// Goes from a leaf to the root and adds each prefix on the way.
fn climb(opt: &Opt, layout: &Layout, leaf: NodeId, settings: Settings, sectors: &mut Sectors) {
    let symbol = opt.label(leaf);
    let mut key = format!("/{}", token::of_leaf(opt, leaf));
    let mut tokens = 1;
    let mut at = leaf;
    let least = settings.pruned_share * layout.leaves.len() as f64;
    while let Some((parent, rank)) = layout.parents[at.index()] {
        let Step { between, token } = token::step(opt, parent, rank);
        for part in between.iter().chain([&token]) {
            key.push('/');
            key.push_str(part);
            tokens += 1;
        }
        if tokens > MAX_TOKENS {
            return;
        }
        if f64::from(layout.leaf_counts[parent.index()]) > least {
            sectors.add(parent.index(), &key, &symbol);
        }
        at = parent;
    }
}

/// Keeps `most` different keys, the shortest.
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
