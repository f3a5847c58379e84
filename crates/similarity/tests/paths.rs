//! Leaf–root paths of small formulas, worked out by hand.

#![allow(clippy::unwrap_used)]

mod support;

use formula::tangent_strings::parse_opt;
use similarity::paths::{Paths, Sector, Settings, paths};

fn of(string: &str, settings: Settings) -> Paths {
    paths(&parse_opt(string).unwrap(), settings)
}

/// Key and width of each sector.
fn widths(paths: &Paths) -> Vec<(&str, u32)> {
    paths.sectors.iter().map(|sector| (sector.key.as_str(), sector.width)).collect()
}

#[test]
fn leaves_that_share_a_prefix_make_a_sector() {
    // a + b + 2 = 0
    let paths = of("[U!eq,0[U!plus,0[V!a],1[V!b],2[N!2]],1[N!0]]", Settings::default());
    assert_eq!(paths.leaves, 4);
    assert_eq!(
        widths(&paths),
        [("/VAR/ADD", 2), ("/VAR/ADD/REL", 2), ("/NUM/ADD", 1), ("/NUM/ADD/REL", 1), ("/ZERO/REL", 1)]
    );
    assert_eq!(paths.sectors[0].symbols, [("a".to_owned(), 1), ("b".to_owned(), 1)]);
}

#[test]
fn the_order_of_operands_counts_where_the_operator_has_one() {
    let one_over_x = of("[O!divide,0[N!1],1[V!x]]", Settings::default());
    assert_eq!(widths(&one_over_x), [("/ONE/#1/FRAC", 1), ("/VAR/#2/FRAC", 1)]);
    let x_over_one = of("[O!divide,0[V!x],1[N!1]]", Settings::default());
    assert_eq!(widths(&x_over_one), [("/VAR/#1/FRAC", 1), ("/ONE/#2/FRAC", 1)]);
}

#[test]
fn signs_and_scripts_are_on_the_path() {
    // x - y^2
    let paths = of("[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]]", Settings::default());
    assert_eq!(
        widths(&paths),
        [
            ("/VAR/ADD", 1),
            ("/VAR/BASE/HANGER", 1),
            ("/VAR/BASE/HANGER/SIGN/ADD", 1),
            ("/NUM/SUPSCRIPT/HANGER", 1),
            ("/NUM/SUPSCRIPT/HANGER/SIGN/ADD", 1),
        ]
    );
}

#[test]
fn equal_prefixes_below_different_nodes_are_different_sectors() {
    // (a + b)(c + d)
    let paths = of("[U!times,0[U!plus,0[V!a],1[V!b]],1[U!plus,0[V!c],1[V!d]]]", Settings::default());
    assert_eq!(widths(&paths), [("/VAR/ADD", 2), ("/VAR/ADD/TIMES", 4), ("/VAR/ADD", 2)]);
}

#[test]
fn the_index_leaves_small_subtrees_out() {
    let string = "[U!plus,0[O!SUP,0[V!a],1[N!2]],1[V!b],2[V!c],3[V!d],4[V!e],5[V!f],6[V!g],7[V!h],8[V!i]]";
    let kept = of(string, Settings::for_index());
    assert!(widths(&kept).iter().all(|(key, _)| key.ends_with("/ADD")), "{kept:?}");
    assert!(widths(&of(string, Settings::default())).contains(&("/VAR/BASE/HANGER", 1)));
}

#[test]
fn limits_hold_for_large_formulas() {
    let many: String = (0..60).map(|i| format!(",{}[U!plus,0[V!x],1[O!f{i},0[V!y]]]", label(i))).collect();
    let paths = of(&format!("[U!times{many}]"), Settings::default());
    assert_eq!(paths.leaves, 120);
    assert_eq!(paths.sectors.iter().map(|sector| sector.width).max(), Some(32));
    let few = of(&format!("[U!times{many}]"), Settings { max_keys: 5, ..Settings::default() });
    let mut keys: Vec<&str> = few.sectors.iter().map(|sector| sector.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 5);
    assert!(keys.contains(&"/VAR/ADD"));
}

fn label(place: usize) -> char {
    char::from(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[place])
}

#[test]
fn a_deep_tree_takes_linear_time() {
    let depth = 100_000;
    let string = "[O!minus,0".repeat(depth) + "[V!x]" + &"]".repeat(depth);
    assert!(of(&string, Settings::default()).sectors.len() <= 128);
    assert_eq!(of("", Settings::default()), Paths::default());
}

/// `/VAR/ADD 2 @0 a b`; trees read from strings are in pre-order, so that places are numbers of nodes.
fn shown(sector: &Sector) -> String {
    let mut symbols: Vec<String> = sector
        .symbols
        .iter()
        .map(|(symbol, count)| if *count == 1 { symbol.clone() } else { format!("{symbol}×{count}") })
        .collect();
    symbols.sort();
    format!("{} {} @{} {}", sector.key, sector.width, sector.root, symbols.join(" "))
}

#[test]
fn the_golden_file_holds() {
    let blocks = support::blocks(include_str!("golden/paths.txt"), " · ");
    assert!(blocks.len() >= 50);
    for block in blocks {
        let settings = match block.settings[0].as_str() {
            "index" => Settings::for_index(),
            _ => Settings::default(),
        };
        let paths = of(&block.tree, settings);
        let mut sectors = paths.sectors.clone();
        sectors.sort_by(|a, b| (a.root, &a.key).cmp(&(b.root, &b.key)));
        let mut found = vec![format!("{} leaves", paths.leaves)];
        found.extend(sectors.iter().map(shown));
        assert_eq!(found, block.items, "{} {:?}", block.formula, block.settings);
    }
}
