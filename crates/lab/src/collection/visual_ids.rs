//! Visual ids: one number for all formulas that look the same, kept from one release of a collection to the next.
//!
//! A formula is known by its key: the string of its layout tree, or its LaTeX without white space if it has no tree.
//! The rule for a new release is that of ARQMath's third one. A cluster is *faulty* if its members have different keys.
//! It is taken apart: the largest part keeps the id; of parts of one size, the one whose members were judged more
//! relevant, then the one with the lowest formula. Every other member gets the id of a cluster with its key, or a new
//! one. One thing is better than in the published program, which could give one key two ids: parts that keep an id
//! receive members too.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

/// What a formula looks like.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// The string of its layout tree.
    Tree(String),
    /// Its LaTeX without white space, because it has no tree.
    Latex(String),
}

/// A formula of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The id of the formula.
    pub formula: u64,
    /// What it looks like.
    pub key: Key,
    /// Its LaTeX without white space.
    pub latex: String,
    /// Its visual id in the release before.
    pub old: Option<u64>,
}

/// How the relevance of the members of a part is put together, when parts of one size compete for an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Relevance {
    /// The sum, as the overview says.
    #[default]
    Sum,
    /// The highest, as the published program does.
    Highest,
}

/// The visual ids of formulas in order of their ids, by the rule above. `relevance` has the highest grade of a formula
/// in earlier judgements.
///
/// ```
/// use lab::collection::visual_ids::{Key, Member, Relevance, assign};
/// let member = |formula, key: &str, old| {
///     Member { formula, key: Key::Tree(key.into()), latex: key.into(), old }
/// };
/// let members = [member(1, "A", Some(7)), member(2, "A", Some(7)), member(3, "B", Some(7)),
///                member(4, "B", Some(8)), member(12, "C", Some(7))];
/// let ids = assign(&members, &|_| 0, Relevance::Sum);
/// assert_eq!(ids, [7, 7, 8, 8, 9]);
/// ```
pub fn assign(members: &[Member], relevance: &dyn Fn(u64) -> u64, rule: Relevance) -> Vec<u64> {
    let mut clusters: BTreeMap<u64, BTreeMap<&Key, Vec<&Member>>> = BTreeMap::new();
    for member in members {
        if let Some(old) = member.old {
            clusters.entry(old).or_default().entry(&member.key).or_default().push(member);
        }
    }
    let last = clusters.keys().next_back().copied().unwrap_or(0);
    let mut ids = Ids { last, ..Ids::default() };
    // Sound clusters first: their ids are where members of faulty ones may go.
    let (sound, faulty): (Vec<_>, Vec<_>) = clusters.iter().partition(|(_, parts)| parts.len() == 1);
    let mut kept: BTreeSet<(u64, &Key)> = BTreeSet::new();
    for (id, parts) in sound {
        for key in parts.keys() {
            ids.register(key, *id);
            kept.insert((*id, *key));
        }
    }
    for (id, parts) in &faulty {
        if let Some(key) = keeper(parts, relevance, rule) {
            ids.register(key, **id);
            kept.insert((**id, key));
        }
    }
    let mut given: FxHashMap<u64, u64> = FxHashMap::default();
    for (id, parts) in &clusters {
        for (key, of_key) in parts {
            let is_kept = kept.contains(&(*id, *key));
            for member in of_key.iter().filter(|_| is_kept) {
                given.insert(member.formula, ids.known(key).unwrap_or(*id));
            }
        }
        // The others in order of their ids.
        let mut others: Vec<&Member> = parts
            .iter()
            .filter(|(key, _)| !kept.contains(&(*id, **key)))
            .flat_map(|(_, all)| all)
            .copied()
            .collect();
        others.sort_by_key(|member| member.formula);
        others.iter().for_each(|member| _ = given.insert(member.formula, ids.of(member)));
    }
    members
        .iter()
        .map(|member| given.get(&member.formula).copied().unwrap_or_else(|| ids.of(member)))
        .collect()
}

/// The part of a faulty cluster that keeps its id.
fn keeper<'a>(
    parts: &BTreeMap<&'a Key, Vec<&Member>>,
    relevance: &dyn Fn(u64) -> u64,
    rule: Relevance,
) -> Option<&'a Key> {
    let worth = |members: &[&Member]| {
        let grades = members.iter().map(|member| relevance(member.formula));
        match rule {
            Relevance::Sum => grades.sum::<u64>(),
            Relevance::Highest => grades.max().unwrap_or(0),
        }
    };
    let lowest = |members: &[&Member]| members.iter().map(|member| member.formula).min().unwrap_or(u64::MAX);
    let best = parts
        .iter()
        .max_by_key(|(_, members)| (members.len(), worth(members), std::cmp::Reverse(lowest(members))));
    best.map(|(key, _)| *key)
}

/// Ids by key.
#[derive(Default)]
struct Ids {
    by_key: FxHashMap<Key, u64>,
    last: u64,
}

impl Ids {
    fn known(&self, key: &Key) -> Option<u64> {
        self.by_key.get(key).copied()
    }

    /// The first id of a key stays.
    fn register(&mut self, key: &Key, id: u64) {
        self.by_key.entry(key.clone()).or_insert(id);
    }

    /// The id of a formula, a new one if nothing looks like it. A tree registers its LaTeX too, for formulas without
    /// one.
    fn of(&mut self, member: &Member) -> u64 {
        if let Some(id) = self.known(&member.key) {
            return id;
        }
        self.last += 1;
        let id = self.last;
        self.register(&member.key, id);
        if matches!(member.key, Key::Tree(_)) {
            self.register(&Key::Latex(member.latex.clone()), id);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(formula: u64, key: &str, old: Option<u64>) -> Member {
        Member { formula, key: Key::Tree(key.to_owned()), latex: key.to_owned(), old }
    }

    fn latex(formula: u64, key: &str, old: Option<u64>) -> Member {
        Member { key: Key::Latex(key.to_owned()), ..tree(formula, key, old) }
    }

    fn ids(members: &[Member]) -> Vec<u64> {
        assign(members, &|_| 0, Relevance::Sum)
    }

    #[test]
    fn a_first_release_counts_from_one_and_latex_joins_its_tree() {
        let members = [
            tree(1, "x", None),
            tree(2, "y", None),
            latex(3, "x", None),
            latex(4, "z", None),
            tree(5, "x", None),
        ];
        assert_eq!(ids(&members), [1, 2, 1, 3, 1]);
    }

    #[test]
    fn of_parts_of_one_size_the_more_relevant_one_keeps_the_id_then_the_one_with_the_lowest_formula() {
        let members = [tree(10, "A", Some(5)), tree(11, "B", Some(5))];
        assert_eq!(ids(&members), [5, 6]);
        let relevance = |formula| if formula == 11 { 2 } else { 0 };
        assert_eq!(assign(&members, &relevance, Relevance::Sum), [6, 5]);
        // A: 2 + 2, B: 3 + 0.
        let members =
            [tree(1, "A", Some(5)), tree(2, "A", Some(5)), tree(3, "B", Some(5)), tree(4, "B", Some(5))];
        let relevance = |formula| [0, 2, 2, 3, 0][formula as usize];
        assert_eq!(assign(&members, &relevance, Relevance::Sum), [5, 5, 6, 6]);
        assert_eq!(assign(&members, &relevance, Relevance::Highest), [6, 6, 5, 5]);
    }

    #[test]
    fn trees_and_latex_in_one_cluster_are_a_fault() {
        let members = [tree(1, "A", Some(3)), tree(2, "A", Some(3)), latex(3, "A", Some(3))];
        assert_eq!(ids(&members), [3, 3, 4]);
    }

    #[test]
    fn a_member_goes_to_the_part_that_kept_an_id() {
        // B is the larger part of 9: the B of 7 goes there, and not to a new id.
        let members = [
            tree(1, "A", Some(7)),
            tree(2, "A", Some(7)),
            tree(3, "B", Some(7)),
            tree(4, "B", Some(9)),
            tree(5, "B", Some(9)),
            tree(6, "C", Some(9)),
        ];
        assert_eq!(ids(&members), [7, 7, 9, 9, 9, 10]);
    }

    #[test]
    fn formulas_of_a_new_post_join_what_looks_like_them() {
        let members = [tree(1, "A", Some(2)), tree(2, "B", None), tree(3, "A", None)];
        assert_eq!(ids(&members), [2, 3, 2]);
    }

    #[test]
    fn afterwards_a_key_has_one_id_sound_clusters_kept_theirs_and_a_second_time_changes_nothing() {
        let mut random = random::Random::new(5);
        for _ in 0..500 {
            let members: Vec<Member> = (1..30)
                .map(|formula| {
                    let key = ["A", "B", "C", "D", "E", "F"][random.below(6)];
                    let old = [None, Some(1), Some(2), Some(3), Some(4), Some(9)][random.below(6)];
                    if random.chance(0.1) { latex(formula, key, old) } else { tree(formula, key, old) }
                })
                .collect();
            let found = ids(&members);
            let mut of_key: BTreeMap<&Key, BTreeSet<u64>> = BTreeMap::new();
            let pairs = members.iter().zip(&found);
            pairs.for_each(|(member, id)| _ = of_key.entry(&member.key).or_default().insert(*id));
            assert!(of_key.values().all(|ids| ids.len() == 1), "{of_key:?}");
            let again: Vec<Member> = members
                .iter()
                .zip(&found)
                .map(|(member, id)| Member { old: Some(*id), ..member.clone() })
                .collect();
            let twice = ids(&again);
            let is_sound = |id: u64| {
                let keys: BTreeSet<&Key> =
                    again.iter().filter(|one| one.old == Some(id)).map(|one| &one.key).collect();
                keys.len() == 1
            };
            let same =
                found.iter().zip(&twice).filter(|(id, _)| is_sound(**id)).all(|(one, other)| one == other);
            assert!(same, "{found:?} {twice:?}");
        }
    }
}
