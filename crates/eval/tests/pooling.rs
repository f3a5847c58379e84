//! Pooling protocols on small runs whose pools can be worked out by hand.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use eval::pooling::merge::{Assessors, Judged, Merge, merge};
use eval::pooling::{
    Declaration, Depth, Instances, Mode, Priority, Protocol, Ranked, Shares, Take, Unit, Vote, pool, presets,
};
use proptest::prelude::*;

fn declared(priority: Priority, mode: Mode, team: &str) -> Declaration {
    Declaration { priority, mode, team: team.into(), ..Declaration::new("x") }
}

fn ids(units: &[Unit]) -> BTreeSet<&str> {
    units.iter().map(|unit| unit.id.as_str()).collect()
}

fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (1..=count).map(|rank| format!("{prefix}{rank}")).collect()
}

fn ranked<'a>(declaration: &'a Declaration, docnos: &'a [String]) -> Ranked<'a> {
    Ranked { declaration, docnos: docnos.iter().map(String::as_str).collect() }
}

fn itself(docno: &str) -> Option<String> {
    Some(docno.to_owned())
}

#[test]
fn task_1_depths_are_those_of_the_overviews() {
    let primary = declared(Priority::Primary, Mode::Automatic, "a");
    let alternate = declared(Priority::Alternate, Mode::Automatic, "a");
    let manual = declared(Priority::Alternate, Mode::Manual, "b");
    let baseline = declared(Priority::Baseline, Mode::Automatic, "c");
    let lists = ["p", "a", "m", "b"].map(|prefix| numbered(prefix, 60));
    let declarations = [&primary, &alternate, &manual, &baseline];
    let runs: Vec<Ranked> =
        declarations.iter().zip(&lists).map(|(declaration, list)| ranked(declaration, list)).collect();
    let expected = [
        ("arqmath1-task1", [50, 20, 50, 50]),
        ("arqmath2-task1", [45, 15, 15, 15]),
        ("arqmath3-task1", [45, 20, 20, 20]),
        ("ntcir12", [20, 20, 20, 20]),
    ];
    for (name, depths) in expected {
        let protocol = presets::named(name).unwrap().protocol;
        let units = pool(&protocol, "A.1", &runs, &mut Shares::default(), itself, 1);
        for (prefix, depth) in ["p", "a", "m", "b"].into_iter().zip(depths) {
            let found = units.iter().filter(|unit| unit.id.starts_with(prefix)).count();
            assert_eq!(found, depth, "{name}: {prefix}");
            assert!(ids(&units).contains(format!("{prefix}{depth}").as_str()), "{name}: {prefix}");
        }
    }
}

#[test]
fn a_result_of_two_runs_is_pooled_once_and_knows_both() {
    let declaration = Declaration::new("x");
    let lists = [vec!["a".to_owned(), "b".into()], vec!["b".into(), "c".into()]];
    let runs: Vec<Ranked> = lists.iter().map(|list| ranked(&declaration, list)).collect();
    let protocol = presets::named("ntcir12").unwrap().protocol;
    let units = pool(&protocol, "1", &runs, &mut Shares::default(), itself, 1);
    assert_eq!(units.len(), 3);
    let both = units.iter().find(|unit| unit.id == "b").unwrap();
    assert_eq!(
        (both.runs.as_slice(), both.instances.as_slice()),
        ([0, 1].as_slice(), ["b".to_owned()].as_slice())
    );
}

#[test]
fn round_robin_goes_rank_by_rank_and_stops_when_full() {
    let declaration = Declaration::new("x");
    let lists = [numbered("a", 9), numbered("b", 2), numbered("c", 9)];
    let runs: Vec<Ranked> = lists.iter().map(|list| ranked(&declaration, list)).collect();
    let take = Take::RoundRobin { size: 7, fewest_first: false };
    let units = pool(&Protocol { take, distinct: None }, "1", &runs, &mut Shares::default(), itself, 1);
    assert_eq!(ids(&units), BTreeSet::from(["a1", "b1", "c1", "a2", "b2", "c2", "a3"]));
}

/// Team x has two runs, team y one: without shares y would have a third of every pool.
#[test]
fn the_team_with_the_fewest_goes_first_and_shares_last_over_topics() {
    let teams = [
        declared(Priority::Primary, Mode::Automatic, "x"),
        declared(Priority::Primary, Mode::Automatic, "x"),
        declared(Priority::Primary, Mode::Automatic, "y"),
    ];
    let lists = [numbered("a", 5), numbered("b", 5), numbered("c", 5)];
    let runs: Vec<Ranked> = teams.iter().zip(&lists).map(|(team, list)| ranked(team, list)).collect();
    let protocol = |size| Protocol { take: Take::RoundRobin { size, fewest_first: true }, distinct: None };
    let mut shares = Shares::default();
    // No team has any: a1 by order, then y is behind: c1.
    assert_eq!(ids(&pool(&protocol(2), "1", &runs, &mut shares, itself, 1)), BTreeSet::from(["a1", "c1"]));
    assert_eq!((shares.of("x"), shares.of("y")), (1, 1));
    // Level again: a1, c1, b1; and in the second rank y is behind: c2.
    let second = pool(&protocol(4), "2", &runs, &mut shares, itself, 1);
    assert_eq!(ids(&second), BTreeSet::from(["a1", "c1", "b1", "c2"]));
    // Now 3 and 3; one more for x, and a topic of one goes to y.
    pool(&protocol(1), "3", &runs, &mut shares, itself, 1);
    assert_eq!(ids(&pool(&protocol(1), "4", &runs, &mut shares, itself, 1)), BTreeSet::from(["c1"]));
}

/// Docnos `visual-instance`.
fn visual(docno: &str) -> Option<String> {
    docno.split_once('-').map(|(visual, _)| visual.to_owned())
}

fn formula_lists(lists: &[&str]) -> Vec<Vec<String>> {
    lists.iter().map(|list| list.split(' ').map(str::to_owned).collect()).collect()
}

fn task_2(vote: Vote, depth: usize, most: usize) -> Protocol {
    let depth = Depth { primary: depth, alternate: depth, deep_baselines: true, deep_manual: false };
    Protocol { take: Take::Depth(depth), distinct: Some(Instances { most, vote }) }
}

#[test]
fn depth_counts_visually_distinct_formulas_and_passes_over_unknown_ones() {
    let declaration = Declaration::new("x");
    let lists = formula_lists(&["u-1 u-2 unknown v-1 u-3 w-1"]);
    let runs = [ranked(&declaration, &lists[0])];
    let units = pool(&task_2(Vote::MostRuns, 2, 5), "B.1", &runs, &mut Shares::default(), visual, 1);
    assert_eq!(ids(&units), BTreeSet::from(["u", "v"]));
    let first = units.iter().find(|unit| unit.id == "u").unwrap();
    let instances: BTreeSet<&str> = first.instances.iter().map(String::as_str).collect();
    // The pool ends with v-1; votes by reciprocal rank are over everything that a run returned.
    assert_eq!(instances, BTreeSet::from(["u-1", "u-2"]));
    let units = pool(&task_2(Vote::ReciprocalRank, 2, 5), "B.1", &runs, &mut Shares::default(), visual, 1);
    assert_eq!(units.iter().find(|unit| unit.id == "u").unwrap().instances, ["u-1", "u-2", "u-3"]);
}

#[test]
fn a_declared_depth_replaces_that_of_the_preset() {
    let depth = |name: &str, words: &str| {
        let declaration = Declaration::parse(&format!("x={words}")).unwrap();
        let list = numbered("a", 60);
        let protocol = presets::named(name).unwrap().protocol;
        pool(&protocol, "1", &[ranked(&declaration, &list)], &mut Shares::default(), itself, 1).len()
    };
    assert_eq!(depth("arqmath3-task1", "baseline"), 20);
    assert_eq!(depth("arqmath3-task1", "baseline,deep"), 45);
    assert_eq!(depth("arqmath1-task1", "baseline"), 50);
    assert_eq!(depth("arqmath1-task1", "baseline,shallow"), 20);
}

#[test]
fn instances_are_chosen_by_runs_or_by_reciprocal_rank() {
    let declaration = Declaration::new("x");
    // u-2 has three runs, at ranks 4, 4 and 4 (0.75); u-1 has one, at rank 1 (1.0); u-3 one at rank 1 and
    // one at rank 5 (1.2).
    let lists = formula_lists(&["u-1 a-1 b-1 u-2", "u-3 a-1 b-1 u-2", "c-1 a-1 b-1 u-2 u-3"]);
    let runs: Vec<Ranked> = lists.iter().map(|list| ranked(&declaration, list)).collect();
    let instances = |vote, most| {
        let units = pool(&task_2(vote, 5, most), "B.1", &runs, &mut Shares::default(), visual, 1);
        units.into_iter().find(|unit| unit.id == "u").unwrap().instances
    };
    assert_eq!(instances(Vote::MostRuns, 2), ["u-2", "u-3"]);
    assert_eq!(instances(Vote::ReciprocalRank, 2), ["u-3", "u-1"]);
    assert_eq!(instances(Vote::ReciprocalRank, 5).len(), 3);
}

#[test]
fn level_instances_are_drawn_by_the_seed() {
    let declaration = Declaration::new("x");
    let lists = formula_lists(&["u-1 u-2 u-3 u-4 u-5 u-6 u-7 u-8"]);
    let runs = [ranked(&declaration, &lists[0])];
    let chosen = |seed| {
        let units = pool(&task_2(Vote::MostRuns, 2, 3), "B.1", &runs, &mut Shares::default(), visual, seed);
        units[0].instances.clone()
    };
    assert_eq!(chosen(1), chosen(1));
    let different: BTreeSet<Vec<String>> = (0..20).map(chosen).collect();
    assert!(different.len() > 10, "{different:?}");
}

#[test]
fn pools_are_shuffled_by_seed_and_topic() {
    let declaration = Declaration::new("x");
    let lists = [numbered("d", 20)];
    let runs = [ranked(&declaration, &lists[0])];
    let protocol = presets::named("ntcir12").unwrap().protocol;
    let order = |topic, seed| pool(&protocol, topic, &runs, &mut Shares::default(), itself, seed);
    assert_eq!(order("1", 1), order("1", 1));
    assert_ne!(order("1", 1), order("1", 2));
    assert_ne!(order("1", 1), order("2", 1));
    assert_eq!(ids(&order("1", 1)), ids(&order("2", 2)));
}

fn judged(topic: &'static str, assessor: &'static str, item: &'static str, grade: i32) -> Judged<'static> {
    Judged { topic, assessor, item, grade }
}

#[test]
fn two_assessors_add_up_to_grades_from_0_to_4() {
    let labels = [
        ("rr", 2, 2, 4),
        ("rp", 2, 1, 3),
        ("pp", 1, 1, 2),
        ("rn", 2, 0, 2),
        ("pn", 1, 0, 1),
        ("nn", 0, 0, 0),
    ];
    let all: Vec<Judged> = labels
        .iter()
        .flat_map(|&(item, first, second, _)| [judged("1", "x", item, first), judged("1", "y", item, second)])
        .collect();
    let merged = merge(&presets::named("ntcir11").unwrap().merge, &all, itself).unwrap();
    let expected: BTreeMap<String, i32> =
        labels.iter().map(|&(item, .., sum)| (item.to_owned(), sum)).collect();
    assert_eq!((&merged.topics[0].grades, merged.incomplete), (&expected, 0));
    let merged = merge(&presets::named("ntcir11").unwrap().merge, &all[1..], itself).unwrap();
    assert_eq!(merged.incomplete, 1);
}

#[test]
fn a_formula_has_the_highest_grade_of_its_instances_and_poor_topics_are_dropped() {
    let rule = presets::named("arqmath3-task2").unwrap().merge;
    let all = [
        judged("B.1", "x", "u-1", 0),
        judged("B.1", "x", "u-2", 3),
        judged("B.1", "x", "v-1", 2),
        judged("B.1", "x", "unknown", 3),
        judged("B.2", "x", "u-1", 3),
        judged("B.2", "x", "u-2", 3),
        judged("B.2", "x", "v-1", 1),
    ];
    let merged = merge(&rule, &all, visual).unwrap();
    assert_eq!(merged.topics.len(), 1);
    assert_eq!(merged.topics[0].grades, BTreeMap::from([("u".to_owned(), 3), ("v".to_owned(), 2)]));
    assert_eq!((merged.dropped, merged.unknown), (vec![("B.2".to_owned(), 1)], 1));
}

#[test]
fn assessors_who_disagree_need_a_rule() {
    let all = [judged("1", "x", "a", 1), judged("1", "y", "a", 3), judged("1", "y", "b", 0)];
    let rule = |assessors| Merge { assessors, level: 1, least_relevant: 0 };
    let conflict = merge(&rule(Assessors::Single), &all, itself).unwrap_err().to_string();
    assert_eq!(conflict, "`a` of topic 1 has grade 1 from x and 3 from y");
    let highest = merge(&rule(Assessors::Highest), &all, itself).unwrap();
    assert_eq!(highest.topics[0].grades["a"], 3);
}

proptest! {
    /// The pool of any runs is the set of their first ranks.
    #[test]
    fn a_pool_by_depth_is_the_union_of_first_ranks(
        lists in prop::collection::vec(prop::collection::btree_set(0..50u8, 0..30), 1..6),
        depth in 0..20usize,
        seed in any::<u64>(),
    ) {
        let lists: Vec<Vec<String>> = lists.iter().map(|list| list.iter().map(u8::to_string).collect()).collect();
        let declaration = Declaration::new("x");
        let runs: Vec<Ranked> = lists.iter().map(|list| ranked(&declaration, list)).collect();
        let depth = Depth { primary: depth, alternate: 0, deep_baselines: true, deep_manual: false };
        let protocol = Protocol { take: Take::Depth(depth), distinct: None };
        let units = pool(&protocol, "1", &runs, &mut Shares::default(), itself, seed);
        let expected: BTreeSet<&str> =
            lists.iter().flat_map(|list| list.iter().take(depth.primary)).map(String::as_str).collect();
        prop_assert_eq!(units.len(), expected.len());
        prop_assert_eq!(ids(&units), expected);
    }

    /// Round robin takes everything, or exactly as many as asked, and never a rank before all
    /// ranks above it are done.
    #[test]
    fn round_robin_fills_the_pool(
        lists in prop::collection::vec(prop::collection::btree_set(0..50u8, 0..30), 1..6),
        size in 0..60usize,
        fewest_first in any::<bool>(),
    ) {
        let lists: Vec<Vec<String>> = lists.iter().map(|list| list.iter().map(u8::to_string).collect()).collect();
        let declaration = Declaration::new("x");
        let runs: Vec<Ranked> = lists.iter().map(|list| ranked(&declaration, list)).collect();
        let protocol = Protocol { take: Take::RoundRobin { size, fewest_first }, distinct: None };
        let units = pool(&protocol, "1", &runs, &mut Shares::default(), itself, 1);
        let all: BTreeSet<&str> = lists.iter().flatten().map(String::as_str).collect();
        prop_assert_eq!(units.len(), size.min(all.len()));
        let found = ids(&units);
        let first_rank = |id: &str| lists.iter().filter_map(|list| list.iter().position(|other| other == id)).min();
        let deepest = found.iter().filter_map(|id| first_rank(id)).max();
        let skipped = all.difference(&found).filter_map(|id| first_rank(id)).min();
        if let (Some(deepest), Some(skipped)) = (deepest, skipped) {
            prop_assert!(deepest <= skipped);
        }
    }
}
