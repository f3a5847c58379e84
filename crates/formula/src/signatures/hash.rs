//! Hashes of canonical trees that ignore the order of operands where it means nothing.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::canonical::has_order;
use crate::opt::{Font, Kind, NodeId, Opt};

/// Stand-ins for labels that are abstracted away.
pub(super) const VARIABLE: u64 = 0x0176_6172_6961_626c;
pub(super) const NUMBER: u64 = 0x026e_756d_6265_7200;
pub(super) const WILDCARD: u64 = 0x0377_696c_6463_6172;

/// The hash of a node's label, font and kind, without its children.
pub fn label(opt: &Opt, id: NodeId) -> u64 {
    let node = opt.node(id);
    match node.symbol.as_char() {
        Some(c) => mix(seed(node.kind, node.font), u64::from(u32::from(c))),
        None => name(opt.texts.long(node.symbol), node.kind, node.font),
    }
}

/// The hash that [`label`] gives to a node labelled with a name of more than one character.
pub fn name(name: &str, kind: Kind, font: Font) -> u64 {
    xxh3_64_with_seed(name.as_bytes(), seed(kind, font))
}

/// Font and kind as a number. Kinds that readers may confuse with one another share a class.
fn seed(kind: Kind, font: Font) -> u64 {
    let class = match kind {
        Kind::Number => 1,
        Kind::Text => 2,
        Kind::Unknown => 3,
        Kind::Wildcard => 4,
        Kind::Absent => 5,
        Kind::Compound => 6,
        _ => 7,
    };
    class << 8 | font as u64
}

/// Combines two hashes; their order counts. The last steps are the finaliser of SplitMix64.
pub fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.rotate_left(29) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The nodes of a tree, parents first, with what hashing needs for each.
pub(super) struct Walk<'a> {
    opt: &'a Opt,
    steps: Vec<Step>,
    labels: Vec<u64>,
}

/// One node on the walk.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) id: NodeId,
    /// Place of the parent on the walk; its own for the root.
    pub(super) parent: u32,
    /// Which operand of the parent it is; 0 for all of them where they have no order.
    place: u32,
    is_leaf: bool,
}

impl<'a> Walk<'a> {
    /// None for an empty tree.
    pub(super) fn new(opt: &'a Opt) -> Option<Walk<'a>> {
        let root = opt.root()?;
        let mut steps = Vec::with_capacity(opt.arena_len());
        let mut labels = Vec::with_capacity(opt.arena_len());
        steps.push(Step { id: root, parent: 0, place: 0, is_leaf: opt.is_leaf(root) });
        while let Some(&Step { id, is_leaf, .. }) = steps.get(labels.len()) {
            if !is_leaf {
                let (ordered, parent) = (has_order(opt, id), labels.len() as u32);
                steps.extend(opt.children(id).enumerate().map(|(i, child)| Step {
                    id: child,
                    parent,
                    place: if ordered { i as u32 + 1 } else { 0 },
                    is_leaf: opt.is_leaf(child),
                }));
            }
            labels.push(label(opt, id));
        }
        Some(Walk { opt, steps, labels })
    }

    /// The tree walked over.
    pub(super) fn opt(&self) -> &'a Opt {
        self.opt
    }

    /// The nodes, parents before their children.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The hash of the label at each step.
    pub(super) fn labels(&self) -> &[u64] {
        &self.labels
    }

    /// Place of the root on the walk.
    pub(super) fn root(&self) -> usize {
        0
    }

    /// A hash for the subtree of each step, from hashes of labels.
    pub(super) fn bottom_up(&self, labels: &[u64]) -> Vec<u64> {
        // Until the loop reaches an entry, it holds the sum over its children so far.
        let mut hashes = vec![0u64; self.steps.len()];
        for (i, step) in self.steps.iter().enumerate().rev() {
            hashes[i] = if step.is_leaf { labels[i] } else { mix(labels[i], hashes[i]) };
            if i > 0 {
                let parent = step.parent as usize;
                hashes[parent] = hashes[parent].wrapping_add(mix(u64::from(step.place), hashes[i]));
            }
        }
        hashes
    }

    /// A hash for the place of each step in the whole, from the hashes of subtrees.
    pub(super) fn top_down(&self, hashes: &[u64]) -> Vec<u64> {
        let mut contexts = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let parent = step.parent as usize;
            let above = contexts.get(parent).copied().unwrap_or(1);
            contexts.push(mix(mix(above, hashes[parent]), u64::from(step.place)));
        }
        contexts
    }
}
